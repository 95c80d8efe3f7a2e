//! Words of the form: names of fields, what is wrong with them, values for people.
use super::edit::{Fault, Flaw, OfferForm};
use crate::components::facts::fact_name;
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::draft::{Problem, Warning};
use domain::catalog::{Exclusivity, FactKey, Tri};

/// Name of a field.
pub(super) fn label(form: &OfferForm, field: &str) -> String {
    let locale = form.frame.locale;
    if let Some(key) = FactKey::from_word(field).filter(|_| field != "network_mbps") {
        return fact_name(locale, key).to_owned();
    }
    let offer = form.offer();
    match field {
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
        "price" if offer.kind.is_term() => td_string!(locale, admin.l_price_hourly),
        "price" => td_string!(locale, admin.l_price),
        "price_per_period" => {
            return td_string!(locale, admin.l_price_per_period, hours = offer.period_hours);
        }
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
    let problem = match flaw.fault {
        Fault::SameOffering => return td_string!(locale, admin.p_same_offering).to_owned(),
        Fault::SamePlan => return td_string!(locale, admin.p_same_plan).to_owned(),
        Fault::Checked(problem) => problem,
    };
    match (problem, flaw.field.as_str()) {
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
                today = format::date(form.frame.today(), locale)
            );
        }
        (Problem::BadAddress, _) => td_string!(locale, admin.p_bad_address),
        (Problem::TooLong, _) => td_string!(locale, admin.p_too_long),
        (Problem::PeriodMismatch, _) => td_string!(locale, admin.p_period),
        (Problem::Implausible, _) => td_string!(locale, admin.p_implausible),
        (Problem::SeveralGpus, _) => td_string!(locale, admin.p_several_gpus),
        (Problem::TooLarge, _) => td_string!(locale, admin.p_too_large),
        (Problem::Unreadable, _) => td_string!(locale, admin.p_unreadable),
    }
    .to_owned()
}

/// What looks odd, with the figures.
pub(super) fn warning(form: &OfferForm, warning: Warning) -> String {
    let locale = form.frame.locale;
    let own = form
        .typed
        .shown(form.offer())
        .and_then(|(per_gpu, _)| per_gpu);
    match (warning, own, form.median.filter(|median| median.nanos > 0)) {
        (Warning::FarFromMedian, Some(own), Some(median)) => {
            let apart = (i128::from(own.nanos) - i128::from(median.nanos)).abs() * 100
                / i128::from(median.nanos);
            let median_text = format::hourly_money(median);
            if own.nanos < median.nanos {
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
            }
        }
        (Warning::FarFromMedian, _, _) => td_string!(locale, admin.w_far).to_owned(),
        (Warning::SpotAboveOnDemand, _, _) => td_string!(locale, admin.w_spot).to_owned(),
        (Warning::TermAboveMeter, _, _) => td_string!(locale, admin.w_term).to_owned(),
    }
}

/// A field's value for people; empty is "not stated".
pub(super) fn value(locale: Locale, field: &str, text: &str) -> String {
    if text.is_empty() {
        return td_string!(locale, admin.empty_value).to_owned();
    }
    if let Some(tri) = Tri::from_word(text).filter(|_| FactKey::from_word(field).is_some()) {
        return match tri {
            Tri::Yes => td_string!(locale, common.yes),
            Tri::Partial => td_string!(locale, common.partly),
            Tri::No => td_string!(locale, common.no),
        }
        .to_owned();
    }
    match Exclusivity::from_word(text).filter(|_| field.ends_with("exclusivity")) {
        Some(Exclusivity::Dedicated) => td_string!(locale, facts.dedicated).to_owned(),
        Some(Exclusivity::Shared) => td_string!(locale, facts.shared).to_owned(),
        Some(Exclusivity::Mixed) => td_string!(locale, facts.mixed).to_owned(),
        None => text.chars().take(80).collect(),
    }
}
