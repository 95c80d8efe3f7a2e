//! Making a link of an answer, and what a kept one is good for.
use super::{Checked, MachineView, words};
use crate::components::facts::fact_name;
use crate::components::list_comma;
use crate::frame::address;
use crate::islands::copy_button::CopyButton;
use crate::text::td_string;
use domain::catalog::FactKey;
use domain::inspect::{Question, Reason, Verdict};
use leptos::prelude::*;

pub(super) fn panel(view: &MachineView, result: &Checked) -> AnyView {
    match &view.saved {
        Some(slug) => saved(view, result, slug),
        None => offer_to_keep(view, result),
    }
}

fn offer_to_keep(view: &MachineView, result: &Checked) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let offer = result
        .promise
        .offer
        .map(|id| id.to_string())
        .unwrap_or_default();
    let gpu = if result.is_guess {
        String::new()
    } else {
        result.promise.gpu.slug.clone()
    };
    view! {
        <section class="panel" id="share">
            <header><h2>{td_string!(locale, machine.share)}</h2><p>{td_string!(locale, machine.share_text)}</p></header>
            <div class="bd">
                <form method="post" action=frame.link("/check/machine/share")>
                    <input r#type="hidden" name="offer" value=offer />
                    <input r#type="hidden" name="gpu" value=gpu />
                    <input r#type="hidden" name="text" value=result.printed.clone() />
                    <button class="btn pri">{td_string!(locale, machine.share_do)}</button>
                </form>
                <p class="sm mut">{td_string!(locale, machine.evidence_after)}</p>
            </div>
        </section>
    }
    .into_any()
}

fn saved(view: &MachineView, result: &Checked, slug: &str) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let url = format!("{}/c/{slug}", view.site);
    let links = proposals(view, result, &url);
    let evidence = (!links.is_empty()).then(|| {
        let items = links.into_iter().map(|(name, href)| view! { <li><a href=href>{name}</a></li> });
        view! {
            <section class="panel" id="evidence">
                <header><h2>{td_string!(locale, machine.evidence)}</h2><p>{td_string!(locale, machine.evidence_text)}</p></header>
                <div class="bd"><ul class="proposals">{items.collect_view()}</ul></div>
            </section>
        }
    });
    view! {
        <section class="panel" id="share">
            <header><h2>{td_string!(locale, machine.kept)}</h2><p>{td_string!(locale, machine.kept_text)}</p></header>
            <div class="bd">
                <div class="cmd">
                    <pre tabindex="0"><code>{url.clone()}</code></pre>
                    <CopyButton><button class="btn" r#type="button" data-copy=url data-done=td_string!(locale, plan.copied)>{td_string!(locale, machine.copy_link)}</button></CopyButton>
                </div>
                <p><a class="btn pri" href=frame.link("/check/machine")>{td_string!(locale, machine.own)}</a></p>
            </div>
        </section>
        {evidence}
    }
    .into_any()
}

/// What a check bears witness of: facts of the platform that it saw, and what the offer includes. A question that it could
/// not see is evidence of nothing.
fn proposals(view: &MachineView, result: &Checked, url: &str) -> Vec<(String, String)> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (Some(platform), Some(offer)) = (&result.promise.platform, result.promise.offer) else {
        return Vec::new();
    };
    let found = |question: Question| result.findings.iter().find(|f| f.question == question);
    let mut facts: Vec<(FactKey, String)> = Vec::new();
    if let Some(whole) = found(Question::Whole) {
        let word = match (whole.verdict, whole.reason) {
            (Verdict::Fail, _) | (_, Reason::SliceAsSold) => Some("shared"),
            (Verdict::Ok, _) => Some("dedicated"),
            _ => None,
        };
        facts.extend(word.map(|word| (FactKey::CardExclusivity, word.to_owned())));
    }
    let links = found(Question::Links).filter(|links| links.verdict != Verdict::Unknown);
    if let Some(links) = links.and_then(|links| links.measured.as_ref()) {
        let has = links.split(", ").all(|word| word.starts_with("NV"));
        facts.push((FactKey::Nvlink, if has { "yes" } else { "no" }.to_owned()));
    }
    // Fewer cards in a container do not prove that the others are elsewhere.
    let is_whole_host = found(Question::Count).is_some_and(|count| count.verdict == Verdict::Ok);
    if is_whole_host && result.promise.count.is_some_and(|count| count > 1) {
        facts.push((FactKey::SameNode, "yes".to_owned()));
    }
    let mbps = result.machine.net_mbps;
    let own = mbps.filter(|_| result.machine.net_own == Some(true));
    facts.extend(own.map(|mbps| (FactKey::Network, format!("{mbps:.0}"))));
    let day = result.machine.day.clone().unwrap_or_default();
    let remark = td_string!(locale, machine.evidence_remark).to_owned();
    let report = |pairs: Vec<(&str, String)>| {
        let common = [
            ("evidence", url.to_owned()),
            ("seen_on", day.clone()),
            ("remark", remark.clone()),
        ];
        let pairs: Vec<(String, String)> = pairs
            .into_iter()
            .chain(common)
            .filter(|(_, v)| !v.is_empty())
            .map(|(n, v)| (n.to_owned(), v))
            .collect();
        frame.link(&address("/report", &pairs))
    };
    let mut links: Vec<(String, String)> = facts
        .into_iter()
        .map(|(key, value)| {
            let pairs = vec![
                ("platform", platform.clone()),
                ("fact", key.word().to_owned()),
                ("value", value.clone()),
            ];
            (
                format!("{} = {value}", fact_name(locale, key)),
                report(pairs),
            )
        })
        .collect();
    let contents = [Question::Cpu, Question::Ram, Question::DiskSize];
    let contents: Vec<String> = contents
        .into_iter()
        .filter_map(|question| {
            Some(format!(
                "{} {}",
                words::question(locale, question),
                found(question)?.measured.as_ref()?
            ))
        })
        .collect();
    if !contents.is_empty() {
        let value = contents.join(list_comma(locale));
        let pairs = vec![
            ("offering", offer.to_string()),
            ("about", "contents".to_owned()),
            ("value", value),
        ];
        links.push((
            td_string!(locale, machine.evidence_offer).to_owned(),
            report(pairs),
        ));
    }
    links
}
