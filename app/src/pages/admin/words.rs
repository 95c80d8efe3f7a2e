//! Words of the form: names of fields, what is wrong with them, values for people.
use super::edit::{Fault, Flaw, OfferForm};
use crate::components::facts::{fact_name, learnt_word};
use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::catalog::draft::{Problem, Warning, factor};
use domain::catalog::facts::FactShape;
use domain::catalog::model_edit::FIGURES;
use domain::catalog::{Exclusivity, FactKey, Learnt, StoppedBilling, Tri};
use domain::units::Money;

/// Name of a field.
pub(super) fn label(form: &OfferForm, field: &str) -> String {
    let (locale, offer) = (form.frame.locale, form.offer());
    match field {
        "price" if offer.kind.is_term() => td_string!(locale, admin.l_price_hourly).to_owned(),
        "price_per_period" => {
            td_string!(locale, admin.l_price_per_period, hours = offer.period_hours)
        }
        _ => offer_field(locale, field),
    }
}

/// Name of a field of any offer.
pub(super) fn offer_field(locale: Locale, field: &str) -> String {
    if let Some(key) = FactKey::from_word(field).filter(|_| field != "network_mbps") {
        return fact_name(locale, key).to_owned();
    }
    match field {
        "platform_slug" => td_string!(locale, admin.l_platform),
        "gpu_slug" => td_string!(locale, admin.l_gpu),
        "price_kind" => td_string!(locale, admin.l_kind),
        "gpu_fraction" => td_string!(locale, keep.l_gpu_fraction),
        "price_period_hours" => td_string!(locale, keep.l_period_hours),
        "price_per_period" => td_string!(locale, keep.l_period_sum),
        "private" => td_string!(locale, keep.l_private),
        "reason" => td_string!(locale, editing.reason),
        "effective_from" => td_string!(locale, keep.l_effective),
        "scheduled" => td_string!(locale, keep.c_scheduled),
        "listed" => td_string!(locale, keep.c_listed),
        "confirmed" => td_string!(locale, keep.c_confirmed),
        "region" => td_string!(locale, admin.l_region),
        "instance_type" => td_string!(locale, admin.l_instance_type),
        "gpu_count" => td_string!(locale, admin.l_gpu_count),
        "vcpus" => td_string!(locale, admin.l_vcpus),
        "ram_gb" => td_string!(locale, admin.l_ram_gb),
        "disk_gb" => td_string!(locale, admin.l_disk_gb),
        "disk_type" => td_string!(locale, admin.l_disk_type),
        "network_mbps" => td_string!(locale, admin.l_network_mbps),
        "exclusivity" => td_string!(locale, admin.l_exclusivity),
        "currency" => td_string!(locale, admin.l_currency),
        "price_basis" => td_string!(locale, admin.l_price_basis),
        "price" => td_string!(locale, admin.l_price),
        "source_url" => td_string!(locale, admin.l_source_url),
        "source_date" => td_string!(locale, admin.l_source_date),
        "note" => td_string!(locale, admin.l_note),
        other => return other.to_owned(),
    }
    .to_owned()
}

/// What is wrong, and what to do.
pub(super) fn fault(form: &OfferForm, flaw: &Flaw) -> String {
    let locale = form.frame.locale;
    let value = form.typed.get(&flaw.field).to_owned();
    match flaw.fault {
        Fault::SameOffering => td_string!(locale, admin.p_same_offering).to_owned(),
        Fault::SamePlan => td_string!(locale, admin.p_same_plan).to_owned(),
        Fault::PastDate => td_string!(locale, keep.p_past_date).to_owned(),
        Fault::NotAlone => td_string!(locale, keep.p_not_alone).to_owned(),
        Fault::Checked(found) => problem(&form.frame, found, &flaw.field, value),
    }
}

/// The same for any form: what is wrong with `value` in `field`.
pub(super) fn problem(frame: &Frame, problem: Problem, field: &str, value: String) -> String {
    let locale = frame.locale;
    match (problem, field) {
        (Problem::Missing, "source_url") => td_string!(locale, admin.p_missing_url),
        (Problem::Missing, "source_date") => td_string!(locale, admin.p_missing_date),
        (Problem::Missing, _) => td_string!(locale, admin.p_missing),
        (Problem::NotANumber, _) => return td_string!(locale, admin.p_not_a_number, value = value),
        (Problem::NotPositive, _) => td_string!(locale, admin.p_not_positive),
        (Problem::NotAWord, _) => return td_string!(locale, admin.p_not_a_word, value = value),
        (Problem::UnknownGpu | Problem::UnknownPlatform, _) => td_string!(locale, admin.p_unknown),
        (Problem::BadDate, _) => return td_string!(locale, admin.p_bad_date, value = value),
        (Problem::FutureDate, _) => {
            return td_string!(
                locale,
                admin.p_future_date,
                today = format::date(frame.today(), locale)
            );
        }
        (Problem::BadAddress, _) => td_string!(locale, admin.p_bad_address),
        (Problem::TooLong, _) => td_string!(locale, admin.p_too_long),
        (Problem::PeriodMismatch, _) => td_string!(locale, admin.p_period),
        (Problem::Implausible, _) => td_string!(locale, admin.p_implausible),
        (Problem::SeveralGpus, _) => td_string!(locale, admin.p_several_gpus),
        (Problem::TooLarge, name) if FIGURES.contains(&name) => {
            td_string!(locale, editing.p_too_large)
        }
        (Problem::TooLarge, _) => td_string!(locale, admin.p_too_large),
        (Problem::Unreadable, _) => td_string!(locale, admin.p_unreadable),
        (Problem::OldEvidence, _) => td_string!(locale, keep.p_old_evidence),
        (Problem::Taken, _) => td_string!(locale, editing.p_taken),
        (Problem::Contradicts, _) => td_string!(locale, editing.p_contradicts),
        (Problem::BadName, _) => td_string!(locale, editing.p_bad_name),
    }
    .to_owned()
}

