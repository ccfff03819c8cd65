#!/usr/bin/env bash
# Builds the sdist and, from it, the wheel; looks into both; installs the wheel in an environment of its own, outside the
# checkout, and uses it.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip() { "$work/env/bin/pip" --disable-pip-version-check install --quiet --constraint "$checkout/constraints.txt" "$@"; }

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' src/fivecard/__init__.py)
if grep -rnF --include='*.py' --include='*.toml' --include='*.txt' "\"$version\"" src native pyproject.toml | grep -v __version__; then
    echo "the version stands in more than one place" >&2
    exit 1
fi
"${PYTHON:-python3}" tests/release.py versions

"${PYTHON:-python3}" -m venv "$work/env"
pip build twine
echo "building the sdist, and the wheel from it ..."
"$work/env/bin/python" -m build --outdir "$work/dist" . > "$work/build.log" 2>&1 || { tail -30 "$work/build.log"; exit 1; }
ls "$work/dist"
wheel=$(echo "$work"/dist/fivecard-"$version"-*.whl)
"$work/env/bin/twine" check --strict "$work"/dist/*
"${PYTHON:-python3}" tests/release.py contents "$wheel"

cd "$work"  # from here on there is no checkout
"${PYTHON:-python3}" -m venv --clear "$work/env"
pip "$wheel"
bin=$work/env/bin
[ "$("$bin/fivecard" --version)" = "fivecard $version" ]
"$bin/fivecard" evaluate "Ah Kh Qh Jh Th"
"$bin/fivecard" odds "AS KH TD TC 6S" --opponents 3 | head -5
"$bin/fivecard" cards -o deck
echo "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S" | "$bin/fivecard" showdown - -o -
"$bin/python" -c 'import numpy as np; from fivecard import batch; print(batch.strengths(np.array([[48, 44, 40, 36, 32]], dtype=np.uint8)))'
"$bin/python" "$checkout/tests/bare.py"  # every command's help and clearest failure, with NumPy alone

pip "$wheel[table]"
"$bin/fivecard" table --port 0 > table.txt &
server=$!
for _ in $(seq 50); do grep -q http table.txt && break; sleep 0.1; done
address=$(grep -o 'http://[^ ]*' table.txt)
"$bin/python" -c "import urllib.request as r; print(r.urlopen('${address}health').read().decode(), len(r.urlopen('${address}page/table/table.js').read()))"
kill -INT $server
wait $server
echo "the release is fine"
