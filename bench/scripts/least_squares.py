"""Least squares without negative weights: cost_model.py and pass_model.py fit models of time by it.
SPDX-License-Identifier: Apache-2.0
"""


def solve(rows, wanted):
    """Weights >= 0 with which the sums of rows come nearest to what is wanted, by coordinate descent on the normal equations."""
    count = len(rows[0])
    products = [[sum(row[i] * row[j] for row in rows) for j in range(count)] for i in range(count)]
    right = [sum(row[i] * y for row, y in zip(rows, wanted)) for i in range(count)]
    weights = [0.0] * count
    for _ in range(3000):
        for i in range(count):
            if products[i][i] == 0:
                continue
            rest = right[i] - sum(products[i][j] * weights[j] for j in range(count) if j != i)
            weights[i] = max(rest / products[i][i], 0.0)
    return weights
