/* nbl-fft tune --statistics: plans by what compilers say of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of each length plans come in one order, by predicted time within limits that every device has: it does not depend on
 * the device. A device that surveys compiles the first --plans of them, and from then on they come by its instructions
 * of an element. The first plan that no device has refused is compiled here, until one is good; it is the length's row.
 * Each that was compiled is a line of the log with what was said of it. A device that is asked later begins with what
 * the others left, and once each of them has been asked again and refuses nothing more, all have the same rows:
 *
 *   DEVICE,LENGTH,PRECISION,MODE,PLAN,TWIDDLES,registers,spills,resident,instructions,good|spills|few|refused
 *
 * In fast mode twiddles are those of fewest instructions that the fast plans of an H200 were measured with: one and a
 * fourth. The power w alone saves more, but errors grow with the radix.
 */
#include "tune_statistics.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "figures.h"
#include "fft/tuning.h"
#include "nbl-fft.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/wisdom.h"
#include "plan/cost.h"
#include "plan/factors.h"
#include "plan/make.h"
#include "platform/clock.h"

#define FEW_TWIDDLES NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH
#define FEW_STEPPED NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH

/* Instructions of an element's exchange, about, where traits count operations: by RDNA3's of plans that differ in
 * passes. */
#define EXCHANGE 6.0

enum {
    FIRST_OF_ALL = 48, /* lengths if none are listed; chosen: longer ones are few, and need workgroups of 1024 */
    LAST_OF_ALL = 8192,
    MOST_PLANS = 4096, /* of a length */
    LINE_BYTES = 512,  /* of a line of the log, a device's name, a plan as text */
    NAME_BYTES = 256,
    TEXT_BYTES = 64,
    WORDS = 11,       /* of a line of the log */
    GRACE_SECONDS = 5 /* that a compiler has when the time is over */
};

/* Limits from the smallest on: in fast mode a length takes the first ones that any of its plans fits, with few
 * elements, in exact mode the last. WebGPU's; what Apple's and Qualcomm's devices have. */
enum { LIMITS = 3 };
static const nbl_fft_plan_limits_t common[LIMITS] = {
    {256, 16384, 32, NBL_DEVICE_ANY}, {512, 32768, 32, NBL_DEVICE_ANY}, {1024, 32768, 32, NBL_DEVICE_ANY}};

typedef struct said_t {
    char device[NAME_BYTES], plan[TEXT_BYTES];
    uint32_t length, instructions, registers;
    uint8_t twiddles;
    nbl_fft_precision_t precision;
    bool fast, good;
} said_t;

typedef struct choice_t {
    nbl_fft_plan_request_t request;
    uint32_t twiddles; /* NBL_FFT_TWIDDLES_* */
    double time;       /* predicted */
    double count;      /* operations of an element and of its exchanges */
} choice_t;

/* A plan of the log, and what the device that surveyed it said. */
typedef struct surveyed_t {
    char plan[TEXT_BYTES];
    uint32_t twiddles;
    double work; /* instructions of an element */
} surveyed_t;

typedef struct run_t {
    const tune_statistics_t *wanted;
    nbl_vulkan_device_t *device;
    const char *name;
    FILE *log;
    said_t *said;
    size_t said_count, said_room;
    nbl_fft_wisdom_t *wisdom;
    uint32_t lengths, chosen, compiled;
    double begin;
    /* of a length */
    uint32_t length, dwords, most_elements;
    nbl_fft_precision_t precision;
    nbl_fft_plan_limits_t limits;
    choice_t choices[MOST_PLANS];
    uint32_t count;
    surveyed_t surveyed[MOST_PLANS];
} run_t;

/* ---- The time */

static bool is_late(const run_t *run) {
    return run->wanted->seconds != 0 && nbl_platform_seconds() - run->begin >= run->wanted->seconds;
}

/* A compiler that is at work cannot be asked to stop. Rows that were found are in the file already. */
static void end_late(int signal) {
    (void)signal;
    static const char text[] =
        "nbl-fft: tune: the time is over while a kernel is compiled; --log lets the next run go on\n";
    _exit(write(STDERR_FILENO, text, sizeof text - 1) < 0 ? EXIT_FAILED : EXIT_DONE);
}

/* ---- What was said */

