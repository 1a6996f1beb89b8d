/* A small ray tracer: glossy balls on a wet floor before an evening sky.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is much brighter than the rest, the sun and the small lamps, is found in two ways: mirror-like surfaces see the
 * thing itself, rough ones get it as direct light. A random reflection that hit a lamp would be a speck, and bloom
 * would make a star of every speck.
 */
#define _POSIX_C_SOURCE 200809L

#include "demo.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define SAMPLES 16 /* rays of a texel; chosen */
#define DEPTH 5    /* reflections of a ray; chosen */
/* irradiance over radiance: as of a larger disc, since one that small would leave the scene dark */
#define SUNLIGHT 1.7e-4f
#define MIRROR 0.05f /* up to this roughness a surface is a mirror */

typedef struct {
    vec3 center;
    float radius;
    vec3 albedo, f0; /* diffuse reflectance, and specular reflectance at normal incidence */
    float roughness;
    vec3 emission; /* of a lamp: radiance */
} ball;

#define BLACK \
    { 0, 0, 0 }
#define METAL(r, g, b) \
    BLACK, { r, g, b }
#define PLASTIC(r, g, b) \
    {r, g, b}, { 0.05f, 0.05f, 0.05f }

/* Balls lie on the floor, y = 0; lamps come last. */
static const ball balls[] = {
    {{1.55f, 1.05f, -1.35f}, 1.05f, METAL(0.95f, 0.95f, 0.97f), 0.0f, BLACK},
    {{-0.35f, 0.72f, -1.9f}, 0.72f, METAL(1.0f, 0.71f, 0.26f), 0.03f, BLACK},
    {{-2.05f, 0.88f, -1.35f}, 0.88f, PLASTIC(0.36f, 0.012f, 0.018f), 0.02f, BLACK},
    {{0.28f, 0.40f, -0.15f}, 0.40f, PLASTIC(0.010f, 0.045f, 0.30f), 0.02f, BLACK},
    {{-0.98f, 0.34f, 0.05f}, 0.34f, METAL(0.96f, 0.52f, 0.36f), 0.16f, BLACK},
    {{3.25f, 0.62f, -2.6f}, 0.62f, PLASTIC(0.012f, 0.20f, 0.055f), 0.02f, BLACK},
    {{2.62f, 0.36f, 0.10f}, 0.36f, {0.004f, 0.004f, 0.005f}, {0.06f, 0.06f, 0.06f}, 0.01f, BLACK},
    {{-3.75f, 0.55f, -3.2f}, 0.55f, METAL(0.90f, 0.91f, 0.95f), 0.22f, BLACK},
    {{-1.35f, 0.50f, -4.6f}, 0.50f, PLASTIC(0.55f, 0.53f, 0.50f), 0.25f, BLACK},
    {{0.95f, 0.50f, -5.2f}, 0.50f, PLASTIC(0.45f, 0.16f, 0.01f), 0.02f, BLACK},
    {{4.9f, 0.8f, -6.0f}, 0.80f, METAL(1.0f, 0.78f, 0.40f), 0.08f, BLACK},
    {{-1.75f, 0.16f, 0.75f}, 0.16f, METAL(0.95f, 0.95f, 0.97f), 0.0f, BLACK},
    {{0.98f, 0.17f, 0.62f}, 0.17f, PLASTIC(0.40f, 0.22f, 0.005f), 0.02f, BLACK},
    {{-0.30f, 0.13f, 0.95f}, 0.13f, METAL(0.98f, 0.80f, 0.42f), 0.0f, BLACK},
    {{1.85f, 0.14f, 0.95f}, 0.14f, PLASTIC(0.20f, 0.01f, 0.22f), 0.02f, BLACK},
    {{-2.95f, 0.20f, 0.05f}, 0.20f, PLASTIC(0.01f, 0.16f, 0.22f), 0.02f, BLACK},
    {{-0.10f, 0.032f, 0.42f}, 0.032f, BLACK, BLACK, 0.0f, {700.0f, 1500.0f, 2600.0f}},
    {{-1.33f, 0.03f, 0.66f}, 0.03f, BLACK, BLACK, 0.0f, {2600.0f, 1050.0f, 260.0f}},
    {{2.15f, 0.03f, 0.52f}, 0.03f, BLACK, BLACK, 0.0f, {2500.0f, 320.0f, 1300.0f}},
    {{0.62f, 0.035f, -2.6f}, 0.035f, BLACK, BLACK, 0.0f, {3600.0f, 2300.0f, 1000.0f}},
    {{3.9f, 0.035f, -1.3f}, 0.035f, BLACK, BLACK, 0.0f, {500.0f, 2300.0f, 900.0f}},
};
enum { BALLS = sizeof balls / sizeof *balls, SLOTS = (BALLS + 3) / 4 * 4, LAMPS = 5, FLOOR = -1, NOTHING = -2 };

