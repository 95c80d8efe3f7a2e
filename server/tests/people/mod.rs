//! People: invitations, roles, second factors, guesses, guards. The whole router over a real database.

mod account;
mod audit;
mod commands;
mod factor;
mod guards;
mod guesses;
mod invites;
mod logs;
mod roles;

use crate::site::{PASSWORD, Site, Visitor};
use axum::http::StatusCode;
use domain::people::Role;
use server::store::people::{Act, Outcome, act};

/// Makes an admin of an editor.
pub async fn make_admin(site: &Site, name: &str) {
    let (pool, now) = (&site.state.pool, site.state.config.now());
    let done = act(pool, name, Act::SetRole(Role::Admin), None, now).await;
    assert_eq!(done.unwrap(), Outcome::Done);
}

/// A site with the admin `lin` and the editor `wei`, and a visitor for each.
pub async fn with_admin() -> (Site, Visitor, Visitor) {
    let site = Site::open("").await;
    for name in ["lin", "wei"] {
        site.add_editor(name).await;
    }
    make_admin(&site, "lin").await;
    let (mut lin, mut wei) = (Visitor::default(), Visitor::default());
    for (visitor, name) in [(&mut lin, "lin"), (&mut wei, "wei")] {
        let answer = visitor.sign_in(&site, name, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{name}");
    }
    (site, lin, wei)
}

/// Sends a form of a page with the session's token.
pub async fn send(
    site: &Site,
    visitor: &mut Visitor,
    path: &str,
    pairs: &[(&str, &str)],
) -> crate::site::Answer {
    let csrf = visitor.csrf(site).await;
    let mut all = vec![("csrf", csrf.as_str())];
    all.extend_from_slice(pairs);
    visitor.post(site, path, &all).await
}

/// What a row of the table about people says.
pub fn row<'a>(html: &'a str, name: &str) -> &'a str {
    let from = html.find(&format!("data-person=\"{name}\"")).unwrap();
    &html[from..from + html[from..].find("</tr>").unwrap()]
}
