//! Inviting somebody: the form, the link that was just made, the links that can still be used.
use super::{Invitation, NewLink, People};
use crate::components::{Cell, glyph};
use crate::islands::copy_button::CopyButton;
use crate::pages::admin::fields::{Input, input, instant, not_taken, role_word};
use crate::text::td_string;
use domain::people::{Field, Role};
use leptos::prelude::*;

/// The panel below the table.
pub(super) fn panel(view: &People) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let options = Role::ALL.iter().map(|role| {
        let on = *role == view.role;
        view! { <option value=role.word() selected=on>{role_word(locale, *role)}</option> }
    });
    let remark = Input {
        id: "remark",
        field: Field::Remark,
        kind: "text",
        label: td_string!(locale, people.remark),
        value: &view.remark,
        autocomplete: "off",
        help: Some(td_string!(locale, people.remark_help).to_owned()),
    };
    let open = view
        .invitations
        .iter()
        .map(|invitation| open(view, invitation));
    let list = (!view.invitations.is_empty()).then(|| {
        view! { <h3>{td_string!(locale, people.open_invites)}</h3><ul class="invites">{open.collect_view()}</ul> }
    });
    view! {
        <section class="panel invite">
            <header><h2>{td_string!(locale, people.invite)}</h2><p>{td_string!(locale, people.invite_text)}</p></header>
            <div class="bd">
                {view.new_link.as_ref().map(|link| made(view, link))}
                <form method="post" action=frame.link("/admin/people") novalidate class="own-form">
                    {not_taken(locale, &view.flaws)}
                    <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                    {input(locale, &view.flaws, &remark)}
                    <div class="field">
                        <label r#for="invite-role">{td_string!(locale, people.role)}</label>
                        <select id="invite-role" name="role">{options.collect_view()}</select>
                        <span class="help">{td_string!(locale, people.role_help)}</span>
                    </div>
                    <div><button class="btn pri" name="action" value="invite">{td_string!(locale, people.make_link)}</button></div>
                </form>
                {list}
            </div>
        </section>
    }
    .into_any()
}

/// The link, this once; without script it is there to be selected.
fn made(view: &People, link: &NewLink) -> AnyView {
    let locale = view.frame.locale;
    let address = link.address.clone();
    view! {
        <div class="note ok" role="status" data-invite=link.number.to_string()>
            {glyph(Cell::Yes)}
            <div>
                <p class="b">{td_string!(locale, people.link_made)}</p>
                <p>{td_string!(locale, people.link_once)}</p>
                <p class="link">
                    <input r#type="text" readonly value=address.clone() aria-label=td_string!(locale, people.link) />
                    <CopyButton><button class="btn s" r#type="button" data-copy=address data-done=td_string!(locale, plan.copied)>{td_string!(locale, embed.copy)}</button></CopyButton>
                </p>
            </div>
        </div>
    }
    .into_any()
}

fn open(view: &People, invitation: &Invitation) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let whom = if invitation.remark.is_empty() {
        td_string!(locale, people.somebody).to_owned()
    } else {
        invitation.remark.clone()
    };
    let about = td_string!(
        locale,
        people.open_invite,
        role = role_word(locale, invitation.role),
        name = invitation.made_by.clone(),
        until = instant(&invitation.expires_at)
    );
    let label = td_string!(locale, people.withdraw_of, name = whom.clone());
    view! {
        <li>
            <span><b>{whom}</b>" "<span class="sm mut">{about}</span></span>
            <form method="post" action=frame.link("/admin/people") class="do">
                <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                <input r#type="hidden" name="id" value=invitation.id.to_string() />
                <button class="btn s" name="action" value="withdraw" aria-label=label>{td_string!(locale, people.withdraw)}</button>
            </form>
        </li>
    }
    .into_any()
}
