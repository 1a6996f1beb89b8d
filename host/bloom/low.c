/* The bloom at low resolution: its plan, how it splits a kernel, and its run on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom/format.h"
#include "bloom/frame.h"
#include "bloom/invalid.h"
#include "bloom/low.h"
#include "emulator/pass.h"
#include "error/check.h"
#include "platform/clock.h"
#include "platform/memory.h"

/* ---- The plan: the low image's size, its bloom's plan, two passes, and the workspace */

#define MARGIN 1u /* low texels that the interpolation reads beyond the image: derived, a hat is two texels wide */
#define TILE 8u   /* blocks on a side of a workgroup of 64 invocations; chosen, others were not timed */
/* Blocks of the last step: texels that an invocation writes. Measured on an H200 by bench/scripts/low_blocks.sh
 * (docs/blurs.md): two rows; four columns from a core radius of LARGE on, else two. */
#define ROWS 2u
#define LARGE 4u

static nbl_result_t check(nbl_bloom_low_desc_t *desc, nbl_error_t *error) {
    const nbl_bloom_desc_t *bloom = &desc->bloom;
    if (desc->factor != 2u && desc->factor != 4u)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: factor is %u, must be 2 or 4", desc->factor);
    if (desc->core_radius == 0) desc->core_radius = desc->factor + 4u;
    if (desc->core_radius > NBL_BLOOM_LOW_MAX_RADIUS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: core radius is %u, must be 1 to %d",
                        desc->core_radius, NBL_BLOOM_LOW_MAX_RADIUS);
    if (bloom->padding_x != NBL_BLOOM_PADDING_ZERO || bloom->padding_y != NBL_BLOOM_PADDING_ZERO)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: padding is %d and %d, must be zero (0)",
                        (int)bloom->padding_x, (int)bloom->padding_y);
    if (bloom->ladder)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: ladder is on, must be off: one size is planned");
    if (bloom->source_format != NBL_BLOOM_FORMAT_RGBA32F || bloom->target_format != NBL_BLOOM_FORMAT_RGBA32F)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: formats are %d and %d, must be rgba32f (%d)",
                        (int)bloom->source_format, (int)bloom->target_format, (int)NBL_BLOOM_FORMAT_RGBA32F);
    if (bloom->width < 1u || bloom->height < 1u || bloom->width > 65536u || bloom->height > 65536u ||
        (uint64_t)bloom->width * bloom->height > 1u << 28)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "low resolution: %u x %u texels: must be 1 to 65536 on a side, 2^28 in all", bloom->width,
                        bloom->height);
    if (bloom->kernel_width < 1u || bloom->kernel_height < 1u || bloom->kernel_width > 65536u ||
        bloom->kernel_height > 65536u)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: a kernel of %u x %u texels: must be 1 to 65536",
                        bloom->kernel_width, bloom->kernel_height);
    const nbl_result_t valid = nbl_bloom_invalid_check("low resolution", bloom->invalid, bloom->largest, error);
    return valid == NBL_SUCCESS ? nbl_bloom_combine_check("low resolution", bloom->combine, error) : valid;
}

static uint32_t low_size(uint32_t size, uint32_t factor) { return (size - 1u) / factor + 1u + 2u * MARGIN; }

/* Returns the low texels of the tail on a side: as far as its box reaches, and one more for sharpening. */
static uint32_t tail_size(uint32_t size, uint32_t factor) {
    return 2u * ((size / 2u + factor / 2u) / factor + 1u) + 1u;
}

static nbl_result_t plan_bloom(nbl_bloom_low_plan_t *plan, nbl_error_t *error) {
    nbl_bloom_desc_t low = plan->desc.bloom;
    low.width = low_size(low.width, plan->desc.factor);
    low.height = low_size(low.height, plan->desc.factor);
    low.kernel_width = tail_size(low.kernel_width, plan->desc.factor);
    low.kernel_height = tail_size(low.kernel_height, plan->desc.factor);
    low.normalize = NBL_BLOOM_NORMALIZE_NONE; /* the split has divided by the sum already */
    low.combine = NBL_BLOOM_COMBINE_REPLACE;
    low.threshold = false;
    low.invalid = NBL_BLOOM_INVALID_CLAMP; /* the first step writes finite numbers only, so no pass has to check them */
    const nbl_result_t result = nbl_bloom_plan_make(&low, &plan->bloom, error);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) plan->bloom.passes[i].parameters.clamps = 0;
    return result;
}

