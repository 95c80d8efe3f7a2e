//! Prints how far estimates are from measured runs, and fails when a group misses its bar.
//!
//! Not a test of the usual kind: `cargo test -p domain --test accuracy -- --rows` lists every run.
#![allow(clippy::unwrap_used, reason = "a missing case file must stop it")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "it prints and takes the time"
)]

mod sizing;

use domain::catalog::Gpu;
use domain::sizing::{
    CardAnswer, Library, ModelChoice, Request, Verdict, accuracy, estimate, speeds,
};

fn main() {
    let with_rows = std::env::args().any(|argument| argument == "--rows");
    let (library, gpus) = (sizing::library(), sizing::gpus());
    let mut groups = accuracy::memory(&library.runs, &library.models);
    groups.extend(speeds::groups(
        &sizing::speeds(),
        &library.runs,
        &library.models,
        &gpus,
    ));
    println!(
        "{:<32} {:>4} {:>8} {:>9}  bar",
        "group", "rows", "median", "inside"
    );
    for group in &groups {
        let bar = match group.bar {
            Some(_) if !group.is_judged() => "fewer than 5 rows".to_owned(),
            Some(bar) => {
                let median = bar
                    .median_error
                    .map_or(String::new(), |m| format!("≤ {:.0} %, ", m * 100.0));
                let verdict = if group.passes() { "ok" } else { "MISSED" };
                format!("{median}≥ {:.0} % inside: {verdict}", bar.inside * 100.0)
            }
            None => "not judged".to_owned(),
        };
        println!(
            "{:<32} {:>4} {:>6.1} % {:>4} / {:<3} {bar}",
            group.name,
            group.rows.len(),
            group.median_error() * 100.0,
            group.inside(),
            group.rows.len()
        );
        if with_rows {
            for row in &group.rows {
                println!(
                    "    {:<6} {:>8.2} | {:>8.2} {:>8.2} {:>8.2} {:>6.1} % {} {}",
                    row.id,
                    row.measured,
                    row.estimate.low,
                    row.estimate.mid,
                    row.estimate.high,
                    row.error * 100.0,
                    if row.is_inside { " " } else { "!" },
                    row.job
                );
            }
        }
    }
    let seed = seed_run(&library, &gpus);
    let speed = everything(&library, &gpus);
    if !(groups.iter().all(accuracy::Group::passes) && seed && speed) {
        std::process::exit(1);
    }
}

fn ask(fields: &[(&str, &str)]) -> Request {
    let mut request = Request::default();
    for (key, value) in fields {
        request.set(key, value).unwrap();
    }
    request
}

/// The run of the article that started this: Llama-2-7B, QLoRA r=64 on q and v, 4 × 512.
fn seed_run(library: &Library, gpus: &[Gpu]) -> bool {
    let ask = |checkpointing| {
        let request = ask(&[
            ("task", "qlora"),
            ("model", "llama-2-7b"),
            ("batch", "4"),
            ("seq", "512"),
            ("lora_rank", "64"),
            ("lora_targets", "q_proj+v_proj"),
            ("gradient_checkpointing", checkpointing),
        ]);
        estimate(&request, library, gpus).unwrap()
    };
    let (plain, checkpointed) = (ask("false"), ask("true"));
    let neighbour = plain.nearest_measured.as_ref().unwrap();
    println!(
        "\nLlama-2-7B QLoRA r=64 q,v 4 × 512: {:.1} GiB (wanted 17 to 21), with checkpointing {:.1} (6 to 9); neighbour \
         {} {:.2} GiB {}",
        plain.mid_gib, checkpointed.mid_gib, neighbour.id, neighbour.measured_gib, neighbour.job
    );
    (17.0..=21.0).contains(&plain.mid_gib)
        && (6.0..=9.0).contains(&checkpointed.mid_gib)
        && (neighbour.measured_gib - 18.652).abs() < 0.001
}

/// All models × all cards × six methods; judged only when optimised, by the best of five passes, because other processes
/// of the machine only ever add time.
fn everything(library: &Library, gpus: &[Gpu]) -> bool {
    const METHODS: [&[(&str, &str)]; 6] = [
        &[("task", "inference")],
        &[("task", "inference"), ("weights", "nf4-dq")],
        &[
            ("task", "inference"),
            ("engine", "llama.cpp"),
            ("weights", "q4_k_m"),
        ],
        &[("task", "full")],
        &[("task", "lora")],
        &[("task", "qlora"), ("tokens", "1500000")],
    ];
    let (mut verdicts, mut fits) = (0, 0);
    let mut pass = || {
        (verdicts, fits) = (0, 0);
        let start = std::time::Instant::now();
        for model in &library.models.llms {
            for method in METHODS {
                let mut request = ask(method);
                request.model = Some(ModelChoice::Named(model.id.clone()));
                let answer = estimate(&request, library, gpus).unwrap();
                verdicts += answer.cards.len();
                let fitting = |card: &&CardAnswer| card.verdict == Verdict::Fits;
                fits += answer.cards.iter().filter(fitting).count();
            }
        }
        start.elapsed().as_secs_f64() * 1000.0
    };
    let ms = (0..5).map(|_| pass()).fold(f64::INFINITY, f64::min);
    println!(
        "{} models × {} cards × {} methods: {verdicts} verdicts ({fits} fit) in {ms:.1} ms{}",
        library.models.llms.len(),
        gpus.len(),
        METHODS.len(),
        if cfg!(debug_assertions) {
            " (not optimised, not judged)"
        } else {
            " (wanted: under 50)"
        }
    );
    cfg!(debug_assertions) || ms < 50.0
}
