//! Rule 6: libraries beside PyTorch. What no row is about is unknown.
use super::answer::{Because, Change, Check, Verdict};
use super::card::Chip;
use super::facts::{Compat, CompatFact};
use super::question::{Format, Installed, Question};
use super::toolkit::check;
use super::version::{Version, capability};

/// All libraries of the question.
pub(super) fn checks(facts: &Compat, question: &Question) -> Vec<Check> {
    let Chip::Cuda(major, minor) = question.card.chip else {
        return Vec::new();
    };
    let all = question.libraries.iter().flat_map(|library| {
        let ground = Ground {
            facts,
            question,
            card: (major, minor),
            library,
        };
        let found = ground.checks();
        if found.is_empty() {
            let library = library.name.clone();
            let because = Because::LibraryNotRead { library };
            return vec![check(6, Verdict::Unknown, because, None)];
        }
        found
    });
    all.collect()
}

/// What a library asks of the release of PyTorch and does not get: another build is the remedy.
pub(super) fn of_torch(facts: &Compat, question: &Question) -> Vec<Check> {
    let all = checks(facts, question).into_iter();
    all.filter(asks_for_torch).collect()
}

/// True when the check fails for the release of PyTorch.
pub(super) fn asks_for_torch(check: &Check) -> bool {
    matches!(&check.because, Because::LibraryNeeds { other, .. } if other == "torch")
}

/// True when a library's rule says whether the card computes in 8-bit integers.
pub(super) fn judges_int8(question: &Question) -> bool {
    let names = ["bitsandbytes", "vllm"];
    let mut all = question.libraries.iter();
    all.any(|library| names.contains(&library.name.as_str()))
}

struct Ground<'a> {
    facts: &'a Compat,
    question: &'a Question,
    card: (u32, u32),
    library: &'a Installed,
}