/* Returns where `bytes` begin, and moves the end behind them. */
static uint64_t place(uint64_t *end, uint64_t bytes) {
    uint64_t at = *end;
    *end = (at + bytes + 255u) / 256u * 256u;
    return at;
}

static void place_all(nbl_bloom_low_plan_t *plan) {
    const nbl_bloom_desc_t *low = &plan->bloom.desc;
    uint64_t side = 2u * plan->desc.core_radius + 1u, end = 0;
    uint64_t low_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->width * low->height;
    plan->image_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * plan->desc.bloom.width * plan->desc.bloom.height;
    place(&end, NBL_BLOOM_TEXEL_BYTES * side * side);
    plan->tail_offset = place(&end, (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->kernel_width * low->kernel_height);
    plan->kernel_bytes = end;
    plan->low_image_offset = place(&end, low_bytes);
    plan->low_bloom_offset = place(&end, low_bytes);
    plan->bloom_offset = place(&end, plan->bloom.workspace_bytes);
    plan->spectrum_offset = place(&end, plan->bloom.spectrum_bytes);
    plan->sums_offset = place(&end, NBL_BLOOM_SUMS_BYTES);
    plan->workspace_bytes = end;
}

static void fill_pass(nbl_bloom_low_plan_t *plan, uint32_t step) {
    const nbl_bloom_desc_t *full = &plan->desc.bloom, *low = &plan->bloom.desc;
    const uint32_t width = step == NBL_BLOOM_LOW_DOWN ? low->width : full->width,
                   height = step == NBL_BLOOM_LOW_DOWN ? low->height : full->height;
    const uint64_t low_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->width * low->height;
    nbl_bloom_low_pass_t *pass = &plan->passes[step];
    pass->name = step == NBL_BLOOM_LOW_DOWN ? "low down" : "low up";
    pass->parameters.step = step;
    pass->parameters.factor = plan->desc.factor;
    pass->parameters.combine = (uint32_t)full->combine;
    pass->parameters.threshold = full->threshold;
    pass->parameters.clamps = nbl_bloom_clamps(full->invalid, full->source_format);
    pass->constants.largest = nbl_bloom_largest(full->largest, full->source_format);
    pass->parameters.columns = step != NBL_BLOOM_LOW_UP ? 1u : plan->desc.core_radius < LARGE ? 2u : 4u;
    pass->parameters.rows = step == NBL_BLOOM_LOW_UP ? ROWS : 1u;
    const uint32_t across = TILE * pass->parameters.columns, down = TILE * pass->parameters.rows;
    pass->constants.width = full->width;
    pass->constants.height = full->height;
    pass->constants.low_width = low->width;
    pass->constants.low_height = low->height;
    pass->constants.low_image = (uint32_t)(plan->low_image_offset / NBL_BLOOM_TEXEL_BYTES);
    pass->constants.low_bloom = (uint32_t)(plan->low_bloom_offset / NBL_BLOOM_TEXEL_BYTES);
    pass->constants.radius = plan->desc.core_radius;
    pass->constants.step = 0.5f / (float)plan->desc.factor;
    pass->workgroup_size = TILE * TILE;
    pass->workgroups = (uint64_t)((width + across - 1u) / across) * ((height + down - 1u) / down);
    pass->bytes = plan->image_bytes + low_bytes + (step == NBL_BLOOM_LOW_UP ? plan->image_bytes : 0u);
}

nbl_result_t nbl_bloom_low_plan_make(const nbl_bloom_low_desc_t *desc, nbl_bloom_low_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    static const nbl_bloom_low_plan_t empty;
    nbl_bloom_low_plan_t made = empty;
    nbl_error_clear(error);
    made.desc = *desc;
    nbl_result_t result = check(&made.desc, error);
    if (result == NBL_SUCCESS) result = plan_bloom(&made, error);
    if (result != NBL_SUCCESS) return result;
    place_all(&made);
    fill_pass(&made, NBL_BLOOM_LOW_DOWN);
    fill_pass(&made, NBL_BLOOM_LOW_UP);
    if (made.bloom_offset > made.bloom.desc.limits.max_buffer_bytes)
        return nbl_fail(error, NBL_ERROR_LIMIT, "low images: %llu bytes, the limit of a buffer is %llu",
                        (unsigned long long)made.bloom_offset,
                        (unsigned long long)made.bloom.desc.limits.max_buffer_bytes);
    *plan = made;
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_low_frame_check(const nbl_bloom_low_plan_t *plan, const nbl_bloom_frame_t *frame,
                                       nbl_error_t *error) {
    if (frame->width || frame->height || frame->row_pitch || frame->sharpening != 0.0f)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "frame: size, row pitch and sharpening do not change at low resolution: must be 0");
    nbl_bloom_plan_t full = plan->bloom; /* a copy whose description the check reads */
    full.desc = plan->desc.bloom;
    return nbl_bloom_frame_check(&full, frame, error);
}

nbl_bloom_low_constants_t nbl_bloom_low_frame_constants(const nbl_bloom_low_pass_t *pass,
                                                        const nbl_bloom_frame_t *frame) {
    nbl_bloom_low_constants_t constants = pass->constants;
    constants.intensity = frame->intensity;
    constants.threshold = frame->threshold;
    constants.knee = frame->knee;
    constants.knee_scale = nbl_bloom_knee_scale(frame->knee);
    return constants;
}

/* ---- A kernel's sharp core and its tail at low resolution: docs/blurs.md, in doubles */

#define PI 3.14159265358979323846

typedef struct split_t {
    const nbl_bloom_desc_t *desc; /* of the image itself */
    const float *kernel;
    /* factor and radius in texels; reach: low texels of the tail to either side */
    int factor, radius, reach_x, reach_y;
    double luminance;
    double *tail, *spare; /* for one channel; spare is memory for exact sums */
} split_t;

/* Returns a tap of the kernel by its distance from the centre; 0 beyond the kernel. */
static double tap(const split_t *s, int x, int y, int channel) {
    int i = x + (int)(s->desc->kernel_width / 2u), j = y + (int)(s->desc->kernel_height / 2u);
    if (i < 0 || j < 0 || i >= (int)s->desc->kernel_width || j >= (int)s->desc->kernel_height) return 0.0;
    return (double)s->kernel[4 * ((size_t)j * s->desc->kernel_width + (size_t)i) + (size_t)channel] / s->luminance;
}

/* Returns the share of a tap that belongs to the core: 1 up to half the radius, then fading to 0 at the radius. */
static double window(const split_t *s, int x, int y) {
    double r = sqrt((double)x * x + (double)y * y), end = s->radius + 1.0, begin = 0.5 * s->radius;
    if (r >= end) return 0.0;
    if (r <= begin) return 1.0;
    double c = cos(0.5 * PI * (r - begin) / (end - begin));
    return c * c;
}

/* Returns floor(x / factor + 1 / 2). Sets *between if x lies between two low texels, which then share it. */
static int nearest(const split_t *s, int x, bool *between) {
    int shifted = x + s->factor / 2,
        quotient = (shifted - (((shifted % s->factor) + s->factor) % s->factor)) / s->factor;
    *between = quotient * s->factor == shifted;
    return quotient;
}

static void add(const split_t *s, int a, int b, double value) {
    s->tail[(size_t)(b + s->reach_y) * (size_t)(2 * s->reach_x + 1) + (size_t)(a + s->reach_x)] += value;
}

/* Sums the tail's taps by low texel. */
static void sum_tail(const split_t *s, int channel) {
    const int cx = (int)(s->desc->kernel_width / 2u), cy = (int)(s->desc->kernel_height / 2u);
    for (int y = -cy; y < (int)s->desc->kernel_height - cy; y++)
        for (int x = -cx; x < (int)s->desc->kernel_width - cx; x++) {
            bool half_x, half_y;
            int a = nearest(s, x, &half_x), b = nearest(s, y, &half_y);
            double value = tap(s, x, y, channel) * (1.0 - window(s, x, y));
            value *= (half_x ? 0.5 : 1.0) * (half_y ? 0.5 : 1.0);
            for (int j = 0; j <= half_y; j++)
                for (int i = 0; i <= half_x; i++) add(s, a - i, b - j, value);
        }
}

/* Narrows the tail, to second order, by what the box and both hats widen it: their variance is 5 / 12 + 1 / (3
 * factor^2) low texels^2. */
static void sharpen_tail(split_t *s) {
    const int w = 2 * s->reach_x + 1, h = 2 * s->reach_y + 1;
    const double half_variance = 5.0 / 24.0 + 1.0 / (6.0 * s->factor * s->factor);
    for (int axis = 0; axis < 2; axis++) {
        const int stride = axis ? w : 1, count = axis ? h : w;
        for (int i = 0; i < w * h; i++) {
            int at = axis ? i / w : i % w;
            double before = at > 0 ? s->tail[i - stride] : 0.0, after = at + 1 < count ? s->tail[i + stride] : 0.0;
            s->spare[i] = s->tail[i] + half_variance * (2.0 * s->tail[i] - before - after);
        }
        double *sharper = s->spare;
        s->spare = s->tail;
        s->tail = sharper;
    }
}

/* Returns the share of a texel's light that both hats bring to a texel at a distance along an axis, averaged over
 * all places. */
static double both_hats(const split_t *s, int distance) {
    double sum = 0.0;
    const double n = s->factor;
    for (int i = -s->factor; i < s->factor; i++) {
        double here = 1.0 - fabs(i + 0.5) / n, there = 1.0 - fabs(i + distance + 0.5) / n;
        if (there > 0.0) sum += here * there;
    }
    return sum / (n * n);
}

/* Returns the light that the tail brings to a distance from a point of light. */
static double tail_at(const split_t *s, int x, int y) {
    double sum = 0.0;
    for (int b = -s->reach_y; b <= s->reach_y; b++) {
        double below = both_hats(s, y - b * s->factor);
        for (int a = -s->reach_x; a <= s->reach_x && below > 0.0; a++)
            sum += below * both_hats(s, x - a * s->factor) *
                   s->tail[(size_t)(b + s->reach_y) * (size_t)(2 * s->reach_x + 1) + (size_t)(a + s->reach_x)];
    }
    return sum;
}

/* Writes the core: the light that the tail lacks within its radius. What then is missing in the sum is spread over
 * the core. */
static void write_core(const split_t *s, int channel, float *core) {
    const int r = s->radius, side = 2 * r + 1;
    double missing = 0.0, shares = 0.0;
    for (int j = 0; j < (int)s->desc->kernel_height; j++)
        for (int i = 0; i < (int)s->desc->kernel_width; i++)
            missing += tap(s, i - (int)(s->desc->kernel_width / 2u), j - (int)(s->desc->kernel_height / 2u), channel);
    for (int i = 0; i < (2 * s->reach_x + 1) * (2 * s->reach_y + 1); i++) missing -= s->tail[i];
    double *exact = s->spare; /* has room: see nbl_bloom_low_split() */
    for (int y = -r; y <= r; y++)
        for (int x = -r; x <= r; x++) {
            double *value = &exact[(y + r) * side + x + r];
            *value = tap(s, x, y, channel) - tail_at(s, x, y);
            missing -= *value;
            shares += window(s, x, y);
        }
    for (int y = -r; y <= r; y++)
        for (int x = -r; x <= r; x++) {
            int at = (y + r) * side + x + r;
            core[4 * at + channel] = (float)(exact[at] + missing * window(s, x, y) / shares);
        }
}

static nbl_result_t find_luminance(const nbl_bloom_low_plan_t *plan, split_t *s, nbl_error_t *error) {
    double sums[3] = {0.0, 0.0, 0.0};
    const size_t taps = (size_t)s->desc->kernel_width * s->desc->kernel_height;
    s->luminance = 1.0;
    if (s->desc->normalize == NBL_BLOOM_NORMALIZE_NONE) return NBL_SUCCESS;
    for (size_t i = 0; i < taps; i++)
        for (size_t c = 0; c < 3; c++) sums[c] += (double)s->kernel[4 * i + (s->desc->grey_kernel ? 0u : c)];
    const float rounded[3] = {(float)sums[0], (float)sums[1], (float)sums[2]};
    nbl_bloom_plan_t full = plan->bloom; /* a copy whose normalisation the check reads */
    full.desc.normalize = s->desc->normalize;
    s->luminance = 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
    return nbl_bloom_check_sums(&full, rounded, error);
}

nbl_result_t nbl_bloom_low_split(const nbl_bloom_low_plan_t *plan, const float *kernel, void *parts,
                                 nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, kernel, parts)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    split_t s = {.desc = &plan->desc.bloom,
                 .kernel = kernel,
                 .factor = (int)plan->desc.factor,
                 .radius = (int)plan->desc.core_radius,
                 .reach_x = (int)plan->bloom.desc.kernel_width / 2,
                 .reach_y = (int)plan->bloom.desc.kernel_height / 2};
    nbl_result_t result = find_luminance(plan, &s, error);
    if (result != NBL_SUCCESS) return result;
    const size_t taps = (size_t)plan->bloom.desc.kernel_width * plan->bloom.desc.kernel_height;
    const size_t side = 2 * (size_t)s.radius + 1, room = taps > side * side ? taps : side * side;
    double *memory = calloc(2 * room, sizeof *memory);
    if (memory == NULL) return nbl_fail_memory(error, "kernel's parts");
    float *core = parts, *tail = core + plan->tail_offset / sizeof *core;
    for (uint64_t i = 0; i < plan->kernel_bytes / sizeof *core; i++) core[i] = 0.0f;
    for (int c = 0; c < 3; c++) {
        const int channel = s.desc->grey_kernel ? 0 : c;
        s.tail = memory;
        s.spare = memory + room;
        for (size_t i = 0; i < taps; i++) s.tail[i] = 0.0;
        sum_tail(&s, channel);
        sharpen_tail(&s);
        for (size_t i = 0; i < taps; i++) tail[4 * i + (size_t)c] = (float)s.tail[i];
        write_core(&s, channel, core + (c - channel));
    }
    free(memory);
    return NBL_SUCCESS;
}

