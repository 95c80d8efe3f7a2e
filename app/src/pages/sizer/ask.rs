//! What the sizer's address asks: the flat fields of a sizing document, with those of the page beside them.
use domain::catalog::{Notice, Reason};
use domain::sizing::config::ConfigModel;
use domain::sizing::{
    Estimate, Library, ModelChoice, Request, SizingError, SizingErrorKind, Task, estimate,
};

/// The job that the page starts with: the first training that most people try.
const START_TASK: &str = "lora";
const START_LLM: &str = "llama-3.1-8b";
const START_PICTURES: &str = "sdxl";
/// A small set of instructions, so that the page starts with hours and money; the form shows it.
const START_SAMPLES: u64 = 6000;
const START_AVERAGE: u64 = 700;
const START_EPOCHS: &str = "3";
/// Hours of use where the work has no length of its own.
const START_HOURS: u32 = 1;
/// Longest `config.json` that fits an address, bytes.
pub const MOST_CONFIG: usize = 6000;

/// Parameters of the page around the job.
const PAGE_PARAMS: &[&str] = &[
    "lang",
    "theme",
    "currency",
    "period",
    "month_hours",
    "part",
    "go",
];

/// Reads a `config.json`; the page's crate has no JSON.
pub type ReadConfig<'a> = &'a dyn Fn(&str) -> Result<ConfigModel, SizingError>;

/// The question.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Fields of the document as text, in the order they were given; defaults of the page left out.
    pub fields: Vec<(String, String)>,
    /// The same, typed and with the page's defaults.
    pub request: Request,
    /// A pasted `config.json`.
    pub config: Option<String>,
    /// Usual tokens of a sample, where samples are counted.
    pub average: Option<u64>,
    /// Hours of use of what has no length of its own.
    pub hours: Option<u32>,
    /// What was refused, each with its field.
    pub errors: Vec<SizingError>,
    /// What was typed in refused fields.
    pub typed: Vec<(String, String)>,
    /// What the page does not know.
    pub notices: Vec<Notice>,
}

impl Ask {
    /// Reads decoded pairs; never fails: what cannot be read is in `errors`, and the rest holds.
    pub fn read(
        pairs: &[(String, String)],
        library: &Library,
        read_config: ReadConfig<'_>,
    ) -> Self {
        let mut ask = Self::default();
        let has_gone = pairs.iter().any(|(name, _)| name == "go");
        let last = |name: &str| {
            let mut found = pairs.iter().rev().filter(|(n, _)| n == name);
            found
                .next()
                .map(|(_, v)| v.trim())
                .filter(|v| !v.is_empty())
        };
        let task = ask.read_task(last("task"), last("method"), last("model"), library);
        ask.read_model(pairs, task, &last, read_config);
        let mut seen: Vec<&str> = vec!["task", "method", "model", "picture", "config"];
        for (name, _) in pairs {
            let is_page = PAGE_PARAMS.contains(&name.as_str()) || name.starts_with("model.");
            let Some(value) = last(name).filter(|_| !is_page && !seen.contains(&name.as_str()))
            else {
                continue;
            };
            seen.push(name);
            match name.as_str() {
                "avg" => match value.parse().ok().filter(|v| (1..=10_000_000).contains(v)) {
                    Some(average) => ask.average = Some(average),
                    None => ask.refuse_number("avg", value),
                },
                "hours" => match value.parse().ok().filter(|v| (1..=9600).contains(v)) {
                    Some(hours) => ask.hours = Some(hours),
                    None => ask.refuse_number("hours", value),
                },
                name => ask.set(name, value),
            }
        }
        ask.drop_unused(library, !has_gone);
        ask.start_amounts();
        ask
    }

    fn refuse_number(&mut self, field: &str, value: &str) {
        let message = format!("`{value}` is not a whole number in range");
        self.errors
            .push(SizingError::new(SizingErrorKind::BadValue, field, message));
        self.typed.push((field.to_owned(), value.to_owned()));
    }

