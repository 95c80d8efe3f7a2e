//! What pages say and count, in both languages: plain Chinese, one offer and not one offers, rates that people can read,
//! counts that all count the same, and on a phone the unit and the figures that have no column there.
use crate::common::{Site, between, site};
use axum::http::StatusCode;
use domain::catalog::{Freshness, PriceKind};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const PAGES: [&str; 16] = [
    "/",
    "/?gpu=rtx-4090",
    "/?gpu=9090&bandwidth_min=100&freshness=current&unknown=exclude&no_gpu_mode=yes",
    "/plan",
    "/plan?budget=300",
    "/size",
    "/size?model=lama-3&batch=lots",
    "/gpus",
    "/gpus/rtx-4090",
    "/gpus/h100-80gb",
    "/platforms",
    "/platforms?network_mbps_min=999999999",
    "/platforms/autodl",
    "/offerings/352",
    "/compare?o=1&o=352&o=1171&base=1",
    "/about",
];

async fn page(site: &Site, path: &str, lang: &str) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    let page = site.get(&format!("{path}{mark}lang={lang}")).await;
    assert_eq!(page.status, StatusCode::OK, "{path}");
    page.text
}

/// The words of a page without its tags, scripts and what is quoted from a program.
fn words(page: &str) -> String {
    let mut text = page.to_owned();
    for (start, end) in [
        ("<script", "</script>"),
        ("<svg", "</svg>"),
        ("<pre", "</pre>"),
    ] {
        while let Some(from) = text.find(start) {
            let to = text[from..]
                .find(end)
                .map_or(text.len(), |at| from + at + end.len());
            text.replace_range(from..to, "");
        }
    }
    // A blank between two blocks is not seen: only what stands on one line is read together.
    const INLINE: [&str; 11] = [
        "a", "b", "i", "u", "em", "strong", "span", "code", "kbd", "time", "!",
    ];
    let mut out = String::new();
    for piece in text.split('<') {
        let (tag, words) = piece.split_once('>').unwrap_or(("!", piece));
        let name = tag
            .trim_start_matches('/')
            .split([' ', '\n', '/'])
            .next()
            .unwrap_or_default();
        if !INLINE.contains(&name) {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out.push_str(words);
    }
    out
}

#[tokio::test]
async fn no_chinese_sentence_has_a_blank_behind_its_stop() {
    let site = site().await;
    let mut blanks = Vec::new();
    for path in PAGES {
        let words = words(&page(&site, path, "zh").await);
        for stop in ["。 ", "， ", "； ", "： ", "！ ", "？ "] {
            let found = words.split_once(stop).map(|(before, after)| {
                let before: String = before
                    .chars()
                    .rev()
                    .take(24)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev()
                    .collect();
                let after: String = after.chars().take(24).collect();
                format!("{before}{stop}|{after}")
            });
            blanks.extend(found.map(|found| format!("{path}: {found}")));
        }
    }
    assert_eq!(blanks, Vec::<String>::new());
}

#[tokio::test]
async fn no_english_page_counts_one_thing_in_the_plural_or_shows_a_choice_of_forms() {
    let site = site().await;
    let things = [
        "offers",
        "platforms",
        "prices",
        "sources",
        "days",
        "conditions",
        "cards",
        "runs",
        "rules",
        "models",
    ];
    for path in PAGES {
        let page = words(&page(&site, path, "en").await);
        assert!(!page.contains("[[") && !page.contains("]]"), "{path}");
        for thing in things {
            for (at, _) in page.match_indices(&format!("1 {thing}")) {
                let before = page[..at].chars().next_back();
                let is_part = before.is_some_and(|c| c.is_ascii_digit() || c == ',' || c == '.');
                assert!(is_part, "{path}: 1 {thing}");
            }
        }
    }
}

#[tokio::test]
async fn the_counts_beside_cards_and_kinds_all_count_current_offers() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let current = |kind: PriceKind| {
        let mut offers = snapshot.offers.iter();
        let all = offers.by_ref().filter(|o| o.kind == kind);
        all.filter(|o| snapshot.freshness(o, today) != Freshness::Stale)
            .count()
    };
    let page = page(&site, "/", "en").await;
    assert_eq!(
        page.matches(">current offers</span></legend>").count(),
        2,
        "both lists say what they count"
    );
    for kind in [PriceKind::OnDemand, PriceKind::Spot] {
        let option = between(
            &page,
            &format!("name=\"price_kind\" value=\"{}\"", kind.word()),
            "</label>",
        );
        assert!(option.contains(&format!(">{}<", current(kind))), "{option}");
    }
}

