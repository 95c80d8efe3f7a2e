//! `/login`
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use leptos::prelude::*;

/// What the form shows.
#[derive(Clone, Debug, Default)]
pub struct Login {
    /// Path to go on to.
    pub next: String,
    /// Name that was typed.
    pub name: String,
    /// Name and password did not fit.
    pub failed: bool,
    /// Somebody just signed out.
    pub signed_out: bool,
    /// The code was not entered in time.
    pub too_late: bool,
}

/// The whole page.
pub fn page(frame: &Frame, login: &Login) -> Document {
    let locale = frame.locale;
    let failed = login.failed.then(|| {
        view! {
            <div class="note bad" role="alert" id="login-failed">
                {glyph(Cell::No)}
                <div>
                    <p class="b">{td_string!(locale, admin.sign_in_failed)}</p>
                    <p>{td_string!(locale, admin.sign_in_failed_help)}</p>
                </div>
            </div>
        }
    });
    let signed_out = login.signed_out.then(|| {
        view! { <div class="note ok" role="status">{glyph(Cell::Yes)}<p>{td_string!(locale, admin.signed_out)}</p></div> }
    });
    let too_late = login.too_late.then(|| {
        view! { <div class="note" role="status">{glyph(Cell::Part)}<p>{td_string!(locale, people.too_late)}</p></div> }
    });
    let class = if login.failed { "field err" } else { "field" };
    let (invalid, described) = (
        login.failed.then_some("true"),
        login.failed.then_some("login-failed"),
    );
    let body = view! {
        <div class="login">
            <section class="panel">
                <header><h1>{td_string!(locale, admin.login_title)}</h1><p>{td_string!(locale, admin.login_text)}</p></header>
                <div class="bd">
                    <form method="post" action=frame.link("/login")>
                        {failed}
                        {signed_out}
                        {too_late}
                        <input r#type="hidden" name="next" value=login.next.clone() />
                        <div class=class>
                            <label for="name">{td_string!(locale, admin.name)}</label>
                            <input id="name" name="name" r#type="text" value=login.name.clone() autocomplete="username"
                                autocapitalize="none" spellcheck="false" maxlength="60" required aria-invalid=invalid aria-describedby=described />
                        </div>
                        <div class=class>
                            <label for="password">{td_string!(locale, admin.password)}</label>
                            <input id="password" name="password" r#type="password" autocomplete="current-password"
                                required aria-invalid=invalid aria-describedby=described />
                        </div>
                        <div><button class="btn pri">{td_string!(locale, admin.sign_in)}</button></div>
                    </form>
                </div>
            </section>
        </div>
    };
    let title = td_string!(locale, admin.login_title).to_owned();
    let description = td_string!(locale, admin.login_text).to_owned();
    Document {
        title,
        description,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}
