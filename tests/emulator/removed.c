/* Runs this project's kernels with each of their barriers removed in turn, and tells whether the checker saw it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked by test_removed_barriers.sh with the kernels' own texts, compiled behind removable.h. Prints a line per kernel
 * and barrier, `FILE:LINE found|missed KERNEL`. With two numbers: drawn transforms from the first to before the second.
 */
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/bloom.h"
#include "nbl/fft/parameters.h"
#include "scan/kernels.h"
#include "scan/plan.h"
#include "tests/bloom/together.h"
#include "tests/emulator/removable.h"
#include "tests/emulator/removed.h"
#include "tests/workgroup/shuffle_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SITES = 64 };
typedef struct place_t {
    const char *file;
    int line;
} place_t;

static place_t sites[MAX_SITES], removed;
static uint32_t site_count;

static int is_same(place_t a, const char *file, int line) {
    return a.line == line && a.file != NULL && strcmp(a.file, file) == 0;
}

/* One thread runs while a launch is checked: no lock. */
void removable_barrier(const nbl_emulator_site_t *site, uint32_t buffers) {
    uint32_t i = 0;
    while (i < site_count && !is_same(sites[i], site->file, site->line)) i++;
    if (i == site_count && site_count < MAX_SITES) sites[site_count++] = (place_t){site->file, site->line};
    if (!is_same(removed, site->file, site->line))
        nbl_emulator_synchronize(site, NBL_EMULATOR_WORKGROUP_BARRIER, buffers, 0);
}

void stop(const char *what, const char *why) {
    fprintf(stderr, "removed: %s: %s\n", what, why);
    exit(1);
}

void *zeros(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 63u) / 64u * 64u);
    if (memory == NULL) stop("memory", "none");
    memset(memory, 0, (bytes + 63u) / 64u * 64u);
    return memory;
}

void try_all(const char *name, void (*run)(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report),
             void *context) {
    nbl_emulator_report_t report;

    site_count = 0;
    removed = (place_t){NULL, 0};
    run(context, NBL_EMULATOR_ASCENDING, &report);
    if (report.result != NBL_SUCCESS) stop(name, report.message);
    for (uint32_t i = 0; i < site_count; i++)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_SHUFFLED; order++) {
            removed = sites[i];
            run(context, (nbl_emulator_order_t)order, &report);
            int found = report.finding_count != 0;
            printf("%s:%d %s %s\n", removed.file, removed.line, found ? "found" : "missed", name);
        }
}

static void run_transform(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    const nbl_fft_transform_plan_t *plan = context;
    void *input = zeros(plan->buffer_bytes), *output = zeros(plan->buffer_bytes);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_error_t error;

    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_fft_transform_emulate(plan, &launch, input, output, report, &error);
    free(input);
    free(output);
}

static void try_transform(const char *name, nbl_fft_transform_desc_t desc) {
    for (int form = 0; form < 6; form++) {
        nbl_fft_transform_plan_t plan;
        nbl_error_t error;
        char text[128];
        desc.precision = (nbl_fft_precision_t)(form / 2);
        desc.inverse = form % 2 != 0;
        desc.batch = desc.rounds > 1 ? 5 : 3;
        desc.limits = nbl_fft_emulator_limits(8);
        if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) stop(name, error.text);
        snprintf(text, sizeof text, "%s float%d %s", name, 16 << desc.precision, desc.inverse ? "inverse" : "forward");
        try_all(text, run_transform, &plan);
    }
}

typedef struct bloom_t {
    nbl_bloom_plan_t plan;
    nbl_bloom_run_t emulation;
    nbl_bloom_pass_name_t pass;
} bloom_t;

static void run_pass(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    bloom_t *bloom = context;
    nbl_emulator_report_t reports[NBL_BLOOM_PASSES];
    nbl_error_t error;

    bloom->emulation.launch.order = order;
    nbl_bloom_emulate(&bloom->plan, &bloom->emulation, bloom->pass, bloom->pass, reports, &error);
    *report = reports[bloom->pass];
}

static void try_bloom(uint32_t algorithm, const char *algorithm_name, uint32_t max_invocations, bool together) {
    bloom_t bloom;
    nbl_error_t error;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    float *kernel = zeros(9 * 8 * 16);

    desc.algorithm = algorithm;
    desc.width = 60;
    desc.height = 41;
    desc.kernel_width = 9;
    desc.kernel_height = 8;
    desc.limits.max_workgroup_invocations = max_invocations;
    if (nbl_bloom_plan_make(&desc, &bloom.plan, &error) != NBL_SUCCESS) stop("bloom", error.text);
    if (together) transform_channels_together(&bloom.plan);
    for (int i = 0; i < 9 * 8 * 4; i++) kernel[i] = 0.01f;
    bloom.emulation = nbl_bloom_run_init();
    bloom.emulation.image = zeros(60 * 41 * 16);
    bloom.emulation.kernel = kernel;
    bloom.emulation.result = zeros(60 * 41 * 16);
    bloom.emulation.workspace = zeros((size_t)bloom.plan.workspace_bytes);
    bloom.emulation.spectrum = zeros((size_t)bloom.plan.spectrum_bytes);
    bloom.emulation.sums = zeros(NBL_BLOOM_SUMS_BYTES);
    bloom.emulation.launch.check = NBL_EMULATOR_CHECK_RACES;
    for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++) {
        char text[128];
        bloom.pass = (nbl_bloom_pass_name_t)pass;
        snprintf(text, sizeof text, "bloom %s %s", bloom.plan.passes[pass].name, algorithm_name);
        try_all(text, run_pass, &bloom);
    }
    free((void *)(uintptr_t)bloom.emulation.image), free(kernel), free(bloom.emulation.result),
        free(bloom.emulation.workspace);
    free(bloom.emulation.spectrum), free(bloom.emulation.sums);
}

