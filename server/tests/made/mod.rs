//! A made-up file in SkyPilot's form, of any size and the same each time: cards, regions, machines without a card, rows
//! that have to be refused. Prices are made up and may be used for nothing else.
use std::fmt::Write as _;

/// Card as such files name it, MiB of one, cents an hour.
const CARDS: [(&str, u32, u64); 8] = [
    ("B300", 268_288, 699),
    ("B200", 184_320, 489),
    ("H200", 144_384, 339),
    ("L40S", 49_152, 91),
    ("A100-80GB", 81_920, 145),
    ("L4", 24_576, 71),
    ("V100", 16_384, 14),
    ("RTX6000-Ada", 49_152, 83),
];
const REGIONS: usize = 25;

/// One row of the file.
#[derive(Clone)]
pub struct MadeRow {
    pub machine: String,
    pub region: String,
    /// Empty = a machine without a card.
    pub card: String,
    pub count: u32,
    pub mib: u32,
    /// Ten-thousandths of a dollar; `None` = no such price.
    pub price: Option<u64>,
    pub spot: Option<u64>,
}

/// Numbers that look random and are the same each time (splitmix64).
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// `count` rows: one in ten has no card, one in two hundred a card that nobody knows, one in two hundred no price.
pub fn rows(count: usize) -> Vec<MadeRow> {
    let mut seeded = Seeded(20_261_130);
    let row = |at: usize| {
        let (card, mib, cents) = CARDS[at % CARDS.len()];
        let cards = 1 << (at / CARDS.len() % 4);
        let price = cents * 100 * u64::from(cards) + seeded.below(3_000);
        let (card, price) = match at % 200 {
            at if at % 10 == 3 => ("", Some(price)),
            41 => ("X9000", Some(price)),
            82 => (card, None),
            _ => (card, Some(price)),
        };
        MadeRow {
            machine: format!("{cards}{card}.{}V", at / REGIONS),
            region: format!("REG-{:02}", at % REGIONS),
            card: card.to_owned(),
            count: cards,
            mib,
            price,
            spot: price.filter(|_| at % 4 == 1).map(|price| price / 3),
        }
    };
    (0..count).map(row).collect()
}

/// The file.
pub fn text(rows: &[MadeRow]) -> String {
    let mut text = String::from(
        "InstanceType,UpstreamCloudId,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,Price,SpotPrice\n",
    );
    let amount = |price: Option<u64>| {
        price.map_or_else(String::new, |p| format!("{}.{:04}", p / 10_000, p % 10_000))
    };
    for row in rows {
        let MadeRow {
            machine,
            card,
            count,
            mib,
            region,
            ..
        } = row;
        let info = if card.is_empty() {
            String::new()
        } else {
            format!(
                "\"{{\"\"Gpus\"\": [{{\"\"Name\"\": \"\"{card}\"\", \"\"Count\"\": {count}, \"\"MemoryInfo\"\": {{\"\"SizeInMiB\"\": {mib}}}}}]}}\""
            )
        };
        let of_card = if card.is_empty() {
            String::new()
        } else {
            format!("{count}.0")
        };
        let _ = writeln!(
            text,
            "{machine},{machine},{}.0,{}.0,{card},{of_card},{info},{region},{},{}",
            count * 12,
            count * 120,
            amount(row.price),
            amount(row.spot)
        );
    }
    text
}

/// What a plain reading counts: offers, rows refused, rows skipped.
pub fn counted(rows: &[MadeRow]) -> (usize, usize, usize) {
    let (mut offers, mut refused, mut skipped) = (0, 0, 0);
    for row in rows {
        match (row.card.as_str(), row.price) {
            ("", _) => skipped += 1,
            ("X9000", _) | (_, None) => refused += 1,
            _ => offers += 1 + usize::from(row.spot.is_some()),
        }
    }
    (offers, refused, skipped)
}
