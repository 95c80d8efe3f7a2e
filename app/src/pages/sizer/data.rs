//! The answer of the sizer's page: the estimate, what it means for cards by memory, and what each card's cheapest offer
//! costs.
use super::ask::Ask;
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, FactKey, Freshness, Offer};
use domain::quote::CatalogTable;
use domain::quote::job::{JobCost, JobNeed, cheapest};
use domain::sizing::host::{Host, HostAdvice, advise};
use domain::sizing::inverse::MaxContext;
use domain::sizing::transfer::{self, Disk};
use domain::sizing::{
    CardAnswer, Estimate, Metric, Range, Remedy, Request, SizingError, Task, Verdict, estimate,
};
use domain::units::Decimal;

/// Cards of one memory size.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// GiB of one card.
    pub gib: f64,
    /// Slug of one of them.
    pub gpu: String,
    /// Their names, those with most offers first.
    pub names: Vec<String>,
    /// Whether the job fits.
    pub verdict: Verdict,
    /// What is left, GiB; below 0 when it lacks.
    pub headroom: f64,
    /// What to change when it does not fit.
    pub fix: Option<Remedy>,
    /// Longest context there.
    pub context: Option<MaxContext>,
    /// Largest batch there.
    pub batch: Option<u32>,
}

/// How the model gets to an offer's card, seconds. None = the offer does not say how fast.
#[derive(Clone, Copy, Debug)]
pub struct Getting {
    /// Rate of the line, Mbit/s.
    pub mbps: Option<u32>,
    /// Fetching it.
    pub download: Option<Range>,
    /// Reading it from disk.
    pub load: Option<Range>,
}

/// A card with its cheapest offer.
#[derive(Clone, Debug)]
pub struct CostRow {
    /// Index into `snapshot.gpus`.
    pub gpu: usize,
    /// What the domain says of the card.
    pub answer: CardAnswer,
    /// Seconds of work, at best and at worst.
    pub work_s: (u64, u64),
    /// The offer and its bill.
    pub cost: JobCost,
    /// Getting ready.
    pub getting: Getting,
    /// The rest of the machine.
    pub host: [HostAdvice; 3],
}

/// The whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The estimate with every card.
    pub estimate: Estimate,
    /// Cards by memory, smallest first.
    pub capacities: Vec<Capacity>,
    /// Cards that hold the job, cheapest first.
    pub costs: Vec<CostRow>,
    /// What has to be fetched, GB of 10^9 bytes.
    pub model_gb: f64,
    /// True when the work has a length of its own.
    pub is_timed: bool,
}

/// What answers are made from.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// Cards and offers, models and measured runs.
    pub snapshot: &'a CatalogSnapshot,
    /// Offers as a table in the display currency.
    pub table: &'a CatalogTable,
    /// The day.
    pub today: NaiveDate,
}

/// Current whole-card offers of each card.
pub fn offered(snapshot: &CatalogSnapshot, today: NaiveDate) -> Vec<usize> {
    let mut counts = vec![0; snapshot.gpus.len()];
    for offer in &snapshot.offers {
        let is_current = snapshot.freshness(offer, today) != Freshness::Stale;
        if is_current && offer.gpu_fraction.is_none() {
            counts[offer.gpu] += 1;
        }
    }
    counts
}

/// Answers a question. Errors: as [`estimate`].
pub fn answer(ask: &Ask, ground: &Ground<'_>) -> Result<Answer, SizingError> {
    let request = ask.work();
    let whole = Request {
        metric: Some(Metric::Process),
        ..request.clone()
    };
    let estimate = estimate(&whole, &ground.snapshot.library, &ground.snapshot.gpus)?;
    let model_gb = estimate.fetched_gb();
    let capacities = capacities(&request, &estimate, ground);
    let costs = costs(ask, &estimate, model_gb, ground);
    let is_timed = estimate.cards.iter().any(|card| card.time.is_some());
    Ok(Answer {
        estimate,
        capacities,
        costs,
        model_gb,
        is_timed,
    })
}

