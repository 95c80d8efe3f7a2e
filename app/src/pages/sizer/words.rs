//! Names of fields, values and parts for people.
use crate::text::{Locale, td_string};
use domain::sizing::{Part, SizingError, SizingErrorKind, Task, Verdict};

/// The name of a field.
pub(super) fn field(locale: Locale, name: &str) -> String {
    match name {
        "task" => td_string!(locale, sizer.f_task).to_owned(),
        "method" => td_string!(locale, sizer.f_method).to_owned(),
        "model" => td_string!(locale, sizer.f_model).to_owned(),
        "weights" => td_string!(locale, sizer.f_weights).to_owned(),
        "engine" => td_string!(locale, sizer.f_engine).to_owned(),
        "batch" => td_string!(locale, sizer.f_batch).to_owned(),
        "attention" => td_string!(locale, sizer.f_attention).to_owned(),
        "n_gpu" => td_string!(locale, sizer.f_n_gpu).to_owned(),
        "strategy" => td_string!(locale, sizer.f_strategy).to_owned(),
        "kv" => td_string!(locale, sizer.f_kv).to_owned(),
        "prompt" => td_string!(locale, sizer.f_prompt).to_owned(),
        "gen" => td_string!(locale, sizer.f_gen).to_owned(),
        "seq" => td_string!(locale, sizer.f_seq).to_owned(),
        "gradient_checkpointing" => td_string!(locale, sizer.f_checkpointing).to_owned(),
        "loss" => td_string!(locale, sizer.f_loss).to_owned(),
        "optimizer" => td_string!(locale, sizer.f_optimizer).to_owned(),
        "precision" => td_string!(locale, sizer.f_precision).to_owned(),
        "samples" => td_string!(locale, sizer.f_samples).to_owned(),
        "avg" => td_string!(locale, sizer.f_avg).to_owned(),
        "epochs" => td_string!(locale, sizer.f_epochs).to_owned(),
        "hours" => td_string!(locale, sizer.f_hours).to_owned(),
        "lora_rank" => td_string!(locale, sizer.f_rank).to_owned(),
        "lora_targets" => td_string!(locale, sizer.f_targets).to_owned(),
        "px" => td_string!(locale, sizer.f_px).to_owned(),
        "width" => td_string!(locale, sizer.f_width).to_owned(),
        "height" => td_string!(locale, sizer.f_height).to_owned(),
        "frames" => td_string!(locale, sizer.f_frames).to_owned(),
        "vae" => td_string!(locale, sizer.f_vae).to_owned(),
        "controlnets" => td_string!(locale, sizer.f_controlnets).to_owned(),
        "resident" => td_string!(locale, sizer.f_resident).to_owned(),
        "config" => "config.json".to_owned(),
        other => other.to_owned(),
    }
}

/// A value of a field; technical words stay as the tools write them.
pub(super) fn value(locale: Locale, name: &str, word: &str) -> String {
    let text = match (name, word) {
        ("task", word) => match Task::from_word(word) {
            Some(task) => return task_word(locale, task).to_owned(),
            None => word,
        },
        ("gradient_checkpointing", "true") => td_string!(locale, sizer.on),
        ("gradient_checkpointing", "false") => td_string!(locale, sizer.off),
        ("loss", "full") => td_string!(locale, sizer.loss_full),
        ("loss", "chunked") => td_string!(locale, sizer.loss_chunked),
        ("loss", "fused") => td_string!(locale, sizer.loss_fused),
        ("lora_targets", "all-linear") => td_string!(locale, sizer.targets_all),
        ("vae", "plain") => td_string!(locale, sizer.vae_plain),
        ("vae", "slicing") => td_string!(locale, sizer.vae_slicing),
        ("vae", "tiling") => td_string!(locale, sizer.vae_tiling),
        ("resident", "all") => td_string!(locale, sizer.resident_all),
        ("resident", "transformer+vae") => td_string!(locale, sizer.resident_no_text),
        ("resident", "transformer") => td_string!(locale, sizer.resident_transformer),
        ("strategy", "none") => td_string!(locale, sizer.one_card),
        ("weights", "nf4-dq") => "NF4",
        ("optimizer", "adamw_torch") => "AdamW",
        ("optimizer", "adamw_8bit") => "AdamW 8-bit",
        ("optimizer", "paged_adamw_8bit") => "AdamW 8-bit paged",
        ("optimizer", "paged_adamw_8bit_in_backward") => "AdamW 8-bit paged, in backward",
        ("optimizer", "sgd") => "SGD",
        (_, word) => word,
    };
    text.to_owned()
}

