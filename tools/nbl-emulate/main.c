/* nbl-emulate: runs anyone's compute shader on the CPU under a race checker, and proves it race-free if data does not
 * decide where it accesses memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "common/options.h"

static const char help[] =
    "nbl-emulate: runs compute shaders on the CPU, finds races and bad indices, and proves shaders free of races\n"
    "\n"
    "  nbl-emulate SHADER ... [options]\n"
    "\n"
    "A SHADER is a file .comp, .hlsl, .wgsl, .slang or .spv, or a capture: a folder that\n"
    "VK_LAYER_NBL_capture made of a program's dispatch. What is not given below is made up.\n"
    "\n"
    "The dispatch:\n"
    "  --groups X,Y,Z          how many workgroups; default: 2 in each dimension that a workgroup has\n"
    "  --bind [SET.]N=FILE.npy|FILE|BYTES|WxHxD|@M|random\n"
    "      what binding N holds: a file's contents, or made-up ones of that size; @M: the memory of binding M;\n"
    "      default: random. Registers of HLSL may be named: t0, u1; b0 is binding 0, t0 100, u0 200, s0 300\n"
    "  --set NAME=VALUE|X,Y,Z|@N  each member of buffers and push constants whose path ends in NAME; @N: binding N's\n"
    "      device address\n"
    "  --push FILE|HEX         all bytes of the push constants; default: random\n"
    "  --spec ID=VALUE         a specialisation constant\n"
    "  --nearest [SET.]N       samples of this image are the nearest texel; default: linear between texels\n"
    "  --subgroup-size S       1 to 128, a power of two; default 32\n"
    "  --random-seed S         made-up contents number S; default: of 1 to 64 the one that runs most\n"
    "\n"
    "How a text is compiled:\n"
    "  --entry NAME, --stage compute  the entry point; default: main, or the only compute one\n"
    "  -I DIR, -D NAME[=VALUE]  a folder of includes; a macro\n"
    "  --language glsl|hlsl|wgsl|slang  default: by the file's extension\n"
    "  --target-env vulkan1.0 ... 1.3  default: 1.1, and 1.3 if that fails\n"
    "  --compiler NAME         dxc, slangc, glslc, glslangValidator, naga or tint, or its path, and options;\n"
    "      default: the library's glslang; of WGSL and Slang one on the path\n"
    "\n"
    "What is taken for granted, and what is a finding:\n"
    "  --assume-fixed          push constants, uniform buffers and sizes are the same in every run\n"
    "  --assume-fixed-buffer NAME  so is this buffer, which the shader only reads\n"
    "  --assume-distinct NAME  no two entries of this buffer are equal\n"
    "  --allow-equal-writes    invocations may write one element if all write the same value\n"
    "  --expect-written [SET.]N|all  an element of this buffer or image that no invocation wrote is a finding\n"
    "  --hold N                check a proof in N runs with other made-up contents\n"
    "  --no-proof, --no-check  make no proof; look for no races either\n"
    "\n"
    "The order of invocations:\n"
    "  --by-subgroups          the subgroups of a workgroup take turns; else a workgroup does\n"
    "  --at-once N             N workgroups take turns\n"
    "  --seed S                they begin in an order drawn from the number S\n"
    "  --schedules N|all       run in up to N orders of turns, until one changes the result\n"
    "  --schedule FILE         with --schedules: write that order there; alone: run in the order of FILE\n"
    "  --trace FILE.json       write who ran when, for ui.perfetto.dev\n"
    "\n"
    "Output and limits:\n"
    "  --out FOLDER|[SET.]N=FILE  write what the shader wrote as FOLDER/SET.BINDING.npy; or one binding as .npy,\n"
    "      .png or .exr (a buffer needs --bind N=WxHxCHANNELS for its shape)\n"
    "  --trim FOLDER           the capture again, without buffers that the shader did not touch\n"
    "  --format text|gcc|json|sarif  gcc: for editors; sarif: for code scanning\n"
    "  --watch                 run again when the file is saved\n"
    "  --dap                   serve an editor by the Debug Adapter Protocol; no other argument\n"
    "  --time-limit SECONDS    processor time of the run, and of each proof; default 10; 0: no limit\n"
    "  --step-limit LOG2       instructions of all invocations together, a power of two; default 34\n"
    "  --memory MIB            of bindings and run together; default 2048\n"
    "\n"
    "Exit status: 0 nothing was found with the inputs taken (the report says what others find); 1 could not run it;\n"
    "2 wrong usage; 3 something was found.\n"
    "\n"
    "Example, a race between neighbours:\n"
    "\n"
    "  printf '#version 450\\nlayout(local_size_x = 64) in;\\nshared uint s[64];\\n"
    "layout(binding = 0) buffer B { uint b[]; };\\nvoid main() {\\n"
    "    s[gl_LocalInvocationIndex] = b[gl_GlobalInvocationID.x];\\n"
    "    b[gl_GlobalInvocationID.x] = s[63 - gl_LocalInvocationIndex];\\n}\\n' > race.comp\n"
    "  nbl-emulate race.comp\n";

/* Removes from the arguments the options that may be given several times, and collects their values. */
static int take_repeated(int *argc, char **argv, repeated_t *const *all, uint32_t count, nbl_error_t *error) {
    int kept = 0;
    for (int i = 0; i < *argc; i++) {
        repeated_t *found = NULL;
        const char *value = NULL;
        for (uint32_t k = 0; k < count; k++) {
            const size_t length = strlen(all[k]->name);
            if (strcmp(argv[i], all[k]->name) == 0) {
                if (i + 1 == *argc) return fail(error, EXIT_USAGE, "%s: needs a value", argv[i]);
                found = all[k];
                value = argv[++i];
                break;
            }
            const int is_short = all[k]->name[1] != '-';
            if (strncmp(argv[i], all[k]->name, length) == 0 && (is_short || argv[i][length] == '=')) {
                found = all[k];
                value = argv[i] + length + (is_short ? 0 : 1);
                break;
            }
        }
        if (found == NULL) {
            argv[kept++] = argv[i];
            continue;
        }
        if (found->count == MOST_REPEATED) return fail(error, EXIT_USAGE, "%s: given too often", found->name);
        found->values[found->count++] = value;
    }
    *argc = kept;
    return EXIT_DONE;
}

