#!/usr/bin/env bash
# make check-faces: the faces of the library in other programs, each by tests of its own; closes with `N passed, N failed`.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/faces/run.sh [python|gegl ...]   only these
#
# Their results, with dates, stand in docs/log/faces.md.
set -u
cd "$(dirname "$0")/../.."
export BUILD=${BUILD:-build}
export PYTHON=${PYTHON:-/usr/bin/python3} PYTHONDONTWRITEBYTECODE=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The package as it is installed: out of the wheel.
PYTHONPATH=$scratch/site
export PYTHONPATH
"$PYTHON" -m zipfile -e "$BUILD"/wheel/nbl-*.whl "$PYTHONPATH" || exit 1

pytest() {
    "$PYTHON" -m pytest -q -p no:cacheprovider "$@" | tee "$scratch/pytest"
    # pytest's summary in the words of the other tests
    sed -nE 's/^.*(^|[^0-9])([0-9]+) failed, ([0-9]+) passed.*/\3 passed, \2 failed/p; t
             s/^([0-9]+) passed.*/\1 passed, 0 failed/p; s/^([0-9]+) failed in.*/0 passed, \1 failed/p' "$scratch/pytest"
}

python() {
    pytest tests/faces/python
    for suite in numpy pocketfft backend; do
        "$PYTHON" tests/faces/python/suites.py "$suite"
    done
}

gegl() { pytest tests/faces/gegl; }

began=$SECONDS parts=0
for part in ${*:-python gegl}; do
    case $part in
    python | gegl) "$part" >"$scratch/part" 2>&1; cat "$scratch/part" ;;
    *) echo "run.sh: $part: not one of python, gegl" >&2; exit 2 ;;
    esac
    cat "$scratch/part" >>"$scratch/log"
    grep -qE '^[0-9]+ passed, [0-9]+ failed$' "$scratch/part" || echo "0 passed, 1 failed" >>"$scratch/log"
    parts=$((parts + 1))
done
sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$scratch/log" |
    awk -v parts="$parts" -v seconds=$((SECONDS - began)) '
        { passed += $1; failed += $2 }
        END { printf "faces: %d in %d s\n%d passed, %d failed\n", parts, seconds, passed, failed
              exit failed > 0 || passed == 0 }'
