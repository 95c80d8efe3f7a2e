//! What visitors type into the text boxes of the sizer and the plan stays text.
use crate::site::{Site, Visitor};

/// Would end a text box, an attribute and a script, and run.
const TYPED: &str = "</textarea><img src=x onerror=alert(1)>\"'><script>alert(2)</script>";

fn holds_as_text(page: &str, what: &str) {
    for tag in ["<img src=x", "<script>alert(2)"] {
        assert!(!page.contains(tag), "{what}: `{tag}` is part of the page");
    }
    assert!(
        page.contains("&lt;/textarea>") || page.contains("&lt;/textarea&gt;"),
        "{what}: what was typed is kept"
    );
}

#[tokio::test]
async fn the_sizers_text_box_keeps_what_is_typed_as_text() {
    let site = Site::open("").await;
    for lang in ["en", "zh"] {
        let path = format!("/size?lang={lang}");
        let pairs = [("task", "inference"), ("config", TYPED)];
        let sent = Visitor::default().post(&site, &path, &pairs).await;
        holds_as_text(&sent.body, &format!("posted, {lang}"));
        let query: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("config", TYPED)
            .append_pair("lang", lang)
            .finish();
        let page = Visitor::default()
            .get(&site, &format!("/size?{query}"))
            .await;
        holds_as_text(&page.body, &format!("in the address, {lang}"));
        let part = Visitor::default()
            .get(&site, &format!("/size?{query}&part=results"))
            .await;
        assert!(!part.body.contains("<img src=x"), "the part");
        let query: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("model", TYPED)
            .append_pair("lang", lang)
            .finish();
        let page = Visitor::default()
            .get(&site, &format!("/size?{query}"))
            .await;
        holds_as_text(&page.body, &format!("a model's name, {lang}"));
    }
}

#[tokio::test]
async fn the_plans_text_box_keeps_what_is_typed_as_text() {
    let site = Site::open("").await;
    for lang in ["en", "zh"] {
        let pairs = [("week_text", TYPED), ("gpu", "rtx-4090")];
        let path = format!("/plan?lang={lang}");
        let sent = Visitor::default().post(&site, &path, &pairs).await;
        let page = match sent.header("location") {
            "" => sent.body.clone(),
            location => Visitor::default().get(&site, location).await.body,
        };
        holds_as_text(&page, &format!("posted, {lang}"));
        for name in ["gpu", "week", "region", "region_filter"] {
            let query: String = form_urlencoded::Serializer::new(String::new())
                .append_pair(name, TYPED)
                .append_pair("lang", lang)
                .finish();
            let page = Visitor::default()
                .get(&site, &format!("/plan?{query}"))
                .await;
            assert!(!page.body.contains("<img src=x"), "{name}, {lang}");
        }
    }
}
