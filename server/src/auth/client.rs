//! What a request says about where it comes from.
use crate::config::Config;
use crate::state::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The client's address: the peer, or what a trusted proxy says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        // Without a socket there is no stranger: the router is called in process.
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| {
                peer.ip()
            });
        Ok(Self(client(
            peer,
            &parts.headers,
            &state.config.trusted_proxies,
        )))
    }
}

/// The last hop that no trusted proxy wrote about itself. What stands before it may be invented.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let trusts = |address: IpAddr| {
        trusted
            .iter()
            .any(|proxy| proxy.to_canonical() == address.to_canonical())
    };
    if !trusts(peer) {
        return peer;
    }
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    for hop in hops.into_iter().rev() {
        match hop.parse::<IpAddr>() {
            Ok(address) if trusts(address) => {}
            Ok(address) => return address,
            Err(_) => return peer,
        }
    }
    peer
}

/// Whether a form was sent from a page of this site, as far as the browser says; a program that says nothing passes,
/// for it carries nobody's cookies.
pub fn from_this_site(headers: &HeaderMap, config: &Config) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else {
        return true;
    };
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    origin == config.public_url()
        || (authority.is_some() && authority == text(header::HOST.as_str()))
}

/// The site's address without a trailing slash: the configured one, or what this request was sent to.
pub fn site_of(headers: &HeaderMap, config: &Config) -> String {
    if !config.public_url.is_empty() {
        return config.public_url().to_owned();
    }
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        headers.append(
            "x-forwarded-for",
            "203.0.113.9, 198.51.100.7".parse().unwrap(),
        );
        headers.append("x-forwarded-for", "10.0.0.2".parse().unwrap());
        let [proxy, inner]: [IpAddr; 2] =
            ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        assert_eq!(client(proxy, &headers, &[]), proxy);
        assert_eq!(client(proxy, &headers, &[proxy]), inner);
        assert_eq!(
            client(proxy, &headers, &[proxy, inner]).to_string(),
            "198.51.100.7"
        );
    }
}
