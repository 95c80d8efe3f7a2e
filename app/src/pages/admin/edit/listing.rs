//! Whether the offer is on the list, who sees it, and the price that is announced for it.
use super::{OfferForm, Refusal};
use crate::format;
use crate::pages::admin::kit::Field;
use crate::text::td_string;
use leptos::prelude::*;

/// The button that takes the offer off the list; nothing is deleted.
pub(super) fn take_off(form: &OfferForm) -> AnyView {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let action = frame.link(&format!("/admin/offers/{}/state", form.offer().id));
    view! {
        <form method="post" action=action>
            <input r#type="hidden" name="csrf" value=form.csrf.clone() />
            <input r#type="hidden" name="version" value=form.offer().version.to_string() />
            <button class="btn bad" name="action" value="off">{td_string!(locale, keep.off_list)}</button>
        </form>
    }
    .into_any()
}

/// The price to come, with its source and the way to take it back.
pub(super) fn to_come(form: &OfferForm) -> Option<AnyView> {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let price = form.scheduled.as_ref()?;
    let action = frame.link(&format!("/admin/offers/{}/state", form.offer().id));
    let text = td_string!(
        locale,
        keep.scheduled_from,
        date = format::date(price.effective_on, locale),
        price = format::exact_money(price.price_per_hour)
    );
    let read = td_string!(
        locale,
        keep.scheduled_text,
        date = format::date(price.observed.date, locale)
    );
    let source = crate::shell::source_words(&price.source_url, locale);
    Some(
        view! {
            <section class="panel" id="to-come">
                <header><h2>{td_string!(locale, keep.scheduled_title)}</h2></header>
                <div class="bd">
                    <p class="b">{text}</p>
                    <p class="sm">{read}" "{source}</p>
                    <form method="post" action=action>
                        <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                        <button class="btn s" name="action" value="take_back">{td_string!(locale, keep.take_back)}</button>
                    </form>
                </div>
            </section>
        }
        .into_any(),
    )
}

/// Who sees the offer, and the way to change that; a reason is needed both ways.
pub(super) fn privacy(form: &OfferForm) -> AnyView {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let action = frame.link(&format!("/admin/offers/{}/state", form.offer().id));
    let (stands, word, button) = if form.is_private {
        (
            td_string!(locale, editing.is_private),
            "public",
            td_string!(locale, editing.make_public),
        )
    } else {
        (
            td_string!(locale, editing.is_public),
            "private",
            td_string!(locale, editing.make_private),
        )
    };
    let offering = form.offer().offering_id;
    let plans = form.snapshot.rows_of_offering(offering).count();
    let all = (plans > 1).then(
        || view! { <p class="sm">{td_string!(locale, editing.privacy_all, count = plans)}</p> },
    );
    let (value, refusal) = form.reason.clone().unzip();
    let reason = Field {
        name: "reason".to_owned(),
        label: td_string!(locale, editing.reason).to_owned(),
        value: value.unwrap_or_default(),
        width: "w6",
        help: Some(td_string!(locale, editing.h_reason).to_owned()),
        fault: refusal.map(|refusal| {
            match refusal {
                Refusal::NoReason => td_string!(locale, editing.no_reason),
                Refusal::SameOffering => td_string!(locale, editing.same_other),
            }
            .to_owned()
        }),
        ..Field::default()
    };
    view! {
        <section class="panel" id="who-sees">
            <header><h2>{td_string!(locale, editing.privacy)}</h2></header>
            <div class="bd">
                <p>{stands}</p>
                {all}
                <form method="post" action=action class="under">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    <input r#type="hidden" name="version" value=form.offer().version.to_string() />
                    {reason.text("text")}
                    <button class="btn s" name="action" value=word>{button}</button>
                </form>
            </div>
        </section>
    }
    .into_any()
}
