#!/usr/bin/env bash
# Fetches public compute shaders at their commits and runs nbl-emulate on each: a line of verdict, one of coverage.
# SPDX-License-Identifier: Apache-2.0
#
# bench/scripts/public_shaders.sh [FOLDER]   FOLDER keeps the clones; default: a new one, removed at the end
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=${EMULATE:-${BUILD:-build}/nbl-emulate}
folder=${1:-}
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
echo "| Shader | Commit | Dispatch | Verdict | Blocks run |"
echo "|---|---|---|---|---|"
while read -r repository commit path licence groups options; do
    case $repository in '#'*) continue ;; esac
    clone=$folder/${repository//\//+}
    [ -d "$clone" ] || git init -q "$clone"
    git -C "$clone" cat-file -e "$commit:$path" 2>/dev/null ||
        git -C "$clone" fetch -q --depth 1 "https://github.com/$repository" "$commit"
    text=$folder/$(basename "$path")
    git -C "$clone" show "$commit:$path" | sed '/^#\[compute\]/d' >"$text" # Godot's mark is no GLSL
    # shellcheck disable=SC2086 # options are words
    said=$(timeout 300 "$tool" "$text" --language glsl --groups "$groups" $options 2>&1) || true
    verdict=$(grep -m 1 -E '^(proved|no race)|: (.* of|[A-Za-z0-9_]+: )|barrier: |^nbl-emulate' <<<"$said" | sed 's/, first of.*//; s/, all .*//' || true)
    line=$(grep -m 1 -oE '(at|there   at) [^,]*:[0-9]+' <<<"$said" | sed "s#.*:#line #" || true)
    case $verdict in proved* | no\ race* | nbl-emulate*) line= ;; esac
    blocks=$(grep -oE '[0-9]+ of [0-9]+ blocks' <<<"$said" | sed 's/ blocks//' || true)
    echo "| $repository, ${path##*/} | ${commit:0:8} | $groups${options:+ \`$options\`} | ${verdict:-none}${line:+, $line} | $blocks |"
done <bench/scripts/public_shaders.txt
