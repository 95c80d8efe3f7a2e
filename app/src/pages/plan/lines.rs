//! A bill's lines in words, and the stacked bar of a total.
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::pricing::LineKind;
use domain::quote::{AnswerRow, NoGpuUse};
use domain::units::{Decimal, Money};
use leptos::prelude::*;
use std::fmt::Write as _;

/// The patterns that bars fill with; once a page.
pub(super) const PATTERNS: &str = r##"<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="p-nogpu" class="p-nogpu" width="4.2" height="4.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4.2" height="4.2"/><path d="M1.2 0V4.2"/></pattern><pattern id="p-traffic" class="p-traffic" width="3.6" height="3.6" patternUnits="userSpaceOnUse"><rect width="3.6" height="3.6"/><path d="M1 0V3.6"/></pattern><pattern id="p-idle" class="p-idle" width="3.2" height="3.2" patternUnits="userSpaceOnUse"><rect width="3.2" height="3.2"/><path d="M0 .75H3.2"/></pattern></defs></svg>"##;

/// The mark of a line: its class, and its pattern in bars.
fn mark(row: &AnswerRow, kind: LineKind) -> (&'static str, Option<&'static str>) {
    match kind {
        LineKind::ComputeGpu | LineKind::Commit => ("k-c", None),
        LineKind::ComputeNogpu if row.no_gpu == NoGpuUse::GpuLeftOn => ("k-i", Some("p-idle")),
        LineKind::ComputeNogpu => ("k-n", Some("p-nogpu")),
        LineKind::ComputeStopped => ("k-i", Some("p-idle")),
        LineKind::Storage => ("k-s", None),
        LineKind::TransferOut | LineKind::TransferIn => ("k-t", Some("p-traffic")),
        LineKind::Discount | LineKind::Tax => ("k-o", None),
    }
}

/// The stacked bar: parts at their best, then how far unknown facts could reach.
pub(super) fn bar(row: &AnswerRow, widest: Decimal) -> String {
    let scale = widest.to_f64().max(0.000_001);
    let listed: f64 = row.lines.iter().map(|(_, amount)| amount.to_f64()).filter(|a| *a > 0.0).sum();
    let mut svg = String::from(r#"<svg class="cb" aria-hidden="true">"#);
    let mut x = 0.0;
    for (kind, amount) in row.lines.iter().filter(|(_, amount)| amount.nanos() > 0) {
        let share = if listed > 0.0 { amount.to_f64() / listed } else { 0.0 };
        let width = (row.low.to_f64() / scale * share * 100.0).max(0.6);
        let (class, pattern) = mark(row, *kind);
        let fill = pattern.map(|p| format!(r#" fill="url(#{p})""#)).unwrap_or_default();
        let _ = write!(svg, r#"<rect class="{class}"{fill} x="{x:.2}%" width="{width:.2}%" height="16"/>"#);
        x += width;
    }
    let reach = match row.high {
        Some(high) => (high.to_f64() - row.low.to_f64()) / scale * 100.0,
        // Open to the right: nobody knows how far.
        None => 12.0,
    };
    if reach > 0.2 {
        let _ = write!(svg, r#"<rect class="open" x="{x:.2}%" width="{:.2}%" height="16"/>"#, reach.min(100.0 - x).max(0.6));
    }
    svg.push_str("</svg>");
    svg
}

fn name(frame: &Frame, row: &AnswerRow, kind: LineKind) -> &'static str {
    let locale = frame.locale;
    match kind {
        LineKind::ComputeGpu => td_string!(locale, plan.l_gpu),
        LineKind::ComputeNogpu if row.no_gpu == NoGpuUse::GpuLeftOn => td_string!(locale, plan.l_idle),
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
            td_string!(locale, plan.x_gpu, hours = hours(row.billed_gpu_s), price = hourly, starts = row.starts, step = step)
        }
        LineKind::ComputeNogpu => {
            let price = match (row.no_gpu, row.no_gpu_price) {
                (NoGpuUse::GpuLeftOn, _) => hourly,
                (_, Some(price)) => format::hourly_money(price),
                (_, None) => td_string!(locale, common.unknown).to_owned(),
            };
            td_string!(locale, plan.x_no_gpu, hours = hours(row.billed_nogpu_s), price = price)
        }
        LineKind::ComputeStopped => td_string!(locale, plan.x_stopped).to_owned(),
        LineKind::Commit => {
            let price = row.price_per_period.map_or_else(|| td_string!(locale, plan.hourly_times, price = hourly), format::total);
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
    let money = |amount: Decimal| Money::from_decimal(amount, currency).map(format::total).unwrap_or_else(|_| amount.to_string());
    let lines = row
        .lines
        .iter()
        .map(|(kind, amount)| {
            view! {
                <tr>
                    <td><i class=format!("sw {}", mark(row, *kind).0)></i></td>
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
