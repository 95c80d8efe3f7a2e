//! What a question asks of one offer.
use crate::catalog::query::{UnknownFacts, WORDS};
use crate::catalog::{CatalogSnapshot, FactKey, Freshness, Gpu, Offer, Platform, Query, Tri};
use crate::units::Currency;
use chrono::NaiveDate;

/// What an offer says to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It meets every condition.
    Meets,
    /// It would, but nobody knows what the condition of this name asks for.
    Unknown(&'static str),
    /// It does not.
    Fails,
}

impl Answer {
    fn of(meets: bool) -> Self {
        if meets { Self::Meets } else { Self::Fails }
    }
}

/// What an offer says to every condition but words to look for, numbers and those of its price's kind and age.
///
/// It is asked of one offer for all of its class: whatever it reads must be among the traits in `classes`.
pub(super) fn meets(snapshot: &CatalogSnapshot, query: &Query, offer: &Offer) -> Answer {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    let named = (query.gpu.is_empty() || query.gpu.contains(&gpu.slug))
        && (query.platform.is_empty() || query.platform.contains(&platform.slug));
    if !named || !facts_pass(query, offer, platform) {
        return Answer::Fails;
    }
    let mut answer = Answer::Meets;
    for name in WORDS {
        let wanted = query.words_of(name);
        if wanted.is_empty() {
            continue;
        }
        match word(&snapshot.gpus, &snapshot.platforms, offer, name) {
            Some(value) if wanted.iter().any(|w| w.eq_ignore_ascii_case(value)) => {}
            Some(_) => return Answer::Fails,
            None if answer == Answer::Meets => answer = Answer::Unknown(name),
            None => {}
        }
    }
    answer
}

/// The word that the condition `name`, one of [`WORDS`], is about.
pub(in crate::catalog) fn word<'a>(
    gpus: &'a [Gpu],
    platforms: &'a [Platform],
    offer: &'a Offer,
    name: &str,
) -> Option<&'a str> {
    let gpu = &gpus[offer.gpu];
    match name {
        "vendor" => Some(&gpu.vendor),
        "country" => platforms[offer.platform].country.as_deref(),
        "region" => offer.region.as_deref(),
        "disk_type" => offer.disk_type.as_deref(),
        "form_factor" => gpu.form_factor.as_deref(),
        _ => None,
    }
}

/// Whether an offer's price is of a kind and an age that was asked for; of the offer it reads these two alone.
///
/// A price of which only the month is known is of unknown age where its first day is too old and its last is not.
pub(super) fn in_time(
    snapshot: &CatalogSnapshot,
    query: &Query,
    offer: &Offer,
    today: NaiveDate,
) -> Answer {
    let is_asked = (query.price_kind.is_empty() || query.price_kind.contains(&offer.kind))
        && !(query.current_only && snapshot.freshness(offer, today) == Freshness::Stale);
    let Some(days) = query.observed_within_days.filter(|_| is_asked) else {
        return Answer::of(is_asked);
    };
    let is_old = |day: NaiveDate| (today - day).num_days() > i64::from(days);
    match (
        is_old(offer.observed.date),
        is_old(offer.observed.latest_day()),
    ) {
        (false, _) => Answer::Meets,
        (_, true) => Answer::Fails,
        _ => Answer::Unknown("observed_within_days"),
    }
}

fn facts_pass(query: &Query, offer: &Offer, platform: &Platform) -> bool {
    let keep_unknown = query.unknown == UnknownFacts::Include;
    let flags = query
        .flags
        .iter()
        .all(|(_, key, wanted)| match offer.fact_tri(platform, *key) {
            Some(Tri::Partial) => *wanted != Tri::No,
            Some(known) => known == *wanted,
            None => keep_unknown,
        });
    let exclusive = query.exclusivity.is_empty()
        || offer
            .effective_exclusivity(platform)
            .map_or(keep_unknown, |e| query.exclusivity.contains(&e));
    let stopped = query.stopped_billing.is_empty()
        || offer
            .fact_value(platform, FactKey::StoppedBilling)
            .map_or(keep_unknown, |value| {
                query.stopped_billing.iter().any(|w| w == value)
            });
    flags && exclusive && stopped
}

/// The figure that the numeric condition `name` is about, prices in `currency`; never NaN.
pub(in crate::catalog) fn figure(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    name: &str,
    currency: Currency,
) -> Option<f64> {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    match name {
        "gpu_count_min" | "gpu_count_max" => {
            Some(offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count)))
        }
        "vram_min" => gpu.vram_gb.map(|v| v * offer.gpu_fraction.unwrap_or(1.0)),
        "total_vram_min" => gpu
            .vram_gb
            .map(|v| v * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count))),
        "bandwidth_min" => gpu.bandwidth_gbps,
        "tflops_min" => gpu.dense_tflops().map(|(f, _)| f),
        "compute_capability_min" => gpu
            .compute_capability
            .as_deref()?
            .parse()
            .ok()
            .filter(|version: &f64| version.is_finite()),
        "price_max" => Some(
            snapshot
                .shown(offer.price_per_gpu_hour()?, currency)?
                .amount()
                .to_f64(),
        ),
        "billing_increment_max" => offer
            .fact_whole(platform, FactKey::BillingIncrement)
            .map(f64::from),
        "network_mbps_min" => offer
            .network_mbps
            .or_else(|| offer.fact_whole(platform, FactKey::Network))
            .map(f64::from),
        "vcpu_min" => offer.vcpus,
        "ram_min" => offer.ram_gb,
        "disk_min" => offer.disk_gb,
        _ => None,
    }
}