/* ---- On the CPU */

#define SUBGROUP_SIZE 32u /* of the emulator; any would do: the kernels have no subgroup operation */

/* A run on the emulator, or on the executor's threads. */
typedef struct run_t {
    const nbl_bloom_low_plan_t *plan;
    const nbl_bloom_frame_t *frame;
    void *memory[3]; /* image, workspace, target */
    nbl_bloom_run_t low;
    bool executes;
    double *nanoseconds;
} run_t;

/* Runs one of the two steps. */
static nbl_result_t run_step(const run_t *run, const nbl_bloom_low_pass_t *pass, nbl_error_t *error) {
    if (run->executes) {
        nbl_bloom_low_step(pass, run->memory, run->frame, run->low.launch.threads);
        return NBL_SUCCESS;
    }
    const nbl_emulator_resource_t resources[3] = {{run->memory[0], run->plan->image_bytes, 0},
                                                  {run->memory[1], run->plan->bloom_offset, 0},
                                                  {run->memory[2], run->plan->image_bytes, 0}};
    const nbl_bloom_low_constants_t constants = nbl_bloom_low_frame_constants(pass, run->frame);
    const nbl_emulator_pass_t emulated = {.name = pass->name,
                                          .kernel = nbl_bloom_low_kernel,
                                          .resources = resources,
                                          .resource_count = 3,
                                          .constants = &constants,
                                          .parameters = &pass->parameters,
                                          .workgroup_size = pass->workgroup_size,
                                          .subgroup_size = SUBGROUP_SIZE,
                                          .workgroups = pass->workgroups};
    return nbl_emulator_pass_run(&emulated, &run->low.launch, NULL, error);
}

