#!/usr/bin/env bash
# Follows README.md word for word: runs its blocks of commands as they stand, one after the other, in a clone.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/consumers/follow_readme.sh [FOLDER [WORDS]]   in FOLDER (.); without the lines that begin with WORDS
#
# On a bare Debian with git and make, in a clone, `tests/consumers/follow_readme.sh` is what a newcomer does.
set -euo pipefail
cd "${1:-.}"
without=${2:-}
blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
awk -v to="$blocks/" '/^```sh$/ { on = to sprintf("%02d", ++n); next } /^```$/ { on = "" } on { print > on }' README.md
count=0
for block in "$blocks"/*; do
    if [ -n "$without" ]; then sed -i "/^$without/d" "$block"; fi
    echo "README.md, block $((count += 1)):"
    cat "$block"
    bash -euo pipefail "$block"
done
echo "README.md: $count blocks of commands followed"
[ "$count" -ge 4 ]
