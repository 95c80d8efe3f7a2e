//! Whether the offer is on the list, and the price that is announced for it.
use super::OfferForm;
use crate::format;
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
