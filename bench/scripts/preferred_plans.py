#!/usr/bin/env python3
"""Makes the rows of host/plan/preferred_rows.h of what `nbl-fft tune --all --log LOG` timed.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/preferred_plans.py LOG --device NAME --date DATE --copy NANOSECONDS > host/plan/preferred_rows.h

Fast mode takes the fastest plan of a length; exact mode, whose radices are bits, has its rows in host/plan/preferred.c.
"""
import argparse
import collections
import os
import re

FIELDS = re.compile(r'(\d+),(fp\d+|fp16-storage),(fast|exact),([\dx]+@\d+\*\d+/\d+),(\d+),([a-z-]+),([a-z-]+),(\d+),.*\n')
USES = {'fp32': 'FLOAT32', 'fp64': 'FLOAT64', 'fp16-storage': 'HALVES', 'fp16': 'FLOAT16'}
# What changes little is not worth its price: errors, registers for a second transform, another order of instructions.
PRICES = {'one-and-fourth': 1.015, 'fourths': 1.004, 'evaluated': 1.004, 'two': 1.0, 'one': 1.1}
OTHER_ORDER, SEVERAL_ROUNDS = 1.003, 1.005
SHORTEST = 48
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


def read(path, copy, kernels):
    """{(precision, length): {(plan, rounds, order, twiddles): least time}}; torn lines and radices that
    have no kernel are left out."""
    timings = collections.defaultdict(dict)
    for line in open(path):
        fields = FIELDS.fullmatch(line)
        if not fields or int(fields[1]) < SHORTEST or product(radices(fields[4])) != int(fields[1]):
            continue
        if not kernels.issuperset(radices(fields[4])):
            continue
        if float(fields[8]) < FASTER_THAN_A_COPY * copy:
            continue
        found = timings[fields[2], int(fields[1])]
        choice = (fields[4], int(fields[5]), fields[6], fields[7])
        found[choice] = min(found.get(choice, float('inf')), float(fields[8]))
    return timings


def price(choice, time):
    plan, rounds, order, twiddles = choice
    return time * PRICES[twiddles] * (OTHER_ORDER if order != 'default' else 1) * (SEVERAL_ROUNDS if rounds != 1 else 1)


def print_row(length, uses, mode, choice, share):
    plan, rounds, order, twiddles = choice
    name = {'default': 'DEFAULT', 'one-and-fourth': 'OF_ONE_AND_FOURTH', 'fourths': 'BY_FOURTHS', 'two': 'OF_TWO',
            'one': 'OF_ONE', 'evaluated': 'EVALUATED'}
    print('    X(%d, %s, %s, "%s", %d, %s, %s, %d) \\' % (length, uses, mode, plan, rounds, name[twiddles],
                                                       order.upper().replace('-', '_'), share))


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('log')
parser.add_argument('--device', required=True)
parser.add_argument('--date', required=True)
parser.add_argument('--copy', type=float, required=True, help='nanoseconds of a copy of as many bytes')
parser.add_argument('--leave-out', nargs='*', default=[], help='precisions of which too few plans were timed')
options = parser.parse_args()
timings = read(options.log, options.copy, radix_kernels())
print('/* Plans as measured on an %s, %s; by bench/scripts/preferred_plans.py%s.\n'
      ' * SPDX-License-Identifier: Apache-2.0\n *\n'
      ' * X(length, uses, mode, plan, rounds, twiddles of fast mode, order of instructions, of a copy\'s rate in percent):\n'
      ' * host/plan/preferred.c, which includes this alone. */' % (options.device, options.date,
                                                                                    ''.join(' --leave-out ' + each for each in options.leave_out)))
print('#define NBL_FFT_PREFERRED_ROWS(X) \\')
for precision, length in sorted(timings, key=lambda key: (key[1], key[0])):
    found = timings[precision, length]
    if precision in options.leave_out:
        continue
    uses = USES[precision]
    fast = min(found, key=lambda choice: price(choice, found[choice]))
    share = round(100 * options.copy / found[fast])
    print_row(length, uses, 'FAST', fast, share)
print('    /* the end */')
