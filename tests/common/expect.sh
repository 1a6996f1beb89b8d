# Sourced by test scripts in the repository's root: a folder for what they write, `expect` and `record` that count, `says`,
# `finish`.
# SPDX-License-Identifier: Apache-2.0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

expect() { # what, command ...: passes if the command does; else prints the begin and the end of what it said
    local what=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "failed: $what: $*" | cut -c 1-300
        { head -n 12 "$scratch/log"; tail -n +13 "$scratch/log" | tail -n 12; } | cut -c 1-300 | sed 's/^/  /'
    fi
}

record() { # 0 or else, what failed
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi
}

says() { # words, expected status, command ...: passes if the command ends so and says the words; leaves $scratch/out and err
    local words=$1 wanted=$2 limit=(timeout 120)
    shift 2
    [ "$(type -t "$1")" != function ] || limit=()
    "${limit[@]}" "$@" >"$scratch/out" 2>"$scratch/err"
    local got=$?
    [ "$got" = "$wanted" ] || { echo "status $got, not $wanted"; cat "$scratch/out" "$scratch/err"; return 1; }
    cat "$scratch/out" "$scratch/err" | grep -qF -- "$words" && return
    echo "does not say: $words"
    cat "$scratch/out" "$scratch/err"
    return 1
}

finish() { # the last line of a script
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}