#[tokio::test]
async fn a_rate_has_five_digits_and_the_same_direction_everywhere_and_its_title_is_exact() {
    let site = site().await;
    for currency in ["CNY", "USD"] {
        for path in ["/", "/offerings/352"] {
            let text = page(&site, &format!("{path}?currency={currency}"), "en").await;
            assert!(text.contains(">1 USD = 6.7369 CNY<"), "{path} {currency}");
            assert!(
                text.contains("title=\"1 USD = 6.736913 CNY\""),
                "{path} {currency}"
            );
            assert!(
                !words(&text).contains("0.1484"),
                "{path} {currency}: the other way round"
            );
        }
    }
}

#[tokio::test]
async fn b11_on_a_phone_a_price_of_a_month_says_so_in_its_row() {
    let site = site().await;
    let month = page(&site, "/?gpu=rtx-4090&period=month&currency=USD", "en").await;
    let row = between(&month, "data-offer=", "</tr>");
    assert!(
        row.contains("<span data-unit=\"\" class=\"l2 only-n\">$/GPU-month</span>"),
        "{row}"
    );
    let hour = page(&site, "/?gpu=rtx-4090", "en").await;
    assert!(
        !hour.contains("data-unit"),
        "the usual hour is not repeated in every row"
    );
}

#[tokio::test]
async fn b04_on_a_phone_a_row_keeps_the_price_of_several_gpus_and_of_no_gpu() {
    let site = site().await;
    let page = page(
        &site,
        "/?group=none&platform=autodl&gpu=rtx-4090&price_kind=on_demand",
        "zh",
    )
    .await;
    let row = between(&page, "data-offer=", "</tr>");
    assert!(
        row.contains("<td data-l=\"无卡模式\" class=\"num\">"),
        "{row}"
    );
    let several = site
        .get("/?group=none&gpu_count_min=2&price_kind=on_demand&lang=zh")
        .await
        .text;
    let row = between(&several, "data-offer=", "</tr>");
    assert!(row.contains("<td data-l=\"整机\" class=\"num\">"), "{row}");
}

#[tokio::test]
async fn a_region_is_named_in_the_language_of_the_page() {
    let site = site().await;
    let path = "/";
    let chinese = page(&site, path, "zh").await;
    let english = page(&site, path, "en").await;
    // A tick sends the region as the catalogue has it; what is read beside it is in the language of the page.
    let read = |page: &str| -> String {
        let parts = page.split("value=\"");
        parts
            .map(|part| part.split_once('"').map_or(part, |(_, rest)| rest))
            .collect()
    };
    let (chinese, english) = (read(&chinese), read(&english));
    assert!(chinese.contains("英国") && !chinese.contains("United Kingdom"));
    assert!(chinese.contains("加拿大 阿尔伯塔") && !chinese.contains("Alberta"));
    assert!(english.contains("Alberta, Canada") && !english.contains("Alberta, CA"));
}

