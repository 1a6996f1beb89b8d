#!/usr/bin/env python3
"""Times two modes on shapes drawn at random: fast mode is never to be far behind exact mode, nor fused mode behind fast mode.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/modes.py PROGRAM [--modes fast,exact] [--ways real,real-back] [--random 50] [--seed 1] [--size 256] [--most 1.1]
                         [--named 4x15015]

PROGRAM is an nbl-fft. Draws arrays of two and three dimensions as cufft_shapes.py does, and times both modes in float32: complex
ones forward and back, real ones forward and back, or the --ways asked for; --random of each and the --named ones. Prints "WAY SHAPE
FIRST SECOND RATIO", microseconds for an array of a large batch, and at the end the median of first / second for each way and the
shapes above --most. Fast mode's are wrong there: a row of host/facts or a rule lets it take a slower plan than exact mode's. Exits
with 1 if there are any.
"""
import argparse
import statistics
import subprocess
import sys

from drawn_shapes import draw

WAYS = {'complex': [], 'complex-back': ['--inverse'], 'real': ['--real'], 'real-back': ['--real', '--inverse', '--overwrite']}
TOGETHER = 16  # shapes of a run; chosen


def times(options, shapes, flags):
    """Microseconds for an array, by shape and mode."""
    told = subprocess.run([options.program, 'bench', *shapes, '--shapes', '--mode', options.modes, '--checked', '0', '--size',
                           str(options.size), *flags], capture_output=True, text=True)
    rows = [line.split() for line in told.stdout.split('\n')]
    if told.returncode != 0:
        print(told.stderr.strip(), file=sys.stderr)
    return {(row[0], row[2]): float(row[5]) for row in rows
            if len(row) > 7 and row[0] in shapes and row[5].replace('.', '', 1).isdigit()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--modes', default='fast,exact')
    parser.add_argument('--ways', default=','.join(WAYS))
    parser.add_argument('--named', default='', help='further shapes, with commas')
    parser.add_argument('--random', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--size', type=int, default=256)
    parser.add_argument('--most', type=float, default=1.1)
    options = parser.parse_args()
    one, other = options.modes.split(',')
    named = [shape for shape in options.named.split(',') if shape]
    shapes = [shape for shape in draw('arrays', 6 * options.random + 3, options.seed, options.size << 17) if 'x' in shape]
    behind = {}
    for number, (way, flags) in enumerate(WAYS.items()):
        if way not in options.ways.split(','):
            continue
        of_way, ratios = shapes[number * options.random:(number + 1) * options.random] + named, {}
        for first in range(0, len(of_way), TOGETHER):
            found = times(options, of_way[first:first + TOGETHER], flags)
            for shape in of_way[first:first + TOGETHER]:
                if (shape, one) in found and (shape, other) in found:
                    first_time, second_time = found[shape, one], found[shape, other]
                    ratios[shape] = first_time / second_time
                    print('%s %s %.2f %.2f %.3f' % (way, shape, first_time, second_time, ratios[shape]), flush=True)
        behind[way] = sorted((ratio, shape) for shape, ratio in ratios.items() if ratio > options.most)
        if ratios:
            print('%s: %d shapes, %s / %s median %.3f, most %.3f, above %.2f: %s' %
                  (way, len(ratios), one, other, statistics.median(ratios.values()), max(ratios.values()), options.most,
                   ', '.join('%s %.2f' % (shape, ratio) for ratio, shape in behind[way][::-1]) or 'none'), flush=True)
    sys.exit(any(behind.values()))


main()
