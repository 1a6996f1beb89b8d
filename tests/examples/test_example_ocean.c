/* examples/ocean against sums in double precision, point by point; its spectrum against the sea's energy; a driver.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that it catches: the sign of i w t or of a factor, choppiness left out of a derivative, a Nyquist wave that
 * is kept, half of the density (energy), a normal's components swapped, foam that does not fade.
 */
#define OCEAN_SIDE 32
#include "examples/ocean/assemble.h"
#include "examples/ocean/columns.h"
#include "examples/ocean/evolve.h"
#include "examples/ocean/ocean.h"
#include "examples/ocean/rows.h"
#include "examples/ocean/spectrum.h"
#include "tests/examples/examples_testing.h"

enum { N = OCEAN_SIDE, POINTS = N * N, PASSES = 5, FIELDS = 8 };
static const double PI = 3.14159265358979323846;

static const struct {
    const char *name;
    void (*kernel)(void);
    uint32_t invocations, groups;
} passes[PASSES] = {{"spectrum", ocean_spectrum, 64, POINTS / 64},
                    {"evolve", ocean_evolve, 64, POINTS / 64},
                    {"rows", ocean_rows, row_workgroup_size, 4 * N},
                    {"columns", ocean_columns, column_workgroup_size, 4 * N / OCEAN_COLUMNS},
                    {"assemble", ocean_assemble, 64, POINTS / 64}};

typedef struct water_t {
    _Alignas(16) float spectrum[2 * POINTS], heights[2 * POINTS], lines[8 * POINTS], fields[8 * POINTS];
    _Alignas(16) float displacement[4 * POINTS], normals[4 * POINTS];
} water_t;

static water_t emulated, driven;

static void resources_of(water_t *water, nbl_emulator_resource_t resources[6]) {
    const nbl_emulator_resource_t all[6] = {{water->spectrum, sizeof water->spectrum, 0},
                                            {water->heights, sizeof water->heights, 0},
                                            {water->lines, sizeof water->lines, 0},
                                            {water->fields, sizeof water->fields, 0},
                                            {water->displacement, sizeof water->displacement, 0},
                                            {water->normals, sizeof water->normals, 0}};
    memcpy(resources, all, sizeof all);
}

static void emulate(water_t *water, const ocean_t *sea, int first) {
    nbl_emulator_resource_t resources[6];
    resources_of(water, resources);
    for (int pass = first; pass < PASSES; pass++) {
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        nbl_emulator_report_t report;
        launch.kernel = passes[pass].kernel;
        launch.workgroup_size[0] = passes[pass].invocations;
        launch.workgroup_count[0] = passes[pass].groups;
        launch.resources = resources;
        launch.resource_count = 6;
        launch.push_constants = sea;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s: %s", passes[pass].name,
                      report.message);
    }
}

/* Seas that differ in every number, drawn from the seed. */
static ocean_t sea_of(test_random_t *random) {
#define BETWEEN(low, high) ((float)((low) + ((high) - (low)) * 0.5 * (1 + test_random_real(random))))
    ocean_t sea = {
        .ffts = 4 * N, .time = test_random_below(random, UINT32_MAX), .seed = test_random_below(random, UINT32_MAX)};
    sea.period = BETWEEN(100, 1000);
    sea.extent = BETWEEN(50, 400);
    const double wind = (double)BETWEEN(5, 20), direction = (double)BETWEEN(-PI, PI);
    sea.wind_x = (float)(wind * cos(direction));
    sea.wind_z = (float)(wind * sin(direction));
    sea.fetch = BETWEEN(5e3, 5e5);
    sea.shortest = BETWEEN(0.1, 2);
    sea.choppiness = BETWEEN(0.5, 1.5);
    sea.foam = BETWEEN(0.5, 1);
    sea.fade = BETWEEN(0.5, 1);
    return sea;
}

/* The eight fields at a point, as the definition has them: h, dx, dz, and derivatives h_x, h_z, dx_x, dz_z, dx_z. With
 * the sums of |h| of all waves in `scale`, which bound each. */
static double complex_height[2 * POINTS];

