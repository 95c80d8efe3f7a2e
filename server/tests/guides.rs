//! The checklists: their pages, the ticks in their address, and the ways that lead to them.

use crate::common::{between, site};
use axum::http::{StatusCode, header};
use server::guides;

#[tokio::test]
async fn every_list_says_its_checks_in_both_languages_and_the_overview_leads_to_each() {
    let site = site().await;
    for lang in ["en", "zh"] {
        let said = |words: &domain::guides::Words| {
            let text = if lang == "zh" { &words.zh } else { &words.en };
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
        };
        let overview = site.get(&format!("/guides?lang={lang}")).await;
        assert_eq!(overview.status, StatusCode::OK);
        for section in &guides::all().sections {
            let panel = between(
                &overview.text,
                &format!("id=\"{}\"", section.id),
                "</section>",
            );
            let page = site
                .get(&format!("/guides/{}?lang={lang}", section.id))
                .await;
            assert_eq!(page.status, StatusCode::OK, "{}", section.id);
            for item in guides::all().of(&section.id) {
                let link = format!("/guides/{}?lang={lang}#{}", section.id, item.id);
                assert!(panel.contains(&link), "{link} in {panel}");
                let part = between(&page.text, &format!("id=\"{}\"", item.id), "</li>");
                for words in [&item.title, &item.why, &item.pass, &item.fix] {
                    assert!(
                        part.contains(&said(words)),
                        "{} lacks {}",
                        item.id,
                        words.en
                    );
                }
                for wrong in &item.corrects {
                    assert!(
                        part.contains(&said(&wrong.claim)) && part.contains(&said(&wrong.right))
                    );
                }
                assert!(
                    part.contains("data-copy="),
                    "{} has nothing to copy",
                    item.id
                );
            }
        }
    }
    assert_eq!(
        site.get("/guides/nothing").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn ticks_lead_to_a_short_address_which_shows_them_again() {
    let site = site().await;
    // What the form of one list sends: boxes of its own, and what was ticked elsewhere.
    let sent =
        "/guides/oom?go=1&lang=en&theme=dark&done=pre-image.on-smi&done=oom-batch&done=oom-read";
    let answer = site.get(sent).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let short = answer.header(header::LOCATION).to_owned();
    assert_eq!(
        short,
        "/guides/oom?done=pre-image.on-smi.oom-read.oom-batch&lang=en&theme=dark"
    );
    let page = site.get(&short).await;
    let boxes: Vec<&str> = page
        .text
        .split("<input type=\"checkbox\"")
        .skip(1)
        .filter(|part| part[..part.find('>').unwrap()].contains("checked"))
        .map(|part| between(part, "value=\"", "\""))
        .collect();
    assert_eq!(boxes, ["oom-read", "oom-batch"]);
    assert!(page.text.contains("2 of 9 ticked"));
    assert!(
        page.text.contains("value=\"pre-image.on-smi\""),
        "the other lists' ticks are kept"
    );
    // They go along to the other lists and to the overview.
    let other =
        "/guides/preorder?done=pre-image.on-smi.oom-read.oom-batch&amp;lang=en&amp;theme=dark";
    assert!(page.text.contains(other), "{other}");
    let overview = site.get(&short.replace("/oom", "")).await;
    assert!(between(&overview.text, "id=\"onboard\"", "</header>").contains("1 of 10"));
    assert_eq!(
        between(&page.text, "rel=\"canonical\" href=\"", "\""),
        "/guides/oom?lang=en"
    );
}

#[tokio::test]
async fn junk_in_the_address_is_named_and_ignored() {
    let site = site().await;
    for (lang, words) in [("en", "ignored"), ("zh", "忽略")] {
        let address = format!("/guides/oom?lang={lang}&done=oom-read.%3Cb%3E.gone-item&colour=red");
        let page = site.get(&address).await;
        assert_eq!(page.status, StatusCode::OK);
        let notice = between(&page.text, "note warn", "</ul>");
        for name in [words, "&lt;b&gt;", "gone-item", "colour"] {
            assert!(
                notice.contains(name) || page.text.contains(name),
                "{name} in {notice}"
            );
        }
        assert!(
            !page.text.contains("<b>."),
            "typed text is no part of the page"
        );
        let done = between(&page.text, "value=\"oom-read\"", ">");
        assert!(done.contains("checked"), "{done}");
    }
}

#[tokio::test]
async fn lists_are_led_to_from_where_they_matter() {
    let site = site().await;
    // An unknown fact of a platform links the question's check.
    let platform = site.get("/platforms/autodl?lang=en").await.text;
    let open = between(&platform, "id=\"q3\"", "</ol>");
    assert!(
        open.contains("/guides/preorder?lang=en#pre-multigpu"),
        "{open}"
    );
    // A card that is too small links the list on memory.
    let sizer = site
        .get("/size?lang=en&task=full&model=llama-3.1-8b")
        .await
        .text;
    assert!(sizer.contains("/guides/oom?lang=en"));
    // What a stop deletes links what to do before.
    let plan = site
        .get("/plan?lang=en&gpu=rtx-4090&platform=autodl&week=1.9-12g&days=60&from=2026-12-01")
        .await
        .text;
    assert!(plan.contains("/guides/keep?lang=en#keep-deadline"));
    let offer = site.state.snapshot().offers[0].id;
    let offer = site.get(&format!("/offerings/{offer}?lang=en")).await.text;
    for list in ["keep", "preorder", "slow"] {
        assert!(offer.contains(&format!("/guides/{list}?lang=en")), "{list}");
    }
    // Each fact of an offer that nobody stated links the question to send.
    let mut asked = 0;
    for part in between(&offer, "id=\"rules\"", "</section>")
        .split("<dd data-fact=")
        .skip(1)
    {
        let is_open = part.contains("/report?");
        let question = "/guides/preorder?lang=en#pre-";
        assert_eq!(
            part.split("</dd>").next().unwrap().contains(question),
            is_open,
            "{part}"
        );
        asked += usize::from(is_open);
    }
    assert!(asked > 0);
    // And the lists lead to the two checks.
    let first = site.get("/guides/onboard?lang=en").await.text;
    for (check, page) in [
        ("on-compat", "/check?lang=en"),
        ("on-smi", "/check/machine?lang=en"),
    ] {
        let part = between(&first, &format!("id=\"{check}\""), "</li>");
        assert!(part.contains(&format!("href=\"{page}\"")), "{part}");
    }
    // Every page leads to them.
    assert!(between(&offer, "class=\"nav\"", "</nav>").contains("/guides?lang=en"));
}
