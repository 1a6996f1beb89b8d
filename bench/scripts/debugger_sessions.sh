#!/usr/bin/env bash
# Writes docs/log/debugger_sessions.md: the protocol's messages in a session for each claim of tests/debugger/session.py.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/debugger_sessions.sh   after `make`; BUILD, build
set -eu
cd "$(dirname "$0")/../.."
tool=$(realpath "${BUILD:-build}/nbl-emulate") session=$PWD/tests/debugger/session.py most=44
out=$PWD/docs/log/debugger_sessions.md
export PYTHONDONTWRITEBYTECODE=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
{
    printf '# Sessions with the debugger\n\n%s, by `bench/scripts/debugger_sessions.sh`: `nbl-emulate --dap` and the client of\n' "$(date +%F)"
    printf '`tests/debugger`, a session for each claim. `->` is what the client asks, `<-` what is answered. Of each session the first\n'
    printf '%s messages; lines are cut at 220 characters.\n' "$most"
    for claim in $(python3 "$session" "$tool"); do
        TRANSCRIPT=$scratch/messages python3 "$session" "$tool" "$claim" >said
        printf '\n## %s\n\n' "$(echo "$claim" | tr _ ' ')"
        python3 - "$session" "$claim" <<'PYTHON'
import ast, sys
texts = [sys.argv[1], sys.argv[1].replace("session.py", "languages.py")]
functions = {f.name: f for text in texts for f in ast.walk(ast.parse(open(text).read())) if isinstance(f, ast.FunctionDef)}
print(" ".join(ast.get_docstring(functions[sys.argv[2]]).split("Mutation")[0].split()))
PYTHON
        printf '\n```text\n'
        sed "s,$scratch/,,g" messages | head -n "$most"
        printf '```\n'
        [ "$(wc -l <messages)" -le "$most" ] || printf '\n%d further messages.\n' $(($(wc -l <messages) - most))
        [ ! -s said ] || printf '\nPrinted: %s.\n' "$(cat said)"
        rm messages
    done
} >"$out"
