//! Prints how far estimates are from measured runs, and fails when a group misses its bar.
//!
//! Not a test of the usual kind: `cargo test -p domain --test accuracy -- --rows` lists every run.
#![allow(clippy::unwrap_used, reason = "a missing case file must stop it")]

mod sizing;

use domain::sizing::{accuracy, speeds};

fn main() {
    let with_rows = std::env::args().any(|argument| argument == "--rows");
    let (models, runs, gpus) = (sizing::models(), sizing::runs(), sizing::gpus());
    let mut groups = accuracy::memory(&runs, &models);
    groups.extend(speeds::groups(&sizing::speeds(), &runs, &models, &gpus));
    println!("{:<32} {:>4} {:>8} {:>9}  bar", "group", "rows", "median", "inside");
    for group in &groups {
        let bar = match group.bar {
            Some(_) if !group.is_judged() => "fewer than 5 rows".to_owned(),
            Some(bar) => {
                let median = bar.median_error.map_or(String::new(), |m| format!("≤ {:.0} %, ", m * 100.0));
                let verdict = if group.passes() { "ok" } else { "MISSED" };
                format!("{median}≥ {:.0} % inside: {verdict}", bar.inside * 100.0)
            }
            None => "not judged".to_owned(),
        };
        println!(
            "{:<32} {:>4} {:>6.1} % {:>4} / {:<3} {bar}",
            group.name, group.rows.len(), group.median_error() * 100.0, group.inside(), group.rows.len()
        );
        if with_rows {
            for row in &group.rows {
                println!(
                    "    {:<6} {:>8.2} | {:>8.2} {:>8.2} {:>8.2} {:>6.1} % {} {}",
                    row.id, row.measured, row.estimate.low, row.estimate.mid, row.estimate.high, row.error * 100.0,
                    if row.is_inside { " " } else { "!" }, row.job
                );
            }
        }
    }
    if !groups.iter().all(accuracy::Group::passes) {
        std::process::exit(1);
    }
}
