//! `/check`, `POST /api/v1/compat`: answers, both languages, bad input, pasted text.

use crate::common::{Answer, Site, between, site};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;

const SMI: &str = include_str!("../../app/domain/tests/fixtures/machines/h200/nvidia-smi.txt");
const ENV: &str = include_str!("../../app/domain/tests/fixtures/machines/h200/collect_env.txt");
const OLD: &str = "/check?gpu=rtx-5090&driver=550.54.14&torch=2.5&cuda_line=cu124";

/// Sends a text as a browser's form does.
async fn paste(site: &Site, path: &str, fields: &[(&str, &str)], text: &[u8]) -> Answer {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    body.extend(b"--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n");
    body.extend(text);
    body.extend(b"\r\n--x--\r\n");
    let request = Request::post(path)
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
        .body(Body::from(body))
        .unwrap();
    site.send(request).await
}

#[tokio::test]
async fn an_old_driver_is_told_what_to_change_in_both_languages() {
    let site = site().await;
    for (lang, words, title) in [
        ("en", "No, this does not run", "Smallest change"),
        ("zh", "跑不了", "最小的改动"),
    ] {
        let page = site.get(&format!("{OLD}&lang={lang}")).await;
        assert_eq!(page.status, StatusCode::OK);
        let answer = between(
            &page.text,
            "data-verdict=\"fail\" data-rule=\"1\"",
            "</section>",
        );
        assert!(answer.contains(words) && answer.contains(title), "{answer}");
        assert!(
            answer.contains("570.26") && answer.contains("cu128"),
            "{answer}"
        );
        assert!(answer.contains("https://download.pytorch.org/whl/cu128"));
        assert!(page.text.contains("data-check=\"3\" data-says=\"fail\""));
        assert!(page.text.contains("rel=\"canonical\"") || page.text.contains("hreflang"));
    }
}

#[tokio::test]
async fn each_verdict_has_its_word_and_an_empty_page_has_none() {
    let site = site().await;
    for (query, verdict) in [
        (
            "gpu=rtx-4090&driver=550.54.14&torch=2.5&cuda_line=cu124",
            "ok",
        ),
        (
            "gpu=rtx-4090&driver=535.104.05&torch=2.7&cuda_line=cu128",
            "warn",
        ),
        (
            "gpu=rtx-4090&driver=580.65.06&torch=2.8&cuda_line=cu128",
            "unknown",
        ),
        (
            "gpu=v100-32gb-sxm&driver=580.65.06&torch=2.14&cuda_line=cu130",
            "fail",
        ),
    ] {
        let page = site.get(&format!("/check?{query}")).await;
        assert!(
            page.text.contains(&format!("data-verdict=\"{verdict}\"")),
            "{query}"
        );
    }
    let empty = site.get("/check?lang=en").await;
    assert!(!empty.text.contains("data-verdict") && empty.text.contains("Nothing to check yet"));
    assert!(empty.text.contains("/check/machine"));
    assert!(
        site.get("/sitemap.xml")
            .await
            .text
            .contains("/check?lang=en</loc>")
    );
}

#[tokio::test]
async fn the_form_leads_to_the_short_address_and_its_part_names_it() {
    let site = site().await;
    let sent = "go=1&gpu=rtx-4090&driver=&os=&torch=2.5&cuda_line=cu124&python=&libraries=&nvcc=&dtype=&lang=zh";
    let answer = site.get(&format!("/check?{sent}")).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let short = "/check?gpu=rtx-4090&torch=2.5&cuda_line=cu124&lang=zh";
    assert_eq!(answer.header(header::LOCATION), short);
    let part = site.get(&format!("/check?part=results&{sent}")).await;
    assert_eq!(part.header("x-address".parse().unwrap()), short);
    assert!(!part.text.contains("<html") && part.text.contains("data-verdict=\"unknown\""));
    let page = site.get("/check?gpu=4090&colour=red&lang=en").await;
    assert!(between(&page.text, "note warn", "</div>").contains("colour"));
}

#[tokio::test]
async fn bad_input_names_field_and_value_and_keeps_what_was_typed() {
    let site = site().await;
    for (lang, words) in [("en", "is no driver"), ("zh", "不是驱动版本")] {
        let page = site
            .get(&format!(
                "/check?gpu=rtx+4900&driver=newest&torch=2.5&lang={lang}"
            ))
            .await;
        assert_eq!(page.status, StatusCode::OK);
        let note = between(&page.text, "data-verdict=\"refused\"", "</ul>");
        assert!(
            note.contains("data-field=\"driver\"")
                && note.contains(words)
                && note.contains("newest"),
            "{note}"
        );
        assert!(
            note.contains("rtx-4090"),
            "the nearest names are offered: {note}"
        );
        assert!(
            page.text.contains("name=\"driver\" value=\"newest\"")
                && page.text.contains("value=\"rtx 4900\"")
        );
        assert!(page.text.contains("aria-invalid=\"true\""));
    }
}