static bool add_said(run_t *run, const said_t *said) {
    if (run->said_count == run->said_room) {
        run->said_room = run->said_room == 0 ? 1024 : 2 * run->said_room;
        said_t *grown = realloc(run->said, run->said_room * sizeof *grown);
        if (grown == NULL) return false;
        run->said = grown;
    }
    run->said[run->said_count++] = *said;
    return true;
}

/* Reads a line of the log; the device's name may have commas. */
static bool read_line(char *line, said_t *said) {
    char *words[WORDS];
    line[strcspn(line, "\n")] = '\0';
    for (int w = WORDS - 1; w > 0; w--) {
        char *comma = strrchr(line, ',');
        if (comma == NULL) return false;
        words[w] = comma + 1;
        *comma = '\0';
    }
    int p = 0;
    while (nbl_fft_precision_valid((nbl_fft_precision_t)p) &&
           strcmp(nbl_fft_precision_name((nbl_fft_precision_t)p), words[2]) != 0)
        p++;
    if (strlen(line) >= sizeof said->device || strlen(words[4]) >= sizeof said->plan ||
        !options_number(words[1], &said->length) || !options_number(words[9], &said->instructions) ||
        !options_number(words[6], &said->registers) || !nbl_fft_precision_valid((nbl_fft_precision_t)p))
        return false;
    strcpy(said->device, line);
    strcpy(said->plan, words[4]);
    said->precision = (nbl_fft_precision_t)p;
    said->fast = strcmp(words[3], "fast") == 0;
    said->good = strcmp(words[10], "good") == 0;
    for (said->twiddles = 0; nbl_fft_twiddles_name(said->twiddles) != NULL; said->twiddles++)
        if (strcmp(nbl_fft_twiddles_name(said->twiddles), words[5]) == 0) return true;
    return false;
}

static int read_log(run_t *run, nbl_error_t *error) {
    FILE *file = run->wanted->log != NULL ? fopen(run->wanted->log, "r") : NULL;
    char line[LINE_BYTES];
    int status = EXIT_DONE;
    for (unsigned number = 1; file != NULL && status == EXIT_DONE && fgets(line, sizeof line, file) != NULL; number++) {
        said_t said;
        if (!read_line(line, &said))
            status = fail(error, EXIT_FAILED, "tune: %s:%u: is no line of tune --statistics", run->wanted->log, number);
        else if (!add_said(run, &said))
            status = fail(error, EXIT_FAILED, "tune: no memory");
    }
    if (file != NULL) fclose(file);
    return status;
}

static bool is_of(const run_t *run, const said_t *said) {
    return said->length == run->length && said->precision == run->precision && said->fast == run->wanted->fast;
}

/* What this device, or else any, has said of a plan.
 *
 * refused  receives whether any device refuses it
 * known    receives whether this one has been asked */
static void look_up(const run_t *run, const char *plan, uint32_t twiddles, bool *refused, bool *known) {
    *refused = *known = false;
    for (size_t i = 0; i < run->said_count; i++) {
        const said_t *said = &run->said[i];
        if (!is_of(run, said) || said->twiddles != twiddles || strcmp(said->plan, plan) != 0) continue;
        *refused |= !said->good;
        *known |= strcmp(said->device, run->name) == 0;
    }
}

/* ---- The plans of a length, in the order of their predicted times */

/* Returns whether an invocation has several butterflies in a pass after the first: they may share its twiddles. */
static bool has_several(const run_t *run, const nbl_fft_plan_request_t *request) {
    bool several = false;
    for (uint32_t p = 1; p < request->passes; p++) several |= run->length / request->radices[p] > request->invocations;
    return several && run->precision != NBL_FFT_FLOAT16_STORAGE;
}

/* Its shared memory is taken to be without padding: laying it out takes longer than all the rest. */
static void add(run_t *run, const nbl_fft_plan_request_t *request) {
    nbl_fft_plan_t plan =
        nbl_fft_plan_bare(run->length, run->dwords, request->radices, request->passes, request->invocations);
    if (run->count == MOST_PLANS || plan.elements > run->most_elements || !nbl_fft_plan_holds_few(plan) ||
        plan.invocations > run->limits.max_invocations)
        return;
    plan.ffts_per_workgroup =
        request->ffts_per_workgroup != 0 ? request->ffts_per_workgroup : nbl_fft_plan_choose_ffts(plan, run->limits);
    for (plan.windows = 1; plan.windows <= NBL_FFT_PLAN_MAX_WINDOWS; plan.windows++) {
        plan.plane_dwords = plan.passes > 1 ? nbl_fft_plan_window(plan) : 0;
        if (4u * nbl_fft_plan_shared_dwords(plan) <= run->limits.max_shared_bytes) break;
    }
    if (plan.windows > NBL_FFT_PLAN_MAX_WINDOWS) return;
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, run->limits, traits);
    choice_t *choice = &run->choices[run->count++];
    *choice = (choice_t){.request = *request,
                         .twiddles = run->wanted->fast ? FEW_TWIDDLES : NBL_FFT_TWIDDLES_OF_TWO,
                         .time = nbl_fft_plan_time(plan, 0, run->limits),
                         .count = 100.0 * traits[2] + EXCHANGE * (plan.passes - 1)};
    if (!run->wanted->fast || !has_several(run, request) || run->count == MOST_PLANS) return;
    run->choices[run->count] = *choice;
    run->choices[run->count++].twiddles = FEW_STEPPED;
}

