# What one does here; `make` lists it. A target is a line or two: logic is Rust, as a test, an example or a subcommand.

CARGO ?= cargo
# Where the built programs are.
BIN = $(abspath $(or $(CARGO_TARGET_DIR),target))/release
# A repository to try things on.
REPO ?= .
# Folder with bare or ordinary clones named <owner>+<name> or <name>, to clone from instead of the network.
MIRRORS ?=
# Folder that holds the gold call graphs and score.py.
GOLD ?= gold
# Where measured repositories are checked out.
CORPORA ?= target/corpora

.DEFAULT_GOAL := help
.PHONY: help build first test lint bless check-queries golden fixture accuracy retrieval truth replay unchanged updates bench doc ci clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

build: ## build the three programs, optimised
	$(CARGO) build --release --locked --bins

first: build ## index REPO (this repository) and show a first answer
	$(BIN)/bombe-build $(REPO)
	cd $(REPO) && $(BIN)/bombe structure

test: ## run all tests
	$(CARGO) build --workspace --bins --locked
	$(CARGO) test --workspace --locked

lint: ## formatting, lints and documentation, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

bless: ## accept all changed expectations and generated tables; then read the diff
	$(CARGO) build --workspace --bins --locked
	UPDATE_EXPECT=1 $(CARGO) test --workspace --locked

# The tests of one module of tests/it. A name that fits no test fails, which cargo alone would let pass.
run_tests = $(CARGO) test --locked -p bombe-tests --test it -- --list $(1):: | grep ': test$$' && \
	$(CARGO) test --locked -p bombe-tests --test it $(1)::

check-queries: ## compile every query file and compare the tables of queries/README.md
	$(call run_tests,queries)

fixture: ## run the fixtures whose path contains F (make fixture F=python/imports)
	export FIXTURE=$(F); $(call run_tests,fixtures)

golden: ## read the golden snapshots of every format version
	$(call run_tests,golden)

accuracy: build ## measure edges against the compilers' in GOLD and write docs/accuracy.md
	benches/measure/accuracy.py --gold $(GOLD) --corpora $(CORPORA) --mirrors "$(MIRRORS)" --bombe $(BIN)/bombe-build --write docs/accuracy.md

retrieval: build ## measure get_context on the tasks in GOLD/retrieval
	benches/measure/retrieval.py --gold $(GOLD) --corpora $(CORPORA) --mirrors "$(MIRRORS)" --bombe $(BIN)/bombe

truth: build ## the known-truth cases on real repositories
	benches/measure/truth.py --corpora $(CORPORA) --mirrors "$(MIRRORS)" --bombe $(BIN)/bombe-build

replay: build ## replay the last COMMITS of REPO (owner/name) as updates, compare with builds, kill KILL of them
	benches/measure/replay.py --repo $(REPO) --commits $(or $(COMMITS),100) --kill $(or $(KILL),0) --corpora $(CORPORA) --mirrors "$(MIRRORS)" --bombe $(BIN)/bombe-build

unchanged: build ## what an update costs in the folder REPO when nothing has changed, beside git status
	benches/measure/unchanged.py --repo $(REPO) --bombe $(BIN)/bombe-build

updates: build ## measure updates after edits of REPO (a folder or owner/name), beside git status, and how soon they are seen
	benches/measure/updates.py $(REPO) --corpora $(CORPORA) --mirrors "$(MIRRORS)" --bombe $(BIN)/bombe-build --serve $(BIN)/bombe-serve

bench: ## run the benches
	$(CARGO) bench --locked -p bombe-benches

doc: ## build the documentation
	$(CARGO) doc --workspace --no-deps --locked --open

ci: ## what CI runs
	.ci/run

clean: ## remove everything that was built
	$(CARGO) clean
