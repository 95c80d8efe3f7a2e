//! How often somebody may try to sign in, save a plan, or report an error.
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tries are counted over this long.
pub const WINDOW: Duration = Duration::from_secs(15 * 60);

/// Failures for one name from one address.
const BY_NAME: usize = 5;

/// Failures from one address for any names.
const BY_ADDRESS: usize = 20;

/// Keys kept; far more than honest editors make.
const MOST_KEYS: usize = 20_000;

/// Old keys are looked for this often.
const PRUNE_EVERY: Duration = Duration::from_secs(60);

/// An address, and a name or any.
type Key = (IpAddr, Option<String>);

/// Plans that one address may save in the window.
const SAVES: usize = 60;

/// Reports that one address may send in the window.
const REPORTS: usize = 10;

/// The failures of the last quarter of an hour, in memory: a restart forgets them.
#[derive(Debug)]
pub struct Attempts {
    by_name: usize,
    by_address: usize,
    failures: Mutex<HashMap<Key, VecDeque<Instant>>>,
    pruned: Mutex<Option<Instant>>,
}

impl Default for Attempts {
    /// The limits of signing in.
    fn default() -> Self {
        Self {
            by_name: BY_NAME,
            by_address: BY_ADDRESS,
            failures: Mutex::default(),
            pruned: Mutex::default(),
        }
    }
}

impl Attempts {
    /// The limit of saving plans: nothing is a failure there, every one counts.
    pub fn saves() -> Self {
        Self {
            by_name: SAVES,
            by_address: SAVES,
            ..Self::default()
        }
    }

    /// The limit of reports, counted like plans.
    pub fn reports() -> Self {
        Self {
            by_name: REPORTS,
            by_address: REPORTS,
            ..Self::default()
        }
    }

    /// Whether another try is allowed; if so it is counted as a failure until [`Self::succeeded`] takes it back, so
    /// that tries made at the same time count too.
    pub fn begin(&self, address: IpAddr, name: &str, now: Instant) -> bool {
        let address = network(address);
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.len() >= MOST_KEYS && self.is_to_be_pruned(now) {
            failures.retain(|_, times| {
                times
                    .back()
                    .is_some_and(|last| now.duration_since(*last) < WINDOW)
            });
        }
        let keys = [
            ((address, Some(short(name))), self.by_name),
            ((address, None), self.by_address),
        ];
        for (key, most) in &keys {
            if let Some(times) = failures.get_mut(key) {
                while times
                    .front()
                    .is_some_and(|first| now.duration_since(*first) >= WINDOW)
                {
                    times.pop_front();
                }
                if times.len() >= *most {
                    return false;
                }
            }
        }
        for (key, _) in keys {
            failures.entry(key).or_default().push_back(now);
        }
        true
    }

    /// Once a minute: under a flood of names looking through all of them at each try would be the larger harm.
    fn is_to_be_pruned(&self, now: Instant) -> bool {
        let mut pruned = self.pruned.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = pruned.is_none_or(|last| now.duration_since(last) >= PRUNE_EVERY);
        if is_due {
            *pruned = Some(now);
        }
        is_due
    }

    /// The try was right: the name's failures from there are forgotten, and the try is no failure of the address.
    pub fn succeeded(&self, address: IpAddr, name: &str) {
        let address = network(address);
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(&(address, Some(short(name))));
        if let Some(times) = failures.get_mut(&(address, None)) {
            times.pop_back();
        }
    }
}

/// A typed name as a key: nobody's name is longer.
pub(super) fn short(name: &str) -> String {
    name.chars().take(60).collect()
}

/// One IPv6 customer has a whole /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_failures_a_name_twenty_an_address_and_then_time_heals() {
        let attempts = Attempts::default();
        let (here, there): (IpAddr, IpAddr) =
            ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let start = Instant::now();
        assert!((0..5).all(|_| attempts.begin(here, "lin", start)));
        assert!(!attempts.begin(here, "lin", start));
        assert!(attempts.begin(there, "lin", start));
        assert!((0..15).all(|n| attempts.begin(here, &n.to_string(), start)));
        assert!(!attempts.begin(here, "another", start));
        assert!(attempts.begin(here, "lin", start + WINDOW));
    }

    #[test]
    fn success_forgets_and_one_v6_network_is_one_address() {
        let attempts = Attempts::default();
        let start = Instant::now();
        let (one, two) = (
            "2001:db8::1".parse().unwrap(),
            "2001:db8::2".parse().unwrap(),
        );
        assert!((0..4).all(|_| attempts.begin(one, "lin", start)));
        assert!(attempts.begin(one, "lin", start));
        attempts.succeeded(one, "lin");
        assert!((0..5).all(|_| attempts.begin(two, "lin", start)));
        assert!(!attempts.begin(one, "lin", start));
    }
}