static int read_options(int argc, char **argv, request_t *request, nbl_error_t *error) {
    repeated_t *const all[] = {&request->outs,      &request->includes, &request->defines,  &request->bindings,
                               &request->constants, &request->members,  &request->distinct, &request->fixed_buffers,
                               &request->nearest,   &request->expected};
    const option_t options[] = {
        OPTION_TEXT("--entry", &request->entry, "the name of an entry point"),
        OPTION_TEXT("--push", &request->push, "a file or bytes in hexadecimal"),
        OPTION_TEXT("--groups", &request->groups, "X,Y,Z"),
        OPTION_TEXT("--trim", &request->trim, "a folder"),
        OPTION_TEXT("--schedules", &request->schedules, "a number, or all"),
        OPTION_TEXT("--schedule", &request->schedule, "a file"),
        OPTION_TEXT("--trace", &request->trace, "a file"),
        OPTION_TEXT("--compiler", &request->compiler, "a compiler's name or path"),
        OPTION_WORD("--target-env", &request->target, "|vulkan1.0|vulkan1.1|vulkan1.2|vulkan1.3"),
        OPTION_WORD("--stage", &request->stage, "compute|comp"),
        OPTION_WORD("--language", &request->language, "auto|glsl|hlsl|wgsl|slang"),
        OPTION_POWER("--subgroup-size", &request->subgroup_size, 1, 128),
        OPTION_WORD("--format", &request->format, "text|gcc|json|sarif"),
        OPTION_COUNT("--at-once", &request->workgroups_at_once, 1, 64),
        OPTION_COUNT("--seed", &request->seed, 0, UINT32_MAX),
        OPTION_COUNT("--random-seed", &request->random_seed, 0, UINT32_MAX),
        OPTION_COUNT("--step-limit", &request->step_limit_log2, 1, 62),
        OPTION_NUMBER("--time-limit", &request->time_limit, 0, 1e6),
        OPTION_COUNT("--hold", &request->hold, 1, 1000000),
        OPTION_COUNT("--memory", &request->memory_megabytes, 1, 1u << 20),
        OPTION_FLAG("--by-subgroups", &request->by_subgroups),
        OPTION_FLAG("--allow-equal-writes", &request->allow_equal_writes),
        OPTION_FLAG("--assume-fixed", &request->fixed),
        OPTION_FLAG("--no-proof", &request->no_proof),
        OPTION_FLAG("--no-check", &request->no_check),
        OPTION_FLAG("--watch", &request->watch),
        OPTIONS_END,
    };
    request->outs.name = "--out";
    request->includes.name = "-I";
    request->defines.name = "-D";
    request->bindings.name = "--bind";
    request->constants.name = "--spec";
    request->members.name = "--set";
    request->fixed_buffers.name = "--assume-fixed-buffer";
    request->distinct.name = "--assume-distinct";
    request->nearest.name = "--nearest";
    request->expected.name = "--expect-written";
    int status = take_repeated(&argc, argv, all, sizeof all / sizeof all[0], error);
    if (status != EXIT_DONE) return status;
    status = options_read_list(NULL, argc, argv, options, "SHADER", request->shaders, 1, MOST_SHADERS,
                               &request->shader_count, error);
    request->shader = request->shaders[0];
    for (uint32_t i = 0; status == EXIT_DONE && i < request->includes.count; i++) {
        struct stat folder;
        if (stat(request->includes.values[i], &folder) != 0 || !S_ISDIR(folder.st_mode))
            return fail(error, EXIT_FAILED, "-I %s: no such folder", request->includes.values[i]);
    }
    if (status == EXIT_DONE && request->expected.count != 0 && (request->no_check || request->schedules != NULL))
        return fail(error, EXIT_USAGE, "--expect-written: neither with --no-check nor with --schedules");
    if (status == EXIT_DONE) status = check_outs(request, error);
    const bool one = request->watch || request->outs.count != 0 || request->schedule != NULL ||
                     request->trace != NULL || request->format == FORMAT_JSON || request->format == FORMAT_SARIF;
    if (status == EXIT_DONE && one && request->shader_count > 1)
        return fail(error, EXIT_USAGE,
                    "%s: --watch, --out, --schedule, --trace and --format json and sarif are of one SHADER",
                    request->shaders[1]);
    return status;
}

