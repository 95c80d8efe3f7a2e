//! A server on loopback that answers as a source does, or badly. It speaks HTTP by hand, so that it can also break it.
use super::saved::Saved;
use reqwest::Url;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const BLANKS: &[u8] = include_bytes!("../fixtures/sources/blanks.gz");

/// How it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As the source does.
    Fine,
    /// 429, with `Retry-After`.
    Busy(&'static str),
    /// 503.
    Broken,
    /// Half an answer.
    Cut,
    /// A page.
    Html,
    /// An answer without an end.
    Huge,
    /// A small answer that unpacks to two million blanks.
    Packed,
    /// A redirect.
    Away(&'static str),
    /// Nothing at all.
    Silent,
}

/// What it knows and saw.
pub struct Script {
    saved: &'static Saved,
    /// How it answers, and how often before it is fine again.
    pub way: (Way, usize),
    /// Requests, whole.
    pub asked: Vec<String>,
    /// Requests under way, and the most there ever were.
    pub busy: (usize, usize),
}

/// The server.
#[derive(Clone)]
pub struct Twin {
    pub address: Url,
    pub script: Arc<Mutex<Script>>,
}

impl Twin {
    pub async fn start(saved: &'static Saved) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap())
            .parse()
            .unwrap();
        let script = Arc::new(Mutex::new(Script {
            saved,
            way: (Way::Fine, 0),
            asked: Vec::new(),
            busy: (0, 0),
        }));
        let twin = Self { address, script };
        let server = twin.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.serve(stream).await });
            }
        });
        twin
    }

    /// From now on, `times` answers of this way.
    pub fn answer(&self, way: Way, times: usize) {
        let mut script = self.script.lock().unwrap();
        script.way = (way, times);
        script.asked.clear();
    }

    pub fn asked(&self) -> Vec<String> {
        self.script.lock().unwrap().asked.clone()
    }

    async fn serve(&self, mut stream: TcpStream) -> Option<()> {
        let request = read(&mut stream).await?;
        let (way, body, kind) = {
            let mut script = self.script.lock().unwrap();
            script.busy.0 += 1;
            script.busy.1 = script.busy.1.max(script.busy.0);
            let saved = script.saved;
            let body = saved.pages.iter().find(|(part, _)| request.contains(part));
            let body = body.map_or(saved.otherwise, |(_, body)| body);
            script.asked.push(request.clone());
            let way = if script.way.1 > 0 {
                script.way.0
            } else {
                Way::Fine
            };
            script.way.1 = script.way.1.saturating_sub(1);
            (way, body, saved.kind)
        };
        // Others get their chance to be here at the same time.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        self.script.lock().unwrap().busy.0 -= 1;
        let head = |status: &str, more: &str| {
            format!("HTTP/1.1 {status}\r\nconnection: close\r\n{more}\r\n")
        };
        let answer = match way {
            Way::Fine => {
                let tag = format!("\"{}\"", body.len());
                if request.contains(&format!("if-none-match: {tag}")) {
                    head("304 Not Modified", "")
                } else {
                    let more = format!(
                        "content-type: {kind}\r\netag: {tag}\r\ncontent-length: {}\r\n",
                        body.len()
                    );
                    head("200 OK", &more) + body
                }
            }
            Way::Busy(after) => head(
                "429 Too Many Requests",
                &format!("retry-after: {after}\r\ncontent-length: 0\r\n"),
            ),
            Way::Broken => head("503 Service Unavailable", "content-length: 0\r\n"),
            Way::Cut => {
                head(
                    "200 OK",
                    &format!("content-type: {kind}\r\ncontent-length: 100000\r\n"),
                ) + "["
            }
            Way::Html => {
                head(
                    "200 OK",
                    "content-type: text/html\r\ncontent-length: 15\r\n",
                ) + "<html>down</htm"
            }
            Way::Away(place) => head(
                "302 Found",
                &format!("location: {place}\r\ncontent-length: 0\r\n"),
            ),
            Way::Huge => head("200 OK", &format!("content-type: {kind}\r\n")),
            Way::Packed => head(
                "200 OK",
                &format!(
                    "content-type: {kind}\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n",
                    BLANKS.len()
                ),
            ),
            Way::Silent => String::new(),
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
        match way {
            Way::Huge => while stream.write_all(&[b' '; 65_536]).await.is_ok() {},
            Way::Packed => stream.write_all(BLANKS).await.ok()?,
            // Until the other side gives up.
            Way::Silent => while stream.read_u8().await.is_ok() {},
            _ => {}
        }
        Some(())
    }
}

async fn read(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 4096];
        let count = stream
            .read(&mut part)
            .await
            .ok()
            .filter(|count| *count > 0)?;
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.lines().find_map(|line| {
            line.to_lowercase()
                .strip_prefix("content-length: ")?
                .parse()
                .ok()
        });
        if body.len() >= length.unwrap_or(0) {
            return Some(text);
        }
    }
}
