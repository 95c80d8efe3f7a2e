//! The rows of the ranking: kept by offer, made from the server's own markup, and written only where they changed.
use crate::figures::{self, Bar, BarPart};
use crate::plan_offers::PlanOffers;
use domain::pricing::LineKind;
use domain::quote::{RowBill, TableRanking, TableRow};
use domain::units::{Currency, Decimal};
use web_sys::{Document, Element, Node, window};

/// All rows that were shown so far.
#[derive(Default)]
pub(super) struct Rows {
    sent: PlanOffers,
    made: Vec<Option<Row>>,
    /// The table body that they stand in; the server's answer brings another.
    body: Option<Element>,
    floors_head: Option<Element>,
}

/// A part of a row with what was last written into it.
struct Part {
    element: Option<Element>,
    /// Its text, when text is all that it holds: changed in place, nothing is laid out anew around it.
    text: Option<Node>,
    written: String,
}

impl Part {
    fn of(row: &Element, selector: &str) -> Self {
        Self {
            element: row.query_selector(selector).ok().flatten(),
            text: None,
            written: String::new(),
        }
    }

    fn text(&mut self, text: String) {
        let Some(element) = self.element.as_ref().filter(|_| self.written != text) else {
            return;
        };
        match &self.text {
            Some(node) => node.set_node_value(Some(&text)),
            None => {
                element.set_text_content(Some(&text));
                self.text = element.first_child();
            }
        }
        self.written = text;
    }

    fn markup(&mut self, markup: &str) {
        let Some(element) = self.element.as_ref().filter(|_| self.written != markup) else {
            return;
        };
        element.set_inner_html(markup);
        self.text = None;
        self.written = markup.to_owned();
    }
}

/// A row's bar and the parts that it shows.
struct Drawn {
    element: Option<Element>,
    rects: Vec<Element>,
    parts: Vec<BarPart>,
}

impl Drawn {
    fn of(row: &Element, selector: &str) -> Self {
        Self {
            element: row.query_selector(selector).ok().flatten(),
            rects: Vec::new(),
            parts: Vec::new(),
        }
    }

    fn show(&mut self, parts: Vec<BarPart>) {
        let Some(element) = &self.element else { return };
        let alike = |(known, new): (&BarPart, &BarPart)| known.class == new.class;
        let same = self.parts.len() == parts.len()
            && !parts.is_empty()
            && self.parts.iter().zip(&parts).all(alike);
        if same {
            for ((rect, known), new) in self.rects.iter().zip(&self.parts).zip(&parts) {
                for (name, known, new) in [("x", known.x, new.x), ("width", known.width, new.width)]
                {
                    if known != new {
                        let _ = rect.set_attribute(name, &figures::percent(new));
                    }
                }
            }
        } else {
            element.set_inner_html(&figures::bar_svg(&parts));
            self.rects.clear();
            let mut next = element
                .first_element_child()
                .and_then(|svg| svg.first_element_child());
            while let Some(rect) = next {
                next = rect.next_element_sibling();
                self.rects.push(rect);
            }
        }
        self.parts = parts;
    }
}

struct Row {
    element: Element,
    place: Part,
    bar: Drawn,
    price: Part,
    below: Part,
    listed: Part,
    /// Whether its classes are those of an open bill, and of the lowest; unknown of a row that the server made.
    kind: Option<(bool, bool)>,
}

impl Row {
    fn of(element: Element) -> Self {
        Self {
            place: Part::of(&element, "td"),
            bar: Drawn::of(&element, "td.bar > span"),
            price: Part::of(&element, "td.amt .price"),
            below: Part::of(&element, "td.amt .l2"),
            listed: Part::of(&element, "td.amt .l2 + .l2"),
            kind: None,
            element,
        }
    }

    fn classes(&mut self, is_open: bool, is_best: bool) {
        if self.kind == Some((is_open, is_best)) {
            return;
        }
        self.kind = Some((is_open, is_best));
        let (row, place, price) = match (is_open, is_best) {
            (true, _) => ("floor", "num", "price floor"),
            (false, true) => ("best ranked", "num dim", "price"),
            (false, false) => ("ranked", "num dim", "price"),
        };
        self.element.set_class_name(row);
        for (part, class) in [(&self.place, place), (&self.price, price)] {
            if let Some(element) = &part.element {
                element.set_class_name(class);
            }
        }
    }
}

/// What all rows of one drawing share.
struct Drawing {
    currency: Currency,
    widest: Decimal,
    best: Decimal,
}

fn upper(row: &TableRow) -> Decimal {
    row.high.unwrap_or(row.low)
}

/// The last child of `body`, made from `markup`.
fn made(body: &Element, markup: &str) -> Option<Element> {
    body.insert_adjacent_html("beforeend", markup).ok()?;
    body.last_element_child()
}

impl Rows {
    pub fn new(sent: PlanOffers) -> Self {
        Self {
            made: sent.offers.iter().map(|_| None).collect(),
            sent,
            ..Self::default()
        }
    }

