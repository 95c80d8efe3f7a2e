//! The form's four groups of fields.
use super::controls::{Choice, fixed, number, platform_says, radios, select, text};
use super::{OfferForm, shown_as};
use crate::components::{kind_word, platform_name};
use crate::pages::admin::kit::Field;
use crate::pages::admin::words::fault;
use crate::text::td_string;
use domain::catalog::{FactKey, Precision, Tri};
use domain::units::Currency;
use leptos::prelude::*;

fn group(name: &'static str, fields: Vec<AnyView>) -> AnyView {
    view! { <section class="frm"><h3>{name}</h3><div>{fields}</div></section> }.into_any()
}

fn choice(word: &str, name: &str) -> Choice {
    (word.to_owned(), name.to_owned())
}

pub(super) fn specification(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let mut exclusive = vec![
        choice("dedicated", td_string!(locale, admin.e_yes_dedicated)),
        choice("shared", td_string!(locale, admin.e_no_shared)),
        choice("", td_string!(locale, common.unknown)),
    ];
    if form.typed.get("exclusivity") == "mixed" {
        exclusive.insert(2, choice("mixed", td_string!(locale, admin.e_mixed)));
    }
    let gpu = &form.snapshot.gpus[form.offer().gpu];
    let unit = |text: &str| text.to_owned();
    group(
        td_string!(locale, admin.s_specs),
        vec![
            fixed(
                form,
                td_string!(locale, admin.l_platform),
                platform_name(locale, form.platform()),
                "w2",
            ),
            fixed(
                form,
                td_string!(locale, admin.l_gpu),
                gpu.short_name().to_owned(),
                "w2",
            ),
            fixed(
                form,
                td_string!(locale, admin.l_kind),
                kind_word(locale, form.offer().kind).to_owned(),
                "w2",
            ),
            text(form, "instance_type", "text", "w2", None),
            text(form, "region", "text", "w2", None),
            number(
                form,
                "gpu_count",
                unit(td_string!(locale, admin.u_gpu)),
                "w2",
                None,
            ),
            number(
                form,
                "vcpus",
                unit(td_string!(locale, admin.u_cores)),
                "w2",
                None,
            ),
            number(form, "ram_gb", unit("GB"), "w2", None),
            radios(
                form,
                "exclusivity",
                exclusive,
                platform_says(form, FactKey::CardExclusivity),
            ),
            number(form, "disk_gb", unit("GB"), "w2", None),
            text(form, "disk_type", "text", "w2", None),
            number(form, "network_mbps", unit("Mbps"), "w2", None),
        ],
    )
}

/// Signs of a currency code that may be half typed.
fn sign(code: &str) -> String {
    code.parse::<Currency>().map_or_else(
        |_| code.to_owned(),
        |currency| currency.sign().trim().to_owned(),
    )
}

