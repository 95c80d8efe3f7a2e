//! What runs on the card: common jobs, sized by the same estimate as `/size`.
use super::CardPage;
use crate::components::fact;
use crate::format;
use crate::frame::address;
use crate::pages::sizer::{GOALS, gib, goal_name, verdict_glyph, verdict_word};
use crate::text::td_string;
use domain::sizing::{CardAnswer, Estimate, Range, Request, Verdict, estimate};
use leptos::prelude::*;

/// What people come for beside the sizer's own beginnings.
const MORE: &[(&str, &[(&str, &str)])] = &[
    (
        "chat70",
        &[
            ("task", "inference"),
            ("model", "llama-3.3-70b"),
            ("weights", "awq-int4"),
            ("engine", "vllm"),
        ],
    ),
    ("full7", &[("task", "full"), ("model", "qwen2.5-7b")]),
];

/// One job on this card.
struct Sized {
    name: &'static str,
    fields: Vec<(String, String)>,
    estimate: Estimate,
    card: CardAnswer,
}

fn sized(view: &CardPage) -> Vec<Sized> {
    let locale = view.frame.locale;
    let gpu = view.card();
    let all = GOALS.iter().chain(MORE);
    let jobs = all.filter_map(|(word, fields)| {
        let mut request = Request::default();
        for (name, value) in *fields {
            request.set(name, value).ok()?;
        }
        request.gpus = Some(vec![gpu.slug.clone()]);
        let mut estimate =
            estimate(&request, &view.snapshot.library, std::slice::from_ref(gpu)).ok()?;
        let card = estimate.cards.pop()?;
        let name = match *word {
            "chat70" => td_string!(locale, card.job_chat70),
            "full7" => td_string!(locale, card.job_full7),
            word => goal_name(locale, word),
        };
        let text = |value: &&str| (*value).to_owned();
        Some(Sized {
            name,
            fields: fields.iter().map(|(n, v)| (text(n), text(v))).collect(),
            estimate,
            card,
        })
    });
    jobs.collect()
}

/// "85–110" or "1,200–1,500": whole figures, because more would be false precision.
fn rate(range: Range) -> String {
    let whole = |value: f64| {
        if value < 10.0 {
            format!("{value:.1}")
        } else {
            format::amount(value.round() as i128 * 1_000_000_000, 0, false)
        }
    };
    let (low, high) = (whole(range.low), whole(range.high));
    if low == high {
        low
    } else {
        format!("{low}–{high}")
    }
}

/// The panel.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let rows = sized(view).iter().map(|job| row(view, job)).collect_view();
    let unknown = view.card().vram_gb.is_none();
    let note = if unknown {
        td_string!(locale, card.jobs_unknown)
    } else {
        td_string!(locale, card.jobs_note)
    };
    view! {
        <section class="panel" id="jobs">
            <header>
                <h2>{td_string!(locale, card.jobs)}</h2>
                <span class="end"><a href=view.frame.link("/about#accuracy")>{td_string!(locale, card.jobs_accuracy)}</a></span>
                <p>{note}</p>
            </header>
            <div class="bd flush">
                <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, card.jobs)>
                    <table class="card-jobs">
                        <thead><tr>
                            <th scope="col">{td_string!(locale, card.job)}</th>
                            <th scope="col" class="num">{td_string!(locale, card.job_needs)}<u>"GB"</u></th>
                            <th scope="col">{td_string!(locale, card.job_verdict)}</th>
                            <th scope="col" class="num">{td_string!(locale, card.job_speed)}<u>{td_string!(locale, card.job_speed_unit)}</u></th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
    .into_any()
}

fn row(view: &CardPage, job: &Sized) -> AnyView {
    let locale = view.frame.locale;
    let (estimate, card) = (&job.estimate, &job.card);
    let link = view.frame.link(&address("/size", &job.fields));
    let room = match (card.verdict, card.headroom_gib) {
        (Verdict::No, Some(room)) => td_string!(locale, card.lacks, gb = gib(-room)),
        (_, Some(room)) => td_string!(locale, card.room, gb = gib(room)),
        (_, None) => String::new(),
    };
    // A speed on a card that cannot hold the job would be a promise.
    let holds = matches!(card.verdict, Verdict::Fits | Verdict::Tight);
    let speed = card.decode_tokens_per_s.or(card.train_tokens_per_s);
    let speed = speed.filter(|_| holds).map_or_else(|| "—".to_owned(), rate);
    let word = verdict_word(locale, card.verdict).to_owned();
    let range = format!("{}–{}", gib(estimate.low_gib), gib(estimate.high_gib));
    view! {
        <tr data-job=estimate.model.clone() data-verdict=card.verdict.word()>
            <th scope="row"><a href=link>{job.name}</a><span class="l2">{td_string!(locale, card.job_model, model = estimate.model.clone())}</span></th>
            <td class="num">{format::figure((estimate.mid_gib * 10.0).round() / 10.0)}<span class="l2">{range}</span></td>
            <td>{fact(verdict_glyph(card.verdict), word)}<span class="l2">{room}</span></td>
            <td class="num">{speed}</td>
        </tr>
    }
    .into_any()
}
