#!/bin/sh
# Every Vulkan call of every scenario fails in turn: minutes, so not a part of make check.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
if NBL_FAULTS_ALL=1 "${BUILD:-build}/tests/faults/test_faults_vulkan"; then
    echo "1 passed, 0 failed"
else
    echo "0 passed, 1 failed"
    exit 1
fi
