//! The check of a machine as pages, the API and the command line share it: text in, answers out.
use app::pages::machine::words;
use app::text::Locale;
use domain::catalog::names::{self, Named};
use domain::catalog::{CatalogSnapshot, Gpu};
use domain::inspect::promise::guess;
use domain::inspect::{
    Finding, Machine, Promise, Reading, Unreadable, judge, judge_guessed, read, whole,
};
use serde_json::{Value, json};

/// The script, as it is served and shown.
pub const SCRIPT: &str = include_str!("../../public/check.sh");

/// What a machine is held against.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The catalogue's cards.
    pub gpus: &'a [Gpu],
    /// Offers, where an offer may be named.
    pub snapshot: Option<&'a CatalogSnapshot>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no machine in the text.
    #[error("{0}")]
    Unreadable(#[from] Unreadable),
    /// No offer has this number.
    #[error("there is no offer `{0}`")]
    NoOffer(String),
    /// No card, or several, have this name.
    #[error("no single card of the catalogue is called `{0}`; meant was perhaps {1}")]
    NoCard(String, String),
    /// Nothing was chosen, and what the machine says fits no card.
    #[error("say which card was promised: the machine names none that the catalogue knows")]
    WhichCard,
}

impl Refused {
    /// A stable word.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(why) => why.code(),
            Self::NoOffer(_) => "unknown_offer",
            Self::NoCard(..) => "unknown_card",
            Self::WhichCard => "which_card",
        }
    }

    /// The field at fault.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "text",
            Self::NoOffer(_) => "offer",
            Self::NoCard(..) | Self::WhichCard => "gpu",
        }
    }
}

/// A machine with its answers.
pub struct Answered {
    /// What was read.
    pub reading: Reading,
    /// What it was held against.
    pub promise: Promise,
    /// True when nobody chose the card: it is the one that the machine names.
    pub is_guess: bool,
    /// The answers.
    pub findings: Vec<Finding>,
}

/// Reads `text` and holds it against the offer, else the card, else the card that the machine itself names.
pub fn answer(text: &str, offer: &str, gpu: &str, ground: Ground<'_>) -> Result<Answered, Refused> {
    let reading = read(text)?;
    let (promise, is_guess) = promise(&reading.machine, offer.trim(), gpu.trim(), ground)?;
    let judge = if is_guess { judge_guessed } else { judge };
    let findings = judge(&reading.machine, &promise, ground.gpus);
    Ok(Answered {
        reading,
        promise,
        is_guess,
        findings,
    })
}

fn promise(
    machine: &Machine,
    offer: &str,
    gpu: &str,
    ground: Ground<'_>,
) -> Result<(Promise, bool), Refused> {
    if !offer.is_empty() {
        let found = ground
            .snapshot
            .and_then(|snapshot| Some((snapshot, snapshot.offer(offer.parse().ok()?)?)));
        let (snapshot, offer) =
            found.ok_or_else(|| Refused::NoOffer(offer.chars().take(40).collect()))?;
        return Ok((Promise::of_offer(snapshot, offer), false));
    }
    if !gpu.is_empty() {
        return match names::card(ground.gpus, gpu) {
            Named::One(index) => Ok((Promise::of_card(&ground.gpus[index]), false)),
            Named::Several(near) | Named::Nothing(near) => {
                let slugs: Vec<&str> = near
                    .iter()
                    .take(5)
                    .map(|index| ground.gpus[*index].slug.as_str())
                    .collect();
                Err(Refused::NoCard(
                    gpu.chars().take(40).collect(),
                    slugs.join(", "),
                ))
            }
        };
    }
    let guessed = guess(machine, ground.gpus).ok_or(Refused::WhichCard)?;
    Ok((Promise::of_card(guessed), true))
}

/// The answers as a document, words in both languages.
pub fn document(answered: &Answered) -> Value {
    let (promise, findings) = (&answered.promise, &answered.findings);
    let findings_json: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let mut value = json!(finding);
            value["words"] = json!({ "zh": words::sentence(Locale::zh_CN, finding), "en": words::sentence(Locale::en, finding) });
            value
        })
        .collect();
    let say = words::message(Locale::zh_CN, promise, &answered.reading.machine, findings)
        .zip(words::message(
            Locale::en,
            promise,
            &answered.reading.machine,
            findings,
        ))
        .map(|(zh, en)| json!({ "zh": zh, "en": en }));
    json!({
        "check": 1,
        "verdict": whole(findings),
        "offer": promise.offer,
        "platform": promise.platform,
        "gpu": promise.gpu.slug,
        "gpu_is_guess": answered.is_guess,
        "missing": answered.reading.missing,
        "findings": findings_json,
        "say": say,
    })
}

/// What was read in the script's own shape: what pages show again and what is kept. Reading it gives the same machine.
pub fn printed(machine: &Machine) -> String {
    let m = machine;
    let nvlink = m
        .nvlink_active
        .map(|active| json!({ "active": active, "inactive": m.nvlink_inactive }));
    let processes = m
        .processes
        .map(|all| json!({ "all": all, "foreign": m.processes_foreign }));
    let parts = [
        ("day", json!(m.day)),
        ("os", json!(m.os)),
        ("container", json!(m.container)),
        ("vm", json!(m.vm)),
        (
            "cpu",
            json!({ "model": m.cpu_model, "online": m.cpu_online, "allowed": m.cpu_allowed, "quota": m.cpu_quota, "numa_nodes": m.numa_nodes }),
        ),
        (
            "ram",
            json!({ "total_mib": m.ram_total_mib, "limit_mib": m.ram_limit_mib }),
        ),
        ("shm_mib", json!(m.shm_mib)),
        ("disks", json!(m.disks)),
        ("nvidia_smi", json!(m.nvidia_smi)),
        ("driver", json!(m.driver)),
        ("cuda", json!(m.cuda)),
        ("nvcc", json!(m.nvcc)),
        ("virtualization", json!(m.virtualization)),
        ("cards", json!(m.cards)),
        ("mig_devices", json!(m.mig_devices)),
        ("processes", json!(processes)),
        ("topology", json!(m.topology)),
        ("p2p", json!(m.p2p)),
        ("nvlink", json!(nvlink)),
        (
            "rates",
            json!({ "net_own": m.net_own, "disk_write_mb_s": m.disk_write_mb_s, "net_mbps": m.net_mbps }),
        ),
    ];
    let lines: Vec<String> = parts
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{\"check\":1,\n{},\n\"end\":true}}", lines.join(",\n"))
}
