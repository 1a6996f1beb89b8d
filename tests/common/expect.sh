# What test scripts count with: source it with `scratch` set to a folder, and close with `N passed, N failed`.
# SPDX-License-Identifier: Apache-2.0
passed=0 failed=0

# Runs a command, which is to succeed; of one that fails, shows the begin and the end of what it printed.
expect() { # what, command ...
    local what=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what: $*"
        { head -n 12 "$scratch/log"; tail -n +13 "$scratch/log" | tail -n 12; } | cut -c 1-300 | sed 's/^/  /'
    fi
}