#[tokio::test]
async fn a_text_in_the_other_language_is_marked_as_the_original() {
    let site = site().await;
    for (path, words) in [
        ("/gpus/rtx-4090", "shader"),
        ("/platforms/autodl", "plan exists"),
    ] {
        let chinese = page(&site, path, "zh").await;
        let at = chinese.find(words).unwrap();
        let quoted = &chinese[chinese[..at].rfind('<').unwrap()..];
        assert!(
            quoted.starts_with("<span lang=\"en\">") && chinese.contains("英文原文"),
            "{path}"
        );
        assert!(
            !page(&site, path, "en")
                .await
                .contains("original, in Chinese"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn b71_a_list_of_platforms_counts_what_is_unknown_so_that_a_phone_need_not_show_it() {
    let site = site().await;
    let page = page(&site, "/platforms", "en").await;
    let autodl = between(&page, "data-platform=\"autodl\"", "</tr>");
    let unknown = autodl.matches("data-unknown=\"\"").count();
    assert!(unknown > 0);
    assert!(
        autodl.contains(&format!("data-unknown-count=\"{unknown}\"")),
        "{autodl}"
    );
}

#[tokio::test]
async fn where_no_platform_answers_each_way_back_says_what_it_gives() {
    let site = site().await;
    let page = page(
        &site,
        "/platforms?network_mbps_min=999999999&custom_image=yes",
        "en",
    )
    .await;
    let empty = between(&page, "class=\"empty\"", "</form>");
    assert!(
        empty.contains("Without Network ≥ 999999999: ") && empty.contains("With unknown answers: "),
        "{empty}"
    );
    let way = empty
        .split("href=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(
        way.contains("custom_image=yes") && !way.contains("network"),
        "{way}"
    );
    let count = between(empty, "Without Network ≥ 999999999: ", "<");
    let found = site.get(&way.replace("&amp;", "&")).await.text;
    assert_eq!(
        found.matches("data-platform=\"").count().to_string(),
        count.trim()
    );
}

#[tokio::test]
async fn what_is_stored_in_english_of_a_card_reads_chinese_on_a_chinese_page() {
    let site = site().await;
    for path in ["/plan?lang=zh&gpu=a100-80gb", "/check/machine?lang=zh"] {
        let page = site.get(path).await.text;
        assert!(page.contains("未写封装形式"), "{path}");
        // The question to send is there in both languages.
        let chinese = page.replace(
            "I would like to rent 1 × A100 80GB (form factor not stated)",
            "",
        );
        assert!(!chinese.contains("form factor not stated"), "{path}");
    }
}

/// The texts of the site in one language, by file and key, without what is filled in.
fn texts(folder: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../app/locales")
        .join(folder);
    let mut texts = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for (key, text) in json.as_object().unwrap() {
            let pieces = text.as_str().unwrap().split("{{");
            let plain: Vec<&str> = pieces
                .map(|piece| piece.split_once("}}").map_or(piece, |(_, after)| after))
                .collect();
            texts.insert(format!("{name}.{key}"), plain.concat());
        }
    }
    texts
}

/// Whole words that are fixed names: Linux' `/dev/shm`, and a rate that only VRAM has.
fn without_names(text: &str) -> String {
    let text = text.to_lowercase();
    [
        "shared memory",
        "memory bandwidth",
        "memory mapping",
        "ran out of memory",
    ]
    .iter()
    .fold(text, |text, name| text.replace(name, ""))
}

#[test]
fn b38_vram_and_ram_have_one_word_each_in_both_languages() {
    let (en, zh) = (texts("en"), texts("zh-CN"));
    assert!(en.len() > 1000, "{} texts", en.len());
    let is_word = |text: &str, word: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|piece| piece == word)
    };
    let mut wrong = Vec::new();
    for (key, english) in &en {
        let chinese = &zh[key];
        let mut say = |what: &str| wrong.push(format!("{key}: {what}: {english} | {chinese}"));
        if without_names(english).contains("memory") {
            say("\"memory\" says neither VRAM nor RAM");
        }
        // The page that sizes a job has its name from VRAM in Chinese alone.
        let of_cards =
            is_word(english, "VRAM") || english.to_lowercase().contains("memory bandwidth");
        let is_sizer = english.to_lowercase().contains("sizer");
        if of_cards != chinese.contains("显存") && !is_sizer {
            say("VRAM and 显存");
        }
        let of_hosts = is_word(english, "RAM");
        if of_hosts != chinese.replace("共享内存", "").contains("内存") {
            say("RAM and 内存");
        }
        for other in ["视频内存", "图形内存", "GPU 内存", "显卡内存", "主存"] {
            if chinese.contains(other) {
                say(other);
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test]
async fn b38_no_guide_says_memory_where_it_means_vram_or_ram() {
    let site = site().await;
    let words = words(&page(&site, "/guides", "en").await);
    let lines = words.lines().map(str::trim).filter(|line| {
        // Commands and their output are quoted as they are.
        !line.contains("memory.") && !line.contains("memory_") && !line.contains("-memory")
    });
    let wrong: Vec<&str> = lines
        .filter(|line| without_names(line).contains("memory"))
        .collect();
    assert_eq!(wrong, Vec::<&str>::new());
}
