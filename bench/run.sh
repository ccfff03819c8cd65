#!/usr/bin/env bash
# Measures fivecard beside other libraries, in an environment of its own: bench/run.sh [--keep] [bench_NAME.py ...]
# With --keep, what the documents show goes into docs/figures.json, and from there into the pages.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --keep ]; then
    export FIVECARD_KEEP=1
    shift
fi
if [ ! -e .venv-bench/ready ] || [ bench/peers.txt -nt .venv-bench/ready ]; then
    echo "Setting up .venv-bench with the peers ..."
    "${PYTHON:-python3}" -m venv .venv-bench
    .venv-bench/bin/pip --disable-pip-version-check install --quiet --requirement bench/peers.txt
    touch .venv-bench/ready
fi
.venv-bench/bin/pip --disable-pip-version-check install --quiet --constraint constraints.txt '.[data,postgres]'
for script in "${@:-bench/bench_*.py}"; do
    for file in $script; do .venv-bench/bin/python "$file"; done
done
if [ -n "${FIVECARD_KEEP:-}" ]; then .venv-bench/bin/python docs/figures.py; fi
