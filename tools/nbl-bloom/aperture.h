/* Diffraction at an aperture that a picture shows: light passes where it is bright.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_APERTURE_H
#define NBL_TOOLS_NBL_BLOOM_APERTURE_H

#include "nbl/host/error.h"

#include <stdbool.h>
#include <stdint.h>

/* The squared modulus of a picture's Fourier transform, scaled to 1 in the middle. */
typedef struct aperture_t {
    uint32_t side;   /* texels of the picture's longer side, which is the aperture's diameter */
    uint32_t length; /* samples of the transform on a side: the picture, and zeros around it */
    float *power;    /* length rows of length / 2 + 1 */
    double border;   /* mean luminance of the picture's outermost texels */
    double middle;   /* mean luminance of the picture's middle, half as wide and half as high */
} aperture_t;

/* Reads a picture and transforms it. Returns EXIT_DONE or EXIT_FAILED.
 * 
 * path      an image; light that passes a texel is its luminance times alpha
 * invert    true: light that passes is what a texel lacks to the brightest one
 * aperture  receives the power, for aperture_free() */
int aperture_read(const char *path, bool invert, aperture_t *aperture, nbl_error_t *error);

/* Returns the relative irradiance at a spatial frequency; 0 where the picture's texels are too coarse to tell.
 * 
 * x, y  cycles per diameter: r / (wavelength f-number), r from the middle of the image of a point */
double aperture_at(const aperture_t *aperture, double x, double y);

void aperture_free(aperture_t *aperture);

#endif
