//! Sizing documents: what is read, what is assumed, what is refused, what is answered.
#![allow(clippy::unwrap_used, reason = "tests")]

mod sizing;

use domain::sizing::{Estimate, SizeDocument, SizingError, size};
use serde_json::{Value, json};

fn ask(document: Value) -> Result<Estimate, SizingError> {
    let document: SizeDocument = serde_json::from_value(document).unwrap();
    size(&document, &sizing::library(), &sizing::gpus())
}

fn answer(document: Value) -> Value {
    serde_json::to_value(ask(document).unwrap()).unwrap()
}

/// Field and kind of a refusal.
fn refusal(document: Value) -> (String, &'static str) {
    let error = ask(document).unwrap_err();
    (error.field.clone(), error.code())
}

fn card<'a>(answer: &'a Value, gpu: &str) -> &'a Value {
    answer["cards"]
        .as_array()
        .unwrap()
        .iter()
        .find(|card| card["gpu"] == gpu)
        .unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The run of the article that started this, and our own run of the same job.
fn seed(checkpointing: bool) -> Value {
    json!({
        "task": "qlora", "model": "llama-2-7b", "batch": 4, "seq": 512, "lora_rank": 64, "lora_targets": "q_proj+v_proj",
        "gradient_checkpointing": checkpointing, "gpus": ["rtx-4090", "RTX 5090", "4060"]
    })
}

