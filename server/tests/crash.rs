//! What was acknowledged outlives the process: the real binary is killed in the middle of a stream of edits.
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

const BINARY: &str = env!("CARGO_BIN_EXE_zuka");
const PASSWORD: &str = "a password for tests";

/// The server as its own process, killed with the value.
struct Process {
    child: Child,
    addr: SocketAddr,
}

impl Process {
    /// Starts it on a free port and waits for its word that it is ready.
    fn start(url: &str) -> Self {
        let mut child = command(url)
            .args(["--addr", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let ready = lines.by_ref().find_map(|line| {
            line.strip_prefix("Zuka is ready at http://")
                .map(str::to_owned)
        });
        let addr = ready
            .expect("the server says when it is ready")
            .trim_end_matches('/')
            .parse()
            .unwrap();
        // A full pipe would stop the server.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, addr }
    }

    /// `kill -9`: no chance to finish anything.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(url: &str) -> Command {
    let mut command = Command::new(BINARY);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ZUKA_")) {
        command.env_remove(name);
    }
    command.args([
        "--database-url",
        url,
        "--log",
        "off",
        "--now",
        "2026-11-30T09:00:00Z",
    ]);
    command
}

/// One request, one connection; `Err` when the server went away.
fn send(
    addr: SocketAddr,
    head: &str,
    cookie: &str,
    form: &[(&str, &str)],
) -> std::io::Result<String> {
    let body = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(form)
        .finish();
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "{head} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    if answer.contains("\r\n\r\n") {
        Ok(answer)
    } else {
        Err(std::io::ErrorKind::UnexpectedEof.into())
    }
}

fn header<'a>(answer: &'a str, name: &str) -> &'a str {
    let head = answer.split("\r\n\r\n").next().unwrap();
    head.lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")))
        .unwrap_or("")
}

fn hidden(html: &str, name: &str) -> String {
    let value = &html[html.find(&format!("name=\"{name}\"")).unwrap()..];
    let value = &value[value.find("value=\"").unwrap() + 7..];
    value[..value.find('"').unwrap()].to_owned()
}

