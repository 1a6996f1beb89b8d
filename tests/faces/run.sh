#!/usr/bin/env bash
# make check-faces: the faces of the library in other programs, each by tests of its own; closes with `N passed, N failed`.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/faces/run.sh [python|gegl|blender|npm|vscode|heffte ...]   only these
#
# Their results, with dates, stand in docs/log/faces.md.
set -u
cd "$(dirname "$0")/../.."
export BUILD=${BUILD:-build}
export PYTHON=${PYTHON:-/usr/bin/python3} PYTHONDONTWRITEBYTECODE=1
unset MAKEFLAGS MFLAGS MAKELEVEL # a make of a part is one of its own
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The package as it is installed: out of the wheel.
PYTHONPATH=$scratch/site
export PYTHONPATH
"$PYTHON" -m zipfile -e "$BUILD"/wheel/nbl-*.whl "$PYTHONPATH" || exit 1

# Runs a command, whose last line is to be `N passed, N failed`.
count() {
    "$@" >"$scratch/out" 2>&1
    cat "$scratch/out"
    tail -n 1 "$scratch/out" | grep -qE '^[0-9]+ passed, [0-9]+ failed$' || echo "0 passed, 1 failed"
}

# Ends with pytest's summary in the words of the other tests; none after an error outside of a test.
pytest() {
    "$PYTHON" -m pytest -q -p no:cacheprovider "$@" >"$scratch/pytest"
    cat "$scratch/pytest"
    tail -n 1 "$scratch/pytest" | grep -v error |
        sed -nE 's/^([0-9]+) failed, ([0-9]+) passed.*/\2 passed, \1 failed/p; t
                 s/^([0-9]+) passed.*/\1 passed, 0 failed/p; s/^([0-9]+) failed.*/0 passed, \1 failed/p'
}

python() {
    count pytest tests/faces/python
    for suite in numpy pocketfft backend dask; do
        count "$PYTHON" tests/faces/python/suites.py "$suite"
    done
}

began=$SECONDS parts=0
for part in ${*:-python gegl blender npm vscode heffte}; do
    case $part in
    python) python ;;
    npm) count tests/faces/npm/test_npm.sh ;;
    vscode) count tests/faces/vscode/test_vscode.sh ;;
    heffte) count tests/faces/heffte/test_heffte.sh ;;
    gegl | blender) count pytest "tests/faces/$part" ;;
    *) echo "run.sh: $part: not one of python, gegl, blender, npm, vscode, heffte" >&2; exit 2 ;;
    esac >"$scratch/part"
    cat "$scratch/part"
    cat "$scratch/part" >>"$scratch/log"
    parts=$((parts + 1))
done
sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$scratch/log" |
    awk -v parts="$parts" -v seconds=$((SECONDS - began)) '
        { passed += $1; failed += $2 }
        END { printf "faces: %d in %d s\n%d passed, %d failed\n", parts, seconds, passed, failed
              exit failed > 0 || passed == 0 }'
