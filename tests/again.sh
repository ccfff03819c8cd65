#!/usr/bin/env bash
# Repeats `make test` in the ways that people and machines run it, each on a clean clone, and prints a table:
#   tests/again.sh [RUNS OF EACH WAY=1] [WAY ...]
# Ways: quiet busy nohup user path locale random. Logs are in build/again/.
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-1}
shift || true
ways=${*:-quiet busy nohup user path locale random}
logs=$PWD/build/again
mkdir -p "$logs"
clones=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$clones"' EXIT

# A clone with its .venv set up, so that what is timed is the tests.
clone() {
    [ -d "$1" ] || { git clone --quiet . "$1" && make --silent -C "$1" .venv/dev .venv/pandas2 node_modules/installed > "$logs/setup.log" 2>&1; }
}

run() {  # WAY LOG: the tests, as that way has them
    case $1 in
        quiet | busy) make -C "$2" test ;;
        nohup) nohup setsid make -C "$2" test <&- & wait $! ;;
        user) chown -R nobody "$2" && runuser -u nobody -- env HOME="$2/home" make -C "$2" test ;;
        path) make -C "$2" test ;;
        locale) (umask 077 && LC_ALL=C TZ=Asia/Kathmandu make -C "$2" test) ;;
        random) PYTEST_ADDOPTS="--shuffle=$RANDOM" make -C "$2" test ;;
    esac
}

status=0
printf '%-8s %3s  %-8s %8s  %s\n' way run result seconds "last words of pytest" | tee "$logs/table.txt"
for way in $ways; do
    case $way in
        path | locale) folder="$clones/a folder with ä" ;;
        user) folder=$clones/user ;;
        *) folder=$clones/plain ;;
    esac
    clone "$folder" || { echo "$way: the clone cannot be set up, see $logs/setup.log"; status=1; continue; }
    [ "$way" = user ] && chmod 755 "$clones"
    for number in $(seq "$runs"); do
        log=$logs/$way-$number.log
        loops=
        if [ "$way" = busy ]; then
            for _ in 1 2; do (while :; do :; done) & loops="$loops $!"; done
        fi
        began=$(date +%s)
        if run "$way" "$folder" > "$log" 2>&1; then result=passed; else result=FAILED; status=1; fi
        ended=$(date +%s)
        [ -n "$loops" ] && kill $loops 2> /dev/null
        last=$(grep -E '^(=+ )?[0-9]+ (passed|failed).* in ' "$log" | tail -1 | tr -d =)
        printf '%-8s %3d  %-8s %8d  %s\n' "$way" "$number" $result $((ended - began)) "$last" | tee -a "$logs/table.txt"
    done
done
exit $status
