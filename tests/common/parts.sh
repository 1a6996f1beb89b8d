# Which part of a test a run takes: part NBL_PART, which tests/run.sh sets to the number of the day; with NBL_TEST_ALL all.
# SPDX-License-Identifier: Apache-2.0

# Whether this run takes case `number`: one in `parts`. As test_takes() of tests/common/testing.h.
takes_part() { # number, parts
    [ -n "${NBL_TEST_ALL:-}" ] || [ $(($1 % $2)) = $((${NBL_PART:-0} % $2)) ]
}

# Prints which of the words this run takes; nothing where it takes all.
part_of() { # words
    local -a words=("$@")
    [ -n "${NBL_TEST_ALL:-}" ] || echo "${words[${NBL_PART:-0} % $#]}"
}
