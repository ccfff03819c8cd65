# Everything happens in .venv, made on first use from a bare machine with Python 3.11+, make and a C++ compiler.
PYTHON ?= python3
BIN := .venv/bin
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)  # of tests, which often wait for browsers and puzzles
NODE := node_modules/.bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet --constraint constraints.txt
NATIVE := $(shell find native -type f) src/fivecard/rankings.py src/fivecard/cards.py  # the tables are made from the rankings

.PHONY: help demo test native-test test-gpu test-all platforms lint format bench docs pictures release-check wheels chromium browsers engines postgresql clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/built  ## a short tour of what fivecard does
	@$(BIN)/fivecard demo

test: lint native-test chromium .venv/pandas2  ## every check that a change must pass
	$(BIN)/pytest --numprocesses=$(WORKERS) --dist=worksteal

native-test: .venv/built  ## the native library's own tests, without Python
	@build=$$(dirname $$(ls -t build/cp*/CMakeCache.txt | head -1)) && \
	  $(BIN)/cmake --build $$build --target native_tests && $(BIN)/ctest --test-dir $$build --output-on-failure

test-all: engines test browsers postgresql docs platforms  ## the longer proofs, the sanitizers, the documentation and other platforms too
	$(BIN)/pytest --numprocesses=$(WORKERS) --dist=worksteal -m exhaustive
	tests/sanitized.sh

test-gpu: .venv/built  ## what needs a GPU, with CuPy; PyTorch and JAX too, where they are there
	@$(PIP) --editable '.[gpu]' || echo "NO CUPY: it cannot be installed here"
	$(BIN)/pytest tests/test_gpu.py

platforms: .venv/built  ## build for other compilers, processors and systems, and run what can run here (ONLY="clang musl")
	$(BIN)/python tests/platforms.py $(ONLY)

lint: .venv/built node_modules/installed  ## style, types and the layers of the architecture
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@test ! -x $(NODE)/tsc || { set -x; $(NODE)/biome check --error-on-warnings && $(NODE)/tsc; }

format: .venv/built node_modules/installed  ## put the code into its usual form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	@test ! -x $(NODE)/biome || $(NODE)/biome check --write

bench: .venv/built  ## measure against other libraries, side by side
	bench/run.sh

docs: .venv/built  ## build the documentation site
	@$(PIP) sphinx myst-parser furo
	$(BIN)/sphinx-build --fail-on-warning --keep-going -q docs docs/_build

release-check:  ## build the sdist and the wheel, and use them outside the checkout
	tests/release-check.sh

wheels:  ## build wheels for the Pythons of this machine, and test them in each
	tests/wheels.sh

pictures: .venv/built  ## draw the pictures of the documents again
	@for script in docs/pictures/*.py; do echo $$script; $(BIN)/python $$script; done

chromium: EACH := chromium:chromium
browsers: EACH := chromium:chromium firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb
chromium browsers:  # for the tests that need one; they are skipped, loudly, where it cannot be had
	@for each in $(EACH); do \
	  package=$${each#*:}; command -v $${each%:*} > /dev/null || { echo "Installing $$package ..."; \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends $$package; } > /dev/null 2>&1; } || \
	  echo "NO $$package: it is not installed and apt-get cannot install it here; tests that need it will be skipped"; \
	done

engines: .venv/built  ## install Ray and Spark, which are large, for the tests of clusters
	@$(PIP) ray pyspark || echo "NO RAY OR NO SPARK: they cannot be installed here; tests that need them will be skipped"
	@command -v java > /dev/null || echo "NO JAVA: tests of Spark need it, 17 or newer"

postgresql:  # for the tests of a log that several processes share; skipped, loudly, where it cannot be had
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || { echo "Installing PostgreSQL ..."; \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; } > /dev/null 2>&1; } || \
	  echo "NO POSTGRESQL: it is not installed and apt-get cannot install it here; tests that need it will be skipped"

# The major version before the one in .venv, for tests that ask both; they are skipped, loudly, where it cannot be had.
.venv/pandas2: .venv/tools
	@echo "Setting up pandas 2 beside .venv ..."
	@$(BIN)/pip --disable-pip-version-check install --quiet --no-deps --upgrade --target $@ pandas==2.3.3 pytz==2025.2 || \
	  echo "NO PANDAS 2: it cannot be installed here; tests of its columns will be skipped"
	@test ! -d $@ || touch $@

# What checks the page's modules (biome, TypeScript). Neither depends on anything else, so package.json pins it all.
node_modules/installed: package.json
	@npm install --silent --no-package-lock --no-audit --no-fund && touch $@ || \
	  echo "NO NODE TOOLS: npm is not here or cannot install them; the page's types and style are not checked"

clean:  ## remove everything that can be made again
	rm -rf .venv .venv-* build docs/_build node_modules

.venv/tools: constraints.txt pyproject.toml
	@echo "Setting up .venv (once, and again when its requirements change) ..."
	@test -d .venv || $(PYTHON) -m venv .venv
	@$(PIP) scikit-build-core nanobind cmake ninja numpy
	@touch $@

.venv/built: .venv/tools $(NATIVE)
	@echo "Building the native core ..."
	@$(PIP) --no-build-isolation --config-settings=cmake.define.FIVECARD_STRICT=ON --editable '.[dev]'
	@touch $@
