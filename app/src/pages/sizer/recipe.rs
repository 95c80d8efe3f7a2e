//! A bootstrap script for the job on a card: what is installed, with which settings, and why. A line stands here only
//! where a fact or the estimate supports it; what nobody read is said to be unknown.
use super::data::Answer;
use super::words::gib;
use super::{Ask, SizerView};
use crate::text::{Locale, td_string};
use domain::catalog::Gpu;
use domain::compat::{Compat, Wheel};
use domain::sizing::{Engine, ModelChoice, Task, Weights};
use std::fmt::Write as _;

/// Why there is no recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRecipe {
    /// No fact says which build of PyTorch runs on the card.
    Card,
    /// Nobody here read how this task is set up.
    Task,
    /// The model has no repository to fetch it from.
    Model,
}

/// A text inside single quotes of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What the script does after PyTorch is there.
enum Tool {
    LlamaFactory { is_quantised: bool },
    Vllm,
    ComfyUi,
}

fn tool(ask: &Ask, answer: &Answer) -> Result<Tool, NoRecipe> {
    let shown = |name: &str| ask.shown(name, Some(&answer.estimate));
    let is_single = ask.request.n_gpu.unwrap_or(1) == 1;
    match ask.task() {
        Task::Lora | Task::Full if is_single => Ok(Tool::LlamaFactory {
            is_quantised: false,
        }),
        Task::Qlora if is_single && shown("weights").starts_with("nf4") => {
            Ok(Tool::LlamaFactory { is_quantised: true })
        }
        Task::Inference if shown("engine") == Engine::Vllm.word() => Ok(Tool::Vllm),
        Task::DiffusionInference if is_single => Ok(Tool::ComfyUi),
        _ => Err(NoRecipe::Task),
    }
}

/// The model's repository, if it needs one.
fn repository(view: &SizerView) -> Option<String> {
    match &view.ask.request.model {
        Some(ModelChoice::Named(name)) => {
            let model = view.snapshot.library.models.llm(name).ok()?;
            Some(model.hf_repo.clone()).filter(|repo| !repo.is_empty())
        }
        _ => None,
    }
}

/// True when there is a recipe.
pub(super) fn is_known(view: &SizerView, answer: &Answer, gpu: &Gpu, compat: &Compat) -> bool {
    script(view, answer, gpu, compat).is_ok()
}

/// The script. Errors: what is not known.
pub fn script(
    view: &SizerView,
    answer: &Answer,
    gpu: &Gpu,
    compat: &Compat,
) -> Result<String, NoRecipe> {
    let locale = view.frame.locale;
    // Text that was refused is kept for its field on the page; it must never reach a shell.
    if !view.ask.errors.is_empty() {
        return Err(NoRecipe::Task);
    }
    let tool = tool(&view.ask, answer)?;
    let card = gpu.compute_capability.as_deref().ok_or(NoRecipe::Card)?;
    let wheel = compat.wheel(gpu).ok_or(NoRecipe::Card)?;
    let mut out = String::from("#!/usr/bin/env bash\n");
    let mut say = |text: String| {
        for line in text.lines() {
            let _ = writeln!(out, "# {line}");
        }
    };
    let job = super::summary::job(view, answer);
    say(td_string!(
        locale,
        sizer.r_title,
        job = job,
        card = gpu.short_name().to_owned()
    ));
    say(td_string!(
        locale,
        sizer.r_memory,
        mid = gib(answer.estimate.mid_gib),
        low = gib(answer.estimate.low_gib),
        high = gib(answer.estimate.high_gib)
    ));
    say(td_string!(
        locale,
        sizer.r_made,
        day = view.frame.today().to_string()
    ));
    out.push_str("set -euo pipefail\n");
    system(&mut out, locale, &wheel);
    match tool {
        Tool::LlamaFactory { is_quantised } => {
            let repo = repository(view).ok_or(NoRecipe::Model)?;
            let has_bf16 = compat
                .allows("bf16", "min_cc", card)
                .ok_or(NoRecipe::Card)?;
            torch(&mut out, locale, &wheel, card);
            llama_factory(
                &mut out,
                view,
                answer,
                compat,
                (&repo, is_quantised, has_bf16),
            );
        }
        Tool::Vllm => {
            let repo = repository(view).ok_or(NoRecipe::Model)?;
            if compat.allows("vllm", "min_cc", card) != Some(true) {
                return Err(NoRecipe::Card);
            }
            vllm(&mut out, view, answer, &repo);
        }
        Tool::ComfyUi => {
            torch(&mut out, locale, &wheel, card);
            comfy(
                &mut out,
                locale,
                view.ask.shown("engine", Some(&answer.estimate)),
            );
        }
    }
    Ok(out)
}

