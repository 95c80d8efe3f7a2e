# Every task of the house; `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help tools site build run dev test laws accuracy bench bench-import bench-http bench-browser lint layers e2e size lighthouse behaviours screenshots clean

SITE := site
WASM := target/wasm32-unknown-unknown/wasm-release/app.wasm
WASM_OPT_FLAGS := -Oz --enable-bulk-memory --enable-nontrapping-float-to-int --enable-reference-types \
  --enable-mutable-globals --enable-sign-ext --enable-multivalue
BINDGEN_VERSION := $(shell sed -n '/^name = "wasm-bindgen"$$/{n;s/.*"\(.*\)"/\1/p;}' Cargo.lock)
BINDGEN := .tools/bin/wasm-bindgen

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

tools: $(BINDGEN) end2end/node_modules/.ready ## Install the wasm target and the pinned build tools into .tools and end2end
	@rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown

$(BINDGEN): Cargo.lock
	@if [ "$$($(BINDGEN) --version 2>/dev/null)" != "wasm-bindgen $(BINDGEN_VERSION)" ]; then \
	  echo "installing wasm-bindgen $(BINDGEN_VERSION)"; \
	  cargo install wasm-bindgen-cli --version $(BINDGEN_VERSION) --root .tools --quiet; fi
	@touch $@

end2end/node_modules/.ready: end2end/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer is needed: install nodejs and npm"; exit 1; }
	cd end2end && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --silent
	@touch $@

site: tools ## Build the browser side into site/: style, wasm, files, compressed twins
	@# Nothing passing lies in the folder: a change of it alone would compile the server anew.
	@mkdir -p $(SITE) .tools
	@node style/build.mjs $(SITE)
	cargo build --quiet -p app --target wasm32-unknown-unknown --features hydrate --profile wasm-release
	@if ! [ $(SITE)/zuka_bg.wasm -nt $(WASM) ]; then \
	  $(BINDGEN) --target web --no-typescript --out-dir .tools/glue --out-name zuka $(WASM) && \
	  end2end/node_modules/.bin/wasm-opt $(WASM_OPT_FLAGS) .tools/glue/zuka_bg.wasm -o $(SITE)/zuka_bg.wasm && \
	  end2end/node_modules/.bin/esbuild .tools/glue/zuka.js --minify --format=esm --log-level=error --outfile=$(SITE)/zuka.js && rm -rf $(SITE)/snippets && \
	  { [ ! -d .tools/glue/snippets ] || cp -r .tools/glue/snippets $(SITE)/; }; fi
	@node server/site/pack.mjs $(SITE)

build: site ## The release binary, target/release/zuka: assets, migrations and catalogue inside
	cargo build --release -p server

run: build ## Build and serve; prints the address (ZUKA_ADDR, ZUKA_DATABASE_URL)
	target/release/zuka serve

dev: site ## The same with the development build
	cargo run -p server

# Every test file of the domain that holds properties.
LAWS := laws monotone passes mixes ways quotes seconds

laws: ## The domain's laws at 10,000 cases each
	PROPTEST_CASES=10000 cargo test -p domain --release $(addprefix --test ,$(LAWS))

bench: ## Time the ranking of 1k, 10k and 100k offers beside a plain loop; fails below 20 times
	cargo bench -p domain --bench rank

# The peer of the measurements, in another stack: see end2end/peer/README.md.
PEER := end2end/peer/next

$(PEER)/node_modules/.ready: $(PEER)/package-lock.json
	cd $(PEER) && npm ci --no-audit --no-fund --silent
	@touch $@

$(PEER)/.next/BUILD_ID: $(PEER)/node_modules/.ready $(wildcard $(PEER)/app/*.js $(PEER)/app/api/*/*.js $(PEER)/lib/*.js)
	cd $(PEER) && NEXT_TELEMETRY_DISABLED=1 node_modules/.bin/next build

bench-http: build $(PEER)/node_modules/.ready ## CPU of catalogue pages with 1k and 100k offers, answers equal to plain SQL; fails above twice
	cargo build -p server --example synthetic
	@node end2end/tools/bench-http.mjs target/release/zuka target/debug/examples/synthetic

bench-import: site ## CPU and memory of importing 100,000 rows, and page loads meanwhile; fails when p99 is above twice
	cargo run --release -p server --example import_bench

bench-browser: build $(PEER)/.next/BUILD_ID ## Time a drag in the painter and a key in the catalogue; fails above twice an empty island, 1.2 times 1k, a third of Next.js
	cargo build -p server --example synthetic
	@bash .ci/browser
	@node end2end/tools/bench-strokes.mjs target/release/zuka target/debug/examples/synthetic
	@node end2end/tools/bench-keys.mjs target/release/zuka target/debug/examples/synthetic

accuracy: ## How far the sizer is from measured runs, group by group; fails below its bars
	cargo test -p domain --release --quiet --test accuracy

lint: ## Formatting, clippy with warnings denied, directions of dependencies
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo clippy -p app --target wasm32-unknown-unknown --features hydrate --quiet -- -D warnings
	@$(MAKE) --no-print-directory layers

layers: ## Check who may import whom
	@bash .ci/layers

test: ## All tests: lint, domain, server, browser
	@bash .ci/test

e2e: site ## The browser tests alone
	cargo build -p server
	@bash .ci/browser
	cd end2end && npx playwright test

size: build ## Bytes of a first visit; fails above the budget
	@node end2end/tools/size.mjs target/release/zuka

behaviours: site ## What users of such tools complained of: number, the test that holds it, pass; fails when one is missing
	cargo build -p server
	@bash .ci/browser
	@node end2end/tools/behaviours.mjs

lighthouse: build ## Lighthouse on five pages under mobile emulation, medians of 5; fails under 100, performance under 95
	@bash .ci/browser
	@cd end2end/lighthouse && PUPPETEER_SKIP_DOWNLOAD=1 npm ci --no-audit --no-fund --silent
	@node end2end/lighthouse/run.mjs target/release/zuka

screenshots: site ## Pictures of every page into end2end/screens
	cargo build -p server
	@bash .ci/browser
	cd end2end && npx playwright test --config screenshots.config.ts

clean: ## Remove what was built, not the database
	rm -rf target $(SITE) .tools end2end/node_modules end2end/screens end2end/test-results $(PEER)/node_modules $(PEER)/.next
