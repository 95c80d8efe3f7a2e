//! Nothing in the log lets a reader in.
use crate::people::factor::turn_on;
use crate::people::{send, with_admin};
use crate::site::{PASSWORD, Visitor};
use std::io::Write;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_password_token_code_or_cookie_is_logged() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    // For the whole process: one of this thread alone would miss what other tests' threads met first.
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let (site, mut lin, mut wei) = with_admin().await;
    let mut secrets = vec![PASSWORD.to_owned(), "a wrong guess".to_owned()];
    Visitor::default()
        .sign_in(&site, "wei", "a wrong guess")
        .await;
    Visitor::default()
        .sign_in(&site, "a wrong guess", "x")
        .await;
    let pairs = [("action", "invite"), ("role", "editor"), ("remark", "")];
    let page = send(&site, &mut lin, "/admin/people", &pairs).await.body;
    let from = page.find("/invite/").unwrap();
    let path = page[from..from + 8 + 64].to_owned();
    let mut wang = Visitor::default();
    wang.get(&site, &path).await;
    let pairs = [
        ("name", "wang"),
        ("password", "wang's password"),
        ("again", "wang's password"),
    ];
    wang.post(&site, &path, &pairs).await;
    secrets.extend([path[8..].to_owned(), "wang's password".to_owned()]);
    let (secret, codes) = turn_on(&site, &mut wei).await;
    secrets.push(secret);
    secrets.extend(codes);
    secrets.push(wei.csrf(&site).await);
    for visitor in [&lin, &wei, &wang] {
        let cookie = visitor.cookie.as_deref().unwrap();
        secrets.push(cookie.strip_prefix("zuka_session=").unwrap().to_owned());
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        log.contains("signed in") && log.contains("/invite/{token}"),
        "the log is read"
    );
    for secret in secrets {
        assert!(!log.contains(&secret), "the log has `{secret}`");
    }
}