static void reference_heights(const water_t *water, const ocean_t *sea) {
    for (int z = 0; z < N; z++)
        for (int x = 0; x < N; x++) {
            const int wave_x = x < N / 2 ? x : x - N, wave_z = z < N / 2 ? z : z - N;
            const double step = 2 * PI / (double)sea->extent, k = step * hypot(wave_x, wave_z);
            const double turns = floor(sqrt(9.81 * k) * (double)sea->period / (2 * PI) + 0.5);
            const double angle = 2 * PI * fmod(turns * (double)sea->time, 4294967296.0) / 4294967296.0;
            const float *a = water->spectrum + 2 * (z * N + x);
            const float *b = water->spectrum + 2 * ((N - z) % N * N + (N - x) % N);
            const double c = cos(angle), s = sin(angle), ar = (double)a[0], ai = (double)a[1], br = (double)b[0],
                         bi = (double)b[1];
            /* a exp(-i angle) + conj(b) exp(i angle) */
            complex_height[2 * (z * N + x)] = ar * c + ai * s + br * c + bi * s;
            complex_height[2 * (z * N + x) + 1] = ai * c - ar * s + br * s - bi * c;
        }
}

static void reference_at(const ocean_t *sea, int at_x, int at_z, double fields[FIELDS]) {
    const double step = 2 * PI / (double)sea->extent;
    for (int i = 0; i < FIELDS; i++) fields[i] = 0;
    for (int z = 0; z < N; z++)
        for (int x = 0; x < N; x++) {
            const double kx = step * (x < N / 2 ? x : x - N), kz = step * (z < N / 2 ? z : z - N), k = hypot(kx, kz);
            const double angle = 2 * PI * ((x * at_x + z * at_z) % N) / N;
            const double hr = complex_height[2 * (z * N + x)], hi = complex_height[2 * (z * N + x) + 1];
            const double real = hr * cos(angle) - hi * sin(angle), imag = hr * sin(angle) + hi * cos(angle);
            if (k == 0) continue;
            fields[0] += real;
            fields[1] -= kx / k * imag; /* the real part of i k / |k| h */
            fields[2] -= kz / k * imag;
            fields[3] -= kx * imag;
            fields[4] -= kz * imag;
            fields[5] -= kx * kx / k * real;
            fields[6] -= kz * kz / k * real;
            fields[7] -= kx * kz / k * real;
        }
}

static void expect_near(const char *what, double value, double expected, double bound) {
    ck_assert_msg(fabs(value - expected) <= bound, "%s: %.9g instead of %.9g, beyond %.2g", what, value, expected,
                  bound);
}

/* What a frame has at a point. foam_before: the frame's before it. Returns how much foam it has. */
static double expect_point(const water_t *water, const ocean_t *sea, int x, int z, double foam_before) {
    double f[FIELDS], c = (double)sea->choppiness;
    const float *d = water->displacement + 4 * (z * N + x), *n = water->normals + 4 * (z * N + x);
    reference_at(sea, x, z, f);
    expect_near("height", (double)d[1], f[0], 2e-5);
    expect_near("dx", (double)d[0], c * f[1], 2e-5);
    expect_near("dz", (double)d[2], c * f[2], 2e-5);
    /* The tangents along x and z, and their product. */
    const double tx[3] = {1 + c * f[5], f[3], c * f[7]}, tz[3] = {c * f[7], f[4], 1 + c * f[6]};
    double normal[3] = {tz[1] * tx[2] - tz[2] * tx[1], tz[2] * tx[0] - tz[0] * tx[2], tz[0] * tx[1] - tz[1] * tx[0]};
    const double jacobian = normal[1];
    expect_near("Jacobian", (double)d[3], jacobian, 2e-5);
    if (normal[1] < 0.01) normal[1] = 0.01;
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int i = 0; i < 3; i++) expect_near("normal", (double)n[i], normal[i] / length, 1e-4);
    const double foam = fmax(foam_before * (double)sea->fade, fmin(fmax((double)sea->foam - jacobian, 0), 1));
    expect_near("foam", (double)n[3], foam, 4e-5);
    return foam;
}

