#!/usr/bin/env bash
# Runs the tests of arrays under qemu, in a Python for 64-bit ARM: tests/aarch64-python.sh BUILD [PYTEST WORDS]
# BUILD has been configured with native/cmake/aarch64-linux-gnu.cmake. Debian's packages are unpacked into a folder of their
# own, beside wheels of what the tests import; nothing is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
home=$PWD/.venv-aarch64
python=.venv/bin/python
if [ ! -e "$home/ready" ] || [ constraints.txt -nt "$home/ready" ]; then
    rm -rf "$home"
    mkdir -p "$home"/{root,site,wheels,state/lists/partial,cache/archives/partial}
    touch "$home/state/status"
    cat > "$home/apt.conf" << END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$home/state";
Dir::State::status "$home/state/status";
Dir::Cache "$home/cache";
END
    export APT_CONFIG=$home/apt.conf
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends --download-only libstdc++6 python3.11 libpython3.11-dev > /dev/null
    for package in "$home"/cache/archives/*.deb; do dpkg -x "$package" "$home/root"; done
    platforms=()
    for glibc in 2_17 2_26 2_27 2_28; do platforms+=(--platform "manylinux_${glibc}_aarch64"); done
    $python -m pip --disable-pip-version-check download --quiet --only-binary=:all: "${platforms[@]}" --platform manylinux2014_aarch64 \
        --python-version 311 --constraint constraints.txt --dest "$home/wheels" \
        numpy pytest hypothesis duckdb polars pyarrow pokerkit
    for wheel in "$home"/wheels/*.whl; do $python -m zipfile -e "$wheel" "$home/site"; done
    touch "$home/ready"
fi
.venv/bin/cmake -S native -B "$build" -DFIVECARD_BINDINGS=ON -DPython_INCLUDE_DIR="$home/root/usr/include/python3.11" \
    -DCMAKE_CXX_FLAGS="-Wno-stringop-overflow -idirafter $home/root/usr/include" > /dev/null
.venv/bin/cmake --build "$build"
rm -rf "$build/python"
mkdir "$build/python"
cp -r src/fivecard "$build/python/"
rm -f "$build"/python/fivecard/_core*.so
cp "$build"/_core*.so "$build/python/fivecard/_core.so"  # CMake names it after the Python of this machine
export PYTHONPATH=$build/python:$home/site PYTHONDONTWRITEBYTECODE=1
run() { qemu-aarch64 -L "$home/root" "$home/root/usr/bin/python3.11" "$@"; }
for kernel in neon portable; do
    [ "$(FIVECARD_KERNEL=$kernel run -c 'from fivecard import batch; print(batch.kernel())')" = $kernel ]
done
# The test that starts a Python of its own cannot do so under an emulator: what it asks was asked above.
run -m pytest -q -p no:cacheprovider -o addopts= -o filterwarnings=default -m 'not exhaustive' -k neon \
    --deselect tests/batch/test_hands.py::test_the_environment_chooses_the_kernel tests/batch/test_hands.py tests/batch/test_rankings.py "$@"