fn capacities(request: &Request, estimate: &Estimate, ground: &Ground<'_>) -> Vec<Capacity> {
    let counts = offered(ground.snapshot, ground.today);
    let mut found: Vec<(Capacity, Vec<(usize, String)>)> = Vec::new();
    for card in &estimate.cards {
        let index = ground.snapshot.gpu_by_slug(&card.gpu);
        let Some(index) = index.filter(|index| counts[*index] > 0) else {
            continue;
        };
        let gpu = &ground.snapshot.gpus[index];
        let (Some(gib), Some(headroom)) = (gpu.vram_gb, card.headroom_gib) else {
            continue;
        };
        let name = (counts[index], crate::components::card_name(gpu));
        match found.iter_mut().find(|(c, _)| c.gib == gib) {
            Some((_, names)) => names.push(name),
            None => {
                let capacity = Capacity {
                    gib,
                    gpu: card.gpu.clone(),
                    names: Vec::new(),
                    verdict: card.verdict,
                    headroom,
                    fix: card.fix.clone(),
                    context: None,
                    batch: None,
                };
                found.push((capacity, vec![name]));
            }
        }
    }
    found.sort_by(|a, b| a.0.gib.total_cmp(&b.0.gib));
    let mut capacities: Vec<Capacity> = found
        .into_iter()
        .map(|(mut capacity, mut names)| {
            names.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
            capacity.names = names.into_iter().map(|(_, name)| name).collect();
            capacity.names.dedup();
            capacity
        })
        .collect();
    limits(&mut capacities, request, ground);
    capacities
}

/// The longest context and the largest batch of each size, asked for one card of each.
fn limits(capacities: &mut [Capacity], request: &Request, ground: &Ground<'_>) {
    let named = Request {
        gpus: Some(capacities.iter().map(|c| c.gpu.clone()).collect()),
        metric: Some(Metric::Process),
        ..request.clone()
    };
    if let Ok(answer) = estimate(&named, &ground.snapshot.library, &ground.snapshot.gpus) {
        for (capacity, card) in capacities.iter_mut().zip(&answer.cards) {
            (capacity.context, capacity.batch) = (card.max_context, card.max_batch);
        }
    }
}

fn seconds(value: f64) -> u64 {
    value.clamp(0.0, 1e12).ceil() as u64
}

impl Getting {
    /// Of a model of `gb` on an offer's machine.
    pub fn of(offer: &Offer, snapshot: &CatalogSnapshot, gb: f64) -> Self {
        let platform = &snapshot.platforms[offer.platform];
        let stated = offer.network_mbps;
        let mbps = stated.or_else(|| offer.fact_whole(platform, FactKey::Network));
        let disk = offer.disk_type.as_deref().and_then(Disk::from_text);
        Self {
            mbps,
            download: mbps.and_then(|mbps| transfer::download_s(gb, f64::from(mbps))),
            load: disk.map(|disk| transfer::load_s(gb, disk, true)),
        }
    }

    fn setup_s(&self) -> (u64, u64) {
        let ranges = [self.download, self.load].into_iter().flatten();
        let total: Range = ranges.sum();
        (seconds(total.low), seconds(total.high))
    }
}

fn costs(ask: &Ask, estimate: &Estimate, model_gb: f64, ground: &Ground<'_>) -> Vec<CostRow> {
    let snapshot = ground.snapshot;
    let n_gpu = ask.request.n_gpu.unwrap_or(1);
    let hours = u64::from(ask.use_hours()) * 3600;
    let writes = matches!(ask.task(), Task::Full);
    let fitting = estimate
        .cards
        .iter()
        .filter(|card| matches!(card.verdict, Verdict::Fits | Verdict::Tight));
    let rows = fitting.filter_map(|card| {
        let gpu = snapshot.gpu_by_slug(&card.gpu)?;
        let work_s = match (&card.time, ask.task().is_llm_training()) {
            (Some(time), _) => (seconds(time.0.low), seconds(time.0.high)),
            // A card whose rate nobody knows has no time, and so no cost.
            (None, true) => return None,
            (None, false) => (hours, hours),
        };
        let need = JobNeed {
            gpu: card.gpu.clone(),
            n_gpu,
            work_s,
            data_gb: Decimal::from_int(model_gb.ceil() as i64),
        };
        let setup = |offer: &Offer| Getting::of(offer, snapshot, model_gb).setup_s();
        let cost = cheapest(ground.table, snapshot, &need, setup, ground.today);
        let cost = cost.ok().flatten()?;
        let offer = &snapshot.offers[cost.offer];
        let host = Host {
            ram_gb: offer.ram_gb,
            vcpus: offer.vcpus,
            disk_gb: offer.disk_gb,
            gpus: f64::from(offer.gpu_count),
        };
        Some(CostRow {
            gpu,
            answer: card.clone(),
            work_s,
            getting: Getting::of(offer, snapshot, model_gb),
            host: advise(host, model_gb, writes),
            cost,
        })
    });
    let mut rows: Vec<CostRow> = rows.collect();
    rows.sort_by_key(|row| (row.cost.high.is_none(), row.cost.high, row.cost.low));
    rows
}
