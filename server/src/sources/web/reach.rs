//! Which addresses may be asked: public ones. A source, a redirect or a name server must not make us read a private
//! network, where a metadata service or a router answers.
use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The rule in force. The program always uses [`Reach::public`]; only a test can make another.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Loopback is allowed too.
    pub loopback: bool,
    /// Sources are asked here instead of at their own origin.
    pub instead: Option<Url>,
}

impl Reach {
    /// Public addresses only.
    pub fn public() -> Self {
        Self::default()
    }

    /// Whether `address` may be asked.
    pub fn allows(&self, address: IpAddr) -> bool {
        is_public(address) || (self.loopback && address.is_loopback())
    }

    /// The host of an address that must not be asked, where that can be said without a name server.
    pub fn forbidden_host(&self, url: &Url) -> Option<String> {
        let host = url.host_str()?;
        let literal = host.trim_start_matches('[').trim_end_matches(']');
        let address: IpAddr = literal.parse().ok()?;
        (!self.allows(address)).then(|| host.to_owned())
    }

    /// The address to ask for `url`.
    pub fn place(&self, url: &Url) -> Url {
        let Some(instead) = &self.instead else {
            return url.clone();
        };
        let mut place = instead.clone();
        place.set_path(url.path());
        place.set_query(url.query());
        place
    }
}

/// A name that leads into a private network.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` leads into a private network")]
pub struct Private(pub String);

impl Resolve for Reach {
    /// Resolves and leaves out what may not be asked; the connection is made to the addresses that were checked.
    fn resolve(&self, name: Name) -> Resolving {
        let rule = self.clone();
        Box::pin(async move {
            let name = name.as_str().to_owned();
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let allowed: Vec<SocketAddr> = found
                .iter()
                .copied()
                .filter(|at| rule.allows(at.ip()))
                .collect();
            if allowed.is_empty() && !found.is_empty() {
                return Err(Private(name).into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// True for an address of the public network.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let special = a == 0
        || v4.is_loopback()
        || v4.is_private()
        || v4.is_link_local()
        || v4.is_documentation()
        || v4.is_broadcast()
        || v4.is_multicast()
        || a >= 240
        // carrier-grade NAT, protocol assignments, benchmarks
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19));
    !special
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    let parts = v6.segments();
    // An IPv4 address inside: mapped, or behind NAT64.
    if let Some(v4) = v6.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    if parts[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
        let [.., a, b, c, d] = v6.octets();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // Global unicast is 2000::/3; documentation, 6to4 and Teredo lie in it and carry other addresses.
    parts[0] & 0xe000 == 0x2000
        && parts[..2] != [0x2001, 0xdb8]
        && parts[..2] != [0x2001, 0]
        && parts[0] != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_loopback_and_link_local_addresses_are_no_place_for_a_source() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn an_address_of_digits_is_judged_before_it_is_asked() {
        let rule = Reach::public();
        for (url, bad) in [
            ("http://127.0.0.1:9/", true),
            // the same address in the forms that a browser takes
            ("http://2130706433/", true),
            ("http://0x7f.1/", true),
            ("http://[::1]/", true),
            ("https://api.vultr.com/", false),
        ] {
            assert_eq!(
                rule.forbidden_host(&url.parse().unwrap()).is_some(),
                bad,
                "{url}"
            );
        }
    }
}