/* Lays a plan out and writes it as text; false: it has no room. */
static bool lay_out(const run_t *run, const nbl_fft_plan_request_t *request, char text[TEXT_BYTES]) {
    nbl_fft_plan_t plan;
    return nbl_fft_plan_from_radices(request, run->dwords, &run->limits, &plan, NULL) == NBL_SUCCESS &&
           nbl_fft_plan_short_text(plan, text, TEXT_BYTES) < TEXT_BYTES;
}

/* Invocations that leave some pass no butterfly over, each with as many transforms in a workgroup as are usual; in
 * exact mode, which has no other choice, with one as well. */
static void add_invocations(run_t *run, nbl_fft_plan_request_t request) {
    for (uint32_t p = 0; p < request.passes; p++)
        for (uint32_t share = 1; share <= 8; share++) {
            request.invocations = (run->length / request.radices[p] + share - 1) / share;
            for (request.ffts_per_workgroup = 0; request.ffts_per_workgroup <= !run->wanted->fast;
                 request.ffts_per_workgroup++)
                add(run, &request);
        }
}

/* Every order of every radices of what is left. */
static void add_radices(run_t *run, nbl_fft_plan_request_t *request, uint32_t left, uint32_t passes) {
    if (left == 1 && request->passes == passes) add_invocations(run, *request);
    if (left == 1 || request->passes == passes) return;
    for (uint32_t radix = run->most_elements < NBL_FFT_MAX_RADIX ? run->most_elements : NBL_FFT_MAX_RADIX; radix >= 2;
         radix--) {
        if (left % radix != 0 || !nbl_fft_plan_is_radix(radix) || nbl_fft_plan_is_prime(radix)) continue;
        request->radices[request->passes++] = radix;
        add_radices(run, request, left / radix, passes);
        request->passes--;
    }
}

static int by_time(const void *a, const void *b) {
    const double x = ((const choice_t *)a)->time, y = ((const choice_t *)b)->time;
    if (x != y) return x < y ? -1 : 1;
    const int order =
        memcmp(&((const choice_t *)a)->request, &((const choice_t *)b)->request, sizeof(nbl_fft_plan_request_t));
    return order != 0 ? order : (int)((const choice_t *)a)->twiddles - (int)((const choice_t *)b)->twiddles;
}

static int by_count(const void *a, const void *b) {
    const double x = ((const choice_t *)a)->count, y = ((const choice_t *)b)->count;
    if (x != y) return x < y ? -1 : 1;
    return by_time(a, b);
}

static int by_work(const void *a, const void *b) {
    const surveyed_t *x = a, *y = b;
    if (x->work != y->work) return x->work < y->work ? -1 : 1;
    const int order = strcmp(x->plan, y->plan);
    return order != 0 ? order : (int)x->twiddles - (int)y->twiddles;
}

/* Returns a kernel's instructions per element. A workgroup counts as whole subgroups of 32 invocations. */
static double work_of(const char *text, uint32_t length, uint32_t instructions) {
    nbl_fft_plan_request_t request;
    if (nbl_fft_plan_read(text, &request, NULL) != NBL_SUCCESS || instructions == 0) return HUGE_VAL;
    const double lanes = 32.0 * ceil(request.invocations * request.ffts_per_workgroup / 32.0);
    return instructions * lanes / ((double)length * request.ffts_per_workgroup);
}

