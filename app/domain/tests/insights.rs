//! What an answer means: each figure is what billing again says.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
mod terms;
use domain::catalog::{
    CatalogSnapshot, Facts, Gpu, Observed, Offer, Platform, PriceKind, StoppedBilling,
};
use domain::quote::insight::{
    Change, StopAfter, affords, day_and_night, deadline, sensitivity, spot_range, stop_after, waste,
};
use domain::quote::{
    NoGpuTerms, OWN_SOURCE, Prepared, Term, Terms, answer, packed, quote, with_own,
};
use domain::scenario::own::{Discount, OwnQuote};
use domain::scenario::{Scenario, SpotGuess};
use domain::units::{Currency, Decimal, FxTable, Money};
use proptest::prelude::*;

fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

fn terms() -> Terms {
    Terms {
        storage: Some(0),
        storage_stopped: Some(0),
        retention_days: Some(15),
        ..terms::known()
    }
}

fn prepared(scenario: &Scenario) -> Prepared {
    Prepared::new(scenario, today()).unwrap()
}

fn with_week(week: &str) -> Scenario {
    Scenario {
        week: week.parse().unwrap(),
        ..Scenario::default()
    }
}

fn offer(id: i64, gpu: usize, hour: &str) -> Offer {
    Offer {
        id,
        offering_id: id,
        version: 1,
        platform: 0,
        gpu,
        region: None,
        gpu_count: 1,
        gpu_fraction: None,
        vcpus: None,
        ram_gb: None,
        disk_gb: None,
        disk_type: None,
        network_mbps: None,
        instance_type: None,
        exclusivity: None,
        kind: PriceKind::OnDemand,
        period_hours: 1,
        price_per_period: None,
        price_per_hour: Money::from_decimal(hour.parse().unwrap(), Currency::CNY).unwrap(),
        observed: Observed::parse("2026-11-20").unwrap(),
        source_url: "https://example.org".into(),
        source: "example.org".into(),
        note: String::new(),
        overrides: Facts::default(),
    }
}

fn catalogue(hours: &[&str]) -> CatalogSnapshot {
    let gpu: Gpu = serde_json::from_value(serde_json::json!({
        "slug": "rtx-4090", "name": "GeForce RTX 4090", "vendor": "nvidia", "source_url": "", "note": ""
    }))
    .unwrap();
    let platform = Platform {
        slug: "steady".into(),
        name: "Steady".into(),
        name_zh: None,
        homepage: None,
        country: None,
        currency: Some(Currency::CNY),
        docs_url: None,
        note: String::new(),
        facts: Facts::default(),
    };
    let offers = hours
        .iter()
        .enumerate()
        .map(|(n, hour)| offer(n as i64 + 1, 0, hour))
        .collect();
    CatalogSnapshot::new(
        1,
        vec![gpu],
        vec![platform],
        offers,
        Vec::new(),
        FxTable::default(),
    )
}

#[test]
fn idle_hours_cost_the_difference_of_the_two_prices() {
    // 170 h of no-GPU work: 170 × (1.98 − 0.10).
    let idle = waste(&terms(), &Scenario::default(), today()).unwrap();
    assert_eq!(idle.idle.unwrap().amount().to_string(), "319.6");
    assert!(!idle.is_paid);
    let without_mode = Terms {
        no_gpu: NoGpuTerms::Absent,
        ..terms()
    };
    let paid = waste(&without_mode, &Scenario::default(), today()).unwrap();
    assert_eq!(paid.idle.unwrap().amount().to_string(), "336.6");
    assert!(paid.is_paid);
    let no_work = waste(&terms(), &with_week("1-7.20-22g"), today()).unwrap();
    assert_eq!(no_work.idle, None);
    let unknown = Terms {
        no_gpu: NoGpuTerms::PriceUnknown,
        ..terms()
    };
    assert_eq!(
        waste(&unknown, &Scenario::default(), today()).unwrap().idle,
        None
    );
}

#[test]
fn set_up_is_counted_at_every_start() {
    let scenario = Scenario {
        setup_s: 600,
        ..Scenario::default()
    };
    let found = waste(&terms(), &scenario, today()).unwrap();
    assert_eq!((found.starts, found.setup_s), (26, 15_600));
    assert_eq!(found.setup.unwrap().amount().to_string(), "8.58");
}