static char *copy_of(const char *path) {
    const char *text = test_read_text(path);
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, text, size);
}

/* Exact mode, so the bits are the emulator's. */
static void run_on(nbl_vulkan_device_t *device, water_t *water, const ocean_t *sea) {
    static const char *const names[] = {"ocean.h", "spectrum.h", "evolve.h", "rows.h", "columns.h", "assemble.h"};
    nbl_source_t sources[7];
    for (int i = 0; i < 6; i++) {
        char path[64];
        snprintf(path, sizeof path, "examples/ocean/%s", names[i]);
        sources[i] = (nbl_source_t){names[i], copy_of(path), 0};
    }
    nbl_emulator_resource_t resources[6];
    resources_of(water, resources);
    for (int pass = 0; pass < PASSES; pass++) {
        char path[64];
        snprintf(path, sizeof path, "examples/ocean/%s.comp", passes[pass].name);
        sources[6] = (nbl_source_t){"pass.comp", copy_of(path), 0};
        const nbl_define_t define = {"OCEAN_SIDE", "32"};
        const nbl_compile_desc_t compile = {.file = "pass.comp",
                                            .sources = sources,
                                            .source_count = 7,
                                            .defines = &define,
                                            .define_count = 1,
                                            .optimize = NBL_OPTIMIZE_FOLD};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 6,
                                .push_constants = sea,
                                .push_constant_bytes = sizeof *sea,
                                .groups = passes[pass].groups};
        for (int i = 0; i < 6; i++) {
            kernel.buffers[i].data = resources[i].data;
            kernel.buffers[i].bytes = resources[i].width;
        }
        test_kernel_run(device, &kernel);
        free((char *)sources[6].text);
    }
    for (int i = 0; i < 6; i++) free((char *)sources[i].text);
}

START_TEST(waves_are_their_sums) {
    enum { SEAS = 3, SOME = 40 };
    test_random_t random = test_random_begin("example_ocean");
    int points = 0;
    for (int number = 0; number < SEAS; number++) {
        ocean_t sea = sea_of(&random);
        memset(&emulated, 0xff, sizeof emulated); /* NaN: what was not written shows */
        emulate(&emulated, &sea, 0);
        for (int i = 0; i < POINTS;
             i++) { /* real heights: conjugate to the bit; no wave at rest or of Nyquist's rate */
            const int x = i % N, z = i / N, mirror = (N - z) % N * N + (N - x) % N;
            ck_assert(emulated.heights[2 * i] == emulated.heights[2 * mirror]);
            ck_assert(emulated.heights[2 * i + 1] == -emulated.heights[2 * mirror + 1]);
            if (i == 0 || x == N / 2 || z == N / 2)
                ck_assert(emulated.spectrum[2 * i] == 0 && emulated.spectrum[2 * i + 1] == 0);
        }
        double mean = 0, variance = 0, energy = 0;
        reference_heights(&emulated, &sea);
        for (int i = 0; i < POINTS; i++) {
            const double h = (double)emulated.displacement[4 * i + 1];
            mean += h / POINTS;
            variance += h * h / POINTS;
            energy +=
                complex_height[2 * i] * complex_height[2 * i] + complex_height[2 * i + 1] * complex_height[2 * i + 1];
        }
        expect_near("mean", mean, 0, 1e-5);
        expect_near("variance by Parseval's theorem", variance / energy, 1, 1e-5);
        int at[SOME];
        double foam[SOME];
        for (int i = 0; i < SOME; i++) {
            at[i] = (int)test_random_below(&random, POINTS);
            foam[i] = expect_point(&emulated, &sea, at[i] % N, at[i] / N, 0);
        }
        sea.time += (uint32_t)(4294967296.0 * 0.1 / (double)sea.period); /* the next frame, whose foam has a past */
        emulate(&emulated, &sea, 1);
        reference_heights(&emulated, &sea);
        for (int i = 0; i < SOME; i++, points++) expect_point(&emulated, &sea, at[i] % N, at[i] / N, foam[i]);
    }
    printf("example ocean: %d points of %d seas, as their sums\n", points, SEAS);
    ck_assert_int_eq(points, SEAS * SOME);
}
END_TEST

