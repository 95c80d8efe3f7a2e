//! Every measured run against its estimate: a scatter, the groups with their medians, and each run with its source.
use super::About;
use crate::charts::Width;
use crate::charts::agreement::{Agreement, AgreementPoint, agreement};
use crate::shell::source_words;
use crate::text::{Locale, td_string};
use domain::sizing::accuracy::{Group, JUDGED_FROM};
use leptos::prelude::*;

/// A part of a hundred without decimals: `83 %`.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A small share with one decimal.
fn fine(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn figure(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 1000.0 => format!("{v:.1}"),
        v => crate::figures::amount((v.round() as i128) * 1_000_000_000, 0, true),
    }
}

pub(super) fn panel(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let memory = td_string!(locale, about.memory);
    let speeds = td_string!(locale, about.speeds);
    view! {
        <section class="panel" id="accuracy">
            <header><h2>{td_string!(locale, about.accuracy)}</h2><p>{td_string!(locale, about.accuracy_note)}</p></header>
            <div class="bd stack">
                {part(locale, &view.memory, memory, "GB")}
                {part(locale, &view.speeds, speeds, td_string!(locale, sizer.u_rate))}
            </div>
        </section>
    }
    .into_any()
}

fn part(locale: Locale, groups: &[Group], title: &'static str, unit: &'static str) -> AnyView {
    let runs: usize = groups.iter().map(|group| group.rows.len()).sum();
    let inside: usize = groups.iter().map(Group::inside).sum();
    let summary = td_string!(locale, about.inside_of, inside = inside, runs = runs);
    let rows = groups.iter().filter(|group| !group.rows.is_empty());
    let rows = rows.map(|group| group_row(locale, group)).collect_view();
    let points = groups.iter().flat_map(|group| &group.rows);
    let data = Agreement {
        aria: format!("{title}: {summary}"),
        x_title: td_string!(locale, about.measured_axis, unit = unit),
        y_title: td_string!(locale, about.estimated_axis, unit = unit),
        points: points
            .map(|row| AgreementPoint {
                measured: row.measured,
                estimated: row.estimate.mid,
                is_own: row.source.is_empty(),
                is_outside: !row.is_inside,
            })
            .collect(),
    };
    let lists = groups.iter().filter(|group| !group.rows.is_empty());
    let lists = lists.map(|group| list(locale, group)).collect_view();
    view! {
        <div class="stack" data-runs=runs.to_string() data-inside=inside.to_string()>
            <h3>{title}" "<span class="mut">{summary}</span></h3>
            <div class="split gpu-value">
                <div>
                    <div class="only-w" inner_html=agreement(&data, Width::Wide(720))></div>
                    <div class="only-n" inner_html=agreement(&data, Width::Narrow)></div>
                    <p class="sm mut chart-note">{td_string!(locale, about.marks)}</p>
                </div>
                <div class="tw bare" tabindex="0" role="region" aria-label=title><table>
                    <thead><tr>
                        <th scope="col">{td_string!(locale, about.group)}</th>
                        <th scope="col" class="num">{td_string!(locale, about.runs)}</th>
                        <th scope="col" class="num">{td_string!(locale, about.median)}</th>
                        <th scope="col" class="num">{td_string!(locale, about.inside)}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table></div>
            </div>
            {lists}
        </div>
    }
    .into_any()
}

/// The name of a group; the words of the domain in Chinese.
fn name(locale: Locale, group: &Group) -> String {
    use crate::text::LocaleExt;
    if !locale.is_zh() {
        return group.name.to_owned();
    }
    let words = [
        ("published ", "公开记录，"),
        ("measured ", "实测"),
        ("inference", "推理"),
        ("training", "训练"),
        ("diffusion LoRA", "扩散模型 LoRA"),
        ("diffusion", "扩散模型"),
        ("16 bit", "16 位"),
        ("4 bit", "4 位"),
        ("full", "全参数"),
        ("checkpointing", "梯度检查点"),
        ("decode", "生成"),
        ("prefill", "读提示"),
        ("decoding", "生成"),
        ("prompts", "读提示"),
        (" speed", "速度"),
        (", ", "，"),
    ];
    words
        .iter()
        .fold(group.name.to_owned(), |text, (en, zh)| text.replace(en, zh))
}

fn group_row(locale: Locale, group: &Group) -> AnyView {
    let share = group.inside() as f64 / group.rows.len().max(1) as f64;
    let few = (group.rows.len() < JUDGED_FROM)
        .then(|| view! { <span class="l2">{td_string!(locale, about.few)}</span> });
    view! {
        <tr data-group=group.name>
            <th scope="row">{name(locale, group)}{few}</th>
            <td class="num">{group.rows.len().to_string()}</td>
            <td class="num">{fine(group.median_error())}</td>
            <td class="num">{percent(share)}</td>
        </tr>
    }
    .into_any()
}

/// Every run of a group, folded away.
fn list(locale: Locale, group: &Group) -> AnyView {
    let rows = group
        .rows
        .iter()
        .map(|row| {
            let range = format!("{} ({}–{})", figure(row.estimate.mid), figure(row.estimate.low), figure(row.estimate.high));
            let error = format!("{:+.1} %", row.error * 100.0).replace('-', "\u{2212}");
            let source = if row.source.starts_with("http") {
                source_words(&row.source, locale)
            } else {
                td_string!(locale, sizer.own_run).into_any()
            };
            let class = (!row.is_inside).then_some("b");
            view! {
                <tr>
                    <th scope="row"><span lang="en">{row.job.clone()}</span><span class="l2">{row.gpu.clone()}</span></th>
                    <td class="num">{figure(row.measured)}</td>
                    <td class="num">{range}</td>
                    <td class="num"><span class=class>{error}</span></td>
                    <td>{source}</td>
                </tr>
            }
        })
        .collect_view();
    let title = format!(
        "{} · {}",
        name(locale, group),
        td_string!(locale, about.count_runs, count = group.rows.len())
    );
    view! {
        <details class="fold">
            <summary>{title.clone()}</summary>
            <div class="tw bare" tabindex="0" role="region" aria-label=title><table>
                <thead><tr>
                    <th scope="col">{td_string!(locale, about.run)}</th>
                    <th scope="col" class="num">{td_string!(locale, about.measured)}</th>
                    <th scope="col" class="num">{td_string!(locale, about.estimated)}</th>
                    <th scope="col" class="num">{td_string!(locale, about.error)}</th>
                    <th scope="col">{td_string!(locale, common.source)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table></div>
        </details>
    }
    .into_any()
}
