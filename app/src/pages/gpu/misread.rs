//! Which of the figures called FP16 is which, and what popular articles get wrong about this card.
use super::CardPage;
use crate::components::{Cell, after_stop, colon, glyph};
use crate::format;
use crate::shell::source_words;
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::{Misread, Misreading};
use leptos::prelude::*;

fn sentence(locale: Locale, row: &Misreading) -> String {
    let (claim, right) = (row.claim.clone(), row.right.clone());
    match row.what {
        Misread::ShaderRate => td_string!(locale, card.m_shader, claim = claim, right = right),
        Misread::Fp16Accumulate => {
            td_string!(locale, card.m_accumulate, claim = claim, right = right)
        }
        Misread::Sparse => td_string!(locale, card.m_sparse, claim = claim, right = right),
        Misread::OtherForm => td_string!(locale, card.m_other_form, claim = claim, right = right),
        Misread::FormDecides => {
            td_string!(locale, card.m_form_decides, claim = claim, right = right)
        }
        Misread::BandwidthAsLink => {
            td_string!(locale, card.m_bandwidth_link, claim = claim, right = right)
        }
        Misread::HasLink => td_string!(locale, card.m_has_link, right = right),
        Misread::NoLink => td_string!(locale, card.m_no_link, right = right),
        Misread::LinkNeedsPair => td_string!(locale, card.m_pair, claim = claim, right = right),
        Misread::MemoryType => td_string!(locale, card.m_memory, claim = claim, right = right),
        Misread::OldWheel => td_string!(locale, card.m_wheel, claim = claim, right = right),
    }
}

/// The panel; absent where nothing is known to tell apart.
pub(super) fn panel(view: &CardPage) -> Option<AnyView> {
    let locale = view.frame.locale;
    let gpu = view.card();
    let of_card: Vec<&Misreading> = view
        .misreadings
        .iter()
        .filter(|row| row.gpu == gpu.slug)
        .collect();
    let dense = gpu.dense_tflops();
    if of_card.is_empty() && (dense.is_none() || gpu.fp32_tflops.is_none()) {
        return None;
    }
    let figure = |value: Option<f64>, is_derived: bool| match value {
        Some(value) if is_derived => format!("≈ {}", format::figure(value)),
        Some(value) => format::figure(value),
        None => td_string!(locale, common.unknown).to_owned(),
    };
    let derived = dense.is_some_and(|(_, derived)| derived);
    let kinds = [
        (
            td_string!(locale, card.k_dense),
            figure(dense.map(|(value, _)| value), derived),
            td_string!(locale, card.k_dense_note),
        ),
        (
            td_string!(locale, card.k_sparse),
            td_string!(locale, card.k_sparse_figure).to_owned(),
            td_string!(locale, card.k_sparse_note),
        ),
        (
            td_string!(locale, card.k_shader),
            figure(gpu.fp32_tflops, false),
            td_string!(locale, card.k_shader_note),
        ),
    ];
    let kinds = kinds
        .into_iter()
        .map(|(name, value, note)| {
            view! { <tr><th scope="row">{name}<span class="l2">{note}</span></th><td class="num">{value}</td></tr> }
        })
        .collect_view();
    let items = of_card
        .iter()
        .map(|row| {
            let said = (!row.claimed_in.is_empty())
                .then(|| view! { <span>{td_string!(locale, card.said_in)}" "{source_words(&row.claimed_in, locale)}{if locale.is_zh() { "。" } else { ". " }}</span> });
            let links = row
                .source_url
                .split(';')
                .enumerate()
                .map(|(place, url)| {
                    let gap = if place == 0 { after_stop(locale) } else { Some(" ") };
                    view! { {gap}{source_words(url.trim(), locale)} }
                })
                .collect_view();
            view! {
                <li data-misread=row.what.word()>
                    {glyph(Cell::No)}
                    <div><p>{sentence(locale, row)}</p><p class="xs dim">{said}{td_string!(locale, common.source)}{colon(locale).trim_end()}{links}</p></div>
                </li>
            }
        })
        .collect_view();
    let list = (!of_card.is_empty()).then(|| {
        view! { <h3 class="sm b">{td_string!(locale, card.misread)}</h3><ul class="misread">{items}</ul> }
    });
    Some(
        view! {
            <section class="panel" id="misread">
                <header><h2>{td_string!(locale, card.which_fp16)}</h2><span class="end">"TFLOPS"</span><p>{td_string!(locale, card.which_note)}</p></header>
                <div class="bd flush"><table><tbody>{kinds}</tbody></table></div>
                <div class="panel-foot">{list}</div>
            </section>
        }
        .into_any(),
    )
}
