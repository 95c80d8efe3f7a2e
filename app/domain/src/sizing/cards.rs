//! Finds cards by the names people type.
use super::SizingError;
use super::error::{SizingErrorKind, short};
use crate::catalog::Gpu;

fn plain(name: &str) -> String {
    let text: String = name
        .trim()
        .chars()
        .map(|c| match c {
            ' ' | '_' | '/' => '-',
            other => other.to_ascii_lowercase(),
        })
        .collect();
    ["nvidia-", "geforce-", "tesla-", "amd-", "instinct-"]
        .iter()
        .fold(text, |text, maker| {
            text.strip_prefix(maker).map(str::to_owned).unwrap_or(text)
        })
}

/// The card that `name` means: its slug, its slug without the line's name (`4090`), or its short name; for a chip with
/// several form factors the entry that states none. Errors: nobody knows it, or it may be several.
pub fn find<'a>(gpus: &'a [Gpu], name: &str) -> Result<&'a Gpu, SizingError> {
    let wanted = plain(name);
    let refuse = |why: String| {
        let message = format!("`{}` is not a known card{why}", short(name));
        Err(SizingError::new(
            SizingErrorKind::UnknownName,
            "gpus",
            message,
        ))
    };
    if wanted.is_empty() {
        return refuse(String::new());
    }
    let exact = gpus
        .iter()
        .find(|gpu| gpu.slug == wanted || plain(&gpu.name) == wanted);
    let without_line = || {
        gpus.iter().find(|gpu| {
            gpu.slug
                .split_once('-')
                .is_some_and(|(_, rest)| rest == wanted)
        })
    };
    if let Some(gpu) = exact.or_else(without_line) {
        return Ok(gpu);
    }
    let start = format!("{wanted}-");
    let like: Vec<&Gpu> = gpus
        .iter()
        .filter(|gpu| gpu.slug.starts_with(&start))
        .collect();
    let generic: Vec<&&Gpu> = like.iter().filter(|gpu| gpu.is_generic()).collect();
    match (like.as_slice(), generic.as_slice()) {
        ([only], _) => Ok(only),
        (_, [only]) => Ok(only),
        ([], _) => refuse(String::new()),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|gpu| gpu.slug.as_str()).collect();
            refuse(format!("; it may be {}", names.join(", ")))
        }
    }
}
