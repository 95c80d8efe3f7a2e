//! The editors' page, the schedule and the command line.
use super::house::House;
use super::saved;
use super::twin::Way;
use crate::common::between;
use axum::http::StatusCode;
use server::sources::{registry, schedule, sync};
use std::process::Command;

async fn press(house: &mut House, source: &str, did: &str) -> String {
    let csrf = house.editor.csrf(&house.site).await;
    let fields = [("csrf", csrf.as_str()), ("source", source), ("do", did)];
    let answer = house
        .editor
        .post(&house.site, "/admin/sources?lang=en", &fields)
        .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{did}");
    let place = answer.header("location").to_owned();
    house.editor.get(&house.site, &place).await.body
}

#[tokio::test]
async fn sources_are_off_until_switched_on_and_then_asked_when_they_are_due() {
    let mut house = House::open().await;
    let twin = house.twin(saved::of("verda")).await;
    let page = house
        .editor
        .get(&house.site, "/admin/sources?lang=en")
        .await;
    assert!(
        page.body
            .contains(&format!("0 of {} are switched on", registry::ALL.len()))
    );
    let everybody = house.editor.get(&house.site, "/about?lang=en").await;
    assert!(
        everybody
            .body
            .contains("No live source has been switched on here")
    );
    schedule::sync_due(&house.state).await.unwrap();
    assert!(
        twin.asked().is_empty(),
        "nothing is asked that nobody switched on"
    );
    let page = press(&mut house, "verda", "on").await;
    assert!(page.contains("Verda is switched on and will be asked at once."));
    schedule::sync_due(&house.state).await.unwrap();
    assert_eq!(twin.asked().len(), 1);
    schedule::sync_due(&house.state).await.unwrap();
    house.clock.pass(23);
    schedule::sync_due(&house.state).await.unwrap();
    assert_eq!(twin.asked().len(), 1, "not before its hours have passed");
    house.clock.pass(2);
    schedule::sync_due(&house.state).await.unwrap();
    assert_eq!(twin.asked().len(), 2);
    let page = press(&mut house, "verda", "off").await;
    assert!(page.contains("Its prices stay, with their dates."));
    house.clock.pass(48);
    schedule::sync_due(&house.state).await.unwrap();
    assert_eq!(twin.asked().len(), 2, "switched off");
}

#[tokio::test]
async fn a_source_that_is_off_can_be_asked_once() {
    let mut house = House::open().await;
    let twin = house.twin(saved::of("runpod")).await;
    let page = press(&mut house, "runpod", "fetch").await;
    assert!(page.contains("RunPod will be asked as soon as the server gets to it"));
    schedule::sync_due(&house.state).await.unwrap();
    house.clock.pass(240);
    schedule::sync_due(&house.state).await.unwrap();
    assert_eq!(twin.asked().len(), 1);
    let about = house.editor.get(&house.site, "/about?lang=en").await;
    assert!(
        about.body.contains("Switched off."),
        "it was read, and everybody sees that it is off"
    );
}

#[tokio::test]
async fn the_public_page_has_another_tag_when_a_source_fails_without_a_new_revision() {
    let mut house = House::open().await;
    let before = house.editor.get(&house.site, "/about?lang=en").await;
    let twin = house.twin(saved::of("verda")).await;
    twin.answer(Way::Html, 1);
    server::sources::sync::sync(&house.state, registry::by_id("verda").unwrap(), false)
        .await
        .unwrap();
    let after = house.editor.get(&house.site, "/about?lang=en").await;
    assert_ne!(before.header("etag"), after.header("etag"));
    assert!(
        after
            .body
            .contains("It was never read; nothing was changed."),
        "nothing is claimed to be kept"
    );
}

#[tokio::test]
async fn what_is_no_source_or_no_press_is_answered_in_words() {
    let mut house = House::open().await;
    let csrf = house.editor.csrf(&house.site).await;
    for (source, did) in [("nobody", "on"), ("verda", "explode"), ("verda", "accept")] {
        let fields = [("csrf", csrf.as_str()), ("source", source), ("do", did)];
        let answer = house
            .editor
            .post(&house.site, "/admin/sources", &fields)
            .await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{source} {did}");
    }
    assert_eq!(
        house
            .editor
            .get(&house.site, "/admin/sources/nobody")
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(house.site.count("source").await, 0);
}

#[test]
fn the_command_names_its_sources_and_refuses_others() {
    let folder = tempfile::tempdir().unwrap();
    let zuka = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_zuka"))
            .arg("sync")
            .args(arguments)
            .current_dir(folder.path())
            .env("ZUKA_NOW", super::house::NOW)
            .env("ZUKA_LAMBDA_KEY", "secret-of-lambda")
            .env(
                "ZUKA_DATABASE_URL",
                format!("sqlite://{}", folder.path().join("zuka.db").display()),
            )
            .output()
            .unwrap()
    };
    let list = zuka(&["--list"]);
    assert!(list.status.success(), "{list:?}");
    let text = String::from_utf8(list.stdout.clone()).unwrap();
    for source in registry::ALL {
        let id = source.about().id;
        let line = text.lines().find(|line| line.starts_with(id));
        let line = line.unwrap_or_else(|| panic!("{id} is not listed: {list:?}"));
        assert!(line.contains("off never tried"), "{line}");
    }
    assert!(
        text.contains("needs ZUKA_AUTODL_KEY") && !text.contains("ZUKA_LAMBDA_KEY"),
        "{text}"
    );
    let unknown = zuka(&["nobody"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("`nobody` is no source"));
    let none = zuka(&["--apply"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no source is switched on"));
    // A key in the file counts as one in the environment, and help shows neither.
    std::fs::write(
        folder.path().join("zuka.toml"),
        "autodl_key = \"secret-of-autodl\"\n",
    )
    .unwrap();
    let list = zuka(&["--list"]);
    assert!(list.status.success() && !list.stdout.is_empty(), "{list:?}");
    assert!(!String::from_utf8_lossy(&list.stdout).contains("needs"));
    let help = zuka(&["--help"]);
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(
        help.contains("--lambda-key") && !help.contains("secret-of"),
        "{help}"
    );
}

#[tokio::test]
async fn b35_an_ask_has_the_size_of_the_list_and_beside_it_what_its_driver_reports() {
    let mut house = House::open().await;
    house.twin(saved::of("vast-ai")).await;
    let source = registry::by_id("vast-ai").unwrap();
    sync::sync(&house.state, source, false).await.unwrap();
    let snapshot = house.state.snapshot();
    for (slug, nominal, reported) in [
        ("rtx-4090", "24 GB", "24564 MiB"),
        ("rtx-4090-48gb", "48 GB", "49140 MiB"),
    ] {
        let offer = snapshot
            .offers
            .iter()
            .find(|offer| snapshot.gpus[offer.gpu].slug == slug && offer.note.contains("MiB"));
        let id = offer.unwrap_or_else(|| panic!("{slug}")).id;
        let path = format!("/offerings/{id}?lang=en");
        let page = house.editor.get(&house.site, &path).await.body;
        assert!(
            page.contains(&format!("the driver reports {reported} of VRAM")),
            "{slug}"
        );
        let included = between(&page, "<dt>VRAM</dt>", "</dd>");
        assert!(included.contains(nominal), "{slug}: {included}");
    }
}
