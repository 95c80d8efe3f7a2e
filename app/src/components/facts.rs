//! What an offer's rules say, as short answers for tables.
use super::{Cell, fact, unknown};
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::{Exclusivity, FactKey, Learnt, Offer, Platform, StoppedBilling, Tri};
use leptos::prelude::*;

/// The billing increment in words.
pub fn increment_word(locale: Locale, offer: &Offer, platform: &Platform) -> Option<String> {
    if offer.kind.is_term() {
        return Some(super::kind_word(locale, offer.kind).to_owned());
    }
    Some(seconds_step(
        locale,
        offer.fact_whole(platform, FactKey::BillingIncrement)?,
    ))
}

/// A billing increment of so many seconds in words.
pub fn seconds_step(locale: Locale, seconds: u32) -> String {
    match seconds {
        1 => td_string!(locale, facts.per_second).to_owned(),
        60 => td_string!(locale, facts.per_minute).to_owned(),
        3600 => td_string!(locale, facts.per_hour).to_owned(),
        seconds => td_string!(locale, facts.per_seconds, seconds = seconds),
    }
}

/// The billing increment with its glyph where it is not known.
pub fn increment(locale: Locale, offer: &Offer, platform: &Platform) -> AnyView {
    increment_word(locale, offer, platform).map_or_else(|| unknown(locale), |word| word.into_any())
}

/// What happens to the data after a stop, and its glyph.
///
/// A platform's facts speak of its metered machines; what a prepaid one does is not stated.
pub fn stopped_answer(locale: Locale, offer: &Offer, platform: &Platform) -> (Cell, String) {
    if offer.kind.is_term() {
        return (Cell::Unknown, td_string!(locale, common.unknown).to_owned());
    }
    let billing = offer
        .fact_value(platform, FactKey::StoppedBilling)
        .and_then(StoppedBilling::from_word);
    let kept = offer.fact_tri(platform, FactKey::PersistentStorage);
    let days = offer.fact_whole(platform, FactKey::RetentionDays);
    stop_answer(locale, days, billing, kept)
}

/// The same from a platform's own facts.
pub fn platform_stop(locale: Locale, platform: &Platform) -> (Cell, String) {
    let facts = &platform.facts;
    let billing = facts
        .value(FactKey::StoppedBilling)
        .and_then(StoppedBilling::from_word);
    stop_answer(
        locale,
        facts.whole(FactKey::RetentionDays),
        billing,
        facts.tri(FactKey::PersistentStorage),
    )
}

fn stop_answer(
    locale: Locale,
    days: Option<u32>,
    billing: Option<StoppedBilling>,
    kept: Option<Tri>,
) -> (Cell, String) {
    match (days, billing, kept) {
        (Some(days), _, _) => (
            Cell::Part,
            td_string!(locale, facts.deleted_after, days = days),
        ),
        (_, Some(StoppedBilling::Full), _) => (
            Cell::Part,
            td_string!(locale, facts.stopped_full).to_owned(),
        ),
        (_, _, Some(Tri::No)) => (Cell::No, td_string!(locale, facts.not_kept).to_owned()),
        (_, _, Some(Tri::Partial)) => {
            (Cell::Part, td_string!(locale, facts.partly_kept).to_owned())
        }
        (_, Some(StoppedBilling::None), Some(Tri::Yes)) => {
            (Cell::Yes, td_string!(locale, facts.kept_free).to_owned())
        }
        (_, _, Some(Tri::Yes)) => (Cell::Yes, td_string!(locale, facts.kept_billed).to_owned()),
        (_, Some(StoppedBilling::StorageOnly), None) => {
            (Cell::Part, td_string!(locale, facts.disk_billed).to_owned())
        }
        (_, Some(StoppedBilling::None), None) => {
            (Cell::Part, td_string!(locale, facts.stop_free).to_owned())
        }
        (_, None, None) => (Cell::Unknown, td_string!(locale, common.unknown).to_owned()),
    }
}

/// What happens to the data after a stop.
pub fn stopped(locale: Locale, offer: &Offer, platform: &Platform) -> AnyView {
    let (cell, word) = stopped_answer(locale, offer, platform);
    fact(cell, word)
}

/// Whether the card is the customer's alone.
pub fn exclusivity(locale: Locale, offer: &Offer, platform: &Platform) -> AnyView {
    exclusivity_word(locale, offer.effective_exclusivity(platform))
}

