#!/usr/bin/env bash
# Fetches public compute shaders at their commits and runs nbl-emulate on each: a row of verdict and coverage, and a count.
# SPDX-License-Identifier: Apache-2.0
#
# bench/scripts/public_shaders.sh [FOLDER] [WORDS]
#   FOLDER keeps the clones, owner+name, and what was checked out of them; default: a new one, removed at the end
#   WORDS  only rows that have them
# FULL=1 prints all that the tool says of each. DROP=1 drops, of each that is proved, each barrier of its own file in
# turn, and counts how many of these are found; files of several kernels are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=$(realpath "${EMULATE:-${BUILD:-build}/nbl-emulate}")
folder=${1:-}
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
folder=$(realpath "$folder")
# The folders of a row's commit that it reads: its own, and those of its options.
check_out() { # repository, commit, path, options
    local clone=$folder/${1//\//+} commit=$2 include
    local -a wanted=("$(dirname "$3")")
    for include in $4; do [[ $include == -I?* ]] && wanted+=("${include#-I}"); done
    [ -e "$clone" ] || git init -q "$clone"
    git -C "$clone" cat-file -e "$commit:$3" 2>/dev/null ||
        git -C "$clone" fetch -q --depth 1 "https://github.com/$1" "$commit"
    for include in "${wanted[@]}"; do
        [ -d "$tree/$include" ] && [ "$include" != . ] && [ -e "$tree/$include/.there" ] && continue
        git -C "$clone" archive "$commit" -- "$include" 2>/dev/null | tar -x -C "$tree" 2>/dev/null || true
        touch "$tree/$include/.there"
    done
}
dropped=0 noticed=0
drop_barriers() { # path, arguments of the tool
    local path=$1 line
    for line in $(grep -nE '^[^/]*\b(barrier|GroupMemoryBarrierWithGroupSync|AllMemoryBarrierWithGroupSync) *\( *\)' "$path" | cut -d: -f1); do
        cp "$path" "$path.whole"
        sed -i -E "${line}s/\\b(barrier|GroupMemoryBarrierWithGroupSync|AllMemoryBarrierWithGroupSync) *\\( *\\)//" "$path"
        dropped=$((dropped + 1))
        timeout 300 "$tool" "$@" >/dev/null 2>&1
        if [ $? = 3 ]; then noticed=$((noticed + 1)); else echo "    barrier of line $line dropped: nothing is found"; fi
        mv "$path.whole" "$path"
    done
}
echo "| Shader | Commit | Shared | Dispatch | Verdict | Blocks run |"
echo "|---|---|---|---|---|---|"
proved=0 fixed=0 open=0 found=0 refused=0 all=0 shared=0
while read -r repository commit path licence groups options; do
    case $repository in '#'* | '') continue ;; esac
    [[ "$repository $commit $path $options" == *"${2:-}"* ]] || continue
    tree=$folder/trees/${repository//\//+}/$commit
    mkdir -p "$tree"
    check_out "$repository" "$commit" "$path" "$options"
    sed -i '/^#\[compute\]/d' "$tree/$path" # Godot's mark is no GLSL
    language=glsl
    ! grep -q 'numthreads' "$tree/$path" || language=hlsl
    # shellcheck disable=SC2086 # options are words
    said=$(cd "$tree" && timeout 300 "$tool" "$path" --language $language --groups "$groups" $options 2>&1) || true
    verdict=$(grep -m 1 -E '^(proved|no race)|: (.* of|[A-Za-z0-9_]+: )|barrier: |^nbl-emulate' <<<"$said" | sed 's/, first of.*//; s/,\{0,1\} \(all\|the one workgroup\) .*//; s/ for every input:$//' || true)
    line=$(grep -m 1 -oE 'at [^,]*:[0-9]+' <<<"$said" | sed "s#.*:#line #" || true)
    case $verdict in proved* | no\ race* | nbl-emulate*) line= ;; esac
    all=$((all + 1))
    case $verdict in
    proved*,\ if*) fixed=$((fixed + 1)) ;;
    proved*) proved=$((proved + 1)) ;;
    no\ race*)
        open=$((open + 1))
        verdict="$verdict: $(grep '^undecided' <<<"$said" | sed -E 's/^undecided at [^ ]*:([0-9]+) in [^:]*: (.*) depends on.*/\2, line \1/' | head -n 3 | paste -sd ';' | sed 's/;/; /g' || true)" ;;
    nbl-emulate* | '') refused=$((refused + 1)) ;;
    *) found=$((found + 1)) ;;
    esac
    uses=$(grep -qE '^[^/]*\b(shared|groupshared)\b' "$tree/$path" && echo yes || echo no)
    [ "$uses" = no ] || shared=$((shared + 1))
    blocks=$(grep -oE '[0-9]+ of [0-9]+ blocks' <<<"$said" | sed 's/ blocks//' || true)
    echo "| $repository, ${path##*/} | ${commit:0:8} | $uses | $groups${options:+ \`$options\`} | ${verdict:-none}${line:+, $line} | $blocks |"
    # shellcheck disable=SC2086
    [[ -z "${DROP:-}" || $verdict != proved* || $uses = no || $(grep -c numthreads "$tree/$path") -gt 1 ]] || {
        cd "$tree"
        set +e
        drop_barriers "$path" --language $language --groups "$groups" $options
        set -e
        cd - >/dev/null
    }
    [ -z "${FULL:-}" ] || sed 's/^/    /' <<<"$said"
done <bench/scripts/public_shaders.txt
echo
echo "$all shaders, $shared with shared memory: $proved proved, $fixed proved with constants as they are, $open open, $found with a finding, $refused not run"
[ -z "${DROP:-}" ] || echo "$dropped barriers dropped from what is proved, $noticed found"
