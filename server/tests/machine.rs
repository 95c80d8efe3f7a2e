//! The check of a machine over HTTP and on the command line: form, file, document, link, evidence.

use crate::common::{Answer, Site, between, site};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A machine in a slot of four lanes.
const PRINTED: &str = r#"{"check":1,
"day":"2026-11-30","root":true,"os":"Ubuntu 22.04.4 LTS","container":true,"vm":false,
"cpu":{"model":"AMD EPYC 7543","online":64,"allowed":64,"quota":16.00,"numa_nodes":1},
"ram":{"total_mib":524288,"limit_mib":122880},"shm_mib":32768,
"disks":[{"at":"/root/autodl-tmp","kind":"nvme","ephemeral":false,"data":true,"size_mib":51200,"free_mib":51199}],
"nvidia_smi":"ok","driver":"550.54.14","cuda":"12.4","nvcc":null,"virtualization":"None",
"cards":[{"name":"NVIDIA GeForce RTX 4090","memory_mib":24564,"used_mib":1,
 "power_w":450.00,"power_default_w":450.00,"power_max_w":600.00,"clock_max_mhz":3105,"clock_set_mhz":null,"clock_default_mhz":null,
 "pcie_gen":1,"pcie_gen_max":4,"pcie_width":4,"pcie_width_max":4,"ecc":"Disabled","mig":null}],
"mig_devices":[],"processes":{"all":0,"foreign":0},"topology":[["X"]],"p2p":null,"nvlink":null,
"rates":{"disk_write_mb_s":null,"net_mbps":940},
"end":true}"#;

