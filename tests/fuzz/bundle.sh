#!/usr/bin/env bash
# Puts the fuzz targets with all they need into a folder, for another x86-64 Linux machine that has nothing of it installed.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/fuzz/bundle.sh FOLDER     after make FUZZ=1 fuzzers; there: FOLDER/run.sh OUT SECONDS
#
# The dynamic linker and the C library are carried along: targets are started by them, not by the machine's own.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:?usage: bundle.sh FOLDER} build=${BUILD:-build-fuzz}
mkdir -p "$folder/bin" "$folder/lib"
for target in "$build"/tests/fuzz/fuzz_*; do
    case $target in *.o | *.d) continue ;; esac
    strip -o "$folder/bin/$(basename "$target")" "$target"
    ldd "$target" | grep -oE '/[^ ]+' | while read -r library; do cp -Lu "$library" "$folder/lib/"; done
done
strip --strip-unneeded "$folder"/lib/*
rm -rf "$folder/seeds"
mkdir "$folder/seeds"
cp -r tests/fuzz/corpus tests/fuzz/*.dict "$folder/seeds/"
cp tests/fuzz/counts.sh tests/fuzz/flags.sh "$folder/"
cat >"$folder/run.sh" <<'END'
#!/usr/bin/env bash
# run.sh OUT [SECONDS [PROCESSES]]: see counts.sh
here=$(cd "$(dirname "$0")" && pwd)
export TARGETS=$here/bin SEEDS=$here/seeds LOADER="$here/lib/ld-linux-x86-64.so.2 --library-path $here/lib"
# Sanitizers of clang 14 cannot place their shadow where a kernel randomises 32 bits of addresses.
! setarch -R true 2>/dev/null || LOADER="setarch -R $LOADER"
# Where ptrace is forbidden, leaks cannot be looked for.
if $LOADER "$TARGETS/fuzz_npy" -runs=1 2>&1 | grep -q 'LeakSanitizer has encountered a fatal error'; then
    export ASAN_OPTIONS=detect_leaks=0
    echo "leaks are not looked for: ptrace is forbidden here"
fi
exec "$here/counts.sh" "$@"
END
chmod +x "$folder/run.sh"
du -sh "$folder" | cut -f1
