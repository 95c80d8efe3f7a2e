//! One platform: the six questions, every fact with its sources, what survives, its offers.
use super::sources::{self, Lists};
use super::{
    Platforms, billing, gaps, nobody_looked, offers, past, paying, questions, values, volumes,
};
use crate::components::facts::fact_name;
use crate::components::original;
use crate::components::span::Span;
use crate::components::{Cell, fact, glyph, notices, platform_name};
use crate::shell::{Document, Nav};
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::{FactKey, Platform};
use leptos::prelude::*;

/// The facts as a reader looks for them; every key stands in one group.
pub(crate) const FACT_GROUPS: [&[FactKey]; 5] = [
    &[
        FactKey::BillingIncrement,
        FactKey::MinimumCharge,
        FactKey::NoGpuMode,
        FactKey::NoGpuPrice,
        FactKey::StoppedBilling,
        FactKey::GpuKeptStopped,
        FactKey::Spot,
        FactKey::DailyPlan,
        FactKey::WeeklyPlan,
        FactKey::MonthlyPlan,
        FactKey::Reservation,
        FactKey::EgressPrice,
    ],
    &super::paying::KEYS,
    &[
        FactKey::PersistentStorage,
        FactKey::RetentionDays,
        FactKey::FreeDisk,
        FactKey::StoragePrice,
        FactKey::StoragePriceStopped,
        FactKey::Snapshot,
        FactKey::CustomImage,
        FactKey::ImageQuota,
        FactKey::ObjectStorage,
        FactKey::ModelMirror,
        FactKey::Acceleration,
    ],
    &[
        FactKey::CardExclusivity,
        FactKey::SameNode,
        FactKey::Nvlink,
        FactKey::Network,
    ],
    &[FactKey::Support, FactKey::Support24h],
];

/// `/platforms/{slug}`; `place` is the platform's index in the snapshot.
pub fn detail(view: &Platforms, place: usize) -> Document {
    let locale = view.frame.locale;
    let platform = &view.snapshot.platforms[place];
    let name = platform_name(locale, platform);
    let lists = Lists::of(platform);
    let note = (!platform.note.is_empty()).then(|| {
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, platforms.note)}</h2>{original::mark(locale, &platform.note).map(|words| view! { <span class="end">{words}</span> })}</header>
                <div class="bd"><p class="det" lang=original::language(&platform.note).tag()>{platform.note.clone()}</p></div>
            </section>
        }
    });
    let body = view! {
        <p class="crumb"><a href=view.frame.link("/platforms")>{td_string!(locale, platforms.heading)}</a>" / "{name.clone()}</p>
        {head(view, platform)}
        {notices(locale, &Span::read(&view.frame).1)}
        {questions::glance(view, platform)}
        <div class="split platform">
            <div class="stack">{questions::panel(view, platform, &lists)}{paying::panel(view, platform, &lists)}{volumes::panel(view, platform)}{known(view, platform, &lists)}</div>
            <div class="stack">{offers::panel(view, platform, place)}{past::panel(view, platform)}{billing::panel(view, platform)}{gaps::panel(view, platform)}{note}{lists.panel(locale)}</div>
        </div>
    };
    Document {
        description: td_string!(locale, platforms.one_description, name = name.clone()),
        title: name,
        nav: Nav::Platforms,
        // The questions to send have a button that copies them.
        islands: true,
        body: body.into_any(),
    }
}

/// The page for a name that no platform has: the nearest ones, and all of them.
pub fn missing(view: &Platforms, slug: &str) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let near = domain::catalog::near::platforms(&view.snapshot, slug);
    let list = near.into_iter().map(|place| {
        let platform = &view.snapshot.platforms[place];
        let href = frame.link(&format!("/platforms/{}", platform.slug));
        view! { <li><a class="btn" href=href>{platform_name(locale, platform)}</a></li> }
    });
    let title = td_string!(
        locale,
        platforms.missing,
        name = slug.chars().take(60).collect::<String>()
    );
    let body = view! {
        <div class="empty"><div>
            <h1>{title.clone()}</h1>
            <p>{td_string!(locale, platforms.missing_text)}</p>
            <ul>{list.collect_view()}</ul>
            <p><a href=frame.link("/platforms")>{td_string!(locale, platforms.missing_all, count = view.snapshot.platforms.len())}</a></p>
        </div></div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::Platforms,
        islands: false,
        body: body.into_any(),
    }
}

