#!/usr/bin/env bash
# The command of docs/reliability.md for images of strangers runs as it stands there; --max-memory tells what a job takes.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
passed=0 failed=0
record() { if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi; }

command=$(awk '/^```sh$/ { block = ""; on = 1; next } /^```$/ { if (on && block ~ /unshare/) printf "%s", block; on = 0 } on { block = block $0 "\n" }' docs/reliability.md)
[ -n "$command" ]
record $? "docs/reliability.md has no command with unshare"
if ! unshare --user --map-current-user --net --pid --fork true 2>/dev/null; then
    echo "user namespaces are not permitted here: without them"
    command=$(echo "$command" | sed 's/unshare .*\\$/\\/')
fi
"$build/make-demo-inputs" "$there" --width 400 --height 250 || exit 1
mv "$there/scene.exr" "$there/stranger.exr" && mv "$there/heart.exr" "$there/kernel.exr"
(cd "$there" && PATH=$build:$PATH bash -c "$command") 2>"$there/error"
record $? "the command: $(cat "$there/error")"
[ -s "$there/bloom.exr" ]
record $? "the command wrote nothing"
printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16384 +X 8192\n' >"$there/bomb.hdr"
(cd "$there" && PATH=$build:$PATH bash -c "${command//stranger.exr/bomb.hdr}") 2>"$there/error"
[ $? = 1 ] && grep -q 'of --max-pixels' "$there/error"
record $? "a picture that is too large: $(cat "$there/error")"

# What --max-memory says is needed, against what was taken: 64 MiB more at the most, on two threads.
run="$build/nbl-bloom $there/stranger.exr $there/kernel.exr -o $there/out.exr --backend emulator --threads 2 --max-memory"
wanted=$($run 1 2>&1 | sed -n 's/.* \([0-9]*\) MiB are needed.*/\1/p')
[ -n "$wanted" ] && ! $run $((wanted - 1)) 2>/dev/null
record $? "--max-memory takes less than the ${wanted:-unknown} MiB that it needs"
taken=$(python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' $run "${wanted:-0}")
echo "needed $wanted MiB, taken ${taken:-none} MiB"
# Under a sanitizer memory is taken that is not the tool's.
[ -n "$taken" ] && { [ "$taken" -le $((wanted + 64)) ] || nm "$build/nbl-bloom" | grep -q __asan_init; }
record $? "more memory than was said"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
