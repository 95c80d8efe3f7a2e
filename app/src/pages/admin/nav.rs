//! The way from one page of editors to another.
use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// The links, on top of every page of editors; those of admins are shown to admins.
pub fn nav(frame: &Frame) -> AnyView {
    let locale = frame.locale;
    let mut entries = vec![
        ("/admin", td_string!(locale, people.nav_offers)),
        ("/admin/platforms", td_string!(locale, people.nav_platforms)),
        ("/admin/cards", td_string!(locale, keep.cards)),
        ("/admin/models", td_string!(locale, editing.models)),
        ("/admin/rates", td_string!(locale, keep.rates)),
        ("/admin/import", td_string!(locale, people.nav_import)),
        ("/admin/sources", td_string!(locale, sources.title)),
        ("/admin/revisions", td_string!(locale, people.nav_revisions)),
        ("/admin/reports", td_string!(locale, people.nav_reports)),
        ("/admin/checks", td_string!(locale, people.nav_checks)),
    ];
    if frame.is_admin {
        entries.push(("/admin/people", td_string!(locale, people.nav_people)));
        entries.push(("/admin/audit", td_string!(locale, people.nav_audit)));
    }
    entries.push(("/admin/account", td_string!(locale, people.nav_account)));
    let links = entries.into_iter().map(|(path, word)| {
        let here = is_under(&frame.path, path).then_some("page");
        view! { <a href=frame.link(path) aria-current=here>{word}</a> }
    });
    view! {
        <nav class="admin-nav" aria-label=td_string!(locale, people.nav)>{links.collect_view()}</nav>
    }
    .into_any()
}

/// Whether a page belongs to an entry; offers are what `/admin` lists.
fn is_under(page: &str, entry: &str) -> bool {
    if entry == "/admin" {
        return page == "/admin" || page.starts_with("/admin/offers");
    }
    let rest = page.strip_prefix(entry);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::is_under;

    #[test]
    fn a_page_belongs_to_one_entry() {
        assert!(is_under("/admin", "/admin") && is_under("/admin/offers/3", "/admin"));
        assert!(
            !is_under("/admin/people", "/admin") && !is_under("/admin/importer", "/admin/import")
        );
        assert!(is_under("/admin/revisions/7", "/admin/revisions"));
    }
}