fn head(view: &Platforms, platform: &Platform) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let name = platform_name(locale, platform);
    // The name in the other script stands beside the one people of this language use.
    let other = match &platform.name_zh {
        Some(_) if locale.is_zh() => Some((platform.name.clone(), "en")),
        Some(name) => Some((name.clone(), "zh-CN")),
        None => None,
    };
    // "AutoDL" and "AutoDL 算力云" need not say "AutoDL" twice.
    let other = other
        .filter(|(other, _)| !name.contains(other.as_str()))
        .map(|(other, lang)| match other.strip_prefix(&name) {
            Some(rest) => (rest.trim().to_owned(), lang),
            None => (other, lang),
        })
        .map(|(other, lang)| view! { " "<span lang=lang>{other}</span> });
    let country = platform
        .country
        .as_deref()
        .map(|code| values::country(locale, code));
    let currency = platform.currency.map(|currency| {
        td_string!(
            locale,
            platforms.pays_in,
            currency = currency.code().to_owned()
        )
    });
    let sub = [country, currency]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ");
    let link = |url: &Option<String>, label: &'static str| {
        let url = url.clone().filter(|url| url.starts_with("http"))?;
        Some(view! { " · "<a href=url rel="noopener nofollow">{label}</a> })
    };
    let slug = &platform.slug;
    let to = |path: String| view.frame.link(&path);
    let plan = td_string!(locale, platforms.plan_with, name = name.clone());
    view! {
        <div class="head">
            <h1>{name}{other}</h1>
            <span class="sub">{sub}{link(&platform.homepage, td_string!(locale, platforms.home))}{link(&platform.docs_url, td_string!(locale, platforms.docs))}</span>
            <span class="act">
                <a class="btn" href=to(format!("/report?platform={slug}"))>{td_string!(locale, offer.report)}</a>
                <a class="btn" href=to(format!("/compare?p={slug}"))>{td_string!(locale, offer.compare)}</a>
                <a class="btn pri" href=to(format!("/plan?platform={slug}"))>{plan}</a>
            </span>
        </div>
    }
}

fn known(view: &Platforms, platform: &Platform, lists: &Lists) -> AnyView {
    let locale = view.frame.locale;
    if nobody_looked(platform) {
        return view! {
            <div class="note">
                {glyph(Cell::Unknown)}
                <div>
                    <p class="b">{td_string!(locale, platforms.nobody)}</p>
                    <p>{td_string!(locale, platforms.nobody_text)}</p>
                </div>
            </div>
        }
        .into_any();
    }
    let found = FactKey::ALL
        .iter()
        .filter(|key| platform.facts.value(**key).is_some())
        .count();
    let count = td_string!(
        locale,
        platforms.known_count,
        known = found,
        all = FactKey::ALL.len()
    );
    let groups = FACT_GROUPS.iter().zip(group_names(locale)).map(|(keys, name)| {
        let rows = keys.iter().map(|key| row(view, platform, lists, *key)).collect_view();
        view! {
            <tr class="grp"><th colspan="3" scope="rowgroup"><div class="gl"><b>{name}</b></div></th></tr>
            {rows}
        }
    });
    let title = td_string!(locale, platforms.known);
    view! {
        <section class="panel">
            <header><h2>{title}</h2><span class="end">{count}</span></header>
            <div class="bd flush">
                <div class="tw bare" tabindex="0" role="region" aria-label=title>
                    <table class="facts">
                        <thead>
                            <tr>
                                <th scope="col">{td_string!(locale, platforms.c_fact)}</th>
                                <th scope="col">{td_string!(locale, platforms.c_value)}</th>
                                <th scope="col">{td_string!(locale, platforms.c_sources)}</th>
                            </tr>
                        </thead>
                        <tbody>{groups.collect_view()}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// Their names.
pub(crate) fn group_names(locale: Locale) -> [&'static str; 5] {
    [
        td_string!(locale, platforms.g_billing),
        td_string!(locale, keep.g_paying),
        td_string!(locale, platforms.g_data),
        td_string!(locale, platforms.g_machine),
        td_string!(locale, platforms.g_support),
    ]
}

/// One fact. Three states: found, looked for and not found, not looked for.
fn row(view: &Platforms, platform: &Platform, lists: &Lists, key: FactKey) -> AnyView {
    let locale = view.frame.locale;
    let known = platform.facts.get(key);
    let answer = match known.and_then(|fact| fact.value.as_deref()) {
        Some(text) => values::value(view, platform, key, text),
        None => fact(
            Cell::Unknown,
            td_string!(locale, platforms.not_found).to_owned(),
        ),
    };
    let source = match known {
        Some(fact) if fact.value.is_some() => sources::cell(view, lists, fact),
        Some(_) => {
            view! { <span class="xs dim">{td_string!(locale, platforms.not_found_more)}</span> }
                .into_any()
        }
        None => view! { <span class="xs dim">{td_string!(locale, platforms.not_looked)}</span> }
            .into_any(),
    };
    let report = view.frame.link(&format!(
        "/report?platform={}&fact={}",
        platform.slug,
        key.word()
    ));
    let label = td_string!(locale, platforms.report_fact, fact = fact_name(locale, key));
    view! {
        <tr data-fact=key.word() id=format!("fact-{}", key.word())>
            <th scope="row">{fact_name(locale, key)}</th>
            <td>{answer}</td>
            <td>{source}" "<a class="xs wrong" href=report aria-label=label>{td_string!(locale, platforms.wrong)}</a></td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_stands_in_one_group() {
        let mut shown: Vec<FactKey> = FACT_GROUPS
            .iter()
            .flat_map(|keys| keys.iter().copied())
            .collect();
        shown.sort_unstable();
        let mut all = FactKey::ALL.to_vec();
        all.sort_unstable();
        assert_eq!(shown, all);
    }
}