/* Points that fill the unit square evenly, shifted anew for every texel and use: Roberts' R2 sequence. */
typedef struct {
    uint32_t texel, index, use;
} sampler;

static void next_point(sampler *s, float *u, float *v) {
    uint32_t shift = hash_of(s->texel ^ hash_of(s->use++));
    double a = 0.7548776662466927 * s->index + (shift & 0xffff) / 65536.0;
    double b = 0.5698402909980532 * s->index + (shift >> 16) / 65536.0;
    *u = (float)(a - floor(a));
    *v = (float)(b - floor(b));
}

static void basis_around(vec3 n, vec3 *t, vec3 *b) {
    *t = normalize(cross(fabsf(n.y) < 0.9f ? vec(0, 1, 0) : vec(1, 0, 0), n));
    *b = cross(n, *t);
}

/* The balls once more, coordinate by coordinate and a multiple of four in number, so that compilers test four at once.
 */
typedef struct {
    float x[SLOTS], y[SLOTS], z[SLOTS], squared_radius[SLOTS];
} ball_table;

static ball_table table;

static void prepare_table(void) {
    for (int i = 0; i < SLOTS; i++) {
        bool used = i < BALLS;
        table.x[i] = used ? balls[i].center.x : 0.0f;
        table.y[i] = used ? balls[i].center.y : 0.0f;
        table.z[i] = used ? balls[i].center.z : 0.0f;
        table.squared_radius[i] = used ? balls[i].radius * balls[i].radius : -1.0f;
    }
}

/* Along the ray to the point nearest to each center, and the squared half of the chord through the ball. The distance
 * of the line from the center is taken directly: the usual b * b - c cancels for small balls far away. */
static void meet_all(vec3 origin, vec3 d, float *restrict along, float *restrict chord) {
    for (int i = 0; i < SLOTS; i++) {
        float x = table.x[i] - origin.x, y = table.y[i] - origin.y, z = table.z[i] - origin.z;
        float b = x * d.x + y * d.y + z * d.z;
        x -= b * d.x;
        y -= b * d.y;
        z -= b * d.z;
        along[i] = b;
        chord[i] = table.squared_radius[i] - (x * x + y * y + z * z);
    }
}

static int first_hit(vec3 origin, vec3 d, bool with_lamps, float *distance) {
    float along[SLOTS], chord[SLOTS], best = 1e30f;
    int hit = NOTHING;
    if (d.y < 0.0f) {
        best = -origin.y / d.y;
        hit = FLOOR;
    }
    meet_all(origin, d, along, chord);
    for (int i = 0; i < (with_lamps ? BALLS : BALLS - LAMPS); i++) {
        if (chord[i] <= 0.0f || along[i] <= 0.0f) continue;
        float t = along[i] - sqrtf(chord[i]);
        if (t > 1e-4f && t < best) best = t, hit = i;
    }
    *distance = best;
    return hit;
}

