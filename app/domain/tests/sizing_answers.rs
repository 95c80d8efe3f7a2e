//! What the sizer answers about pictures, several cards, experts and windows, and where it says that it does not know.
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

#[test]
fn pictures_follow_the_front_end() {
    let peak = |extra: Value| {
        let mut document = json!({ "task": "diffusion_inference", "model": "sdxl", "batch": 8, "metric": "allocated" });
        for (key, value) in extra.as_object().unwrap() {
            document[key] = value.clone();
        }
        number(&answer(document)["mid_gib"])
    };
    // Our runs: 22.6 GiB decoded all at once, 9.1 sliced, which ComfyUI does by itself.
    assert!((peak(json!({})) - 22.6).abs() < 0.5);
    assert!((peak(json!({ "engine": "comfyui" })) - 9.1).abs() < 0.3);
    assert!((peak(json!({ "vae_tiling": true, "batch": 1, "px": 2048 })) - 9.0).abs() < 0.3);
    assert!((peak(json!({ "vae": "slicing", "batch": 1, "controlnets": 2 })) - 13.8).abs() < 0.3);
}

#[test]
fn what_nobody_measured_stays_unknown() {
    let unknown = [
        json!({ "task": "diffusion_lora", "model": "sd3.5-medium", "px": 512 }),
        json!({ "task": "diffusion_lora", "model": "wan2.1-14b" }),
        json!({ "task": "diffusion_lora", "model": "flux.1-dev", "gradient_checkpointing": false }),
        json!({ "task": "diffusion_inference", "model": "sd3.5-medium" }),
        json!({ "task": "diffusion_inference", "model": "flux.1-dev", "controlnets": 1 }),
        json!({ "task": "diffusion_inference", "model": "wan2.1-14b", "resident": "all" }),
    ];
    for document in unknown {
        assert_eq!(
            ask(document.clone()).unwrap_err().code(),
            "not_measured",
            "{document}"
        );
    }
}

#[test]
fn a_far_job_has_no_neighbour() {
    let near = answer(
        json!({ "task": "full", "model": "llama-3.2-1b", "seq": 1024, "gradient_checkpointing": false }),
    );
    assert!(!near["nearest_measured"].is_null());
    let far = answer(json!({ "task": "full", "model": "llama-3.1-405b" }));
    assert!(far["nearest_measured"].is_null());
    let other = answer(json!({ "task": "lora", "model": "llama-3.1-8b", "loss": "fused" }));
    assert!(
        other["nearest_measured"].is_null(),
        "no run had a fused loss"
    );
}

/// The specification's example: 70B with AdamW on 8 × 80 GB does not fit with ZeRO-3, on 16 it is tight.
#[test]
fn a_70b_model_needs_sixteen_cards() {
    let on = |n: u32| {
        let document = json!({
            "task": "full", "model": "llama-3.1-70b", "precision": "mixed_bf16", "n_gpu": n, "strategy": "zero3",
            "seq": 2048, "gpus": ["h100-sxm"]
        });
        answer(document)
    };
    let (eight, sixteen, twenty_four) = (on(8), on(16), on(24));
    assert!(number(&eight["mid_gib"]) > 130.0, "{}", eight["mid_gib"]);
    assert_eq!(card(&eight, "h100-sxm")["verdict"], "no");
    assert!(number(&sixteen["mid_gib"]) < 90.0, "{}", sixteen["mid_gib"]);
    assert_eq!(card(&twenty_four, "h100-sxm")["verdict"], "fits");
}

#[test]
fn mixtures_of_experts_are_held_whole_and_read_in_part() {
    let moe = answer(
        json!({ "task": "inference", "model": "qwen3-30b-a3b", "engine": "vllm", "gpus": ["h100-sxm"] }),
    );
    let dense = answer(
        json!({ "task": "inference", "model": "qwen3-32b", "engine": "vllm", "gpus": ["h100-sxm"] }),
    );
    assert!(number(&moe["mid_gib"]) > 0.85 * number(&dense["mid_gib"]));
    let rate = |answer: &Value| number(&card(answer, "h100-sxm")["decode_tokens_per_s"]["mid"]);
    assert!(rate(&moe) > 3.0 * rate(&dense));
}

#[test]
fn a_window_stops_the_cache() {
    let cache = |model: &str, prompt: u32| {
        let answer = answer(
            json!({ "task": "inference", "model": model, "prompt": prompt, "gen": 0, "metric": "allocated" }),
        );
        let parts = answer["parts"].as_array().unwrap().clone();
        number(
            &parts
                .iter()
                .find(|part| part["name"] == "kv_cache")
                .unwrap()["mid_gib"],
        )
    };
    // All 32 layers of Mistral 7B v0.1 look back 4,096 tokens; those of v0.3 as far as there is text.
    assert_eq!(
        cache("mistral-7b-v0.1", 8192),
        cache("mistral-7b-v0.1", 4096)
    );
    assert!(cache("mistral-7b-v0.3", 8192) > 1.9 * cache("mistral-7b-v0.3", 4096));
    // Gemma 3 12B: 8 of 48 layers grow past 1,024.
    assert!(cache("gemma-3-12b", 32_768) < 0.25 * cache("gemma-3-12b", 1024) * 32.0);
}