#[tokio::test]
async fn what_is_typed_or_pasted_never_becomes_a_page() {
    let site = site().await;
    let bad = "%3C%2Ftextarea%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E";
    for field in [
        "gpu",
        "driver",
        "os",
        "torch",
        "cuda_line",
        "python",
        "libraries",
        "compiles",
        "nvcc",
        "dtype",
        "odd",
    ] {
        let page = site.get(&format!("/check?{field}={bad}")).await;
        assert_eq!(page.status, StatusCode::OK, "{field}");
        assert!(!page.text.contains("<script>alert"), "{field}");
    }
    let text = format!(
        "</textarea><script>alert(1)</script>\nGPU 0: NVIDIA <script>alert(2)</script> 5\n{SMI}"
    );
    let page = paste(
        &site,
        "/check",
        &[("dtype", "<script>alert(3)</script>")],
        text.as_bytes(),
    )
    .await;
    assert!(!page.text.contains("<script>alert"));
    assert!(page.text.contains("&lt;/textarea>"));
}

#[tokio::test]
async fn a_pasted_text_fills_the_form_and_says_from_which_line() {
    let site = site().await;
    let page = paste(
        &site,
        "/check?lang=en",
        &[("dtype", "bf16"), ("driver", "470.1")],
        ENV.as_bytes(),
    )
    .await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header(header::CACHE_CONTROL), "no-store");
    for (field, value) in [
        ("gpu", "h200-141gb"),
        ("driver", "580.159.04"),
        ("torch", "2.11"),
        ("cuda_line", "cu130"),
        ("nvcc", "13.0.88"),
    ] {
        assert!(
            page.text
                .contains(&format!("name=\"{field}\" value=\"{value}\"")),
            "{field}"
        );
    }
    assert!(page.text.contains("data-verdict=\"ok\""));
    let row = between(&page.text, "data-found=\"driver\"", "</tr>");
    assert!(
        row.contains("<td>23<") || row.contains("Nvidia driver version"),
        "{row}"
    );
    assert!(page.text.contains("value=\"bf16\" selected"));
    let smi = paste(&site, "/check?lang=en", &[], SMI.as_bytes()).await;
    assert!(
        between(&smi.text, "data-found=\"serves\"", "</tr>").contains("not an installed toolkit")
    );
    assert!(between(&smi.text, "data-missing", "</ul>").contains("collect_env"));
}

#[tokio::test]
async fn an_error_that_proves_it_is_the_answer_where_the_facts_leave_it_open() {
    let site = site().await;
    let said = "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.";
    for (lang, word) in [("en", "PyTorch itself says"), ("zh", "PyTorch 自己说")] {
        let page = paste(&site, &format!("/check?lang={lang}"), &[], said.as_bytes()).await;
        let answer = between(&page.text, "class=\"panel check-answer\"", "</section>");
        assert!(page.text.contains("data-verdict=\"fail\""), "{lang}");
        assert!(answer.contains(word), "{answer}");
    }
}

#[tokio::test]
async fn an_error_that_proves_it_is_the_answer_where_nothing_else_was_given() {
    let site = site().await;
    let said =
        b"RuntimeError: CUDA error: no kernel image is available for execution on the device";
    for (lang, headline, nothing) in [
        ("en", "no code for the card", "Nothing to check yet"),
        ("zh", "没有这张卡的代码", "还没有要核对的内容"),
    ] {
        let page = paste(&site, &format!("/check?lang={lang}"), &[], said).await;
        let answer = between(&page.text, "class=\"panel check-answer\"", "</section>");
        assert!(page.text.contains("data-verdict=\"fail\""), "{lang}");
        assert!(answer.contains(headline), "{answer}");
        assert!(!page.text.contains(nothing), "{lang}");
    }
}

#[tokio::test]
async fn a_table_from_wsl_is_held_against_the_drivers_of_windows() {
    let site = site().await;
    let table = "| NVIDIA-SMI 550.40.06             Driver Version: 551.23       CUDA Version: 12.4     |\n\
        |   0  NVIDIA GeForce RTX 4090        On  | 00000000:01:00.0  On |                  Off |\ntorch==2.5.1+cu124\n";
    let page = paste(&site, "/check?lang=en", &[], table.as_bytes()).await;
    assert!(page.text.contains("value=\"wsl\" selected"));
    assert!(page.text.contains("data-verdict=\"unknown\""));
}

