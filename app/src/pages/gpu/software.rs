//! Which software has code for the card: facts that were read, each with its source.
use super::CardPage;
use crate::components::{Cell, after_stop, fact, unknown};
use crate::shell::source_words;
use crate::text::td_string;
use domain::compat::is_with_arm;
use leptos::prelude::*;

/// Libraries and formats that people ask for, by their names in the facts.
const LIBRARIES: [(&str, &str, &str); 5] = [
    ("bf16", "min_cc", "bfloat16"),
    ("flash-attn 2", "min_cc", "FlashAttention 2"),
    ("vllm", "min_cc", "vLLM"),
    ("bitsandbytes 0.48", "min_cc_nf4", "bitsandbytes NF4"),
    ("torch.compile / Triton", "min_cc", "torch.compile"),
];

/// The panel.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let gpu = view.card();
    let capability = gpu.compute_capability.as_deref();
    // AMD's names of chips are no capabilities of CUDA.
    let cuda = capability.filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    let Some(cuda) = cuda else {
        return view! {
            <section class="panel" id="software">
                <header><h2>{td_string!(locale, card.software)}</h2></header>
                <p class="bd sm">{td_string!(locale, card.no_cuda)}</p>
            </section>
        }
        .into_any();
    };
    let filter = view.frame.link(&format!("/?compute_capability_min={cuda}"));
    let wheel = view.compat.wheel(gpu);
    let check = view.frame.link(&format!("/check?gpu={}", gpu.slug));
    let build = match &wheel {
        Some(wheel) => {
            let command = format!(
                "pip install torch=={}.* --index-url {}",
                wheel.torch, wheel.index
            );
            view! {
                <p>{td_string!(locale, card.wheel, torch = wheel.torch.clone(), line = wheel.line.clone(), driver = wheel.driver.clone())}{after_stop(locale)}<span class="xs">{source_words(&wheel.source, locale)}</span></p>
                <p class="snippet"><code>{command}</code></p>
            }
            .into_any()
        }
        None if is_with_arm(&gpu.name) => {
            let said = td_string!(locale, check.b_arm, card = gpu.short_name().to_owned());
            view! { <p>{said}</p> }.into_any()
        }
        None => view! { <p>{td_string!(locale, card.no_wheel)}</p> }.into_any(),
    };
    let least = match &gpu.min_cuda {
        Some(least) => least.clone().into_any(),
        None => unknown(locale),
    };
    let rows = LIBRARIES
        .iter()
        .filter_map(|(library, key, name)| {
            let known = view.compat.fact("lib_min", library, key)?;
            let runs = view.compat.allows(library, key, cuda)?;
            let answer = if runs {
                fact(Cell::Yes, td_string!(locale, common.yes).to_owned())
            } else {
                fact(Cell::No, td_string!(locale, common.no).to_owned())
            };
            let from = td_string!(locale, card.from_capability, capability = known.value.clone());
            Some(view! {
                <tr><th scope="row">{*name}<span class="l2">{from}" · "{source_words(&known.source, locale)}</span></th><td class="num">{answer}</td></tr>
            })
        })
        .collect_view();
    view! {
        <section class="panel" id="software">
            <header>
                <h2>{td_string!(locale, card.software)}</h2>
                <span class="end"><a href=filter>{td_string!(locale, card.capability_from, capability = cuda.to_owned())}</a></span>
            </header>
            <div class="bd sm">{build}<p><a href=check>{td_string!(locale, check.link_card)}</a></p></div>
            <table><tbody>
                <tr><th scope="row">{td_string!(locale, card.min_cuda)}</th><td class="num">{least}</td></tr>
                {rows}
            </tbody></table>
        </section>
    }
    .into_any()
}