    /// Draws the cheapest in their order; `bills` are those of the first of them, the closed ones before the open, and
    /// what has none stays as it is below. False where the page shows no ranking.
    pub fn show(&mut self, ranking: &TableRanking, bills: &[RowBill], currency: Currency) -> bool {
        let Some(document) = window().and_then(|w| w.document()) else {
            return false;
        };
        let Some(body) = self.body(&document) else {
            return false;
        };
        let ends = [ranking.ranked.last(), ranking.floors.last()];
        let drawing = Drawing {
            currency,
            widest: ends
                .into_iter()
                .flatten()
                .map(upper)
                .max()
                .unwrap_or_default(),
            best: ranking.ranked.first().map(upper).unwrap_or_default(),
        };
        let mut wanted: Vec<Element> = Vec::with_capacity(bills.len() + 1);
        let rows = ranking.ranked.iter().chain(&ranking.floors);
        for (place, (row, bill)) in rows.zip(bills).enumerate() {
            if place == ranking.ranked.len() {
                wanted.extend(self.floors_head(&body));
            }
            wanted.extend(self.draw(&body, row, bill, place, &drawing));
        }
        let is_all = bills.len() == ranking.ranked.len() + ranking.floors.len();
        arrange(&body, &wanted, is_all);
        let figure = document.query_selector("#out [data-figure]").ok().flatten();
        if let (Some(best), Some(figure)) = (ranking.ranked.first(), figure) {
            let mut text = figures::total(best.low.nanos(), currency);
            if upper(best) != best.low {
                text.push('–');
                text.push_str(&figures::range(upper(best), None, currency));
            }
            figure.set_text_content(Some(&text));
        }
        true
    }

    /// The body of the ranking; rows that the server has made anew take the place of ours.
    fn body(&mut self, document: &Document) -> Option<Element> {
        let body = document.query_selector("#out .rank tbody").ok()??;
        if self.body.as_ref() != Some(&body) {
            self.floors_head = body.query_selector("tr.grp").ok().flatten();
            let mut next = body.first_element_child();
            while let Some(element) = next {
                next = element.next_element_sibling();
                let id = element.get_attribute("data-offer");
                let place = id.and_then(|id| {
                    let id: i64 = id.parse().ok()?;
                    let offers = &self.sent.offers;
                    offers.binary_search_by_key(&id, |offer| offer.id).ok()
                });
                if let Some(place) = place {
                    self.made[place] = Some(Row::of(element));
                }
            }
            self.body = Some(body.clone());
        }
        Some(body)
    }

    fn floors_head(&mut self, body: &Element) -> Option<Element> {
        if self.floors_head.is_none() {
            self.floors_head = made(body, &self.sent.floors_head);
        }
        self.floors_head.clone()
    }

    fn draw(
        &mut self,
        body: &Element,
        row: &TableRow,
        bill: &RowBill,
        place: usize,
        drawing: &Drawing,
    ) -> Option<Element> {
        let offer = self.sent.offers.get(row.position)?;
        let slot = self.made.get_mut(row.position)?;
        if slot.is_none() {
            *slot = made(body, &offer.row).map(Row::of);
        }
        let made = slot.as_mut()?;
        let lines: Vec<(LineKind, Decimal)> = bill
            .lines
            .iter()
            .filter(|line| !line.amount.is_zero())
            .map(|line| (line.kind, line.amount))
            .collect();
        made.bar.show(figures::bar_parts(&Bar {
            lines: &lines,
            no_gpu: bill.no_gpu,
            low: row.low,
            high: row.high,
            widest: drawing.widest,
        }));
        let is_open = row.high.is_none();
        let figure = figures::range(row.low, row.high, drawing.currency);
        if is_open {
            made.place.markup(&self.sent.floor_mark);
            made.price.text(format!("≥ {figure}"));
            made.below.text(self.sent.floor_only.clone());
            made.listed.text(String::new());
        } else {
            made.place.text((place + 1).to_string());
            made.price.text(figure);
            made.below.text(if place == 0 {
                self.sent.lowest.clone()
            } else {
                let more = Decimal::from_nanos(upper(row).nanos() - drawing.best.nanos());
                let mut text = figures::range(more, None, drawing.currency);
                text.insert(0, '+');
                text
            });
            let listed = bill.total_high.unwrap_or(bill.total);
            made.listed
                .text(figures::total(listed.nanos(), offer.terms.currency));
        }
        made.classes(is_open, place == 0);
        Some(made.element.clone())
    }
}

/// Makes `wanted` the first children of `body`, moving as few as it can; all of them with `is_all`.
fn arrange(body: &Element, wanted: &[Element], is_all: bool) {
    let mut at = body.first_child();
    for element in wanted {
        let node: &Node = element;
        if let Some(passed) = at.as_ref().filter(|at| is_all && *at != node)
            && passed.next_sibling().as_ref() == Some(node)
        {
            // It comes later, or not at all.
            let _ = body.remove_child(passed);
            at = Some(node.clone());
        }
        if at.as_ref() == Some(node) {
            at = node.next_sibling();
        } else {
            let _ = body.insert_before(node, at.as_ref());
        }
    }
    while let Some(node) = at.filter(|_| is_all) {
        at = node.next_sibling();
        let _ = body.remove_child(&node);
    }
}
