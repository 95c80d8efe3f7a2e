//! The binary `zuka`.
use server::cli;

#[tokio::main]
async fn main() -> std::process::ExitCode {
    cli::run().await
}
