//! The answers: all together, one by one, and what to tell the platform.
use super::words::{
    meaning, message as to_support, question, reason, verdict as verdict_word, whole as whole_words,
};
use super::{Checked, MachineView, mark};
use crate::components::{fact, glyph};
use crate::islands::copy_button::CopyButton;
use crate::text::{Locale, LocaleExt, td_string};
use domain::inspect::{Finding, Reason, Verdict, whole};
use leptos::prelude::*;

pub(super) fn summary(view: &MachineView, result: &Checked) -> AnyView {
    let locale = view.frame.locale;
    let all = whole(&result.findings);
    let count = |verdict: Verdict| {
        result
            .findings
            .iter()
            .filter(|f| f.verdict == verdict)
            .count()
    };
    let counts = td_string!(
        locale,
        machine.counts,
        fail = count(Verdict::Fail),
        warn = count(Verdict::Warn),
        ok = count(Verdict::Ok),
        unknown = count(Verdict::Unknown)
    );
    let tone = match all {
        Verdict::Ok => "note ok",
        Verdict::Warn => "note warn",
        Verdict::Fail => "note bad",
        Verdict::Unknown => "note",
    };
    let name = view.name(&result.promise);
    let name = match result.promise.offer {
        Some(id) => view! { <a href=view.frame.link(&format!("/offerings/{id}"))>{name}</a> }.into_any(),
        None => view! { <a href=view.frame.link(&format!("/gpus/{}", result.promise.gpu.slug))>{name}</a> }.into_any(),
    };
    let (before, after) = td_string!(locale, machine.against, name = "\u{0}")
        .split_once('\u{0}')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap_or_default();
    let day = result
        .machine
        .day
        .clone()
        .map(|day| format!(" · {}", td_string!(locale, machine.of_day, day = day)));
    let guess = result
        .is_guess
        .then(|| view! { <p>{td_string!(locale, machine.guess)}</p> });
    let missing = (!result.missing.is_empty()).then(|| {
        let parts = result.missing.join(", ");
        view! { <p data-missing=parts.clone()>{td_string!(locale, machine.missing, parts = parts.clone())}</p> }
    });
    view! {
        <div class=tone role="status" id="answer" data-verdict=all.word()>
            {glyph(mark(all))}
            <div>
                <h2>{whole_words(locale, result)}</h2>
                <p class="b">{counts}</p>
                <p>{before}{name}{after}{day}</p>
                {guess}
                {missing}
            </div>
        </div>
    }
    .into_any()
}

/// What speaks up comes first; what nobody promised comes last.
fn place(finding: &Finding) -> u8 {
    match (finding.verdict, finding.reason) {
        (Verdict::Fail, _) => 0,
        (Verdict::Warn, _) => 1,
        (Verdict::Ok, _) => 2,
        (Verdict::Unknown, Reason::NoPromise) => 4,
        (Verdict::Unknown, _) => 3,
    }
}

pub(super) fn table(view: &MachineView, result: &Checked) -> AnyView {
    let locale = view.frame.locale;
    let heads = [
        td_string!(locale, machine.c_question),
        td_string!(locale, machine.c_verdict),
        td_string!(locale, machine.c_measured),
        td_string!(locale, machine.c_promised),
        td_string!(locale, machine.c_nominal),
    ];
    let mut sorted: Vec<&Finding> = result.findings.iter().collect();
    sorted.sort_by_key(|finding| place(finding));
    let rows = sorted
        .into_iter()
        .map(|finding| row(locale, finding, heads))
        .collect_view();
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, machine.checked)}</h2></header>
            <div class="bd">
                <table class="checked">
                    <thead><tr>{heads.map(|head| view! { <th scope="col">{head}</th> }).collect_view()}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

fn row(locale: Locale, finding: &Finding, heads: [&'static str; 5]) -> AnyView {
    let figure = |value: &Option<String>, head: &'static str| {
        let class = if value.is_some() {
            "fig-cell"
        } else {
            "fig-cell none"
        };
        view! { <td class=class data-label=head>{value.clone().unwrap_or_else(|| "—".to_owned())}</td> }
    };
    let is_quiet = finding.verdict == Verdict::Ok && finding.reason == Reason::Fits;
    let why =
        (!is_quiet).then(|| view! { <span class="why">{reason(locale, finding.reason)}</span> });
    let means =
        meaning(locale, finding.reason).map(|text| view! { <span class="l2">{text}</span> });
    let answer = fact(
        mark(finding.verdict),
        verdict_word(locale, finding.verdict).to_owned(),
    );
    view! {
        <tr data-question=finding.question.word() data-verdict=finding.verdict.word() data-reason=finding.reason.word()>
            <th scope="row">{question(locale, finding.question)}{why}{means}</th>
            <td class="answer">{answer}</td>
            {figure(&finding.measured, heads[2])}
            {figure(&finding.promised, heads[3])}
            {figure(&finding.nominal, heads[4])}
        </tr>
    }
    .into_any()
}

/// The message in both languages, the page's own first.
pub(super) fn message(view: &MachineView, result: &Checked) -> Option<AnyView> {
    let locale = view.frame.locale;
    let texts = [locale, locale.other()].map(|of| {
        let text = to_support(of, &result.promise, &result.machine, &result.findings)?;
        let name = if of.is_zh() { "中文" } else { "English" };
        Some(view! {
            <div class="say" lang=of.tag() data-say=of.word()>
                <p class="sm b">{name}</p>
                <pre tabindex="0">{text.clone()}</pre>
                <CopyButton><button class="btn s" r#type="button" data-copy=text data-done=td_string!(of, plan.copied)>{td_string!(of, machine.say_copy)}</button></CopyButton>
            </div>
        })
    });
    let [first, second] = texts;
    let (first, second) = (first?, second?);
    Some(
        view! {
            <section class="panel" id="say">
                <header><h2>{td_string!(locale, machine.say)}</h2><p>{td_string!(locale, machine.say_text)}</p></header>
                <div class="bd stack">{first}{second}</div>
            </section>
        }
        .into_any(),
    )
}
