//! The platforms that somebody may have meant by a name that none has.
use super::CatalogSnapshot;

/// Names offered.
const MOST: usize = 3;

/// The platforms whose slug or name is nearest to `slug`, nearest first, at most three.
pub fn platforms(snapshot: &CatalogSnapshot, slug: &str) -> Vec<usize> {
    let asked: Vec<char> = plain(slug);
    let mut near: Vec<(usize, usize)> = snapshot
        .platforms
        .iter()
        .enumerate()
        .map(|(place, platform)| {
            let zh = platform.name_zh.as_deref().unwrap_or_default();
            let names = [platform.slug.as_str(), platform.name.as_str(), zh];
            let least = names.iter().map(|name| distance(&asked, &plain(name)));
            (least.min().unwrap_or(usize::MAX), place)
        })
        .collect();
    near.sort_unstable();
    near.into_iter()
        .take(MOST)
        .map(|(_, place)| place)
        .collect()
}

/// Letters and digits alone, without case; a long text counts with its beginning.
fn plain(text: &str) -> Vec<char> {
    text.to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .take(60)
        .collect()
}

/// Changes of a letter between a name asked for and a known one; none where one name begins the other.
fn distance(a: &[char], b: &[char]) -> usize {
    if b.is_empty() {
        return usize::MAX;
    }
    if a.len() > 2 && (b.starts_with(a) || a.starts_with(b)) {
        return 0;
    }
    changes(a, b)
}

/// Letters to insert, to remove, to replace, or neighbours to swap, until `a` is `b` (optimal string alignment).
pub(super) fn changes(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = row[j] + usize::from(letter != other);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            let is_swap = i > 0 && j > 0 && a[i - 1] == *other && b[j - 1] == *letter;
            if is_swap {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_near() {
        let of = |a: &str, b: &str| distance(&plain(a), &plain(b));
        assert_eq!(of("autodll", "AutoDL"), 0);
        assert_eq!(of("atodl", "autodl"), 1);
        assert_eq!(of("runpd", "runpod"), 1);
        assert_eq!(of("Run-Pod", "runpod"), 0);
        assert!(of("vast", "autodl") > 3);
        assert_eq!(of("x", ""), usize::MAX);
        assert_eq!(of("4900", "4090"), 1, "two neighbours changed places");
    }
}
