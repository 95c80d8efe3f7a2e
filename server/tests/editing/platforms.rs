//! A new platform by hand: its form, its offers by import, and taking it back.
use crate::editing::{undo, undone};
use crate::site::{Answer, Site, Visitor};
use axum::http::StatusCode;

const NEW: &str = "/admin/platforms/new";
const HEAD: &str = "platform_slug,region,gpu_slug,gpu_count,gpu_fraction,price_per_hour,currency,price_kind,\
price_period_hours,vcpus,ram_gb,disk_gb,disk_type,network_mbps,instance_type,exclusivity,source_url,source_date,\
source_date_precision,note,price_per_period";

async fn send(site: &Site, visitor: &mut Visitor, changes: &[(&str, &str)]) -> Answer {
    let csrf = visitor.csrf(site).await;
    let mut pairs = vec![
        ("csrf", csrf.as_str()),
        ("slug", "made-cloud"),
        ("name", "Made Cloud"),
        ("name_zh", "造云"),
        ("homepage", "https://made.example.com"),
        ("country", "CN"),
        ("currency", "CNY"),
        ("learnt", "docs"),
        ("source_url", "https://made.example.com/docs"),
        ("source_date", "2026-11-29"),
    ];
    for (name, value) in changes {
        pairs.retain(|(n, _)| n != name);
        pairs.push((name, value));
    }
    visitor.post(site, &format!("{NEW}?lang=en"), &pairs).await
}

/// Offers of a file, as `zuka import` reads them for the catalogue in force: how many, and how many rows are refused.
async fn import(site: &Site, platform: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let row = format!(
        "{platform},,rtx-4090,1,,1.9,CNY,on_demand,1,16,60,,,,made,,https://made.example.com/prices,2026-11-29,day,,"
    );
    let path = folder.path().join("offerings.csv");
    std::fs::write(path, format!("{HEAD}\n{row}\n")).unwrap();
    let files = server::import::Files::Folder(folder.path().to_owned());
    let snapshot = site.state.snapshot();
    let gpus = snapshot.gpus.iter().map(|gpu| gpu.slug.clone()).collect();
    let platforms = snapshot.platforms.iter().map(|p| p.slug.clone()).collect();
    let today = "2026-11-30".parse().unwrap();
    let mut import = server::import::read_zuka(&files, &gpus, &platforms, today).unwrap();
    let counts = (import.offers.len(), import.refused.len());
    let offers = std::mem::take(&mut import.offers);
    let changes = domain::catalog::diff::diff(&snapshot, offers, true);
    let (pool, now) = (&site.state.pool, site.state.config.now());
    server::store::apply::apply(pool, &import, &changes, "test", "offers", now)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    counts
}

#[tokio::test]
async fn a_new_platform_is_there_with_its_evidence_takes_offers_and_can_be_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let list = visitor.get(&site, "/admin/platforms").await.body;
    assert!(list.contains("href=\"/admin/platforms/new\""));
    assert_eq!(
        import(&site, "made-cloud").await,
        (0, 1),
        "nobody knows it yet"
    );
    let made = send(&site, &mut visitor, &[]).await;
    assert_eq!(
        made.header("location"),
        "/admin/platforms/made-cloud?created=2&lang=en",
        "{}",
        made.body
    );
    let form = visitor
        .get(&site, "/admin/platforms/made-cloud?created=2&lang=en")
        .await
        .body;
    for said in [
        "The platform exists as of revision 2",
        "Made Cloud",
        "<ins>https://made.example.com/docs</ins>",
        "<ins>2026-11-29</ins>",
        "<ins>Platform docs</ins>",
        "/admin/offers/new?platform=made-cloud",
    ] {
        assert!(form.contains(said), "{said}");
    }
    let public = |path: &'static str| {
        let site = &site;
        async move { Visitor::default().get(site, path).await }
    };
    assert!(
        public("/platforms/made-cloud?lang=zh")
            .await
            .body
            .contains("造云")
    );
    let revision = visitor.get(&site, "/admin/revisions/2?lang=en").await.body;
    assert!(revision.contains("Made Cloud") && revision.contains("Undo this revision"));

    // Taken back it is gone; back in force it takes an import.
    assert_eq!(undone(&site, &mut visitor, 2).await, 3);
    assert_eq!(
        public("/platforms/made-cloud").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(import(&site, "made-cloud").await, (0, 1));
    assert_eq!(undone(&site, &mut visitor, 3).await, 4);
    assert_eq!(import(&site, "made-cloud").await, (1, 0));
    let offers = public("/api/v1/offerings?platform=made-cloud&currency=CNY")
        .await
        .body;
    assert!(offers.contains("made-cloud") && offers.contains("1.9"));
    // With an offer in force the platform stays until that is taken back.
    undone(&site, &mut visitor, 5).await;
    undone(&site, &mut visitor, 4).await;
    assert_eq!(
        public("/platforms/made-cloud").await.status,
        StatusCode::NOT_FOUND
    );
    let already = undo(&site, &mut visitor, 4).await;
    assert_ne!(already.status, StatusCode::SEE_OTHER);
    let again = send(&site, &mut visitor, &[("name", "Made Again")]).await;
    assert_eq!(
        again.header("location"),
        "/admin/platforms/made-cloud?created=8&lang=en"
    );
    assert!(
        public("/platforms/made-cloud?lang=en")
            .await
            .body
            .contains("Made Again")
    );
}

#[tokio::test]
async fn a_new_platform_with_faults_names_them_and_keeps_what_was_typed() {
    let (site, mut visitor) = Site::with_editor().await;
    for (changes, field) in [
        (&[("slug", "autodl")][..], "slug"),
        (&[("slug", "Two Words")], "slug"),
        (&[("slug", "new")], "slug"),
        (&[("slug", "")], "slug"),
        (&[("name", "")], "name"),
        (&[("homepage", "made.example.com")], "homepage"),
        (&[("country", "china")], "country"),
        (&[("currency", "rupees")], "currency"),
        (&[("learnt", "")], "learnt"),
        (&[("learnt", "guessed")], "learnt"),
        (&[("source_url", "")], "source_url"),
        (&[("source_date", "2026-12-01")], "source_date"),
        (&[("source_date", "yesterday")], "source_date"),
    ] {
        let refused = send(&site, &mut visitor, changes).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{changes:?}"
        );
        let to = format!("<li><a href=\"#{field}\">");
        assert!(refused.body.contains(&to), "{changes:?}");
        assert_eq!(
            refused.body.matches("<li><a href=\"#").count(),
            1,
            "{changes:?}"
        );
        assert!(
            refused.body.contains("value=\"造云\""),
            "what was right stays"
        );
    }
    assert_eq!(site.count("revision").await, 1, "nothing was stored");
    // What support said may be quoted instead of linked.
    let told = [
        ("learnt", "support"),
        ("source_url", ""),
        ("quote", "We rent out 4090s by the hour."),
    ];
    let made = send(&site, &mut visitor, &told).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
}
