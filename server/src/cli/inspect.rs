//! `zuka inspect`: what the check script printed in, verdicts out. An offer is looked up in the database, a card in the
//! starting catalogue.
use super::Failed;
use super::backup::{database, failed};
use crate::config::Config;
use crate::inspect::{Ground, answer, document};
use crate::{sizer, store};
use clap::Args;
use domain::inspect::reading::MOST_BYTES;
use std::io::Read;
use std::path::PathBuf;

/// The call.
#[derive(Args)]
pub struct InspectArgs {
    /// File; `-` or nothing = stdin.
    file: Option<PathBuf>,
    /// The offer that was rented: the number in the address of its page.
    #[arg(long)]
    offer: Option<i64>,
    /// The card that was promised, when there is no offer; else the one that the machine names.
    #[arg(long)]
    gpu: Option<String>,
}

/// Writes the verdicts. Exit status 0 whatever they are: 2 is for a text or a call that cannot be read.
pub async fn inspect(config: &Config, args: InspectArgs) -> Result<u8, Failed> {
    let text = text(args.file)?;
    let gpu = args.gpu.unwrap_or_default();
    let said = match args.offer {
        Some(offer) => {
            let file = database(config)?;
            if !file.exists() {
                let message = format!(
                    "there is no database at {}, so no offer can be looked up",
                    file.display()
                );
                return Err(Failed::input("no_database", message)
                    .hint("check ZUKA_DATABASE_URL, or name a card with --gpu"));
            }
            let pool = store::open(&config.database_url)
                .await
                .map_err(|error| failed(&error))?;
            let read = async {
                let mut connection = pool.acquire().await.map_err(store::StoreError::from)?;
                store::catalog::load(&mut connection, config.freshness.limits()).await
            };
            let catalogues = read.await.map_err(|error| failed(&error));
            pool.close().await;
            let snapshot = catalogues?.public;
            let ground = Ground {
                gpus: &snapshot.gpus,
                snapshot: Some(&snapshot),
            };
            answer(&text, &offer.to_string(), &gpu, ground)
        }
        None => {
            let gpus =
                sizer::gpus().map_err(|error| Failed::input("catalogue", error.to_string()))?;
            let ground = Ground {
                gpus: &gpus,
                snapshot: None,
            };
            answer(&text, "", &gpu, ground)
        }
    };
    let answered = said.map_err(|refused| Failed {
        field: Some(refused.field().to_owned()),
        ..Failed::input(refused.code(), refused.to_string())
    })?;
    println!("{}", document(&answered));
    Ok(0)
}

/// The text, whatever its bytes: a terminal's copy may hold anything.
fn text(file: Option<PathBuf>) -> Result<String, Failed> {
    let unread = |error: std::io::Error| {
        Failed::input("cannot_read", format!("cannot read the input: {error}"))
    };
    let most = MOST_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    match file.filter(|path| path.as_os_str() != "-") {
        Some(path) => std::fs::File::open(&path)
            .map_err(|error| {
                Failed::input(
                    "cannot_read",
                    format!("cannot read {}: {error}", path.display()),
                )
            })?
            .take(most)
            .read_to_end(&mut bytes),
        None => std::io::stdin().take(most).read_to_end(&mut bytes),
    }
    .map_err(unread)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
