/* nbl-fft transform: a batch of transforms from one .npy file to another.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform_request.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/findings.h"
#include "fft/tuning.h"
#include "nbl/host/emulator_counters.h"
#include "nbl/host/emulator_trace.h"

/* Transforms are computed in pieces, so that memory stays bounded and progress can be shown. */
#define VULKAN_PIECE_BYTES ((uint64_t)256 << 20)
#define EXECUTOR_PIECE_BYTES ((uint64_t)64 << 20)
#define EMULATOR_PIECE_BYTES ((uint64_t)4 << 20)

#define NO_MEMORY "%s: no memory for its transform"

typedef struct backend_t {
    nbl_vulkan_device_t *device; /* NULL: the CPU */
    bool executes;               /* runs on the processor's vectors, not on the emulator */
    nbl_cache_t *cache;
    bool unroll;
    nbl_emulator_trace_file_t *trace;  /* of a run on the emulator, or NULL */
    nbl_emulator_counters_t *counters; /* of a run on the emulator, or NULL */
    bool check;
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t no_gpu; /* why the executor takes a device's place; its text is empty if it does not */
} backend_t;

static int open_device(const transform_request_t *request, backend_t *backend, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    int status = choose_device(request->device, &desc, error);
    if (status != EXIT_DONE) return status;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &backend->device, error);
    const bool any = request->backend == BACKEND_ANY;
    if (result == NBL_SUCCESS && any && is_on_cpu(backend->device) && !transform_beyond_executor(request)) {
        result = nbl_fail(error, NBL_ERROR_NO_DEVICE,
                          "no GPU found (%.100s is a software driver, slower than the CPU alone)",
                          nbl_vulkan_device_get_info(backend->device)->name);
        nbl_vulkan_device_destroy(backend->device);
    }
    if (result == NBL_ERROR_NO_DEVICE && any) {
        backend->device = NULL;
        backend->executes = !transform_beyond_executor(request);
        if (backend->executes)
            backend->no_gpu = *error;
        else
            note("%s: computing on the CPU, by the emulator", error->text); /* which may take long */
        return EXIT_DONE;
    }
    if (result == NBL_ERROR_NO_DEVICE) return fail_without_device(error, !transform_beyond_executor(request));
    if (result != NBL_SUCCESS) return EXIT_FAILED;
    backend->unroll = !is_on_cpu(backend->device);
    backend->cache = open_cache();
    return EXIT_DONE;
}

/* Says where a transform ran that no GPU took, unless that was asked for. After the run, so that an error is the only
 * line. */
static void note_driver(const transform_request_t *request, const backend_t *backend) {
    if (backend->no_gpu.text[0] != '\0') note("%s: computed on the CPU, by the executor", backend->no_gpu.text);
    if (request->backend == BACKEND_ANY && !request->device && backend->device && is_on_cpu(backend->device))
        note("no GPU found: computed on %.100s, a software driver", nbl_vulkan_device_get_info(backend->device)->name);
}

/* Runs on the processor's vectors. Of two real signals in one transform the second one is zeros (job.c) and is left
 * out. */
