/* The pictures that make-demo-inputs makes, and the small vector arithmetic that they share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_MAKE_DEMO_INPUTS_DEMO_H
#define NBL_MAKE_DEMO_INPUTS_DEMO_H

#include "io/image/image.h"

#include <math.h>

#define PI 3.14159265358979323846

typedef struct {
    float x, y, z;
} vec3;

static inline vec3 vec(float x, float y, float z) { return (vec3){x, y, z}; }
static inline vec3 add(vec3 a, vec3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 sub(vec3 a, vec3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 mul(vec3 a, vec3 b) { return vec(a.x * b.x, a.y * b.y, a.z * b.z); }
static inline vec3 scale(vec3 a, float s) { return vec(a.x * s, a.y * s, a.z * s); }
static inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 cross(vec3 a, vec3 b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline vec3 normalize(vec3 a) { return scale(a, 1.0f / sqrtf(dot(a, a))); }
static inline vec3 mix3(vec3 a, vec3 b, float t) { return add(scale(a, 1.0f - t), scale(b, t)); }
static inline float clamp01(float x) { return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x; }
static inline float smooth_between(float low, float high, float x) {
    float t = clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

/* A well-mixed 32-bit hash: Chris Wellons' lowbias32. */
static inline uint32_t hash_of(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* Smooth noise in [0, 1], and the sum of octaves of it; prepared once, before the threads start. */
void prepare_noise(void);
float noise2(float x, float y);
float octaves2(float x, float y, int octaves);

/* The sun as seen from anywhere: its direction, the cosine of its radius (0.24 degrees), and the radiance of its disc.
 */
vec3 sun_direction(void);
float sun_cosine(void);
vec3 sun_radiance(void);

/* What a ray that leaves the scene sees: sky and hills, the sun's disc only where asked for. */
vec3 sky_radiance(vec3 direction, bool with_sun);

/* Ray-traces the scene into an image of channels RGB, on all processors; the result does not depend on their number. */
nbl_image_result make_scene(uint32_t width, uint32_t height, nbl_image *image, nbl_image_error *error);

/* Diffraction at an aperture of six blades, dusty and scratched. */
nbl_image_result make_starburst(uint32_t side, nbl_image *image, nbl_image_error *error);

/* A soft heart around a sharp bright centre. */
nbl_image_result make_heart(uint32_t side, nbl_image *image, nbl_image_error *error);

#endif
