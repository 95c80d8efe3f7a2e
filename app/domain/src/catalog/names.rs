//! What people call a card, and which card that is. A name that fits several is never settled by a guess.
use super::Gpu;
use super::near::changes;
use std::collections::HashSet;

/// What a name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// This card, by its index.
    One(usize),
    /// Several; nothing in the name decides between them.
    Several(Vec<usize>),
    /// None; the three whose names come closest.
    Nothing(Vec<usize>),
}

/// Words that say whose card it is, not which.
const MAKERS: &[&str] = &[
    "nvidia", "geforce", "tesla", "amd", "instinct", "intel", "huawei", "google", "moore",
    "threads", "gpu",
];
/// Words of a card's name that people leave out and that tell no two cards apart.
const SPARE: &[&str] = &["rtx", "gtx", "blackwell", "ascend", "mtt"];
/// How many cards come near a name.
const NEAR: usize = 3;
/// A longer name counts with its beginning.
const MOST_LETTERS: usize = 60;

/// Which card `text` names: its slug, or its name with or without family and maker, in any usual spelling
/// (`4090`, `rtx_4090`, `RTX-4090`, `4090D`, `4090 48G`, `A100 SXM4 80GB`).
///
/// Every word of the text must belong to the card, and whatever tells the card from its neighbours must be in the text:
/// `H100` is the card whose form factor is not stated, `A100` is two such cards and therefore `Several`.
pub fn card(gpus: &[Gpu], text: &str) -> Named {
    let lower = text.trim().to_lowercase();
    if let Some(index) = gpus.iter().position(|gpu| gpu.slug == lower) {
        return Named::One(index);
    }
    let asked: HashSet<String> = words(&lower).collect();
    if asked.is_empty() {
        return Named::Nothing(nearest(gpus, &lower));
    }
    let fits: Vec<usize> = (0..gpus.len())
        .filter(|index| asked.is_subset(&all_words(&gpus[*index])))
        .collect();
    let told: Vec<usize> = fits
        .iter()
        .copied()
        .filter(|index| telling_words(gpus, *index).is_subset(&asked))
        .collect();
    match (told.as_slice(), fits.as_slice()) {
        ([one], _) => Named::One(*one),
        ([], []) => Named::Nothing(nearest(gpus, &lower)),
        ([], _) => {
            // "A100" asks for its VRAM first: the cards without a form factor are the question in short.
            let generic = |index: &&usize| gpus[**index].is_generic();
            let short: Vec<usize> = fits.iter().filter(generic).copied().collect();
            Named::Several(if short.len() > 1 { short } else { fits })
        }
        _ => Named::Several(told),
    }
}

/// Words of a name in one spelling: `RTX_4090D 48G` is `rtx`, `4090`, `d`, `48gb`; makers are left out.
pub(crate) fn words(lower: &str) -> impl Iterator<Item = String> {
    let plain = lower.replace("max-q", "maxq");
    let parts: Vec<String> = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .flat_map(split)
        .filter(|word| !MAKERS.contains(&word.as_str()))
        .collect();
    // "48 GB" is one figure.
    let mut joined: Vec<String> = Vec::with_capacity(parts.len());
    for part in parts {
        match joined.last_mut() {
            Some(last) if (part == "gb" || part == "g") && is_digits(last) => last.push_str("gb"),
            _ => joined.push(part),
        }
    }
    joined.into_iter()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// One run of letters and digits as the words that it is made of.
fn split(part: &str) -> Vec<String> {
    let digits = part.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = part.split_at(digits);
    match (digits, rest) {
        (1.., "g" | "gb") => vec![format!("{number}gb")],
        // A model number of four digits with its suffix: 4090d, 4060ti.
        (4, "d" | "ti" | "s" | "super" | "ada" | "tisuper") => {
            let suffix = match rest {
                "tisuper" => vec!["ti", "super"],
                "s" => vec!["super"],
                other => vec![other],
            };
            [number]
                .into_iter()
                .chain(suffix)
                .map(str::to_owned)
                .collect()
        }
        (0, _) => {
            for family in ["rtx", "gtx"] {
                if let Some(model) = part.strip_prefix(family).filter(|model| !model.is_empty()) {
                    let mut found = vec![family.to_owned()];
                    found.extend(split(model));
                    return found;
                }
            }
            match part {
                "sxm2" | "sxm4" | "sxm5" | "sxm6" => vec!["sxm".to_owned()],
                _ => vec![part.to_owned()],
            }
        }
        _ => vec![part.to_owned()],
    }
}

fn all_words(gpu: &Gpu) -> HashSet<String> {
    let name = gpu
        .name
        .split(" (")
        .next()
        .unwrap_or(&gpu.name)
        .to_lowercase();
    let vram = gpu.vram_gb.map(|gb| format!("{gb}gb"));
    words(&gpu.slug).chain(words(&name)).chain(vram).collect()
}

/// The words without which a name could be another card's: those of the slug, the VRAM only where it tells cards apart.
fn telling_words(gpus: &[Gpu], index: usize) -> HashSet<String> {
    let bare = |gpu: &Gpu| -> HashSet<String> {
        words(&gpu.slug)
            .filter(|word| !is_size(word) && !SPARE.contains(&word.as_str()))
            .collect()
    };
    let own = bare(&gpus[index]);
    let twin = gpus
        .iter()
        .enumerate()
        .any(|(other, gpu)| other != index && bare(gpu) == own);
    let sizes = words(&gpus[index].slug).filter(|word| twin && is_size(word));
    own.into_iter().chain(sizes.collect::<Vec<_>>()).collect()
}

fn is_size(word: &str) -> bool {
    word.strip_suffix("gb").is_some_and(is_digits)
}

/// The one card that `text` names, see [`card`].
pub fn named(gpus: &[Gpu], text: &str) -> Option<usize> {
    match card(gpus, text) {
        Named::One(index) => Some(index),
        Named::Several(_) | Named::Nothing(_) => None,
    }
}

/// The three cards whose names take the fewest changes of a letter to become `text`; in the catalogue's order where equal.
pub fn nearest(gpus: &[Gpu], text: &str) -> Vec<usize> {
    let asked: String = words(&text.to_lowercase()).collect();
    let asked: Vec<char> = asked.chars().take(MOST_LETTERS).collect();
    let mut ranked: Vec<(usize, usize)> = gpus
        .iter()
        .enumerate()
        .map(|(index, gpu)| {
            let slug: String = words(&gpu.slug).collect();
            let bare: String = words(&gpu.slug)
                .filter(|w| !SPARE.contains(&w.as_str()))
                .collect();
            let far = |name: &str| changes(&asked, &name.chars().collect::<Vec<char>>());
            (far(&slug).min(far(&bare)), index)
        })
        .collect();
    ranked.sort_unstable();
    ranked
        .into_iter()
        .take(NEAR)
        .map(|(_, index)| index)
        .collect()
}
