/* Point-spread functions by physics: what a point of light becomes behind an aperture, and in the eye.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_OPTICS_H
#define NBL_TOOLS_NBL_BLOOM_OPTICS_H

#include <stdbool.h>

/* Fraunhofer diffraction, relative irradiance at v = pi r / (lambda N), r from the middle of the image of a point,
 * lambda the wavelength, N the f-number; 1 in the middle. (J. W. Goodman, Introduction to Fourier Optics, chapter 4.)
 *
 * A round aperture: Airy's pattern, (2 J1(v) / v)^2. */
double optics_airy(double vx, double vy);
/* A regular polygon of straight blades within the round aperture: the squared modulus of its Fourier transform, a sum
 * over its edges, exact.
 *
 * blades    3 to 32
 * rotation  radians */
double optics_polygon(double vx, double vy, int blades, double rotation);

/* Glare of the human eye by day, relative to light from theta degrees off: G. Spencer, P. Shirley, K. Zimmerman, D. P.
 * Greenberg, Physically-Based Glare Effects for Digital Images, SIGGRAPH 1995: 0.384 f0 + 0.478 f1 + 0.138 f2. */
double optics_glare(double degrees);

/* Linear sRGB of a wavelength in nanometres, where negative as 0, by the fits of C. Wyman, P.-P. Sloan and P. Shirley,
 * Simple Analytic Approximations to the CIE XYZ Color Matching Functions, 2013. */
void optics_color(double nanometres, double rgb[3]);

#endif
