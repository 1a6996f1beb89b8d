/* From linear light to codes of 8 bits, through a tone and the sRGB curve; and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/internal.h"

#include <math.h>

/* The curve of ACES: Krzysztof Narkowicz, "ACES Filmic Tone Mapping Curve" (2016), with the exposure of 0.6 that he
 * gives to match ACES. Reinhard, Stark, Shirley and Ferwerda, "Photographic Tone Reproduction for Digital Images"
 * (2002), equation 3. In double, where no square of a float overflows. */
static double tone_map(double value, nbl_image_tone tone) {
    if (!(value > 0.0)) return 0.0;
    if (tone == NBL_IMAGE_TONE_NONE) return value;
    if (tone == NBL_IMAGE_TONE_REINHARD) return value / (1.0 + value);
    const double x = 0.6 * value;
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

static double srgb_of(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

float nbl_image_linear(double value) {
    return (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

unsigned char nbl_image_alpha_code(double value) {
    return (unsigned char)(value <= 0.0 ? 0.0 : value >= 1.0 ? 255.0 : floor(255.0 * value + 0.5));
}

unsigned char nbl_image_code(double value, nbl_image_tone tone) {
    const double mapped = tone_map(value, tone);
    return mapped >= 1.0 ? 255 : nbl_image_alpha_code(srgb_of(mapped));
}
