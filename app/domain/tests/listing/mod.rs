//! A small catalogue of one platform for tests of the price list.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
use domain::catalog::{
    CatalogSnapshot, Facts, Gpu, Observed, Offer, Platform, PriceKind, Query, select,
};
use domain::units::{Currency, FxTable, Money};

pub const TODAY: &str = "2026-11-30";

pub fn gpu(slug: &str, name: &str, vram_gb: f64) -> Gpu {
    Gpu {
        slug: slug.into(),
        name: name.into(),
        vendor: "NVIDIA".into(),
        architecture: None,
        compute_capability: None,
        vram_gb: Some(vram_gb),
        memory_type: None,
        bandwidth_gbps: None,
        fp32_tflops: None,
        fp16_dense_tflops: None,
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
        source_url: "https://example.com".into(),
        note: String::new(),
    }
}

pub fn cards() -> Vec<Gpu> {
    vec![
        gpu("rtx-4090", "GeForce RTX 4090", 24.0),
        gpu("rtx-4090-48gb", "GeForce RTX 4090 48GB (modified)", 48.0),
        gpu("rtx-4090-d", "GeForce RTX 4090 D", 24.0),
        gpu("quadro-rtx-6000", "Quadro RTX 6000", 24.0),
        gpu("rtx-6000-ada", "RTX 6000 Ada Generation", 48.0),
        gpu("a100-40gb", "A100 40GB (form factor not stated)", 40.0),
        gpu("a100-80gb-sxm", "A100 SXM4 80GB", 80.0),
        gpu("a100-80gb", "A100 80GB (form factor not stated)", 80.0),
        gpu("h100-pcie", "H100 PCIe 80GB", 80.0),
        gpu("h100-sxm", "H100 SXM5 80GB", 80.0),
        gpu("h100-80gb", "H100 80GB (form factor not stated)", 80.0),
    ]
}

pub fn offer(id: i64, gpu: usize, nanos: i64) -> Offer {
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
        price_per_hour: Money {
            nanos,
            currency: Currency::CNY,
        },
        observed: Observed::parse("2026-11-20").unwrap(),
        source_url: "https://example.com/prices".into(),
        source: "example.com".into(),
        note: String::new(),
        overrides: Facts::default(),
    }
}

pub fn snapshot(offers: Vec<Offer>) -> CatalogSnapshot {
    let platform = Platform {
        slug: "cloud".into(),
        name: "Cloud".into(),
        name_zh: None,
        homepage: None,
        country: None,
        currency: Some(Currency::CNY),
        docs_url: None,
        note: String::new(),
        facts: Facts::default(),
    };
    CatalogSnapshot::new(
        1,
        cards(),
        vec![platform],
        offers,
        Vec::new(),
        FxTable::default(),
    )
}

pub fn asked(text: &str) -> Query {
    let pairs: Vec<(String, String)> = text
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect();
    let (query, notices) = Query::parse(&pairs);
    assert!(notices.is_empty(), "{notices:?}");
    query
}

pub fn ids(snapshot: &CatalogSnapshot, text: &str) -> Vec<i64> {
    let selection = select(
        snapshot,
        &asked(text),
        Currency::CNY,
        TODAY.parse().unwrap(),
    );
    selection
        .rows
        .iter()
        .map(|row| snapshot.offers[*row].id)
        .collect()
}
