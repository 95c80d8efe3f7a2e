//! What the offer includes; what nobody stated is said in words.
use super::OfferView;
use crate::components::{card_name, facts, unknown};
use crate::format;
use crate::text::{places, td_string};
use domain::catalog::FactKey;
use leptos::prelude::*;

pub(super) fn panel(view: &OfferView) -> AnyView {
    let (frame, locale, offer) = (&view.frame, view.frame.locale, &view.offer);
    let (gpu, platform) = (view.gpu(), view.platform());
    let amount = |value: Option<f64>, unit: &'static str| match value {
        Some(value) => format!("{}{unit}", format::figure(value)).into_any(),
        None => unknown(locale),
    };
    let words = |value: &Option<String>| match value {
        Some(value) => value.clone().into_any(),
        None => unknown(locale),
    };
    let cards = match offer.gpu_fraction {
        Some(share) => td_string!(locale, catalogue.slice, share = format::figure(share)),
        None if offer.gpu_count == 1 => String::new(),
        None => td_string!(locale, catalogue.cards_count, count = offer.gpu_count),
    };
    let region = offer.region.as_deref();
    let region = words(&region.map(|region| places::region(locale, region)));
    let href = frame.link(&format!("/gpus/{}", gpu.slug));
    let card = view! { <a href=href>{card_name(gpu)}</a>" "<span class="dim">{cards}</span> };
    let whole = |vram: f64| vram * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count));
    let vram = match gpu.vram_gb {
        Some(vram) if offer.gpu_count > 1 => td_string!(
            locale,
            offer.vram_both,
            each = format::figure(vram),
            all = format::figure(whole(vram))
        )
        .into_any(),
        Some(vram) => format!("{} GB", format::figure(whole(vram))).into_any(),
        None => unknown(locale),
    };
    let form = if gpu.is_generic() {
        crate::components::fact(
            crate::components::Cell::Unknown,
            td_string!(locale, offer.form_not_stated).to_owned(),
        )
    } else {
        words(&gpu.form_factor)
    };
    let disk = match (offer.disk_gb, &offer.disk_type) {
        (Some(gb), Some(kind)) => format!("{} GB · {kind}", format::figure(gb)).into_any(),
        (Some(gb), None) => format!("{} GB", format::figure(gb)).into_any(),
        (None, _) => unknown(locale),
    };
    // The offer's own figure, else what the platform says of its machines.
    let by_platform = offer.fact_whole(platform, FactKey::Network);
    let network = match (offer.network_mbps, by_platform) {
        (Some(mbps), _) => td_string!(locale, platforms.mbps, count = mbps).into_any(),
        (None, Some(mbps)) => {
            let text = td_string!(locale, platforms.mbps, count = mbps);
            view! { {text}" "<span class="dim">{td_string!(locale, offer.platform_says)}</span> }
                .into_any()
        }
        (None, None) => unknown(locale),
    };
    let lines = [
        (td_string!(locale, offer.card), card.into_any()),
        (td_string!(locale, offer.vram), vram),
        (td_string!(locale, offer.form), form),
        (
            td_string!(locale, offer.exclusivity),
            facts::exclusivity(locale, offer, platform),
        ),
        (td_string!(locale, offer.vcpus), amount(offer.vcpus, "")),
        (td_string!(locale, offer.ram), amount(offer.ram_gb, " GB")),
        (td_string!(locale, offer.disk), disk),
        (td_string!(locale, offer.network), network),
        (td_string!(locale, offer.region), region),
        (
            td_string!(locale, offer.instance),
            words(&offer.instance_type),
        ),
    ];
    let lines = lines
        .into_iter()
        .map(|(name, text)| view! { <dt>{name}</dt><dd>{text}</dd> })
        .collect_view();
    view! {
        <section class="panel" id="contents">
            <header><h2>{td_string!(locale, offer.contents)}</h2><span class="end">{td_string!(locale, offer.contents_of)}</span></header>
            <div class="bd"><dl class="dl">{lines}</dl></div>
        </section>
    }
    .into_any()
}
