//! A snapshot prepared for questions in one currency on one day: figures as ranks, rows in order.
//!
//! All of it is made at the first question that needs it, from the definitions that hold for one offer
//! ([`select::figure`], [`order::key`]), and kept beside the snapshot as long as that is in force.
use super::classes::Classes;
use super::order::{self, Direction, Key, OrderBy};
use super::query::Range;
use super::{CatalogSnapshot, Freshness, FreshnessLimits, Tally, select};
use crate::units::{Currency, Decimal};
use chrono::NaiveDate;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Orders kept at once; those that visitors sort by most are three or four.
const MOST_ORDERS: usize = 10;

/// What a view is made for; age limits are set after a snapshot is made, so they are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub currency: Currency,
    pub today: NaiveDate,
    pub limits: FreshnessLimits,
}

/// One figure of every row, as the place of its value among all values.
#[derive(Debug)]
pub(super) struct Ranks {
    /// Distinct values, ascending.
    pub values: Vec<f64>,
    /// Place of each row's value; [`Self::UNKNOWN`] for none.
    pub of: Vec<u32>,
}

impl Ranks {
    /// The rank of a figure that is not known.
    pub const UNKNOWN: u32 = u32::MAX;

    /// The ranks whose values lie inside `range`.
    pub fn held(&self, range: Range) -> std::ops::Range<u32> {
        let below = |bound: Option<f64>, beyond: &dyn Fn(f64, f64) -> bool| {
            bound.map(|bound| self.values.partition_point(|value| beyond(*value, bound)) as u32)
        };
        let from = below(range.min.map(Decimal::to_f64), &|value, min| value < min);
        let to = below(range.max.map(Decimal::to_f64), &|value, max| value <= max);
        from.unwrap_or_default()..to.unwrap_or(self.values.len() as u32)
    }

    fn new(figures: Vec<Option<f64>>) -> Self {
        let mut values: Vec<f64> = figures.iter().copied().flatten().collect();
        values.sort_unstable_by(f64::total_cmp);
        values.dedup_by(|a, b| a.total_cmp(b).is_eq());
        values.shrink_to_fit();
        let place = |value: f64| values.partition_point(|v| v.total_cmp(&value).is_lt()) as u32;
        let of = figures.iter().map(|f| f.map_or(Self::UNKNOWN, place));
        Self {
            of: of.collect(),
            values,
        }
    }
}

/// All rows under one key.
#[derive(Debug)]
pub(super) struct Order {
    /// Every row, first to last.
    pub rows: Vec<u32>,
    /// How many of them, from the first, are not stale.
    pub current: usize,
}

/// Rows in the order of a key and a direction.
type KeptOrder = ((OrderBy, Direction), Arc<Order>);

