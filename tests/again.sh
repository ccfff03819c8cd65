#!/usr/bin/env bash
# Repeats `make test` in the ways that people and machines run it, each in a clean clone, and prints a table:
#   tests/again.sh [RUNS OF EACH WAY=1] [WAY ...]
# Ways: quiet busy nohup user path locale random; together is the last five at once. Logs are in build/again/.
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-1}
shift || true
ways=${*:-quiet busy nohup user path locale random}
logs=$PWD/build/again
mkdir -p "$logs"
clones=$(mktemp -d)
chmod 755 "$clones"
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$clones"' EXIT
unset PYTHONDONTWRITEBYTECODE

# A command, as a way has it: for `user`, as somebody who is not root and has a home of their own.
as() {
    local way=$1
    shift
    case $way in
        user) runuser -u nobody -- env HOME="$clones/home" PATH=/usr/local/bin:/usr/bin:/bin "$@" ;;
        locale) (umask 077 && LC_ALL=C TZ=Asia/Kathmandu "$@") ;;
        nohup) nohup setsid --wait "$@" <&- ;;
        random) PYTEST_ADDOPTS="--shuffle=$RANDOM" "$@" ;;
        together) as locale as random as user nohup setsid --wait "$@" <&- ;;
        *) "$@" ;;
    esac
}

# A clone with its .venv set up, so that what is timed is the tests.
clone() {  # WAY FOLDER
    [ -d "$2" ] && return
    git clone --quiet . "$2" && mkdir -p "$clones/home" &&
        case $1 in user | together) chown -R nobody "$2" "$clones/home" ;; esac &&
        as "$1" make --silent -C "$2" demo test-setup > "$logs/setup-$1.log" 2>&1
}

status=0
printf '%-8s %3s  %-8s %8s  %s\n' way run result seconds "last words of pytest" | tee "$logs/table-$$.txt"
for way in $ways; do
    case $way in
        path | locale | together) folder="$clones/$way with a space and ä" ;;
        user) folder=$clones/user ;;
        *) folder=$clones/plain ;;
    esac
    clone "$way" "$folder" || { echo "$way: the clone cannot be set up, see $logs/setup-$way.log"; status=1; continue; }
    for number in $(seq "$runs"); do
        log=$logs/$way-$number.log
        loops=
        if [ "$way" = busy ]; then
            for _ in 1 2; do (while :; do :; done) & loops="$loops $!"; done
        fi
        began=$(date +%s)
        if as "$way" make -C "$folder" test > "$log" 2>&1; then result=passed; else result=FAILED; status=1; fi
        ended=$(date +%s)
        [ -n "$loops" ] && kill $loops 2> /dev/null
        last=$(grep -E '^(=+ )?[0-9]+ (passed|failed).* in ' "$log" | tail -1 | tr -d =)
        printf '%-8s %3d  %-8s %8d  %s\n' "$way" "$number" $result $((ended - began)) "$last" | tee -a "$logs/table-$$.txt"
    done
done
exit $status
