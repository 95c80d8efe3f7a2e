//! The sizer's page: its form, its short address, pasted models, and what follows from an answer.

use crate::common::{between, site};
use axum::http::{StatusCode, header};

/// The estimate of a page, GiB.
fn mid(text: &str) -> f64 {
    between(text, "data-mid=\"", "\"").parse().unwrap()
}

const LLAMA: &str = r#"{"model_type":"llama","architectures":["LlamaForCausalLM"],"hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256,"max_position_embeddings":131072,"tie_word_embeddings":false,"hyper_flux":7}"#;

fn encoded(text: &str) -> String {
    app::frame::encode(text)
}

#[tokio::test]
async fn the_form_leads_to_an_address_without_what_is_as_usual() {
    let site = site().await;
    let sent = "go=1&task=train&method=lora&model=llama-3.1-8b&picture=sdxl&weights=&batch=1&seq=2048&lora_rank=16&\
                gradient_checkpointing=false&gradient_checkpointing=true&samples=6000&avg=700&epochs=3&px=&hours=1&n_gpu=1&lang=zh";
    let answer = site.get(&format!("/size?{sent}")).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.header(header::LOCATION), "/size?lang=zh");
    let other = sent
        .replace("batch=1", "batch=4")
        .replace("&gradient_checkpointing=true", "");
    let answer = site.get(&format!("/size?{other}")).await;
    let short = answer.header(header::LOCATION).to_owned();
    assert_eq!(short, "/size?batch=4&gradient_checkpointing=false&lang=zh");
    // The short address asks for the same job.
    let page = site.get(&short).await.text;
    assert!(page.contains(r#"id="batch" name="batch" value="4""#));
    assert!(mid(&page) > mid(&site.get("/size?lang=zh").await.text));
}

#[tokio::test]
async fn fields_of_another_task_are_left_out_by_the_form_and_named_in_a_link() {
    let site = site().await;
    let answer = site
        .get("/size?go=1&task=diffusion_inference&picture=sdxl&model=llama-3.1-8b&seq=4096&prompt=99&lora_rank=8")
        .await;
    assert_eq!(
        answer.header(header::LOCATION),
        "/size?task=diffusion_inference"
    );
    let link = site
        .get("/size?task=inference&seq=4096&colour=red&lang=en")
        .await;
    assert_eq!(link.status, StatusCode::OK);
    let notice = between(&link.text, "note warn", "</div>");
    assert!(
        notice.contains("seq") && notice.contains("colour"),
        "{notice}"
    );
}

#[tokio::test]
async fn a_bad_value_is_named_and_stays_in_its_field() {
    let site = site().await;
    for (lang, words) in [("en", "cannot be"), ("zh", "不能用")] {
        let page = site.get(&format!("/size?batch=lots&lang={lang}")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains(r#"name="batch" value="lots""#), "{lang}");
        let line = between(&page.text, "data-field=\"batch\"", "</li>");
        assert!(line.contains("lots") && line.contains(words), "{line}");
        // The rest is answered.
        assert!(mid(&page.text) > 10.0);
    }
    let kept = site.get("/size?go=1&batch=lots&task=inference").await;
    assert_eq!(
        kept.header(header::LOCATION),
        "/size?task=inference&batch=lots"
    );
}

#[tokio::test]
async fn an_unknown_name_is_answered_with_those_that_were_meant() {
    let site = site().await;
    let page = site.get("/size?model=lama-3.1-8b&lang=en").await.text;
    let near = between(&page, "class=\"near\"", "</ul>");
    assert!(near.contains(">llama-3.1-8b<"), "{near}");
    let followed = site
        .get("/size?model=Meta-Llama-3.1-8B-Instruct&lang=en")
        .await;
    assert!(mid(&followed.text) > 10.0);
    // A picture model under a text task is offered under its own.
    let other = site.get("/size?task=lora&model=sdxl&lang=en").await.text;
    assert!(other.contains("/size?task=diffusion_lora&amp;model=sdxl&amp;lang=en"));
}

#[tokio::test]
async fn a_pasted_config_is_sized_like_the_model_it_is_from_and_its_unknown_fields_are_named() {
    let site = site().await;
    let body = format!("config={}&seq=1024&lang=en", encoded(LLAMA));
    let answer = site.post_form("/size", &body).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let to = answer.header(header::LOCATION).to_owned();
    assert!(to.starts_with("/size?seq=1024&config="), "{to}");
    let page = site.get(&to).await.text;
    let named = site.get("/size?seq=1024&lang=en").await.text;
    assert!((mid(&page) - mid(&named)).abs() < 0.01);
    assert!(between(&page, "data-config", "</div>").contains("hyper_flux"));
    // The form carries it along, and a name that is typed afterwards wins.
    assert!(page.contains("name=\"config\" value=\"{"));
    let later = site.get(&format!("{to}&model=qwen2.5-0.5b")).await.text;
    assert!(mid(&later) < mid(&page));

    let bad = site
        .post_form("/size", "config=%7B%22model_type%22%3A&lang=zh")
        .await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(between(&bad.text, "<textarea", "</textarea>").contains("model_type"));
    let strange = site
        .post_form(
            "/size",
            "config=%7B%22model_type%22%3A%22abacus%22%7D&lang=zh",
        )
        .await;
    assert!(strange.text.contains("abacus") && strange.text.contains("config.json"));
}

#[tokio::test]
async fn a_shape_that_is_typed_needs_its_widths_and_says_which() {
    let site = site().await;
    let page = site
        .get("/size?model.layers=32&model.hidden=4096&lang=zh")
        .await
        .text;
    assert!(page.contains("这个任务算不了") && page.contains("还没填"));
    let whole = "/size?model.layers=32&model.hidden=4096&model.heads=32&model.kv_heads=8&model.intermediate=14336&model.vocab=128256";
    let named = site.get("/size?lang=en").await.text;
    let page = site.get(&format!("{whole}&lang=en")).await.text;
    assert!((mid(&page) - mid(&named)).abs() < 0.05);
}

#[tokio::test]
async fn a_row_leads_to_the_plan_that_costs_what_the_row_says() {
    let site = site().await;
    for lang in ["en", "zh"] {
        let page = site.get(&format!("/size?lang={lang}")).await.text;
        let row = between(&page, "data-gpu=", "</tr>");
        let total = between(row, "data-total", "<").rsplit('>').next().unwrap();
        let high = total.rsplit('–').next().unwrap().to_owned();
        let link = between(row, "href=\"/plan?", "\"").replace("&amp;", "&");
        assert!(
            link.contains("data_gb=17") && link.contains("days=1"),
            "{link}"
        );
        let plan = site.get(&format!("/plan?{link}")).await.text;
        let ranked = between(&plan, "class=\"rank\"", "</table>");
        assert!(
            ranked.contains(&high),
            "{total} is not in the ranking of {link}"
        );
    }
}

#[tokio::test]
async fn cards_by_memory_say_what_fits_how_much_is_left_and_what_would_help() {
    let site = site().await;
    let page = site.get("/size?lang=en").await.text;
    let verdict =
        |gib: &str| between(&page, &format!("data-gib=\"{gib}\" data-verdict=\""), "\"").to_owned();
    assert_eq!(
        (verdict("16").as_str(), verdict("24").as_str()),
        ("no", "fits")
    );
    let link = between(&page, "Must it be 16 GB?", "</li>");
    let link = between(link, "href=\"", "\"").replace("&amp;", "&");
    let applied = site.get(&link).await.text;
    assert!(
        applied.contains("data-gib=\"16\" data-verdict=\"fits\""),
        "{link}"
    );
    // On 24 GB the longest context is longer than the one asked for.
    let row = between(&page, "data-gib=\"24\"", "</tr>");
    let longest: u32 = between(row, "data-context=\"", "\"").parse().unwrap();
    assert!(longest > 2048);
    let longer = site.get(&format!("/size?lang=en&seq={longest}")).await.text;
    assert!(!between(&longer, "data-gib=\"24\" data-verdict=\"", "\"").contains("no"));
    let too_long = site
        .get(&format!("/size?lang=en&seq={}", longest + 64))
        .await
        .text;
    assert!(between(&too_long, "data-gib=\"24\" data-verdict=\"", "\"").contains("no"));
}

#[tokio::test]
async fn a_change_of_the_form_is_answered_by_the_part_and_its_short_address() {
    let site = site().await;
    let part = site
        .get("/size?part=results&go=1&task=inference&model=qwen2.5-7b&batch=1&lang=en")
        .await;
    assert_eq!(part.status, StatusCode::OK);
    assert_eq!(
        part.header(header::HeaderName::from_static("x-address")),
        "/size?task=inference&model=qwen2.5-7b&lang=en"
    );
    assert!(!part.text.contains("<html") && part.text.contains("data-mid"));
}

#[tokio::test]
async fn the_measured_neighbour_or_its_absence_is_shown() {
    let site = site().await;
    let near = site.get("/size?task=qlora&model=llama-2-7b&lora_rank=64&lora_targets=q_proj%2Bv_proj&batch=4&seq=512&gradient_checkpointing=false&lang=en").await.text;
    assert!(between(&near, "data-near", "</dl>").contains("18.65 GB"));
    let far = site
        .get("/size?task=inference&model=llama-3.1-405b&batch=4000&n_gpu=8&lang=en")
        .await
        .text;
    assert!(far.contains("data-near=\"none\""));
}

/// Whether Debian's shellcheck is here; without it the script's own shell still reads it.
fn checker() -> (&'static str, &'static [&'static str]) {
    let is_there = std::process::Command::new("shellcheck")
        .arg("--version")
        .output()
        .is_ok();
    if is_there {
        ("shellcheck", &["-"])
    } else {
        ("bash", &["-n"])
    }
}

#[tokio::test]
async fn recipes_are_clean_scripts_with_a_reason_for_each_setting() {
    use std::io::Write;
    let site = site().await;
    let jobs = [
        ("", "rtx-4090"),
        (
            "task=qlora&optimizer=paged_adamw_8bit&loss=fused",
            "rtx-5090",
        ),
        ("task=full&model=qwen2.5-1.5b&batch=2", "a100-80gb-sxm"),
        ("task=inference&engine=vllm&model=qwen2.5-7b&kv=fp8", "l40s"),
        (
            "task=inference&engine=vllm&model=qwen2.5-32b&weights=awq-int4",
            "rtx-5090",
        ),
        ("task=diffusion_inference&model=sdxl", "rtx-3090"),
    ];
    for (job, gpu) in jobs {
        for lang in ["en", "zh"] {
            let answer = site
                .get(&format!("/size/recipe.sh?{job}&gpu={gpu}&lang={lang}"))
                .await;
            assert_eq!(
                answer.status,
                StatusCode::OK,
                "{job} on {gpu}: {}",
                answer.text
            );
            assert!(
                answer
                    .header(header::CONTENT_DISPOSITION)
                    .contains("zuka.sh")
            );
            let (program, arguments) = checker();
            let mut run = std::process::Command::new(program)
                .args(arguments)
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            run.stdin
                .take()
                .unwrap()
                .write_all(answer.text.as_bytes())
                .unwrap();
            let said = run.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(
                said.status.success(),
                "{job} on {gpu}: {text}\n{}",
                answer.text
            );
        }
    }
}

#[tokio::test]
async fn a_recipe_takes_a_build_that_the_card_runs_or_says_what_is_unknown() {
    let site = site().await;
    let new = site.get("/size/recipe.sh?gpu=rtx-5090&lang=en").await.text;
    assert!(
        new.contains("'torch==2.11.*'")
            && new.contains("/whl/cu128")
            && new.contains("need='570.26'"),
        "{new}"
    );
    let old = site
        .get("/size/recipe.sh?model=qwen2.5-0.5b&gpu=v100-32gb&lang=en")
        .await;
    if old.status == StatusCode::OK {
        assert!(
            old.text.contains("cu126")
                && old.text.contains("fp16: true")
                && !old.text.contains("bf16: true")
        );
    }
    let settings = site.get("/size/recipe.sh?task=qlora&model=qwen2.5-7b&batch=3&seq=1024&lora_rank=8&gpu=rtx-4090&lang=en").await.text;
    for line in [
        "model_name_or_path: Qwen/Qwen2.5-7B ",
        "quantization_bit: 4 ",
        "per_device_train_batch_size: 3 ",
        "cutoff_len: 1024 ",
        "lora_rank: 8 ",
    ] {
        assert!(
            settings.contains(&format!("\n{line} # ")),
            "{line}\n{settings}"
        );
    }
    let unknown = site
        .get("/size/recipe.sh?gpu=rtx-4090&task=diffusion_lora&lang=zh")
        .await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert!(unknown.text.contains("未知"));
    // What was refused never reaches the script.
    let sly = site
        .get("/size/recipe.sh?gpu=rtx-4090&batch=1%0AYAML%0Atouch%20sly")
        .await;
    assert_eq!(sly.status, StatusCode::NOT_FOUND);
    assert!(!sly.text.contains("sly"));
    // The page offers one only where there is one.
    let page = site.get("/size?task=diffusion_lora&lang=en").await.text;
    assert!(
        !page.contains("recipe.sh")
            && site
                .get("/size?lang=en")
                .await
                .text
                .contains("recipe.sh?gpu=")
    );
}

#[tokio::test]
async fn the_accuracy_page_shows_every_group_with_its_median_from_the_runs_themselves() {
    let site = site().await;
    let accuracy = server::sizer::accuracy(&site.state.snapshot().library);
    let groups = &accuracy.memory;
    for lang in ["en", "zh"] {
        let answer = site.get(&format!("/about?lang={lang}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        for group in groups.iter().filter(|group| !group.rows.is_empty()) {
            let row = between(
                &answer.text,
                &format!("data-group=\"{}\"", group.name),
                "</tr>",
            );
            let median = format!("{:.1} %", group.median_error() * 100.0);
            assert!(row.contains(&median), "{}: {median}", group.name);
        }
        let runs: usize = groups.iter().map(|group| group.rows.len()).sum();
        assert!(answer.text.contains(&format!("data-runs=\"{runs}\"")));
    }
}
