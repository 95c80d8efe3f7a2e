//! Terms of which everything is known, to vary in tests.
use domain::catalog::StoppedBilling;
use domain::quote::{NoGpuTerms, Terms};
use domain::units::Currency;

/// By the second at 1.98 an hour, 0.10 without the GPU; 50 GB of disk included, 0.20 a GB-month beyond.
pub fn known() -> Terms {
    Terms {
        currency: Currency::CNY,
        machine_hour: 1_980_000_000,
        increment_s: Some(1),
        minimum_s: Some(0),
        no_gpu: NoGpuTerms::Price(100_000_000),
        stopped: Some(StoppedBilling::StorageOnly),
        storage: Some(200_000_000),
        storage_stopped: Some(200_000_000),
        storage_month_s: 2_592_000,
        free_gb: Some(50_000_000_000),
        egress: Some(0),
        retention_days: None,
        term: None,
        discount_pct: None,
        fx: None,
    }
}
