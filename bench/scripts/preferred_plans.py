#!/usr/bin/env python3
"""Puts what `nbl-fft tune --log LOG` confirmed by turns into the texts of host/facts.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/preferred_plans.py LOG ... --device NAME     rewrites rows of host/facts/h200.txt
  bench/scripts/preferred_plans.py LOG ... --device NAME --wisdom > FILE

The fastest plan of a length and precision becomes its row if it is faster than the library's own plan by a per cent. In exact
mode it must also have that plan's radices, so that no bit changes. If several logs have a length, the last one counts. Times are
divided by the copy's of the same turns, and a plan's is the mean of its turns. Rows of fused mode stand together. --wisdom writes the logs' rows of fast mode as a
file of their own, for a device that has no rows yet.
"""
import argparse
import collections
import os
import re

FIELDS = re.compile(r'(\d+),(fp\d+|fp16-storage),(fast|exact|fused),([\dx]+@\d+\*\d+/\d+),(\d+),([a-z-]+),([a-z-]+),(\d+),'
                    r'(\d+),\d+,\d+,\d+,\d+,(\d+),(\d+)\n')
ORDER = ['fp16', 'fp32', 'fp64', 'fp16-storage']
TEXT = 'host/facts/h200.txt'
# What changes little is not worth its price: errors, registers for a second transform, another order of instructions.
PRICES = {'one-and-fourth': 1.015, 'fourths': 1.004, 'evaluated': 1.004, 'two': 1.0, 'one': 1.1}
PRICES.update({'stepped-two': 1.006, 'stepped-fourths': 1.012, 'stepped-one-and-fourth': 1.022, 'stepped-one': 1.1})
OTHER_ORDER, SEVERAL_ROUNDS = 1.003, 1.005
WORTH_A_ROW = 0.99
SHORTEST = 17
FASTER_THAN_A_COPY = 0.985


def radices(plan):
    return [int(radix) for radix in plan.split('@')[0].split('x')]


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def radix_kernels():
    """The radices that the library has."""
    path = os.path.join(os.path.dirname(__file__), '../../host/plan/radix_cost.h')
    return {1} | {int(radix) for radix in re.findall(r'X\((\d+)u,', open(path).read())}


def read(paths, kernels):
    """{(precision, mode, length): {(plan, rounds, order, twiddles): (time to a copy's, time to the library's own)}} of what
    was timed by turns; torn lines and radices that have no kernel are left out."""
    timings = {}
    for path in paths:
        of_log = collections.defaultdict(lambda: collections.defaultdict(list))
        for line in open(path):
            fields = FIELDS.fullmatch(line)
            if not fields or fields[11] == '0' or int(fields[1]) < SHORTEST:
                continue
            if product(radices(fields[4])) != int(fields[1]) or not kernels.issuperset(radices(fields[4])):
                continue
            time, own, copy = (float(fields[i]) for i in (8, 9, 10))
            if time < FASTER_THAN_A_COPY * copy:
                continue
            choice = (fields[4], int(fields[5]), fields[6], fields[7])
            of_log[fields[2], fields[3], int(fields[1])][choice].append((time / copy, time / own))
        timings.update(of_log)
    return {key: {choice: tuple(sum(column) / len(column) for column in zip(*pairs))
                  for choice, pairs in found.items()} for key, found in timings.items()}


def price(choice, times):
    plan, rounds, order, twiddles = choice
    return times[0] * PRICES[twiddles] * (OTHER_ORDER if order != 'default' else 1) * (SEVERAL_ROUNDS if rounds != 1 else 1)


def is_worth_it(mode, choice, found):
    """Whether a row says more than the library finds without one: faster by a per cent, and in exact mode the same bits.
    The library's own plan is the choice whose time is nearest to what the log has of that plan."""
    own = min(found, key=lambda other: abs(found[other][1] - 1))
    same_bits = radices(own[0]) == radices(choice[0])
    return found[choice][1] < WORTH_A_ROW and (mode != 'exact' or same_bits)


