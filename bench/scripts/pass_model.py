#!/usr/bin/env python3
"""Fits the time of a long line's passes to timings: the numbers time-pass-, time-strips- and passes-of- of host/facts.
SPDX-License-Identifier: Apache-2.0

Reads the lines of pass_model.c: "apart" or "strips", time divided by a copy's, traits. Relative errors count. Five fits each
leave out a fifth of the timings, and the error that is told is of timings that its fit has not seen; a last fit of all gives
the numbers that are printed. No weight is negative. Strips are fitted to what the first pass, by the fit of passes apart,
leaves of their time.
"""
import math
import sys

from least_squares import solve

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


apart, strips = [], []
for line in sys.stdin:
    kind, *fields = line.split()
    numbers = [float(field) for field in fields]
    (apart if kind == 'apart' else strips).append((numbers[0], numbers[1:]))
if not apart:
    sys.exit('pass_model: no timing of passes apart')
of_pass = report('passes apart', [(time, numbers, 0.0) for time, numbers in apart])
for trait, weight in zip(TRAITS, of_pass):
    print('number time-pass-%s %.3g' % (trait, weight))
print('number time-pass-spills %.3g\nnumber passes-of-8 %.3g\nnumber passes-of-fewer %.3g' % tuple(of_pass[len(TRAITS):]))
if strips:
    count = len(of_pass)
    weights = report('strips', [(time, numbers[count:], total(of_pass, numbers[:count])) for time, numbers in strips])
    for trait, weight in zip(TRAITS, weights):
        print('number time-strips-%s %.3g' % (trait, weight))
