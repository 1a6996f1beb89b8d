#!/usr/bin/env python3
"""Fits a straight line to times over pixels, draws both, and fails if a size takes more than 1.25 times the line.
SPDX-License-Identifier: Apache-2.0

Usage: bloom_sweep.py SWEEP.json [FOLDER]

The line is the one whose errors, each as a part of the line, have the least squares: small sizes count as much as large
ones. FOLDER gets fit.json and sweep.svg.
"""
import json
import math
import sys

MOST = 1.25


def fit(points):
    """Returns a and b of t = a + b p, least squares of (a + b p - t) / (a + b p), by weights that follow the line."""
    line = [t for _, t in points]
    for _ in range(50):
        weights = [1 / l**2 for l in line]
        s1 = sum(weights)
        sp = sum(w * p for w, (p, _) in zip(weights, points))
        spp = sum(w * p * p for w, (p, _) in zip(weights, points))
        st = sum(w * t for w, (_, t) in zip(weights, points))
        spt = sum(w * p * t for w, (p, t) in zip(weights, points))
        determinant = s1 * spp - sp * sp
        a, b = (st * spp - sp * spt) / determinant, (s1 * spt - sp * st) / determinant
        line = [max(a + b * p, t / 4) for p, t in points]
    return a, b


def draw(rows, a, b, device):
    """Returns an SVG, both axes logarithmic."""
    width, height, left, top, right, bottom = 760, 480, 70, 40, 20, 50
    x0, x1 = min(r["pixels"] for r in rows) / 1.3, max(r["pixels"] for r in rows) * 1.3
    y0, y1 = min(r["us"] for r in rows) / 1.6, max(r["us"] for r in rows) * 1.6

    def x(p):
        return left + (width - left - right) * math.log(p / x0) / math.log(x1 / x0)

    def y(t):
        return height - bottom - (height - top - bottom) * math.log(t / y0) / math.log(y1 / y0)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           'font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{left}" y="20">Bloom by 256x256, microseconds per image over pixels; {device}</text>']
    for axis, lowest, highest in (("x", x0, x1), ("y", y0, y1)):
        for power in range(math.ceil(math.log10(lowest)), math.floor(math.log10(highest)) + 1):
            value = 10.0**power
            if axis == "x":
                out.append(f'<path d="M{x(value):.1f} {top}V{height - bottom}" stroke="#ddd"/>'
                           f'<text x="{x(value):.1f}" y="{height - bottom + 18}" text-anchor="middle">10^{power}</text>')
            else:
                out.append(f'<path d="M{left} {y(value):.1f}H{width - right}" stroke="#ddd"/>'
                           f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    steps = [x0 * (x1 / x0)**(i / 80) for i in range(81)]
    for factor, style in ((1.0, 'stroke="#36c"'), (MOST, 'stroke="#c63" stroke-dasharray="5 4"')):
        line = "L".join(f"{x(p):.1f} {y(factor * (a + b * p)):.1f}" for p in steps if factor * (a + b * p) > y0)
        out.append(f'<path d="M{line}" fill="none" {style}/>')
    for r in rows:
        out.append(f'<circle cx="{x(r["pixels"]):.1f}" cy="{y(r["us"]):.1f}" r="3"><title>{r["job"]}: {r["us"]:.1f} us, '
                   f'{r["ratio"]:.2f} of the line</title></circle>')
    out.append(f'<text x="{left + 10}" y="{top + 16}" fill="#36c">{a:.1f} us + {1e6 * b:.2f} us a megapixel</text>'
               f'<text x="{left + 10}" y="{top + 32}" fill="#c63">{MOST} times that</text></svg>')
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) not in (2, 3):
        print("usage: bloom_sweep.py SWEEP.json [FOLDER]", file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        sweep = json.load(file)
    rows = [{"job": j["job"], "pixels": j["width"] * j["height"], "us": j["image_ns"] / 1000} for j in sweep["jobs"]]
    if len(rows) < 3:
        print(f"bloom_sweep.py: {sys.argv[1]}: {len(rows)} sizes are too few for a line", file=sys.stderr)
        return 1
    a, b = fit([(r["pixels"], r["us"]) for r in rows])
    for r in rows:
        r["ratio"] = r["us"] / (a + b * r["pixels"])
    worst = max(rows, key=lambda r: r["ratio"])
    print(f"{len(rows)} sizes: {a:.2f} us + {1e6 * b:.3f} us a megapixel; worst {worst['job']}, {worst['ratio']:.3f} of it")
    for r in rows:
        if r["ratio"] > MOST:
            print(f"above {MOST}: {r['job']}: {r['us']:.1f} us, {r['ratio']:.3f}")
    by_job = {r["job"].split(":")[0]: r["us"] for r in rows}
    if "1280x720" in by_job and "1920x1080" in by_job:
        print(f"1080p is {by_job['1920x1080'] / by_job['1280x720']:.2f} times 720p")
    if len(sys.argv) == 3:
        with open(f"{sys.argv[2]}/fit.json", "w", encoding="utf-8") as file:
            json.dump({"device": sweep["device"], "us": a, "us_per_pixel": b, "worst": worst, "sizes": rows}, file, indent=1)
        with open(f"{sys.argv[2]}/sweep.svg", "w", encoding="utf-8") as file:
            file.write(draw(rows, a, b, sweep["device"]))
    return 0 if worst["ratio"] <= MOST else 1


sys.exit(main())
