#!/usr/bin/env python3
"""Every length beside cuFFT: counts and medians, and a plot.
SPDX-License-Identifier: Apache-2.0

  build/nbl-fft bench $LENGTHS --mode fast --size 1024 --runs 10 --passes 5 --together > ours
  bench/scripts/cufft_lengths.py > theirs
  bench/scripts/cufft_plot.py ours theirs --precision fp32 --mode fast --svg docs/images/lengths.svg

Both in one sitting on one device. A row of `ours` is LENGTH nbl PRECISION MODE MICROSECONDS GB/S OF_A_COPY ...
"""
import argparse
import math
import statistics

RANGES = ((48, 256), (257, 1024), (1025, 2048), (2049, 4096), (4097, 8192))
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 880, 380, 46, 28, 870, 350


def read(ours, theirs, precision, mode, most):
    """[(length, share of a copy, cuFFT's share, rate to cuFFT's)] by length."""
    cufft = {}
    for line in open(theirs):
        name, length, nanoseconds = line.split()
        if name == precision:
            cufft[int(length)] = float(nanoseconds)
    rows = []
    for line in open(ours):
        fields = line.split()
        if len(fields) < 11 or fields[1:4] != ['nbl', precision, mode] or int(fields[0]) not in cufft:
            continue
        length, time, share = int(fields[0]), 1e3 * float(fields[4]), float(fields[6])
        if length <= most:
            rows.append((length, share, share * time / cufft[length], cufft[length] / time))
    return sorted(rows)


def print_row(name, rows):
    ratios = [row[3] for row in rows]
    print('| %s | %d | %d | %.3f | %.3f | %.3f | %.3f |'
          % (name, len(rows), sum(ratio >= 1 for ratio in ratios), statistics.median(ratios), min(ratios),
             statistics.median(row[1] for row in rows), statistics.median(row[2] for row in rows)))


def place(length, share):
    x = LEFT + (RIGHT - LEFT) * math.log(length / 45) / math.log(8500 / 45)
    return 'M%.0f %.0f' % (x, BOTTOM - (BOTTOM - TOP) * (share - 0.4) / 0.6)


def write_svg(path, rows, title):
    ours, theirs = '#1f6feb', '#9a9a9a'
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
           % (WIDTH, HEIGHT),
           '<rect width="100%" height="100%" fill="#fff"/>',
           '<text x="%d" y="16">%s</text>' % (LEFT, title)]
    for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        y = BOTTOM - (BOTTOM - TOP) * (share - 0.4) / 0.6
        out.append('<path d="M%d %.0fH%d" stroke="#e3e3e3"/><text x="12" y="%.0f">%.1f</text>'
                   % (LEFT, y, RIGHT, y + 4, share))
    for length in (64, 128, 256, 512, 1024, 2048, 4096, 8192):
        out.append('<text x="%s" y="368" text-anchor="middle">%d</text>' % (place(length, 0.4)[1:].split()[0], length))
    for colour, column in ((theirs, 2), (ours, 1)):
        out.append('<path fill="none" stroke="%s" stroke-width="4" stroke-linecap="round" d="%s"/>'
                   % (colour, ''.join(place(row[0], max(row[column], 0.4)) + 'h0' for row in rows)))
    out.append('<text x="600" y="16" fill="%s">nbl</text><text x="640" y="16" fill="%s">cuFFT</text></svg>'
               % (ours, theirs))
    with open(path, 'w') as file:
        file.write('\n'.join(out) + '\n')


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('ours')
parser.add_argument('theirs')
parser.add_argument('--precision', default='fp32')
parser.add_argument('--mode', default='fast')
parser.add_argument('--most', type=int, default=8192)
parser.add_argument('--svg')
options = parser.parse_args()
rows = read(options.ours, options.theirs, options.precision, options.mode, options.most)
print('| lengths | number | at or above | median ratio | worst | of a copy | cuFFT |\n|---|---|---|---|---|---|---|')
print_row('all', rows)
for least, most in RANGES:
    chosen = [row for row in rows if least <= row[0] <= most]
    if chosen:
        print_row('%d to %d' % (least, most), chosen)
print('below 0.90:', ', '.join('%d %.2f' % (row[0], row[3]) for row in sorted(rows, key=lambda row: row[3])
                              if row[3] < 0.9))
if options.svg:
    write_svg(options.svg, rows, 'Rate of a copy, %s, %s mode, %d lengths, NVIDIA H200'
              % (options.precision, options.mode, len(rows)))