#[test]
fn a_stop_pays_when_the_break_is_longer_than_the_set_up() {
    let ten_minutes = Scenario {
        setup_s: 600,
        ..with_week("1-7.20-22g")
    };
    let longer = |terms: &Terms, scenario: &Scenario| stop_after(terms, scenario, today()).unwrap();
    assert_eq!(
        longer(&terms(), &ten_minutes),
        Some(StopAfter::Seconds(600))
    );
    assert_eq!(
        longer(&terms(), &with_week("1-7.20-22g")),
        Some(StopAfter::Seconds(0))
    );
    let full = Terms {
        stopped: Some(StoppedBilling::Full),
        ..terms()
    };
    assert_eq!(longer(&full, &ten_minutes), Some(StopAfter::Never));
    assert_eq!(longer(&terms(), &with_week("1.9-12n")), None);
}

#[test]
fn hours_by_day_and_by_night_are_those_of_the_week() {
    let [day, night] = day_and_night(&terms(), &prepared(&Scenario::default())).unwrap();
    // In the picture's week the GPU runs in the evening, on Saturday night and on Sunday afternoon (5 Sundays… 4 here).
    assert_eq!(
        (day.gpu_s + night.gpu_s, day.no_gpu_s + night.no_gpu_s),
        (118 * 3600, 170 * 3600)
    );
    assert_eq!(night.no_gpu_s, 0);
    assert_eq!(day.no_gpu.unwrap().amount().to_string(), "17");
    assert_eq!(day.left_on.amount().to_string(), "336.6");
    let prepaid = Terms {
        term: Some(Term { days: 30, price: 1 }),
        ..terms()
    };
    assert_eq!(
        day_and_night(&prepaid, &prepared(&Scenario::default())),
        None
    );
}

#[test]
fn a_stop_that_outlasts_the_platform_has_a_date() {
    let weekly = deadline(&terms(), &prepared(&with_week("1.9-12g")), today()).unwrap();
    assert_eq!(weekly.lost, None);
    assert_eq!(weekly.longest_stop_s, 7 * 86_400 - 3 * 3600);
    assert_eq!(weekly.after_last.to_string(), "2027-01-12 12:00:00");
    let short = Terms {
        retention_days: Some(3),
        ..terms()
    };
    let lost = deadline(&short, &prepared(&with_week("1.9-12g")), today())
        .unwrap()
        .lost
        .unwrap();
    assert_eq!(
        (lost.0.to_string(), lost.1.to_string()),
        ("2026-11-30 12:00:00".into(), "2026-12-03 12:00:00".into())
    );
    let unknown = Terms {
        retention_days: None,
        ..terms()
    };
    assert_eq!(
        deadline(&unknown, &prepared(&with_week("1.9-12g")), today()),
        None
    );
    assert_eq!(
        deadline(&terms(), &prepared(&with_week("0")), today()),
        None
    );
}

#[test]
fn spot_pays_up_to_a_number_of_interruptions() {
    let spot = Terms {
        machine_hour: 990_000_000,
        ..terms()
    };
    let guess = |a_day: Option<(&str, &str)>| SpotGuess {
        a_day: a_day.map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())),
        ..SpotGuess::default()
    };
    let nobody_said = spot_range(&spot, &terms(), 100 * 3600, &guess(None))
        .unwrap()
        .unwrap();
    assert_eq!(nobody_said.best.as_ref().unwrap().expected_cost, "99.00");
    assert_eq!(nobody_said.best, nobody_said.worst);
    // Half the price; 25 minutes lost each time: half of 1440 minutes a day are lost at 28.8.
    assert_eq!(nobody_said.worth_below_milli, Some(28_800));
    let range = spot_range(&spot, &terms(), 100 * 3600, &guess(Some(("0", "28.8"))))
        .unwrap()
        .unwrap();
    assert_eq!(range.worst.unwrap().expected_cost, "198.00");
    let hopeless = spot_range(&spot, &terms(), 3600, &guess(Some(("1", "100"))))
        .unwrap()
        .unwrap();
    assert_eq!(hopeless.worst, None);
    let dear = spot_range(&terms(), &spot, 3600, &guess(None))
        .unwrap()
        .unwrap();
    assert_eq!(dear.worth_below_milli, None);
}

