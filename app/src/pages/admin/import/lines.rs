//! One row of the review as a line of its table.
use super::super::subjects::{field_word, offer_line, platform_word};
use crate::components::{Cell, fact, unknown};
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::draft::{FieldError, OfferRecord, Problem};
use domain::catalog::review::{Doubt, Kind, percent};
use domain::catalog::{CatalogSnapshot, Observed};
use domain::units::Money;
use leptos::prelude::*;

/// What one side of a row says.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Whole offer, one hour.
    pub price: Money,
    /// When it was seen.
    pub observed: Observed,
}

/// A field that would become unknown: its name and what is known.
pub type Loss = (String, String);

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A row that can be applied.
    Row {
        /// Its place among all rows.
        at: usize,
        /// What it does.
        kind: Kind,
        /// The offer.
        offer: Box<OfferRecord>,
        /// As it stands.
        before: Option<Side>,
        /// As the file has it.
        after: Option<Side>,
        /// What makes it doubtful.
        doubts: Vec<Doubt>,
        /// What is known of the fields that would become unknown.
        losses: Vec<Loss>,
        /// Whether it is to be applied.
        is_ticked: bool,
    },
    /// A row that was refused.
    Refused {
        /// Its line in the file.
        line: u64,
        /// What it is about.
        row: String,
        /// What is wrong.
        errors: Vec<FieldError>,
        /// What may be meant.
        hint: String,
    },
    /// One offer given twice with two prices.
    Twice(Box<(OfferRecord, OfferRecord)>),
}

fn place(offer: &OfferRecord) -> Vec<String> {
    [&offer.instance_type, &offer.region]
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect()
}

/// The line as a row of the table.
pub(super) fn row(locale: Locale, snapshot: &CatalogSnapshot, line: &Line) -> AnyView {
    match line {
        Line::Row { .. } => applicable(locale, snapshot, line),
        Line::Refused {
            line,
            row,
            errors,
            hint,
        } => refused(locale, *line, row, errors, hint),
        Line::Twice(pair) => twice(locale, snapshot, &pair.0, &pair.1),
    }
}

fn kind_mark(locale: Locale, kind: Kind, is_doubtful: bool) -> AnyView {
    let (cell, word) = match kind {
        _ if is_doubtful => (Cell::No, td_string!(locale, keeping.k_check)),
        Kind::Changed => (Cell::Part, td_string!(locale, keeping.k_changed)),
        Kind::Added => (Cell::Yes, td_string!(locale, keeping.k_new)),
        Kind::Missing => (Cell::Empty, td_string!(locale, keeping.k_missing)),
        Kind::Older => (Cell::Part, td_string!(locale, keeping.k_older)),
    };
    fact(cell, word.to_owned())
}