impl Ground<'_> {
    fn checks(&self) -> Vec<Check> {
        let found = match self.library.name.as_str() {
            "bitsandbytes" => self.bitsandbytes(),
            "flash-attn" => self.flash_attention(),
            "triton" => vec![self.least_card(self.row("torch.compile / Triton", "min_cc"))],
            "unsloth" => vec![self.least_card(self.row("unsloth", "min_cc"))],
            "vllm" => vec![
                self.least_card(self.row("vllm", "min_cc")),
                self.vllm_int8(),
            ],
            "llamafactory" | "llama-factory" => vec![self.llama_factory()],
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    fn name(&self) -> String {
        self.library.name.clone()
    }

    fn row(&self, subject: &str, key: &str) -> Option<&CompatFact> {
        self.facts.fact("lib_min", subject, key)
    }

    /// The row of the newest series that the installed version has reached.
    fn of_series(&self, key: &str) -> Option<&CompatFact> {
        let head = format!("{} ", self.library.name);
        let rows = self.facts.of("lib_min").filter(|fact| fact.key == key);
        let rows = rows.filter_map(|fact| {
            let series = Version::strict(fact.subject.strip_prefix(&head)?)?;
            (series <= self.library.version).then_some((series, fact))
        });
        let newest = rows.max_by(|a, b| a.0.cmp(&b.0));
        newest.map(|(_, fact)| fact)
    }

    fn say(&self, verdict: Verdict, because: Because, fact: &CompatFact) -> Option<Check> {
        Some(check(6, verdict, because, Some(fact.from())))
    }

    fn least_card(&self, fact: Option<&CompatFact>) -> Option<Check> {
        let fact = fact?;
        let (library, least) = (self.name(), fact.value.clone());
        if self.card >= capability(&least)? {
            return self.say(Verdict::Ok, Because::LibraryRuns { library, least }, fact);
        }
        let because = Because::LibraryNeedsCard { library, least };
        let without =
            (self.library.name == "flash-attn").then(|| Change::WithoutLibrary(self.name()));
        let found = self.say(Verdict::Fail, because, fact)?;
        Some(Check {
            change: without,
            ..found
        })
    }

    /// The version that a fact asks for: ok from there on, else `below`.
    fn least_version(&self, fact: Option<&CompatFact>, below: Verdict) -> Option<Check> {
        let fact = fact?;
        let (library, least) = (self.name(), Version::read(&fact.value)?);
        if self.library.version >= least {
            let because = Because::LibraryNewEnough { library, least };
            return self.say(Verdict::Ok, because, fact);
        }
        let because = match below {
            Verdict::Warn => Because::LibraryDoubted {
                library,
                least: least.clone(),
            },
            _ => Because::LibraryTooOld {
                library,
                least: least.clone(),
            },
        };
        let name = self.name();
        let found = self.say(below, because, fact)?;
        Some(Check {
            change: Some(Change::Library { name, least }),
            ..found
        })
    }

    fn bitsandbytes(&self) -> Vec<Option<Check>> {
        let cuda = self.question.line.and_then(super::Line::cuda);
        let is_new_line = cuda.as_ref().is_some_and(|cuda| cuda.series() >= (12, 8));
        let mut found = Vec::new();
        let first = self.row("bitsandbytes", "first_cu128_build");
        if self.card.0 >= 12 || is_new_line {
            found.push(self.least_version(first, Verdict::Fail));
        }
        found.push(self.cuda_range(cuda.as_ref()));
        found.push(self.least_card(self.of_series("min_cc_nf4")));
        if self.question.format == Some(Format::Int8) {
            found.push(self.int8());
        }
        found.push(self.least_torch());
        found
    }

    /// 8-bit computing needs a later card than the rest of the library.
    fn int8(&self) -> Option<Check> {
        let fact = self.of_series("min_cc_int8")?;
        let (library, least) = (self.name(), fact.value.clone());
        if self.card >= capability(&least)? {
            return self.say(Verdict::Ok, Because::LibraryRuns { library, least }, fact);
        }
        let because = Because::LibraryWithoutInt8 { library, least };
        self.say(Verdict::Fail, because, fact)
    }

    /// Releases of one series are built for a range of CUDA. Later ones of a series have added lines (0.43.1 has 12.4), so
    /// the row refuses a line only of the release whose page was read.
    fn cuda_range(&self, cuda: Option<&Version>) -> Option<Check> {
        let (major, minor) = self.library.version.series();
        let subject = format!("{} {major}.{minor}", self.library.name);
        let fact = self.row(&subject, "cuda_range")?;
        let (first, last) = fact.value.split_once('-')?;
        let (first, last) = (Version::strict(first)?, Version::strict(last)?);
        let library = self.name();
        let range = fact.value.clone();
        let verdict = match cuda {
            None => Verdict::Unknown,
            Some(cuda) if first <= *cuda && *cuda <= last => Verdict::Ok,
            Some(_)
                if !fact
                    .source
                    .contains(&format!("/v{}/", self.library.version)) =>
            {
                Verdict::Unknown
            }
            Some(_) => Verdict::Fail,
        };
        self.say(verdict, Because::LibraryCudaRange { library, range }, fact)
    }

    fn least_torch(&self) -> Option<Check> {
        let fact = self.of_series("min_torch")?;
        let least = Version::strict(&fact.value)?;
        self.question
            .torch
            .filter(|torch| *torch < least.series())
            .and_then(|_| {
                let (library, other) = (self.name(), "torch".to_owned());
                let because = Because::LibraryNeeds {
                    library,
                    other,
                    least,
                };
                self.say(Verdict::Fail, because, fact)
            })
    }

    fn flash_attention(&self) -> Vec<Option<Check>> {
        let version = &self.library.version;
        if version.major() >= 3 {
            return vec![self.hopper_only()];
        }
        let mut found = vec![self.least_card(self.row("flash-attn 2", "min_cc"))];
        if self.card.0 >= 10 {
            let flags = self.row("flash-attn", "blackwell_build_flags");
            let is_before_flags = self.least_version(flags, Verdict::Fail);
            let native = self.row("flash-attn", &format!("sm_{}{}", self.card.0, self.card.1));
            found.push(match is_before_flags {
                Some(check) if check.verdict == Verdict::Fail => Some(check),
                _ if native.is_some() => self.least_version(native, Verdict::Warn),
                _ => {
                    let library = self.name();
                    let because = Because::LibraryNotRead { library };
                    Some(check(6, Verdict::Unknown, because, None))
                }
            });
        }
        found
    }

    fn hopper_only(&self) -> Option<Check> {
        let fact = self.row("flash-attn 3", "min_cuda")?;
        let library = self.name();
        if self.card != (9, 0) {
            let name = self.name();
            let found = self.say(Verdict::Fail, Because::LibraryHopperOnly { library }, fact)?;
            return Some(Check {
                change: Some(Change::WithoutLibrary(name)),
                ..found
            });
        }
        let least = Version::strict(&fact.value)?;
        let cuda = self.question.line.and_then(super::Line::cuda);
        let verdict = match cuda {
            None => Verdict::Unknown,
            Some(cuda) if cuda >= least => Verdict::Ok,
            Some(_) => Verdict::Fail,
        };
        self.say(verdict, Because::LibraryNeedsCuda { library, least }, fact)
    }

    fn vllm_int8(&self) -> Option<Check> {
        let fact = self.facts.fact("lib_limit", "vLLM INT8 W8A8", "max_cc")?;
        let is_above = self.card > capability(&fact.value)?;
        if self.question.format != Some(Format::Int8) {
            return None;
        }
        let (library, most) = (self.name(), fact.value.clone());
        let because = Because::LibraryAboveLimit { library, most };
        let verdict = if is_above { Verdict::Fail } else { Verdict::Ok };
        self.say(verdict, because, fact)
    }

    /// It names a minimum for each thing beside it; only what was given is compared.
    fn llama_factory(&self) -> Option<Check> {
        let mut met = None;
        let rows = self.facts.of("lib_min");
        for fact in rows.filter(|fact| fact.subject.starts_with("LLaMA-Factory")) {
            let least = Version::strict(&fact.value)?;
            let pair = |pair: (u32, u32)| Version::read(&format!("{}.{}", pair.0, pair.1));
            let given = match fact.key.as_str() {
                "torch" => self.question.torch.and_then(pair),
                "python" => self.question.python.and_then(pair),
                "cuda" => self.question.line.and_then(super::Line::cuda),
                other => {
                    let mut all = self.question.libraries.iter();
                    all.find(|library| library.name == other)
                        .map(|library| library.version.clone())
                }
            };
            let Some(given) = given else { continue };
            if given < least {
                let (library, other) = (self.name(), fact.key.clone());
                let because = Because::LibraryNeeds {
                    library,
                    other,
                    least,
                };
                return self.say(Verdict::Fail, because, fact);
            }
            met = Some(fact);
        }
        let library = self.name();
        self.say(Verdict::Ok, Because::LibraryMinimaMet { library }, met?)
    }
}
