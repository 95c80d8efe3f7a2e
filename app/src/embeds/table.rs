//! `/embed/prices/{gpu}.html`: the card's current prices as a table to frame.
use super::of_card;
use crate::frame::Theme;
use crate::pages::gpu::CardPage;
use crate::pages::gpu::offers;
use crate::text::{LocaleExt, td_string};
use leptos::prelude::*;

/// The whole document; its links open outside the frame.
pub fn table(view: &CardPage) -> AnyView {
    let frame = &view.frame;
    let locale = frame.locale;
    let theme = if frame.theme == Theme::Dark {
        "dark"
    } else {
        "light"
    };
    let title = td_string!(locale, embed.prices, name = view.name());
    let stamp = of_card(view);
    let page = frame.absolute(&frame.link(&view.path()));
    let sheet = |name: &str| format!("{}/{name}", frame.assets);
    view! {
        <!DOCTYPE html>
        <html lang=locale.tag() data-theme=theme>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>{format!("{title} · Zuka 租卡")}</title>
                <base target="_blank" />
                <link rel="icon" href="/favicon.svg" r#type="image/svg+xml" />
                <link rel="stylesheet" href=sheet("zuka.css") />
                <link rel="stylesheet" href=sheet("gpu.css") />
            </head>
            <body class="embedded">
                <main>
                    <h1>{title.clone()}</h1>
                    <p class="sm mut">{view.key_figures()}</p>
                    <p class="embedded-stamp"><span>{stamp.head}</span>" "<b>{stamp.day}</b>" "<span>{stamp.rate}</span></p>
                    {offers::table(view, &offers::kinds(view))}
                    <p class="xs dim">{td_string!(locale, embed.aged)}" "{td_string!(locale, embed.made_from)}" "<a href=page.clone()>{page.clone()}</a></p>
                </main>
            </body>
        </html>
    }
    .into_any()
}
