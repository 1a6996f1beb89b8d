#!/usr/bin/env bash
# What a VkPipelineCache that a program ships saves of nbl_bloom_create().
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/pipeline_cache.sh [NAME]   after `make`; a device's name, the best one by default
#   BUILD, PROGRAM                           program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program -Ihost bench/scripts/pipeline_cache.c
# Neither driver keeps files of its own.
__GL_SHADER_DISK_CACHE=0 MESA_SHADER_CACHE_DISABLE=true "$program" "$@"
