# Sourced by test scripts in the repository's root: a folder for what they write, and `expect` that counts.
# SPDX-License-Identifier: Apache-2.0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

expect() { # what, command ...: passes if the command does; else prints the end of what it said
    local what=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "failed: $what: $*" | cut -c 1-300
        tail -n 20 "$scratch/log" | cut -c 1-300 | sed 's/^/  /'
    fi
}