    fn set(&mut self, name: &str, value: &str) {
        let mut next = self.request.clone();
        match next.set(name, value) {
            Ok(()) => {
                self.request = next;
                self.fields.push((name.to_owned(), value.to_owned()));
            }
            Err(error) if error.kind == SizingErrorKind::UnknownField => {
                self.notices.push(Notice {
                    param: name.chars().take(60).collect(),
                    value: String::new(),
                    reason: Reason::UnknownParam,
                });
            }
            Err(error) => {
                self.errors.push(error);
                self.typed.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    /// The form asks for training and its method apart; an address says one word.
    fn read_task(
        &mut self,
        task: Option<&str>,
        method: Option<&str>,
        model: Option<&str>,
        library: &Library,
    ) -> Task {
        let draws = || model.is_some_and(|name| library.models.diffusion(name).is_ok());
        let word = match task {
            Some("train") => method.unwrap_or(START_TASK),
            Some(word) => word,
            None if draws() => Task::DiffusionInference.word(),
            None => START_TASK,
        };
        self.set("task", word);
        if self.request.task.is_none() {
            self.request.task = Task::from_word(START_TASK);
        }
        self.request.task.unwrap_or(Task::Lora)
    }

    /// A name that was typed wins over a shape and a `config.json` that the form carries.
    fn read_model<'a>(
        &mut self,
        pairs: &'a [(String, String)],
        task: Task,
        last: &dyn Fn(&str) -> Option<&'a str>,
        read_config: ReadConfig<'_>,
    ) {
        if task.is_diffusion() {
            let name = last("picture").or_else(|| last("model"));
            return self.set("model", name.unwrap_or(START_PICTURES));
        }
        if let Some(name) = last("model") {
            return self.set("model", name);
        }
        if let Some(text) = last("config") {
            match read_config(text) {
                Ok(read) => self.request.model = Some(ModelChoice::Config(Box::new(read))),
                Err(error) => self.errors.push(error),
            }
            self.config = Some(text.to_owned());
            return;
        }
        for (name, value) in pairs.iter().filter(|(n, _)| n.starts_with("model.")) {
            let value = value.trim();
            if !value.is_empty() {
                self.set(name, value);
            }
        }
        if self.request.model.is_none() && self.typed.is_empty() {
            self.request.model = Some(ModelChoice::Named(START_LLM.to_owned()));
        }
    }

    /// Takes out fields that the task does not use: the form sends them all. `tells` says so on the page.
    fn drop_unused(&mut self, library: &Library, tells: bool) {
        while let Err(error) = estimate(&self.request, library, &[]) {
            let place = self
                .fields
                .iter()
                .position(|(name, _)| *name == error.field);
            let Some(place) = place.filter(|_| error.kind == SizingErrorKind::UnusedField) else {
                return;
            };
            let (param, value) = self.fields.remove(place);
            if tells {
                let reason = Reason::UnknownParam;
                self.notices.push(Notice {
                    param,
                    value,
                    reason,
                });
            }
            self.request = self.typed_fields(&self.fields);
        }
    }

    /// The request of some fields, with this question's model where that is no text.
    fn typed_fields(&self, fields: &[(String, String)]) -> Request {
        let mut request = Request::default();
        for (name, value) in fields {
            // Each was read once before.
            let _ = request.set(name, value);
        }
        request.task = request.task.or(self.request.task);
        if request.model.is_none() {
            request.model.clone_from(&self.request.model);
        }
        request
    }

    /// A training without an amount gets the one that the page starts with.
    fn start_amounts(&mut self) {
        let request = &mut self.request;
        let trains = request.task.is_some_and(Task::is_llm_training);
        if !trains {
            (self.average, request.samples) = (None, None);
            return;
        }
        self.hours = None;
        if request.tokens.is_none() && request.samples.is_none() {
            request.samples = Some(START_SAMPLES);
            self.average = self.average.or(Some(START_AVERAGE));
            if request.epochs.is_none() {
                let _ = request.set("epochs", START_EPOCHS);
            }
        }
    }

    /// The task.
    pub fn task(&self) -> Task {
        self.request.task.unwrap_or(Task::Lora)
    }

    /// Hours of use where the work has no length of its own.
    pub fn use_hours(&self) -> u32 {
        self.hours.unwrap_or(START_HOURS)
    }

    /// The request as the domain is asked: samples of a usual length become tokens.
    pub fn work(&self) -> Request {
        let mut request = self.request.clone();
        if let (Some(samples), Some(average)) = (request.samples, self.average) {
            let longest = u64::from(request.seq.unwrap_or(2048));
            request.tokens = Some(samples.saturating_mul(average.min(longest)).max(1));
            request.samples = None;
        }
        request
    }

    /// The address's parameters in their short form: what is as usual is left out.
    pub fn short(&self, library: &Library) -> Vec<(String, String)> {
        let mut fields = self.fields.clone();
        let usual = |fields: &[(String, String)], name: &str, value: &str| {
            let request = self.typed_fields(fields);
            estimate(&request, library, &[]).is_ok_and(|answer: Estimate| {
                let mut assumed = answer.assumptions.iter();
                assumed.any(|a| a.field == name && a.value == value)
            })
        };
        let start_model = if self.task().is_diffusion() {
            START_PICTURES
        } else {
            START_LLM
        };
        for (name, value) in &self.fields {
            let mut without = fields.clone();
            without.retain(|(n, _)| n != name);
            let is_usual = match name.as_str() {
                "task" => value == START_TASK && !self.task().is_diffusion(),
                "model" => value == start_model,
                _ => usual(&without, name, value),
            };
            if is_usual {
                fields = without;
            }
        }
        let has =
            |name: &str, value: &str| self.fields.iter().any(|(n, v)| n == name && v == value);
        let starts = has("samples", &START_SAMPLES.to_string())
            && self.average == Some(START_AVERAGE)
            && has("epochs", START_EPOCHS);
        if starts {
            fields.retain(|(n, _)| n != "samples" && n != "epochs");
        }
        let average = self
            .average
            .filter(|_| !starts && self.fields.iter().any(|(n, _)| n == "samples"));
        let text = |n: &str, v: Option<String>| v.map(|v| (n.to_owned(), v));
        fields.extend(text("avg", average.map(|v| v.to_string())));
        let hours = self.hours.filter(|hours| *hours != START_HOURS);
        fields.extend(text("hours", hours.map(|v| v.to_string())));
        fields.extend(text("config", self.config.clone()));
        fields.extend(self.typed.clone());
        fields
    }

    /// The short form with some fields changed; for links that apply a remedy.
    pub fn with(&self, changes: &[(&str, &str)], library: &Library) -> Vec<(String, String)> {
        let mut fields = self.short(library);
        fields.retain(|(n, _)| !changes.iter().any(|(c, _)| c == n));
        fields.extend(
            changes
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned())),
        );
        fields
    }

