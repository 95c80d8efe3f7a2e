//! How often one account may be tried, over all addresses: who has many addresses gets no more guesses.
use super::limit::{Attempts, short};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Failures of an account without any wait.
const FREE: u32 = 10;

/// The wait after the first failure that is not free; it doubles with each one.
const FIRST_WAIT: Duration = Duration::from_secs(15);

/// No wait is longer: nobody is locked out for good.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

/// Without a failure for this long an account starts afresh.
const FORGET: Duration = Duration::from_secs(24 * 60 * 60);

/// Accounts kept; the ones with the fewest failures go first.
const MOST_ACCOUNTS: usize = 20_000;

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
}

impl Failures {
    fn wait(self) -> Duration {
        let Some(doubled) = self.count.checked_sub(FREE) else {
            return Duration::ZERO;
        };
        FIRST_WAIT
            .saturating_mul(1_u32.checked_shl(doubled).unwrap_or(u32::MAX))
            .min(LONGEST_WAIT)
    }
}

/// Tries of signing in, limited by address and by account. In memory: a restart forgets them.
#[derive(Debug, Default)]
pub struct SignIns {
    accounts: Mutex<HashMap<String, Failures>>,
    addresses: Attempts,
}

impl SignIns {
    /// Lets a try through, counted as a failure until [`Self::succeeded`]; or says how long to wait, and counts nothing.
    ///
    /// `name` may be anything that was typed: names that exist are counted like those that do not.
    pub fn begin(&self, address: IpAddr, name: &str, now: Instant) -> Result<(), Duration> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let name = short(name);
        let known = accounts
            .get(&name)
            .copied()
            .filter(|failures| now.duration_since(failures.last) < FORGET);
        if let Some(failures) = known {
            let left = (failures.last + failures.wait()).saturating_duration_since(now);
            if !left.is_zero() {
                return Err(left);
            }
        }
        if !self.addresses.begin(address, &name, now) {
            return Err(super::limit::WINDOW);
        }
        let count = known.map_or(0, |failures| failures.count).saturating_add(1);
        if accounts.len() >= MOST_ACCOUNTS && !accounts.contains_key(&name) {
            let least = accounts
                .iter()
                .min_by_key(|(_, failures)| (failures.count, failures.last))
                .map(|(name, _)| name.clone());
            if let Some(least) = least {
                accounts.remove(&least);
            }
        }
        accounts.insert(name, Failures { count, last: now });
        Ok(())
    }

    /// The try was right: the account's failures are forgotten.
    pub fn succeeded(&self, address: IpAddr, name: &str) {
        self.accounts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&short(name));
        self.addresses.succeeded(address, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::from((0xC000_0200 + n).to_be_bytes())
    }

    #[test]
    fn many_addresses_get_ten_tries_and_then_ever_fewer() {
        let (tries, start) = (SignIns::default(), Instant::now());
        assert!((0..10).all(|n| tries.begin(address(n), "lin", start).is_ok()));
        let mut now = start;
        for (n, seconds) in [15, 30, 60, 120, 240, 480, 900, 900]
            .into_iter()
            .enumerate()
        {
            let from = address(100 + u32::try_from(n).unwrap());
            let wait = Duration::from_secs(seconds);
            assert_eq!(tries.begin(from, "lin", now), Err(wait));
            assert!(
                tries.begin(from, "wei", now).is_ok(),
                "other accounts go on"
            );
            now += wait;
            assert!(
                tries.begin(from, "lin", now).is_ok(),
                "after {seconds} s one more"
            );
        }
        // What was refused does not lengthen the wait.
        assert_eq!(
            tries.begin(address(300), "lin", now + LONGEST_WAIT / 2),
            Err(LONGEST_WAIT / 2)
        );
        assert!(tries.begin(address(301), "lin", now + FORGET).is_ok());
        assert!(tries.begin(address(302), "lin", now + FORGET).is_ok());
    }

    #[test]
    fn a_right_password_forgets_and_a_blocked_address_cannot_lengthen_the_wait() {
        let (tries, start) = (SignIns::default(), Instant::now());
        assert!((0..9).all(|n| tries.begin(address(n), "lin", start).is_ok()));
        assert!(tries.begin(address(9), "lin", start).is_ok());
        tries.succeeded(address(9), "lin");
        assert!((0..5).all(|_| tries.begin(address(20), "lin", start).is_ok()));
        assert!((0..50).all(|_| tries.begin(address(20), "lin", start).is_err()));
        assert!(
            tries.begin(address(21), "lin", start).is_ok(),
            "the account is not locked by one address"
        );
    }

    #[test]
    fn a_flood_of_names_does_not_push_an_attacked_one_out() {
        let (tries, start) = (SignIns::default(), Instant::now());
        assert!((0..10).all(|n| tries.begin(address(n), "lin", start).is_ok()));
        for n in 0..u32::try_from(MOST_ACCOUNTS).unwrap() + 50 {
            let _ = tries.begin(address(1000 + n), &n.to_string(), start);
        }
        assert!(tries.begin(address(11), "lin", start).is_err());
        assert!(tries.accounts.lock().unwrap().len() <= MOST_ACCOUNTS);
    }
}
