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

/// Where the line from a part down to its name stands.
fn leader(place: &Place<'_>) -> f64 {
    place.x + (place.width / 2.0).min(4.0)
}

/// Width of a part's name with its size, or of what stands under it.
fn name_width(part: &MemoryPart) -> f64 {
    let name = format!("{} {}", part.value, part.label);
    text_width(&name, SMALL).max(text_width(&part.note, SMALL))
}

/// Where each part's name stands: its index, its left end and its row. From right to left each takes the highest row
/// with room, short of the leaders that run on to lower rows, so that no leader runs through a name.
fn spots(places: &[Place<'_>], width: f64) -> Vec<(usize, f64, usize)> {
    let mut rows: Vec<f64> = Vec::new();
    let mut spots: Vec<(usize, f64, usize)> = Vec::new();
    for (index, place) in places.iter().enumerate().rev() {
        let needed = name_width(place.part);
        let x = place.x.min(width - needed).max(0.0);
        let row = (0..rows.len()).find(|row| {
            let lower = spots.iter().filter(|(_, _, other)| other > row);
            let leaders = lower.map(|(other, _, _)| leader(&places[*other]));
            x + needed + 14.0 <= leaders.fold(rows[*row], f64::min)
        });
        let row = row.unwrap_or_else(|| {
            rows.push(width);
            rows.len() - 1
        });
        rows[row] = x;
        spots.push((index, x, row));
    }
    spots
}

fn wide(data: &Memory, width: f64) -> String {
    let places = places(data, width);
    let spots = spots(&places, width);
    let rows = spots.iter().map(|(_, _, row)| row + 1).max().unwrap_or(0);
    let height = TOP + BAR + 10.0 + ROW * rows as f64;
    draw(width, height, &data.aria, |sheet| {
        bar(sheet, data, &places, TOP);
        let line_of = |row: usize| TOP + BAR + 22.0 + ROW * row as f64;
        // All leaders before any name: a name near the right end may lie over another part's leader, and its rim then
        // breaks the leader, not the leader the name.
        for (index, _, row) in &spots {
            let leader = leader(&places[*index]);
            let end = line_of(*row) - 12.0;
            sheet.line((leader, TOP + BAR + 2.0), (leader, end), Ink::Axis);
        }
        for (index, x, row) in spots {
            let place = &places[index];
            let y = line_of(row);
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

#[cfg(test)]
mod tests {
    use super::{Memory, MemoryPart, leader, name_width, places, spots};

    #[test]
    fn a_leader_runs_through_no_name() {
        let part = |label: &str, note: &str, size: f64| MemoryPart {
            label: label.to_owned(),
            value: format!("{size:.1}"),
            size,
            note: note.to_owned(),
        };
        let data = Memory {
            parts: vec![
                part("weights", "bf16", 15.0),
                part("LoRA weights", "rank 16", 0.16),
                part("optimizer", "AdamW", 0.31),
                part("activations", "checkpointing on", 0.5),
                part("logits and loss", "all logits at once", 2.9),
                part("CUDA context, allocator", "driver and reserve", 1.1),
            ],
            total: (17.8, 19.9, 23.6),
            ..Memory::default()
        };
        let places = places(&data, 888.0);
        let spots = spots(&places, 888.0);
        for (upper, start, row) in &spots {
            let end = start + name_width(places[*upper].part);
            for (lower, _, _) in spots.iter().filter(|(_, _, other)| other > row) {
                let line = leader(&places[*lower]);
                let (line_of, name) = (&places[*lower].part.label, &places[*upper].part.label);
                assert!(line < *start || line > end, "{line_of} through {name}");
            }
        }
    }
}
