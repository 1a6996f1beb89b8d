#!/usr/bin/env python3
"""Rows of host/facts for lines side by side, from what `nbl-fft tune --shapes ... --log LOG` timed.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/column_plans.py LOG ... > ROWS

A line of a log is MODE,PRECISION,columns|turned,POINTS,SHAPE,PLAN,NANOSECONDS,OF-THE-LIBRARY'S-OWN. A plan is taken where
every shape with these points has timed it: the one with the least time relative to the library's own, in the mean of the
shapes, if that is three per cent less and no shape is slower. Torn lines are left out.
"""
import collections
import math
import sys

LEAST_GAIN = 0.97


def main():
    times = collections.defaultdict(lambda: collections.defaultdict(dict))
    for path in sys.argv[1:]:
        for line in open(path):
            words = line.strip().split(',')
            if len(words) == 8 and line.endswith('\n'):
                mode, precision, kind, points, shape, plan, time, own = words
                times[mode, precision, kind, int(points)][plan][shape] = float(time) / float(own)
    for (mode, precision, kind, points), plans in sorted(times.items()):
        shapes = {shape for of_plan in plans.values() for shape in of_plan}
        means = [(math.prod(of_plan.values()) ** (1 / len(shapes)), plan) for plan, of_plan in plans.items()
                 if of_plan.keys() == shapes and max(of_plan.values()) <= 1.0]
        if means and min(means)[0] <= LEAST_GAIN:
            print(mode, precision, kind, points, min(means)[1], flush=True)
            print('%.3f of the time, %d shapes: %d' % (min(means)[0], len(shapes), points), file=sys.stderr)


main()
