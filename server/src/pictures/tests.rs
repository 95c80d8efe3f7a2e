//! What the fonts cover, and that drawings use them.
#![allow(clippy::unwrap_used)] // a test says what went wrong by failing
use super::*;
use std::collections::BTreeSet;

fn draw(text: &str) -> Vec<u8> {
    png(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><text x="4" y="30" font-family="Zuka Latin" font-size="24">{text}</text></svg>"#
    ))
    .unwrap()
}

/// Characters that no font draws: they show as the box of a character that is in none.
fn missing(texts: &str) -> BTreeSet<char> {
    let boxed = draw("\u{e000}");
    let all: BTreeSet<char> = texts
        .chars()
        .filter(|c| *c > ' ' && !"<>&".contains(*c))
        .collect();
    all.into_iter()
        .filter(|c| draw(&c.to_string()) == boxed)
        .collect()
}

#[test]
fn every_character_of_the_texts_and_of_the_catalogue_can_be_drawn() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut read, mut texts) = (0, String::new());
    for folder in [
        "app/locales",
        "app/locales/zh-CN",
        "app/locales/en",
        "server/catalogue",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|x| x == "json" || x == "csv") {
                texts.push_str(&std::fs::read_to_string(&path).unwrap());
                read += 1;
            }
        }
    }
    assert!(read > 15, "{read} files");
    let missing = missing(&texts);
    assert!(
        missing.is_empty(),
        "run server/fonts/make.py, the fonts lack {missing:?}"
    );
}

#[test]
fn chinese_is_drawn_and_not_boxed() {
    assert_ne!(draw("租卡"), draw("租租"), "each has its own shape");
    assert_ne!(
        draw("租卡"),
        draw("\u{e000}\u{e001}"),
        "and none is the box of a missing one"
    );
    assert_eq!(draw("\u{e000}"), draw("\u{e001}"), "a missing one is a box");
}

#[test]
fn latin_has_two_weights_of_its_own() {
    let text = |weight: u32| {
        png(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><text x="10" y="60" font-family="Zuka Latin" font-weight="{weight}" font-size="48">RTX $1</text></svg>"#
        ))
        .unwrap()
    };
    assert_ne!(text(400), text(600));
    assert!(missing("RTX 4090 · ≈ ¥1,016.00–1,099.00 €").is_empty());
}

#[tokio::test]
async fn a_burst_is_turned_away_and_the_rest_is_drawn() {
    let pictures = Arc::new(Pictures::default());
    let (stop, gate) = std::sync::mpsc::channel::<()>();
    let gate = Arc::new(std::sync::Mutex::new(gate));
    let small = || r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#.to_owned();
    let waiting: Vec<_> = (0..QUEUE)
        .map(|_| {
            let (pictures, gate) = (pictures.clone(), gate.clone());
            tokio::spawn(async move {
                pictures
                    .png(move || {
                        // Held until the test lets go.
                        let _ = gate.lock().unwrap().recv();
                        small()
                    })
                    .await
            })
        })
        .collect();
    while pictures.queue.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(pictures.png(small).await, Err(PictureError::Busy)));
    drop(stop);
    for picture in waiting {
        assert!(picture.await.unwrap().unwrap().starts_with(b"\x89PNG"));
    }
    assert!(pictures.png(small).await.is_ok(), "there is room again");
}
