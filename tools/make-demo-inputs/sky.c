/* An evening sky: gradient, glow, thin clouds, two ridges of hills and a low sun.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "demo.h"

/* Random heights on a torus of 256 x 256 points: far quicker than a hash at every corner. */
static float heights[256][256];

void prepare_noise(void) {
    for (uint32_t j = 0; j < 256; j++)
        for (uint32_t i = 0; i < 256; i++) heights[j][i] = (float)(hash_of(i + 256 * j) >> 8) * 0x1p-24f;
}

float noise2(float x, float y) {
    /* floorf is a call where the processor's own instruction may not be assumed. */
    int32_t i = (int32_t)x - (x < 0.0f), j = (int32_t)y - (y < 0.0f);
    float u = x - (float)i, v = y - (float)j;
    u = u * u * (3.0f - 2.0f * u);
    v = v * v * (3.0f - 2.0f * v);
    const float *low = heights[j & 255], *high = heights[(j + 1) & 255];
    int32_t left = i & 255, right = (i + 1) & 255;
    float a = low[left] + u * (low[right] - low[left]), b = high[left] + u * (high[right] - high[left]);
    return a + v * (b - a);
}

float octaves2(float x, float y, int octaves) {
    float sum = 0.0f, weight = 0.5f, total = 0.0f;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise2(x, y);
        total += weight;
        weight *= 0.5f;
        /* Turned by a Pythagorean angle, so that the octaves' lattices do not line up. */
        float turned = 2.0f * (0.8f * x - 0.6f * y) + 17.3f;
        y = 2.0f * (0.6f * x + 0.8f * y) - 5.1f;
        x = turned;
    }
    return sum / total;
}

vec3 sun_direction(void) { return normalize(vec(-0.175f, 0.118f, -1.0f)); }

float sun_cosine(void) { return 0.9999912f; }

vec3 sun_radiance(void) { return vec(30000.0f, 21000.0f, 11500.0f); }

static vec3 clear_sky(vec3 d, float toward_sun) {
    float up = d.y > 0.0f ? d.y : 0.0f;
    float warm = 0.5f + 0.5f * toward_sun, warm2 = warm * warm;
    vec3 horizon = mix3(vec(0.16f, 0.17f, 0.27f), vec(0.78f, 0.27f, 0.075f), warm2 * warm);
    vec3 middle = mix3(vec(0.07f, 0.12f, 0.27f), vec(0.30f, 0.15f, 0.16f), warm2);
    vec3 high = mix3(vec(0.035f, 0.075f, 0.20f), vec(0.075f, 0.085f, 0.17f), warm2);
    vec3 zenith = vec(0.018f, 0.042f, 0.13f);
    vec3 sky = mix3(horizon, middle, smooth_between(0.0f, 0.13f, up));
    sky = mix3(sky, high, smooth_between(0.07f, 0.30f, up));
    sky = mix3(sky, zenith, smooth_between(0.25f, 0.9f, up));
    float angle = sqrtf(2.0f * fmaxf(0.0f, 1.0f - toward_sun));
    vec3 glow = add(scale(vec(1.0f, 0.46f, 0.14f), 0.70f * expf(-angle * 6.0f)),
                    scale(vec(1.0f, 0.66f, 0.30f), 2.2f * expf(-angle * 30.0f)));
    return add(sky, glow);
}

/* Clouds lie on a plane overhead, so that they crowd toward the horizon. */
static vec3 with_clouds(vec3 sky, vec3 d, float toward_sun) {
    if (d.y < 0.015f) return sky;
    float x = d.x / (d.y + 0.06f), z = d.z / (d.y + 0.06f);
    float wisp = octaves2(0.55f * x + 3.0f, 1.7f * z + 0.4f * x, 5);
    float cover = 0.75f * smooth_between(0.50f, 0.78f, wisp) * smooth_between(0.015f, 0.12f, d.y);
    float lit = expf(3.5f * (toward_sun - 1.0f));
    vec3 cloud = add(vec(0.085f, 0.075f, 0.125f), scale(vec(1.15f, 0.40f, 0.17f), lit));
    return mix3(sky, cloud, cover);
}

static vec3 with_hills(vec3 sky, vec3 d, float toward_sun) {
    static const float tops[2] = {0.070f, 0.046f}, detail[2] = {3.1f, 6.7f};
    if (d.y > tops[0]) return sky;
    float azimuth = atan2f(d.x, -d.z);
    for (int i = 0; i < 2; i++) {
        float ridge =
            tops[i] * (0.1f + 0.9f * octaves2(detail[i] * azimuth + 40.0f + 9.0f * (float)i, 7.0f * (float)i, 5));
        /* Soft over a part of a texel: rays that sample a texel do not have its size. */
        float inside = smooth_between(ridge + 0.0006f, ridge - 0.0006f, d.y);
        float warm = 0.5f + 0.5f * toward_sun, warm4 = warm * warm * warm * warm;
        vec3 far_away = mix3(vec(0.040f, 0.042f, 0.075f), vec(0.30f, 0.12f, 0.062f), 0.7f * warm4 * warm4);
        sky = mix3(sky, scale(far_away, i ? 0.30f : 0.75f), inside);
    }
    return sky;
}

vec3 sky_radiance(vec3 d, bool with_sun) {
    float toward_sun = dot(d, sun_direction());
    if (with_sun && toward_sun > sun_cosine()) return sun_radiance();
    return with_hills(with_clouds(clear_sky(d, toward_sun), d, toward_sun), d, toward_sun);
}
