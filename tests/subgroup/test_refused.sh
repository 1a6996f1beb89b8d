#!/usr/bin/env bash
# What a subgroup operation cannot do for a type does not compile, in any language; what it can does.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# language, whether it compiles, a type, an expression of v
try() {
    local file=$scratch/kernel.$1 flags="-std=c11 -fsyntax-only -Iinclude -Wno-unused"
    printf '#include "nbl/subgroup/ballot.h"\nNBL_STRUCT(mine_t) { uint32_t a; };\nNBL_LOCAL_SIZE(32)\nNBL_KERNEL(refused) {\n    %s v;\n    %s;\n}\n' "$3" "$4" >"$file"
    case $1 in
    c) gcc $flags "$file" ;;
    cpp) g++ -std=c++17 -fsyntax-only -Iinclude "$file" ;;
    comp) sed -i '1i #version 460\n#extension GL_GOOGLE_include_directive : require' "$file"
          glslangValidator -S comp -V --target-env vulkan1.1 -DNBL_HAS_FLOAT64=1 -Iinclude -o "$file.spv" "$file" ;;
    hlsl) glslangValidator -S comp -V --target-env vulkan1.1 -DNBL_HLSL=1 -D -e main -Iinclude -o "$file.spv" "$file" ;;
    esac >"$scratch/log" 2>&1
    local compiles=$?
    if { [ $compiles = 0 ] && [ "$2" = yes ]; } || { [ $compiles != 0 ] && [ "$2" = no ]; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1: '$4' of a $3: compiles: $([ $compiles = 0 ] && echo yes || echo no), not $2"
        sed 's/^/  /' "$scratch/log" | head -n 4
    fi
}

for language in c cpp comp hlsl; do
    for operation in and xor; do
        try $language yes uint32_t "nbl_subgroup_$operation(v)"
        try $language yes nbl_int32_t3 "nbl_subgroup_$operation(v)"
        try $language no mine_t "nbl_subgroup_$operation(v)"
    done
    for operation in add max; do
        try $language yes float32_t "nbl_subgroup_$operation(v)"
        try $language yes nbl_float32_t3 "nbl_subgroup_$operation(v)"
        try $language no mine_t "nbl_subgroup_$operation(v)"
    done
    try $language yes float32_t "nbl_subgroup_shuffle_xor(v, 1u)"
    try $language no mine_t "nbl_subgroup_shuffle(v, 1u)"
done
for language in c cpp comp; do # glslang's HLSL takes floats for their bits
    for operation in or exclusive_xor; do
        try $language no float32_t "nbl_subgroup_$operation(v)"
        try $language no float64_t "nbl_subgroup_$operation(v)"
    done
    try $language yes float64_t "nbl_subgroup_exclusive_max(v)"
done
try hlsl no uint32_t "nbl_subgroup_inclusive_add(v)"
try c no bool "nbl_subgroup_add(v)"
try comp no bool "nbl_subgroup_add(v)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