/// What looks odd, with the figures.
pub(super) fn warning(form: &OfferForm, warning: Warning) -> String {
    let own = form
        .typed
        .shown(form.offer())
        .and_then(|(per_gpu, _)| per_gpu);
    warning_text(form.frame.locale, warning, own, form.median)
}

/// The same for any form: `own` is the price of one card an hour, `median` the card's.
pub(super) fn warning_text(
    locale: Locale,
    warning: Warning,
    own: Option<Money>,
    median: Option<Money>,
) -> String {
    match (warning, own, median.filter(|median| median.nanos > 0)) {
        (Warning::FarFromMedian, Some(own), Some(median)) => {
            let apart = (i128::from(own.nanos) - i128::from(median.nanos)).abs() * 100
                / i128::from(median.nanos);
            let median_text = format::hourly_money(median);
            let times = factor(own, median)
                .map(|times| td_string!(locale, keep.factor, factor = times))
                .unwrap_or_default();
            let text = if own.nanos < median.nanos {
                td_string!(
                    locale,
                    admin.w_far_low,
                    percent = apart,
                    median = median_text
                )
            } else {
                td_string!(
                    locale,
                    admin.w_far_high,
                    percent = apart,
                    median = median_text
                )
            };
            format!("{text}{times}")
        }
        (Warning::FarFromMedian, _, _) => td_string!(locale, admin.w_far).to_owned(),
        (Warning::SpotAboveOnDemand, _, _) => td_string!(locale, admin.w_spot).to_owned(),
        (Warning::NotGrowing, _, _) => td_string!(locale, keep.w_flat).to_owned(),
        (Warning::TermAboveMeter, _, _) => td_string!(locale, admin.w_term).to_owned(),
    }
}

/// A field's value for people; empty is "not stated".
pub(super) fn value(locale: Locale, field: &str, text: &str) -> String {
    if text.is_empty() {
        return td_string!(locale, admin.empty_value).to_owned();
    }
    if let Some(odd) = Warning::from_word(text).filter(|_| field == "confirmed") {
        return warning_text(locale, odd, None, None);
    }
    if field == "private" {
        return match text {
            "yes" => td_string!(locale, editing.editors_only),
            _ => td_string!(locale, editing.everybody),
        }
        .to_owned();
    }
    if field == "tied_embeddings" {
        return match text {
            "1" => td_string!(locale, common.yes),
            _ => td_string!(locale, common.no),
        }
        .to_owned();
    }
    if let Some(listed) = Tri::from_word(text).filter(|_| field == "listed") {
        return fact_value(locale, FactKey::Nvlink, listed.word());
    }
    if let Some(key) = FactKey::from_word(field) {
        return fact_value(locale, key, text);
    }
    if let Some(learnt) = Learnt::from_word(text).filter(|_| field.starts_with("learnt")) {
        return learnt_word(locale, learnt).to_owned();
    }
    match Exclusivity::from_word(text).filter(|_| field.ends_with("exclusivity")) {
        Some(Exclusivity::Dedicated) => td_string!(locale, facts.dedicated).to_owned(),
        Some(Exclusivity::Shared) => td_string!(locale, facts.shared).to_owned(),
        Some(Exclusivity::Mixed) => td_string!(locale, facts.mixed).to_owned(),
        None => text.chars().take(80).collect(),
    }
}

/// A fact's word for people; numbers and free words as they are, cut.
pub(super) fn fact_value(locale: Locale, key: FactKey, text: &str) -> String {
    let plain = || text.chars().take(80).collect();
    match key.shape() {
        FactShape::YesNo => match Tri::from_word(text) {
            Some(Tri::Yes) => td_string!(locale, common.yes).to_owned(),
            Some(Tri::Partial) => td_string!(locale, common.partly).to_owned(),
            Some(Tri::No) => td_string!(locale, common.no).to_owned(),
            None => plain(),
        },
        FactShape::Exclusivity => match Exclusivity::from_word(text) {
            Some(Exclusivity::Dedicated) => td_string!(locale, facts.dedicated).to_owned(),
            Some(Exclusivity::Shared) => td_string!(locale, facts.shared).to_owned(),
            Some(Exclusivity::Mixed) => td_string!(locale, facts.mixed).to_owned(),
            None => plain(),
        },
        FactShape::Stopped => match StoppedBilling::from_word(text) {
            Some(StoppedBilling::None) => td_string!(locale, facts.v_none).to_owned(),
            Some(StoppedBilling::StorageOnly) => {
                td_string!(locale, facts.v_storage_only).to_owned()
            }
            Some(StoppedBilling::Full) => td_string!(locale, facts.v_full).to_owned(),
            None => plain(),
        },
        _ => plain(),
    }
}
