//! The models that are known, found by the names people type.
use super::SizingError;
use super::diffusion_model::DiffusionModel;
use super::error::{SizingErrorKind, short};
use super::model::Model;
use super::table::Table;

/// Names beside the stable ones. Each was met in a reference run or is how the model's maker writes it.
const ALIASES: &[(&str, &str)] = &[
    ("mistral-7b", "mistral-7b-v0.3"),
    ("phi-3-mini", "phi-3-mini-4k"),
    ("yi-34b", "yi-1.5-34b"),
    ("yi-6b", "yi-1.5-6b"),
    ("chatglm3", "chatglm3-6b"),
    ("sd-1.4", "sd15"),
    ("sd-1.5", "sd15"),
    ("sd1.5", "sd15"),
    ("stable-diffusion-1.5", "sd15"),
    ("stable-diffusion-v1-5", "sd15"),
    ("sdxl-base-1.0", "sdxl"),
    ("sdxl-1.0", "sdxl"),
    ("stable-diffusion-xl", "sdxl"),
    ("stable-diffusion-xl-base-1.0", "sdxl"),
    ("flux", "flux.1-dev"),
    ("flux-dev", "flux.1-dev"),
    ("flux.1", "flux.1-dev"),
    ("sd3.5", "sd3.5-medium"),
    ("stable-diffusion-3.5-medium", "sd3.5-medium"),
    ("wan2.1", "wan2.1-14b"),
];

/// Language and diffusion models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Models {
    /// Language models.
    pub llms: Vec<Model>,
    /// Diffusion models.
    pub diffusion: Vec<DiffusionModel>,
}

impl Models {
    /// From the texts of `models.csv` and `diffusion.csv`. Errors: the first row that cannot be read.
    pub fn read(llms: &str, diffusion: &str) -> Result<Self, SizingError> {
        Ok(Self {
            llms: Table::read(llms)
                .rows()
                .map(|row| Model::from_row(&row))
                .collect::<Result<_, _>>()?,
            diffusion: DiffusionModel::read_all(diffusion)?,
        })
    }

    /// The language model that `name` means. Errors: nobody knows it; the nearest names are in the message.
    pub fn llm(&self, name: &str) -> Result<&Model, SizingError> {
        let wanted = plain(name);
        let found = self
            .llms
            .iter()
            .find(|model| model.id == wanted || plain(repo_name(&model.hf_repo)) == wanted);
        found.ok_or_else(|| self.unknown(name, &wanted))
    }

    /// The diffusion model that `name` means. Errors: as [`Self::llm`].
    pub fn diffusion(&self, name: &str) -> Result<&DiffusionModel, SizingError> {
        let wanted = plain(name);
        let found = self.diffusion.iter().find(|model| model.id == wanted);
        found.ok_or_else(|| self.unknown(name, &wanted))
    }

    /// Language models whose name, family or repository has every word of `text`; all for an empty text.
    pub fn search(&self, text: &str) -> Vec<&Model> {
        let words: Vec<String> = text.split_whitespace().map(plain).collect();
        let matches = |model: &&Model| {
            let hay = [&model.id, &plain(&model.family), &plain(&model.hf_repo)]
                .map(|s| s.replace('-', ""));
            words.iter().all(|word| {
                let word = word.replace('-', "");
                hay.iter().any(|name| name.contains(&word))
            })
        };
        self.llms.iter().filter(matches).collect()
    }

    fn unknown(&self, name: &str, wanted: &str) -> SizingError {
        let names = self.llms.iter().map(|model| model.id.as_str());
        let names = names.chain(self.diffusion.iter().map(|model| model.id.as_str()));
        let stem: String = wanted.chars().take_while(|c| c.is_alphabetic()).collect();
        let near: Vec<&str> = names
            .filter(|id| !stem.is_empty() && id.starts_with(&stem))
            .take(6)
            .collect();
        let near = if near.is_empty() {
            "give its shape instead".to_owned()
        } else {
            format!("known here: {}", near.join(", "))
        };
        let message = format!(
            "`{}` is not a known model for this task; {near}",
            short(name)
        );
        SizingError::new(SizingErrorKind::UnknownName, "model", message)
    }
}

/// A name as people type it, made like the stable ones: small letters, hyphens, no owner, no `-instruct` or `-hf`.
fn plain(name: &str) -> String {
    let mut text: String = repo_name(name.trim())
        .chars()
        .map(|c| match c {
            ' ' | '_' => '-',
            other => other.to_ascii_lowercase(),
        })
        .collect();
    for tail in ["-hf", "-instruct", "-chat", "-it", "-base"] {
        if let Some(rest) = text.strip_suffix(tail) {
            text = rest.to_owned();
        }
    }
    if let Some(rest) = text.strip_prefix("meta-") {
        text = rest.to_owned();
    }
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == text)
        .map_or(text, |(_, id)| (*id).to_owned())
}

fn repo_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
