//! `zuka serve`.
use super::Failed;
use crate::config::Config;
use crate::sources::schedule;
use crate::{router, start};
use std::net::SocketAddr;

/// Serves until interrupted; requests under way are finished.
pub async fn serve(config: Config) -> Result<u8, Failed> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|error| {
        Failed::input(
            "bad_log_filter",
            format!("ZUKA_LOG `{}` is no filter: {error}", config.log),
        )
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    let addr = config.addr;
    let state = start::open(config).await.map_err(|error| {
        Failed::input("cannot_start", error.to_string()).hint("check ZUKA_DATABASE_URL")
    })?;
    let listener = tokio::net::TcpListener::bind(addr).await.map_err(|error| {
        Failed::input("cannot_listen", format!("cannot listen on {addr}: {error}"))
            .hint("set ZUKA_ADDR to a free address")
    })?;
    let bound = listener.local_addr().unwrap_or(addr);
    tokio::spawn(keep_up(state.clone()));
    // The one line that a person waits for, also when the log is off.
    eprintln!("Zuka is ready at http://{bound}/");
    let (stop_sources, stopped) = tokio::sync::watch::channel(false);
    let sources = tokio::spawn(schedule::run(state.clone(), stopped));
    let app = router::router(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app)
        .with_graceful_shutdown(stop())
        .await
        .map_err(|error| Failed::input("server_failed", error.to_string()))?;
    // Nobody listens any more when the task has ended by itself; either way it is waited for.
    let _ = stop_sources.send(true);
    let _ = sources.await;
    state.pool.close().await;
    Ok(0)
}

/// Once a minute: prices that were announced for a day that has come.
async fn keep_up(state: crate::state::AppState) {
    let mut minute = tokio::time::interval(std::time::Duration::from_secs(60));
    loop {
        minute.tick().await;
        if let Err(error) = start::apply_due(&state).await {
            tracing::error!(cause = %error, "announced prices could not be looked through; tried again in a minute");
        }
    }
}

async fn stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}