#[tokio::test]
async fn an_error_alone_is_explained() {
    let site = site().await;
    for (lang, words) in [("en", "step by step"), ("zh", "一步步排查")] {
        let text = b"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB";
        let page = paste(&site, &format!("/check?lang={lang}"), &[], text).await;
        assert_eq!(page.status, StatusCode::OK);
        let note = between(&page.text, "data-paste=\"trouble\"", "</div>");
        assert!(
            note.contains("/guides") && note.contains("#oom") && note.contains(words),
            "{note}"
        );
    }
}

#[tokio::test]
async fn junk_empty_and_too_long_texts_are_answered_in_words() {
    let site = site().await;
    let junk = paste(
        &site,
        "/check?lang=en",
        &[("gpu", "rtx-4090")],
        b"hello\0\xff\xfe world",
    )
    .await;
    assert_eq!(junk.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        junk.text.contains("Nothing in the text was recognised") && junk.text.contains("hello")
    );
    assert!(
        junk.text.contains("value=\"rtx-4090\""),
        "what was typed stays"
    );
    let empty = paste(&site, "/check?lang=zh", &[], b"").await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text.contains("框里是空的"));
    let large = vec![b'x'; 5 * 1024 * 1024 + 1];
    let large = paste(&site, "/check?lang=en", &[("gpu", "rtx-4090")], &large).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(large.text.contains("longer than 5 MB"));
    let larger = site
        .post_form(
            "/check?lang=en",
            &format!("text={}", "x".repeat(6 * 1024 * 1024)),
        )
        .await;
    assert_eq!(larger.status, StatusCode::PAYLOAD_TOO_LARGE);
    let plain = site
        .post_form(
            "/check?lang=en",
            "text=GPU+0%3A+NVIDIA+H200+%28UUID%3A+x%29",
        )
        .await;
    assert!(plain.text.contains("name=\"gpu\" value=\"h200-141gb\""));
}

#[tokio::test]
async fn the_api_says_the_same_in_the_language_asked_for() {
    let site = site().await;
    let question = json!({"gpu": "rtx-5090", "driver": "550.54.14", "os": "linux", "torch": "2.5", "cuda_line": "cu124",
        "python": "3.11", "libraries": {"bitsandbytes": "0.45.0"}, "compiles": false, "dtype": "bf16"});
    let answer = site
        .post_json("/api/v1/compat", &question.to_string())
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let said = answer.json();
    assert_eq!(
        (said["verdict"].as_str(), said["rule"].as_u64()),
        (Some("fail"), Some(1))
    );
    assert!(said["because"].as_str().unwrap().contains("570"));
    assert_eq!(said["fix"]["torch"], "2.7");
    assert_eq!(said["fix"]["cuda_line"], "cu128");
    assert_eq!(said["fix"]["driver_min"], "570.26");
    assert_eq!(said["fix"]["libraries_min"]["bitsandbytes"], "0.45.3");
    for check in said["checks"].as_array().unwrap() {
        assert!(
            check["rule"].is_u64() && check["because"].is_string() && !check["source"].is_number()
        );
    }
    let zh = site
        .post_json("/api/v1/compat?lang=zh", &question.to_string())
        .await
        .json();
    assert!(zh["because"].as_str().unwrap().contains("需要"));
    let many = json!([question, {"gpu": "rtx-4900"}, {"gpu": "A100"}]);
    let many = site
        .post_json("/api/v1/compat", &many.to_string())
        .await
        .json();
    assert_eq!(many[1]["error"]["field"], "gpu");
    assert!(
        many[1]["error"]["message"]
            .as_str()
            .unwrap()
            .contains("rtx-4900")
    );
    assert_eq!(many[2]["verdict"], "unknown");
    for (body, field) in [
        ("{\"gpu\":\"4090\",\"torch\":2.10}", "torch"),
        ("{\"driver\":\"550.54.14\"}", "gpu"),
        ("{\"gpu\":\"4090\",\"colour\":\"red\"}", "colour"),
        ("{\"gpu\":\"4090\",\"gpu\":\"5090\"}", "gpu"),
        ("{\"gpu\":\"4090\",\"libraries\":{\"a\":1}}", "libraries.a"),
    ] {
        let refused = site.post_json("/api/v1/compat", body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{body}");
        assert!(refused.text.contains(field), "{body}: {}", refused.text);
    }
}
