/* nbl-fft tune: measures plans on a device and writes down the fastest.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Processes search side by side, each a length at a time, since building kernels takes the longest; one of them times
 * at a time. What they find goes through a pipe to this one, which reads the file again for every row, sets the row and
 * writes it: a run that is cut short goes on where it was, and rows that others wrote meanwhile stay. A driver that
 * builds a kernel cannot be asked to stop: when the time is over, SIGALRM ends a process that searches, and with it
 * what it builds.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tune_search.h"
#include "tune_shapes.h"
#include "tune_statistics.h"
#include "nbl-fft.h"
#include "platform/clock.h"
#include "platform/file.h"

enum { LENGTHS_MOST = 512, TASKS_MOST = 4 * LENGTHS_MOST, JOBS_MOST = 64, LINE_BYTES = 1024, LOG_BYTES = 1 << 20 };
#define USUAL_BYTES ((uint64_t)256 << 20)
#define PROCESSOR_BYTES ((uint64_t)1 << 20) /* chosen: with more lavapipe times no plan of a length in FEWEST_SECONDS */
#define FIRST_OF_ALL 17u                    /* shorter ones are one radix */
#define FEWEST_SECONDS 5.0 /* of a length: in less a search finds little, and --all would not search it again */

typedef struct request_t {
    const char *words[LENGTHS_MOST], *output, *log, *device;
    bool all, any_radices, shapes, statistics, survey;
    uint32_t word_count, precisions, mode, memory, plans, megabytes, runs, seconds, jobs, most_elements, resident;
    uint32_t max_invocations, max_shared_bytes;
} request_t;

typedef struct task_t {
    uint32_t length;
    nbl_fft_precision_t precision;
} task_t;

/* What the processes share, in memory of all of them. */
typedef struct common_t {
    pthread_mutex_t timing, drawing;
    uint32_t next; /* of the tasks */
} common_t;

typedef struct run_t {
    const request_t *request;
    nbl_fft_wisdom_t *wisdom; /* the file as it was last read or written; NULL before the device is known */
    char device[256];         /* its name */
    nbl_device_kind_t kind;   /* ANY: of a vendor without one; makes the file one of the library's own */
    task_t tasks[TASKS_MOST];
    uint32_t task_count, rows; /* rows: number of rows that this run has written */
    common_t *common;
    double begin;
    int to_parent;
    bench_known_t *known; /* what the log has */
    uint32_t known_count;
} run_t;

/* ---- What is to be done */

static int read_request(int argc, char **argv, request_t *request, nbl_error_t *error) {
    const option_t options[] = {
        OPTION_TEXT("-o", &request->output, "a file to write"),
        OPTION_FLAG("--all", &request->all),
        OPTION_FLAG("--any-radices", &request->any_radices),
        OPTION_FLAG("--shapes", &request->shapes),
        OPTION_FLAG("--statistics", &request->statistics),
        OPTION_FLAG("--survey", &request->survey),
        OPTION_COUNT("--most-elements", &request->most_elements, 2, NBL_FFT_MAX_RADIX),
        OPTION_COUNT("--resident", &request->resident, 0, 1u << 16),
        OPTION_COUNT("--max-invocations", &request->max_invocations, 1, 1024),
        OPTION_COUNT("--max-shared-bytes", &request->max_shared_bytes, 1, 1u << 20),
        OPTION_WORD("--mode", &request->mode, MODE_WORDS),
        OPTION_WORD("--memory", &request->memory, "bindings|addresses"),
        OPTION_WORDS("--precision", &request->precisions, PRECISION_WORDS),
        OPTION_COUNT("--plans", &request->plans, 0, 4096),
        OPTION_COUNT("--seconds", &request->seconds, 1, 1u << 20),
        OPTION_COUNT("--jobs", &request->jobs, 1, JOBS_MOST),
        OPTION_COUNT("--size", &request->megabytes, 1, 1u << 14),
        OPTION_COUNT("--runs", &request->runs, 5, 1000),
        OPTION_TEXT("--log", &request->log, "a file to add lines to"),
        OPTION_TEXT("--device", &request->device, "a number or UUID of `nbl-fft devices`, or a part of a name"),
        OPTIONS_END,
    };
    int status = options_read_list("tune", argc, argv, options, "a length", request->words, 0, LENGTHS_MOST,
                                   &request->word_count, error);
    if (status == EXIT_DONE && request->word_count == 0 && !request->all)
        return fail(error, EXIT_USAGE, "tune: a length is missing, or --all; see nbl-fft tune --help");
    if (status == EXIT_DONE && !request->output)
        return fail(error, EXIT_USAGE, "tune: -o FILE is missing; see nbl-fft tune --help");
    return status;
}

