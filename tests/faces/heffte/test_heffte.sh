#!/usr/bin/env bash
# The backend for heFFTe, compiled against a stub of heFFTe's classes, and what compare.sh refuses.
# SPDX-License-Identifier: Apache-2.0
#
# heFFTe itself is no package of Debian's: packages/heffte/compare.sh runs its own tests, given its sources.
set -u
cd "$(dirname "$0")/../../.."
. tests/common/expect.sh
BUILD=${BUILD:-build}

"${CXX:-c++}" -std=c++11 -O1 -Wall -Wextra -Wpedantic -Werror -Itests/faces/heffte -Ipackages/heffte -Iinclude \
    -o "$scratch/backend" tests/faces/heffte/test_backend.cpp "$BUILD/libnbl-emulator.a" -lm -pthread
record $? "the backend compiles against the stub"
expect "the backend's transforms" "$scratch/backend"
cat "$scratch/log"
expect "in fast mode, by two threads" env NBL_MODE=fast NBL_THREADS=2 "$scratch/backend"
said=$(packages/heffte/compare.sh 2>&1)
[ "$? $said" = "2 usage: compare.sh HEFFTE FOLDER" ]
record $? "compare.sh without arguments: says \"$said\""
said=$(packages/heffte/compare.sh "$scratch" "$scratch/made" 2>&1)
[ "$? $said" = "1 compare.sh: $scratch: not heFFTe's sources" ]
record $? "compare.sh where heFFTe is not: says \"$said\""
finish