static bool is_blocked(vec3 origin, vec3 d, float distance) {
    float along[SLOTS], chord[SLOTS];
    meet_all(origin, d, along, chord);
    for (int i = 0; i < BALLS - LAMPS; i++) {
        if (chord[i] <= 0.0f || along[i] <= 0.0f) continue;
        float t = along[i] - sqrtf(chord[i]);
        if (t > 1e-4f && t < distance) return true;
    }
    return false;
}

/* How much of the sky's light reaches a point: what each ball takes of the cosine-weighted hemisphere. */
static float openness(vec3 p, vec3 n, int self) {
    float open = 1.0f;
    const float negligible = 500.0f;
    for (int i = 0; i < BALLS - LAMPS; i++) {
        if (i == self) continue;
        vec3 to = sub(balls[i].center, p);
        float d2 = dot(to, to), r2 = balls[i].radius * balls[i].radius, toward = dot(n, to);
        if (toward <= 0.0f || d2 > negligible * r2) continue;
        open *= 1.0f - clamp01(toward / sqrtf(d2)) * clamp01(r2 / d2);
    }
    return open;
}

typedef struct {
    vec3 point, normal, albedo, f0;
    float roughness;
    int self;
} surface;

/* Dark tiles, wet in places. Far away the pattern is finer than a texel and gives way to its mean. */
static void floor_at(surface *s, float distance) {
    float x = s->point.x, z = s->point.z;
    float fade = expf(-distance * distance / 500.0f);
    float wet = smooth_between(0.42f, 0.62f, octaves2(0.55f * x + 8.0f, 0.55f * z + 3.0f, 4));
    float grain = octaves2(9.0f * x, 9.0f * z, 3);
    float u = x / 1.1f + 0.13f, v = z / 1.1f + 0.31f;
    float to_joint = fminf(fabsf(u - roundf(u)), fabsf(v - roundf(v)));
    float joint = fade * (1.0f - smooth_between(0.004f, 0.011f, to_joint));
    bool light = lroundf(floorf(u + 0.5f) + floorf(v + 0.5f)) % 2 == 0;
    float tone = (light ? 0.052f : 0.030f) * fade + 0.041f * (1.0f - fade) + 0.020f * (grain - 0.5f);
    tone *= (1.0f - 0.45f * wet) * (1.0f - 0.8f * joint);
    s->albedo = scale(vec(1.0f, 0.96f, 0.92f), tone);
    s->f0 = vec(0.03f, 0.03f, 0.03f);
    s->roughness = (wet > 0.95f ? 0.0f : 0.03f + 0.22f * (1.0f - wet) + 0.06f * grain) + 0.2f * joint;
    /* Ripples: slopes of a smooth noise, small, and smaller on the dry tiles. */
    float ripple = 0.004f * fade;
    float sx = octaves2(7.0f * x, 7.0f * z + 50.0f, 2) - 0.5f, sz = octaves2(7.0f * x + 90.0f, 7.0f * z, 2) - 0.5f;
    s->normal = normalize(vec(ripple * sx, 1.0f, ripple * sz));
}

/* GGX for one light direction, times the cosine. */
static float highlight(float roughness, vec3 n, vec3 view, vec3 light) {
    vec3 h = normalize(add(view, light));
    float nl = dot(n, light), nv = fabsf(dot(n, view)) + 1e-4f, nh = dot(n, h), a = roughness * roughness, a2 = a * a;
    if (nl <= 0.0f) return 0.0f;
    float d = nh * nh * (a2 - 1.0f) + 1.0f;
    float masking = (nl * (1.0f - a) + a) * (nv * (1.0f - a) + a);
    return a2 / ((float)PI * d * d) / (4.0f * masking) * nl;
}

static vec3 fresnel(vec3 f0, float cosine) {
    float m = clamp01(1.0f - cosine), m5 = m * m * m * m * m;
    return add(f0, scale(sub(vec(1, 1, 1), f0), m5));
}

