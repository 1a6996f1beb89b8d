/* Point-spread functions by physics (optics.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700 /* j1 */

#include "optics.h"

#include <math.h>

#define PI 3.14159265358979323846

double optics_airy(double vx, double vy) {
    const double v = hypot(vx, vy);
    if (v < 1e-6) return 1.0;
    const double a = 2.0 * j1(v) / v;
    return a * a;
}

/* By the divergence theorem, of exp(-i k r) over the polygon:
 *   F(k) = i / |k|^2  sum over edges e with middle m:  (k x e) exp(-i k m) sinc(k e / 2)
 * since the divergence of k exp(-i k r) is -i |k|^2 exp(-i k r). The aperture's radius is 1. */
double optics_polygon(double vx, double vy, int blades, double rotation) {
    const double area = 0.5 * blades * sin(2.0 * PI / blades), k2 = vx * vx + vy * vy;
    double real = 0.0, imaginary = 0.0, x = cos(rotation), y = sin(rotation);
    if (k2 < 1e-6) return 1.0;
    for (int i = 1; i <= blades; i++) {
        const double angle = rotation + 2.0 * PI * i / blades, next_x = cos(angle), next_y = sin(angle);
        const double ex = next_x - x, ey = next_y - y, half = 0.5 * (vx * ex + vy * ey);
        const double phase = 0.5 * (vx * (x + next_x) + vy * (y + next_y));
        const double part = (vx * ey - vy * ex) * (fabs(half) < 1e-8 ? 1.0 : sin(half) / half);
        real += part * cos(phase);
        imaginary += part * sin(phase);
        x = next_x;
        y = next_y;
    }
    return (real * real + imaginary * imaginary) / (k2 * k2 * area * area);
}

double optics_glare(double degrees) {
    const double t = degrees / 0.02, s = degrees + 0.02;
    return 0.384 * 2.61e6 * exp(-t * t) + 0.478 * 20.91 / (s * s * s) + 0.138 * 72.37 / (s * s);
}

static double lobe(double x, double mean, double left, double right) {
    const double t = (x - mean) / (x < mean ? left : right);
    return exp(-0.5 * t * t);
}

void optics_color(double nm, double rgb[3]) {
    const double x =
        1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7) - 0.065 * lobe(nm, 501.1, 20.4, 26.2);
    const double y = 0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1);
    const double z = 1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8);
    rgb[0] = fmax(0.0, 3.2406 * x - 1.5372 * y - 0.4986 * z);
    rgb[1] = fmax(0.0, -0.9689 * x + 1.8758 * y + 0.0415 * z);
    rgb[2] = fmax(0.0, 0.0557 * x - 0.2040 * y + 1.0570 * z);
}