/* Lists the log's plans of the length by rising instructions, as the first device that was asked counted them. */
static uint32_t list_surveyed(run_t *run) {
    uint32_t count = 0;
    for (size_t i = 0; i < run->said_count; i++) {
        const said_t *said = &run->said[i];
        bool there = !is_of(run, said);
        for (uint32_t k = 0; k < count && !there; k++)
            there = run->surveyed[k].twiddles == said->twiddles && strcmp(run->surveyed[k].plan, said->plan) == 0;
        if (there || count == MOST_PLANS) continue;
        surveyed_t *surveyed = &run->surveyed[count++];
        *surveyed =
            (surveyed_t){.twiddles = said->twiddles, .work = work_of(said->plan, run->length, said->instructions)};
        strcpy(surveyed->plan, said->plan);
    }
    qsort(run->surveyed, count, sizeof *run->surveyed, by_work);
    return count;
}

/* In exact mode the plan that there is, then its radices with other invocations. In fast mode those of as few passes as
 * there may be, and of one more. */
static void choose(run_t *run) {
    nbl_fft_plan_t own;
    const nbl_fft_plan_limits_t usual = nbl_fft_plan_default_limits();
    run->count = 0;
    for (size_t l = run->wanted->fast ? 0 : LIMITS - 1; l < LIMITS && run->count == 0; l++) {
        run->limits = common[l];
        if (run->wanted->max_invocations != 0) run->limits.max_invocations = run->wanted->max_invocations;
        if (run->wanted->max_shared_bytes != 0) run->limits.max_shared_bytes = run->wanted->max_shared_bytes;
        nbl_fft_plan_request_t request = {.passes = 0};
        if (!run->wanted->fast) {
            if (nbl_fft_tuned_plan(run->length, run->precision, NBL_MODE_EXACT, &usual, &own, NULL, NULL) !=
                NBL_SUCCESS)
                return;
            request.passes = own.passes;
            for (uint32_t p = 0; p < own.passes; p++) request.radices[p] = nbl_fft_plan_radix(own, p);
            add_invocations(run, request);
            continue;
        }
        uint32_t more = 2;
        for (uint32_t passes = 1; passes <= NBL_FFT_MAX_PASSES && more > 0; passes++) {
            add_radices(run, &request, run->length, passes);
            if (run->count > 0) more--;
        }
    }
    qsort(run->choices, run->count, sizeof *run->choices, by_time);
    if (run->wanted->fast) return;
    choice_t first = {.request = {.passes = own.passes,
                                  .invocations = own.invocations,
                                  .ffts_per_workgroup = own.ffts_per_workgroup,
                                  .windows = own.windows},
                      .twiddles = NBL_FFT_TWIDDLES_OF_TWO};
    for (uint32_t p = 0; p < own.passes; p++) first.request.radices[p] = nbl_fft_plan_radix(own, p);
    if (run->count == MOST_PLANS) run->count--;
    memmove(run->choices + 1, run->choices, run->count++ * sizeof first);
    run->choices[0] = first;
}

/* ---- Asking the compiler */

static int ask(run_t *run, const char *text, uint32_t twiddles, bool *good, nbl_error_t *error) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = run->precision,
                                     .length = run->length,
                                     .batch = 256,
                                     .plan_text = text,
                                     .any_radices = run->wanted->fast,
                                     .rounds = 1,
                                     .limits = nbl_fft_device_limits(run->device)};
    const nbl_fft_vulkan_desc_t how = {.mode = run->wanted->fast ? NBL_MODE_FAST : NBL_MODE_EXACT, .unroll = true};
    nbl_fft_transform_plan_t plan;
    nbl_fft_t *fft = NULL;
    bench_figures_t figures = {0};
    said_t said = {
        .length = run->length, .precision = run->precision, .fast = run->wanted->fast, .twiddles = (uint8_t)twiddles};
    nbl_error_t why;
    nbl_result_t result = nbl_fft_transform_plan(&desc, &plan, &why);
    if (run->wanted->fast && run->precision != NBL_FFT_FLOAT16_STORAGE) plan.parameters.twiddles = twiddles;
    if (result == NBL_SUCCESS) result = nbl_fft_create(run->device, &plan, &how, &fft, &why);
    if (result == NBL_SUCCESS) result = bench_figures(nbl_fft_get_kernel(fft), &figures, &why);
    nbl_fft_destroy(fft);
    if (result != NBL_SUCCESS && result != NBL_ERROR_LIMIT && result != NBL_ERROR_MISSING_FEATURE)
        return fail(error, EXIT_FAILED, "tune: %s: %s", text, why.text);
    if (result == NBL_SUCCESS && figures.instructions == 0 && figures.registers == 0)
        return fail(error, EXIT_FAILED, "tune: %s: its driver says nothing of kernels", run->name);
    const char *verdict = result != NBL_SUCCESS                      ? "refused"
                          : figures.spills != 0                      ? "spills"
                          : figures.resident < run->wanted->resident ? "few"
                                                                     : "good";
    *good = said.good = strcmp(verdict, "good") == 0;
    run->compiled++;
    said.instructions = figures.instructions;
    said.registers = figures.registers;
    strcpy(said.device, run->name);
    snprintf(said.plan, sizeof said.plan, "%s", text);
    if (!add_said(run, &said)) return fail(error, EXIT_FAILED, "tune: no memory");
    if (run->log == NULL) return EXIT_DONE;
    fprintf(run->log, "%s,%u,%s,%s,%s,%s,%u,%u,%u,%u,%s\n", run->name, run->length,
            nbl_fft_precision_name(run->precision), run->wanted->fast ? "fast" : "exact", text,
            nbl_fft_twiddles_name(twiddles), figures.registers, figures.spills, figures.resident, figures.instructions,
            verdict);
    return fflush(run->log) == 0 ? EXIT_DONE
                                 : fail(error, EXIT_FAILED, "tune: %s: %s", run->wanted->log, strerror(errno));
}