/* Light of irradiance e (on a surface facing it) from one direction. */
static vec3 lit_by(const surface *s, vec3 view, vec3 light, vec3 e, float widened) {
    float nl = dot(s->normal, light);
    if (nl <= 0.0f) return vec(0, 0, 0);
    vec3 out = scale(mul(s->albedo, e), nl / (float)PI);
    if (s->roughness <= MIRROR) return out;
    vec3 h = normalize(add(view, light));
    return add(out, scale(mul(fresnel(s->f0, dot(view, h)), e), highlight(widened, s->normal, view, light)));
}

/* least: the least roughness of a highlight; after a rough reflection a sharp one would be a speck. */
static vec3 direct_light(const surface *s, vec3 view, float least, sampler *sample) {
    float u, v;
    vec3 t, b, sun = sun_direction();
    basis_around(sun, &t, &b);
    next_point(sample, &u, &v);
    float radius = sqrtf(u * (1.0f - sun_cosine() * sun_cosine())), angle = 2.0f * (float)PI * v;
    vec3 toward = normalize(add(sun, add(scale(t, radius * cosf(angle)), scale(b, radius * sinf(angle)))));
    vec3 sum = vec(0, 0, 0), start = add(s->point, scale(s->normal, 1e-3f));
    if (dot(s->normal, toward) > 0.0f && !is_blocked(start, toward, 1e30f))
        sum = lit_by(s, view, toward, scale(sun_radiance(), SUNLIGHT), fmaxf(least, s->roughness));
    for (int i = BALLS - LAMPS; i < BALLS; i++) {
        vec3 to = sub(balls[i].center, s->point);
        float d2 = dot(to, to), r = balls[i].radius, d = sqrtf(d2);
        vec3 e = scale(balls[i].emission, (float)PI * r * r / (d2 + r * r));
        if (fmaxf(e.x, fmaxf(e.y, e.z)) < 0.01f || dot(to, s->normal) <= 0.0f) continue;
        vec3 light = scale(to, 1.0f / d);
        if (is_blocked(start, light, d)) continue;
        sum = add(sum, lit_by(s, view, light, e,
                              fmaxf(least, fminf(1.0f, sqrtf(s->roughness * s->roughness + 0.5f * r / d)))));
    }
    return sum;
}

/* The mirrored ray; on a rough surface about a normal drawn from its lobe. */
static vec3 reflected(const surface *s, vec3 d, sampler *sample) {
    vec3 n = s->normal, t, b;
    if (s->roughness > 0.0f) {
        float u, v;
        next_point(sample, &u, &v);
        u *= 0.95f; /* without the lobe's long tail, which 16 samples cannot show but as noise */
        float a = s->roughness * s->roughness, tangent = a * sqrtf(u / (1.0f - u)), angle = 2.0f * (float)PI * v;
        basis_around(n, &t, &b);
        n = normalize(add(n, add(scale(t, tangent * cosf(angle)), scale(b, tangent * sinf(angle)))));
    }
    vec3 out = sub(d, scale(n, 2.0f * dot(d, n)));
    float below = dot(out, s->normal);
    return normalize(below > 0.0f ? out : sub(out, scale(s->normal, 2.0f * below)));
}