fn applicable(locale: Locale, snapshot: &CatalogSnapshot, line: &Line) -> AnyView {
    let Line::Row {
        at,
        kind,
        offer,
        before,
        after,
        doubts,
        losses,
        is_ticked,
    } = line
    else {
        return ().into_any();
    };
    let platform = platform_word(locale, snapshot, &offer.platform);
    let second = offer_line(
        locale,
        snapshot,
        &offer.gpu,
        i64::from(offer.gpu_count),
        &place(offer),
        Some(offer.kind),
    );
    let label = td_string!(
        locale,
        keeping.tick_row,
        name = format!("{platform} {second}")
    );
    let is_same_price = matches!((before, after), (Some(b), Some(a)) if b.price == a.price);
    let field = match kind {
        Kind::Added => td_string!(locale, keeping.field_new).to_owned(),
        Kind::Missing => td_string!(locale, keeping.field_missing).to_owned(),
        Kind::Older => td_string!(locale, keeping.field_older).to_owned(),
        Kind::Changed if is_same_price => td_string!(locale, keeping.field_checked).to_owned(),
        Kind::Changed => td_string!(locale, admin.l_price).to_owned(),
    };
    let (now, file) = sides(
        locale,
        *kind,
        offer,
        before.as_ref(),
        after.as_ref(),
        is_same_price,
    );
    let moved = match (kind, before, after) {
        (Kind::Changed, Some(b), Some(a)) if !is_same_price => {
            let percent = percent(b.price.nanos, a.price.nanos);
            let text = if percent < 0 {
                format!("−{}%", -percent)
            } else {
                format!("+{percent}%")
            };
            let is_far = doubts
                .iter()
                .any(|d| matches!(d, Doubt::Jump | Doubt::TenTimes));
            Some(view! { <span class=is_far.then_some("tag warn")>{text}</span> })
        }
        _ => None,
    };
    let why = doubts
        .iter()
        .map(|doubt| doubt_words(locale, doubt))
        .collect::<Vec<_>>()
        .join(" ");
    let losses = losses.iter().map(|(field, known)| {
        view! { <span class="l2">{field_word(locale, field)}" "<del>{known.clone()}</del>" "{unknown(locale)}</span> }
    });
    view! {
        <tr data-row=at.to_string() data-kind=kind.word()>
            <td class="tick"><input r#type="hidden" name="shown" value=at.to_string() /><input r#type="checkbox" name="tick" value=at.to_string() checked=*is_ticked aria-label=label /></td>
            <td>{kind_mark(locale, *kind, !doubts.is_empty())}</td>
            <th scope="row">{platform}<span class="l2">{second}</span></th>
            <td>{field}{losses.collect_view()}</td>
            <td class="num">{now}</td>
            <td class="num">{file}</td>
            <td class="num">{moved}</td>
            <td class="dim">{offer.price_per_hour.currency.code().to_owned()}</td>
            <td class="sm mut">{why}</td>
        </tr>
    }
    .into_any()
}

/// An amount with every digit that was stated, two after the point at least.
fn plain(money: Money) -> String {
    if money.nanos % 10_000_000 == 0 {
        format::amount(i128::from(money.nanos), 2, false)
    } else {
        format::decimal(money.amount())
    }
}

/// What stands now, and what the file says.
fn sides(
    locale: Locale,
    kind: Kind,
    offer: &OfferRecord,
    before: Option<&Side>,
    after: Option<&Side>,
    is_same_price: bool,
) -> (AnyView, AnyView) {
    let price = |side: &Side| plain(side.price);
    let none = || view! { <span class="dim">{td_string!(locale, keeping.none)}</span> }.into_any();
    let gone = |text: String| view! { <del class="mut">{text}</del> }.into_any();
    let new = |text: String| view! { <b class="new-value">{text}</b> }.into_any();
    match (kind, before, after) {
        (Kind::Missing, Some(before), _) => (
            gone(price(before)),
            new(td_string!(locale, keeping.kept_out).to_owned()),
        ),
        (Kind::Changed, Some(before), Some(after)) if is_same_price => {
            (gone(before.observed.text()), new(after.observed.text()))
        }
        (Kind::Older, Some(before), Some(after)) => (
            view! { <span>{price(before)}</span> }.into_any(),
            new(td_string!(
                locale,
                keeping.seen_before,
                price = price(after),
                day = after.observed.text()
            )),
        ),
        (_, Some(before), Some(after)) => (gone(price(before)), new(price(after))),
        (_, None, Some(after)) => {
            let each = (offer.gpu_count > 1 && offer.gpu_fraction.is_none())
                .then(|| after.price.share(offer.gpu_count))
                .flatten();
            let text = match each {
                Some(each) => td_string!(
                    locale,
                    keeping.total_and_each,
                    total = price(after),
                    each = format::hourly(each.nanos)
                ),
                None => price(after),
            };
            (none(), new(text))
        }
        _ => (none(), none()),
    }
}

fn doubt_words(locale: Locale, doubt: &Doubt) -> &'static str {
    match doubt {
        Doubt::Jump => td_string!(locale, keeping.d_jump),
        Doubt::TenTimes => td_string!(locale, keeping.d_ten_times),
        Doubt::BecomesUnknown(_) => td_string!(locale, keeping.d_unknown),
        Doubt::AboveMeter => td_string!(locale, keeping.d_above_meter),
    }
}