static void add_task(run_t *run, uint32_t length, nbl_fft_precision_t precision) {
    if (run->task_count < TASKS_MOST) run->tasks[run->task_count++] = (task_t){length, precision};
}

/* Makes the tasks. Refuses what no device can do before a device is looked for. */
static int make_tasks(const request_t *request, run_t *run, nbl_error_t *error) {
    uint32_t length;
    for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p); p++) {
        nbl_fft_precision_t precision = (nbl_fft_precision_t)p;
        if ((request->precisions >> p & 1) == 0) continue;
        for (uint32_t i = 0; i < request->word_count; i++) {
            if (!options_number(request->words[i], &length))
                return fail(error, EXIT_USAGE, "tune: %s: must be a length, such as 1000", request->words[i]);
            if (!options_has_kernel(NBL_FFT_STOCKHAM, precision, length, NULL, request->mode != NBL_MODE_EXACT, error))
                return fail(error, EXIT_FAILED, "tune: %s", error->text);
            add_task(run, length, precision);
        }
        /* The shortest first: a driver builds their kernels soonest, and what they leave of the time goes to longer
         * ones. */
        for (length = FIRST_OF_ALL; request->all && length <= NBL_FFT_PLAN_MAX_LENGTH; length++)
            if (options_has_kernel(NBL_FFT_STOCKHAM, precision, length, NULL, request->mode != NBL_MODE_EXACT, NULL))
                add_task(run, length, precision);
    }
    return EXIT_DONE;
}

/* Reads a log that an earlier run left, to go on from there. */
static int read_log(run_t *run, nbl_error_t *error) {
    FILE *file = run->request->log != NULL ? fopen(run->request->log, "r") : NULL;
    char line[LINE_BYTES];
    uint32_t room = 0;
    int status = EXIT_DONE;
    while (file != NULL && status == EXIT_DONE && fgets(line, sizeof line, file) != NULL) {
        if (run->known_count == room) {
            room = room == 0 ? 1024 : 2 * room;
            bench_known_t *grown = realloc(run->known, room * sizeof *grown);
            if (grown == NULL) status = fail(error, EXIT_FAILED, "tune: no memory");
            if (grown != NULL) run->known = grown;
        }
        if (status == EXIT_DONE) run->known_count += bench_known_read(line, &run->known[run->known_count]);
    }
    if (file != NULL) fclose(file);
    return status;
}

/* Drops tasks that have a row already, if all lengths are searched. */
static void drop_known(run_t *run) {
    const uint32_t before = run->task_count;
    uint32_t left = 0;
    for (uint32_t i = 0; i < run->task_count; i++) {
        const task_t *task = &run->tasks[i];
        if (!run->request->all ||
            !nbl_fft_wisdom_has(run->wisdom, run->request->mode == 1, task->precision, task->length))
            run->tasks[left++] = *task;
    }
    run->task_count = left;
    if (left < before) note("tune: %s has %u of %u lengths", run->request->output, before - left, before);
}

/* ---- A process that searches */

static void turn(void *user, bool begins) {
    common_t *common = user;
    if (!begins)
        pthread_mutex_unlock(&common->timing);
    else if (pthread_mutex_lock(&common->timing) == EOWNERDEAD)
        pthread_mutex_consistent(&common->timing);
}

