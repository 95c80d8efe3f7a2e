//! The tables whose rows an undo brings back, as the journal's triggers see them.

/// How a row comes to be and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It has a last revision.
    Ends,
    /// It is active or not.
    Active,
    /// It is followed by another row.
    Followed,
}

/// One table. `columns` are all but the key, in the order of the table; the test of the schema compares them.
pub struct Table {
    /// Name.
    pub name: &'static str,
    /// Column that names a row.
    pub key: &'static str,
    /// What the journal keeps of it.
    pub columns: &'static [&'static str],
    /// How a row ends.
    pub life: Life,
    /// True where an added row is found by its `since_revision`, not in the journal.
    pub has_since: bool,
}

/// Every table, those that others lean on last, so that what is restored finds them.
pub const TABLES: [Table; 13] = [
    Table {
        name: "gpu",
        key: "slug",
        columns: &[
            "position",
            "name",
            "vendor",
            "architecture",
            "compute_capability",
            "vram_gb",
            "memory_type",
            "bandwidth_gbps",
            "fp32_tflops",
            "fp16_dense_tflops",
            "fp16_dense_derived_tflops",
            "bf16_dense_tflops",
            "fp8_dense_tflops",
            "int8_dense_tops",
            "tdp_w",
            "interconnect",
            "interconnect_gbps",
            "form_factor",
            "release_year",
            "min_cuda",
            "source_url",
            "note",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: false,
    },
    Table {
        name: "platform",
        key: "slug",
        columns: &[
            "name",
            "name_zh",
            "homepage",
            "country",
            "currency",
            "docs_url",
            "note",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: false,
    },
    Table {
        name: "persistence",
        key: "id",
        columns: &[
            "platform",
            "volume",
            "survives_stop",
            "survives_image_save",
            "survives_migration",
            "survives_release",
            "deleted_after_days",
            "billed_while_stopped",
            "source_url",
            "as_of",
            "note",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: false,
    },
    Table {
        name: "model",
        key: "id",
        columns: &[
            "family",
            "hf_repo",
            "kind",
            "layers",
            "hidden",
            "heads",
            "kv_heads",
            "head_dim",
            "intermediate",
            "experts",
            "experts_active",
            "vocab",
            "tied_embeddings",
            "context",
            "sliding_window",
            "sliding_layers",
            "params",
            "params_active",
            "params_linear",
            "params_embed",
            "kv_bytes_per_token_16bit",
            "source",
            "note",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: false,
    },
    Table {
        name: "fx_rate",
        key: "id",
        columns: &[
            "base",
            "quote",
            "rate",
            "date",
            "source",
            "note",
            "since_revision",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: true,
    },
    Table {
        name: "price_history",
        key: "id",
        columns: &[
            "platform",
            "gpu",
            "gpu_count",
            "price_kind",
            "observed_at",
            "hour_nanos",
            "currency",
            "source",
            "source_url",
            "note",
            "since_revision",
            "until_revision",
        ],
        life: Life::Ends,
        has_since: true,
    },
    Table {
        name: "offering",
        key: "id",
        columns: &[
            "platform",
            "region",
            "gpu",
            "gpu_count",
            "gpu_fraction",
            "vcpus",
            "ram_gb",
            "disk_gb",
            "disk_type",
            "network_mbps",
            "instance_type",
            "exclusivity",
            "identity",
            "active",
            "private",
        ],
        life: Life::Active,
        has_since: true,
    },
    Table {
        name: "price_plan",
        key: "id",
        columns: &[
            "offering",
            "price_kind",
            "period_hours",
            "currency",
            "source",
            "active",
        ],
        life: Life::Active,
        has_since: true,
    },
    Table {
        name: "platform_fact",
        key: "id",
        columns: &[
            "platform",
            "offering",
            "fact",
            "value",
            "unit",
            "evidence",
            "quote",
            "observed_at",
            "observed_precision",
            "since_revision",
            "learnt",
        ],
        life: Life::Followed,
        has_since: true,
    },
    Table {
        name: "card_figure",
        key: "id",
        columns: &[
            "gpu",
            "figure",
            "value",
            "source_url",
            "observed_at",
            "observed_precision",
            "since_revision",
        ],
        life: Life::Followed,
        has_since: true,
    },
    Table {
        name: "model_figure",
        key: "id",
        columns: &[
            "model",
            "figure",
            "value",
            "source_url",
            "observed_at",
            "observed_precision",
            "since_revision",
        ],
        life: Life::Followed,
        has_since: true,
    },
    Table {
        name: "scheduled_price",
        key: "id",
        columns: &[
            "plan",
            "hour_nanos",
            "period_nanos",
            "effective_on",
            "source_url",
            "observed_at",
            "note",
            "editor",
            "since_revision",
        ],
        life: Life::Followed,
        has_since: true,
    },
    Table {
        name: "price",
        key: "id",
        columns: &[
            "plan",
            "hour_nanos",
            "period_nanos",
            "observed_at",
            "observed_precision",
            "source_url",
            "note",
            "since_revision",
        ],
        life: Life::Followed,
        has_since: true,
    },
];

impl Table {
    /// The columns that say what a row is about, where others follow it.
    pub fn place(&self) -> &'static [&'static str] {
        match self.name {
            "price" | "scheduled_price" => &["plan"],
            "card_figure" => &["gpu", "figure"],
            "model_figure" => &["model", "figure"],
            "platform_fact" => &["platform", "offering", "fact"],
            _ => &[],
        }
    }

    /// What such a row says of it.
    pub fn said(&self) -> Vec<&'static str> {
        let about = self.place();
        let columns = self.columns.iter().copied();
        columns
            .filter(|column| *column != "since_revision" && !about.contains(column))
            .collect()
    }

    /// Its place as one text, as the list of what is in the way names it.
    pub fn place_key(&self, alias: &str) -> String {
        let parts: Vec<String> = self
            .place()
            .iter()
            .map(|column| match *column {
                "plan" => format!("cast({alias}.plan as text)"),
                "offering" => format!("coalesce({alias}.offering, 0)"),
                column => format!("{alias}.{column}"),
            })
            .collect();
        parts.join(" || char(31) || ")
    }

    /// Two rows that follow each other: prices of one plan, proofs of a figure, values of one fact.
    pub fn same_place(&self, a: &str, b: &str) -> String {
        let pairs: Vec<String> = self
            .place()
            .iter()
            .map(|column| match *column {
                "offering" => format!("coalesce({a}.offering, 0) = coalesce({b}.offering, 0)"),
                column => format!("{a}.{column} = {b}.{column}"),
            })
            .collect();
        pairs.join(" and ")
    }

    /// What is set beside the end of a row that is taken back.
    pub fn end_says(&self) -> &'static str {
        match self.name {
            "scheduled_price" => ", outcome = 'taken_back'",
            _ => "",
        }
    }

    /// Which of the rows that a revision ended are in force again without it. A price whose day came is not announced
    /// again: it would take over once more.
    pub fn comes_back(&self) -> &'static str {
        match self.name {
            "scheduled_price" => "and outcome in ('taken_back', 'replaced')",
            _ => "",
        }
    }

    /// The row as the journal writes it: one JSON object, columns in the table's order.
    pub fn json(&self, alias: &str) -> String {
        let mut columns: Vec<&str> = self.columns.to_vec();
        if !columns.contains(&self.key) {
            columns.insert(0, self.key);
        }
        let pairs: Vec<String> = columns
            .iter()
            .map(|column| format!("'{column}', {alias}.{column}"))
            .collect();
        format!("json_object({})", pairs.join(", "))
    }

    /// The key's text as the column's own type.
    pub fn key_of(&self, text: &str) -> String {
        if self.key == "slug" || self.name == "model" {
            text.to_owned()
        } else {
            format!("cast({text} as integer)")
        }
    }
}