fn note(out: &mut String, text: &str) {
    out.push('\n');
    for line in text.lines() {
        let _ = writeln!(out, "# {line}");
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn system(out: &mut String, locale: Locale, wheel: &Wheel) {
    note(
        out,
        &td_string!(
            locale,
            sizer.r_driver,
            driver = wheel.driver.clone(),
            line = wheel.line.clone()
        ),
    );
    line(out, &format!("need={}", quoted(&wheel.driver)));
    line(
        out,
        "have=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)",
    );
    line(
        out,
        "if [ \"$(printf '%s\\n' \"$need\" \"$have\" | sort -V | head -n 1)\" != \"$need\" ]; then",
    );
    line(out, "  echo \"driver $have < $need\" >&2");
    line(out, "  exit 1");
    line(out, "fi");
    let python = wheel
        .python
        .clone()
        .unwrap_or_else(|| td_string!(locale, common.unknown).to_owned());
    note(out, &td_string!(locale, sizer.r_venv, python = python));
    line(out, "python3 -m venv zuka-job");
    line(out, "export PATH=\"$PWD/zuka-job/bin:$PATH\"");
    line(out, "pip install --upgrade pip");
}

fn torch(out: &mut String, locale: Locale, wheel: &Wheel, card: &str) {
    note(
        out,
        &td_string!(
            locale,
            sizer.r_torch,
            line = wheel.line.clone(),
            card = card.to_owned(),
            source = wheel.source.clone()
        ),
    );
    let torch = &wheel.torch;
    line(
        out,
        &format!(
            "pip install 'torch=={torch}.*' torchvision --index-url {}",
            wheel.index
        ),
    );
    line(
        out,
        "python -c 'import torch; torch.zeros(1, device=\"cuda\"); print(torch.__version__, torch.cuda.get_device_name())'",
    );
}

/// A training by LLaMA-Factory, as it was sized.
fn llama_factory(
    out: &mut String,
    view: &SizerView,
    answer: &Answer,
    compat: &Compat,
    (repo, is_quantised, has_bf16): (&str, bool, bool),
) {
    let locale = view.frame.locale;
    let shown = |name: &str| view.ask.shown(name, Some(&answer.estimate));
    let least = |key: &str| {
        let fact = compat.fact("lib_min", "LLaMA-Factory (spring 2025)", key);
        fact.map(|fact| format!("'{key}>={}'", fact.value))
    };
    let mut wanted: Vec<String> = ["transformers", "peft"]
        .iter()
        .filter_map(|key| least(key))
        .collect();
    if is_quantised || shown("optimizer").contains("8bit") {
        let first = compat.fact("lib_min", "bitsandbytes", "first_cu128_build");
        wanted.extend(first.map(|fact| format!("'bitsandbytes>={}'", fact.value)));
    }
    note(out, td_string!(locale, sizer.r_factory));
    line(
        out,
        &format!("pip install llamafactory {}", wanted.join(" ")),
    );
    note(out, td_string!(locale, sizer.r_job));
    line(out, "cat > job.yaml <<'YAML'");
    let set = |out: &mut String, key: &str, value: &str, why: String| {
        let _ = writeln!(out, "{key}: {value}  # {}", why.replace('\n', " "));
    };
    let sized = || td_string!(locale, sizer.r_sized).to_owned();
    set(
        out,
        "model_name_or_path",
        repo,
        td_string!(locale, sizer.r_repo).to_owned(),
    );
    line(out, "stage: sft");
    line(out, "do_train: true");
    let kind = if view.ask.task() == Task::Full {
        "full"
    } else {
        "lora"
    };
    set(out, "finetuning_type", kind, sized());
    if kind == "lora" {
        set(out, "lora_rank", &shown("lora_rank"), sized());
        let targets = shown("lora_targets");
        let targets = if targets == "all-linear" {
            "all".to_owned()
        } else {
            targets.replace('+', ",")
        };
        set(out, "lora_target", &targets, sized());
    }
    if is_quantised {
        set(
            out,
            "quantization_bit",
            "4",
            td_string!(locale, sizer.r_four_bits).to_owned(),
        );
        set(
            out,
            "quantization_method",
            "bnb",
            td_string!(locale, sizer.r_four_bits).to_owned(),
        );
    }
    set(out, "cutoff_len", &shown("seq"), sized());
    set(out, "per_device_train_batch_size", &shown("batch"), sized());
    let no_checkpointing = shown("gradient_checkpointing") == "false";
    set(
        out,
        "disable_gradient_checkpointing",
        if no_checkpointing { "true" } else { "false" },
        sized(),
    );
    if shown("loss") == "fused" {
        set(out, "enable_liger_kernel", "true", sized());
    }
    set(
        out,
        "optim",
        &shown("optimizer").replace("_in_backward", ""),
        sized(),
    );
    set(
        out,
        "num_train_epochs",
        &shown("epochs"),
        td_string!(locale, sizer.r_asked).to_owned(),
    );
    let (format, why) = if has_bf16 {
        ("bf16", td_string!(locale, sizer.r_bf16))
    } else {
        ("fp16", td_string!(locale, sizer.r_fp16))
    };
    set(out, format, "true", why.to_owned());
    set(
        out,
        "dataset",
        "your_dataset",
        td_string!(locale, sizer.r_dataset).to_owned(),
    );
    set(
        out,
        "template",
        "default",
        td_string!(locale, sizer.r_template).to_owned(),
    );
    line(out, "output_dir: zuka-out");
    line(out, "YAML");
    note(out, td_string!(locale, sizer.r_run));
    line(out, "llamafactory-cli train job.yaml");
}

/// A server by vLLM, which brings the PyTorch that it was built with.
fn vllm(out: &mut String, view: &SizerView, answer: &Answer, repo: &str) {
    let locale = view.frame.locale;
    let shown = |name: &str| view.ask.shown(name, Some(&answer.estimate));
    let number = |name: &str| shown(name).parse::<u64>().unwrap_or_default();
    let weights = shown("weights");
    let is_plain = weights == Weights::Bf16.word() || weights == Weights::Fp16.word();
    note(out, td_string!(locale, sizer.r_vllm));
    line(out, "pip install vllm");
    let mut arguments = vec![
        format!("--max-model-len {}", number("prompt") + number("gen")),
        format!("--max-num-seqs {}", number("batch").max(1)),
        "--gpu-memory-utilization 0.9".to_owned(),
    ];
    if shown("kv") == "fp8" {
        arguments.push("--kv-cache-dtype fp8".to_owned());
    }
    if view.ask.request.n_gpu.unwrap_or(1) > 1 {
        arguments.push(format!("--tensor-parallel-size {}", shown("n_gpu")));
    }
    // A quantised model is a repository of its own, and which one is the visitor's choice.
    if !is_plain {
        note(
            out,
            &td_string!(locale, sizer.r_quantised, weights = weights),
        );
    }
    note(out, td_string!(locale, sizer.r_serve));
    let model = if is_plain {
        quoted(repo)
    } else {
        "\"${1:?model repository}\"".to_owned()
    };
    line(out, &format!("vllm serve {model} {}", arguments.join(" ")));
}

fn comfy(out: &mut String, locale: Locale, engine: String) {
    note(out, &td_string!(locale, sizer.r_comfy, engine = engine));
    line(
        out,
        "git clone --depth 1 https://github.com/comfyanonymous/ComfyUI",
    );
    line(out, "pip install -r ComfyUI/requirements.txt");
    note(out, td_string!(locale, sizer.r_comfy_run));
    line(out, "python ComfyUI/main.py --listen 127.0.0.1 --port 8188");
}

/// The words for a recipe that is not there.
pub fn refusal(locale: Locale, why: NoRecipe) -> &'static str {
    match why {
        NoRecipe::Card => td_string!(locale, sizer.r_no_card),
        NoRecipe::Task => td_string!(locale, sizer.r_no_task),
        NoRecipe::Model => td_string!(locale, sizer.r_no_model),
    }
}
