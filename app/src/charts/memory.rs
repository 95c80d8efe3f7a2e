//! What one card's memory is used for: one bar of parts, each named beside it, and how far the whole may be off.
use super::Width;
use super::palette::{Finish, Ink};
use super::svg::{Anchor, SMALL, Sheet, draw, fit, text_width};

/// All of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// Parts from left to right.
    pub parts: Vec<MemoryPart>,
    /// Low end, estimate and high end of the whole, in the unit of the parts.
    pub total: (f64, f64, f64),
    /// The estimate as text, with its unit.
    pub total_label: String,
    /// "range 20.1–22.9".
    pub range_label: String,
}

/// A part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryPart {
    /// Its name.
    pub label: String,
    /// Its size as text.
    pub value: String,
    /// Its size.
    pub size: f64,
    /// Where it comes from.
    pub note: String,
}

/// Colours of neighbours; every part is also named, so that none is told by its colour alone.
const INKS: [Ink; 6] = [
    Ink::Memory1,
    Ink::Memory2,
    Ink::Memory3,
    Ink::Memory4,
    Ink::Memory5,
    Ink::Memory6,
];
const TOP: f64 = 34.0;
const BAR: f64 = 34.0;
const ROW: f64 = 38.0;

/// Draws the bar. The wide drawing is at least 420 px wide.
pub fn memory(data: &Memory, size: Width) -> String {
    let width = size.pixels(420);
    match size {
        Width::Wide(_) => wide(data, width),
        Width::Narrow => narrow(data, width),
    }
}

/// A part's place in the bar.
struct Place<'a> {
    part: &'a MemoryPart,
    ink: Ink,
    x: f64,
    width: f64,
}

fn places(data: &Memory, width: f64) -> Vec<Place<'_>> {
    let scale = width / data.total.2.max(f64::MIN_POSITIVE);
    let mut x = 0.0;
    let parts = data.parts.iter().zip(INKS.iter().cycle());
    parts
        .map(|(part, ink)| {
            let place = Place {
                part,
                ink: *ink,
                x,
                width: (part.size * scale).max(2.0),
            };
            x += place.width;
            place
        })
        .collect()
}

fn bar(sheet: &Sheet<'_>, data: &Memory, places: &[Place<'_>], top: f64) {
    for place in places {
        let width = (place.width - 1.0).max(1.0);
        sheet.rect(place.x, top, width, BAR, place.ink);
    }
    let scale = sheet.width() / data.total.2.max(f64::MIN_POSITIVE);
    let (low, mid, high) = data.total;
    let (low, mid, high) = (low * scale, mid * scale, high * scale - 0.5);
    let y = top - 8.0;
    let bracket = [(low, y - 4.0), (low, y + 4.0)];
    sheet.path(&bracket, Ink::Full, 1.5);
    sheet.path(&[(low, y), (high, y)], Ink::Full, 1.5);
    sheet.path(&[(high, y - 4.0), (high, y + 4.0)], Ink::Full, 1.5);
    sheet.diamond(mid, y, 4.0, Ink::Full);
    let end = low - 10.0;
    if end > 120.0 {
        let room = end - text_width(&data.total_label, SMALL) - 16.0;
        sheet.small(&data.total_label, end, y + 4.0, Anchor::End, Ink::Bold);
        let range = fit(&data.range_label, SMALL, room);
        let place = end - text_width(&data.total_label, SMALL) - 10.0;
        sheet.small(&range, place, y + 4.0, Anchor::End, Ink::Third);
    }
}

/// Names stand under the bar in rows. From right to left each takes the highest row with room, so that no leader runs
/// through a name.
fn wide(data: &Memory, width: f64) -> String {
    let places = places(data, width);
    let mut rows: Vec<f64> = Vec::new();
    let mut spots: Vec<(usize, f64, usize)> = Vec::new();
    for (index, place) in places.iter().enumerate().rev() {
        let name = format!("{} {}", place.part.value, place.part.label);
        let needed = text_width(&name, SMALL).max(text_width(&place.part.note, SMALL));
        let x = place.x.min(width - needed).max(0.0);
        let row = rows.iter().position(|start| x + needed + 14.0 <= *start);
        let row = row.unwrap_or_else(|| {
            rows.push(width);
            rows.len() - 1
        });
        rows[row] = x;
        spots.push((index, x, row));
    }
    let height = TOP + BAR + 10.0 + ROW * rows.len() as f64;
    draw(width, height, &data.aria, |sheet| {
        bar(sheet, data, &places, TOP);
        for (index, x, row) in spots {
            let place = &places[index];
            let y = TOP + BAR + 22.0 + ROW * row as f64;
            let leader = place.x + (place.width / 2.0).min(4.0);
            sheet.line((leader, TOP + BAR + 2.0), (leader, y - 12.0), Ink::Axis);
            let value = Ink::Bold.with(Finish::Halo);
            sheet.small(&place.part.value, x, y, Anchor::Start, value);
            let after = x + text_width(&place.part.value, SMALL) + 5.0;
            sheet.small(
                &place.part.label,
                after,
                y,
                Anchor::Start,
                Ink::First.with(Finish::Halo),
            );
            sheet.small(
                &place.part.note,
                x,
                y + 15.0,
                Anchor::Start,
                Ink::Third.with(Finish::Halo),
            );
        }
    })
}

fn narrow(data: &Memory, width: f64) -> String {
    let places = places(data, width);
    let height = TOP + BAR + 8.0 + 22.0 * places.len() as f64;
    draw(width, height, &data.aria, |sheet| {
        bar(sheet, data, &places, TOP);
        for (index, place) in places.iter().enumerate() {
            let y = TOP + BAR + 24.0 + 22.0 * index as f64;
            sheet.rect(0.0, y - 9.0, 14.0, 10.0, place.ink);
            sheet.small(&place.part.value, 58.0, y, Anchor::End, Ink::Bold);
            let name = if place.part.note.is_empty() {
                place.part.label.clone()
            } else {
                format!("{} · {}", place.part.label, place.part.note)
            };
            let name = fit(&name, SMALL, width - 66.0);
            sheet.small(&name, 66.0, y, Anchor::Start, Ink::First);
        }
    })
}
