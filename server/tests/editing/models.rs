//! Models by hand: the sizer answers by what an editor wrote, and as before once that is taken back.
use crate::editing::{undo, undone};
use crate::site::{PASSWORD, Site, Visitor, hidden};
use axum::http::StatusCode;

const PATH: &str = "/admin/models/qwen3-8b";
const SOURCE: &str = "https://models.example.com/config.json";

/// What the program's sizer says of a model's weights, GB.
async fn gigabytes(site: &Site, model: &str) -> Option<String> {
    let document = format!("{{\"task\":\"inference\",\"model\":\"{model}\"}}");
    let request = axum::http::Request::post("/api/v1/size")
        .header("content-type", "application/json")
        .header("host", "zuka.test")
        .body(axum::body::Body::from(document))
        .unwrap();
    let answer = site.send(request).await;
    if answer.status != StatusCode::OK {
        return None;
    }
    let said: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    Some(said["mid_gib"].to_string())
}

/// Models in the export.
async fn exported(site: &Site) -> usize {
    let (_, bytes) = site.bytes("/api/v1/export.csv.zip", None).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    let mut file = zip.by_name("model.csv").unwrap();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
    text.lines().count() - 1
}

async fn send(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    changes: &[(&str, &str)],
) -> crate::site::Answer {
    let page = visitor.get(site, path).await;
    assert_eq!(page.status, StatusCode::OK);
    let (csrf, seen) = (hidden(&page.body, "csrf"), hidden(&page.body, "seen"));
    let mut pairs = vec![("csrf", csrf.as_str()), ("seen", seen.as_str())];
    pairs.extend(changes);
    visitor.post(site, path, &pairs).await
}

#[tokio::test]
async fn the_sizer_answers_by_an_edited_figure_and_as_before_once_it_is_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let before = gigabytes(&site, "qwen3-8b").await.unwrap();
    let size = "/size?model=qwen3-8b&lang=en";
    let page_before = Visitor::default().get(&site, size).await.body;
    let list = visitor.get(&site, "/admin/models").await.body;
    assert!(list.contains("data-model=\"qwen3-8b\"") && list.contains("/admin/models/new"));

    let unproved = send(&site, &mut visitor, PATH, &[("params", "9000000000")]).await;
    assert_eq!(unproved.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        unproved.body.contains("href=\"#url_params\"") && unproved.body.contains("9000000000"),
        "a figure needs its source, and what was typed stays"
    );
    let proof = [
        ("params", "9000000000"),
        ("url_params", SOURCE),
        ("date_params", "2026-11-29"),
    ];
    let saved = send(&site, &mut visitor, PATH, &proof).await;
    assert_eq!(
        saved.header("location"),
        format!("{PATH}?saved=2"),
        "{}",
        saved.body
    );
    let after = gigabytes(&site, "qwen3-8b").await.unwrap();
    assert_ne!(after, before, "the program's answer follows the edit");
    let page_after = Visitor::default().get(&site, size).await.body;
    assert_ne!(page_after, page_before, "and so does the page");
    let form = visitor.get(&site, &format!("{PATH}?saved=2")).await.body;
    for said in [SOURCE, "value=\"2026-11-29\"", "<ins>9000000000</ins>"] {
        assert!(form.contains(said), "{said}");
    }
    let revision = visitor.get(&site, "/admin/revisions/2?lang=en").await.body;
    for said in ["Parameters, all", "9000000000", "qwen3-8b", SOURCE] {
        assert!(revision.contains(said), "{said}");
    }

    assert_eq!(undone(&site, &mut visitor, 2).await, 3);
    assert_eq!(gigabytes(&site, "qwen3-8b").await.unwrap(), before);
    let form = visitor.get(&site, PATH).await.body;
    assert!(
        !form.contains(&format!("value=\"{SOURCE}\"")),
        "its proof went too"
    );
    assert_eq!(undone(&site, &mut visitor, 3).await, 4);
    assert_eq!(gigabytes(&site, "qwen3-8b").await.unwrap(), after);
    let form = visitor.get(&site, PATH).await.body;
    assert!(
        form.contains(&format!("value=\"{SOURCE}\"")),
        "and came back"
    );
}

