//! What to run, what that does, and the script itself to read first.
use super::MachineView;
use crate::components::{Cell, glyph};
use crate::islands::copy_button::CopyButton;
use crate::text::td_string;
use leptos::prelude::*;

pub(super) fn panel(view: &MachineView) -> AnyView {
    let locale = view.frame.locale;
    let command = format!("curl -fsSL {}/check.sh | sh", view.site);
    let rates = format!("curl -fsSL {}/check.sh | sh -s -- --disk --net", view.site);
    let notes = [
        td_string!(locale, machine.n_needs),
        td_string!(locale, machine.n_changes),
        td_string!(locale, machine.n_secret),
        td_string!(locale, machine.n_rates),
    ];
    let notes = notes
        .into_iter()
        .map(|text| view! { <li>{glyph(Cell::Yes)}<span>{text}</span></li> });
    view! {
        <section class="panel">
            <header><h2>{format!("1 · {}", td_string!(locale, machine.how))}</h2></header>
            <div class="bd">
                <p class="sm">{td_string!(locale, machine.how_text)}</p>
                <div class="cmd">
                    <pre tabindex="0"><code>{command.clone()}</code></pre>
                    <CopyButton><button class="btn" r#type="button" data-copy=command data-done=td_string!(locale, plan.copied)>{td_string!(locale, machine.copy)}</button></CopyButton>
                </div>
                <ul class="does">{notes.collect_view()}</ul>
                <p class="sm">{td_string!(locale, machine.with_rates)}</p>
                <div class="cmd"><pre tabindex="0"><code>{rates}</code></pre></div>
                <details class="script">
                    <summary>{td_string!(locale, machine.read_first)}</summary>
                    <pre tabindex="0" lang="en"><code>{view.script}</code></pre>
                </details>
                <p class="sm"><a href="/check.sh" download="check.sh">{td_string!(locale, machine.download)}</a></p>
            </div>
        </section>
    }
    .into_any()
}