/// An exclusivity with its glyph.
pub fn exclusivity_word(locale: Locale, exclusivity: Option<Exclusivity>) -> AnyView {
    match exclusivity {
        Some(Exclusivity::Dedicated) => {
            fact(Cell::Yes, td_string!(locale, facts.dedicated).to_owned())
        }
        Some(Exclusivity::Shared) => fact(Cell::No, td_string!(locale, facts.shared).to_owned()),
        Some(Exclusivity::Mixed) => fact(Cell::Part, td_string!(locale, facts.mixed).to_owned()),
        None => unknown(locale),
    }
}

/// vCPU and RAM of one card; unknown parts are named.
pub fn cpu_ram(locale: Locale, offer: &Offer) -> AnyView {
    if offer.vcpus.is_none() && offer.ram_gb.is_none() {
        return unknown(locale);
    }
    let share = |value: Option<f64>| {
        value.map_or_else(
            || "?".to_owned(),
            |v| format::figure((v / f64::from(offer.gpu_count) * 10.0).round() / 10.0),
        )
    };
    let (cpu, ram) = (share(offer.vcpus), share(offer.ram_gb));
    view! {
        {cpu}<span class="only-n">{td_string!(locale, facts.cores_suffix)}</span>" · "{ram}<span class="only-n">" GB"</span>
    }
    .into_any()
}

/// The name of a fact.
pub fn fact_name(locale: Locale, key: FactKey) -> &'static str {
    match key {
        FactKey::BillingIncrement => td_string!(locale, facts.n_billing_increment),
        FactKey::MinimumCharge => td_string!(locale, facts.n_minimum_charge),
        FactKey::CardExclusivity => td_string!(locale, facts.n_card_exclusivity),
        FactKey::Spot => td_string!(locale, facts.n_spot),
        FactKey::NoGpuMode => td_string!(locale, facts.n_no_gpu_mode),
        FactKey::NoGpuPrice => td_string!(locale, facts.n_no_gpu_price),
        FactKey::StoppedBilling => td_string!(locale, facts.n_stopped_billing),
        FactKey::GpuKeptStopped => td_string!(locale, facts.n_gpu_kept),
        FactKey::StoragePrice => td_string!(locale, facts.n_storage_price),
        FactKey::StoragePriceStopped => td_string!(locale, facts.n_storage_price_stopped),
        FactKey::FreeDisk => td_string!(locale, facts.n_free_disk),
        FactKey::PersistentStorage => td_string!(locale, facts.n_persistent),
        FactKey::RetentionDays => td_string!(locale, facts.n_retention),
        FactKey::Snapshot => td_string!(locale, facts.n_snapshot),
        FactKey::CustomImage => td_string!(locale, facts.n_custom_image),
        FactKey::ImageQuota => td_string!(locale, facts.n_image_quota),
        FactKey::ObjectStorage => td_string!(locale, facts.n_object_storage),
        FactKey::SameNode => td_string!(locale, facts.n_same_node),
        FactKey::Nvlink => td_string!(locale, facts.n_nvlink),
        FactKey::Network => td_string!(locale, facts.n_network),
        FactKey::EgressPrice => td_string!(locale, facts.n_egress),
        FactKey::Reservation => td_string!(locale, facts.n_reservation),
        FactKey::DailyPlan => td_string!(locale, facts.n_daily),
        FactKey::WeeklyPlan => td_string!(locale, facts.n_weekly),
        FactKey::MonthlyPlan => td_string!(locale, facts.n_monthly),
        FactKey::Support => td_string!(locale, facts.n_support),
        FactKey::Support24h => td_string!(locale, facts.n_support_24h),
        FactKey::BalanceZero => td_string!(locale, facts.n_balance_zero),
        FactKey::TaxIncluded => td_string!(locale, facts.n_tax),
        FactKey::MinTopUp => td_string!(locale, keep.n_min_top_up),
        FactKey::Invoice => td_string!(locale, keep.n_invoice),
        FactKey::PaymentMethods => td_string!(locale, keep.n_payment),
        FactKey::RealName => td_string!(locale, keep.n_real_name),
        FactKey::Reach => td_string!(locale, keep.n_reach),
        FactKey::ModelMirror => td_string!(locale, keep.n_model_mirror),
        FactKey::Acceleration => td_string!(locale, keep.n_acceleration),
    }
}

/// How an editor learnt it, in words.
pub fn learnt_word(locale: Locale, learnt: Learnt) -> &'static str {
    match learnt {
        Learnt::Docs => td_string!(locale, keep.learnt_docs),
        Learnt::Tested => td_string!(locale, keep.learnt_tested),
        Learnt::Support => td_string!(locale, keep.learnt_support),
    }
}
