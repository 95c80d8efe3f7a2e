//! Shapes read from real `config.json` files, against counts that others state.
#![allow(clippy::unwrap_used, reason = "tests")]

mod sizing;

use domain::sizing::config::{ConfigDocument, ConfigModel, ConfigNote};
use domain::sizing::{SizingError, SizingErrorKind, Weights};
use serde_json::{Value, json};

/// The files, each with the address that it was read at and the model of ours that it describes.
fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("cases/configs.json")).unwrap()
}

fn read(config: &Value) -> Result<ConfigModel, SizingError> {
    serde_json::from_value::<ConfigDocument>(config.clone())
        .unwrap()
        .read()
}

fn config(model: &str) -> Value {
    cases()
        .into_iter()
        .find(|case| case["model"] == model)
        .unwrap()["config"]
        .clone()
}

#[test]
fn counts_agree_with_the_catalogue() {
    let models = sizing::models();
    let mut compared = 0;
    for case in cases() {
        let Ok(known) = models.llm(case["model"].as_str().unwrap()) else {
            continue;
        };
        let model = read(&case["config"]).unwrap().model;
        // Gemma 3's files pad the vocabulary by 64; the catalogue does not.
        let slack = if known.family == "Gemma 3" {
            64 * u64::from(known.hidden)
        } else {
            0
        };
        assert_eq!(
            model.params.abs_diff(known.params),
            slack,
            "{}: {} {}",
            known.id,
            model.params,
            known.params
        );
        let active = model.params_active.abs_diff(known.params_active);
        assert!(
            active as f64 / (known.params_active as f64) < 1e-3,
            "{}",
            known.id
        );
        assert_eq!(
            (
                model.layers,
                model.hidden,
                model.heads,
                model.kv_heads,
                model.head_dim,
                model.intermediate
            ),
            (
                known.layers,
                known.hidden,
                known.heads,
                known.kv_heads,
                known.head_dim,
                known.intermediate
            ),
            "{}",
            known.id
        );
        assert_eq!(model.is_tied, known.is_tied, "{}", known.id);
        assert_eq!(model.sliding_layers, known.sliding_layers, "{}", known.id);
        assert_eq!(model.has_qk_norm, known.has_qk_norm, "{}", known.id);
        assert_eq!(
            (model.norms, model.has_softcap),
            (known.norms, known.has_softcap),
            "{}",
            known.id
        );
        compared += 1;
    }
    assert_eq!(compared, 12);
}

#[test]
fn no_field_of_a_real_file_is_unknown() {
    for case in cases() {
        assert_eq!(
            read(&case["config"]).unwrap().unknown,
            Vec::<String>::new(),
            "{}",
            case["model"]
        );
    }
}

/// DeepSeek's own notes: 671 billion parameters, of which a token uses 36.6 (the head's 0.9 among them, the table that
/// it is looked up in not); the module for the next token is not counted.
#[test]
fn deepseek_v3_is_counted_with_its_latent_attention() {
    let read = read(&config("deepseek-v3")).unwrap();
    let model = &read.model;
    let billions = |params: u64| params as f64 / 1e9;
    assert!(
        (billions(model.params) - 671.0).abs() < 0.1,
        "{}",
        billions(model.params)
    );
    let used = billions(model.params_active) - model.params_looked_up() / 1e9;
    assert!((used - 36.6).abs() < 0.1, "{used}");
    let mla = model.mla.unwrap();
    assert_eq!(
        (mla.kv_lora_rank, mla.qk_rope_head_dim, mla.q_lora_rank),
        (512, 64, 1536)
    );
    assert_eq!(read.weights, Some(Weights::Fp8));
    assert_eq!(read.notes, [ConfigNote::NextTokenModulesNotCounted]);
}

/// DeepSeek-V2-Lite does not compress queries; 15.7 billion parameters, 2.4 of them used without the table.
#[test]
fn deepseek_v2_lite_has_plain_queries() {
    let model = read(&config("deepseek-v2-lite")).unwrap().model;
    assert!(
        (model.params as f64 / 1e9 - 15.7).abs() < 0.05,
        "{}",
        model.params
    );
    let used = (model.params_active as f64 - model.params_looked_up()) / 1e9;
    assert!((used - 2.45).abs() < 0.1, "{used}");
    assert_eq!(model.mla.unwrap().q_lora_rank, 0);
}

