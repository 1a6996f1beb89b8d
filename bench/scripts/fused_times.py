#!/usr/bin/env python3
"""Times fused mode beside fast mode at drawn lengths, and searches plans of fused mode where it is slower.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/fused_times.py --seed SEED [--count N] [--named 1664,594] [--turns T] [--search PLANS --log LOG] [-- OPTIONS]
  bench/scripts/fused_times.py --all [--above 1.03] [--seconds S] --search PLANS --log LOG [-- OPTIONS]

Draws N lengths of 64 to 8192 with factors to 13, each decade of them as often, and times both modes' kernels by turns within one
process (`nbl-fft bench --together`), T times. --all takes every such length from 17 on. Prints fused mode's time over fast mode's: median, worst, and each length above 1.05.
With --search `nbl-fft tune --mode fused` tries up to PLANS plans of these lengths, adds its timings to LOG, and times the best by turns
with the length's own plan; what these would take of fast mode's time is printed. `bench/scripts/preferred_plans.py LOG` makes rows.

NBL_FFT=FILE is the tool, else build/nbl-fft. OPTIONS are the tool's, such as --device 0 or --jobs 16.
"""
import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

LIMIT = 1.05  # of fused mode's time over fast mode's
MOST = 400    # lengths of a process
BEST = 5      # plans of a length that are printed


def is_common(n):
    for factor in (2, 3, 5, 7, 11, 13):
        while n % factor == 0:
            n //= factor
    return n == 1


def draw(seed, count):
    drawn, source = set(), random.Random(seed)
    while len(drawn) < count:
        n = round(math.exp(source.uniform(math.log(64), math.log(8192))))
        if is_common(n):
            drawn.add(n)
    return sorted(drawn)


def bench_all(tool, cases, modes, options):
    rows = []
    for first in range(0, len(cases), MOST):
        rows += bench(tool, cases[first:first + MOST], modes, options)
    return rows


def bench(tool, cases, modes, options):
    """[(length, mode, plan, microseconds, error)] of one process, in which all cases take turns."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'bench.json')
        command = [tool, 'bench', *cases, '--mode', modes, '--together', '--passes', '4', '--tolerance', '5',
                   '--json', path, *options]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if not os.path.exists(path):
            sys.exit(f'fused_times: {done.stderr.strip()}')
        rows = json.load(open(path))['rows']
    return [(row['length'], row['mode'], row['plan'], row['microseconds'], row['relative_l2_error'])
            for row in rows if row.get('microseconds')]


def least(turns):
    """{(length, mode): (microseconds, plan, error)}, the least of the turns."""
    best = {}
    for rows in turns:
        for length, mode, plan, time, error in rows:
            if (length, mode) not in best or time < best[length, mode][0]:
                best[length, mode] = (time, plan, error)
    return best


def confirmed(log, lengths):
    """{length: [(time over the library's own plan's, plan and what goes with it)]} of what tune timed by turns, the fastest first."""
    found = {}
    for line in open(log):
        field = line.strip().split(',')
        if len(field) == 15 and field[2] == 'fused' and field[14] != '0' and int(field[0]) in lengths:
            text = f'{field[3]} rounds {field[4]} instructions {field[5]} twiddles {field[6]}'
            found.setdefault(int(field[0]), []).append((float(field[7]) / float(field[8]), text))
    return {length: sorted(plans) for length, plans in found.items()}


def search(tool, options, plans, seconds, log, ratio, slow):
    if seconds:
        options = [*options, '--seconds', str(seconds)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, 'tune', *map(str, slow), '--mode', 'fused', '--plans', str(plans), '--log', log,
                        '-o', os.path.join(folder, 'wisdom.txt'), *options], check=True, stdout=subprocess.DEVNULL)
    for length, found in sorted(confirmed(log, set(slow)).items()):
        print(f'{length}: by turns with its own plan, over fast mode')
        for time, text in found[:BEST]:
            print(f'  {time * ratio[length]:.3f}  {text}')


def main():
    given = sys.argv[1:]
    options = given[given.index('--') + 1:] if '--' in given else []
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--all', action='store_true', help='every length to 8192 with factors to 13')
    parser.add_argument('--above', type=float, default=LIMIT, help='what a length is searched above')
    parser.add_argument('--seconds', type=int, help='of the search, about')
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--named', default='', help='further lengths, with commas')
    parser.add_argument('--turns', type=int, default=2)
    parser.add_argument('--search', type=int, metavar='PLANS')
    parser.add_argument('--log', default='fused.log')
    wanted = parser.parse_args(given[:given.index('--')] if '--' in given else given)
    tool = os.environ.get('NBL_FFT', 'build/nbl-fft')
    drawn = [n for n in range(17, 8193) if is_common(n)] if wanted.all else draw(wanted.seed, wanted.count)
    named = [int(n) for n in wanted.named.split(',') if n]
    lengths = sorted(set(drawn + named))
    best = least(bench_all(tool, list(map(str, lengths)), 'fast,fused', options) for _ in range(wanted.turns))
    ratio = {n: best[n, 'fused'][0] / best[n, 'fast'][0] for n in lengths}
    of_drawn = [ratio[n] for n in drawn]
    worst = max(drawn, key=ratio.get)
    print(f'{"all" if wanted.all else f"seed {wanted.seed}"}, {len(drawn)} lengths: fused over fast {statistics.median(of_drawn):.3f} in the median, '
          f'worst {ratio[worst]:.3f} ({worst}), {sum(r > LIMIT for r in of_drawn)} above {LIMIT}')
    slow = sorted((n for n in lengths if ratio[n] > wanted.above), key=ratio.get, reverse=True)
    for n in slow:
        print(f'  {n:5} {ratio[n]:.3f}{"" if n in drawn else " (named)"}  {best[n, "fused"][1]}  fast {best[n, "fast"][1]}')
    sys.stdout.flush()
    if wanted.search and slow:
        search(tool, options, wanted.search, wanted.seconds, wanted.log, ratio, slow)


if __name__ == '__main__':
    main()
