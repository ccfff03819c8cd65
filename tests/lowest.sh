#!/usr/bin/env bash
# Runs the tests of data with the lowest versions that pyproject.toml declares, in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
unset CI  # there is no second pandas beside the lowest versions
unset FIVECARD_THOROUGH
venv=.venv-lowest
if [ ! -e $venv/ready ] || [ pyproject.toml -nt $venv/ready ]; then
    "${PYTHON:-python3}" -m venv --clear $venv
    # Each extra's own packages, `name>=version` as `name==version`; the rest is as new as they allow.
    lowest=$("$venv/bin/python" - data duckdb polars <<'END'
import re, sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
wanted = project["dependencies"] + [each for extra in sys.argv[1:] for each in project["optional-dependencies"][extra]]
print(*(each.replace(">=", "==") for each in wanted if re.fullmatch(r"[\w-]+>=[\d.]+", each)))
END
    )
    echo "The lowest versions: $lowest"
    $venv/bin/pip --disable-pip-version-check install --quiet --only-binary :all: $lowest pandas cloudpickle hypothesis phevaluator \
        pexpect pytest pytest-timeout scikit-build-core nanobind cmake ninja
    touch $venv/ready
fi
$venv/bin/pip --disable-pip-version-check install --quiet --no-build-isolation --no-deps --force-reinstall \
    --config-settings=build-dir=build/lowest .
# Without the warnings that are errors elsewhere: what is old is not always quiet.
$venv/bin/python -m pytest -q -p no:cacheprovider -o addopts= -o filterwarnings=default --strict-markers -m 'not exhaustive' \
    tests/batch tests/integrations tests/ranges tests/showdown
