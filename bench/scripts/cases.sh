#!/usr/bin/env bash
# Rows of tests/fft/cases.txt that are held in exact mode, as nbl-fft transform takes them.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/cases.sh NUMBER|FROM-TO ...   a line for each: the file's shape, axes, scalars of its elements (1: real numbers,
#                                               2: complex ones), options. Rows with strides, kernels or other kinds of
#                                               transforms have no such line, and spectra of real signals given in part
set -eu
cd "$(dirname "$0")/../.."
awk -v wanted="$*" '
BEGIN { wants = split(wanted, want, " ") }
/^[0-9]/ {
    taken = 0
    for (i = 1; i <= wants; i++) {
        split(want[i], end, "-")
        if ($1 + 0 >= end[1] + 0 && $1 + 0 <= (end[2] == "" ? end[1] : end[2]) + 0) taken = 1
    }
    if (!taken || !/ exact/ || / (distances|in-strides|out-strides|kernel|dct|by-root) /) next
    rank = split($2, size, "x")
    real = inverse = batch = 0
    axes = precision = given = ""
    for (i = 3; i <= NF; i++) {
        if ($i ~ /^\*/) batch = substr($i, 2)
        else if ($i ~ /^\//) axes = substr($i, 2)
        else if ($i ~ /^fp/) precision = $i
        else if ($i == "real") real = 1
        else if ($i == "inverse") inverse = 1
        else if ($i == "given") given = $(i + 1)
    }
    if (real && inverse && given != "") next
    if (axes == "") for (d = 0; d < rank; d++) axes = axes (d > 0 ? "," : "") d
    count = split(axes, axis, ",")
    options = inverse ? " --inverse" : ""
    if (given != "") { # of the axes alone
        split(given, part, "x")
        options = options " --pad "
        for (a = 1; a <= count; a++) options = options (a > 1 ? "x" : "") size[axis[a] + 1]
        for (d = 1; d <= rank; d++) if (part[d] > 0) size[d] = part[d]
    }
    if (precision != "") options = options " --precision " precision
    if (real) options = options " --real"
    last = axis[count] + 1
    if (real && inverse) {
        if (size[last] % 2 == 1) options = options " --odd"
        size[last] = int(size[last] / 2) + 1
    }
    shape = batch > 0 ? batch : ""
    for (d = 1; d <= rank; d++) shape = shape (shape == "" ? "" : "x") size[d]
    if (batch > 0) {
        axes = ""
        for (a = 1; a <= count; a++) axes = axes (a > 1 ? "," : "") axis[a] + 1
    }
    print shape, axes, (real && !inverse ? 1 : 2) options
}' tests/fft/cases.txt