#[test]
fn a_nested_text_model_is_read_and_its_tower_is_named() {
    let read = read(&config("gemma-3-12b")).unwrap();
    assert_eq!(read.notes, [ConfigNote::TowerNotCounted]);
    // Every sixth layer sees everything: 40 of 48 slide.
    assert_eq!(
        (read.model.sliding_window, read.model.sliding_layers),
        (Some(1024), 40)
    );
}

#[test]
fn the_name_of_the_repository_is_taken() {
    assert_eq!(
        read(&config("mistral-7b-v0.3")).unwrap().model.id,
        "Mistral-7B-Instruct-v0.3"
    );
    assert_eq!(read(&config("llama-3.1-8b")).unwrap().model.id, "custom");
}

fn without(model: &str, key: &str) -> Value {
    let mut config = config(model);
    config.as_object_mut().unwrap().remove(key);
    config
}

#[test]
fn what_is_missing_is_named() {
    for key in [
        "num_hidden_layers",
        "hidden_size",
        "num_attention_heads",
        "intermediate_size",
        "vocab_size",
    ] {
        let error = read(&without("llama-3.1-8b", key)).unwrap_err();
        assert_eq!(
            (error.kind, error.field.as_str()),
            (SizingErrorKind::MissingField, key)
        );
    }
    let error = read(&without("deepseek-v3", "kv_lora_rank")).unwrap_err();
    assert_eq!(error.to_string(), "kv_lora_rank: `kv_lora_rank` is missing");
    let error = read(&without("mixtral-8x7b", "num_local_experts")).unwrap_err();
    assert_eq!(error.field, "num_local_experts");
    let error = read(&json!({ "hidden_size": 64 })).unwrap_err();
    assert_eq!(error.field, "model_type");
    assert!(read(&json!([1])).is_err());
}

#[test]
fn what_is_not_known_is_named() {
    let mut strange = config("qwen3-8b");
    strange["mamba_d_state"] = json!(16);
    strange["altup_num_inputs"] = json!(4);
    assert_eq!(
        read(&strange).unwrap().unknown,
        ["altup_num_inputs", "mamba_d_state"]
    );
    let error = read(&json!({ "model_type": "qwen3_5", "text_config": {} })).unwrap_err();
    assert_eq!(
        (error.kind, error.field.as_str()),
        (SizingErrorKind::UnknownName, "model_type")
    );
    assert!(
        error.message.contains("`qwen3_5`") && error.message.contains("deepseek_v3"),
        "{error}"
    );
    let mut linear = config("qwen3-8b");
    linear["layer_types"] = json!(["linear_attention", "full_attention"]);
    assert_eq!(read(&linear).unwrap_err().field, "layer_types");
}

#[test]
fn impossible_values_are_refused() {
    let cases = [
        ("hidden_size", json!("big")),
        ("hidden_size", json!(0)),
        ("num_key_value_heads", json!(64)),
        ("num_hidden_layers", json!(-1)),
        ("vocab_size", json!(99_999_999_999_u64)),
        ("tie_word_embeddings", json!("yes")),
    ];
    for (key, value) in cases {
        let mut config = config("llama-3.1-8b");
        config[key] = value.clone();
        assert_eq!(read(&config).unwrap_err().field, key, "{value}");
    }
}

#[test]
fn the_kind_is_read_from_the_architecture_when_need_be() {
    let model = read(&without("gemma-2-2b", "model_type")).unwrap().model;
    assert_eq!(model.family, "Gemma 2");
    assert!(model.has_softcap && model.is_tied);
}

#[test]
fn quantised_files_say_their_format() {
    let formats = [
        (
            json!({ "quant_method": "gptq", "bits": 4 }),
            Weights::GptqInt4,
        ),
        (
            json!({ "quant_method": "gptq", "bits": 8 }),
            Weights::GptqInt8,
        ),
        (
            json!({ "quant_method": "awq", "bits": 4 }),
            Weights::AwqInt4,
        ),
        (
            json!({ "quant_method": "bitsandbytes", "load_in_4bit": true }),
            Weights::Nf4,
        ),
        (
            json!({ "quant_method": "bitsandbytes", "load_in_8bit": true }),
            Weights::Int8,
        ),
    ];
    for (quantisation, weights) in formats {
        let mut config = config("qwen2.5-7b");
        config["quantization_config"] = quantisation;
        assert_eq!(read(&config).unwrap().weights, Some(weights));
    }
}
