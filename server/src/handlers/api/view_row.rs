//! An offer as the price list shows it: the columns of a view, in their order, for the span of time it shows.
use chrono::NaiveDate;
use domain::catalog::figures::price_by;
use domain::catalog::{CatalogSnapshot, Column, FactKey, Offer, Period, Query, Tri};
use domain::units::{Currency, Money};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// Names and values, in the order of the columns; the names are the same for every row of one question.
pub(super) struct ViewRow(pub Vec<(String, Value)>);

impl Serialize for ViewRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl ViewRow {
    fn push(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let name = name.into();
        if !self.0.iter().any(|(known, _)| *known == name) {
            self.0.push((name, value.into()));
        }
    }
}

/// The row of `offer`: its number, card and kind of price, then what each column shows. Money is decimal text in the
/// view's currency, or in that of the offer where no rate exists; `currency` says which.
pub(super) fn view_row(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    query: &Query,
    currency: Currency,
    today: NaiveDate,
) -> ViewRow {
    let gpu = &snapshot.gpus[offer.gpu];
    let platform = &snapshot.platforms[offer.platform];
    let hours = query.period_hours();
    let shown = |money: Money| {
        snapshot
            .convert(money, currency, today)
            .map_or(money, |(m, _)| m)
    };
    let text = |money: Option<Money>| money.map(|m| shown(m).amount().to_string());
    let period = query.period.word();
    let share = offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count));
    let each = |value: Option<f64>| value.map(|v| v / f64::from(offer.gpu_count));
    let mut row = ViewRow(Vec::with_capacity(24));
    row.push("id", offer.id);
    for column in query.shown_columns() {
        match column {
            Column::Platform => {
                row.push("platform", platform.slug.as_str());
                row.push("region", offer.region.as_deref());
                row.push("instance_type", offer.instance_type.as_deref());
                row.push("gpu", gpu.slug.as_str());
                row.push("price_kind", offer.kind.word());
                row.push("is_ask", offer.is_ask());
            }
            Column::Gpu | Column::PriceKind | Column::Region => {}
            Column::PerGpu => row.push(
                format!("price_per_gpu_{period}"),
                text(offer.price_per_gpu_over(hours)),
            ),
            Column::Whole => {
                row.push(format!("price_per_{period}"), text(offer.price_over(hours)));
                row.push("gpu_count", offer.gpu_count);
            }
            Column::PerVramGb | Column::PerTflops | Column::PerBandwidth | Column::PerVcpu => {
                let price = column.sort().and_then(|by| price_by(by, gpu, offer, hours));
                row.push(column.word(), text(price));
                if column == Column::PerTflops {
                    let is_derived = gpu.dense_tflops().map(|(_, derived)| derived);
                    // Nothing is said of a price that there is not.
                    row.push(
                        "price_per_tflops_is_derived",
                        is_derived.filter(|_| price.is_some()),
                    );
                }
            }
            Column::GpuCount => {
                row.push("gpu_count", offer.gpu_count);
                row.push("gpu_fraction", offer.gpu_fraction);
            }
            Column::Vram => row.push("vram_gb", gpu.vram_gb),
            Column::TotalVram => row.push("total_vram_gb", gpu.vram_gb.map(|v| v * share)),
            Column::Bandwidth => row.push("bandwidth_gbps", gpu.bandwidth_gbps),
            Column::Tflops => {
                row.push("dense_tflops", gpu.dense_tflops().map(|(f, _)| f));
                row.push(
                    "dense_tflops_is_derived",
                    gpu.dense_tflops().map(|(_, d)| d),
                );
            }
            Column::ComputeCapability => {
                row.push("compute_capability", gpu.compute_capability.as_deref());
            }
            Column::FormFactor => row.push("form_factor", gpu.form_factor.as_deref()),
            Column::BillingIncrement => {
                let step = offer.fact_whole(platform, FactKey::BillingIncrement);
                row.push(
                    "billing_increment_s",
                    step.filter(|_| !offer.kind.is_term()),
                );
            }
            Column::NoGpuPrice => {
                // A platform's facts speak of its metered machines; without the mode there is no price of it.
                let mode = offer
                    .fact_tri(platform, FactKey::NoGpuMode)
                    .filter(|_| !offer.kind.is_term());
                row.push("no_gpu_mode", mode.map(|m| m.word()));
                let price = offer.fact_money(platform, FactKey::NoGpuPrice);
                row.push(
                    "no_gpu_price_per_hour",
                    text(price.filter(|_| matches!(mode, Some(Tri::Yes | Tri::Partial)))),
                );
            }
            Column::StoppedBilling => {
                // A platform's facts speak of its metered machines.
                let fact = |key| {
                    offer
                        .fact_value(platform, key)
                        .filter(|_| !offer.kind.is_term())
                };
                row.push("stopped_billing", fact(FactKey::StoppedBilling));
                row.push("persistent_storage", fact(FactKey::PersistentStorage));
                row.push(
                    "retention_days",
                    fact(FactKey::RetentionDays).and_then(|d| d.parse::<u32>().ok()),
                );
            }
            Column::Exclusivity => {
                let word = offer.effective_exclusivity(platform).map(|e| e.word());
                row.push("exclusivity", word);
            }
            Column::CpuRam => {
                row.push("vcpus_per_gpu", each(offer.vcpus));
                row.push("ram_gb_per_gpu", each(offer.ram_gb));
            }
            Column::Vcpu => row.push("vcpus", offer.vcpus),
            Column::Ram => row.push("ram_gb", offer.ram_gb),
            Column::Disk => row.push("disk_gb", offer.disk_gb),
            Column::StoragePrice => {
                let price = offer.fact_money(platform, FactKey::StoragePrice);
                row.push("storage_price_per_gb_month", text(price));
                row.push("included_disk_gb", offer.included_disk(platform));
            }
            Column::Network => {
                let stated = offer.network_mbps;
                let mbps = stated.or_else(|| offer.fact_whole(platform, FactKey::Network));
                row.push("network_mbps", mbps);
            }
            Column::Country => row.push("country", platform.country.as_deref()),
            Column::ObservedAt => {
                row.push("observed_at", offer.observed.text());
                row.push("observed_precision", offer.observed.precision.word());
                row.push("source_url", offer.source_url.as_str());
            }
        }
    }
    row.push("freshness", snapshot.freshness(offer, today).word());
    row.push("currency", shown(offer.price_per_hour).currency.to_string());
    if query.period == Period::Month {
        row.push("month_hours", query.month_hours);
    }
    row
}