/* weight: how much of what this ray sees can still reach the texel. */
static vec3 trace(vec3 origin, vec3 d, int depth, float weight, bool with_lights, sampler *sample) {
    float distance;
    int hit = first_hit(origin, d, with_lights, &distance);
    if (hit == NOTHING) return sky_radiance(d, with_lights);
    if (hit >= BALLS - LAMPS) return balls[hit].emission;
    surface s = {.point = add(origin, scale(d, distance)), .self = hit};
    if (hit == FLOOR) {
        floor_at(&s, distance);
    } else {
        const ball *ball = &balls[hit];
        s.normal = scale(sub(s.point, ball->center), 1.0f / ball->radius);
        s.albedo = ball->albedo;
        s.f0 = ball->f0;
        s.roughness = ball->roughness;
    }
    vec3 view = scale(d, -1.0f);
    /* The sky as one light: bluish from above, warm from the side of the sun, and the dark floor from below. */
    vec3 up = vec(0.11f, 0.14f, 0.25f), side = vec(0.34f, 0.19f, 0.12f), down = vec(0.014f, 0.012f, 0.011f);
    vec3 around = mix3(down, add(up, scale(side, clamp01(0.5f + 0.5f * dot(s.normal, vec(-0.34f, 0.0f, -0.94f))))),
                       clamp01(0.5f + 0.5f * s.normal.y));
    float open = openness(s.point, s.normal, hit);
    vec3 color = add(scale(mul(s.albedo, around), open), direct_light(&s, view, with_lights ? 0.1f : 0.4f, sample));
    vec3 f = fresnel(s.f0, dot(view, s.normal));
    /* A rough surface does not reach the full reflectance of grazing incidence. */
    f = mix3(s.f0, f, 1.0f - clamp01(1.5f * s.roughness));
    weight *= fmaxf(f.x, fmaxf(f.y, f.z));
    if (depth > 1 && weight > 0.002f) {
        vec3 out = reflected(&s, d, sample), start = add(s.point, scale(s.normal, 1e-3f));
        color = add(color, mul(f, trace(start, out, depth - 1, weight, with_lights && s.roughness <= MIRROR, sample)));
    }
    if (hit == FLOOR) { /* haze, in the colour of the sky at the horizon */
        vec3 level = normalize(vec(d.x, 0.03f, d.z));
        color = mix3(sky_radiance(level, false), color, expf(-distance / 160.0f));
    }
    return color;
}

typedef struct {
    nbl_image *image;
    atomic_uint next_row;
} job;

static void render_row(nbl_image *image, uint32_t y) {
    vec3 eye = vec(0.15f, 1.22f, 6.1f), ahead = normalize(sub(vec(0.12f, 0.80f, -1.2f), eye));
    vec3 right = normalize(cross(ahead, vec(0, 1, 0))), up = cross(right, ahead);
    float w = (float)image->width, h = (float)image->height, zoom = 0.84f / w; /* 45.6 degrees across */
    for (uint32_t x = 0; x < image->width; x++) {
        vec3 sum = vec(0, 0, 0);
        for (uint32_t i = 0; i < SAMPLES; i++) {
            sampler sample = {hash_of(x + 65537u * y), i, 0};
            float u, v;
            next_point(&sample, &u, &v);
            vec3 d = add(ahead, add(scale(right, zoom * ((float)x + u - 0.5f * w)),
                                    scale(up, -zoom * ((float)y + v - 0.5f * h))));
            sum = add(sum, trace(eye, normalize(d), DEPTH, 1.0f, true, &sample));
        }
        float *texel = image->pixels + 4 * ((size_t)y * image->width + x);
        texel[0] = sum.x / SAMPLES;
        texel[1] = sum.y / SAMPLES;
        texel[2] = sum.z / SAMPLES;
    }
}

static void *render_rows(void *argument) {
    job *j = argument;
    for (unsigned y; (y = atomic_fetch_add(&j->next_row, 1)) < j->image->height;) render_row(j->image, y);
    return NULL;
}

nbl_image_result make_scene(uint32_t width, uint32_t height, nbl_image *image, nbl_image_error *error) {
    nbl_image_result result = nbl_image_create(width, height, NBL_IMAGE_CHANNELS_RGB, image, error);
    if (result) return result;
    prepare_noise();
    prepare_table();
    job j = {.image = image};
    atomic_init(&j.next_row, 0);
    pthread_t threads[64];
    long processors = sysconf(_SC_NPROCESSORS_ONLN), started = 0;
    /* This thread works as well, so that a thread that cannot be had only costs time. */
    while (started < processors - 1 && started < 64 && pthread_create(&threads[started], NULL, render_rows, &j) == 0)
        started++;
    render_rows(&j);
    for (long i = 0; i < started; i++) pthread_join(threads[i], NULL);
    return NBL_IMAGE_OK;
}