static int read_groups(const char *text, uint32_t groups[3], nbl_error_t *error) {
    const char *at = text;
    groups[0] = 2;
    groups[1] = groups[2] = 1;
    for (uint32_t k = 0; text != NULL && k < 3; k++) {
        if (!read_digits(&at, &groups[k])) break;
        if (groups[k] == 0) return fail(error, EXIT_USAGE, "--groups %s: each must be 1 or more", text);
        if (*at == '\0') return EXIT_DONE;
        if (*at++ != ',') break;
    }
    return text == NULL ? EXIT_DONE : fail(error, EXIT_USAGE, "--groups %s: must be X, X,Y or X,Y,Z", text);
}

/* Numbers in decimal or hexadecimal; with a point or an exponent a float32, until check_constants() knows its type. */
static int read_constants(const repeated_t *texts, nbl_interpreter_constant_t *constants, nbl_error_t *error) {
    for (uint32_t i = 0; i < texts->count; i++) {
        const char *text = texts->values[i], *equal = strchr(text, '=');
        const char *behind = text;
        char *end = NULL;
        if (equal == NULL || !read_digits(&behind, &constants[i].id) || behind != equal || equal[1] == '\0')
            return fail(error, EXIT_USAGE, "--spec %s: must be ID=VALUE", text);
        constants[i].bits = strcmp(equal + 1, "true") == 0 ? 1u : (uint64_t)strtoll(equal + 1, &end, 0);
        if (strcmp(equal + 1, "true") == 0 || strcmp(equal + 1, "false") == 0) continue;
        if (equal[1] != '-' && strpbrk(equal + 1, ".eE") == NULL) constants[i].bits = strtoull(equal + 1, &end, 0);
        if (*end != '\0') {
            const float value = strtof(equal + 1, &end);
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            constants[i].bits = bits;
            if (*end != '\0') return fail(error, EXIT_USAGE, "--spec %s: must be ID=VALUE", text);
        }
    }
    return EXIT_DONE;
}

