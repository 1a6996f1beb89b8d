#!/usr/bin/env python3
"""Fits the time of a plan to the timings of a search, and says how well it chooses, beside the counted cost.
SPDX-License-Identifier: Apache-2.0

Reads the lines of cost_model.c: length, time divided by a copy's, counted cost, traits. Five fits each leave out a fifth of
the lengths, and every figure is of lengths that its fit has not seen. A last fit of all lengths gives the weights that are
printed; no weight is negative.
"""
import collections
import statistics
import sys

from least_squares import solve


def fit(plans):
    """Relative errors count, and plans near the best of their length more: those are to be told apart."""
    best = collections.defaultdict(lambda: float('inf'))
    for length, time, cost, traits in plans:
        best[length] = min(best[length], time)
    rows, wanted = [], []
    for length, time, cost, traits in plans:
        weight = (best[length] / time) ** 2 / time
        rows.append([trait * weight for trait in traits])
        wanted.append(time * weight)
    return solve(rows, wanted)


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    first = 0
    while first < len(order):
        end = first
        while end < len(order) and values[order[end]] == values[order[first]]:
            end += 1
        for i in order[first:end]:
            result[i] = (first + end - 1) / 2
        first = end
    return result


def correlation(a, b):
    a, b = ranks(a), ranks(b)
    mean = (len(a) - 1) / 2
    products = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    squares = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return products / squares ** 0.5 if squares else 0.0


def judge(name, groups, predict):
    """Of every length: how alike both orders are, and what the plan that is predicted to be best takes to the best's."""
    alike, losses = [], []
    for plans in groups:
        predicted, times = [predict(plan) for plan in plans], [plan[1] for plan in plans]
        alike.append(correlation(predicted, times))
        losses.append(times[predicted.index(min(predicted))] / min(times) - 1)
    losses.sort()
    print('%-8s %3d lengths: rank correlation %.2f in the median, %.2f in the worst tenth; loss %.1f %% in the median, '
          '%.1f %% in the worst tenth, %.0f %% at worst'
          % (name, len(groups), statistics.median(alike), sorted(alike)[len(alike) // 10], 100 * statistics.median(losses),
             100 * losses[9 * len(losses) // 10], 100 * losses[-1]))


groups = collections.defaultdict(list)
for line in sys.stdin:
    fields = line.split()
    length, time, cost = int(fields[0]), float(fields[1]), float(fields[2])
    if time < 0.95:  # no transform is faster than a copy: the clocks changed between the two
        continue
    groups[length].append((length, time, cost, [float(field) for field in fields[3:]]))
lengths = sorted(length for length in groups if length <= 8192 and len(groups[length]) >= 10)
if len(lengths) < 10:
    sys.exit('cost_model: the log has %d lengths to 8192 with 10 plans or more; a fit takes 10, a good one hundreds: go on with nbl-fft tune --all'
             % len(lengths))
weights_of = {}
for fold in range(5):
    weights = fit([plan for i, length in enumerate(lengths) if i % 5 != fold for plan in groups[length]])
    weights_of.update({length: weights for i, length in enumerate(lengths) if i % 5 == fold})
print('%d timings of %d lengths' % (sum(len(groups[length]) for length in lengths), len(lengths)))
for least, most in ((48, 8192), (48, 1024), (1025, 8192)):
    chosen = [groups[length] for length in lengths if least <= length <= most]
    if not chosen:
        continue
    print('%d to %d' % (least, most))
    judge('counted', chosen, lambda plan: plan[2])
    judge('fitted', chosen, lambda plan: sum(w * trait for w, trait in zip(weights_of[plan[0]], plan[3])))
traits = ('copy', 'sectors', 'operations', 'exchanges', 'uneven', 'windows', 'idle', 'cuts')  # of nbl_fft_plan_traits()
for trait, weight in zip(traits, fit([plan for length in lengths for plan in groups[length]])):
    print('number time-line-%s %.3f' % (trait, weight))
