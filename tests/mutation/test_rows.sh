#!/usr/bin/env bash
# Each row of mutations.txt and caught.txt is about a text that its file has on just one line, and names a test that there is.
# SPDX-License-Identifier: Apache-2.0
#
# test_mutation and test_caught try a part of the rows a day, some rows with NBL_TEST_ALL alone: a text that was rewritten
# would be told of weeks later.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

rows=0
check_rows() { # list, folder of its files
    local file=none test=none text line
    line=0
    while IFS= read -r text; do
        line=$((line + 1))
        case $text in
        "=== "*)
            read -r file test <<<"${text#=== }"
            test=${test%% *}
            [ "$2" != "" ] || [ -e "${test%%:*}" ]; record $? "$1:$line: there is no ${test%%:*}"
            rows=$((rows + 1)) ;;
        -*) [ "$(grep -cF -- "${text#-}" "$2$file")" = 1 ]; record $? "$1:$line: not on just one line of $2$file: ${text#-}" ;;
        esac
    done <"$1"
}
check_rows tests/mutation/mutations.txt include/
check_rows tests/mutation/caught.txt ""
[ "$rows" -ge 160 ]; record $? "$rows rows"
finish