#[test]
fn the_seeds_run_is_estimated_with_its_neighbour() {
    let plain = answer(seed(false));
    assert!(
        (17.0..=21.0).contains(&number(&plain["mid_gib"])),
        "{}",
        plain["mid_gib"]
    );
    let neighbour = &plain["nearest_measured"];
    assert_eq!(neighbour["measured_gib"], 18.652);
    assert_eq!(
        (&neighbour["metric"], &neighbour["origin"]),
        (&json!("allocated"), &json!("own"))
    );
    assert_eq!(neighbour["distance"], 0.0);
    let checkpointed = answer(seed(true));
    assert!((6.0..=9.0).contains(&number(&checkpointed["mid_gib"])));
    // The names that people type mean cards of ours, in the order asked.
    let cards: Vec<&str> = plain["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["gpu"].as_str().unwrap())
        .collect();
    assert_eq!(cards, ["rtx-4090", "rtx-5090", "rtx-4060"]);
    let verdicts: Vec<&str> = plain["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["tight", "fits", "no"]);
    // On 8 GB it runs once it is checkpointed, at half as long again.
    let fix = &card(&plain, "rtx-4060")["fix"];
    assert_eq!(fix["set"]["gradient_checkpointing"], true);
    assert!(number(&fix["time_factor"]) >= 1.5);
    assert!(number(&card(&plain, "rtx-4060")["headroom_gib"]) < 0.0);
    assert!(
        plain["max_batch"].is_null(),
        "not even one sample fits the smallest card: {}",
        plain["max_batch"]
    );
}

#[test]
fn what_is_not_given_is_said() {
    let answer = answer(json!({ "task": "lora", "model": "llama-3.1-8b", "batch": 2 }));
    let assumed: Vec<(&str, &str)> = answer["assumptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["field"].as_str().unwrap(),
                line["value"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("engine", "transformers"),
        ("weights", "bf16"),
        ("attention", "sdpa"),
        ("n_gpu", "1"),
        ("metric", "process"),
        ("strategy", "none"),
        ("seq", "2048"),
        ("gradient_checkpointing", "true"),
        ("loss", "full"),
        ("optimizer", "adamw_torch"),
        ("precision", "bf16"),
        ("lora_rank", "16"),
        ("lora_targets", "all-linear"),
    ];
    assert_eq!(assumed, expected);
}

#[test]
fn the_answer_has_the_agreed_shape() {
    let answer = answer(
        json!({ "task": "lora", "model": "llama-3.1-8b", "tokens": 1_500_000, "gpus": ["rtx-4090"] }),
    );
    for key in ["low_gib", "mid_gib", "high_gib", "max_context", "max_batch"] {
        assert!(answer[key].is_number(), "{key}: {}", answer[key]);
    }
    let sum: f64 = answer["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| number(&part["mid_gib"]))
        .sum();
    assert!((sum - number(&answer["mid_gib"])).abs() < 0.01);
    let card = card(&answer, "rtx-4090");
    assert_eq!(card["verdict"], "fits");
    let time = &card["time"];
    assert!(
        number(&time["low_s"]) < number(&time["mid_s"])
            && number(&time["mid_s"]) < number(&time["high_s"])
    );
    // The same model at work says tokens a second instead.
    let served = self::answer(
        json!({ "task": "inference", "model": "llama-3.1-8b", "engine": "vllm", "gpus": ["l40s"] }),
    );
    let card = self::card(&served, "l40s");
    assert!(number(&card["decode_tokens_per_s"]["mid"]) > 20.0);
    assert_eq!(card["reserves_gib"], 43.2);
    assert!(card["time"].is_null());
}

#[test]
fn without_gpus_every_card_is_judged() {
    let answer = answer(json!({ "task": "inference", "model": "qwen2.5-7b" }));
    let cards = answer["cards"].as_array().unwrap();
    assert_eq!(cards.len(), sizing::gpus().len());
    assert_eq!(card(&answer, "ascend-910b")["verdict"], "unknown");
    assert!(card(&answer, "ascend-910b")["headroom_gib"].is_null());
    let smallest = answer["smallest_card"].as_str().unwrap();
    assert_eq!(card(&answer, smallest)["verdict"], "fits");
    assert!(
        answer["max_context"].is_null(),
        "it belongs to a card, and none was named"
    );
}

#[test]
fn unknown_fields_and_values_are_named() {
    let base = json!({ "task": "inference", "model": "llama-3.1-8b" });
    let cases = [
        ("precison", json!("bf16"), "precison", "unknown_field"),
        ("weights", json!("int3"), "weights", "bad_value"),
        ("batch", json!(0), "batch", "out_of_range"),
        ("batch", json!(1.5), "batch", "bad_value"),
        ("batch", json!(-1), "batch", "bad_value"),
        ("batch", json!([1]), "batch", "bad_value"),
        ("prompt", json!(99_999_999), "prompt", "out_of_range"),
        ("model", json!("gpt-9"), "model", "unknown_name"),
        ("gpus", json!("rtx-4090"), "gpus", "bad_value"),
        ("gpus", json!(["rtx-9090"]), "gpus", "unknown_name"),
        ("gpus", json!([4090]), "gpus[0]", "bad_value"),
        ("seq", json!(512), "seq", "unused_field"),
        ("lora_rank", json!(8), "lora_rank", "unused_field"),
        (
            "gradient_checkpointing",
            json!(true),
            "gradient_checkpointing",
            "unused_field",
        ),
        ("px", json!(1024), "px", "unused_field"),
        ("engine", json!("comfyui"), "engine", "bad_value"),
        ("strategy", json!("zero3"), "strategy", "bad_value"),
    ];
    for (key, value, field, code) in cases {
        let mut document = base.clone();
        document[key] = value.clone();
        assert_eq!(
            refusal(document),
            (field.to_owned(), code),
            "{key}: {value}"
        );
    }
    let message = ask(json!({ "task": "full", "model": "llama-3.1-8b", "lora_rank": 8 }))
        .unwrap_err()
        .to_string();
    assert_eq!(message, "lora_rank: task `full` does not use `lora_rank`");
    let message = ask(json!({ "task": "lora", "model": "llama-3.1-8b", "weights": "int3" }))
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("`int3`") && message.contains("nf4-dq"),
        "{message}"
    );
}

#[test]
fn what_is_needed_is_named() {
    assert_eq!(
        refusal(json!({ "model": "sdxl" })),
        ("task".to_owned(), "missing_field")
    );
    assert_eq!(
        refusal(json!({ "task": "lora" })),
        ("model".to_owned(), "missing_field")
    );
    assert_eq!(refusal(json!([])), ("task".to_owned(), "bad_value"));
    assert_eq!(
        refusal(json!({ "task": "lora", "model": { "layers": 2, "hidden": 64 } })),
        ("model.heads".to_owned(), "missing_field")
    );
    assert_eq!(
        refusal(json!({ "task": "lora", "model": { "layer": 2 } })),
        ("model.layer".to_owned(), "unknown_field")
    );
}

#[test]
fn contradictions_are_refused() {
    let cases = [
        (
            json!({ "task": "full", "model": "qwen3-8b", "weights": "nf4" }),
            "weights",
        ),
        (
            json!({ "task": "lora", "model": "qwen3-8b", "weights": "nf4" }),
            "weights",
        ),
        (
            json!({ "task": "qlora", "model": "qwen3-8b", "weights": "bf16" }),
            "weights",
        ),
        (
            json!({ "task": "qlora", "model": "qwen3-8b", "weights": "q4_k_m" }),
            "weights",
        ),
        (
            json!({ "task": "lora", "model": "qwen3-8b", "n_gpu": 2, "strategy": "none" }),
            "strategy",
        ),
        (
            json!({ "task": "diffusion_inference", "model": "sdxl", "px": 512, "width": 512 }),
            "px",
        ),
        (
            json!({ "task": "diffusion_inference", "model": "sdxl", "width": 512 }),
            "height",
        ),
        (
            json!({ "task": "diffusion_inference", "model": "sdxl", "frames": 9 }),
            "frames",
        ),
        (
            json!({ "task": "diffusion_inference", "model": "llama-3.1-8b" }),
            "model",
        ),
        (json!({ "task": "inference", "model": "sdxl" }), "model"),
    ];
    for (document, field) in cases {
        assert_eq!(refusal(document.clone()).0, field, "{document}");
    }
}

#[test]
fn names_that_people_type_are_found() {
    let known = [
        ("mistral-7b", "mistral-7b-v0.3"),
        ("phi-3-mini", "phi-3-mini-4k"),
        ("yi-34b", "yi-1.5-34b"),
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"),
        ("google/gemma-2-9b-it", "gemma-2-9b"),
        ("THUDM/glm-4-9b-chat", "glm-4-9b"),
    ];
    for (name, id) in known {
        assert_eq!(
            ask(json!({ "task": "inference", "model": name }))
                .unwrap()
                .model,
            id,
            "{name}"
        );
    }
    for (name, id) in [
        ("sd-1.4", "sd15"),
        ("sdxl-base-1.0", "sdxl"),
        ("SDXL", "sdxl"),
        ("flux", "flux.1-dev"),
    ] {
        assert_eq!(
            ask(json!({ "task": "diffusion_inference", "model": name }))
                .unwrap()
                .model,
            id,
            "{name}"
        );
    }
    let models = sizing::models();
    let found: Vec<&str> = models
        .search("llama 70b")
        .iter()
        .map(|model| model.id.as_str())
        .collect();
    assert_eq!(
        found,
        [
            "llama-2-70b",
            "llama-3-70b",
            "llama-3.1-70b",
            "llama-3.3-70b",
            "deepseek-r1-distill-llama-70b"
        ]
    );
}

#[test]
fn a_shape_is_a_model_too() {
    // Llama 3.1 8B by its widths alone: the same parameters but for its norms.
    let shape = json!({
        "layers": 32, "hidden": 4096, "heads": 32, "kv_heads": 8, "head_dim": 128, "intermediate": 14336,
        "vocab": 128_256, "tied_embeddings": false
    });
    let named = answer(json!({ "task": "inference", "model": "llama-3.1-8b" }));
    let shaped = answer(json!({ "task": "inference", "model": shape }));
    assert_eq!(shaped["model"], "custom");
    assert!((number(&named["mid_gib"]) - number(&shaped["mid_gib"])).abs() < 0.01);
}

#[test]
fn a_config_json_is_a_model_too() {
    let configs: Value = serde_json::from_str(include_str!("cases/configs.json")).unwrap();
    let config = |model: &str| {
        configs
            .as_array()
            .unwrap()
            .iter()
            .find(|case| case["model"] == model)
            .unwrap()["config"]
            .clone()
    };
    let read = answer(json!({ "task": "lora", "model": config("llama-3.1-8b") }));
    let named = answer(json!({ "task": "lora", "model": "llama-3.1-8b" }));
    assert_eq!(read["mid_gib"], named["mid_gib"]);
    // DeepSeek-V3 is served in the fp8 of its files: some 630 GiB, far past any one card, and says what it left out.
    let deepseek = answer(
        json!({ "task": "inference", "model": config("deepseek-v3"), "engine": "vllm", "n_gpu": 16 }),
    );
    assert!(
        (38.0..50.0).contains(&number(&deepseek["mid_gib"])),
        "{}",
        deepseek["mid_gib"]
    );
    assert_eq!(
        deepseek["config_notes"],
        json!(["next_token_modules_not_counted"])
    );
    let mut strange = config("qwen3-8b");
    strange["altup"] = json!(1);
    assert_eq!(
        answer(json!({ "task": "lora", "model": strange }))["unknown_config_fields"],
        json!(["altup"])
    );
    let error = ask(json!({ "task": "lora", "model": { "model_type": "mamba" } })).unwrap_err();
    assert_eq!(error.field, "model.model_type");
}

/// A form's address says a request whole: what is written is read back.
#[test]
fn a_request_survives_its_address() {
    let documents = [
        seed(true),
        json!({ "task": "inference", "engine": "vllm", "weights": "awq-int4", "kv": "fp8", "prompt": 9, "gen": 0,
            "model": { "layers": 2, "hidden": 64, "heads": 4, "intermediate": 128, "vocab": 100, "tied_embeddings": true } }),
        json!({ "task": "diffusion_inference", "model": "wan2.1-14b", "width": 1280, "height": 720, "frames": 81, "cfg": false }),
        json!({ "task": "full", "model": "qwen3-8b", "samples": 1000, "epochs": 1.5, "strategy": "zero3", "n_gpu": 8 }),
    ];
    for document in documents {
        let read: SizeDocument = serde_json::from_value(document.clone()).unwrap();
        let request = read.request().unwrap();
        let mut again = domain::sizing::Request::default();
        for (key, value) in request.pairs() {
            again.set(key, &value).unwrap();
        }
        assert_eq!(again, request, "{document}");
    }
}