/* Takes the next task and a share of the time that is left; returns false after the last one. */
static bool draw(run_t *run, task_t *task, double *seconds) {
    const request_t *request = run->request;
    double passed = nbl_platform_seconds() - run->begin, left = request->seconds - passed;
    bool drawn = false;
    if (pthread_mutex_lock(&run->common->drawing) == EOWNERDEAD) pthread_mutex_consistent(&run->common->drawing);
    uint32_t count = run->task_count - run->common->next;
    *seconds = 0.0;
    if (request->seconds != 0 && count > 0) {
        *seconds = left * (request->jobs < count ? request->jobs : count) / count;
        if (*seconds < FEWEST_SECONDS) *seconds = left < FEWEST_SECONDS ? left : FEWEST_SECONDS;
        drawn = left >= 0.5 * FEWEST_SECONDS || run->common->next == 0;
    } else {
        drawn = count > 0;
    }
    if (drawn) *task = run->tasks[run->common->next++];
    pthread_mutex_unlock(&run->common->drawing);
    return drawn;
}

static bool send_line(const run_t *run, const char *line) {
    size_t length = strlen(line);
    return write(run->to_parent, line, length) == (ssize_t)length; /* short enough not to be torn */
}

static int search_one(run_t *run, bench_tuning_t *tuning, nbl_error_t *error) {
    char line[LINE_BYTES];
    bench_tuned_t tuned;
    const char *name = nbl_fft_precision_name(tuning->precision),
               *mode = options_mode_name((nbl_mode_t)run->request->mode);
    if (bench_tune(tuning, &tuned, error) != NBL_SUCCESS) return fail(error, EXIT_FAILED, "tune: %s", error->text);
    snprintf(line, sizeof line, "row %s %u %u %d %u %s %.0f %.0f %u %s\n", name, tuning->length, tuned.choice.rounds,
             (int)tuned.choice.instruction_order, tuned.choice.twiddles, mode, tuned.nanoseconds,
             tuned.usual_nanoseconds, tuned.tried, tuned.plan);
    return send_line(run, line) ? EXIT_DONE : EXIT_FAILED;
}

static int search_all(run_t *run, nbl_vulkan_device_t *device, nbl_fft_bench_t *bench, nbl_error_t *error) {
    const request_t *request = run->request;
    bench_tuning_t tuning = {.device = device,
                             .bench = bench,
                             .mode = (nbl_mode_t)request->mode,
                             .any_radices = request->any_radices,
                             .addresses = request->memory == 1,
                             .plans = request->plans,
                             .turn = turn,
                             .user = run->common,
                             .known = run->known,
                             .known_count = run->known_count,
                             .log = request->log != NULL ? fopen(request->log, "a") : NULL};
    task_t task;
    int status = EXIT_DONE;
    if (request->log != NULL && tuning.log == NULL)
        return fail(error, EXIT_FAILED, "tune: %s: %s", request->log, strerror(errno));
    static char lines[LOG_BYTES]; /* other processes write there, too: a length's lines at once */
    if (tuning.log != NULL) setvbuf(tuning.log, lines, _IOFBF, sizeof lines);
    while (status == EXIT_DONE && draw(run, &task, &tuning.seconds)) {
        tuning.length = task.length;
        tuning.precision = task.precision;
        status = search_one(run, &tuning, error);
        if (tuning.log != NULL && fflush(tuning.log) != 0) status = fail(error, EXIT_FAILED, "tune: %s", request->log);
    }
    if (tuning.log != NULL && fclose(tuning.log) != 0) status = fail(error, EXIT_FAILED, "tune: %s", request->log);
    return status;
}

