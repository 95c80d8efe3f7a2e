//! The reference rates of the European Central Bank: units of a currency for one euro, on working days.
use super::rows::day;
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::{Import, Refused};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::catalog::draft::{FieldError, Problem};
use domain::units::{Currency, Decimal, FxRate, div_round_half_up};
use roxmltree::Document;

const ADDRESS: &str = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

const QUOTED: &str = "ECB reference rate, units of quote per 1 EUR";
const CROSSED: &str = "computed from ECB reference rates of one day";

/// See the module.
pub(super) struct Ecb;

fn row(base: Currency, quote: Currency, rate: Decimal, date: NaiveDate, note: &str) -> FxRate {
    FxRate {
        base,
        quote,
        rate,
        date,
        source: ADDRESS.to_owned(),
        note: note.to_owned(),
        hops: 1,
    }
}

/// The rates from the dollar, which most prices are in: an older direct rate would else go before two newer ones.
fn dollars(rates: &[FxRate]) -> Vec<FxRate> {
    let Some(dollar) = rates.iter().find(|rate| rate.quote == Currency::USD) else {
        return Vec::new();
    };
    let one = (Currency::EUR, Decimal::from_int(1));
    let others = rates.iter().filter(|rate| rate.quote != Currency::USD);
    let pairs = others.map(|rate| (rate.quote, rate.rate)).chain([one]);
    let crossed = pairs.filter_map(|(quote, rate)| {
        let nanos = div_round_half_up(
            rate.nanos().checked_mul(Decimal::SCALE)?,
            dollar.rate.nanos(),
        )?;
        (nanos > 0).then(|| {
            row(
                Currency::USD,
                quote,
                Decimal::from_nanos(nanos),
                dollar.date,
                CROSSED,
            )
        })
    });
    crossed.collect()
}

#[async_trait]
impl Source for Ecb {
    fn about(&self) -> About {
        About::new("ecb", "European Central Bank", ADDRESS, 12)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        visit.single(ADDRESS, Expects::Xml).await
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut import = Import::default();
        for page in pages {
            let document = Document::parse(&page.body).map_err(Failure::unreadable)?;
            let dated = document
                .descendants()
                .find(|node| node.has_attribute("time"));
            let dated = dated.ok_or_else(|| Failure::unreadable("no element has a time"))?;
            let date = dated
                .attribute("time")
                .and_then(day)
                .filter(|date| *date <= known.today);
            let date = date.ok_or_else(|| Failure::unreadable("the time is no day up to today"))?;
            for node in dated
                .children()
                .filter(|node| node.has_attribute("currency"))
            {
                let said = |name: &str| node.attribute(name).unwrap_or_default();
                let (code, rate) = (said("currency"), said("rate"));
                match (code.parse::<Currency>(), rate.parse::<Decimal>()) {
                    (Ok(quote), Ok(rate)) if rate.nanos() > 0 && quote != Currency::EUR => {
                        import
                            .fx
                            .push(row(Currency::EUR, quote, rate, date, QUOTED));
                    }
                    _ => import.refused.push(Refused {
                        file: "ecb",
                        line: u64::from(document.text_pos_at(node.range().start).row),
                        row: format!("EUR/{code}"),
                        errors: vec![FieldError {
                            field: "rate".to_owned(),
                            value: rate.chars().take(80).collect(),
                            problem: Problem::NotANumber,
                        }],
                        hint: String::new(),
                    }),
                }
            }
        }
        let crossed = dollars(&import.fx);
        import.fx.extend(crossed);
        Ok(import)
    }
}
