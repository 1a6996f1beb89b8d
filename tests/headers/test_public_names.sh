#!/usr/bin/env bash
# What the headers declare has names of ours, the table of Nabla's names promises what is there, and slips are found.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

tests/headers/public_names.py >"$scratch/said" 2>&1; record $? "$(cat "$scratch/said")"
awk 'END { exit !($1 >= 1900 && $3 >= 700 && $5 >= 170) }' "$scratch/said"; record $? "too few names: $(tail -n 1 "$scratch/said")"

slip() { # what is found, file, sed
    rm -rf "$scratch/tree"
    mkdir "$scratch/tree"
    cp -r include docs/guide/nabla-names.md "$scratch/tree"
    sed -i "$3" "$scratch/tree/$2"
    ! cmp -s "$scratch/tree/$2" "${2/nabla-names/docs/guide/nabla-names}"; record $? "the slip changes nothing: $3"
    ! tests/headers/public_names.py "$scratch/tree/include" "$scratch/tree/nabla-names.md" >"$scratch/said" 2>&1 && grep -q "$1" "$scratch/said"
    record $? "not found: $1: $(head -n 3 "$scratch/said")"
}
slip '^declared: bit_count$' include/nbl/bit/field.h 's/nbl_bit_count(/bit_count(/'
slip '^declared: order$' include/nbl/host/compile.h 's/nbl_instruction_order_t;/order;/'
slip '^macro: MINOR$' include/nbl/version.h 's/define NBL_VERSION_MINOR/define MINOR/'
slip 'promises nbl_complex_plus$' nabla-names.md 's/`nbl_complex_add`/`nbl_complex_plus`/'
slip 'promises nbl_complex_add_subtract_from$' nabla-names.md 's/`nbl_complex_add`, `_sub`/`nbl_complex_add`, `_subtract_from`/'
finish