static nbl_result_t run_bloom(const run_t *run, nbl_bloom_pass_name_t first, nbl_bloom_pass_name_t last,
                              nbl_error_t *error) {
    return run->executes ? nbl_bloom_execute(&run->plan->bloom, &run->low, first, last, error)
                         : nbl_bloom_emulate(&run->plan->bloom, &run->low, first, last, NULL, error);
}

static nbl_result_t run_passes(const run_t *run, nbl_error_t *error) {
    const nbl_bloom_low_pass_t *steps = run->plan->passes;
    nbl_result_t result = run_bloom(run, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_ARRANGE, error);
    for (int i = 0; i < NBL_BLOOM_LOW_PASSES && result == NBL_SUCCESS; i++) {
        const double begin = nbl_platform_seconds();
        const nbl_bloom_pass_name_t pass = (nbl_bloom_pass_name_t)(NBL_BLOOM_PASS_FIRST_AXIS + i - 1);
        result = i == 0                          ? run_step(run, &steps[0], error)
                 : i == NBL_BLOOM_LOW_PASSES - 1 ? run_step(run, &steps[1], error)
                                                 : run_bloom(run, pass, pass, error);
        if (run->nanoseconds) run->nanoseconds[i] = 1e9 * (nbl_platform_seconds() - begin);
    }
    return result;
}