/* The mean energy over seeds is the integral of JONSWAP's density over the waves that the square has. */
START_TEST(energy_is_jonswap) {
    enum { SEEDS = 24 };
    test_random_t random = test_random_begin("example_ocean energy");
    ocean_t sea = sea_of(&random);
    double expected = 0, squares = 0, energy = 0;
    const double g = 9.81, u = hypot((double)sea.wind_x, (double)sea.wind_z), fetch = (double)sea.fetch,
                 step = 2 * PI / (double)sea.extent;
    const double peak = 22 * cbrt(g * g / (u * fetch)), alpha = 0.076 * pow(u * u / (fetch * g), 0.22);
    for (int z = 1 - N / 2; z < N / 2; z++)
        for (int x = 1 - N / 2; x < N / 2; x++) {
            const double k = step * hypot(x, z), w = sqrt(g * k), width = w <= peak ? 0.07 : 0.09;
            if (k == 0) continue;
            const double cosine = (x * (double)sea.wind_x + z * (double)sea.wind_z) / (hypot(x, z) * u);
            /* by frequency, then to area: dw/dk / k */
            const double r = exp(-(w - peak) * (w - peak) / (2 * width * width * peak * peak));
            const double by_w = alpha * g * g / pow(w, 5) * exp(-1.25 * pow(peak / w, 4)) * pow(3.3, r);
            const double by_area = by_w * g / (2 * w) / k * (cosine > 0 ? 2 / PI * cosine * cosine : 0);
            const double damping = exp(-k * k * (double)sea.shortest * (double)sea.shortest);
            expected += by_area * damping * step * step;
            squares += pow(by_area * damping * step * step, 2);
        }
    for (int seed = 0; seed < SEEDS; seed++) {
        sea.seed = test_random_below(&random, UINT32_MAX);
        emulate(&emulated, &sea, 0);
        for (int i = 0; i < POINTS; i++)
            energy +=
                (double)emulated.displacement[4 * i + 1] * (double)emulated.displacement[4 * i + 1] / POINTS / SEEDS;
    }
    /* A wave's energy is exponentially distributed, with its mean as deviation; h0(k) and h0(-k) interfere to a mean of
     * 0. */
    const double deviation = sqrt(squares / SEEDS) / expected;
    printf("example ocean: energy %.4f m^2, JONSWAP %.4f m^2, deviation %.1f %%, %d seeds\n", energy, expected,
           100 * deviation, SEEDS);
    ck_assert_double_gt(expected, 0.01);
    expect_near("energy", energy / expected, 1, 4 * deviation);
    ck_assert_double_lt(4 * deviation, 0.45); /* half of the energy, or twice, would show */
}
END_TEST

START_TEST(drivers_have_the_same_bits) {
    test_random_t random = test_random_begin("example_ocean drivers");
    const ocean_t sea = sea_of(&random);
    memset(&emulated, 0xff, sizeof emulated);
    emulate(&emulated, &sea, 0);
    for (int driver = TEST_LAVAPIPE; driver <= TEST_SWIFTSHADER; driver++) {
        if (!test_takes((uint32_t)driver, 2)) continue;
        nbl_vulkan_device_t *device = test_device_open((test_driver_t)driver);
        if (device == NULL) continue;
        memset(&driven, 0xff, sizeof driven);
        run_on(device, &driven, &sea);
        ck_assert_msg(memcmp(&driven, &emulated, sizeof driven) == 0, "%s and emulator differ",
                      test_driver_name((test_driver_t)driver));
        printf("example ocean: %s, the same bits\n", test_driver_name((test_driver_t)driver));
        nbl_vulkan_device_destroy(device);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("example_ocean");
    TCase *test_case = tcase_create("example_ocean");
    tcase_set_timeout(test_case, 120);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, waves_are_their_sums);
    tcase_add_test(test_case, energy_is_jonswap);
    tcase_add_test(test_case, drivers_have_the_same_bits);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
