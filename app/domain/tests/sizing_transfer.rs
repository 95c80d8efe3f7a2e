//! Getting a model to the card.
#![allow(clippy::unwrap_used, reason = "tests")]

mod sizing;

use domain::sizing::host::{Host, HostVerdict, advise};
use domain::sizing::transfer::{Disk, download_s, load_s};
use domain::sizing::{Weights, file_gb};

const HOUR: f64 = 3600.0;

/// The seeds' figures: 13 GB at 10 Mbit/s take three hours, at 50 Mbit/s 35 to 39 minutes.
#[test]
fn thirteen_gigabytes_on_a_slow_line_take_three_hours() {
    let slow = download_s(13.0, 10.0).unwrap();
    assert!((slow.low / HOUR - 2.9).abs() < 0.05 && (slow.mid / HOUR - 3.2).abs() < 0.05);
    let faster = download_s(13.0, 50.0).unwrap();
    assert!((faster.low / 60.0 - 34.7).abs() < 0.1 && (faster.mid / 60.0 - 38.5).abs() < 0.1);
    assert_eq!(download_s(13.0, 0.0), None);
}

#[test]
fn a_sata_disk_loads_in_half_a_minute() {
    assert!((load_s(13.0, Disk::Sata, true).mid - 26.0).abs() < 0.1);
    assert!(load_s(13.0, Disk::Nvme, true).mid < 10.0);
    assert!(load_s(13.0, Disk::Network, true).mid > 60.0);
    assert!(load_s(13.0, Disk::Nvme, false).mid > load_s(13.0, Disk::Nvme, true).mid);
}

#[test]
fn disks_are_known_by_what_platforms_write() {
    assert_eq!(Disk::from_text("NVMe SSD"), Some(Disk::Nvme));
    assert_eq!(Disk::from_text("SSD"), Some(Disk::Sata));
    assert_eq!(Disk::from_text("cloud disk"), Some(Disk::Network));
    assert_eq!(Disk::from_text("local"), None);
}

#[test]
fn a_7b_model_is_13_gigabytes_in_16_bits() {
    let models = sizing::models();
    let llama = models.llm("llama-2-7b").unwrap();
    assert!((file_gb(llama, Weights::Bf16) - 13.48).abs() < 0.01);
    assert!((file_gb(llama, Weights::Q4KM) - 4.08).abs() < 0.02);
}

/// 16 processors for one card are enough; 16 GB of memory do not load 13 GB of model; a silent offer stays unknown.
#[test]
fn the_rest_of_the_machine_is_judged() {
    let host = Host {
        ram_gb: Some(16.0),
        vcpus: Some(16.0),
        disk_gb: None,
        gpus: 1.0,
    };
    let [ram, vcpus, disk] = advise(host, 13.5, false).map(|advice| advice.verdict);
    assert_eq!(
        (ram, vcpus, disk),
        (HostVerdict::No, HostVerdict::Ok, HostVerdict::Unknown)
    );
    let roomy = Host {
        ram_gb: Some(64.0),
        disk_gb: Some(50.0),
        ..host
    };
    let [ram, _, disk] = advise(roomy, 13.5, true).map(|advice| advice.verdict);
    assert_eq!((ram, disk), (HostVerdict::Ok, HostVerdict::No));
}