/// The rest of a view, made as it is asked for.
#[derive(Debug)]
pub(super) struct View {
    moment: Moment,
    /// For each class of times whether its prices are stale.
    pub is_stale: Vec<bool>,
    figures: Mutex<HashMap<&'static str, Arc<Ranks>>>,
    orders: Mutex<Vec<KeptOrder>>,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl View {
    fn new(snapshot: &CatalogSnapshot, moment: Moment) -> Self {
        let times = snapshot.classes().times.examples(&snapshot.offers);
        let is_stale =
            times.map(|offer| snapshot.freshness(offer, moment.today) == Freshness::Stale);
        Self {
            moment,
            is_stale: is_stale.collect(),
            figures: Mutex::default(),
            orders: Mutex::default(),
        }
    }

    /// The figure that the numeric condition `name` is about.
    pub fn figure(&self, snapshot: &CatalogSnapshot, name: &'static str) -> Arc<Ranks> {
        if let Some(known) = lock(&self.figures).get(name) {
            return Arc::clone(known);
        }
        let currency = self.moment.currency;
        let offers = snapshot.offers.iter();
        let figures = offers.map(|offer| select::figure(snapshot, offer, name, currency));
        let made = Arc::new(Ranks::new(figures.collect()));
        // Two that ask at once may both make it, and both are right.
        lock(&self.figures).insert(name, Arc::clone(&made));
        made
    }

    /// All rows in the order asked for.
    pub fn order(
        &self,
        snapshot: &CatalogSnapshot,
        by: OrderBy,
        direction: Direction,
    ) -> Arc<Order> {
        let wanted = (by, direction);
        {
            let mut kept = lock(&self.orders);
            if let Some(place) = kept.iter().position(|(key, _)| *key == wanted) {
                // The one asked for last is dropped last.
                let known = kept.remove(place);
                let order = Arc::clone(&known.1);
                kept.push(known);
                return order;
            }
        }
        let made = Arc::new(self.sorted(snapshot, by, direction));
        let mut kept = lock(&self.orders);
        if kept.len() >= MOST_ORDERS {
            kept.remove(0);
        }
        kept.push((wanted, Arc::clone(&made)));
        made
    }

    fn sorted(&self, snapshot: &CatalogSnapshot, by: OrderBy, direction: Direction) -> Order {
        let currency = self.moment.currency;
        let classes = snapshot.classes();
        let by_kind = select::is_price(by);
        let offers = snapshot.offers.iter();
        let keys = offers.map(|offer| order::key(snapshot, offer, by, currency));
        let places = places(keys.collect(), direction);
        let mut rows: Vec<(bool, u8, Place, i64, u32)> = snapshot
            .offers
            .iter()
            .zip(places)
            .enumerate()
            .map(|(row, (offer, place))| {
                let is_stale = classes.times.at(&self.is_stale, row);
                let kind = if by_kind { offer.kind as u8 } else { 0 };
                (is_stale, kind, place, offer.id, row as u32)
            })
            .collect();
        rows.sort_unstable();
        Order {
            current: rows.partition_point(|row| !row.0),
            rows: rows.into_iter().map(|row| row.4).collect(),
        }
    }
}

/// A key as numbers that sort alike: numbers before words (the other way round when descending), unknown last.
type Place = (u8, u64);

fn places(keys: Vec<Key>, direction: Direction) -> Vec<Place> {
    let word = |key: &Key| match key {
        Key::Word(word) => Some(word.clone()),
        _ => None,
    };
    let mut words: Vec<String> = keys.iter().filter_map(word).collect();
    words.sort_unstable();
    words.dedup();
    let place = |key: Key| {
        let (kind, ascending) = match key {
            Key::Unknown => return (2, 0),
            Key::Number(number) => (0, ordered(number)),
            Key::Word(word) => (1, words.partition_point(|known| *known < word) as u64),
        };
        match direction {
            Direction::Asc => (kind, ascending),
            Direction::Desc => (1 - kind, !ascending),
        }
    };
    keys.into_iter().map(place).collect()
}

/// A number's bits so that they compare as [`f64::total_cmp`] does.
fn ordered(number: f64) -> u64 {
    let bits = number.to_bits();
    let sign = 1 << 63;
    if bits & sign == 0 { bits | sign } else { !bits }
}

/// The views in force: what visitors ask for is two or three currencies on one day.
const MOST_VIEWS: usize = 4;

/// What is prepared of one snapshot. A copy of a snapshot starts with nothing: whoever copies it may change it.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    classes: OnceLock<Classes>,
    by_offering: OnceLock<Vec<u32>>,
    tally: Mutex<Option<(NaiveDate, FreshnessLimits, Arc<Tally>)>>,
    views: Mutex<Vec<Arc<View>>>,
}

impl Prepared {
    pub fn classes(&self, snapshot: &CatalogSnapshot) -> &Classes {
        let make = || Classes::new(&snapshot.gpus, &snapshot.platforms, &snapshot.offers);
        self.classes.get_or_init(make)
    }

    /// All rows, those of one offering together.
    pub fn by_offering(&self, snapshot: &CatalogSnapshot) -> &[u32] {
        self.by_offering.get_or_init(|| {
            let mut rows: Vec<u32> = (0..snapshot.offers.len() as u32).collect();
            rows.sort_by_key(|row| snapshot.offers[*row as usize].offering_id);
            rows
        })
    }

    pub fn tally(&self, snapshot: &CatalogSnapshot, today: NaiveDate) -> Arc<Tally> {
        let limits = snapshot.limits;
        let mut kept = lock(&self.tally);
        match &*kept {
            Some((day, of, tally)) if (*day, *of) == (today, limits) => Arc::clone(tally),
            _ => {
                let tally = Arc::new(Tally::of(snapshot, self.classes(snapshot), today));
                *kept = Some((today, limits, Arc::clone(&tally)));
                tally
            }
        }
    }

    pub fn view(
        &self,
        snapshot: &CatalogSnapshot,
        currency: Currency,
        today: NaiveDate,
    ) -> Arc<View> {
        let limits = snapshot.limits;
        let moment = Moment {
            currency,
            today,
            limits,
        };
        {
            let mut kept = lock(&self.views);
            if let Some(place) = kept.iter().position(|view| view.moment == moment) {
                let view = kept.remove(place);
                kept.push(Arc::clone(&view));
                return view;
            }
        }
        let made = Arc::new(View::new(snapshot, moment));
        let mut kept = lock(&self.views);
        // Two that ask at once are given the same, so that its parts are made once.
        if let Some(known) = kept.iter().find(|view| view.moment == moment) {
            return Arc::clone(known);
        }
        if kept.len() >= MOST_VIEWS {
            kept.remove(0);
        }
        kept.push(Arc::clone(&made));
        made
    }
}

impl Clone for Prepared {
    fn clone(&self) -> Self {
        Self::default()
    }
}