    /// What the form shows in a field: what was typed, else what holds.
    pub fn shown(&self, name: &str, estimate: Option<&Estimate>) -> String {
        let of = |list: &[(String, String)]| {
            let mut found = list.iter().rev().filter(|(n, _)| n == name);
            found.next().map(|(_, v)| v.clone())
        };
        let assumed = || {
            let mut all = estimate?.assumptions.iter();
            all.find(|a| a.field == name).map(|a| a.value.clone())
        };
        let started = || {
            let value = match name {
                "samples" => self.request.samples.map(|v| v.to_string()),
                "epochs" => self.request.epochs.map(|v| v.to_string()),
                "avg" => self.average.map(|v| v.to_string()),
                "hours" => Some(self.use_hours().to_string()),
                "model" => match &self.request.model {
                    Some(ModelChoice::Named(name)) => Some(name.clone()),
                    _ => None,
                },
                _ => None,
            };
            value.or_else(|| (name == "epochs").then(|| "1".to_owned()))
        };
        of(&self.typed)
            .or_else(|| of(&self.fields))
            .or_else(assumed)
            .or_else(started)
            .unwrap_or_default()
    }

    /// What is wrong with a field.
    pub fn error(&self, name: &str) -> Option<&SizingError> {
        self.errors.iter().find(|error| error.field == name)
    }
}
