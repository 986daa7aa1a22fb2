# The one door for people. Recipes longer than a line or two live in scripts/.
.DEFAULT_GOAL := help
.PHONY: help setup build serve install package try test test-long engine-test lint format bench \
        fuzz clean

help: ## Show this list
	@echo "make <target>:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile \
	  | awk -F'|' '{printf "%-12s %s\n", $$1, $$2}'

setup: ## Install all Debian packages that building, testing and measuring need
	@scripts/setup program test bench

build: ## Build the release program, build/partita
	@scripts/setup program
	@scripts/build

# With the five models and their sample data, unless ARGS says otherwise.
serve: ARGS ?= --models models --fake
serve: build ## Build what is missing and start with models and samples (else ARGS="--help")
	@exec build/partita serve $(ARGS)

install: PREFIX ?= /usr/local
install: build ## Install program, manual pages, completions and the C++ library (PREFIX=/usr/local)
	@cmake --build --preset release --target partita_archive --parallel $$(nproc)
	@cmake --install build/release --prefix $(PREFIX)

package: ## Make the Debian package, the tarball and the npm package (build/packages)
	@scripts/setup program package
	@scripts/package

try: ## Build and run the tests of one module after a change (MODULE=store/items ONLY='ItemWrite.*')
	@scripts/try $(MODULE) $(ONLY)

test: ## Build and run everything that CI runs
	@scripts/test

test-long: ## Run the tests twenty times, on a busy machine, at odd dates (TIMES=100)
	@scripts/test-long $(TIMES)
	@scripts/test-postgres-versions
	@scripts/test-packages

engine-test: ## Run the engine suite on your PostgreSQL (STORE=postgresql://user@host/database)
	@scripts/engine-test $(STORE)

lint: ## Run clang-tidy over all sources: a quarter of an hour, so not a part of `make test`
	@scripts/setup program test
	@scripts/clang-tidy

format: ## Format all C++ files in place
	@scripts/setup test
	@scripts/format

bench: ## Build and run the benchmarks (one of them: make bench ONLY=engine)
	@scripts/setup program test bench
	@scripts/bench $(ONLY)

fuzz: ## Fuzz for five minutes each (one, longer: make fuzz ONLY=number SECONDS=3600)
	@scripts/setup program test
	@scripts/fuzz --seconds $(or $(SECONDS),300) $(ONLY)

clean: ## Remove everything that was built
	rm -rf build