static nbl_result_t execute(const nbl_fft_transform_plan_t *plan, nbl_mode_t mode, const char *input, char *output,
                            nbl_error_t *error) {
    const nbl_fft_transform_desc_t *desc = &plan->desc;
    const uint64_t spectra = 2 * (desc->length / 2 + 1);
    nbl_fft_array_desc_t array = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *kept;
    array.length = desc->kind == NBL_FFT_REAL ? 2 * desc->length : desc->length;
    array.batch = desc->batch;
    array.precision = desc->precision;
    array.mode = mode;
    array.inverse = desc->inverse;
    array.real = desc->kind != NBL_FFT_COMPLEX;
    if (desc->kind == NBL_FFT_REAL_TWO) {
        *(desc->inverse ? &array.output_stride : &array.input_stride) = 2;
        *(desc->inverse ? &array.output_distance : &array.input_distance) = 2 * (uint64_t)desc->length;
        *(desc->inverse ? &array.input_distance : &array.output_distance) = spectra;
        memset(output, 0, (size_t)plan->output_bytes);
    }
    nbl_result_t result = nbl_fft_array_plan_create(&array, &kept, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_fft_array_plan_run(kept, input, output, error);
    nbl_fft_array_plan_destroy(kept);
    return result;
}

static nbl_result_t run_piece(const backend_t *backend, nbl_mode_t mode, const nbl_fft_transform_plan_t *plan,
                              const void *input, void *output, nbl_error_t *error) {
    if (backend->device)
        return nbl_fft_transform_vulkan(backend->device, backend->cache, mode, backend->unroll, plan, input, output,
                                        NULL, error);
    if (backend->executes) return execute(plan, mode, input, output, error);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    if (backend->trace) {
        launch.trace = nbl_emulator_trace_write;
        launch.trace_user = backend->trace;
    }
    launch.counters = backend->counters;
    if (backend->check) launch.check = NBL_EMULATOR_CHECK_RACES;
    static nbl_emulator_report_t report;
    report.finding_count = 0;
    nbl_result_t result = nbl_fft_transform_emulate(plan, &launch, input, output, &report, error);
    print_findings(&report);
    return result;
}

/* Transforms the job's rows, `rows` at a time. */
static int transform_rows(const transform_request_t *request, const backend_t *backend, nbl_fft_transform_desc_t desc,
                          job_t *job, uint64_t rows, void *input, void *output, nbl_error_t *error) {
    char progress[32];
    int status = EXIT_DONE;
    for (uint64_t row = 0; row < job->in.batch && status == EXIT_DONE; row += rows) {
        nbl_fft_transform_plan_t plan;
        desc.batch = (uint32_t)(job->in.batch - row < rows ? job->in.batch - row : rows);
        if (nbl_fft_transform_plan(&desc, &plan, error) != NBL_SUCCESS) return EXIT_FAILED;
        status = job_load(job, row, desc.batch, desc.precision, input, error);
        if (status != EXIT_DONE) return status;
        if (run_piece(backend, (nbl_mode_t)request->mode, &plan, input, output, error) != NBL_SUCCESS)
            return EXIT_FAILED;
        status = job_store(job, row, desc.batch, desc.precision, output, error);
        snprintf(progress, sizeof progress, "%u %%", (unsigned)(100 * (row + desc.batch) / job->in.batch));
        if (rows < job->in.batch && status == EXIT_DONE) show_progress(progress);
    }
    if (status == EXIT_DONE) show_progress(NULL);
    return status;
}

static nbl_fft_precision_t precision_of(const transform_request_t *request, const nbl_npy_array_t *array) {
    if (nbl_fft_precision_valid((nbl_fft_precision_t)request->precision))
        return (nbl_fft_precision_t)request->precision;
    return array->type == NBL_NPY_COMPLEX64 || array->type == NBL_NPY_FLOAT32 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
}

/* Refuses lengths that no kernel of whole lines has. */
static int check_length(const transform_request_t *request, const job_t *job, nbl_error_t *error) {
    char remedy[96];
    nbl_error_t reason;
    const char *beyond = transform_beyond_executor(request);
    snprintf(remedy, sizeof remedy, "; --backend vulkan and executor take any length%s%s", beyond ? ", without " : "",
             beyond ? beyond : "");
    if (request->real && job->signal_length > 32768)
        return fail(error, EXIT_FAILED, "%s: has length %" PRIu64 ": lengths of real signals end at 32768%s",
                    request->files[0], job->signal_length, remedy);
    /* Without a backend's name the executor may be the one, which has no other radices. */
    const nbl_fft_precision_t precision = precision_of(request, &job->file);
    const bool any =
        request->backend == BACKEND_EMULATOR &&
        options_any_radices((nbl_mode_t)request->mode, precision, job->kind, job->fft_length, request->plan);
    const char *plan = request->backend == BACKEND_EXECUTOR ? NULL : request->plan;
    if (options_has_kernel(request->algorithm, precision, job->fft_length, plan, any, &reason)) return EXIT_DONE;
    if (job->kind != NBL_FFT_REAL) return fail(error, EXIT_FAILED, "%s: %s%s", request->files[0], reason.text, remedy);
    return fail(error, EXIT_FAILED, "%s: has length %" PRIu64 ", twice the length of a complex transform: %s%s",
                request->files[0], job->signal_length, reason.text, remedy);
}

/* Returns whether the emulator transforms one of --axes after the other. */
static bool emulates_axes(const transform_request_t *request) {
    return request->axes && request->backend == BACKEND_EMULATOR;
}

/* Returns whether the whole array goes to the plans of several dimensions: because of its axes, its padding, what is
 * kept, or a length that no kernel of whole lines has. */
static bool goes_whole(const transform_request_t *request, const job_t *job) {
    nbl_error_t reason;
    if (request->backend == BACKEND_EMULATOR) return false;
    if (request->axes || request->pad || request->kept || request->write_program) return true;
    if (transform_beyond_executor(request)) return false;
    return check_length(request, job, &reason) != EXIT_DONE;
}

static int transform_whole(const transform_request_t *request, backend_t *backend, const nbl_npy_array_t *array,
                           nbl_error_t *error) {
    int status = EXIT_DONE;
    backend->executes = request->backend == BACKEND_EXECUTOR;
    if (!backend->executes) status = open_device(request, backend, error);
    if (status != EXIT_DONE) return status;
    const transform_nd_t wanted = {.files = {request->files[0], request->files[1]},
                                   .axes = request->axes,
                                   .pad = request->pad,
                                   .kept = request->kept,
                                   .precision = precision_of(request, array),
                                   .inverse = request->inverse,
                                   .real = request->real,
                                   .odd = request->odd,
                                   .dct = request->dct,
                                   .ortho = request->ortho,
                                   .device = backend->device,
                                   .how = {(nbl_mode_t)request->mode, backend->cache, backend->unroll,
                                           NBL_FFT_ROUTE_BEST},
                                   .may_execute = request->backend == BACKEND_ANY,
                                   .program = request->write_program};
    return transform_nd(&wanted, array, error);
}

static int transform_job(const transform_request_t *request, const backend_t *backend, job_t *job, nbl_error_t *error) {
    const nbl_fft_precision_t precision = precision_of(request, &job->file);
    nbl_fft_transform_desc_t desc = {.algorithm = request->algorithm,
                                     .precision = precision,
                                     .plan_text = request->plan,
                                     .wisdom = backend->wisdom,
                                     .any_radices = options_any_radices((nbl_mode_t)request->mode, precision, job->kind,
                                                                        job->fft_length, request->plan),
                                     .fused =
                                         nbl_fused_compiled_as((nbl_mode_t)request->mode, precision) == NBL_MODE_FUSED,
                                     .kind = job->kind,
                                     .length = (uint32_t)job->fft_length,
                                     .batch = 1,
                                     .inverse = request->inverse,
                                     .native = request->order == 1,
                                     .elements_per_invocation = request->elements,
                                     .workgroup_size = request->workgroup,
                                     .subgroup_size = request->subgroup};
    desc.limits = backend->device ? nbl_fft_device_limits(backend->device) : nbl_fft_emulator_limits(request->subgroup);
    uint64_t longest = job->in.length > job->out.length ? job->in.length : job->out.length;
    uint64_t row_bytes = longest * nbl_fft_precision_element_bytes(desc.precision);
    uint64_t piece_bytes = backend->device     ? VULKAN_PIECE_BYTES
                           : backend->executes ? EXECUTOR_PIECE_BYTES
                                               : EMULATOR_PIECE_BYTES;
    if (piece_bytes > desc.limits.max_buffer_bytes) piece_bytes = desc.limits.max_buffer_bytes;
    uint64_t rows = piece_bytes / row_bytes;
    if (rows == 0) rows = 1; /* the plan then says what is wrong */
    if (rows > job->in.batch) rows = job->in.batch;
    size_t bytes = (size_t)((rows * row_bytes + 63) / 64 * 64); /* aligned_alloc takes whole multiples */
    void *input = aligned_alloc(64, bytes), *output = aligned_alloc(64, bytes);
    int status = input && output
                     ? transform_rows(request, backend, desc, job, rows, input, output, error)
                     : fail(error, EXIT_FAILED, "%s: no memory for %zu bytes", request->files[0], 2 * bytes);
    free(input);
    free(output);
    return status;
}

/* Transforms an array along its last dimension. The result's data belong to the job. */
static int transform_array(const transform_request_t *request, const backend_t *backend, job_t *job,
                           nbl_npy_array_t *result, nbl_error_t *error) {
    int status = check_length(request, job, error);
    if (status == EXIT_DONE) status = job_begin(job, error);
    if (status == EXIT_DONE) status = transform_job(request, backend, job, error);
    if (status == EXIT_DONE) job_result(job, result);
    return status;
}

/* Transforms one axis of an array, which becomes the last dimension and goes back. `*array` is the result in new
 * memory; of what it was before the data are freed. */
static int emulate_axis(const transform_request_t *request, const backend_t *backend, uint32_t axis, bool real,
                        nbl_npy_array_t *array, nbl_error_t *error) {
    nbl_npy_array_t moved, result, back;
    job_t job;
    const bool is_point = array->shape[axis] == 1 && !real && NBL_NPY_IS_COMPLEX(array->type);
    if (is_point) return EXIT_DONE; /* its own transform, which no kernel has */
    if (!axis_to_last(array, axis, &moved)) return fail(error, EXIT_FAILED, NO_MEMORY, request->files[0]);
    int status = job_choose(&job, request->files, &moved, real, request->odd && real, request->inverse, error);
    job.axis = axis;
    if (status == EXIT_DONE) status = transform_array(request, backend, &job, &result, error);
    if (status == EXIT_DONE && !axis_from_last(&result, axis, &back))
        status = fail(error, EXIT_FAILED, NO_MEMORY, request->files[0]);
    job_end(&job);
    nbl_npy_free(&moved);
    if (status != EXIT_DONE) return status;
    nbl_npy_free(array);
    *array = back;
    return EXIT_DONE;
}

/* Makes doubles of an array's floats. */
static int widen(const transform_request_t *request, nbl_npy_array_t *array, nbl_error_t *error) {
    nbl_npy_array_t wide = *array;
    wide.type = array->type == NBL_NPY_COMPLEX64 ? NBL_NPY_COMPLEX128 : NBL_NPY_FLOAT64;
    wide.data = malloc((size_t)(wide.batch * wide.length * NBL_NPY_BYTES(wide.type)));
    if (wide.data == NULL) return fail(error, EXIT_FAILED, NO_MEMORY, request->files[0]);
    const int status = load_numbers(request->files[0], array, NBL_FFT_FLOAT64, wide.data, error);
    nbl_npy_free(array);
    *array = wide;
    return status;
}

/* Makes floats of an array's doubles, in its own memory: each double is read before its place is written. */
static int narrow(const transform_request_t *request, nbl_npy_array_t *array, nbl_error_t *error) {
    array->type = array->type == NBL_NPY_COMPLEX128 ? NBL_NPY_COMPLEX64 : NBL_NPY_FLOAT32;
    return store_numbers(request->files[1], array, NBL_FFT_FLOAT64, array->data, error);
}

/* Transforms an array on the emulator along --axes, the last one listed first; of a real inverse, whose spectra are
 * halves along that one, last. Between the axes numbers keep the precision of the arithmetic. */
static int emulate_axes(const transform_request_t *request, const backend_t *backend, nbl_npy_array_t *array,
                        nbl_error_t *error) {
    nbl_fft_nd_desc_t desc = {.rank = array->rank};
    const bool is_narrow = array->type == NBL_NPY_COMPLEX64 || array->type == NBL_NPY_FLOAT32;
    const bool widens = is_narrow && precision_of(request, array) == NBL_FFT_FLOAT64;
    int status = options_axes(request->axes, &desc, error);
    if (status == EXIT_DONE && widens) status = widen(request, array, error);
    const bool real_last = request->real && request->inverse;
    const uint32_t axes = desc.axis_count;
    for (uint32_t i = 0; i < axes && status == EXIT_DONE; i++) {
        const uint32_t a = real_last ? (i + 1 == axes ? axes - 1 : axes - 2 - i) : axes - 1 - i;
        status = emulate_axis(request, backend, desc.axes[a], request->real && a + 1 == axes, array, error);
    }
    return status == EXIT_DONE && widens ? narrow(request, array, error) : status;
}

static int write_result(const transform_request_t *request, const nbl_npy_array_t *result, nbl_error_t *error) {
    nbl_npy_error_t reason;
    return nbl_npy_write(request->files[1], result, &reason) == NBL_NPY_SUCCESS
               ? EXIT_DONE
               : fail(error, EXIT_FAILED, "%s", reason.text);
}

/* Transforms along the last dimension or, on the emulator, along --axes, by kernels of whole lines. Writes the result,
 * the trace and the counters. */
static int transform_lines(const transform_request_t *request, backend_t *backend, nbl_npy_array_t *array, job_t *job,
                           nbl_error_t *error) {
    static nbl_emulator_counters_t counters;
    nbl_npy_array_t result = *array;
    int status = EXIT_DONE;
    backend->executes = request->backend == BACKEND_EXECUTOR;
    backend->check = request->check;
    if (request->counters || request->counters_json) backend->counters = &counters;
    if (request->backend == BACKEND_VULKAN || request->backend == BACKEND_ANY)
        status = open_device(request, backend, error);
    if (status == EXIT_DONE) status = wisdom_read(request->wisdom, backend->device, &backend->wisdom, error);
    if (status == EXIT_DONE && request->trace && !(backend->trace = nbl_emulator_trace_open(request->trace)))
        status = fail_to_write(request->trace, errno, error);
    if (status == EXIT_DONE && emulates_axes(request)) {
        status = emulate_axes(request, backend, array, error);
        result = *array;
    } else if (status == EXIT_DONE) {
        status = transform_array(request, backend, job, &result, error);
    }
    if (nbl_emulator_trace_close(backend->trace) != 0 && status == EXIT_DONE)
        status = fail_to_write(request->trace, errno, error);
    if (status == EXIT_DONE) status = write_result(request, &result, error);
    if (status == EXIT_DONE && backend->counters)
        status = counters_write(&counters, request->counters, request->counters_json, error);
    return status;
}

int command_transform(int argc, char **argv, nbl_error_t *error) {
    transform_request_t request = {.precision = UINT32_MAX, .backend = BACKEND_ANY, .algorithm = ALGORITHM_ANY};
    backend_t backend = {.executes = false};
    nbl_npy_array_t array;
    nbl_npy_error_t reason;
    job_t job = {.files = {NULL}};
    int status = transform_request_read(argc, argv, &request, error);
    if (status != EXIT_DONE) return status;
    if (request.program)
        return transform_program((const char *const[]){request.files[0], request.files[1], request.program}, error);
    if (nbl_npy_read(request.files[0], &array, &reason) != NBL_NPY_SUCCESS)
        return fail(error, EXIT_FAILED, "%s", reason.text);
    bool whole = request.dct != NBL_FFT_NO_DCT;
    if (!whole && !emulates_axes(&request)) {
        status = job_choose(&job, request.files, &array, request.real, request.odd, request.inverse, error);
        whole = status == EXIT_DONE && goes_whole(&request, &job);
    }
    if (status == EXIT_DONE)
        status = whole ? transform_whole(&request, &backend, &array, error)
                       : transform_lines(&request, &backend, &array, &job, error);
    if (status == EXIT_DONE) note_driver(&request, &backend);
    job_end(&job);
    nbl_npy_free(&array);
    nbl_fft_wisdom_destroy(backend.wisdom);
    nbl_cache_destroy(backend.cache);
    nbl_vulkan_device_destroy(backend.device);
    return status;
}
