#!/usr/bin/env bash
# What every tool does alike: its version, a standard output that is full, and files that would be lost.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
passed=0 failed=0

# record STATUS WHAT
record() {
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi
}

# expect STATUS WORDS COMMAND...: an exit status, one line on stderr that holds the words, and inputs as they were
expect() {
    local status=$1 words=$2 got
    shift 2
    "$@" 2>&1 >/dev/null | cat >"$there/error" # through a pipe, which has no size
    got=${PIPESTATUS[0]}
    [ "$got" = "$status" ] && [ "$(wc -l <"$there/error")" = 1 ] && grep -qF -- "$words" "$there/error" &&
        (cd "$there" && sha256sum --quiet -c sums >/dev/null 2>&1)
    record $? "$*: status $got, $(cat "$there/error")"
}

version=$(awk '/^#define NBL_VERSION_(MAJOR|MINOR|PATCH) / { printf "%s%s", dot, $3; dot = "." }' include/nbl/version.h)
for tool in $(for main in tools/*/main.c; do basename "$(dirname "$main")"; done); do
    [ "$("$build/$tool" --version)" = "$tool $version" ]
    record $? "$tool --version"
    for option in --help --version; do
        "$build/$tool" "$option" 2>"$there/error" >/dev/full
        [ $? = 1 ] && grep -qx "$tool: standard output: cannot be written" "$there/error"
        record $? "$tool $option >/dev/full: $(cat "$there/error")"
    done
done

# Each option of a tool stands in its help, or in that of one of its commands.
for tool in $(for main in tools/*/main.c; do basename "$(dirname "$main")"; done); do
    "$build/$tool" --help >"$there/help"
    for command in $(sed -n "s/^  $tool \([a-z][a-z]*\) .*/\1/p" "$there/help" | sort -u); do
        "$build/$tool" "$command" --help >>"$there/help" 2>&1
    done
    options=$(cat tools/"$tool"/*.[ch] | tr -d '\n' | grep -oE 'OPTION_[A-Z]+\( *"--?[a-z][a-z-]*' | sed 's/.*"//' | sort -u)
    [ "$(wc -w <<<"$options")" -ge 3 ]
    record $? "$tool has no options"
    for option in $options; do
        grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" "$there/help"
        record $? "$tool --help lacks $option"
    done
done

"$build/make-demo-inputs" "$there" --width 20 --height 10 || exit 1
npy() { # a complex64 impulse of 64 elements
    printf '\223NUMPY\1\0v\0%-117s\n' "{'descr': '<c8', 'fortran_order': False, 'shape': (64,)}"
    printf '\0\0\200\077'
    head -c 508 /dev/zero
}
npy >"$there/in.npy"
ln "$there/scene.exr" "$there/hard.exr"
ln -s in.npy "$there/soft.npy"
echo old >"$there/result.exr"
(cd "$there" && sha256sum ./*.exr in.npy >sums)

bloom=("$build/nbl-bloom" "$there/scene.exr" "$there/heart.exr" --backend emulator -o)
expect 2 "is the file of IMAGE, too" "${bloom[@]}" "$there/scene.exr"
expect 2 "is the file of IMAGE, too" "${bloom[@]}" "$there/hard.exr"
expect 2 "is the file of KERNEL, too" "${bloom[@]}" "$there/out.exr" --timings "$there/../$(basename "$there")/heart.exr"
expect 2 "is the file of IMAGE, too" "${bloom[@]}" "$there/out.exr" --trace "$there/scene.exr"
expect 2 "is the file of -o, too" "${bloom[@]}" "$there/result.exr" --timings "$there/result.exr"
expect 2 "is the file of -o, too" "${bloom[@]}" "$there/new.exr" --trace "$there/./new.exr"
expect 2 "is the file of --timings, too" "${bloom[@]}" "$there/new.exr" --timings "$there/t" --trace "$there/t"
expect 1 "/dev/full: is not a regular file" "${bloom[@]}" "$there/new.exr" --trace /dev/full
expect 1 "/dev/full: is not a regular file" "${bloom[@]}" "$there/new.exr" --timings /dev/full

fft=("$build/nbl-fft" transform "$there/in.npy")
expect 2 "is the file of the input file, too" "${fft[@]}" "$there/soft.npy" --backend emulator
expect 2 "is the file of the input file, too" "${fft[@]}" "$there/o.npy" --backend emulator --trace "$there/in.npy"
expect 2 "is the file of the output file, too" "${fft[@]}" "$there/o.npy" --backend emulator --counters-json "$there/o.npy"
expect 2 "is the file of --trace, too" "${fft[@]}" "$there/o.npy" --backend emulator --trace "$there/t" --counters-json "$there/t"
expect 1 "/dev/full: is not a regular file" "${fft[@]}" "$there/o.npy" --backend emulator --trace /dev/full
expect 2 "is the file of --json, too" "$build/nbl-fft" bench 64 --json "$there/b" --svg "$there/b"

# A pipe that nobody writes to is refused, not waited for.
mkfifo "$there/pipe"
at_once() { timeout 20 "$@"; }
expect 1 "pipe: is not a regular file" at_once "${fft[@]}" "$there/o.npy" --backend executor --program "$there/pipe"
expect 1 "pipe: is not a regular file" at_once "${fft[@]}" "$there/o.npy" --backend emulator --wisdom "$there/pipe"

# A limit on the size of files ends no tool by a signal.
limited() { (ulimit -f 0 && "$@"); }
expect 1 "new.exr: cannot be written: File too large" limited "${bloom[@]}" "$there/new.exr"
expect 1 "o.npy: cannot be written: File too large" limited "${fft[@]}" "$there/o.npy" --backend emulator

[ ! -e "$there/o.npy" ] && [ ! -e "$there/new.exr" ] && [ ! -e "$there/t" ]
record $? "something was written"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