static int work(run_t *run, nbl_error_t *error) {
    const request_t *request = run->request;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_bench_t *bench = NULL;
    char line[LINE_BYTES];
    int status = choose_device(request->device, &desc, error);
    desc.kernel_statistics = true;
    if (status == EXIT_DONE && nbl_vulkan_device_create(&desc, &device, error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status != EXIT_DONE) return status;
    uint64_t most = nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes,
             usual = nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU ? PROCESSOR_BYTES
                                                                                             : USUAL_BYTES,
             bytes = request->megabytes != 0 ? (uint64_t)request->megabytes << 20 : usual;
    if (request->megabytes == 0 && most < bytes) bytes = most;
    snprintf(line, sizeof line, "device %u %s\n", (unsigned)nbl_vulkan_device_get_info(device)->vendor_id,
             nbl_vulkan_device_get_info(device)->name);
    if (!send_line(run, line)) status = EXIT_FAILED;
    if (status == EXIT_DONE && nbl_fft_bench_create(device, NULL, bytes, request->runs, &bench, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status == EXIT_DONE) status = search_all(run, device, bench, error);
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return status;
}

/* ---- The process that writes */

static int write_wisdom(const run_t *run, nbl_error_t *error) {
    nbl_fft_wisdom_set_device_kind(run->wisdom, run->kind);
    char *text = nbl_fft_wisdom_text(run->wisdom);
    int status = text ? write_file(run->request->output, text, strlen(text), error)
                      : fail(error, EXIT_FAILED, "tune: no memory");
    free(text);
    return status;
}

/* Reads the wisdom's file, if there is one; it must be of this device. */
static int begin_wisdom(run_t *run, const char *name, nbl_error_t *error) {
    nbl_fft_wisdom_destroy(run->wisdom);
    if (strlen(name) < sizeof run->device) strcpy(run->device, name);
    nbl_result_t result = access(run->request->output, F_OK) == 0
                              ? nbl_fft_wisdom_read(run->request->output, name, &run->wisdom, error)
                              : nbl_fft_wisdom_create(name, &run->wisdom, error);
    return result == NBL_SUCCESS ? EXIT_DONE : fail(error, EXIT_FAILED, "tune: %s", error->text);
}

/* Waits until no other process changes the file; closing the descriptor lets the next one. The file itself is
 * replaced, so its folder is locked. Returns -1 if the folder cannot be locked; the unprotected moment is then
 * short. */
static int lock_file(const run_t *run) {
    char folder[PATH_MAX] = ".";
    const size_t length = nbl_platform_folder_length(run->request->output);
    if (length >= sizeof folder) return -1;
    if (length > 0) snprintf(folder, sizeof folder, "%.*s", (int)length, run->request->output);
    const int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    while (descriptor >= 0 && flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {}
    return descriptor;
}

/* Sets a row in the file as it is now, since other processes may have changed it. */
static int set_row(run_t *run, bool fast, nbl_fft_precision_t precision, uint32_t length,
                   const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error) {
    const int lock = lock_file(run);
    int status = EXIT_DONE;
    if (access(run->request->output, F_OK) == 0) {
        nbl_fft_wisdom_t *now;
        if (nbl_fft_wisdom_read(run->request->output, run->device, &now, error) == NBL_SUCCESS) {
            nbl_fft_wisdom_destroy(run->wisdom);
            run->wisdom = now;
        } else {
            status = fail(error, EXIT_FAILED, "tune: %s", error->text);
        }
    }
    if (status == EXIT_DONE && nbl_fft_wisdom_set(run->wisdom, fast, precision, length, choice, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status == EXIT_DONE) status = write_wisdom(run, error);
    if (lock >= 0) close(lock);
    return status;
}

static int take_row(run_t *run, const char *line, nbl_error_t *error) {
    char name[16], mode[8], plan[NBL_FFT_PLAN_TEXT_SIZE];
    unsigned length, rounds, twiddles, tried;
    int order, p = 0;
    double nanoseconds, usual;
    if (sscanf(line, "row %15s %u %u %d %u %7s %lf %lf %u %255s", name, &length, &rounds, &order, &twiddles, mode,
               &nanoseconds, &usual, &tried, plan) != 10)
        return fail(error, EXIT_FAILED, "tune: a line was torn");
    while (strcmp(nbl_fft_precision_name((nbl_fft_precision_t)p), name) != 0) p++;
    nbl_fft_wisdom_choice_t choice = {plan, rounds, (nbl_instruction_order_t)order, twiddles};
    bool fast = strcmp(mode, "fast") == 0;
    /* Other radices of exact mode, and rows of fused mode, are for the library's own table, and no wisdom. */
    const bool wise = fast || (run->request->mode == NBL_MODE_EXACT && !run->request->any_radices);
    int status = wise ? set_row(run, fast, (nbl_fft_precision_t)p, length, &choice, error) : EXIT_DONE;
    if (status != EXIT_DONE) return status;
    run->rows++;
    printf("%6u %-12s %-5s %9.1f us for %9.1f us (%5.1f %%)  %s rounds %u instructions %s twiddles %s, of %u plans\n",
           length, name, mode, nanoseconds / 1e3, usual / 1e3, 100.0 * nanoseconds / usual, plan, rounds,
           nbl_fft_instruction_order_name(choice.instruction_order), nbl_fft_twiddles_name(twiddles), tried);
    fflush(stdout);
    return EXIT_DONE;
}

static int take_lines(run_t *run, FILE *from, nbl_error_t *error) {
    char line[LINE_BYTES];
    int status = EXIT_DONE;
    bool known = false;
    while (fgets(line, sizeof line, from) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "device ", 7) == 0) {
            char *name;
            run->kind = nbl_device_kind_of_vendor((uint32_t)strtoul(line + 7, &name, 10));
            if (!known && status == EXIT_DONE) status = begin_wisdom(run, name + 1, error);
            known = true;
        } else if (status == EXIT_DONE) {
            status = take_row(run, line, error);
        }
        /* the other processes stop after the task that they are at */
        if (status != EXIT_DONE) run->common->next = run->task_count;
    }
    return status;
}

static bool make_common(run_t *run) {
    pthread_mutexattr_t attributes;
    FILE *file = tmpfile(); /* POSIX has no memory to share without one */
    if (file == NULL) return false;
    void *memory = MAP_FAILED;
    if (ftruncate(fileno(file), sizeof *run->common) == 0)
        memory = mmap(NULL, sizeof *run->common, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    fclose(file);
    if (memory == MAP_FAILED) return false;
    run->common = memory;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    bool good = pthread_mutex_init(&run->common->timing, &attributes) == 0 &&
                pthread_mutex_init(&run->common->drawing, &attributes) == 0;
    pthread_mutexattr_destroy(&attributes);
    return good;
}

/* Lets the processes search; no device is open here, since none outlives a fork. */
static int run_all(run_t *run, nbl_error_t *error) {
    pid_t processes[JOBS_MOST];
    int pipes[2], status;
    uint32_t jobs = run->request->jobs < run->task_count ? run->request->jobs : run->task_count, started = 0;
    if (!make_common(run) || pipe(pipes) != 0) return fail(error, EXIT_FAILED, "tune: %s", strerror(errno));
    fflush(NULL);
    for (; started < jobs; started++) {
        processes[started] = fork();
        if (processes[started] < 0) break;
        if (processes[started] != 0) continue;
        close(pipes[0]);
        run->to_parent = pipes[1];
        if (run->request->seconds != 0) alarm(run->request->seconds + (unsigned)FEWEST_SECONDS);
        status = work(run, error);
        if (status != EXIT_DONE) note("%s", error->text);
        nbl_fft_wisdom_destroy(run->wisdom);
        _exit(status);
    }
    close(pipes[1]);
    FILE *from = fdopen(pipes[0], "r");
    status = from != NULL ? take_lines(run, from, error) : fail(error, EXIT_FAILED, "tune: no memory");
    if (from != NULL) fclose(from);
    for (uint32_t i = 0; i < started; i++) {
        int ended;
        bool good = waitpid(processes[i], &ended, 0) >= 0 &&
                    (WIFEXITED(ended) ? WEXITSTATUS(ended) == EXIT_DONE : WTERMSIG(ended) == SIGALRM);
        if (!good && status == EXIT_DONE) status = fail(error, EXIT_FAILED, "tune: a process has failed");
    }
    const uint32_t left = run->task_count - run->rows;
    if (status == EXIT_DONE && left > 0)
        note("tune: the time is over; %u of %u lengths are left%s", left, run->task_count,
             run->request->all ? ": run it again, and it goes on with these" : "");
    munmap(run->common, sizeof *run->common);
    return started > 0 ? status : fail(error, EXIT_FAILED, "tune: no process could be started");
}

static int of_shapes(const request_t *request, nbl_error_t *error) {
    const tune_shapes_t wanted = {.shapes = request->words,
                                  .count = request->word_count,
                                  .precisions = request->precisions,
                                  .mode = request->mode,
                                  .plans = request->plans,
                                  .megabytes = request->megabytes,
                                  .runs = request->runs,
                                  .output = request->output,
                                  .device = request->device,
                                  .log = request->log};
    const char *of_lengths = request->all           ? "--all"
                             : request->any_radices ? "--any-radices"
                             : request->seconds     ? "--seconds"
                                                    : NULL;
    const nbl_output_use_t use = {"-o", request->output, true};
    if (of_lengths != NULL) return fail(error, EXIT_USAGE, "tune: %s: is not for --shapes", of_lengths);
    if (request->mode == NBL_MODE_FUSED)
        return fail(error, EXIT_USAGE, "tune: --mode fused: is not for --shapes: it takes fast mode's plans");
    const int status = outputs_check(&use, 1, error);
    return status == EXIT_DONE ? tune_shapes(&wanted, error) : status;
}

static int by_statistics(const request_t *request, nbl_error_t *error) {
    const tune_statistics_t wanted = {.lengths = request->words,
                                      .count = request->all ? 0 : request->word_count,
                                      .precisions = request->precisions,
                                      .fast = request->mode == NBL_MODE_FAST,
                                      .plans = request->plans,
                                      .survey = request->survey,
                                      .most_elements = request->most_elements,
                                      .resident = request->resident,
                                      .max_invocations = request->max_invocations,
                                      .max_shared_bytes = request->max_shared_bytes,
                                      .seconds = request->seconds,
                                      .output = request->output,
                                      .log = request->log,
                                      .device = request->device};
    const nbl_output_use_t use = {"-o", request->output, true};
    const char *timing = request->any_radices ? "--any-radices" : request->shapes ? "--shapes" : NULL;
    if (timing != NULL) return fail(error, EXIT_USAGE, "tune: %s: is not for --statistics", timing);
    if (request->mode == NBL_MODE_FUSED)
        return fail(error, EXIT_USAGE, "tune: --mode fused: is not for --statistics: it takes fast mode's plans");
    const int status = outputs_check(&use, 1, error);
    return status == EXIT_DONE ? tune_statistics(&wanted, error) : status;
}

int command_tune(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.precisions = 1u << NBL_FFT_FLOAT32, .plans = 64, .runs = 5, .jobs = 1, .most_elements = 16};
    run_t *run = calloc(1, sizeof *run);
    if (run == NULL) return fail(error, EXIT_FAILED, "tune: no memory");
    run->request = &request;
    run->begin = nbl_platform_seconds();
    int status = read_request(argc, argv, &request, error);
    if (status == EXIT_DONE && request.statistics) {
        free(run);
        return by_statistics(&request, error);
    }
    if (status == EXIT_DONE && request.shapes) {
        free(run);
        return of_shapes(&request, error);
    }
    const nbl_output_use_t use = {"-o", request.output, true};
    if (status == EXIT_DONE) status = make_tasks(&request, run, error);
    if (status == EXIT_DONE) status = outputs_check(&use, 1, error);
    if (status == EXIT_DONE && access(request.output, F_OK) == 0 &&
        nbl_fft_wisdom_read(request.output, NULL, &run->wisdom, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s", error->text);
    if (status == EXIT_DONE) status = read_log(run, error);
    if (status == EXIT_DONE && run->wisdom != NULL) drop_known(run);
    if (status == EXIT_DONE && run->task_count > 0) status = run_all(run, error);
    nbl_fft_wisdom_destroy(run->wisdom);
    free(run->known);
    free(run);
    return status;
}
