//! From fields to a shape.
use super::count::{Blocks, Experts};
use super::families::{Family, Sliding};
use super::fields::ConfigFields;
use crate::sizing::error::{SizingError, SizingErrorKind};
use crate::sizing::model::{Mla, Model};

pub(super) fn model(
    fields: &mut ConfigFields<'_>,
    family: &'static Family,
) -> Result<Model, SizingError> {
    let mut width = |key: &'static str| fields.needed(key, family);
    let (layers, hidden, heads) = (
        width("num_hidden_layers")?,
        width("hidden_size")?,
        width("num_attention_heads")?,
    );
    let (intermediate, vocab) = (width("intermediate_size")?, width("vocab_size")?);
    let kv_heads = fields
        .or_default("num_key_value_heads", family)?
        .unwrap_or(heads);
    if kv_heads > heads {
        let message = format!("`{kv_heads}` is more than {heads} query heads");
        return Err(SizingError::range("num_key_value_heads", message));
    }
    let mla = mla(fields, family)?;
    let head_dim = match (mla, fields.or_default("head_dim", family)?) {
        (Some(mla), _) => mla.qk_nope_head_dim + mla.qk_rope_head_dim,
        (None, Some(width)) => width,
        (None, None) if hidden % heads == 0 => hidden / heads,
        (None, None) => {
            let message = format!(
                "`head_dim` is missing, and hidden_size {hidden} is no multiple of {heads} heads"
            );
            return Err(SizingError::new(
                SizingErrorKind::MissingField,
                "head_dim",
                message,
            ));
        }
    };
    let is_tied = fields
        .flag("tie_word_embeddings")?
        .unwrap_or(family.is_tied);
    let experts = experts(fields, family, layers)?;
    let (sliding_window, sliding_layers) = sliding(fields, family, layers)?;
    let blocks = Blocks {
        layers,
        hidden,
        heads,
        kv_heads: if mla.is_some() { heads } else { kv_heads },
        head_dim,
        intermediate,
        vocab,
        is_tied,
        mla,
        experts,
        has_qkv_bias: fields
            .flag("attention_bias")?
            .unwrap_or(family.has_qkv_bias),
        family,
    };
    let counted = blocks.count();
    let softcap = fields.is_set("final_logit_softcapping");
    let id = fields.name().unwrap_or("custom").to_owned();
    Ok(Model {
        id,
        family: family.name.to_owned(),
        hf_repo: fields.repository().unwrap_or_default().to_owned(),
        layers,
        hidden,
        heads,
        kv_heads: blocks.kv_heads,
        head_dim,
        intermediate: experts.map_or(intermediate, |experts| experts.width),
        experts: experts.map_or(0, |experts| experts.count),
        experts_active: experts.map_or(0, |experts| experts.active + experts.shared),
        vocab,
        is_tied,
        context: fields.or_default("max_position_embeddings", family)?,
        sliding_window,
        sliding_layers,
        params: counted.all,
        params_active: counted.active,
        params_linear: counted.linear,
        params_embed: counted.embed,
        mla,
        has_qk_norm: family.has_qk_norm,
        norms: family.norms.max(2),
        has_softcap: softcap,
        source: "its config.json".to_owned(),
        note: String::new(),
    })
}

fn mla(fields: &mut ConfigFields<'_>, family: &'static Family) -> Result<Option<Mla>, SizingError> {
    if !family.has_mla {
        return Ok(None);
    }
    Ok(Some(Mla {
        kv_lora_rank: fields.needed("kv_lora_rank", family)?,
        qk_rope_head_dim: fields.needed("qk_rope_head_dim", family)?,
        qk_nope_head_dim: fields.needed("qk_nope_head_dim", family)?,
        v_head_dim: fields.needed("v_head_dim", family)?,
        q_lora_rank: fields.count("q_lora_rank")?.unwrap_or(0),
    }))
}

fn experts(
    fields: &mut ConfigFields<'_>,
    family: &'static Family,
    layers: u32,
) -> Result<Option<Experts>, SizingError> {
    let Some(keys) = &family.experts else {
        return Ok(None);
    };
    // A dense model of a family that has experts says nothing of them.
    let Some(count) = fields.count(keys.count)?.filter(|count| *count > 0) else {
        return if keys.are_optional {
            Ok(None)
        } else {
            Err(fields.missing(keys.count))
        };
    };
    let active = fields.needed("num_experts_per_tok", family)?;
    if active > count {
        let message = format!("`{active}` is more than {count} experts");
        return Err(SizingError::range("num_experts_per_tok", message));
    }
    let width = fields.needed(keys.width, family)?;
    let shared = fields.count("n_shared_experts")?.unwrap_or(0);
    let every = fields
        .count("moe_layer_freq")?
        .or(fields.count("decoder_sparse_step")?)
        .unwrap_or(1)
        .max(1);
    let first = fields
        .count("first_k_dense_replace")?
        .unwrap_or(0)
        .min(layers);
    let listed = fields.list_length("mlp_only_layers");
    let sparse = (layers - first) / every;
    Ok(Some(Experts {
        count,
        active,
        shared,
        width,
        layers: sparse.saturating_sub(listed),
        has_bias: fields.text("topk_method") == Some("noaux_tc"),
    }))
}

/// The window and how many layers have it.
fn sliding(
    fields: &mut ConfigFields<'_>,
    family: &'static Family,
    layers: u32,
) -> Result<(Option<u32>, u32), SizingError> {
    let window = fields.or_default("sliding_window", family)?;
    let pattern = fields.count("sliding_window_pattern")?.unwrap_or(6).max(1);
    let (from, is_on) = (
        fields.count("max_window_layers")?,
        fields.flag("use_sliding_window")?,
    );
    let listed = fields.sliding_layers()?;
    let Some(window) = window else {
        return Ok((None, 0));
    };
    let count = match (family.sliding, listed) {
        (Sliding::Switch, _) if is_on != Some(true) => 0,
        (_, Some(count)) => count,
        (Sliding::Switch, None) => layers.saturating_sub(from.unwrap_or(layers)),
        (Sliding::All, None) => layers,
        (Sliding::EveryOther, None) => layers.div_ceil(2),
        (Sliding::AllButEveryNth, None) => layers - layers / pattern,
        (Sliding::Never, None) => 0,
    };
    Ok(if count == 0 {
        (None, 0)
    } else {
        (Some(window), count)
    })
}