/* The passes of a scan of uint32_t, to the first that the checker complains of. */
static void run_scan(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    const nbl_scan_desc_t *desc = context;
    const bool looks_back = desc->method == NBL_SCAN_METHOD_LOOK_BACK;
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count), workspace = nbl_scan_workspace_bytes(desc->count);
    nbl_emulator_resource_t resources[3] = {
        {zeros(bytes), bytes, 0}, {zeros(bytes), bytes, 0}, {zeros(workspace), workspace, 0}};
    memset(report, 0, sizeof *report);
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES && report->finding_count == 0; pass++) {
        const nbl_scan_specialization_t parameters = {{pass, (uint32_t)desc->kind}, NULL};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = (looks_back ? nbl_scan_look_back_uint32 : nbl_scan_kernels_uint32)[desc->operation];
        launch.name = "scan";
        launch.workgroup_size[0] = desc->invocations;
        launch.workgroup_count[0] = nbl_scan_workgroups(desc, pass);
        launch.subgroup_size = 32;
        launch.resources = resources;
        launch.resource_count = 3;
        launch.push_constants = &desc->count;
        launch.specialization = &parameters;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        launch.order = order;
        if (launch.workgroup_count[0] != 0) nbl_emulator_launch(&launch, report);
    }
    for (int i = 0; i < 3; i++) free(resources[i].data);
}

static void try_scan(const char *name, nbl_scan_desc_t desc) {
    nbl_error_t error;
    desc.count = 20000;
    desc.invocations = NBL_SCAN_DEFAULT_INVOCATIONS; /* what the kernels on the CPU have, whatever the method */
    desc.items = NBL_SCAN_DEFAULT_ITEMS;
    if (nbl_scan_check(&desc, &error) != NBL_SUCCESS) stop(name, error.text);
    try_all(name, run_scan, &desc);
}

/* No kernel of the library shuffles by nbl/workgroup/shuffle.h: the test's own does. */
static void run_shuffles(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    const uint64_t given = 64u * 32u * sizeof(uint32_t), results = 17u * 64u * 16u * sizeof(uint32_t);
    nbl_emulator_resource_t resources[2] = {{zeros(given), given, 0}, {zeros(results), results, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    (void)context;
    launch.kernel = shuffles;
    launch.name = "shuffles";
    launch.workgroup_size[0] = 64;
    launch.subgroup_size = 32;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_emulator_launch(&launch, report);
    for (int i = 0; i < 2; i++) free(resources[i].data);
}

int main(int count, char **arguments) {
    if (count == 3) {
        try_drawn((uint32_t)strtoul(arguments[1], NULL, 10), (uint32_t)strtoul(arguments[2], NULL, 10));
        return 0;
    }
    try_all("shuffles", run_shuffles, NULL);
    try_transform("radix-2 transform", (nbl_fft_transform_desc_t){.length = 512,
                                                                  .elements_per_invocation = 4,
                                                                  .workgroup_size = 128,
                                                                  .ffts_per_workgroup = 2,
                                                                  .subgroup_size = 8});
    try_transform("Stockham transform", (nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM, .length = 1024});
    try_transform("Stockham transform, mixed",
                  (nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM, .length = 1050});
    try_transform(
        "Stockham transform in rounds",
        (nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM, .length = 64, .ffts_per_workgroup = 2, .rounds = 2});
    try_transform("real radix-2 transform", (nbl_fft_transform_desc_t){.kind = NBL_FFT_REAL,
                                                                       .length = 512,
                                                                       .elements_per_invocation = 4,
                                                                       .workgroup_size = 128,
                                                                       .ffts_per_workgroup = 2,
                                                                       .subgroup_size = 8});
    try_transform("real Stockham transform",
                  (nbl_fft_transform_desc_t){.kind = NBL_FFT_REAL_TWO, .algorithm = NBL_FFT_STOCKHAM, .length = 210});
    try_transform("one real Stockham transform",
                  (nbl_fft_transform_desc_t){.kind = NBL_FFT_REAL, .algorithm = NBL_FFT_STOCKHAM, .length = 512});
    try_bloom(NBL_FFT_RADIX2_SHUFFLE, "radix-2", 1024, false);
    try_bloom(NBL_FFT_RADIX2_SHUFFLE, "radix-2, one channel after the other", 64, false);
    try_bloom(NBL_FFT_STOCKHAM, "Stockham, all channels together", 1024, true);
    try_scan("scan in three passes", (nbl_scan_desc_t){.method = NBL_SCAN_METHOD_THREE_PASSES});
    try_scan("scan that looks back", (nbl_scan_desc_t){.method = NBL_SCAN_METHOD_LOOK_BACK});
    try_lines();
    try_passes();
    try_tickets();
    return 0;
}
