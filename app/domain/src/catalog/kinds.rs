//! The closed lists of words that the catalogue uses.

/// Declares an enum whose variants have one stored word each.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),+ }
        impl $name {
            /// Every value, in reading order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The stored word, as in files, addresses and JSON.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// From the stored word; `None` for any other text.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}
pub(crate) use words;

words! {
    /// How a price binds: only prices of one kind may be compared for "lowest".
    PriceKind {
        /// By the hour, no promise either way.
        OnDemand = "on_demand",
        /// Cheaper, can be interrupted.
        Spot = "spot",
        /// Prepaid for a day.
        Daily = "daily",
        /// Prepaid for a week.
        Weekly = "weekly",
        /// Prepaid for a month.
        Monthly = "monthly",
        /// A longer term with a commitment.
        Reserved = "reserved",
    }
}

impl PriceKind {
    /// True for a prepaid period, false where a meter runs.
    pub const fn is_term(self) -> bool {
        matches!(
            self,
            Self::Daily | Self::Weekly | Self::Monthly | Self::Reserved
        )
    }
}

words! {
    /// Whether a card is used by one customer alone.
    Exclusivity {
        /// One customer a card.
        Dedicated = "dedicated",
        /// A slice, or time shared with others.
        Shared = "shared",
        /// Depends on the product.
        Mixed = "mixed",
    }
}

words! {
    /// What goes on being charged when a machine is stopped.
    StoppedBilling {
        /// Nothing.
        None = "none",
        /// The disk.
        StorageOnly = "storage_only",
        /// The machine at its full price.
        Full = "full",
    }
}
