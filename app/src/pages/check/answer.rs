//! The answer: the verdict with its first reason, the smallest change, and every check with its source.
use super::CheckView;
use super::paste::trouble;
use super::words::{because, cell, change, evidence, flaw, headline, reason, rule, verdict};
use crate::components::{Cell, colon, fact, glyph};
use crate::islands::copy_button::CopyButton;
use crate::shell::source_words;
use crate::text::td_string;
use domain::compat::paste::Trouble;
use domain::compat::{Answer, Check, Draft, Fix, Flaw, FlawKind, Verdict};
use leptos::prelude::*;

/// Nothing was asked yet; an error that says by itself that it does not run is an answer all the same.
pub(super) fn empty(view: &CheckView) -> AnyView {
    let locale = view.frame.locale;
    if let Some(kind) = proof(view) {
        return view! {
            <section class="panel check-answer" data-verdict=Verdict::Fail.word() role="status">
                <div class="bd even">
                    <h2 class="verdict">{glyph(cell(Verdict::Fail))}{headline(locale, Verdict::Fail)}</h2>
                    <p class="check-why">{trouble(locale, kind)}</p>
                </div>
            </section>
        }
        .into_any();
    }
    view! {
        <div class="empty"><div>
            <p class="b">{td_string!(locale, check.empty_title)}</p>
            <p class="why">{td_string!(locale, check.empty_text)}</p>
        </div></div>
    }
    .into_any()
}

/// Fields that cannot be read, each a link to itself; names that were meant are links too.
pub(super) fn refused(view: &CheckView, flaws: &[Flaw]) -> AnyView {
    let locale = view.frame.locale;
    let lines = flaws.iter().map(|one| {
        let name = super::form::name(locale, &one.field);
        let near = match &one.kind {
            FlawKind::UnknownCard(near) | FlawKind::SeveralCards(near) => near.clone(),
            _ => Vec::new(),
        };
        let near = near.into_iter().map(|slug| {
            let mut draft: Draft = view.draft.clone();
            draft.set("gpu", &slug);
            view! { " "<a class="chip" href=view.link(&draft)>{slug}</a> }
        });
        let near = near.collect_view();
        view! { <li data-field=one.field.clone()><a href=format!("#{}", one.field)>{name}</a>{colon(locale)}{flaw(locale, one)}{near}</li> }
    });
    view! {
        <div class="note bad" role="alert" data-verdict="refused">
            {glyph(Cell::No)}
            <div><p class="b">{td_string!(locale, check.refused)}</p><ul>{lines.collect_view()}</ul></div>
        </div>
    }
    .into_any()
}

/// The answer in a sentence.
pub(super) fn sentence(view: &CheckView, card: &str, answer: &Answer) -> String {
    let locale = view.frame.locale;
    let proof = proof(view).filter(|_| answer.verdict != Verdict::Fail);
    let said = proof.map_or(answer.verdict, |_| Verdict::Fail);
    let reason = proof.map_or_else(
        || reason(locale, card, answer),
        |kind| trouble(locale, kind).to_owned(),
    );
    format!(
        "{card}{}{}{}{reason}",
        colon(locale),
        headline(locale, said),
        if colon(locale) == ": " { ". " } else { "。" }
    )
}

/// All panels of an answer.
pub(super) fn panels(view: &CheckView, card: &str, answer: &Answer) -> AnyView {
    view! { {summary(view, card, answer)}{table(view, card, answer)} }.into_any()
}

/// An error in the pasted text that says by itself that the stack does not run, whatever the facts leave open.
fn proof(view: &CheckView) -> Option<Trouble> {
    let proves = |trouble: &Trouble| {
        matches!(
            trouble,
            Trouble::NoKernelImage
                | Trouble::NotInBuild
                | Trouble::CpuBuild
                | Trouble::DriverTooOld
        )
    };
    let troubles = &view.pasted.as_ref()?.troubles;
    troubles.iter().map(|(kind, ..)| *kind).find(proves)
}

