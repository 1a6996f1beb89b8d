#!/usr/bin/env bash
# Fits the time of a plan to a search's timings (nbl-fft tune --all --log LOG), lengths held out: the table of docs/log/transforms.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/cost_model.sh LOG ...   prints them as lines of host/facts: docs/devices.md
#   BUILD=folder                          where make built
#   KIND=amd                              whose multiprocessor- and registers- numbers count; default: nvidia
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2046
$(make -s print-CC) -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -Ihost -I. -o "$folder/traits" \
    bench/scripts/cost_model.c "${BUILD:-build}/libnbl.a" $(make -s print-LDLIBS_ALL)
for registers in estimated known; do
    echo "registers $registers"
    cat "$@" | grep ',0$' | "$folder/traits" "${KIND:-nvidia}" $([ $registers = known ] && echo known) >"$folder/$registers"
    python3 bench/scripts/cost_model.py <"$folder/$registers"
done