static const char *hint(const nbl_interpreter_report_t *report) {
    if (report->out_of_time)
        return "; --time-limit gives more, --at-once N and --by-subgroups let those take turns who wait for each other";
    switch (report->result) {
    case NBL_ERROR_STEP_LIMIT:
        return "; --at-once N and --by-subgroups let those take turns who wait for each other, --step-limit gives more";
    case NBL_ERROR_LIMIT: return "; --memory gives more";
    case NBL_ERROR_MISSING_RESOURCE:
        return report->wanted.bytes != 0 ? "; --bind N=BYTES says how many it has"
                                         : "; --bind and --set NAME=@N bind memory";
    default: return "";
    }
}

/* What was printed of a run while it went on. */
typedef struct told_t {
    const request_t *request;
    const nbl_interpreter_t *interpreter;
    uint32_t findings, parts; /* findings printed; parts announced */
} told_t;

enum {
    TOLD_AFTER = 2, /* seconds; a run that ends sooner prints its findings at the end; chosen */
    WORD_AFTER = 5, /* seconds without a line, after which a log gets one that says what goes on; chosen, half of 10 */
};

void tell_choice(void *user, const nbl_interpreter_progress_t *progress) {
    (void)user;
    (void)progress;
    show_progress("looks for made-up inputs that run most of the shader");
}

static void tell_progress(void *user, const nbl_interpreter_progress_t *progress) {
    static const char *const doing[] = {"runs", "proves it as in this run", "proves it for every input"};
    told_t *told = user;
    const bool is_text = told->request->format == FORMAT_TEXT;
    char line[160];
    snprintf(line, sizeof line, "%s: workgroup %llu of %llu, %.0f s", doing[progress->part],
             (unsigned long long)progress->workgroups, (unsigned long long)progress->workgroup_total,
             progress->seconds);
    show_progress(line);
    if (progress->seconds < TOLD_AFTER || (!is_text && told->request->format != FORMAT_GCC)) return;
    if (told->findings < progress->report->finding_count) {
        show_progress(NULL);
        print_findings_from(told->request, told->interpreter, progress->report, told->findings);
        told->findings = progress->report->finding_count;
        fflush(stdout);
    }
    if (!is_text || progress->part == NBL_INTERPRETER_RUNS || told->parts > (uint32_t)progress->part) return;
    told->parts = (uint32_t)progress->part + 1u;
    show_progress(NULL);
    printf(
        progress->part == NBL_INTERPRETER_PROVES_FIXED
            ? "no race in this run; looking whether it stands for others\n"
            : "proved if push constants, uniform buffers and sizes are as in this run; looking at others of these\n");
    fflush(stdout);
}

bool enlarge(const request_t *request, const nbl_interpreter_report_t *report, sizes_t *sizes) {
    nbl_interpreter_wanted_t wanted = report->wanted;
    uint32_t i = 0;
    if (wanted.bytes == 0 || report->finding_count != 0 || wanted.bytes > memory_of(request) / 16u) return false;
    while (i < sizes->count && (sizes->wanted[i].set != wanted.set || sizes->wanted[i].binding != wanted.binding)) i++;
    if (i == MOST_SIZES || (i < sizes->count && sizes->wanted[i].bytes >= wanted.bytes)) return false;
    wanted.bytes *= 2u;
    sizes->wanted[i] = wanted;
    if (i == sizes->count) sizes->count++;
    return true;
}

