/* Prints checksums of transforms and of tgmath, and what the race checker says: alike on every system.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft.h"
#include "tests/tgmath/all.h"

#include "nbl/host/emulator.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* FNV-1a */
static uint64_t hash_of(const unsigned char *bytes, size_t count) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Numbers between -1 and 1, each in as many bits as its scalar has. */
static void draw(void *data, size_t count, nbl_fft_precision_t precision, uint64_t seed) {
    for (size_t i = 0; i < count; i++) {
        float value = (float)(int32_t)next(&seed) * 0x1p-31f;
        if (precision == NBL_FFT_FLOAT64) {
            ((double *)data)[i] = (double)value + (double)(int32_t)next(&seed) * 0x1p-62;
        } else if (precision == NBL_FFT_FLOAT32) {
            ((float *)data)[i] = value;
        } else {
            nbl_emulator_float32x2_t two = {value, 0.0f};
            ((uint16_t *)data)[i] = (uint16_t)nbl_emulator_pack_half_2x16(two);
        }
    }
}

static bool transform(uint32_t length, nbl_fft_precision_t precision, bool real, bool inverse) {
    static const size_t sizes[] = {[NBL_FFT_FLOAT16] = 2, [NBL_FFT_FLOAT32] = 4, [NBL_FFT_FLOAT64] = 8};
    static const char *const names[] = {
        [NBL_FFT_FLOAT16] = "float16", [NBL_FFT_FLOAT32] = "float32", [NBL_FFT_FLOAT64] = "float64"};
    const size_t scalars = 3u * 2u * ((size_t)length + 1u), bytes = scalars * sizes[precision];
    void *in = calloc(1, bytes), *out = calloc(1, bytes);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_error_t error;

    if (in == NULL || out == NULL) exit(1);
    desc.length = length;
    desc.batch = 3;
    desc.precision = precision;
    desc.real = real;
    desc.inverse = inverse;
    draw(in, scalars, precision, length);
    bool failed = nbl_fft_array(&desc, in, out, &error) != NBL_SUCCESS;
    printf("%s %s%s of %u: ", names[precision], real ? "real " : "", inverse ? "inverse" : "forward", (unsigned)length);
    if (failed)
        printf("%s\n", error.text);
    else
        printf("%016llx\n", (unsigned long long)hash_of(out, bytes));
    free(in);
    free(out);
    return failed;
}

static bool functions(void) {
    enum { GROUPS = 16, COUNT = GROUPS * 64 };
    static _Alignas(16) uint32_t arguments[3 * COUNT], results[ALL_FUNCTIONS * COUNT];
    nbl_emulator_resource_t buffers[] = {{arguments, sizeof arguments, 0}, {results, sizeof results, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    uint64_t state = 1;

    for (int i = 0; i < 3 * COUNT; i++)
        arguments[i] = next(&state) % 3u != 0 ? next(&state) : next(&state) % 0x50000000u;
    launch.kernel = all;
    launch.name = "all";
    launch.workgroup_size[0] = 64;
    launch.workgroup_count[0] = GROUPS;
    launch.resources = buffers;
    launch.resource_count = 2;
    bool failed = nbl_emulator_launch(&launch, &report) != NBL_SUCCESS;
    for (uint32_t f = 0; f < ALL_FUNCTIONS; f++) {
        uint64_t hash = 0;
        for (uint32_t i = f; i < ALL_FUNCTIONS * COUNT; i += ALL_FUNCTIONS) {
            bool is_nan = (results[i] & 0x7FFFFFFFu) > 0x7F800000u;
            hash = hash * 31u + (is_nan ? 0x7FC00000u : results[i]);
        }
        printf("tgmath %u: %016llx\n", (unsigned)f, (unsigned long long)hash);
    }
    if (failed) printf("%s\n", report.message);
    return failed;
}

NBL_SHARED(uint32_t, sums, 256)
NBL_KERNEL(total) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(sums, t, t);
    NBL_WORKGROUP_BARRIER();
    for (uint32_t step = 128u; step != 0u; step /= 2u) {
        if (t < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
        if (step > 32u) NBL_WORKGROUP_BARRIER();
    }
}

/* Not a failure: the race is there. */
static void race(void) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;

    launch.kernel = total;
    launch.name = "total";
    launch.workgroup_size[0] = 256;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_launch(&launch, &report);
    printf("%s\n", report.message);
}

int main(void) {
    static const uint32_t lengths[] = {2, 8, 60, 256, 1000, 1024, 4096, 3000};
    int failed = 0;

    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (int inverse = 0; inverse < 2; inverse++)
            for (int real = 0; real < 2; real++) {
                failed += transform(lengths[i], NBL_FFT_FLOAT32, real, inverse);
                failed += transform(lengths[i], NBL_FFT_FLOAT64, real, inverse);
                failed += transform(lengths[i], NBL_FFT_FLOAT16, real, inverse);
            }
    failed += functions();
    race();
    return failed != 0;
}
