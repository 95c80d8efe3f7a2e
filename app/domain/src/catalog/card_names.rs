//! Finds a card by what people write, and the cards whose names come nearest to what nobody knows.
use super::Gpu;
use crate::sizing::cards;
use std::cmp::Reverse;

/// Letters and digits alone, small, a size as `48gb`, so that `4090 48G`, `RTX_4090-48GB` and the slug are one text.
fn compact(text: &str) -> String {
    let cut: String = text.chars().take(80).collect();
    let words = cut.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut plain = String::new();
    for word in words {
        let word = word.to_ascii_lowercase();
        let is_size = word
            .strip_suffix('g')
            .is_some_and(|size| !size.is_empty() && size.chars().all(|c| c.is_ascii_digit()));
        plain.push_str(&word);
        if is_size {
            plain.push('b');
        }
    }
    ["nvidia", "geforce", "tesla"]
        .iter()
        .fold(plain, |text, maker| match text.strip_prefix(maker) {
            Some(rest) => rest.to_owned(),
            None => text,
        })
}

/// The slug without the name of its line: `4090` for `rtx-4090`.
fn without_line(slug: &str) -> &str {
    ["rtx-", "gtx-", "quadro-"]
        .iter()
        .find_map(|line| slug.strip_prefix(line))
        .unwrap_or(slug)
}

/// Index of the card that a name means: its slug in any spelling, with or without its line, or what the sizer knows it
/// by; a chip with several form factors is the entry that states none. `None` when nobody knows it or it may be several.
pub fn named(gpus: &[Gpu], name: &str) -> Option<usize> {
    if let Some(exact) = gpus.iter().position(|gpu| gpu.slug == name) {
        return Some(exact);
    }
    let wanted = compact(name);
    if wanted.is_empty() {
        return None;
    }
    let is_it = |gpu: &Gpu| {
        compact(&gpu.slug) == wanted
            || compact(&gpu.name) == wanted
            || compact(without_line(&gpu.slug)) == wanted
    };
    if let Some(place) = gpus.iter().position(is_it) {
        return Some(place);
    }
    let found = cards::find(gpus, name).ok()?;
    gpus.iter().position(|gpu| gpu.slug == found.slug)
}

/// Slugs' distance in single changes of letters, of short texts.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut before = row[0];
        row[0] = line + 1;
        for (place, other) in to.iter().enumerate() {
            let swap = before + usize::from(letter != *other);
            before = row[place + 1];
            row[place + 1] = swap.min(before + 1).min(row[place] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Letters that two texts begin with in common.
fn shared_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count()
}

/// Indexes of the `count` cards whose names are nearest to `name`, nearest first; among equally near ones that which
/// begins alike, then the catalogue's order.
pub fn nearest(gpus: &[Gpu], name: &str, count: usize) -> Vec<usize> {
    let wanted = compact(name);
    let mut near: Vec<(usize, Reverse<usize>, usize)> = gpus
        .iter()
        .enumerate()
        .map(|(place, gpu)| {
            let forms = [compact(&gpu.slug), compact(without_line(&gpu.slug))];
            let least = forms.iter().map(|form| distance(&wanted, form)).min();
            let alike = forms.iter().map(|form| shared_start(&wanted, form)).max();
            (
                least.unwrap_or(usize::MAX),
                Reverse(alike.unwrap_or(0)),
                place,
            )
        })
        .collect();
    near.sort_unstable();
    near.into_iter()
        .take(count)
        .map(|(.., place)| place)
        .collect()
}
