#!/usr/bin/env bash
# A report on a kernel in C++ has the functions' names as the text has them.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
cat >"$scratch/race.cpp" <<'END'
#include "nbl/lang.h"
#include "nbl/host/emulator.h"

#include <cstdio>

NBL_SHARED(uint32_t, shared, 64)
namespace app {
template <class T> struct writer {
    static void put(T i, uint32_t value) { NBL_STORE(shared, i, value); }
    template <int n> static void twice(T i) { put(i / n, i); }
};
NBL_FUNCTION void put_twice(uint32_t i) { writer<uint32_t>::twice<2>(i); }
NBL_LOCAL_SIZE(64)
NBL_KERNEL(kernel) { put_twice(nbl_local_invocation_index()); }
} // namespace app

int main() {
    static nbl_emulator_report_t report;
    static char text[8192];
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = app::kernel;
    launch.workgroup_size[0] = 64;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_launch(&launch, &report);
    nbl_emulator_report_text(&report, text, sizeof text);
    std::fputs(text, stdout);
}
END
expect "a kernel in C++" g++ -std=c++17 -O0 -g -Iinclude -o "$scratch/race" "$scratch/race.cpp" "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
"$scratch/race" >"$scratch/said"
grep -q 'called at .*race.cpp:10 in app::writer<...>::twice<...>, from .*race.cpp:12 in app::put_twice, from .*race.cpp:14 in app::kernel' "$scratch/said"
record $? "$(grep -m 1 called "$scratch/said")"
! grep -q '_Z' "$scratch/said"; record $? "a mangled name: $(grep -m 1 _Z "$scratch/said")"
finish