pub(super) fn price(form: &OfferForm) -> AnyView {
    let (locale, offer) = (form.frame.locale, form.offer());
    let mut codes = vec!["CNY".to_owned(), "USD".to_owned(), "EUR".to_owned()];
    for currency in [
        form.platform().currency,
        Some(offer.price_per_hour.currency),
    ]
    .into_iter()
    .flatten()
    {
        if !codes.iter().any(|code| code == currency.code()) {
            codes.push(currency.code().to_owned());
        }
    }
    let currencies = codes.into_iter().map(|code| (code.clone(), code)).collect();
    let currency = sign(form.typed.get("currency"));
    let hourly = format!("{currency}{}", td_string!(locale, admin.u_hour));
    let basis = vec![
        choice("gpu", td_string!(locale, admin.basis_gpu)),
        choice("offer", td_string!(locale, admin.basis_offer)),
    ];
    let mut fields = vec![select(
        form,
        "currency",
        currencies,
        "w2",
        Some(td_string!(locale, admin.h_currency).to_owned()),
    )];
    if offer.kind.is_term() {
        fields.push(number(form, "price_per_period", currency, "w2", None));
    }
    // A share of a card has no price per card.
    fields.push(match offer.gpu_fraction {
        None => radios(form, "price_basis", basis, None),
        Some(_) => view! { <input r#type="hidden" name="price_basis" value="offer" /> }.into_any(),
    });
    let help = offer
        .kind
        .is_term()
        .then(|| td_string!(locale, admin.h_price_term).to_owned());
    fields.push(number(form, "price", hourly, "w2", help));
    fields.push(confirmation(form));
    if !offer.kind.is_term() {
        fields.push(increment(form));
        fields.push(fact(
            form,
            FactKey::MinimumCharge,
            td_string!(locale, admin.u_seconds).to_owned(),
        ));
    }
    group(td_string!(locale, admin.s_price), fields)
}

/// How it will show; and for each odd thing one tick.
fn confirmation(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    if form.warnings.is_empty() {
        return view! { <div class="w6">{shown_as(form)}</div> }.into_any();
    }
    let ticks = form
        .warnings
        .iter()
        .map(|(warning, confirmed)| {
            let name = format!("confirm_{}", warning.word());
            view! {
                <label class="opt flat">
                    <input r#type="checkbox" id=name.clone() name=name value="1" checked=*confirmed />
                    {td_string!(locale, admin.confirm_price)}
                    {(form.warnings.len() > 1).then(|| format!(" ({})", super::warning(form, *warning)))}
                </label>
            }
        })
        .collect_view();
    view! { <div class="w6 note warn level"><div>{ticks}</div>{shown_as(form)}</div> }.into_any()
}

fn increment(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let choices = vec![
        choice("", td_string!(locale, common.unknown)),
        choice("1", td_string!(locale, facts.per_second)),
        choice("60", td_string!(locale, facts.per_minute)),
        choice("3600", td_string!(locale, facts.per_hour)),
    ];
    select(
        form,
        FactKey::BillingIncrement.word(),
        choices,
        "w2",
        platform_says(form, FactKey::BillingIncrement),
    )
}

/// A number that the offer may state differently from its platform.
fn fact(form: &OfferForm, key: FactKey, unit: String) -> AnyView {
    let empty = td_string!(form.frame.locale, admin.h_as_platform);
    let help = platform_says(form, key).map(|says| format!("{says} · {empty}"));
    number(form, key.word(), unit, "w2", help)
}

fn yes_no(form: &OfferForm, key: FactKey) -> AnyView {
    let locale = form.frame.locale;
    let mut choices = vec![
        choice(Tri::Yes.word(), td_string!(locale, common.yes)),
        choice(Tri::No.word(), td_string!(locale, common.no)),
        choice("", td_string!(locale, common.unknown)),
    ];
    if form.typed.get(key.word()) == Tri::Partial.word() {
        choices.insert(
            1,
            choice(Tri::Partial.word(), td_string!(locale, common.partly)),
        );
    }
    radios(form, key.word(), choices, platform_says(form, key))
}

pub(super) fn stopping(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    // Facts are in the platform's currency.
    let currency = form
        .platform()
        .currency
        .unwrap_or(form.offer().price_per_hour.currency)
        .sign();
    let money = |unit: &str| format!("{}{unit}", currency.trim());
    let mut fields = Vec::new();
    if !form.offer().kind.is_term() {
        fields.push(yes_no(form, FactKey::NoGpuMode));
        fields.push(fact(
            form,
            FactKey::NoGpuPrice,
            money(td_string!(locale, admin.u_hour)),
        ));
    }
    fields.push(yes_no(form, FactKey::GpuKeptStopped));
    fields.push(fact(
        form,
        FactKey::RetentionDays,
        td_string!(locale, admin.u_days).to_owned(),
    ));
    fields.push(fact(form, FactKey::FreeDisk, "GB".to_owned()));
    fields.push(fact(
        form,
        FactKey::StoragePrice,
        money(td_string!(locale, admin.u_gb_month)),
    ));
    group(td_string!(locale, admin.s_stop), fields)
}

pub(super) fn evidence(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let observed = form.offer().observed;
    let day = match observed.precision {
        Precision::Day => td_string!(locale, admin.h_source_date).to_owned(),
        _ => td_string!(locale, admin.h_source_so_far, date = observed.text()),
    };
    group(
        td_string!(locale, admin.s_evidence),
        vec![
            text(
                form,
                "source_url",
                "url",
                "w4",
                Some(td_string!(locale, admin.h_source_url).to_owned()),
            ),
            text(form, "source_date", "date", "w2", Some(day)),
            effective(form),
            text(
                form,
                "note",
                "text",
                "w4",
                Some(td_string!(locale, admin.h_note).to_owned()),
            ),
        ],
    )
}

/// From which day the price holds; empty = now.
fn effective(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let flaw = form
        .flaws
        .iter()
        .find(|flaw| flaw.field == "effective_from");
    let field = Field {
        name: "effective_from".to_owned(),
        id: None,
        label: td_string!(locale, keep.l_effective).to_owned(),
        value: form.effective.clone(),
        width: "w2",
        help: Some(td_string!(locale, keep.h_effective).to_owned()),
        fault: flaw.map(|flaw| fault(form, flaw)),
        now: None,
    };
    field.text("date")
}