static bool are_made_up(const bound_t *bound) {
    for (uint32_t i = 0; i < bound->count; i++)
        if (bound->bindings[i].made_up) return true;
    for (uint32_t i = 0; i < bound->memory_count; i++)
        if (bound->memories[i].made_up) return true;
    return false;
}

/* Runs once before a debugger's run, to find made-up sizes that are too small. Returns whether there are some. The run
 * changes the bindings' contents, so the caller makes them again. */
static bool try_sizes(const nbl_interpreter_t *interpreter, nbl_interpreter_run_t run, nbl_interpreter_report_t *report,
                      const request_t *request, sizes_t *sizes) {
    run.check = run.prove = false;
    run.progress = NULL;
    nbl_interpreter_run(interpreter, &run, report);
    return report->result == NBL_ERROR_MISSING_RESOURCE && enlarge(request, report, sizes);
}

uint64_t invocations_of(const nbl_interpreter_t *interpreter, const uint32_t groups[3]) {
    uint32_t local[3];
    nbl_interpreter_local_size(interpreter, local);
    return (uint64_t)local[0] * local[1] * local[2] * ((uint64_t)groups[0] * groups[1] * groups[2]);
}

nbl_interpreter_run_t describe_run(const request_t *request, const bound_t *bound, const uint32_t groups[3]) {
    return (nbl_interpreter_run_t){
        .bindings = bound->bindings,
        .binding_count = bound->count,
        .memories = (nbl_interpreter_memory_t *)(uintptr_t)bound->memories,
        .memory_count = bound->memory_count,
        .push_constants = bound->push,
        .push_constant_bytes = bound->push_bytes,
        .groups = {groups[0], groups[1], groups[2]},
        .subgroup_size = request->subgroup_size,
        .check = !request->no_check,
        .prove = !request->no_check && !request->no_proof,
        .allow_equal_writes = request->allow_equal_writes,
        .by_subgroups = request->by_subgroups,
        .assume = request->fixed ? NBL_INTERPRETER_ASSUME_FIXED_CONSTANTS : 0,
        .distinct = request->distinct.values,
        .distinct_count = request->distinct.count,
        .fixed = request->fixed_buffers.values,
        .fixed_count = request->fixed_buffers.count,
        .workgroups_at_once = request->workgroups_at_once,
        .seed = request->seed,
        .step_limit = request->step_limit_log2 != 0 ? (uint64_t)1 << request->step_limit_log2 : 0,
        .memory_limit = memory_of(request) > bound->bytes ? memory_of(request) - bound->bytes : 1,
        .seconds = request->time_limit,
    };
}

/* What a run is repeated with: sizes that were too small, inputs that were chosen. */
typedef struct rerun_t {
    sizes_t sizes;
    inputs_t inputs;
    bool again;
} rerun_t;

/* Takes inputs of another try that race, if the chosen ones are not proved to be free of races. Returns whether it did:
 * then the run is repeated with them. */
static bool take_race(request_t *request, const nbl_interpreter_report_t *report, rerun_t *rerun) {
    if (report->verdict != NBL_INTERPRETER_OPEN || report->finding_count != 0 || !rerun->inputs.other.races)
        return false;
    request->random_seed = rerun->inputs.other.seed;
    rerun->inputs.other = (tried_t){0};
    rerun->inputs.silent_seed = rerun->inputs.seed;
    rerun->sizes = (sizes_t){.count = 0};
    return true;
}