fn encoded(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs
        .iter()
        .map(|(name, value)| format!("{name}={}", app::frame::encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// An offer of one whole RTX 4090, by its number and the slug of its platform.
fn an_offer(site: &Site) -> (i64, String) {
    let snapshot = site.state.snapshot();
    let card = snapshot.gpu_by_slug("rtx-4090").unwrap();
    let found = snapshot
        .offers
        .iter()
        .find(|offer| offer.gpu == card && offer.gpu_count == 1 && offer.gpu_fraction.is_none())
        .unwrap();
    (found.id, snapshot.platforms[found.platform].slug.clone())
}

async fn posted(site: &Site, pairs: &[(&str, &str)]) -> Answer {
    site.post_form("/check/machine?lang=en", &encoded(pairs))
        .await
}

async fn multipart(site: &Site, lang: &str, fields: &[(&str, Option<&str>, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (name, file, bytes) in fields {
        let file = file
            .map(|file| format!("; filename=\"{file}\""))
            .unwrap_or_default();
        body.extend_from_slice(
            format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n")
                .as_bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    let request = Request::post(format!("/check/machine?lang={lang}"))
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge")
        .body(Body::from(body))
        .unwrap();
    site.send(request).await
}

#[tokio::test]
async fn the_script_is_served_as_text_and_shown_on_the_page() {
    let site = site().await;
    let script = site.get("/check.sh").await;
    assert_eq!(script.status, StatusCode::OK);
    assert_eq!(
        script.header(header::CONTENT_TYPE),
        "text/plain; charset=utf-8"
    );
    assert_eq!(script.text, include_str!("../../public/check.sh"));
    for lang in ["en", "zh"] {
        let page = site
            .get_with(
                &format!("/check/machine?lang={lang}"),
                header::HOST,
                "zuka.test",
            )
            .await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(
            page.text
                .contains("curl -fsSL http://zuka.test/check.sh | sh")
        );
        assert!(
            page.text.contains("limited() {"),
            "the script can be read first"
        );
        assert!(page.text.contains("enctype=\"multipart/form-data\""));
    }
    assert!(
        site.get("/sitemap.xml")
            .await
            .text
            .contains("/check/machine")
    );
}

#[tokio::test]
async fn a_pasted_machine_is_answered_with_measured_nominal_and_what_to_say() {
    let site = site().await;
    let page = posted(&site, &[("gpu", "rtx-4090"), ("text", PRINTED)]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header(header::CACHE_CONTROL), "no-store");
    assert_eq!(
        between(&page.text, "id=\"answer\" data-verdict=\"", "\""),
        "fail"
    );
    let row = between(&page.text, "data-question=\"pcie\"", "</tr>");
    assert!(
        row.contains("data-reason=\"narrow_slot\"")
            && row.contains("x4 / 4 · Gen 1 / 4")
            && row.contains("x16 · Gen 4"),
        "{row}"
    );
    // A resting card's generation is nobody's fault; what was not promised is not in order.
    assert!(!page.text.contains("old_slot"));
    assert!(
        between(&page.text, "data-question=\"cpu\"", "</tr>")
            .contains("data-reason=\"no_promise\"")
    );
    let zh = between(&page.text, "data-say=\"zh\"", "</div>");
    let en = between(&page.text, "data-say=\"en\"", "</div>");
    assert!(zh.contains("您好") && zh.contains("x4 / 4"), "{zh}");
    assert!(en.contains("Hello") && en.contains("x4 / 4"), "{en}");
    // Nothing is kept by it.
    let kept: (i64,) = sqlx::query_as("select count(*) from machine_check")
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    assert_eq!(kept.0, 0);
}

#[tokio::test]
async fn nothing_is_called_promised_that_was_not_and_support_reads_only_what_was_seen() {
    let site = site().await;
    let right = PRINTED.replace(
        "\"pcie_width\":4,\"pcie_width_max\":4",
        "\"pcie_width\":16,\"pcie_width_max\":16",
    );
    // No card was chosen: whether it is the one that was paid for is not known, however good it is.
    let page = posted(&site, &[("text", &right)]).await;
    let answer = between(&page.text, "id=\"answer\"", "</h2>");
    assert!(
        answer.contains("data-verdict=\"unknown\"")
            && answer.contains("which card was promised was not said"),
        "{answer}"
    );
    // Only a card was: the page does not speak of a promised machine.
    let page = posted(&site, &[("gpu", "rtx-4090"), ("text", &right)]).await;
    let answer = between(&page.text, "id=\"answer\"", "</h2>");
    assert!(
        answer.contains("data-verdict=\"ok\"")
            && answer.contains("Nothing wrong was seen on this card"),
        "{answer}"
    );
    // A slow link, seen while a program of the visitor's own ran: the letter does not say that none did, and a rate
    // from one server abroad is neither in it nor proposed as a fact.
    let (id, _) = an_offer(&site);
    let busy = PRINTED
        .replace("\"all\":0", "\"all\":1")
        .replace("940", "3");
    let body = encoded(&[("offer", &id.to_string()), ("text", &busy)]);
    let page = site.post_form("/check/machine?lang=en", &body).await;
    let letter = between(&page.text, "data-say=\"en\"", "</div>");
    assert!(
        letter.contains("x4 / 4")
            && !letter.contains("my own programs")
            && !letter.contains("3 Mbps"),
        "{letter}"
    );
    let kept = site.post_form("/check/machine/share?lang=en", &body).await;
    let path = kept.header(header::LOCATION).to_owned();
    let evidence = site.get(&path).await.text;
    assert!(!between(&evidence, "id=\"evidence\"", "</section>").contains("fact=network"));
    // From a server of the visitor's own it is both, on the kept page too.
    let own = busy.replace("\"net_mbps\"", "\"net_own\":true,\"net_mbps\"");
    let body = encoded(&[("offer", &id.to_string()), ("text", &own)]);
    let kept = site.post_form("/check/machine/share?lang=en", &body).await;
    let kept = site.get(kept.header(header::LOCATION)).await.text;
    assert!(between(&kept, "id=\"evidence\"", "</section>").contains("fact=network"));
}

#[tokio::test]
async fn a_file_is_read_too_and_before_what_was_pasted() {
    let site = site().await;
    for lang in ["en", "zh"] {
        let page = multipart(
            &site,
            lang,
            &[
                ("gpu", None, b"rtx-4090"),
                ("text", None, b""),
                ("file", Some("machine.json"), PRINTED.as_bytes()),
            ],
        )
        .await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert_eq!(
            between(&page.text, "id=\"answer\" data-verdict=\"", "\""),
            "fail"
        );
    }
    // A browser sends an empty file when none was chosen.
    let page = multipart(
        &site,
        "en",
        &[("text", None, PRINTED.as_bytes()), ("file", Some(""), b"")],
    )
    .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text.contains("the one that the machine names"),
        "the card is the machine’s own word"
    );
}

#[tokio::test]
async fn an_offer_is_held_against_its_own_claims_and_its_page_leads_here() {
    let site = site().await;
    let (id, _) = an_offer(&site);
    let link = format!("/check/machine?offer={id}");
    assert!(
        site.get(&format!("/offerings/{id}?lang=en"))
            .await
            .text
            .contains(&link)
    );
    let form = site.get(&format!("{link}&lang=en")).await;
    assert!(
        form.text
            .contains(&format!("name=\"offer\" value=\"{id}\""))
    );
    let page = posted(&site, &[("offer", &id.to_string()), ("text", PRINTED)]).await;
    let count = between(&page.text, "data-question=\"count\"", "</tr>");
    assert!(count.contains("data-verdict=\"ok\""), "{count}");
    // Without an offer its card lists the offers to choose from.
    let list = site.get("/check/machine?gpu=rtx-4090&lang=en").await;
    assert!(list.text.contains(&format!("<option value=\"{id}\"")));
}

#[tokio::test]
async fn what_cannot_be_read_is_named_and_stays_in_its_field() {
    let site = site().await;
    for (text, words) in [
        ("", "nothing to read"),
        ("hello <b>& </textarea><script>", "begins with {"),
        ("| NVIDIA-SMI 550.54.14 |", "what nvidia-smi prints"),
        ("bash: curl: command not found", "did not run"),
        ("{\"check\":9,\"cards\":[]}", "has the number 9"),
    ] {
        let page = posted(&site, &[("gpu", "rtx-4090"), ("text", text)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        assert!(
            between(&page.text, "data-flaw=\"text\"", "</div>").contains(words),
            "{text}"
        );
        assert!(
            between(&page.text, "<textarea", "</textarea>")
                .contains(&app::components::typed_text(text)),
            "{text}"
        );
        assert!(
            page.text.contains("value=\"rtx-4090\" selected"),
            "the card stays chosen"
        );
    }
    for (pairs, field) in [
        ([("offer", "999999"), ("text", PRINTED)], "offer"),
        ([("offer", "x"), ("text", PRINTED)], "offer"),
        ([("gpu", "rtx-9999"), ("text", PRINTED)], "gpu"),
    ] {
        let page = posted(&site, &pairs).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            page.text.contains(&format!("data-flaw=\"{field}\"")),
            "{pairs:?}"
        );
        assert!(between(&page.text, "<textarea", "</textarea>").contains("\"check\":1"));
    }
    let missing = site.get("/check/machine?offer=999999&lang=zh").await;
    assert_eq!(missing.status, StatusCode::OK);
    assert!(missing.text.contains("999999"));
}

#[tokio::test]
async fn five_megabytes_of_junk_are_answered_and_more_is_refused_in_words() {
    let site = site().await;
    let junk = "\u{1b}[31m错误\r\n{\"check\":[".repeat(200_000);
    let page = multipart(
        &site,
        "en",
        &[
            ("gpu", None, b"rtx-4090"),
            ("file", Some("x.txt"), junk.as_bytes()),
        ],
    )
    .await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = multipart(
        &site,
        "en",
        &[
            ("text", None, format!("{junk}\n{PRINTED}").as_bytes()),
            ("gpu", None, b"rtx-4090"),
        ],
    )
    .await;
    assert_eq!(page.status, StatusCode::OK);
    let large = vec![b'x'; 5 * 1024 * 1024 + 1];
    let page = multipart(
        &site,
        "en",
        &[("gpu", None, b"rtx-4090"), ("file", Some("x.txt"), &large)],
    )
    .await;
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        page.text.contains("larger than 5 MB") && page.text.contains("value=\"rtx-4090\" selected")
    );
    let larger = vec![b'x'; 7 * 1024 * 1024];
    let page = multipart(&site, "zh", &[("file", Some("x.txt"), &larger)]).await;
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(page.text.contains("超过 5 MB"));
}

#[tokio::test]
async fn a_link_is_made_only_when_asked_for_and_says_the_same_for_ever() {
    let site = site().await;
    let (id, platform) = an_offer(&site);
    let with_secret = PRINTED
        .replace("\"end\"", "\"hostname\":\"gpu-7731\",\"end\"")
        .replace("{\"check\"", "root@gpu-7731:~# {\"check\"");
    let body = encoded(&[("offer", &id.to_string()), ("text", &with_secret)]);
    let kept = site.post_form("/check/machine/share?lang=en", &body).await;
    assert_eq!(kept.status, StatusCode::SEE_OTHER);
    let link = kept.header(header::LOCATION).to_owned();
    assert!(link.starts_with("/c/"), "{link}");
    let again = site.post_form("/check/machine/share?lang=en", &body).await;
    assert_eq!(again.header(header::LOCATION), link);
    let (document,): (String,) = sqlx::query_as("select document from machine_check")
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    assert!(
        !document.contains("7731") && !document.contains("hostname"),
        "{document}"
    );
    for lang in ["en", "zh"] {
        let path = link.split('?').next().unwrap();
        let page = site
            .get_with(&format!("{path}?lang={lang}"), header::HOST, "zuka.test")
            .await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(
            between(&page.text, "id=\"answer\" data-verdict=\"", "\""),
            "fail"
        );
        assert!(page.text.contains(&format!("http://zuka.test{path}")));
        // It leads to the report, filled in, with itself as the evidence.
        let evidence = between(&page.text, "id=\"evidence\"", "</section>").replace("&amp;", "&");
        let fact = between(&evidence, "href=\"/report?", "\"").to_owned();
        assert!(
            fact.contains(&format!("platform={platform}")) && fact.contains("fact="),
            "{fact}"
        );
        let report = site.get(&format!("/report?{fact}")).await;
        assert_eq!(report.status, StatusCode::OK);
        assert!(
            between(&report.text, "id=\"evidence\"", "/>").contains(path),
            "the address of the link is filled in"
        );
        assert!(between(&report.text, "id=\"value\"", "/>").contains("value=\""));
    }
    assert_eq!(site.get("/c/nothing").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_proposal_from_a_check_lands_in_the_editors_queue() {
    let site = site().await;
    let (id, _) = an_offer(&site);
    let body = encoded(&[("offer", &id.to_string()), ("text", PRINTED)]);
    let kept = site.post_form("/check/machine/share?lang=en", &body).await;
    let path = kept
        .header(header::LOCATION)
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let page = site
        .get_with(&format!("{path}?lang=en"), header::HOST, "zuka.test")
        .await;
    let evidence = between(&page.text, "id=\"evidence\"", "</section>").replace("&amp;", "&");
    let contents = evidence
        .split("href=\"/report?")
        .find(|link| link.starts_with("offering="))
        .unwrap();
    let query = contents.split('"').next().unwrap();
    let sent = site.post_form("/report?lang=en", query).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
    let kept: (String, String, String) =
        sqlx::query_as("select about, value, evidence_url from proposal")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert_eq!(kept.0, "contents");
    assert!(
        kept.1.contains("16 / 64 vCPU") && kept.2.contains(&path),
        "{kept:?}"
    );
}

#[tokio::test]
async fn links_are_made_a_limited_number_of_times() {
    let site = site().await;
    let mut last = StatusCode::SEE_OTHER;
    for size in 0..200 {
        let text = PRINTED.replace("\"shm_mib\":32768", &format!("\"shm_mib\":{}", 4096 + size));
        last = site
            .post_form(
                "/check/machine/share",
                &encoded(&[("gpu", "rtx-4090"), ("text", &text)]),
            )
            .await
            .status;
        if last != StatusCode::SEE_OTHER {
            break;
        }
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    // Reading goes on.
    assert_eq!(
        posted(&site, &[("gpu", "rtx-4090"), ("text", PRINTED)])
            .await
            .status,
        StatusCode::OK
    );
}

fn reasons(document: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let findings = document["findings"].as_array().unwrap().iter();
    findings
        .map(|f| {
            (
                text(&f["question"]),
                text(&f["verdict"]),
                text(&f["reason"]),
            )
        })
        .collect()
}

#[tokio::test]
async fn the_document_is_the_same_over_http_and_on_the_command_line() {
    let site = site().await;
    let (id, platform) = an_offer(&site);
    let around = format!(
        "root@box:~# sh check.sh\r\n{}\r\nroot@box:~#",
        PRINTED.replace('\n', "\r\n")
    );
    let answer = site
        .post_json("/api/v1/inspect?gpu=rtx-4090", &around)
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let document = answer.json();
    assert_eq!(
        (&document["verdict"], &document["gpu"]),
        (&"fail".into(), &"rtx-4090".into())
    );
    assert!(reasons(&document).contains(&("pcie".into(), "fail".into(), "narrow_slot".into())));
    assert!(document["say"]["zh"].as_str().unwrap().contains("x4 / 4"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .args(["inspect", "-", "--gpu", "rtx-4090"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(around.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        serde_json::from_slice::<Value>(&output.stdout).unwrap(),
        document
    );
    // Offer and card may stand in the document itself.
    let inside = PRINTED.replacen(
        "{\"check\":1,",
        &format!("{{\"check\":1,\"offer\":{id},"),
        1,
    );
    let document = site.post_json("/api/v1/inspect", &inside).await.json();
    assert_eq!(
        (&document["offer"], &document["platform"]),
        (&id.into(), &platform.into())
    );
    let by_name = site.post_json("/api/v1/inspect", PRINTED).await.json();
    assert_eq!(
        (&by_name["gpu"], &by_name["gpu_is_guess"]),
        (&"rtx-4090".into(), &true.into())
    );
}

#[tokio::test]
async fn a_document_that_cannot_be_read_names_code_and_field() {
    let site = site().await;
    for (path, body, code, field) in [
        ("/api/v1/inspect", "", "empty", "text"),
        ("/api/v1/inspect", "[]", "no_check", "text"),
        (
            "/api/v1/inspect?offer=999999",
            PRINTED,
            "unknown_offer",
            "offer",
        ),
        (
            "/api/v1/inspect?gpu=rtx-9999",
            PRINTED,
            "unknown_card",
            "gpu",
        ),
        (
            "/api/v1/inspect",
            "{\"check\":1,\"cards\":[]}",
            "which_card",
            "gpu",
        ),
    ] {
        let answer = site.post_json(path, body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(
            answer.header(header::CONTENT_TYPE),
            "application/problem+json"
        );
        assert_eq!(
            (&answer.json()["code"], &answer.json()["field"]),
            (&code.into(), &field.into())
        );
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .args(["--json", "inspect"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"| NVIDIA-SMI 550 |")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(
        (&error["error"]["code"], &error["error"]["field"]),
        (&"nvidia_smi".into(), &"text".into())
    );
}

#[test]
fn an_offer_is_looked_up_in_the_database_and_said_to_be_missing_there() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("machine.json");
    std::fs::write(&file, PRINTED).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .args(["inspect", file.to_str().unwrap(), "--offer", "1"])
        .env(
            "ZUKA_DATABASE_URL",
            format!("sqlite://{}", folder.path().join("none.db").display()),
        )
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no database"));
}

#[tokio::test]
async fn b35_what_a_driver_reports_stands_beside_the_size_a_card_is_sold_as() {
    let site = site().await;
    for (lang, question) in [
        ("en", "VRAM of a card, as the driver reports it"),
        ("zh", "单卡显存（驱动报告值）"),
    ] {
        for (reported, shown, verdict) in [
            ("24564", "24,564 MiB", "ok"),
            ("24210", "24,210 MiB", "ok"),
            ("20480", "20,480 MiB", "fail"),
        ] {
            let printed = PRINTED.replace(
                "\"memory_mib\":24564",
                &format!("\"memory_mib\":{reported}"),
            );
            let fields = encoded(&[("gpu", "rtx-4090"), ("text", &printed)]);
            let page = site
                .post_form(&format!("/check/machine?lang={lang}"), &fields)
                .await
                .text;
            let row = between(&page, "data-question=\"memory\"", "</tr>");
            assert!(row.contains(question), "{row}");
            assert!(
                row.contains(shown) && row.contains("24 GB"),
                "both, with their units: {row}"
            );
            assert!(
                row.starts_with(&format!(" data-verdict=\"{verdict}\"")),
                "{row}"
            );
        }
    }
}
