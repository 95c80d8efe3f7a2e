//! What an import makes of a table: columns to fields, slips of units, the same row twice.

use domain::catalog::diff::diff;
use domain::catalog::{CatalogSnapshot, Exclusivity, Precision, PriceKind};
use server::import::{Files, Import, read_zuka};
use std::collections::HashSet;
use tempfile::TempDir;

const COLUMNS: &str = "platform_slug,region,gpu_slug,gpu_count,gpu_fraction,price_per_hour,currency,price_kind,\
price_period_hours,vcpus,ram_gb,disk_gb,disk_type,network_mbps,instance_type,exclusivity,source_url,source_date,\
source_date_precision,note,price_per_period";

fn read(name: &str, text: &str) -> Import {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    let known = |slug: &str| HashSet::from([slug.to_owned()]);
    let files = Files::Folder(folder.path().to_owned());
    read_zuka(
        &files,
        &known("rtx-4090"),
        &known("autodl"),
        "2026-11-30".parse().unwrap(),
    )
    .unwrap()
}

const ROW: &str = "autodl,west,rtx-4090,8,,15.84,CNY,monthly,720,128,960,2000,nvme,1000,eight,dedicated,\
https://example.org/prices,2026-11-29,day,seen by hand,11404.80";

#[test]
fn b40_every_column_of_a_known_row_lands_in_its_own_field() {
    let import = read("offerings.csv", &format!("{COLUMNS}\n{ROW}\n"));
    assert!(import.refused.is_empty(), "{:?}", import.refused);
    let offer = &import.offers[0];
    assert_eq!(
        (offer.platform.as_str(), offer.gpu.as_str()),
        ("autodl", "rtx-4090")
    );
    assert_eq!(offer.region.as_deref(), Some("west"));
    assert_eq!((offer.gpu_count, offer.gpu_fraction), (8, None));
    assert_eq!(offer.price_per_hour.nanos, 15_840_000_000);
    assert_eq!(
        offer.price_per_period.map(|sum| sum.nanos),
        Some(11_404_800_000_000)
    );
    assert_eq!(offer.price_per_hour.currency.code(), "CNY");
    assert_eq!((offer.kind, offer.period_hours), (PriceKind::Monthly, 720));
    assert_eq!(
        (offer.vcpus, offer.ram_gb, offer.disk_gb),
        (Some(128.0), Some(960.0), Some(2000.0))
    );
    assert_eq!(
        (offer.disk_type.as_deref(), offer.network_mbps),
        (Some("nvme"), Some(1000))
    );
    assert_eq!(offer.instance_type.as_deref(), Some("eight"));
    assert_eq!(offer.exclusivity, Some(Exclusivity::Dedicated));
    assert_eq!(offer.observed.date.to_string(), "2026-11-29");
    assert_eq!(offer.observed.precision, Precision::Day);
    assert_eq!(
        (offer.source_url.as_str(), offer.source.as_str()),
        ("https://example.org/prices", "example.org")
    );
    assert_eq!(offer.note, "seen by hand");
}

#[test]
fn b21_b22_a_row_given_twice_never_overwrites_and_both_rows_are_shown() {
    let other = ROW.replace("15.84", "13.00").replace("11404.80", "9360");
    let import = read("offerings.csv", &format!("{COLUMNS}\n{ROW}\n{other}\n"));
    let changes = diff(&CatalogSnapshot::default(), import.offers, false);
    assert_eq!(changes.added.len(), 1, "the first stands");
    assert_eq!(changes.added[0].price_per_hour.nanos, 15_840_000_000);
    let [(first, second)] = changes.collisions.as_slice() else {
        panic!("one collision: {:?}", changes.collisions);
    };
    assert_eq!(first.price_per_hour.nanos, 15_840_000_000);
    assert_eq!(second.price_per_hour.nanos, 13_000_000_000);
}

#[test]
fn b39_a_card_s_figure_in_another_unit_is_refused_with_its_value() {
    let columns = "slug,name,vendor,architecture,compute_capability,memory_gb,memory_type,memory_bandwidth_gbps,\
fp32_tflops,fp16_tensor_dense_tflops,bf16_tensor_dense_tflops,fp8_dense_tflops,int8_dense_tops,tdp_w,interconnect,\
interconnect_gbps,form_factor,release_year,min_cuda,source_url,note,fp16_tensor_dense_derived_tflops";
    let row = |memory: &str, bandwidth: &str, fp32: &str| {
        format!(
            "{columns}\nx,X,NVIDIA,Ada,8.9,{memory},GDDR6X,{bandwidth},{fp32},165.2,,,,450,,,PCIe,2022,,https://example.org,,\n"
        )
    };
    assert_eq!(read("gpus.csv", &row("24", "1008", "82.6")).gpus.len(), 1);
    for (text, value) in [
        (row("24576", "1008", "82.6"), "24576"),
        (row("24", "1.008", "82.6"), "1.008"),
        (row("24", "1008", "82600"), "82600"),
    ] {
        let import = read("gpus.csv", &text);
        assert!(import.gpus.is_empty());
        assert_eq!(
            import.refused[0].errors[0].value, value,
            "{}",
            import.refused[0]
        );
    }
}