static int run_once(request_t *request, const nbl_interpreter_t *interpreter, const uint32_t groups[3], rerun_t *rerun,
                    nbl_error_t *error) {
    static bound_t bound; /* too large for a stack; a tool has one thread */
    told_t told = {.request = request, .interpreter = interpreter};
    sizes_t *sizes = &rerun->sizes;
    memset(&bound, 0, sizeof bound);
    const uint64_t invocations = invocations_of(interpreter, groups);
    int status = make_bindings(request, interpreter, invocations, sizes, &bound, error);
    if (status == EXIT_DONE) status = expect_written(request, &bound, error);
    nbl_interpreter_report_t *report = malloc(sizeof *report);
    if (report == NULL && status == EXIT_DONE) status = fail(error, EXIT_FAILED, "%s: no memory", request->shader);
    if (status == EXIT_DONE) {
        nbl_interpreter_run_t run = describe_run(request, &bound, groups);
        run.progress = tell_progress;
        run.progress_user = &told;
        if (request->dap != NULL && !sizes->are_enough && are_made_up(&bound)) {
            sizes->are_enough = !try_sizes(interpreter, run, report, request, sizes);
            rerun->again = true;
        }
        if (!rerun->again) status = run_scheduled(request, interpreter, &run, report, error);
        show_progress(NULL);
        if (request->dap == NULL)
            rerun->again = (report->result == NBL_ERROR_MISSING_RESOURCE && told.findings == 0 && told.parts == 0 &&
                            enlarge(request, report, sizes)) ||
                           (status == EXIT_DONE && take_race(request, report, rerun));
        const bool proved =
            report->verdict == NBL_INTERPRETER_PROVED || report->verdict == NBL_INTERPRETER_PROVED_FIXED;
        run.progress = NULL;
        if (status == EXIT_DONE && request->hold != 0 && proved)
            status = hold_proof(request, interpreter, &run, &bound, sizes, invocations, error);
    }
    if (request->dap == NULL && !rerun->again && (status == EXIT_DONE || status == EXIT_FOUND)) {
        print_report(request, interpreter, report, &bound, told.findings);
        print_inputs(request, interpreter, report, &rerun->inputs, &bound);
        if (report->finding_count != 0)
            status = EXIT_FOUND;
        else if (status == EXIT_DONE && report->result != NBL_SUCCESS)
            status = fail(error, EXIT_FAILED, "%s: %s%s", request->shader, report->message, hint(report));
        if (status == EXIT_DONE && is_unwritten(interpreter, &bound)) status = EXIT_FOUND;
        if (status != EXIT_FAILED) {
            const int written = write_bindings(request, &bound, error);
            if (written != EXIT_DONE) status = written;
        }
    }
    free(report);
    free_bindings(&bound);
    return status;
}

/* Sets two workgroups along x, and along each other dimension in which a workgroup has several invocations; one along
 * the rest. If the shader does not use the workgroup's number, all would do the same, and there is one. */
static void default_groups(const nbl_interpreter_t *interpreter, uint32_t groups[3]) {
    uint32_t local[3];
    nbl_interpreter_local_size(interpreter, local);
    const bool differ = nbl_interpreter_knows_workgroups(interpreter);
    for (int k = 0; k < 3; k++) groups[k] = differ && (k == 0 || local[k] > 1) ? 2 : 1;
}

static int run_bound(const request_t *request, const nbl_interpreter_t *interpreter, uint32_t groups[3],
                     nbl_error_t *error) {
    request_t own = *request;
    rerun_t rerun = {.again = true};
    char text[40];
    int status = EXIT_DONE;
    if (request->groups == NULL) {
        default_groups(interpreter, groups);
        snprintf(text, sizeof text, "%u,%u,%u", (unsigned)groups[0], (unsigned)groups[1], (unsigned)groups[2]);
        own.groups = text; /* --groups as the messages print it */
    }
    const bool is_one_run = request->dap != NULL || request->no_check || request->seeded ||
                            request->schedules != NULL || request->schedule != NULL || request->trace != NULL;
    rerun.inputs.seed = own.random_seed;
    if (!is_one_run) status = choose_inputs(&own, interpreter, groups, &rerun.inputs, error);
    own.random_seed = rerun.inputs.seed;
    while (status == EXIT_DONE && rerun.again) {
        rerun.again = false;
        status = run_once(&own, interpreter, groups, &rerun, error);
    }
    return status;
}

