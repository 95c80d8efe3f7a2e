//! `/admin/sources/{id}`: a change that waits, line by line, to take or to refuse.
use super::Did;
use crate::components::{card_name, kind_word, platform_name};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::catalog::diff::{ChangeSet, record_of};
use domain::catalog::draft::OfferRecord;
use domain::catalog::live::{LiveSource, Waiting};
use domain::units::Money;
use leptos::prelude::*;
use std::sync::Arc;

/// Lines that are listed at most; those that moved most come first.
const MOST_LINES: usize = 200;

/// What the page is made from.
pub struct Review {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// The source.
    pub source: LiveSource,
    /// What waits, compared with the catalogue of now, and how many exchange rates are part of it.
    pub waiting: Option<(Waiting, ChangeSet, usize)>,
}

struct Line {
    word: &'static str,
    record: OfferRecord,
    before: Option<Money>,
    after: Option<Money>,
}

impl Line {
    /// By how much the price moves, in tenths of a percent.
    fn permille(&self) -> Option<i128> {
        let (before, after) = (
            i128::from(self.before?.nanos),
            i128::from(self.after?.nanos),
        );
        (before > 0).then(|| (after - before) * 1000 / before)
    }
}

fn lines(view: &Review, changes: &ChangeSet) -> Vec<Line> {
    let (locale, snapshot) = (view.frame.locale, &view.snapshot);
    let old = |id: i64| snapshot.offer(id).map(|offer| offer.price_per_hour);
    let gone = changes
        .vanished
        .iter()
        .filter_map(|id| snapshot.offer(*id))
        .map(|offer| Line {
            word: td_string!(locale, sources.w_gone),
            record: record_of(snapshot, offer),
            before: Some(offer.price_per_hour),
            after: None,
        });
    let added = changes.added.iter().map(|record| Line {
        word: td_string!(locale, sources.w_new),
        record: record.clone(),
        before: None,
        after: Some(record.price_per_hour),
    });
    let changed = changes.changed.iter().map(|(id, record)| Line {
        word: td_string!(locale, sources.w_changed),
        record: record.clone(),
        before: old(*id),
        after: Some(record.price_per_hour),
    });
    let mut changed: Vec<Line> = changed.collect();
    changed.sort_by_key(|line| std::cmp::Reverse(line.permille().map_or(0, i128::abs)));
    gone.chain(changed).chain(added).collect()
}

/// The whole page.
pub fn page(view: &Review) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, sources.review_title, name = view.source.name);
    let list = td_string!(locale, sources.title);
    let inner = match &view.waiting {
        None => view! { <div class="empty"><div><p>{td_string!(locale, sources.review_none)}</p></div></div> }.into_any(),
        Some((waiting, changes, rates)) => {
            let text = td_string!(
                locale,
                sources.review_limits,
                moved = waiting.extent.moved,
                known = waiting.extent.known,
                vanished = waiting.extent.vanished
            );
            let rates = (*rates > 0)
                .then(|| view! { <p>{td_string!(locale, sources.rates, count = *rates)}</p> });
            view! {
                <div class="stack">
                <p class="lead">{text}</p>
                {rates}
                {buttons(view, waiting.id)}
                <p class="mut">{td_string!(locale, sources.review_now)}</p>
                {table(view, changes)}
                </div>
            }
            .into_any()
        }
    };
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.list_title)}</a>" / "<a href=frame.link("/admin/sources")>{list}</a>" / "{view.source.name}</p>
        <div class="head"><h1>{title.clone()}</h1></div>
        {inner}
    };
    Document {
        title: title.clone(),
        description: title,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn buttons(view: &Review, id: i64) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let action = frame.link(&format!("/admin/sources/{}", view.source.id));
    view! {
        <form method="post" action=action class="acts">
            <input r#type="hidden" name="csrf" value=view.csrf.clone() />
            <input r#type="hidden" name="held" value=id.to_string() />
            <button class="btn pri" name="do" value=Did::Accept.word()>{td_string!(locale, sources.accept)}</button>
            <button class="btn" name="do" value=Did::Reject.word()>{td_string!(locale, sources.reject)}</button>
        </form>
    }
    .into_any()
}

fn table(view: &Review, changes: &ChangeSet) -> AnyView {
    let locale = view.frame.locale;
    let lines = lines(view, changes);
    let more = (lines.len() > MOST_LINES).then(|| {
        let text = td_string!(
            locale,
            sources.review_more,
            count = lines.len() - MOST_LINES
        );
        view! { <p class="mut">{text}</p> }
    });
    let rows = lines
        .iter()
        .take(MOST_LINES)
        .map(|line| row(view, line))
        .collect_view();
    view! {
        <div class="tw" tabindex="0" role="region" aria-label=td_string!(locale, sources.review_table)>
            <table class="dense">
                <thead><tr>
                    <th scope="col" class="stick">{td_string!(locale, sources.c_offer)}</th>
                    <th scope="col">{td_string!(locale, sources.c_change)}</th>
                    <th scope="col" class="num">{td_string!(locale, sources.c_before)}</th>
                    <th scope="col" class="num">{td_string!(locale, sources.c_after)}</th>
                    <th scope="col" class="num">{td_string!(locale, sources.c_by)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

fn row(view: &Review, line: &Line) -> impl IntoView + use<> {
    let (locale, snapshot, record) = (view.frame.locale, &view.snapshot, &line.record);
    let platform = snapshot.platform_by_slug(&record.platform).map_or_else(
        || record.platform.to_string(),
        |place| platform_name(locale, &snapshot.platforms[place]),
    );
    let card = snapshot.gpu_by_slug(&record.gpu).map_or_else(
        || record.gpu.to_string(),
        |place| card_name(&snapshot.gpus[place]),
    );
    let place = [record.region.as_deref(), record.instance_type.as_deref()];
    let place: Vec<&str> = place.into_iter().flatten().collect();
    let more = format!("{} · {}", kind_word(locale, record.kind), place.join(" · "));
    let more = more.trim_end_matches(" · ").to_owned();
    let money = |money: Option<Money>| money.map_or("–".to_owned(), format::exact_money);
    let by = line.permille().map_or("–".to_owned(), |permille| {
        let sign = if permille < 0 { "−" } else { "+" };
        format!("{sign}{}.{}%", permille.abs() / 10, permille.abs() % 10)
    });
    view! {
        <tr>
            <th scope="row" class="stick">{format!("{platform} {} × {card}", record.gpu_count)}<span class="l2">{more}</span></th>
            <td>{line.word}</td>
            <td class="num">{money(line.before)}</td>
            <td class="num">{money(line.after)}</td>
            <td class="num">{by}</td>
        </tr>
    }
}
