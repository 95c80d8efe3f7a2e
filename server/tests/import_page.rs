//! `/admin/import` through the whole router: what is sent, what is shown of it, what becomes of the ticks.

use crate::site::{Answer, Site, Visitor, hidden};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

const HEAD: &str = "platform_slug,region,gpu_slug,gpu_count,gpu_fraction,price_per_hour,currency,price_kind,\
price_period_hours,vcpus,ram_gb,disk_gb,disk_type,network_mbps,instance_type,exclusivity,source_url,source_date,\
source_date_precision,note,price_per_period";

/// A row of our own table: place, type, price of an hour, disk.
fn row(region: &str, kind: &str, price: &str, disk: &str) -> String {
    format!(
        "autodl,{region},rtx-4090,1,,{price},CNY,on_demand,1,16,60,{disk},,,{kind},,https://made.example.org/prices,2026-11-29,day,,"
    )
}

fn table(rows: &[String]) -> String {
    format!("{HEAD}\n{}\n", rows.join("\n"))
}

/// Sends the form as a browser does.
async fn send(
    site: &Site,
    visitor: &Visitor,
    fields: &[(&str, &str)],
    file: Option<(&str, &[u8])>,
) -> Answer {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--xx\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    if let Some((name, bytes)) = file {
        body.extend(
            format!("--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/csv\r\n\r\n")
                .bytes(),
        );
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--xx--\r\n");
    let mut request = Request::post("/admin/import?lang=en")
        .header(header::HOST, "zuka.test")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=xx");
    if let Some(cookie) = &visitor.cookie {
        request = request.header(header::COOKIE, cookie);
    }
    site.send(request.body(Body::from(body)).unwrap()).await
}

/// Sends a file and opens its review; gives the review's path and page.
async fn look(site: &Site, visitor: &mut Visitor, text: &str) -> (String, String) {
    let csrf = visitor.csrf(site).await;
    let sent = send(
        site,
        visitor,
        &[("csrf", &csrf)],
        Some(("prices.csv", text.as_bytes())),
    )
    .await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
    let path = sent.header("location").to_owned();
    let page = visitor.get(site, &path).await;
    assert_eq!(page.status, StatusCode::OK);
    (path, page.body)
}

/// Presses a button of the review, with the ticks that the page has but for those named.
async fn press(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    page: &str,
    button: &str,
    turned: &[&str],
) -> Answer {
    let mut pairs = vec![
        ("csrf".to_owned(), hidden(page, "csrf")),
        ("do".to_owned(), button.to_owned()),
    ];
    for line in page.split("<tr data-row=\"").skip(1) {
        let at = &line[..line.find('"').unwrap()];
        pairs.push(("shown".into(), at.into()));
        let is_ticked = line[..line.find("</td>").unwrap()].contains("checked");
        if is_ticked != turned.contains(&at) {
            pairs.push(("tick".into(), at.into()));
        }
    }
    let pairs: Vec<(&str, &str)> = pairs
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    visitor.post(site, path, &pairs).await
}

fn prices(site: &Site) -> Vec<(String, i64)> {
    let snapshot = site.state.snapshot();
    let own = snapshot
        .offers
        .iter()
        .filter(|o| o.source == "made.example.org");
    let mut prices: Vec<_> = own
        .map(|o| {
            (
                o.instance_type.clone().unwrap_or_default(),
                o.price_per_hour.nanos / 10_000_000,
            )
        })
        .collect();
    prices.sort();
    prices
}

fn of(pairs: &[(&str, i64)]) -> Vec<(String, i64)> {
    pairs
        .iter()
        .map(|(name, price)| ((*name).to_owned(), *price))
        .collect()
}

#[tokio::test]
async fn what_is_ticked_becomes_one_revision_and_can_be_taken_back() {
    let (site, mut visitor) = Site::with_editor().await;
    let first: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .map(|name| row("west", name, "2.00", "100"))
        .collect();
    let (path, page) = look(&site, &mut visitor, &table(&first)).await;
    assert!(
        page.contains("4 new") && page.contains("prices.csv") && page.contains("4 of 4 ticked"),
        "{page}"
    );
    assert_eq!(prices(&site), [], "a look publishes nothing");
    let made = press(&site, &mut visitor, &path, &page, "apply", &[]).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
    assert_eq!(made.header("location"), "/admin/revisions/2?made=1&lang=en");
    assert_eq!(
        prices(&site),
        of(&[("a", 200), ("b", 200), ("c", 200), ("d", 200)])
    );
    // a is dearer, b ten times cheaper, c says less of itself, d is gone, e is new.
    let second = [
        row("west", "a", "2.10", "100"),
        row("west", "b", "0.20", "100"),
        row("west", "c", "2.00", ""),
        row("west", "e", "3.00", "100"),
        row("west", "e", "3.50", "100"),
        row("west", "f", "soon", "100"),
    ];
    let (path, page) = look(&site, &mut visitor, &table(&second)).await;
    for words in [
        "+5%",
        "−90%",
        "slipped decimal point",
        "A known fact would become unknown",
        "2 changed",
        "2 new",
        "2 missing",
        "2 rejected",
        "Rejected, row 7",
        "“soon”",
        "is not a number",
        "same offer twice, 3.00 and 3.50",
        "3 of 6 ticked",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
    let refused = visitor
        .get(
            &site,
            &format!("{}/refused.csv", path.split('?').next().unwrap()),
        )
        .await;
    assert!(
        refused
            .body
            .contains("7,autodl rtx-4090 on_demand,price_per_hour,soon,not_a_number,"),
        "{}",
        refused.body
    );
    let made = press(&site, &mut visitor, &path, &page, "apply", &[]).await;
    assert_eq!(made.header("location"), "/admin/revisions/3?made=1&lang=en");
    // Only what was safe: a and e; d went; b and c stay as they were.
    assert_eq!(
        prices(&site),
        of(&[("a", 210), ("b", 200), ("c", 200), ("e", 300)])
    );
    let done = visitor
        .get(&site, "/admin/revisions/3?made=1&lang=en")
        .await
        .body;
    assert!(
        done.contains("Applied and published as revision 3") && done.contains("Undo this revision")
    );
    assert!(
        done.contains("<del class=\"mut\">2 CNY</del>") && done.contains(">2.1 CNY</b>"),
        "{done}"
    );
    let csrf = hidden(&done, "csrf");
    let undone = visitor
        .post(&site, "/admin/revisions/3?lang=en", &[("csrf", &csrf)])
        .await;
    assert_eq!(
        undone.header("location"),
        "/admin/revisions/4?made=1&lang=en"
    );
    assert_eq!(
        prices(&site),
        of(&[("a", 200), ("b", 200), ("c", 200), ("d", 200)])
    );
    // The same file again, with one safe row taken out and one doubtful row taken in.
    let (path, page) = look(&site, &mut visitor, &table(&second)).await;
    press(&site, &mut visitor, &path, &page, "apply", &["0", "1"]).await;
    assert_eq!(
        prices(&site),
        of(&[("a", 200), ("b", 20), ("c", 200), ("e", 300)])
    );
}

#[tokio::test]
async fn groups_are_ticked_at_once_and_ticks_are_kept_from_page_to_page() {
    let (site, mut visitor) = Site::with_editor().await;
    let rows: Vec<String> = (0..150)
        .map(|n| row("west", &format!("n{n:03}"), "2.00", "100"))
        .collect();
    let (path, page) = look(&site, &mut visitor, &table(&rows)).await;
    assert!(page.contains("150 of 150 ticked") && page.matches("<tr data-row").count() == 100);
    let next = press(&site, &mut visitor, &path, &page, "go:added:2", &["0", "1"]).await;
    assert_eq!(next.status, StatusCode::SEE_OTHER);
    let second = next.header("location").to_owned();
    assert!(second.contains("show=added&page=2"), "{second}");
    let page = visitor.get(&site, &second).await.body;
    assert!(page.contains("148 of 150 ticked") && page.matches("<tr data-row").count() == 50);
    for (button, words) in [
        ("untick", "0 of 150"),
        ("tick_safe", "150 of 150"),
        ("untick", "0 of 150"),
    ] {
        let to = press(&site, &mut visitor, &second, &page, button, &[])
            .await
            .header("location")
            .to_owned();
        assert!(
            visitor.get(&site, &to).await.body.contains(words),
            "{button}"
        );
    }
    let page = visitor.get(&site, &second).await.body;
    let none = press(&site, &mut visitor, &second, &page, "apply", &[]).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(none.body.contains("No row is ticked") && site.state.snapshot().revision == 1);
    let gone = press(&site, &mut visitor, &second, &page, "discard", &[]).await;
    assert_eq!(gone.header("location"), "/admin/import?lang=en");
    let late = visitor.get(&site, &second).await;
    assert_eq!(late.header("location"), "/admin/import?expired=1&lang=en");
    assert!(
        visitor
            .get(&site, "/admin/import?expired=1&lang=en")
            .await
            .body
            .contains("kept no longer")
    );
}

#[tokio::test]
async fn a_catalogue_that_moved_meanwhile_is_looked_at_anew_and_nothing_is_applied() {
    let (site, mut visitor) = Site::with_editor().await;
    let (first, page) = look(
        &site,
        &mut visitor,
        &table(&[row("west", "a", "2.00", "100")]),
    )
    .await;
    let (second, other) = look(
        &site,
        &mut visitor,
        &table(&[row("west", "a", "2.10", "100")]),
    )
    .await;
    press(&site, &mut visitor, &second, &other, "apply", &[]).await;
    assert_eq!(prices(&site), of(&[("a", 210)]));
    let late = press(&site, &mut visitor, &first, &page, "apply", &[]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    for words in [
        "The catalogue has changed since you looked",
        "1 changed",
        "−5%",
    ] {
        assert!(late.body.contains(words), "{words}");
    }
    assert_eq!(
        (prices(&site), site.state.snapshot().revision),
        (of(&[("a", 210)]), 2)
    );
    press(&site, &mut visitor, &first, &late.body, "apply", &[]).await;
    assert_eq!(prices(&site), of(&[("a", 200)]));
}

#[tokio::test]
async fn what_cannot_be_read_is_said_by_name_and_nothing_typed_is_lost() {
    let (site, mut visitor) = Site::with_editor().await;
    let csrf = visitor.csrf(&site).await;
    let own = ("csrf", csrf.as_str());
    let gbk = [HEAD.as_bytes(), b"\n\xce\xf7\xb1\xb1,1\n"].concat();
    let at = format!("byte {} (line 2)", HEAD.len() + 1);
    let cases: [(&[u8], &[&str]); 6] = [
        (b"", &["Choose a file or paste its text"]),
        (&gbk, &["not UTF-8", &at, "looks like GBK"]),
        (b"PK\x03\x04...", &["byte 0 (line 1)", "spreadsheet"]),
        (b"a,b\n1,2\n", &["no format we know"]),
        (
            b"base,quote,rate,date,source,note\n",
            &["fx.csv, which has no offers", "zuka import zuka"],
        ),
        (b"{\"offers\": 1}", &["cannot be read in this format"]),
    ];
    for (bytes, words) in cases {
        let answer = send(
            &site,
            &visitor,
            &[
                own,
                ("observed", "2026-11-01"),
                ("source", "https://x.example.org"),
            ],
            Some(("x.csv", bytes)),
        )
        .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        for words in words {
            assert!(answer.body.contains(words), "{words} in {}", answer.body);
        }
        assert_eq!(
            (
                hidden(&answer.body, "observed"),
                hidden(&answer.body, "source")
            ),
            ("2026-11-01".into(), "https://x.example.org".into())
        );
    }
    // Pasted text comes back as it was.
    let answer = send(&site, &visitor, &[own, ("text", "what <is> this")], None).await;
    let pasted = answer.body.split("<textarea").nth(1).unwrap();
    let pasted = &pasted[..pasted.find("</textarea>").unwrap()];
    assert!(pasted.ends_with(">what &lt;is> this"), "{pasted}");
    // A mark and CRLF are fine.
    let text = format!(
        "\u{feff}{}",
        table(&[row("west", "a", "2.00", "100")]).replace('\n', "\r\n")
    );
    let (_, page) = look(&site, &mut visitor, &text).await;
    assert!(page.contains("1 new"));
    let large = vec![b'x'; 33 * 1024 * 1024];
    let answer = send(&site, &visitor, &[own], Some(("large.csv", &large))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    // A little more than is taken, so that the form around it is still read: it says how much.
    let large = vec![b'x'; 32 * 1024 * 1024 + 1024];
    let answer = send(&site, &visitor, &[own], Some(("large.csv", &large))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.body.contains("larger than 32 MB"));
}

#[tokio::test]
async fn skypilot_s_files_ask_for_platform_and_day_and_keep_the_file_meanwhile() {
    let (site, mut visitor) = Site::with_editor().await;
    let csrf = visitor.csrf(&site).await;
    let file = include_bytes!("fixtures/skypilot/v8-verda-vms.csv");
    let first = send(&site, &visitor, &[("csrf", &csrf)], Some(("vms.csv", file))).await;
    assert_eq!(first.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(first.body.contains("Choose the platform") && first.body.contains("vms.csv is kept"));
    let kept = hidden(&first.body, "kept");
    let bad = [
        ("csrf", csrf.as_str()),
        ("kept", &kept),
        ("platform", "verda"),
        ("observed", "2027-01-01"),
    ];
    let second = send(&site, &visitor, &bad, None).await;
    assert!(second.body.contains("“2027-01-01” is no date up to today"));
    let kept = hidden(&second.body, "kept");
    let good = [
        ("csrf", csrf.as_str()),
        ("kept", &kept),
        ("platform", "verda"),
        ("observed", "2026-11-01"),
    ];
    let third = send(&site, &visitor, &good, None).await;
    assert_eq!(third.status, StatusCode::SEE_OTHER, "{}", third.body);
    let page = visitor.get(&site, third.header("location")).await.body;
    assert!(
        page.contains("33 changed") && page.contains("11 rows without a card"),
        "{page}"
    );
}

#[tokio::test]
async fn strangers_and_other_sites_send_nothing() {
    let (site, mut visitor) = Site::with_editor().await;
    let text = table(&[row("west", "a", "2.00", "100")]);
    let stranger = send(
        &site,
        &Visitor::default(),
        &[("csrf", "x")],
        Some(("a.csv", text.as_bytes())),
    )
    .await;
    assert!(stranger.header("location").starts_with("/login"));
    for fields in [&[("csrf", "x")][..], &[]] {
        let forged = send(&site, &visitor, fields, Some(("a.csv", text.as_bytes()))).await;
        assert_eq!(forged.status, StatusCode::FORBIDDEN);
    }
    let (path, page) = look(&site, &mut visitor, &text).await;
    let forged = visitor
        .post(&site, &path, &[("csrf", "x"), ("do", "apply")])
        .await;
    assert_eq!(
        (forged.status, site.state.snapshot().revision),
        (StatusCode::FORBIDDEN, 1)
    );
    // Another editor does not find it.
    site.add_editor("wei").await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", crate::site::PASSWORD).await;
    assert_eq!(
        other.get(&site, &path).await.header("location"),
        "/admin/import?expired=1&lang=en"
    );
    let zh = visitor
        .get(&site, &path.replace("lang=en", "lang=zh"))
        .await
        .body;
    assert!(zh.contains("核对导入") && page.contains("Review import"));
}