fn sign_in(addr: SocketAddr) -> String {
    let form = [("name", "lin"), ("password", PASSWORD), ("next", "/admin")];
    let answer = send(addr, "POST /login", "", &form).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    header(&answer, "set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned()
}

/// Posts one price after the other until the server is gone; tells each acknowledged revision and price.
fn edit_until_gone(
    addr: SocketAddr,
    offer: i64,
    first: i64,
    acknowledged: &mpsc::Sender<(i64, i64)>,
) {
    let cookie = sign_in(addr);
    let path = format!("/admin/offers/{offer}");
    let form = send(addr, &format!("GET {path}"), &cookie, &[]).unwrap();
    let (csrf, version) = (
        hidden(&form, "csrf"),
        hidden(&form, "version").parse::<i64>().unwrap(),
    );
    for step in 0.. {
        let price = format!("{}.{:03}", 1 + (first + step) / 1000, (first + step) % 1000);
        let version = (version + step).to_string();
        let form = [
            ("csrf", csrf.as_str()),
            ("version", &version),
            ("price", &price),
            ("source_url", "https://prices.example.com/gpu"),
            ("source_date", "2026-11-29"),
            ("confirm_far_from_median", "1"),
            ("confirm_spot_above_on_demand", "1"),
        ];
        let Ok(answer) = send(addr, &format!("POST {path}"), &cookie, &form) else {
            return;
        };
        assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
        let revision = header(&answer, "location")
            .rsplit_once("saved=")
            .unwrap()
            .1
            .parse()
            .unwrap();
        let nanos = (first + step + 1000) * 1_000_000;
        acknowledged.send((revision, nanos)).unwrap();
    }
}

#[test]
fn acknowledged_edits_survive_a_kill_and_none_is_half_there() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("zuka.db").display());
    let mut add = command(&url)
        .args(["user", "add", "lin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(add.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    assert!(add.wait().unwrap().success());

    let mut acknowledged: Vec<(i64, i64)> = Vec::new();
    let rounds = [3, 10, 17];
    let mut offer = 0;
    for (round, least) in (0_i64..).zip(rounds) {
        let mut process = Process::start(&url);
        let addr = process.addr;
        if offer == 0 {
            let list = send(
                addr,
                "GET /api/v1/offerings?limit=1&price_kind=on_demand&order_by=observed_at",
                "",
                &[],
            )
            .unwrap();
            let list: serde_json::Value =
                serde_json::from_str(list.split_once("\r\n\r\n").unwrap().1).unwrap();
            offer = list["items"][0]["id"].as_i64().unwrap();
        }
        let (sender, receiver) = mpsc::channel();
        let editing =
            std::thread::spawn(move || edit_until_gone(addr, offer, round * 500, &sender));
        acknowledged.extend(receiver.iter().take(least));
        // The next edit is on its way.
        process.kill();
        editing.join().unwrap();
        acknowledged.extend(receiver.iter());
    }
    assert!(acknowledged.len() >= rounds.iter().sum::<usize>());

    // The next start reads what is there and serves it.
    let mut process = Process::start(&url);
    let page = send(
        process.addr,
        &format!("GET /admin/offers/{offer}"),
        &sign_in(process.addr),
        &[],
    )
    .unwrap();
    let served: domain::units::Decimal = hidden(&page, "price").parse().unwrap();
    process.kill();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(verify(
        folder.path(),
        offer,
        &acknowledged,
        rounds.len(),
        i64::try_from(served.nanos()).unwrap(),
    ));
}

/// Revision, audit rows, price rows, price, end of that price, changes.
type Row = (i64, i64, i64, Option<i64>, Option<i64>, Option<String>);

async fn verify(folder: &Path, offer: i64, acknowledged: &[(i64, i64)], kills: usize, served: i64) {
    let pool = server::store::open(&format!("sqlite://{}", folder.join("zuka.db").display()))
        .await
        .unwrap();
    let sound: String = sqlx::query_scalar("pragma integrity_check")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(sound, "ok");
    // Every edit's revision with its audit rows, price rows and price.
    let rows: Vec<Row> = sqlx::query_as(
        "select r.id, (select count(*) from audit a where a.revision = r.id and a.plan = $1),
           (select count(*) from price p where p.since_revision = r.id),
           (select p.hour_nanos from price p where p.since_revision = r.id and p.plan = $1),
           (select p.until_revision from price p where p.since_revision = r.id and p.plan = $1),
           (select a.changes from audit a where a.revision = r.id)
         from revision r where r.kind = 'edit' order by r.id",
    )
    .bind(offer)
    .fetch_all(&pool)
    .await
    .unwrap();
    for (place, (revision, audits, prices, nanos, until, changes)) in rows.iter().enumerate() {
        assert_eq!((*audits, *prices), (1, 1), "revision {revision}");
        let changes: serde_json::Value = serde_json::from_str(changes.as_deref().unwrap()).unwrap();
        let price = changes
            .as_array()
            .unwrap()
            .iter()
            .find(|change| change["field"] == "price")
            .unwrap();
        let told: domain::units::Decimal = price["after"].as_str().unwrap().parse().unwrap();
        assert_eq!(
            Some(i64::try_from(told.nanos()).unwrap()),
            *nanos,
            "revision {revision}"
        );
        assert_eq!(
            *until,
            rows.get(place + 1).map(|next| next.0),
            "each price ends where the next begins"
        );
    }
    for (revision, nanos) in acknowledged {
        let stored = rows
            .iter()
            .find(|row| row.0 == *revision)
            .and_then(|row| row.3);
        assert_eq!(stored, Some(*nanos), "acknowledged revision {revision}");
    }
    // At most the one edit that was under way at each kill is there without having been acknowledged.
    assert!(
        rows.len() <= acknowledged.len() + kills,
        "{} stored, {} acknowledged",
        rows.len(),
        acknowledged.len()
    );
    assert_eq!(rows.last().and_then(|row| row.3), Some(served));
    let version: i64 = sqlx::query_scalar(
        "select o.version from offering o join price_plan p on p.offering = o.id where p.id = $1",
    )
    .bind(offer)
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(version, 1 + i64::try_from(rows.len()).unwrap());
    let orphans: i64 = sqlx::query_scalar("select count(*) from audit where revision not in (select id from revision where kind = 'edit')")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(orphans, 0);
}
