/* nbl-fft tune: measures plans on a device and writes down the fastest.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune_search.h"
#include "nbl-fft.h"

enum { LENGTHS_MOST = 512 };
#define USUAL_BYTES ((uint64_t)256 << 20)

typedef struct request_t {
    const char *lengths[LENGTHS_MOST], *output, *device;
    uint32_t length_count, precisions, mode, plans, megabytes, runs;
} request_t;

static int read_request(int argc, char **argv, request_t *request, nbl_error_t *error) {
    const option_t options[] = {
        OPTION_TEXT("-o", &request->output, "a file to write"),
        OPTION_WORD("--mode", &request->mode, "exact|fast"),
        OPTION_WORDS("--precision", &request->precisions, PRECISION_WORDS),
        OPTION_COUNT("--plans", &request->plans, 4, 256),
        OPTION_COUNT("--size", &request->megabytes, 1, 1u << 14),
        OPTION_COUNT("--runs", &request->runs, 5, 1000),
        OPTION_TEXT("--device", &request->device, "a number of `nbl-fft devices` or a part of a name"),
        OPTIONS_END,
    };
    int status = options_read_list("tune", argc, argv, options, "a length", request->lengths, 1, LENGTHS_MOST,
                                   &request->length_count, error);
    if (status == EXIT_DONE && !request->output)
        return fail(error, EXIT_USAGE, "tune: -o FILE is missing; see nbl-fft tune --help");
    return status;
}

/* What no device can do is refused before one is looked for. */
static int check_lengths(const request_t *request, nbl_error_t *error) {
    uint32_t length;
    for (uint32_t i = 0; i < request->length_count; i++) {
        if (!options_number(request->lengths[i], &length))
            return fail(error, EXIT_USAGE, "tune: %s: must be a length", request->lengths[i]);
        for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p); p++)
            if ((request->precisions >> p & 1) != 0 &&
                nbl_fft_check_length(NBL_FFT_STOCKHAM, (nbl_fft_precision_t)p, length, error) != NBL_SUCCESS)
                return fail(error, EXIT_FAILED, "tune: %s", error->text);
    }
    return EXIT_DONE;
}

/* The file as it is, if there is one; it must be of this device. */
static int begin_wisdom(const request_t *request, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom,
                        nbl_error_t *error) {
    const char *name = nbl_vulkan_device_get_info(device)->name;
    nbl_result_t result = access(request->output, F_OK) == 0 ? nbl_fft_wisdom_read(request->output, name, wisdom, error)
                                                             : nbl_fft_wisdom_create(name, wisdom, error);
    return result == NBL_SUCCESS ? EXIT_DONE : fail(error, EXIT_FAILED, "tune: %s", error->text);
}

static int tune_one(const request_t *request, bench_tuning_t *tuning, nbl_fft_wisdom_t *wisdom, nbl_error_t *error) {
    bench_tuned_t tuned;
    bool fast = request->mode == 1;
    if (bench_tune(tuning, &tuned, error) != NBL_SUCCESS ||
        nbl_fft_wisdom_set(wisdom, fast, tuning->precision, tuning->length,
                           &(nbl_fft_wisdom_choice_t){tuned.plan, tuned.rounds, tuned.instruction_order},
                           error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "tune: %s", error->text);
    printf("%6u %-12s %-5s %9.1f us for %9.1f us (%5.1f %%)  %s rounds %u instructions %s, of %u plans\n",
           tuning->length, nbl_fft_precision_name(tuning->precision), fast ? "fast" : "exact", tuned.nanoseconds / 1e3,
           tuned.usual_nanoseconds / 1e3, 100.0 * tuned.nanoseconds / tuned.usual_nanoseconds, tuned.plan, tuned.rounds,
           nbl_fft_instruction_order_name(tuned.instruction_order), tuned.tried);
    fflush(stdout);
    return EXIT_DONE;
}

static int tune_all(const request_t *request, nbl_vulkan_device_t *device, nbl_fft_wisdom_t *wisdom,
                    nbl_error_t *error) {
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
            int status = tune_one(request, &tuning, wisdom, error);
            if (status != EXIT_DONE) return status;
        }
    }
    return EXIT_DONE;
}

int command_tune(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.precisions = 1u << NBL_FFT_FLOAT32, .plans = 64, .runs = 20};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_wisdom_t *wisdom = NULL;
    int status = read_request(argc, argv, &request, error);
    const nbl_output_use_t use = {"-o", request.output, true};
    if (status == EXIT_DONE) status = check_lengths(&request, error);
    if (status == EXIT_DONE) status = outputs_check(&use, 1, error);
    if (status == EXIT_DONE) status = choose_device(request.device, &desc, error);
    if (status == EXIT_DONE && nbl_vulkan_device_create(&desc, &device, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status == EXIT_DONE) status = begin_wisdom(&request, device, &wisdom, error);
    if (status == EXIT_DONE) status = tune_all(&request, device, wisdom, error);
    if (status == EXIT_DONE) {
        char *text = nbl_fft_wisdom_text(wisdom);
        status =
            text ? write_file(request.output, text, strlen(text), error) : fail(error, EXIT_FAILED, "tune: no memory");
        free(text);
    }
    nbl_fft_wisdom_destroy(wisdom);
    nbl_vulkan_device_destroy(device);
    return status;
}