static int run_shader(const request_t *request, nbl_error_t *error) {
    nbl_interpreter_constant_t constants[MOST_REPEATED];
    nbl_interpreter_t *interpreter = NULL;
    module_t module = {0};
    uint32_t groups[3] = {2, 1, 1};
    if (is_capture(request->shader)) return run_capture(request, error);
    if (request->trim != NULL)
        return fail(error, EXIT_USAGE, "--trim: is for a capture, and %s is none", request->shader);
    int status = read_groups(request->groups, groups, error);
    if (status == EXIT_DONE) status = read_constants(&request->constants, constants, error);
    if (status == EXIT_DONE) status = read_module(request, &module, error);
    if (status == EXIT_DONE) status = check_constants(constants, &request->constants, &module, error);
    if (status == EXIT_DONE) {
        const nbl_interpreter_desc_t desc = {.words = module.words,
                                             .word_count = module.count,
                                             .entry_point = module.entry,
                                             .subgroup_size = request->subgroup_size,
                                             .constants = constants,
                                             .constant_count = request->constants.count};
        if (nbl_interpreter_create(&desc, &interpreter, error) != NBL_SUCCESS) {
            nbl_error_t why = *error;
            status = fail(error, EXIT_FAILED, "%s: %.900s", request->shader, why.text);
        }
    }
    if (status == EXIT_DONE) status = run_bound(request, interpreter, groups, error);
    nbl_interpreter_destroy(interpreter);
    free(module.words);
    return status;
}

static int watch(const request_t *request, nbl_error_t *error) {
    struct timespec last = {0, 0};
    for (;;) {
        struct stat now;
        if (stat(request->shader, &now) == 0 &&
            (now.st_mtim.tv_sec != last.tv_sec || now.st_mtim.tv_nsec != last.tv_nsec)) {
            last = now.st_mtim;
            const int status = run_shader(request, error);
            if (status == EXIT_USAGE) return status;
            if (error->text[0] != '\0') note("%s", error->text);
            error->text[0] = '\0';
            fflush(stdout);
        }
        nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
}

/* Runs all shaders. Returns the worst status: a shader could not be run, something was found, nothing was found. */
static int run_shaders(request_t *request, nbl_error_t *error) {
    int worst = EXIT_DONE;
    for (uint32_t i = 0; i < request->shader_count; i++) {
        request->shader = request->shaders[i];
        if (request->shader_count > 1 && request->format == FORMAT_TEXT) printf("%s:\n", request->shader);
        const int status = run_shader(request, error);
        if (status == EXIT_USAGE || request->shader_count == 1) return status;
        fflush(stdout);
        if (error->text[0] != '\0') note("%s", error->text);
        error->text[0] = '\0';
        if (worst != EXIT_FAILED && status != EXIT_DONE) worst = status;
    }
    return worst;
}

int run_command_line(int argc, char **argv, dap_t *dap, nbl_error_t *error) {
    request_t *request = calloc(1, sizeof *request);
    if (request == NULL) return fail(error, EXIT_FAILED, "nbl-emulate: no memory");
    request->subgroup_size = 32;
    request->memory_megabytes = 2048;
    request->random_seed = UINT32_MAX; /* stays so if the option is not given */
    request->time_limit = 10;
    report_progress(WORD_AFTER);
    request->dap = dap;
    int status = read_options(argc, argv, request, error);
    request->seeded = request->random_seed != UINT32_MAX;
    if (!request->seeded) request->random_seed = 1;
    if (status == EXIT_DONE) status = request->watch ? watch(request, error) : run_shaders(request, error);
    free(request);
    return status;
}

static int command(int argc, char **argv, nbl_error_t *error) {
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--dap") != 0) continue;
        if (argc != 1)
            return fail(error, EXIT_USAGE,
                        "--dap: takes no other argument: the editor says what to run, in its request `launch`");
        return dap_serve(error);
    }
    return run_command_line(argc, argv, NULL, error);
}

static const command_t commands[] = {{"", command, help}, {NULL, NULL, NULL}};

int main(int argc, char **argv) { return run_tool("nbl-emulate", help, commands, argc, argv); }
