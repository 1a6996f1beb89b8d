#!/bin/sh
# Writes a tool's man page from what the tool says of itself: packages/man.sh TOOL VERSION >TOOL.1
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# = 2 ] || { echo "usage: man.sh TOOL VERSION" >&2; exit 2; }
tool=$1 version=$2 name=$(basename "$1")
roff() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }
head_line=$("$tool" --help | head -n 1)
printf '.TH %s 1 "" "nbl %s"\n.SH NAME\n' "$(echo "$name" | tr a-z A-Z)" "$version"
echo "$name - ${head_line#*: }" | roff
printf '.SH DESCRIPTION\n.nf\n'
"$tool" --help | tail -n +2 | roff
for command in $("$tool" --help | sed -n "s/^  $name \([a-z][a-z]*\)\( .*\)\{0,1\}\$/\1/p" | sort -u); do
    "$tool" "$command" --help >/dev/null 2>&1 || continue
    printf '.fi\n.SH %s\n.nf\n' "$(echo "$command" | tr a-z A-Z)"
    "$tool" "$command" --help | roff
done