def row_of(key, choice, share):
    precision, mode, length = key
    plan, rounds, order, twiddles = choice
    return '%s %s %d %s rounds %d%s%s%s' % ('fast' if mode == 'fused' else mode,
                                            precision + (' fused-alone' if mode == 'fused' else ''), length, plan, rounds,
                                            '' if order == 'default' else ' instructions ' + order,
                                            '' if twiddles == 'two' else ' twiddles ' + twiddles,
                                            '' if share is None else ' percent %d' % share)


ROW = re.compile(r'(fast|exact) (fp[\w,-]+) (\d+) (.*)')


FUSED_ROW = re.compile(r'fast (fp[\w,-]+) fused-alone (\d+) .*')


def rewrite_fused(path, rows):
    """Puts rows of fused mode among those of a text, by length."""
    lines = open(path).read().rstrip('\n').split('\n')
    where = [at for at, line in enumerate(lines) if FUSED_ROW.fullmatch(line)]
    first = where[0] if where else len(lines)
    found = {('%s' % row[1], 'fused', int(row[2])): row[0] for row in map(FUSED_ROW.fullmatch, lines) if row}
    found.update(rows)
    rest = [line for line in lines if not FUSED_ROW.fullmatch(line)]
    block = [found[key] for key in sorted(found, key=lambda key: (key[2], ORDER.index(key[0])))]
    with open(path, 'w') as text:
        text.write('\n'.join(rest[:first] + block + rest[first:]) + '\n')


def rewrite(path, rows):
    """Puts rows among those of a text: what they take the place of loses its precision, and goes without any."""
    lines = open(path).read().split('\n')
    kept, begin = [], None
    for line in lines:
        row = ROW.fullmatch(line)
        if row:
            left = [name for name in row[2].split(',') if (name, row[1], int(row[3])) not in rows]
            begin = len(kept) if begin is None else begin
            if left:
                kept.append('%s %s %s %s' % (row[1], ','.join(left), row[3], row[4]))
        else:
            kept.append(line)
    end = begin
    while end < len(kept) and ROW.fullmatch(kept[end]):
        end += 1
    place = lambda line: (ROW.fullmatch(line)[1] == 'exact', int(ROW.fullmatch(line)[3]), ORDER.index(ROW.fullmatch(line)[2].split(',')[0]))
    block = sorted(kept[begin:end] + list(rows.values()), key=place)
    with open(path, 'w') as text:
        text.write('\n'.join(kept[:begin] + block + kept[end:]))


def print_wisdom(device, chosen):
    print('nbl-fft wisdom 2\ndevice %s' % device)
    for key, choice in chosen.items():
        if key[1] == 'fast':
            print(row_of(key, choice, None))


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('logs', nargs='+')
parser.add_argument('--device', required=True)
parser.add_argument('--wisdom', action='store_true')
options = parser.parse_args()
timings = read(options.logs, radix_kernels())
chosen = {key: min(timings[key], key=lambda choice: price(choice, timings[key][choice]))
          for key in sorted(timings, key=lambda key: (key[2], key[0], key[1]))}
chosen = {key: choice for key, choice in chosen.items()
          if is_worth_it(key[1], choice, timings[key])}
if options.wisdom:
    print_wisdom(options.device, chosen)
else:
    root = os.path.join(os.path.dirname(__file__), '../..')
    rows = {key: row_of(key, choice, None if key[1] == 'fused' else min(100, round(100 / timings[key][choice][0])))
            for key, choice in chosen.items()}
    of_fused = {key: row for key, row in rows.items() if key[1] == 'fused'}
    rewrite(os.path.join(root, TEXT), {key: row for key, row in rows.items() if key[1] != 'fused'})
    rewrite_fused(os.path.join(root, TEXT), of_fused)