/// What is to be done.
pub(crate) fn task_word(locale: Locale, task: Task) -> &'static str {
    match task {
        Task::Inference => td_string!(locale, sizer.t_inference),
        Task::Full => td_string!(locale, sizer.m_full_long),
        Task::Lora => "LoRA",
        Task::Qlora => "QLoRA",
        Task::DiffusionInference => td_string!(locale, sizer.t_pictures),
        Task::DiffusionLora => td_string!(locale, sizer.t_picture_lora),
    }
}

/// A part of the memory.
pub(super) fn part(locale: Locale, part: Part) -> &'static str {
    match part {
        Part::Weights => td_string!(locale, sizer.p_weights),
        Part::Workspace => td_string!(locale, sizer.p_workspace),
        Part::TextEncoders => td_string!(locale, sizer.p_text_encoders),
        Part::VaeWeights => td_string!(locale, sizer.p_vae),
        Part::Controlnets => td_string!(locale, sizer.p_controlnets),
        Part::Adapters => td_string!(locale, sizer.p_adapters),
        Part::Gradients => td_string!(locale, sizer.p_gradients),
        Part::Optimizer => td_string!(locale, sizer.p_optimizer),
        Part::KvCache => td_string!(locale, sizer.p_kv),
        Part::Activations => td_string!(locale, sizer.p_activations),
        Part::Logits => td_string!(locale, sizer.p_logits),
        Part::Communication => td_string!(locale, sizer.p_communication),
        Part::Overhead => td_string!(locale, sizer.p_overhead),
    }
}

/// A verdict.
pub(crate) fn verdict(locale: Locale, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => td_string!(locale, sizer.fits),
        Verdict::Tight => td_string!(locale, sizer.tight),
        Verdict::No => td_string!(locale, sizer.no_fit),
        Verdict::Unknown => td_string!(locale, common.unknown),
    }
}

/// Why a field was refused, with what was typed.
pub(crate) fn refusal(locale: Locale, error: &SizingError, typed: &str) -> String {
    let name = field(locale, &error.field);
    let typed = typed.chars().take(60).collect::<String>();
    match error.kind {
        SizingErrorKind::MissingField => td_string!(locale, sizer.e_missing, field = name),
        SizingErrorKind::OutOfRange => {
            td_string!(locale, sizer.e_range, field = name, value = typed)
        }
        SizingErrorKind::UnknownName => {
            td_string!(locale, sizer.e_unknown, field = name, value = typed)
        }
        SizingErrorKind::NotMeasured => td_string!(locale, sizer.e_not_measured, field = name),
        _ if typed.is_empty() => td_string!(locale, sizer.e_together, field = name),
        _ => td_string!(locale, sizer.e_bad, field = name, value = typed),
    }
}

/// GiB with one decimal, two below one.
pub(crate) fn gib(value: f64) -> String {
    if value.abs() < 0.995 {
        format!("{value:.2}")
    } else {
        format!("{value:.1}")
    }
}

/// A count of tokens: `2048`, `32K`, `1.3M`.
pub(super) fn tokens(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}K", count / 1000),
        1_000_000..1_000_000_000 => format!("{:.1}M", count as f64 / 1e6),
        _ => format!("{:.1}B", count as f64 / 1e9),
    }
}

/// A rate for people: two figures that matter.
pub(crate) fn rate(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.1}");
    }
    let step = if value < 100.0 {
        1.0
    } else {
        10.0_f64.powf((value.log10()).floor() - 1.0)
    };
    let whole = ((value / step).round() * step) as i128;
    crate::figures::amount(whole * 1_000_000_000, 0, true)
}

/// A length of time as a range: minutes, hours or days.
pub(crate) fn span(locale: Locale, (low, high): (u64, u64)) -> String {
    let range = |unit: u64, digits: usize| {
        let text = |value: u64| format!("{:.digits$}", value as f64 / unit as f64);
        let (low, high) = (text(low), text(high));
        if low == high {
            low
        } else {
            format!("{low}–{high}")
        }
    };
    match high {
        0..60 => td_string!(locale, sizer.under_minute).to_owned(),
        60..3600 => td_string!(locale, sizer.minutes, range = range(60, 0)),
        3600..259_200 => td_string!(locale, sizer.hours, range = range(3600, 1)),
        _ => td_string!(locale, sizer.days, range = range(86_400, 1)),
    }
}