fn summary(view: &CheckView, card: &str, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let proof = proof(view).filter(|_| answer.verdict != Verdict::Fail);
    let said = proof.map_or(answer.verdict, |_| Verdict::Fail);
    let reason = match answer.first().filter(|_| proof.is_none()) {
        Some(first) => {
            let of_rule = td_string!(
                locale,
                check.by_rule,
                rule = first.rule.to_string(),
                name = rule(locale, first.rule)
            );
            view! { <p class="check-why">{because(locale, card, first)}<span class="xs">{of_rule}" · "{source(view, first)}</span></p> }
                .into_any()
        }
        None => {
            let text = proof.map_or(td_string!(locale, check.all_hold), |kind| {
                trouble(locale, kind)
            });
            view! { <p class="check-why">{text}</p> }.into_any()
        }
    };
    let note = (said == Verdict::Unknown)
        .then(|| view! { <p class="sm">{td_string!(locale, check.unknown_note)}</p> });
    let fix = match (&answer.fix, answer.verdict) {
        (Some(fix), verdict) => Some(remedy(view, fix, verdict)),
        (None, Verdict::Fail) => {
            Some(view! { <p class="sm">{td_string!(locale, check.fix_none)}</p> }.into_any())
        }
        _ => None,
    };
    let first = answer.first().filter(|_| proof.is_none());
    let first = first.map(|first| first.rule.to_string());
    view! {
        <section class="panel check-answer" data-verdict=said.word() data-rule=first role="status">
            <div class="bd even">
                <p class="lb">{card.to_owned()}</p>
                <h2 class="verdict">{glyph(cell(said))}{headline(locale, said)}</h2>
                {reason}
                {note}
                {fix}
            </div>
        </section>
    }
    .into_any()
}

fn remedy(view: &CheckView, fix: &Fix, verdict: Verdict) -> AnyView {
    let locale = view.frame.locale;
    let title = if verdict == Verdict::Unknown {
        td_string!(locale, check.fix_known)
    } else {
        td_string!(locale, check.fix)
    };
    let changes = fix
        .changes
        .iter()
        .map(|one| view! { <li>{change(locale, one)}</li> });
    let command = fix.command().map(|command| {
        view! {
            <p class="snippet"><code data-command="">{command.clone()}</code></p>
            <CopyButton><button class="btn s" r#type="button" data-copy=command data-done=td_string!(locale, plan.copied)>{td_string!(locale, embed.copy)}</button></CopyButton>
        }
    });
    let or = fix.or_driver.as_ref().map(|least| {
        view! { <p class="sm">{td_string!(locale, check.fix_or, least = least.to_string())}</p> }
    });
    let then = match fix.then {
        Verdict::Warn => Some(td_string!(locale, check.fix_then_warn)),
        Verdict::Fail => Some(td_string!(locale, check.fix_then_fail)),
        Verdict::Unknown => Some(td_string!(locale, check.fix_then_unknown)),
        Verdict::Ok => None,
    };
    let then = then.map(|text| view! { <p class="sm">{text}</p> });
    view! {
        <div class="check-fix">
            <h3>{title}</h3>
            <ul>{changes.collect_view()}</ul>
            {command}
            {then}
            {or}
        </div>
    }
    .into_any()
}

/// Where a check's fact was read, and how surely.
fn source(view: &CheckView, check: &Check) -> AnyView {
    let locale = view.frame.locale;
    match &check.source {
        Some(source) => {
            let word = evidence(locale, source.evidence);
            view! { {source_words(&source.url, locale)}", "{word} }.into_any()
        }
        None if check.verdict == Verdict::Unknown => td_string!(locale, check.no_source).into_any(),
        None => td_string!(locale, check.by_itself).into_any(),
    }
}

fn table(view: &CheckView, card: &str, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let rows = answer.checks.iter().map(|check| {
        let word = verdict(locale, check.verdict).to_owned();
        view! {
            <tr data-check=check.rule.to_string() data-says=check.verdict.word()>
                <th scope="row"><span class="n">{check.rule}</span>{rule(locale, check.rule)}</th>
                <td>{fact(cell(check.verdict), word)}</td>
                <td>{because(locale, card, check)}<span class="l2">{source(view, check)}</span></td>
            </tr>
        }
    });
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, check.checks)}</h2><span class="end">{td_string!(locale, check.checks_sub)}</span></header>
            <div class="bd flush"><table class="check-table">
                <thead><tr>
                    <th scope="col">{td_string!(locale, check.rule)}</th>
                    <th scope="col">{td_string!(locale, check.says)}</th>
                    <th scope="col">{td_string!(locale, check.why)}", "{td_string!(locale, check.source)}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table></div>
        </section>
    }
    .into_any()
}
