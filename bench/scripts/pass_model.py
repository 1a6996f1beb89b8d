#!/usr/bin/env python3
"""Fits the time of a long line's passes to timings: the numbers time-pass-, time-strips- and passes-of- of host/facts.
SPDX-License-Identifier: Apache-2.0

Reads the lines of pass_model.c: "apart" or "strips", time divided by a copy's, traits. Relative errors count. Five fits each
leave out a fifth of the timings, and the error that is told is of timings that its fit has not seen; a last fit of all gives
the numbers that are printed. No weight is negative. Of a first pass the constant is fitted, too, and not printed: each line
has one, so that it decides nothing. Strips are fitted to what the first pass, by the fit of passes apart, leaves of their time.
"""
import math
import sys

from least_squares import solve

FEWEST = 10  # timings in which a trait is that gets a number; chosen
TRAITS = ('copy', 'sectors', 'operations', 'exchanges', 'uneven', 'windows', 'idle', 'cuts')  # of nbl_fft_plan_traits()
FOLDS = 5
NEIGHBOURS = 12  # splits of one length follow each other: they are left out together


def total(weights, numbers):
    return sum(weight * number for weight, number in zip(weights, numbers))


def fit(timings):
    """Timings: (time of all, numbers, what the numbers leave unexplained)."""
    rows = [[number / time for number in numbers] for time, numbers, rest in timings]
    return solve(rows, [(time - rest) / time for time, numbers, rest in timings])


def report(what, timings):
    weights, errors = fit(timings), []
    for fold in range(FOLDS):
        others = [one for i, one in enumerate(timings) if i // NEIGHBOURS % FOLDS != fold]
        held = fit(others) if others else weights
        errors += [(total(held, numbers) + rest) / time - 1 for i, (time, numbers, rest) in enumerate(timings)
                   if i // NEIGHBOURS % FOLDS == fold]
    print('# %s: %d timings, error %.3f (root mean square), of timings that a fit has not seen'
          % (what, len(timings), math.sqrt(sum(error * error for error in errors) / len(errors))))
    return weights


def tell(names, weights, timings, first):
    """Prints a number for each trait that enough timings have."""
    for i, (name, weight) in enumerate(zip(names, weights), first):
        having = sum(numbers[i] != 0 for time, numbers, rest in timings)
        print('number %s %.3f' % (name, weight) if having >= FEWEST else '# %s: in %d timings alone' % (name, having))


apart, strips = [], []
for line in sys.stdin:
    kind, *fields = line.split()
    time, passes, *numbers = (float(field) for field in fields)
    (apart if kind == 'apart' else strips).append((time, [1.0, passes - 1] + numbers))
if not apart:
    sys.exit('pass_model: no timing of passes apart')
timings = [(time, numbers, 0.0) for time, numbers in apart]
of_pass = report('passes apart', timings)
names = ['time-pass-' + trait for trait in TRAITS] + ['time-pass-spills', 'passes-of-8', 'passes-of-fewer']
tell(names, of_pass[1:], timings, 1)
count = len(of_pass)
timings = [(time, numbers[count:], total(of_pass, numbers[:count])) for time, numbers in strips]
if len(timings) >= FEWEST:
    tell(['time-strips-' + trait for trait in TRAITS], report('strips', timings), timings, 0)
else:
    print('# strips: %d timings' % len(timings))