fn refused(locale: Locale, line: u64, row: &str, errors: &[FieldError], hint: &str) -> AnyView {
    let said = errors.iter().map(|error| {
        let value = if error.value.is_empty() {
            String::new()
        } else {
            format!(" “{}”", error.value)
        };
        let reason = problem_words(locale, error.problem);
        view! { <li><b>{error.field.clone()}</b>{value}" "{reason}</li> }
    });
    let hint =
        (!hint.is_empty()).then(|| td_string!(locale, keeping.may_be, names = hint.to_owned()));
    view! {
        <tr data-refused=line.to_string()>
            <td class="dim">{td_string!(locale, keeping.skip)}</td>
            <td>{fact(Cell::No, td_string!(locale, keeping.k_refused).to_owned())}</td>
            <th scope="row">{row.to_owned()}</th>
            <td>{td_string!(locale, keeping.refused_row, line = line)}</td>
            <td colspan="4"><ul class="reasons">{said.collect_view()}</ul></td>
            <td class="sm mut">{hint}</td>
        </tr>
    }
    .into_any()
}

fn twice(
    locale: Locale,
    snapshot: &CatalogSnapshot,
    first: &OfferRecord,
    second: &OfferRecord,
) -> AnyView {
    let platform = platform_word(locale, snapshot, &first.platform);
    let line = offer_line(
        locale,
        snapshot,
        &first.gpu,
        i64::from(first.gpu_count),
        &place(first),
        Some(first.kind),
    );
    let price = |record: &OfferRecord| plain(record.price_per_hour);
    view! {
        <tr data-twice="1">
            <td class="dim">{td_string!(locale, keeping.skip)}</td>
            <td>{fact(Cell::No, td_string!(locale, keeping.k_refused).to_owned())}</td>
            <th scope="row">{platform}<span class="l2">{line}</span></th>
            <td>{td_string!(locale, keeping.given_twice)}</td>
            <td colspan="3"><b class="new-value">{td_string!(locale, keeping.twice_prices, first = price(first), second = price(second))}</b></td>
            <td class="dim">{first.price_per_hour.currency.code().to_owned()}</td>
            <td class="sm mut">{td_string!(locale, keeping.keep_one)}</td>
        </tr>
    }
    .into_any()
}

/// What is wrong with a field, after its value.
pub(super) fn problem_words(locale: Locale, problem: Problem) -> &'static str {
    match problem {
        Problem::Missing => td_string!(locale, keeping.r_missing),
        Problem::NotANumber => td_string!(locale, keeping.r_not_a_number),
        Problem::NotPositive => td_string!(locale, keeping.r_not_positive),
        Problem::NotAWord => td_string!(locale, keeping.r_not_a_word),
        Problem::UnknownGpu => td_string!(locale, keeping.r_unknown_gpu),
        Problem::SeveralGpus => td_string!(locale, keeping.r_several_gpus),
        Problem::UnknownPlatform => td_string!(locale, keeping.r_unknown_platform),
        Problem::BadDate => td_string!(locale, keeping.r_bad_date),
        Problem::FutureDate => td_string!(locale, keeping.r_future_date),
        Problem::BadAddress => td_string!(locale, keeping.r_bad_address),
        Problem::TooLong => td_string!(locale, keeping.r_too_long),
        Problem::PeriodMismatch => td_string!(locale, keeping.r_period_mismatch),
        Problem::Implausible => td_string!(locale, keeping.r_implausible),
        Problem::TooLarge => td_string!(locale, keeping.r_too_large),
        Problem::Unreadable => td_string!(locale, keeping.r_unreadable),
        // A form's alone: no file has the evidence of an earlier value.
        Problem::OldEvidence => td_string!(locale, keep.p_old_evidence),
        Problem::Taken => td_string!(locale, editing.r_taken),
        Problem::Contradicts => td_string!(locale, editing.r_contradicts),
        Problem::BadName => td_string!(locale, editing.r_bad_name),
    }
}
