#!/bin/bash
# Cold and warm starts of the bloom: all pipelines of a job, with every cache empty and again with them full.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/bloom_start.sh [BUILD [JOB ...]]
#
# Each start is a process of its own. Wall: from the plan to the last pipeline. CPU: of the whole process, device and loader
# included. The driver's own cache, where it has one that can be told where to lie, begins empty, too.
set -u
build=${1:-build}
[ $# -gt 1 ] && shift || set -- 1280x720:256 1280x720:256:fp16:in=rgba16f-image:out=rgba16f-image 1920x1080:256 3840x2160:256
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'
printf '%-56s %12s %12s\n' job cold warm
for job in "$@"; do
    printf '%-56s' "$job"
    for run in cold warm; do
        cpu=$( { time XDG_CACHE_HOME=$folder/$job __GL_SHADER_DISK_CACHE_PATH=$folder/$job MESA_SHADER_CACHE_DIR=$folder/$job \
            "$build/nbl-bloom" bench --compile "$job" >"$folder/said" 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
        wall=$(sed -n 's/.*create *\([0-9.]*\) s.*/\1/p' "$folder/said")
        [ -n "$wall" ] || { echo; cat "$folder/said" >&2; exit 1; }
        printf '  %s s wall, %s s CPU' "$wall" "$cpu"
    done
    printf '\n'
    rm -rf "${folder:?}/$job"
done