/* Compiles a plan unless this device has been asked.
 *
 * good  receives whether no device refuses it */
static int consider(run_t *run, const char *text, uint32_t twiddles, bool *good, nbl_error_t *error) {
    bool refused, known;
    look_up(run, text, twiddles, &refused, &known);
    *good = !refused;
    return refused || known ? EXIT_DONE : ask(run, text, twiddles, good, error);
}

/* Compiles the first plans of an order, good or not. */
static int survey(run_t *run, int (*order)(const void *, const void *), nbl_error_t *error) {
    int status = EXIT_DONE;
    char text[TEXT_BYTES];
    bool good;
    uint32_t laid_out = 0;
    qsort(run->choices, run->count, sizeof *run->choices, order);
    for (uint32_t i = 0; i < run->count && laid_out < run->wanted->plans && status == EXIT_DONE && !is_late(run); i++) {
        if (!lay_out(run, &run->choices[i].request, text)) continue;
        laid_out++;
        status = consider(run, text, run->choices[i].twiddles, &good, error);
    }
    return status;
}

/* Compiles plans until one is good, and makes it the row: those of the log, then others. */
static int ask_length(run_t *run, nbl_error_t *error) {
    bool good = false;
    int status = EXIT_DONE;
    char text[TEXT_BYTES];
    uint32_t twiddles = 0;
    if (run->wanted->survey) status = survey(run, by_count, error);
    if (run->wanted->survey && status == EXIT_DONE) status = survey(run, by_time, error);
    const uint32_t surveyed = list_surveyed(run);
    for (uint32_t i = 0; i < surveyed && !good && status == EXIT_DONE && !is_late(run); i++) {
        strcpy(text, run->surveyed[i].plan);
        twiddles = run->surveyed[i].twiddles;
        status = consider(run, text, twiddles, &good, error);
    }
    for (uint32_t i = 0; i < run->count && i < run->wanted->plans && !good && status == EXIT_DONE && !is_late(run);
         i++) {
        if (!lay_out(run, &run->choices[i].request, text)) continue;
        twiddles = run->choices[i].twiddles;
        status = consider(run, text, twiddles, &good, error);
    }
    if (status != EXIT_DONE || !good) return status;
    const nbl_fft_wisdom_choice_t choice = {.plan = text, .rounds = 1, .twiddles = twiddles};
    run->chosen++;
    return nbl_fft_wisdom_set(run->wisdom, run->wanted->fast, run->precision, run->length, &choice, error) ==
                   NBL_SUCCESS
               ? EXIT_DONE
               : EXIT_FAILED;
}

static int write_rows(const run_t *run, nbl_error_t *error) {
    char *text = nbl_fft_wisdom_text(run->wisdom);
    const int status = text != NULL ? write_file(run->wanted->output, text, strlen(text), error)
                                    : fail(error, EXIT_FAILED, "tune: no memory");
    free(text);
    return status;
}

