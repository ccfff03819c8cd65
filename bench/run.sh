#!/usr/bin/env bash
# Measures fivecard beside other libraries, in an environment of its own: bench/run.sh [bench_NAME.py ...]
set -euo pipefail
cd "$(dirname "$0")/.."
if [ ! -e .venv-bench/ready ] || [ bench/peers.txt -nt .venv-bench/ready ]; then
    echo "Setting up .venv-bench with the peers ..."
    "${PYTHON:-python3}" -m venv .venv-bench
    .venv-bench/bin/pip --disable-pip-version-check install --quiet --requirement bench/peers.txt
    touch .venv-bench/ready
fi
.venv-bench/bin/pip --disable-pip-version-check install --quiet --constraint constraints.txt '.[table]'
for script in "${@:-bench/bench_*.py}"; do
    for file in $script; do .venv-bench/bin/python "$file"; done
done