#[test]
fn the_winner_changes_where_the_bills_say_so() {
    let snapshot = catalogue(&["1.00", "1.10", "3.00"]);
    let scenario = with_week("1-5.10-18g");
    let outcomes = sensitivity(&snapshot, &scenario, Currency::CNY, today()).unwrap();
    let winner = |change: Change| {
        let outcome = outcomes.iter().find(|o| o.change == change).unwrap();
        outcome
            .cheapest
            .as_ref()
            .map(|w| w.unwrap().offer)
            .map_err(|e| e.field.clone())
    };
    assert_eq!(winner(Change::Hours(50)), Ok(1));
    assert_eq!(winner(Change::CheapestPrice(120)), Ok(2));
    assert_eq!(winner(Change::HourlyPrices(120)), Ok(1));
    assert!(
        outcomes
            .iter()
            .all(|o| !matches!(o.change, Change::Data(_) | Change::Rates(_))),
        "nothing to change there"
    );
    // Sessions twice as long meet the next day's.
    let packed = with_week("1-7.0-20g");
    let outcomes = sensitivity(&snapshot, &packed, Currency::CNY, today()).unwrap();
    let doubled = outcomes
        .iter()
        .find(|o| o.change == Change::Hours(200))
        .unwrap();
    assert!(doubled.cheapest.is_err());
}

#[test]
fn own_quotes_and_discounts_are_billed_with_the_rest() {
    let snapshot = catalogue(&["1.00", "1.10"]);
    let own = |text: &str| OwnQuote::read(text).unwrap();
    let scenario = Scenario {
        own: vec![own("steady~0.90~CNY~1"), own("other~0.80~CNY~~~~~300")],
        ..with_week("1-5.10-18g")
    };
    let seen = with_own(&snapshot, &scenario, today());
    let found = answer(&seen, &scenario, Currency::CNY, today()).unwrap();
    let order: Vec<_> = found
        .ranked
        .iter()
        .map(|r| (r.platform.as_str(), r.kind, r.source_url == OWN_SOURCE))
        .collect();
    assert_eq!(
        order,
        [
            ("other", PriceKind::OnDemand, true),
            ("steady", PriceKind::OnDemand, true),
            ("steady", PriceKind::OnDemand, false),
            ("steady", PriceKind::OnDemand, false),
            ("other", PriceKind::Monthly, true),
        ]
    );
    assert_eq!(
        snapshot.offers.len(),
        2,
        "the catalogue holds nothing of it"
    );
    let cut = Scenario {
        off: vec![Discount::read("steady~50").unwrap()],
        ..with_week("1-5.10-18g")
    };
    let seen = with_own(&snapshot, &cut, today());
    let total = |snapshot: &CatalogSnapshot| {
        answer(snapshot, &cut, Currency::CNY, today())
            .unwrap()
            .ranked[0]
            .low
    };
    assert_eq!(total(&seen).nanos() * 2, total(&snapshot).nanos());
}

#[test]
fn packed_passes_rise_in_steps() {
    let week = Terms {
        term: Some(Term {
            days: 7,
            price: 260_000_000_000,
        }),
        ..terms()
    };
    let steps = packed(&week, &Scenario::default(), today()).unwrap();
    let hours: Vec<u64> = steps.iter().map(|(reach, _)| reach / 3600).collect();
    assert_eq!(hours, [168, 336, 504, 672, 720]);
    let costs: Vec<String> = steps.iter().map(|(_, cost)| cost.to_string()).collect();
    assert_eq!(costs, ["260", "520", "780", "1040", "1300"]);
    assert!(
        packed(&terms(), &Scenario::default(), today())
            .unwrap()
            .is_empty()
    );
}

proptest! {
    #[test]
    fn a_budget_is_kept_and_one_more_would_break_it(cents in 0_i128..200_000, hour in 1_i64..9_000, step in prop::sample::select(vec![1_u32, 60, 3600])) {
        let terms = Terms { machine_hour: hour * 1_000_000, increment_s: Some(step), ..terms() };
        let budget = Decimal::from_nanos(cents * 10_000_000);
        let scenario = with_week("1-5.2000-2330g".replace("2000", "20").as_str());
        let found = affords(&terms, &scenario, today(), budget).unwrap().unwrap();
        let costs = |scenario: Scenario| quote(&terms, &prepared(&scenario)).unwrap().high.unwrap().total_display;
        let days = |days: u32| costs(Scenario { days, ..scenario.clone() });
        if found.days > 0 { prop_assert!(days(found.days) <= budget); }
        if found.days < 400 { prop_assert!(days(found.days + 1) > budget); }
        let end = |minutes: u32| format!("1-7.0-{:02}{:02}g", minutes / 60, minutes % 60);
        if found.gpu_min_a_day > 0 { prop_assert!(costs(with_week(&end(found.gpu_min_a_day))) <= budget); }
        if found.gpu_min_a_day < 1440 { prop_assert!(costs(with_week(&end(found.gpu_min_a_day + 1))) > budget); }
    }
}