#[tokio::test]
async fn a_value_beside_the_evidence_of_another_is_refused_and_a_later_edit_stands_in_the_way() {
    let (site, mut visitor) = Site::with_editor().await;
    let first = [
        ("params", "9000000000"),
        ("url_all", SOURCE),
        ("date_all", "2026-11-29"),
    ];
    send(&site, &mut visitor, PATH, &first).await;
    let stale = send(&site, &mut visitor, PATH, &[("params", "9100000000")]).await;
    assert_eq!(stale.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(stale.body.contains("href=\"#date_params\""));
    let second = [
        ("params", "9100000000"),
        ("url_all", SOURCE),
        ("date_all", "2026-11-30"),
    ];
    let saved = send(&site, &mut visitor, PATH, &second).await;
    assert_eq!(saved.header("location"), format!("{PATH}?saved=3"));
    let blocked = undo(&site, &mut visitor, 2).await;
    assert_eq!(blocked.status, StatusCode::CONFLICT, "{}", blocked.body);
    assert!(blocked.body.contains("/admin/revisions/3"));
    undone(&site, &mut visitor, 3).await;
    undone(&site, &mut visitor, 2).await;
    let form = visitor.get(&site, PATH).await.body;
    assert_eq!(hidden(&form, "params"), "8190735360");
}

#[tokio::test]
async fn a_new_model_is_sized_until_it_is_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let new = "/admin/models/new";
    let empty = send(&site, &mut visitor, new, &[("family", "Made up")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["id", "params", "layers", "vocab"] {
        let to = format!("href=\"#{field}\"");
        assert!(empty.body.contains(&to), "{field} is asked for");
    }
    assert!(empty.body.contains("value=\"Made up\""));
    let shape = [
        ("id", "made-up-1b"),
        ("family", "Made up"),
        ("url_all", SOURCE),
        ("date_all", "2026-11-29"),
        ("params", "1200000000"),
        ("params_active", "1200000000"),
        ("params_linear", "900000000"),
        ("params_embed", "200000000"),
        ("layers", "24"),
        ("hidden", "2048"),
        ("heads", "16"),
        ("kv_heads", "8"),
        ("head_dim", "128"),
        ("intermediate", "6144"),
        ("experts", "0"),
        ("experts_active", "0"),
        ("vocab", "100000"),
        ("tied_embeddings", "1"),
        ("context", "32768"),
        ("sliding_layers", "0"),
    ];
    let with = |changes: &[(&'static str, &'static str)]| {
        let mut pairs = shape.to_vec();
        for (name, value) in changes {
            pairs.retain(|(n, _)| n != name);
            pairs.push((name, value));
        }
        pairs
    };
    for (changes, field) in [
        (&[("id", "qwen3-8b")][..], "id"),
        (&[("id", "No Spaces")], "id"),
        (&[("kv_heads", "17")], "kv_heads"),
        (&[("params_active", "1300000000")], "params_active"),
        (&[("sliding_layers", "12")], "sliding_window"),
        (&[("vocab", "many")], "vocab"),
        (&[("url_all", "somewhere")], "url_all"),
        (&[("date_all", "2026-12-01")], "date_all"),
    ] {
        let refused = send(&site, &mut visitor, new, &with(changes)).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{changes:?}"
        );
        let lines = refused.body.matches("<li><a href=\"#").count();
        let to = format!("href=\"#{field}\"");
        assert!(refused.body.contains(&to), "{changes:?}");
        assert_eq!(lines, 1, "said once: {changes:?}");
        for (_, value) in changes {
            assert!(
                refused.body.contains(&format!("value=\"{value}\"")),
                "{value} stays"
            );
        }
    }
    assert!(gigabytes(&site, "made-up-1b").await.is_none());
    let made = send(&site, &mut visitor, new, &shape).await;
    let own = "/admin/models/made-up-1b";
    assert_eq!(
        made.header("location"),
        format!("{own}?created=2"),
        "{}",
        made.body
    );
    assert!(gigabytes(&site, "made-up-1b").await.is_some());
    let size = Visitor::default()
        .get(&site, "/size?model=made-up-1b&lang=en")
        .await
        .body;
    assert!(size.contains("made-up-1b"));
    assert_eq!(exported(&site).await, 56);
    undone(&site, &mut visitor, 2).await;
    assert!(gigabytes(&site, "made-up-1b").await.is_none());
    assert_eq!(
        exported(&site).await,
        55,
        "what was taken back is not exported"
    );
    assert_eq!(visitor.get(&site, own).await.status, StatusCode::NOT_FOUND);
    // The name is free again, and the row of old comes back with the new figures.
    let again = send(&site, &mut visitor, new, &with(&[("layers", "26")])).await;
    assert_eq!(
        again.header("location"),
        format!("{own}?created=4"),
        "{}",
        again.body
    );
    assert_eq!(hidden(&visitor.get(&site, own).await.body, "layers"), "26");
    assert_eq!(
        site.count("model").await,
        56,
        "nothing is deleted, nothing is there twice"
    );
}

#[tokio::test]
async fn of_two_editors_the_second_sees_the_firsts_figure_and_loses_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    site.add_editor("wei").await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let page = other.get(&site, PATH).await.body;
    let (csrf, seen) = (hidden(&page, "csrf"), hidden(&page, "seen"));
    let first = [
        ("layers", "37"),
        ("url_all", SOURCE),
        ("date_all", "2026-11-29"),
    ];
    send(&site, &mut visitor, PATH, &first).await;
    let second = [
        ("csrf", csrf.as_str()),
        ("seen", &seen),
        ("layers", "38"),
        ("url_all", SOURCE),
        ("date_all", "2026-11-29"),
    ];
    let late = other.post(&site, &format!("{PATH}?lang=en"), &second).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert_eq!(hidden(&late.body, "layers"), "38");
    assert!(late.body.contains("Published now: 37"));
}

#[tokio::test]
async fn an_import_of_models_is_what_the_sizer_knows_and_a_broken_row_is_refused() {
    let (site, _) = Site::with_editor().await;
    let models = include_str!("../../catalogue/models.csv");
    let head = models.lines().next().unwrap();
    let row = models
        .lines()
        .find(|line| line.starts_with("qwen3-8b,"))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (more, broken) = (
        row.replacen("qwen3-8b,", "qwen3-8b-test,", 1),
        row.replacen(",36,", ",-36,", 1),
    );
    assert_ne!(broken, row, "the row has its 36 layers");
    std::fs::write(
        folder.path().join("models.csv"),
        format!("{head}\n{more}\n{broken}\n"),
    )
    .unwrap();
    let files = server::import::Files::Folder(folder.path().to_owned());
    let none = std::collections::HashSet::new();
    let today = "2026-11-30".parse().unwrap();
    let import = server::import::read_zuka(&files, &none, &none, today).unwrap();
    assert_eq!((import.models.len(), import.refused.len()), (1, 1));
    assert_eq!(import.refused[0].errors[0].field, "layers");
    let (pool, now) = (&site.state.pool, site.state.config.now());
    server::store::apply::apply(pool, &import, &Default::default(), "test", "models", now)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    let of_old = gigabytes(&site, "qwen3-8b").await.unwrap();
    assert_eq!(gigabytes(&site, "qwen3-8b-test").await.unwrap(), of_old);
}
