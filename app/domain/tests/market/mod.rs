//! A small catalogue to vary in tests: one card, two platforms.
#![allow(dead_code)] // each test file uses its part
use domain::catalog::{
    CatalogSnapshot, Fact, FactKey, Facts, Gpu, Observed, Offer, Platform, PriceKind,
};
use domain::units::{Currency, Decimal, FxRate, FxTable, Money};

pub fn money(amount: &str, currency: Currency) -> Money {
    Money::from_decimal(amount.parse().unwrap(), currency).unwrap()
}

pub fn gpu(slug: &str) -> Gpu {
    Gpu {
        slug: slug.to_owned(),
        name: slug.to_owned(),
        vendor: "NVIDIA".to_owned(),
        architecture: None,
        compute_capability: None,
        vram_gb: Some(24.0),
        memory_type: None,
        bandwidth_gbps: Some(1008.0),
        fp32_tflops: None,
        fp16_dense_tflops: Some(165.2),
        fp16_dense_derived_tflops: None,
        bf16_dense_tflops: None,
        fp8_dense_tflops: None,
        int8_dense_tops: None,
        tdp_w: None,
        interconnect: None,
        interconnect_gbps: None,
        form_factor: None,
        release_year: None,
        min_cuda: None,
        source_url: "https://example.org/card".to_owned(),
        note: String::new(),
    }
}

/// A platform with these facts; the value "" means looked for, not found.
pub fn platform(slug: &str, currency: Currency, facts: &[(FactKey, &str)]) -> Platform {
    let fact = |value: &str| Fact {
        value: (!value.is_empty()).then(|| value.to_owned()),
        observed: None,
        quote: None,
        sources: Vec::new(),
        learnt: None,
    };
    Platform {
        slug: slug.to_owned(),
        name: slug.to_owned(),
        name_zh: None,
        homepage: None,
        country: None,
        currency: Some(currency),
        docs_url: None,
        note: String::new(),
        facts: Facts(
            facts
                .iter()
                .map(|(key, value)| (*key, fact(value)))
                .collect(),
        ),
    }
}

/// An offer of one whole card on demand, seen five days before the tests' day.
pub fn offer(id: i64, platform: usize, price: Money) -> Offer {
    Offer {
        id,
        offering_id: id,
        version: 1,
        platform,
        gpu: 0,
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
        price_per_hour: price,
        observed: Observed::parse("2026-11-25").unwrap(),
        source_url: "https://example.org/price".to_owned(),
        source: "example.org".to_owned(),
        note: String::new(),
        overrides: Facts::default(),
    }
}

/// The tests' day.
pub fn today() -> chrono::NaiveDate {
    "2026-11-30".parse().unwrap()
}

/// One dollar is eight yuan.
pub fn snapshot(platforms: Vec<Platform>, offers: Vec<Offer>) -> CatalogSnapshot {
    let rate = FxRate {
        base: Currency::USD,
        quote: Currency::CNY,
        rate: Decimal::from_int(8),
        date: today(),
        source: "test".to_owned(),
        note: String::new(),
        hops: 1,
    };
    let fx = FxTable::new(vec![rate]);
    CatalogSnapshot::new(1, vec![gpu("rtx-4090")], platforms, offers, Vec::new(), fx)
}
