# How every fuzz target is run; sourced with $what. Sets fuzz_flags.
# SPDX-License-Identifier: Apache-2.0
#
# What the targets say is closed; a declared size takes address space only; what is slow is found by the time limit, not
# reported, since it says more of the machine.
# shellcheck shell=bash disable=SC2034,SC2154 # by and for who sources it
fuzz_flags=(-timeout="${LIMIT:-20}" -report_slow_units=60 -rss_limit_mb=3000 -malloc_limit_mb=3000 -max_len=8192 -close_fd_mask=3 -print_final_stats=1
    -entropic_scale_per_exec_time=1)
[ ! -e "$seeds/$what.dict" ] || fuzz_flags+=("-dict=$seeds/$what.dict")
