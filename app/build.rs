//! Turns `locales/*/*.json` into typed keys; a key missing in one language is reported by the build and fails a test.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    #[cfg(feature = "ssr")]
    {
        use leptos_i18n_build::{Config, ParseOptions, TranslationsInfos};
        let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?).join("i18n");
        let namespaces = [
            "common",
            "facts",
            "catalogue",
            "plan",
            "insight",
            "compare",
            "gpus",
            "card",
            "embed",
            "sizer",
            "about",
            "platforms",
            "admin",
            "offer",
            "against",
            "report",
            "machine",
            "keeping",
            "editing",
            "people",
            "sources",
            "keep",
            "guide",
            "slow",
            "check",
        ];
        let texts = TranslationsInfos::parse(
            Config::new("en")?
                .add_locale("zh-CN")?
                .add_namespaces(namespaces)?
                .parse_options(ParseOptions::new().interpolate_display(true)),
        )?;
        texts.emit_diagnostics();
        texts.rerun_if_locales_changed();
        texts.generate_i18n_module(out)?;
    }
    Ok(())
}
