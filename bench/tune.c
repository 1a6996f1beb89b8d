/* nbl-fft tune: measures plans on a device and writes down the fastest.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/tune_search.h"
#include "nbl-fft/nbl-fft.h"

enum { LENGTHS_MOST = 512 };
#define USUAL_BYTES ((uint64_t)256 << 20)

typedef struct request_t {
    const char *lengths[LENGTHS_MOST], *output, *device;
    uint32_t length_count, precisions, mode, plans, megabytes, runs;
} request_t;

static int read_request(int argc, char **argv, request_t *request) {
    const option_t options[] = {
        {"-o", OPTION_TEXT, &request->output, "a file to write", 0, 0},
        {"--mode", OPTION_WORD, &request->mode, "exact|fast", 0, 0},
        {"--precision", OPTION_WORDS, &request->precisions, PRECISION_WORDS, 0, 0},
        {"--plans", OPTION_COUNT, &request->plans, NULL, 4, 256},
        {"--size", OPTION_COUNT, &request->megabytes, NULL, 1, 1u << 14},
        {"--runs", OPTION_COUNT, &request->runs, NULL, 5, 1000},
        {"--device", OPTION_TEXT, &request->device, "a number of `nbl-fft devices` or a part of a name", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, 0, 0},
    };
    int status = options_read_list("tune", argc, argv, options, "a length", request->lengths, LENGTHS_MOST,
                                   &request->length_count);
    if (status == EXIT_DONE && !request->output)
        return fail(EXIT_USAGE, "tune: -o FILE is missing; see nbl-fft tune --help");
    return status;
}

/* What no device can do is refused before one is looked for. */
static int check_lengths(const request_t *request) {
    uint32_t length;
    nbl_error_t error;
    for (uint32_t i = 0; i < request->length_count; i++) {
        if (!options_number(request->lengths[i], &length))
            return fail(EXIT_USAGE, "tune: %s: must be a length", request->lengths[i]);
        for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p); p++)
            if ((request->precisions >> p & 1) != 0 &&
                nbl_fft_check_length(NBL_FFT_STOCKHAM, (nbl_fft_precision_t)p, length, &error) != NBL_SUCCESS)
                return fail(EXIT_FAILED, "tune: %s", error.text);
    }
    return EXIT_DONE;
}

/* The file as it is, if there is one; it must be of this device. */
static int begin_wisdom(const request_t *request, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom) {
    const char *name = nbl_vulkan_device_get_info(device)->name;
    nbl_error_t error;
    nbl_result_t result = access(request->output, F_OK) == 0
                              ? nbl_fft_wisdom_read(request->output, name, wisdom, &error)
                              : nbl_fft_wisdom_create(name, wisdom, &error);
    return result == NBL_SUCCESS ? EXIT_DONE : fail(EXIT_FAILED, "tune: %s", error.text);
}

static int tune_one(const request_t *request, bench_tuning_t *tuning, nbl_fft_wisdom_t *wisdom) {
    bench_tuned_t tuned;
    nbl_error_t error;
    bool fast = request->mode == 1;
    if (bench_tune(tuning, &tuned, &error) != NBL_SUCCESS ||
        nbl_fft_wisdom_set(wisdom, fast, tuning->precision, tuning->length,
                           &(nbl_fft_wisdom_choice_t){tuned.plan, tuned.rounds, tuned.instruction_order},
                           &error) != NBL_SUCCESS)
        return fail(EXIT_FAILED, "tune: %s", error.text);
    printf("%6u %-12s %-5s %9.1f us for %9.1f us (%5.1f %%)  %s rounds %u instructions %s, of %u plans\n",
           tuning->length, nbl_fft_precision_name(tuning->precision), fast ? "fast" : "exact", tuned.nanoseconds / 1e3,
           tuned.usual_nanoseconds / 1e3, 100.0 * tuned.nanoseconds / tuned.usual_nanoseconds, tuned.plan, tuned.rounds,
           nbl_fft_instruction_order_name(tuned.instruction_order), tuned.tried);
    fflush(stdout);
    return EXIT_DONE;
}

static int tune_all(const request_t *request, nbl_vulkan_device_t *device, nbl_fft_wisdom_t *wisdom) {
    uint64_t most = nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes;
    bench_tuning_t tuning = {.device = device,
                             .mode = request->mode == 1 ? NBL_MODE_FAST : NBL_MODE_EXACT,
                             .bytes = request->megabytes != 0 ? (uint64_t)request->megabytes << 20
                                      : most < USUAL_BYTES    ? most
                                                              : USUAL_BYTES,
                             .runs = request->runs,
                             .plans = request->plans};
    for (uint32_t i = 0; i < request->length_count; i++) {
        for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p); p++) {
            if ((request->precisions >> p & 1) == 0) continue;
            options_number(request->lengths[i], &tuning.length);
            tuning.precision = (nbl_fft_precision_t)p;
            int status = tune_one(request, &tuning, wisdom);
            if (status != EXIT_DONE) return status;
        }
    }
    return EXIT_DONE;
}

int command_tune(int argc, char **argv) {
    request_t request = {.precisions = 1u << NBL_FFT_FLOAT32, .plans = 64, .runs = 20};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_wisdom_t *wisdom = NULL;
    nbl_error_t error;
    int status = read_request(argc, argv, &request);
    const nbl_output_use_t use = {"-o", request.output, true};
    if (status == EXIT_DONE) status = check_lengths(&request);
    if (status == EXIT_DONE) status = outputs_check(&use, 1);
    if (status == EXIT_DONE) status = options_device(request.device, &desc);
    if (status == EXIT_DONE && nbl_vulkan_device_create(&desc, &device, &error) != NBL_SUCCESS)
        status = fail(EXIT_FAILED, "tune: %s", error.text);
    if (status == EXIT_DONE) status = begin_wisdom(&request, device, &wisdom);
    if (status == EXIT_DONE) status = tune_all(&request, device, wisdom);
    if (status == EXIT_DONE) {
        char *text = nbl_fft_wisdom_text(wisdom);
        status = text ? write_file(request.output, text, strlen(text)) : fail(EXIT_FAILED, "tune: no memory");
        free(text);
    }
    nbl_fft_wisdom_destroy(wisdom);
    nbl_vulkan_device_destroy(device);
    return status;
}
