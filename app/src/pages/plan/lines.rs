//! A bill's lines in words, and the stacked bar of a total.
use crate::figures;
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::pricing::LineKind;
use domain::quote::{AnswerRow, NoGpuUse};
use domain::units::{Decimal, Money};
use leptos::prelude::*;

/// The patterns that bars fill with; once a page.
pub(super) const PATTERNS: &str = r##"<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="p-nogpu" class="p-nogpu" width="4.2" height="4.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4.2" height="4.2"/><path d="M1.2 0V4.2"/></pattern><pattern id="p-traffic" class="p-traffic" width="3.6" height="3.6" patternUnits="userSpaceOnUse"><rect width="3.6" height="3.6"/><path d="M1 0V3.6"/></pattern><pattern id="p-idle" class="p-idle" width="3.2" height="3.2" patternUnits="userSpaceOnUse"><rect width="3.2" height="3.2"/><path d="M0 .75H3.2"/></pattern></defs></svg>"##;

/// The stacked bar of a row.
pub(super) fn bar(row: &AnswerRow, widest: Decimal) -> String {
    figures::bar(&figures::Bar {
        lines: &row.lines,
        no_gpu: row.no_gpu,
        low: row.low,
        high: row.high,
        widest,
    })
}

/// The name of a line in this row.
pub(super) fn name(frame: &Frame, row: &AnswerRow, kind: LineKind) -> &'static str {
    let locale = frame.locale;
    match kind {
        LineKind::ComputeGpu => td_string!(locale, plan.l_gpu),
        LineKind::ComputeNogpu if row.no_gpu == NoGpuUse::GpuLeftOn => {
            td_string!(locale, plan.l_idle)
        }
        LineKind::ComputeNogpu => td_string!(locale, plan.l_no_gpu),
        LineKind::ComputeStopped => td_string!(locale, plan.l_stopped),
        LineKind::Commit => td_string!(locale, plan.l_commit),
        LineKind::Storage => td_string!(locale, plan.l_storage),
        LineKind::TransferOut => td_string!(locale, plan.l_out),
        LineKind::TransferIn => td_string!(locale, plan.l_in),
        LineKind::Discount => td_string!(locale, plan.l_discount),
        LineKind::Tax => td_string!(locale, plan.l_tax),
    }
}

fn explanation(frame: &Frame, row: &AnswerRow, kind: LineKind) -> String {
    let locale = frame.locale;
    let hourly = format::hourly_money(row.price_per_hour);
    let hours = |seconds: u64| format::hours(i64::try_from(seconds).unwrap_or(i64::MAX));
    let step = match row.increment_s {
        Some(1) => td_string!(locale, plan.step_second).to_owned(),
        Some(60) => td_string!(locale, plan.step_minute).to_owned(),
        Some(3600) => td_string!(locale, plan.step_hour).to_owned(),
        Some(seconds) => td_string!(locale, plan.step_seconds, seconds = seconds),
        None => td_string!(locale, plan.step_unknown).to_owned(),
    };
    match kind {
        LineKind::ComputeGpu => {
            td_string!(
                locale,
                plan.x_gpu,
                hours = hours(row.billed_gpu_s),
                price = hourly,
                starts = row.starts,
                step = step
            )
        }
        LineKind::ComputeNogpu => {
            let price = match (row.no_gpu, row.no_gpu_price) {
                (NoGpuUse::GpuLeftOn, _) => hourly,
                (_, Some(price)) => format::hourly_money(price),
                (_, None) => td_string!(locale, common.unknown).to_owned(),
            };
            td_string!(
                locale,
                plan.x_no_gpu,
                hours = hours(row.billed_nogpu_s),
                price = price
            )
        }
        LineKind::ComputeStopped => td_string!(locale, plan.x_stopped).to_owned(),
        LineKind::Commit => {
            let price = row.price_per_period.map_or_else(
                || td_string!(locale, plan.hourly_times, price = hourly),
                format::total,
            );
            td_string!(locale, plan.x_commit, periods = row.periods, price = price)
        }
        LineKind::Storage => td_string!(locale, plan.x_storage).to_owned(),
        LineKind::TransferOut => td_string!(locale, plan.x_out).to_owned(),
        LineKind::TransferIn => td_string!(locale, plan.x_in).to_owned(),
        LineKind::Discount | LineKind::Tax => String::new(),
    }
}

/// The table under "How this was worked out".
pub(super) fn table(frame: &Frame, row: &AnswerRow) -> AnyView {
    let locale = frame.locale;
    let currency = row.price_per_hour.currency;
    let money = |amount: Decimal| {
        Money::from_decimal(amount, currency)
            .map(format::total)
            .unwrap_or_else(|_| amount.to_string())
    };
    let lines = row
        .lines
        .iter()
        .map(|(kind, amount)| {
            view! {
                <tr>
                    <td><i class=format!("sw {}", figures::mark(row.no_gpu, *kind).0)></i></td>
                    <td>{name(frame, row, *kind)}</td>
                    <td class="mut">{explanation(frame, row, *kind)}</td>
                    <td class="num">{money(*amount)}</td>
                </tr>
            }
        })
        .collect_view();
    let free = row.lines.is_empty().then(|| view! { <tr><td></td><td colspan="3">{td_string!(locale, plan.nothing_billed)}</td></tr> });
    view! {
        <table class="lines"><tbody>
            {lines}{free}
            <tr class="total"><td></td><td>{td_string!(locale, plan.sum)}</td><td></td><td class="num b">{money(row.listed_low)}</td></tr>
        </tbody></table>
    }
    .into_any()
}
