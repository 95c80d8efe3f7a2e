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
    pairs(old, &there, &wanted);
    for surplus in there.iter().skip(wanted.len()) {
        let _ = old.remove_child(surplus);
    }
}

/// Makes the first elements of `old` equal to those of `new`; what comes after them stays, and so do comments, which
/// stand elsewhere in a shorter list.
pub fn first_elements(old: &Node, new: &Node) {
    let elements = |parent| -> Vec<Node> {
        let all = nodes(parent).into_iter();
        all.filter(|node| node.node_type() == Node::ELEMENT_NODE)
            .collect()
    };
    pairs(old, &elements(old), &elements(new));
}

fn pairs(parent: &Node, there: &[Node], wanted: &[Node]) {
    for (place, new) in wanted.iter().enumerate() {
        match there.get(place) {
            Some(old) if old.is_equal_node(Some(new)) => {}
            Some(old) if old.node_name() == new.node_name() => same_kind(old, new),
            Some(old) => drop(parent.replace_child(new, old)),
            None => drop(parent.append_child(new)),
        }
    }
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