/* Asks for a plan of a length. If none is good, invocations may have four elements more, and so on. */
static int ask_with_more_elements(run_t *run, nbl_error_t *error) {
    const uint32_t before = run->chosen;
    int status = EXIT_DONE;
    run->lengths++;
    for (run->most_elements = run->wanted->most_elements;
         run->chosen == before && run->most_elements <= NBL_FFT_MAX_RADIX && status == EXIT_DONE && !is_late(run);
         run->most_elements += 4) {
        choose(run);
        status = ask_length(run, error);
    }
    if (status == EXIT_DONE && run->chosen > before) status = write_rows(run, error);
    if (status == EXIT_DONE && run->chosen == before && !is_late(run))
        note("tune: %u %s: no plan is good", run->length, nbl_fft_precision_name(run->precision));
    return status;
}

/* Asks for the lengths that are listed. */
static int ask_listed(run_t *run, nbl_error_t *error) {
    const tune_statistics_t *wanted = run->wanted;
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < wanted->count && status == EXIT_DONE && !is_late(run); i++) {
        if (!options_number(wanted->lengths[i], &run->length))
            return fail(error, EXIT_USAGE, "tune: %s: must be a length", wanted->lengths[i]);
        if (nbl_fft_plan_check_length(run->length, run->dwords, error) != NBL_SUCCESS)
            return fail(error, EXIT_FAILED, "tune: %s", error->text);
        status = ask_with_more_elements(run, error);
    }
    return status;
}

/* Asks for all lengths that have plans and no prime factor above 7. */
static int ask_all(run_t *run, nbl_error_t *error) {
    int status = EXIT_DONE;
    for (run->length = FIRST_OF_ALL; run->length <= LAST_OF_ALL && status == EXIT_DONE && !is_late(run); run->length++)
        if (nbl_is_smooth(run->length, 7) && nbl_fft_plan_check_length(run->length, run->dwords, NULL) == NBL_SUCCESS)
            status = ask_with_more_elements(run, error);
    return status;
}

static int ask_precisions(run_t *run, nbl_error_t *error) {
    int status = EXIT_DONE;
    for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p) && status == EXIT_DONE; p++) {
        if ((run->wanted->precisions >> p & 1) == 0) continue;
        run->precision = (nbl_fft_precision_t)p;
        run->dwords = nbl_fft_precision_dwords(run->precision);
        status = run->wanted->count != 0 ? ask_listed(run, error) : ask_all(run, error);
    }
    return status;
}

int tune_statistics(const tune_statistics_t *wanted, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    run_t *run = calloc(1, sizeof *run);
    if (run == NULL) return fail(error, EXIT_FAILED, "tune: no memory");
    run->wanted = wanted;
    run->begin = nbl_platform_seconds();
    if (wanted->seconds != 0) {
        signal(SIGALRM, end_late);
        alarm(wanted->seconds + GRACE_SECONDS);
    }
    int status = read_log(run, error);
    if (status == EXIT_DONE) status = choose_device(wanted->device, &desc, error);
    desc.kernel_statistics = true;
    if (status == EXIT_DONE && nbl_vulkan_device_create(&desc, &run->device, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status == EXIT_DONE) {
        run->name = nbl_vulkan_device_get_info(run->device)->name;
        run->log = wanted->log != NULL ? fopen(wanted->log, "a") : NULL;
        if (wanted->log != NULL && run->log == NULL)
            status = fail(error, EXIT_FAILED, "tune: %s: %s", wanted->log, strerror(errno));
    }
    if (status == EXIT_DONE && nbl_fft_wisdom_create(run->name, &run->wisdom, error) != NBL_SUCCESS)
        status = EXIT_FAILED;
    if (status == EXIT_DONE)
        nbl_fft_wisdom_set_device_kind(run->wisdom,
                                       nbl_device_kind_of_vendor(nbl_vulkan_device_get_info(run->device)->vendor_id));
    if (status == EXIT_DONE) status = ask_precisions(run, error);
    if (run->log != NULL && fclose(run->log) != 0 && status == EXIT_DONE)
        status = fail(error, EXIT_FAILED, "tune: %s: %s", wanted->log, strerror(errno));
    if (status == EXIT_DONE) status = write_rows(run, error);
    if (status == EXIT_DONE)
        printf("%s: %u plans compiled, %u of %u lengths have one that no device refuses\n", run->name, run->compiled,
               run->chosen, run->lengths);
    nbl_fft_wisdom_destroy(run->wisdom);
    /* A device without hardware is not destroyed: some drivers' end there in a crash. */
    free(run->said);
    free(run);
    return status;
}
