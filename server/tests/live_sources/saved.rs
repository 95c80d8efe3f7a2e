//! The saved answers of every source, and what a reading of them brings. A source without a line here fails the tests.
use server::sources::registry;

/// One source's answers.
pub struct Saved {
    pub id: &'static str,
    pub kind: &'static str,
    /// What a request holds (its line, then its body), and what it is answered.
    pub pages: &'static [(&'static str, &'static str)],
    /// What every other request is answered.
    pub otherwise: &'static str,
    /// Requests of one whole reading.
    pub asks: usize,
    /// What it brings beside the starting catalogue.
    pub counts: &'static str,
    /// Offers of it: platform, card, count, kind, price.
    pub offers: &'static [(&'static str, &'static str, u32, &'static str, &'static str)],
    /// Words of its refusals.
    pub refused: &'static [&'static str],
}

const JSON: &str = "application/json";

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../fixtures/sources/", $name))
    };
}

macro_rules! table {
    ($name:literal) => {
        include_str!(concat!("../fixtures/skypilot/v8-", $name, "-vms.csv"))
    };
}

pub const ALL: &[Saved] = &[
    Saved {
        id: "gpu-price-feed",
        kind: "text/plain",
        pages: &[],
        otherwise: file!("gpu-price-feed.json"),
        asks: 1,
        counts: "2 added, 0 changed, 0 vanished, 1 refused, 0 skipped",
        offers: &[
            ("hyperstack", "rtx-a6000", 1, "on_demand", "0.5"),
            ("nebius", "h200-141gb", 8, "on_demand", "28"),
        ],
        refused: &["`nobody` is unknown platform"],
    },
    Saved {
        id: "skypilot",
        kind: "text/plain",
        pages: &[
            ("/hyperbolic/", table!("hyperbolic")),
            ("/hyperstack/", table!("hyperstack")),
            ("/jarvislabs/", table!("jarvislabs")),
            ("/lambda/", file!("skypilot-lambda.csv")),
            ("/nebius/", table!("nebius")),
            ("/seeweb/", table!("seeweb")),
            ("/verda/", table!("verda")),
        ],
        otherwise: "",
        asks: 7,
        counts: "27 added, 106 changed, 5 vanished, 1 refused, 107 skipped",
        offers: &[("lambda", "h100-sxm", 8, "on_demand", "23.92")],
        refused: &["`RTX6000`", "quadro-rtx-6000, rtx-6000-ada"],
    },
    Saved {
        id: "vast-ai",
        kind: JSON,
        pages: &[
            ("\"RTX 4090\"", file!("vast-4090.json")),
            ("\"H100 SXM\"", file!("vast-h100.json")),
        ],
        otherwise: r#"{"offers": []}"#,
        asks: 30,
        counts: "6 added, 0 changed, 0 vanished, 1 refused, 0 skipped",
        offers: &[
            ("vast-ai", "rtx-4090", 1, "on_demand", "0.3"),
            ("vast-ai", "rtx-4090", 1, "spot", "0.15"),
            ("vast-ai", "rtx-4090", 4, "on_demand", "1.4"),
            ("vast-ai", "rtx-4090-48gb", 1, "on_demand", "0.6"),
            ("vast-ai", "h100-sxm", 8, "on_demand", "16"),
            ("vast-ai", "h100-sxm", 8, "spot", "8"),
        ],
        refused: &["no card reports 36864 MiB", "nearest: rtx-4090"],
    },
    Saved {
        id: "runpod",
        kind: JSON,
        pages: &[],
        otherwise: file!("runpod.json"),
        asks: 1,
        counts: "4 added, 0 changed, 0 vanished, 1 refused, 0 skipped",
        offers: &[
            ("runpod-secure", "rtx-4090", 1, "on_demand", "0.5"),
            ("runpod-community", "rtx-4090", 1, "on_demand", "0.3"),
            ("runpod-secure", "rtx-4090", 1, "spot", "0.2"),
            ("runpod-secure", "h100-sxm", 1, "on_demand", "2.5"),
        ],
        refused: &["`RTX 9999` is unknown gpu", "nearest: "],
    },
    Saved {
        id: "azure",
        kind: JSON,
        pages: &[
            ("eastus", file!("azure-1.json")),
            ("page-two", file!("azure-2.json")),
        ],
        otherwise: file!("azure-none.json"),
        asks: 6,
        counts: "3 added, 0 changed, 0 vanished, 2 refused, 4 skipped",
        offers: &[
            ("azure", "a100-80gb-pcie", 1, "on_demand", "3.5"),
            ("azure", "a100-80gb-pcie", 1, "spot", "1.25"),
            ("azure", "a100-80gb-pcie", 2, "on_demand", "7"),
        ],
        refused: &[
            "`Standard_NZ99_v9` is unknown gpu",
            "nearest: ",
            "unitOfMeasure: `100 Hours`",
        ],
    },
    Saved {
        id: "verda",
        kind: JSON,
        pages: &[],
        otherwise: file!("verda.json"),
        asks: 1,
        counts: "3 added, 0 changed, 0 vanished, 1 refused, 1 skipped",
        offers: &[
            ("verda", "h100-sxm", 1, "on_demand", "2"),
            ("verda", "h100-sxm", 1, "spot", "1"),
            ("verda", "h100-sxm", 8, "on_demand", "16"),
        ],
        refused: &["`Z9 80GB` is unknown gpu", "nearest: "],
    },
    Saved {
        id: "vultr",
        kind: JSON,
        pages: &[
            ("/v2/plans-metal", file!("vultr-metal.json")),
            ("type=vcg", file!("vultr-plans.json")),
        ],
        otherwise: r#"{"plans": []}"#,
        asks: 2,
        counts: "4 added, 0 changed, 0 vanished, 1 refused, 1 skipped",
        offers: &[
            ("vultr", "a16", 1, "on_demand", "0.06"),
            ("vultr", "l40s", 1, "on_demand", "1.7"),
            ("vultr", "l40s", 2, "on_demand", "3.4"),
            ("vultr", "l40s", 8, "on_demand", "12"),
        ],
        refused: &["`NVIDIA_A100` is several gpus", "a100-40gb, a100-80gb"],
    },
    Saved {
        id: "lambda",
        kind: JSON,
        pages: &[],
        otherwise: file!("lambda.json"),
        asks: 1,
        counts: "2 added, 0 changed, 0 vanished, 1 refused, 1 skipped",
        offers: &[
            ("lambda", "a10", 1, "on_demand", "0.75"),
            ("lambda", "h100-sxm", 8, "on_demand", "23.92"),
        ],
        refused: &["is unknown gpu", "nearest: "],
    },
    Saved {
        id: "autodl",
        kind: JSON,
        pages: &[("\"page_index\":2", file!("autodl-2.json"))],
        otherwise: file!("autodl-1.json"),
        asks: 2,
        counts: "2 added, 0 changed, 0 vanished, 1 refused, 0 skipped",
        offers: &[
            ("autodl", "rtx-4090", 1, "on_demand", "1.88"),
            ("autodl", "rtx-3090", 1, "on_demand", "1.32"),
        ],
        refused: &["`vGPU-32GB` is unknown gpu", "nearest: "],
    },
    Saved {
        id: "ecb",
        kind: "text/xml",
        pages: &[],
        otherwise: file!("ecb.xml"),
        asks: 1,
        counts: "0 added, 4 changed, 0 vanished, 2 refused, 0 skipped",
        offers: &[],
        refused: &["EUR/QQQ1", "EUR/JPY"],
    },
];

/// The answers of a source.
pub fn of(id: &str) -> &'static Saved {
    ALL.iter()
        .find(|saved| saved.id == id)
        .unwrap_or_else(|| panic!("no saved answers for `{id}`"))
}

/// Every source of the registry with its answers.
pub fn each() -> impl Iterator<Item = (&'static dyn server::sources::Source, &'static Saved)> {
    registry::ALL
        .iter()
        .map(|source| (*source, of(source.about().id)))
}
