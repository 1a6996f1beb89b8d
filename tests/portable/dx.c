/* dx JOB: runs DXIL on the emulator, as a job says, of shared objects that dxil.mjs makes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc -rdynamic, with libnbl.a. One thread, since what a workgroup shares is a variable of the object.
 */
#include "job.h"
#include "nbl/lang.h"
#include "nbl/host/emulator.h"

#include <dlfcn.h>

typedef struct handle_t {
    char *data;
    size_t bytes;
    uint32_t stride;
} handle_t;

static void *contents[JOB_BUFFERS];
static handle_t handles[JOB_BUFFERS]; /* of the pass, by register */
static void (*dx_main)(void);

/* What DXIL calls. Beyond a buffer D3D reads zeros and writes nothing. */
void *dx_handle(uint32_t number);
uint32_t dx_invocation(void);
uint32_t dx_workgroup(uint32_t component);
void dx_barrier(void);
void dx_store(handle_t *to, uint32_t index, uint32_t offset, float a, float b, float c, float d, uint8_t mask);
uint32_t dx_load_i32(handle_t *from, uint32_t index, uint32_t offset, uint32_t component);
float dx_load_float(handle_t *from, uint32_t index, uint32_t offset, uint32_t component);
uint32_t dx_uniform_i32(handle_t *from, uint32_t row, uint32_t offset, uint32_t component);
float dx_uniform_float(handle_t *from, uint32_t row, uint32_t offset, uint32_t component);

void *dx_handle(uint32_t number) { return &handles[number]; }
uint32_t dx_invocation(void) { return nbl_local_invocation_index(); }
uint32_t dx_workgroup(uint32_t component) { return component == 0 ? nbl_workgroup_index() : 0u; }
void dx_barrier(void) { NBL_WORKGROUP_BARRIER(); }

static float *place(handle_t *of, uint32_t index, uint32_t offset, uint32_t component) {
    const uint64_t at = (uint64_t)index * of->stride + offset + 4u * component;
    return at + 4u <= of->bytes && offset + 4u * component < of->stride ? (float *)(void *)(of->data + at) : NULL;
}

void dx_store(handle_t *to, uint32_t index, uint32_t offset, float a, float b, float c, float d, uint8_t mask) {
    const float values[4] = {a, b, c, d};
    for (uint32_t k = 0; k < 4; k++) {
        float *at = mask >> k & 1 ? place(to, index, offset, k) : NULL;
        if (at) *at = values[k];
    }
}

float dx_load_float(handle_t *from, uint32_t index, uint32_t offset, uint32_t component) {
    const float *at = place(from, index, offset, component);
    return at ? *at : 0.0f;
}

uint32_t dx_load_i32(handle_t *from, uint32_t index, uint32_t offset, uint32_t component) {
    return nbl_bits_from_float32(dx_load_float(from, index, offset, component));
}

float dx_uniform_float(handle_t *from, uint32_t row, uint32_t offset, uint32_t component) {
    return dx_load_float(from, row, offset, component);
}

uint32_t dx_uniform_i32(handle_t *from, uint32_t row, uint32_t offset, uint32_t component) {
    return dx_load_i32(from, row, offset, component);
}

static void kernel(void) { dx_main(); }

static int device_open(void) {
    printf("the emulator\n");
    return 0;
}

static int device_buffer(unsigned number, size_t bytes, const void *data) {
    contents[number] = malloc(bytes);
    if (contents[number]) memcpy(contents[number], data, bytes);
    return contents[number] ? 0 : job_fail("buffer", "no memory");
}

static int device_pass(const job_pass_t *pass) {
    char path[4096];
    nbl_emulator_report_t report;
    snprintf(path, sizeof path, "%s%s", strchr(pass->path, '/') ? "" : "./", pass->path);
    void *object = dlopen(path, RTLD_NOW);
    void *entry = object ? dlsym(object, "dx_main") : NULL;
    const uint32_t *strides = object ? dlsym(object, "dx_strides") : NULL;
    if (!entry || !strides) return job_fail(pass->path, dlerror());
    memcpy(&dx_main, &entry, sizeof entry);
    for (unsigned k = 0; k < pass->count; k++) {
        const handle_t bound = {(char *)contents[pass->buffers[k]] + pass->offsets[k], pass->bytes[k],
                                strides[pass->bindings[k]]};
        handles[pass->bindings[k]] = bound;
    }
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    launch.name = pass->path;
    launch.workgroup_size[0] = pass->invocations;
    launch.workgroup_count[0] = pass->workgroups;
    launch.threads = 1;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    dlclose(object);
    return result == NBL_SUCCESS ? 0 : job_fail(pass->path, report.message);
}

static int device_read(unsigned number, size_t bytes, void *data) {
    memcpy(data, contents[number], bytes);
    return 0;
}

int main(int argc, char **argv) {
    const int failed = job_run(argc == 2 ? argv[1] : NULL);
    for (int k = 0; k < JOB_BUFFERS; k++) free(contents[k]);
    return failed;
}