static nbl_result_t run_all(run_t *run, const float *image, const float *kernel, float *target, nbl_error_t *error) {
    const nbl_bloom_low_plan_t *plan = run->plan;
    const nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    if (run->frame == NULL) run->frame = &usual;
    nbl_result_t result = nbl_bloom_low_frame_check(plan, run->frame, error);
    const nbl_bloom_desc_t *full = &plan->desc.bloom;
    if (result == NBL_SUCCESS && full->invalid == NBL_BLOOM_INVALID_REFUSE)
        result = nbl_bloom_texels_check(image, full->source_format, full->width, full->height, full->width, error);
    if (result != NBL_SUCCESS) return result;
    char *workspace = nbl_platform_aligned(256, (size_t)plan->workspace_bytes);
    if (workspace == NULL) return nbl_fail_memory(error, "bloom at low resolution");
    memset(workspace, 0, (size_t)plan->workspace_bytes);
    result = nbl_bloom_low_split(plan, kernel, workspace, error);
    run->memory[0] = (void *)(uintptr_t)image;
    run->memory[1] = workspace;
    run->memory[2] = target;
    run->low.image = workspace + plan->low_image_offset;
    run->low.kernel = (const float *)(void *)(workspace + plan->tail_offset);
    run->low.result = workspace + plan->low_bloom_offset;
    run->low.workspace = workspace + plan->bloom_offset;
    run->low.spectrum = workspace + plan->spectrum_offset;
    run->low.sums = (float *)(void *)(workspace + plan->sums_offset);
    if (result == NBL_SUCCESS) result = run_passes(run, error);
    nbl_platform_aligned_free(workspace);
    return result;
}

nbl_result_t nbl_bloom_low_emulate(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *target, const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch,
                                   double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image, kernel, target)) return NBL_ERROR_ARGUMENT;
    run_t run = {.plan = plan, .frame = frame, .low = nbl_bloom_run_init(), .nanoseconds = nanoseconds};
    if (launch) run.low.launch = *launch;
    return run_all(&run, image, kernel, target, error);
}

nbl_result_t nbl_bloom_low_execute(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *target, const nbl_bloom_frame_t *frame, uint32_t threads, double *nanoseconds,
                                   nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image, kernel, target)) return NBL_ERROR_ARGUMENT;
    run_t run = {
        .plan = plan, .frame = frame, .low = nbl_bloom_run_init(), .executes = true, .nanoseconds = nanoseconds};
    run.low.launch.threads = threads;
    return run_all(&run, image, kernel, target, error);
}
