//! `/embed/card/{gpu}.svg`: one card at a glance, 800 px wide: its lowest price, its figures, its prices by kind.
use super::sheet::{Letters, Paper};
use super::{fixed, inks, of_card};
use crate::charts::{Width, fit, price_rows, text_width};
use crate::components::platform_name;
use crate::format;
use crate::pages::gpu::CardPage;
use crate::pages::gpu::offers;
use crate::text::td_string;
use domain::catalog::PriceKind;
use domain::units::Money;

const WIDTH: f64 = 800.0;
const EDGE: f64 = 32.0;

/// The picture.
pub fn card(view: &CardPage) -> String {
    let (frame, inks) = (&view.frame, inks(&view.frame));
    let locale = frame.locale;
    let chart = price_rows::price_rows(&offers::chart(view), Width::Wide(736));
    let chart = fixed::take(&chart);
    let height = 190.0 + chart.height + 56.0;
    let kinds = offers::kinds(view);
    let metered = kinds.iter().find(|of| of.kind == PriceKind::OnDemand);
    let lowest = metered.and_then(|of| Some((of.span, of.span.lowest?, of.span.lowest_row?)));
    let (figure, aside) = match lowest {
        Some((span, nanos, row)) => {
            let offer = &view.snapshot.offers[row];
            let price = format::hourly_money(Money {
                nanos,
                currency: frame.currency,
            });
            let sign = if offer.price_per_hour.currency == frame.currency {
                ""
            } else {
                "≈ "
            };
            let platform = platform_name(locale, &view.snapshot.platforms[offer.platform]);
            let unit = td_string!(locale, gpus.price_unit, sign = "");
            let low = td_string!(locale, embed.on_demand_low, platform = platform);
            let median = span.median.map(format::hourly).unwrap_or_default();
            let median = td_string!(locale, embed.median, median = median);
            let count = td_string!(locale, embed.from_offers, count = span.count);
            (
                format!("{sign}{price}"),
                vec![format!("{unit} · {low}"), format!("{median} · {count}")],
            )
        }
        None => (
            "—".to_owned(),
            vec![td_string!(locale, embed.no_price).to_owned()],
        ),
    };
    let stamp = of_card(view);
    let label = format!(
        "{}, {figure} {}, {} {}",
        view.name(),
        aside.join(", "),
        stamp.head,
        stamp.day
    );
    let mut paper = Paper::new(frame, inks, (WIDTH, height), &label);
    let seal = paper.seal((WIDTH - EDGE, 34.0), &stamp);
    let room = WIDTH - 2.0 * EDGE - seal - 24.0;
    let letters = |size: f64, weight: u32, fill: &'static str| Letters {
        size,
        weight,
        fill,
        anchor: "start",
    };
    paper.text(
        (EDGE, 58.0),
        &fit(&view.name(), 24.0, room),
        &letters(24.0, 650, inks.ink),
    );
    paper.text(
        (EDGE, 84.0),
        &fit(&view.key_figures(), 14.0, room),
        &letters(14.0, 400, inks.ink_2),
    );
    paper.text((EDGE, 150.0), &figure, &letters(52.0, 650, inks.ink));
    let beside = EDGE + text_width(&figure, 52.0) + 16.0;
    for (place, line) in aside.iter().enumerate() {
        let y = 126.0 + 24.0 * place as f64;
        let line = fit(line, 15.0, WIDTH - EDGE - beside);
        paper.text((beside, y), &line, &letters(15.0, 400, inks.ink_2));
    }
    paper.chart((EDGE, 178.0), &chart);
    paper.foot(frame, (WIDTH, height), EDGE, &frame.absolute(&view.path()));
    paper.finish()
}
