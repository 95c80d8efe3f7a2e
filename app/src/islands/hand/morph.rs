//! Makes what stands in the page equal to what the server answered, touching only what differs.
//!
//! Two answers to one form differ in some texts and links. Reading them into place anew would lay out and paint all of
//! them; a node that stays the same costs nothing.
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, Node, window};

/// The elements of `html`, inside one that is in no page.
pub fn parse(html: &str) -> Option<Element> {
    let holder = window()?.document()?.create_element("div").ok()?;
    holder.set_inner_html(html);
    Some(holder)
}

/// Makes the children of `old` equal to those of `new`, which is taken apart.
pub fn children(old: &Node, new: &Node) {
    let (there, wanted) = (nodes(old), nodes(new));
    for (place, new) in wanted.iter().enumerate() {
        pair(old, there.get(place), new);
    }
    for surplus in there.iter().skip(wanted.len()) {
        let _ = old.remove_child(surplus);
    }
}

/// What the browser may leave out until the whole answer is here: bodies below those that were asked for.
const LATE: &str = "data-late";

/// Makes the first rows of a table equal to those of `new`. What comes after them stays where `new` has as many as fill
/// the screen, but is not laid out with them; with fewer there are no others.
pub fn first_rows(old: &Element, new: &Element, in_view: usize) {
    let (there, wanted) = (bodies(old), bodies(new));
    let rows: u32 = wanted.iter().map(Element::child_element_count).sum();
    let has_others = rows as usize >= in_view;
    for (place, body) in wanted.iter().enumerate() {
        let is_cut = has_others && place + 1 == wanted.len();
        match there.get(place) {
            // The rest of its rows comes with the whole answer.
            Some(stands) if is_cut => {
                let _ = stands.remove_attribute(LATE);
                let (rows, stand) = (elements(body), elements(stands));
                for (place, row) in rows.iter().enumerate() {
                    pair(stands, stand.get(place).map(AsRef::as_ref), row);
                }
            }
            stands => pair(old, stands.map(AsRef::as_ref), body),
        }
    }
    for below in there.iter().skip(wanted.len()) {
        if has_others {
            let _ = below.set_attribute(LATE, "");
        } else {
            below.remove();
        }
    }
}

/// The bodies of a table.
pub fn bodies(table: &Element) -> Vec<Element> {
    let mut all = elements(table);
    all.retain(|element| element.tag_name() == "TBODY");
    all
}

/// The elements that stand in another.
pub fn elements(parent: &Element) -> Vec<Element> {
    let list = parent.children();
    (0..list.length())
        .filter_map(|place| list.item(place))
        .collect()
}

fn pair(parent: &Node, stands: Option<&Node>, new: &Node) {
    match stands {
        Some(old) if old.is_equal_node(Some(new)) => {}
        // A cell of another offer has little in common with this one: to look for that costs more than a new cell.
        Some(old) if old.node_name() == new.node_name() && !is_cell(new) => same_kind(old, new),
        Some(old) => drop(parent.replace_child(new, old)),
        None => drop(parent.append_child(new)),
    }
}

fn is_cell(node: &Node) -> bool {
    matches!(node.node_name().as_str(), "TD" | "TH")
}

/// Both are elements of one name, or both texts or comments.
fn same_kind(old: &Node, new: &Node) {
    if let (Some(stands), Some(wanted)) = (old.dyn_ref::<Element>(), new.dyn_ref::<Element>()) {
        attributes(stands, wanted);
        children(old, new);
    } else {
        old.set_node_value(new.node_value().as_deref());
    }
}

fn attributes(old: &Element, new: &Element) {
    for name in names(old) {
        if !new.has_attribute(&name) {
            let _ = old.remove_attribute(&name);
        }
    }
    for name in names(new) {
        let value = new.get_attribute(&name);
        if old.get_attribute(&name) != value {
            let _ = old.set_attribute(&name, &value.unwrap_or_default());
        }
    }
    // What somebody ticked or typed is no attribute; it belonged to the row that stood here.
    if let (Some(field), Some(wanted)) = (
        old.dyn_ref::<HtmlInputElement>(),
        new.dyn_ref::<HtmlInputElement>(),
    ) {
        field.set_checked(wanted.checked());
        field.set_value(&wanted.value());
    }
}

fn names(element: &Element) -> Vec<String> {
    element
        .get_attribute_names()
        .iter()
        .filter_map(|name| name.as_string())
        .collect()
}

fn nodes(parent: &Node) -> Vec<Node> {
    let list = parent.child_nodes();
    (0..list.length())
        .filter_map(|place| list.get(place))
        .collect()
}
