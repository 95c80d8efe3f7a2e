//! The binary `zuka`.
use clap::Parser;
use server::cli;

#[tokio::main]
async fn main() -> std::process::ExitCode {
    cli::run(cli::Cli::parse()).await
}
