#!/bin/sh
# Prints the files of the tree in this folder, one a line: what git tracks, or, in a release archive, all but what is built.
# SPDX-License-Identifier: Apache-2.0
set -eu
if [ "$(git rev-parse --show-prefix 2>/dev/null || echo none)" = "" ]; then
    git ls-files
else
    find . \( -path './build*' -o -path ./.git -o -path ./modules.c -o -name __pycache__ \) -prune -o \( -type f -o -type l \) -print |
        sed 's#^\./##' | LC_ALL=C sort
fi
