/* One thing goes wrong in each run: every allocation, every file operation, death at each of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_FAULTS=all runs all of it (make check-faults), else as many runs of each job as take some seconds. A run may take
 * 20 s, or NBL_FAULTS_SECONDS where the machine has much else to do. NBL_FAULTS_PART=i/n runs every nth fault alone,
 * from the ith, counted from 0: n processes share a long job. Whatever happens, a tool ends in time with status 0 or 1,
 * not by a signal; with 1 it says one line with the reason; inputs are untouched, outputs new or as they were, nothing
 * else is left behind, nothing allocated is left; and the next run is right.
 */
#define _GNU_SOURCE

#if !defined(__x86_64__) || defined(__SANITIZE_ADDRESS__)

#include <stdio.h>

int main(void) {
    puts("SKIPPED: faults: system calls are changed on x86-64 only, and a sanitizer has its own allocations");
    puts("0 passed, 0 failed");
    return 0;
}

#else

#include "folder.h"
#include "io/image/image.h"
#include "io/npy/npy.h"
#include "tracer.h"

#include <ImfCRgbaFile.h>

typedef struct job_t {
    const char *name;
    const char *line;        /* words; @name is a file of the folder */
    const char *outputs[12]; /* names; +name varies from run to run */
    bool named;              /* no nameless files, as on some file systems */
    bool only_calls;         /* a compiler keeps memory, and aborts where it is short */
    bool long_one;           /* for NBL_FAULTS=all */
    bool together;           /* all outputs are new, or none is; the last one is the last to be placed */
    bool keeps;              /* a cache: an entry that cannot be kept, or read, is no error */
} job_t;

#define LIBRARY_OUTPUTS \
    { "a.exr", "b.hdr", "c.png", "d.exr", "e.png", "f.npy", "g.txt", "i.json" }

static const job_t jobs[] = {
    {.name = "bloom .exr",
     .line = "nbl-bloom @in.exr @kernel.png -o @out.exr --backend emulator --threads 1 --timings @t.json",
     .outputs = {"out.exr", "+t.json"}},
    {.name = "bloom .hdr",
     .line = "nbl-bloom @in.hdr @kernel.hdr -o @out.hdr --backend emulator --threads 1 --trace @trace.json",
     .outputs = {"out.hdr", "+trace.json"},
     .named = true},
    {.name = "bloom .png",
     .line = "nbl-bloom @in.png @dwa.exr -o @out.png --backend emulator --threads 1 --precision fp16",
     .outputs = {"out.png"}},
#if NBL_HAS_TIFF
    {.name = "bloom .tif",
     .line = "nbl-bloom @in.tif @kernel.png -o @out.tif --backend emulator --threads 1 --low-resolution 2",
     .outputs = {"out.tif"}},
#endif
    {.name = "blur .png",
     .line = "nbl-bloom @in.png -o @out.png --method dual-filter --backend emulator --threads 1",
     .outputs = {"out.png"},
     .long_one = true},
    {.name = "kernel", .line = "nbl-bloom kernel airy --size 3 -o @out.exr", .outputs = {"out.exr"}, .long_one = true},
    {.name = "check", .line = "nbl-bloom check @kernel.hdr", .long_one = true},
    {.name = "transform",
     .line = "nbl-fft transform @in.npy @out.npy --backend emulator --counters-json @c.json --trace @trace.json",
     .outputs = {"out.npy", "c.json", "+trace.json"}},
    {.name = "transform --real",
     .line = "nbl-fft transform @real.npy @out.npy --real --axes 0 --precision fp64 --check",
     .outputs = {"out.npy"},
     .named = true},
    {.name = "transform --axes",
     .line = "nbl-fft transform @in.npy @out.npy --axes 0 --backend executor", /* without opening a driver */
     .outputs = {"out.npy"}},
    {.name = "diagram", .line = "nbl-fft diagram @out.svg --length 8", .outputs = {"out.svg"}},
    {.name = "plan", .line = "nbl-fft plan 360 --counters"},
    {.name = "index", .line = "nbl-fft index --elements-per-invocation 2 --workgroup-size 4"},
    {.name = "compile", .line = "nbl-fft compile -o @out.spv --length 4", .outputs = {"out.spv"}},
    {.name = "compile blur",
     .line = "nbl-bloom compile 8x4 --method dual-filter --levels 1 -o @.",
     .outputs = {"first_down.spv", "last_up.spv", "blur.json"},
     .together = true},
    {.name = "compile bloom",
     .line = "nbl-bloom compile 8x4 3x3 -o @. --target wgsl",
     .outputs = {"kernel_sum.wgsl", "kernel_first_axis.wgsl", "kernel_second_axis.wgsl", "kernel_arrange.wgsl",
                 "first_axis.wgsl", "convolve.wgsl", "first_axis_inverse.wgsl", "bloom.json"},
     .together = true,
     .long_one = true},
    {.name = "compile to text",
     .line = "nbl-fft compile -o @out.wgsl --json @out.json --length 4 --target wgsl",
     .outputs = {"out.wgsl", "out.json"},
     .together = true,
     .long_one = true},
    {.name = "compile from text",
     .line = "nbl-fft compile -o @out.spv --length 4 --precision fp64",
     .outputs = {"out.spv"},
     .only_calls = true,
     .long_one = true},
    {.name = "emulate", .line = "nbl-emulate @in.spv --groups 1 --out @.", .outputs = {"0.1.npy"}},
    {.name = "emulate from text", .line = "nbl-emulate @in.comp", .only_calls = true, .long_one = true},
    {.name = "library", .line = "tests/faults/library @.", .outputs = LIBRARY_OUTPUTS},
    {.name = "library, named", .line = "tests/faults/library @.", .outputs = LIBRARY_OUTPUTS, .named = true},
    {.name = "computing",
     .line = "tests/faults/computing @.",
     .outputs = {"0102030000000000000000000000000000000000000000000000000000000000.spv"},
     .keeps = true},
    {.name = "demo inputs",
     .line = "make-demo-inputs @. --width 5 --height 4 --previews",
     .outputs = {"scene.exr", "starburst.exr", "heart.exr", "scene.png", "starburst.png", "heart.png"},
     .long_one = true},
};

static const char *build = "build";
static char preload[512];
static bool all;
static uint64_t runs, failed, refused, unharmed, met; /* met: of these faults, whosever part they are */
static unsigned part, parts = 1;
static const job_t *job;
static const char *arguments[32];
static char reference_text[4096];

/* An EXR file of DWA compression, which nothing of ours writes. */
static bool make_dwa(const char *path) {
    ImfRgba texels[6 * 4];
    ImfHeader *header = ImfNewHeader();
    memset(texels, 0x3c, sizeof texels); /* halves of about 1 */
    ImfHeaderSetDataWindow(header, 0, 0, 5, 3);
    ImfHeaderSetDisplayWindow(header, 0, 0, 5, 3);
    ImfHeaderSetCompression(header, IMF_DWAA_COMPRESSION);
    ImfOutputFile *file = ImfOpenOutputFile(path, header, IMF_WRITE_RGBA);
    bool good = file && ImfOutputSetFrameBuffer(file, texels, 1, 6) && ImfOutputWritePixels(file, 4);
    good = file && ImfCloseOutputFile(file) && good;
    ImfDeleteHeader(header);
    return good;
}

static bool make_inputs(void) {
    static const char *const images[] = {
        "in.exr",
        "in.hdr",
        "in.png",
        "kernel.png",
        "kernel.hdr",
#if NBL_HAS_TIFF
        "in.tif"
#endif
    };
    static const char *const made[] = {"dwa.exr", "in.npy", "real.npy", "in.spv", "in.comp"};
    static const char text[] =
        "#version 450\nlayout(local_size_x = 4) in;\nlayout(binding = 0) buffer B { uint b[]; };\n"
        "void main() { b[gl_GlobalInvocationID.x] = 1u; }\n";
    enum { IMAGES = sizeof images / sizeof *images, MADE = sizeof made / sizeof *made };
    static float samples[2 * 64] = {1.0f};
    nbl_npy_array_t array = {NBL_NPY_COMPLEX64, 1, 1, 64, samples, {0}},
                    real = {NBL_NPY_FLOAT32, 2, 3, 16, samples, {0}};
    nbl_image image;
    bool good = nbl_image_create(7, 5, NBL_IMAGE_CHANNELS_RGB, &image, NULL) == NBL_IMAGE_OK;
    for (int i = 0; good && i < 4 * 35; i++) image.pixels[i] = (float)(i % 29) / 16.0f;
    for (int i = 0; good && i < IMAGES; i++)
        good = nbl_image_write(in_folder(images[i]), &image, NBL_IMAGE_TYPE_FLOAT, NULL) == NBL_IMAGE_OK;
    nbl_image_free(&image);
    good = good && make_dwa(in_folder("dwa.exr")) &&
           nbl_npy_write(in_folder("in.npy"), &array, NULL) == NBL_NPY_SUCCESS &&
           nbl_npy_write(in_folder("real.npy"), &real, NULL) == NBL_NPY_SUCCESS;
    char command[1024];
    snprintf(command, sizeof command, "%s/nbl-fft compile -o %s --length 4 >/dev/null", build, in_folder("in.spv"));
    good = good && system(command) == 0;
    FILE *file = good ? fopen(in_folder("in.comp"), "w") : NULL;
    good = file != NULL && fputs(text, file) >= 0;
    good = file != NULL && fclose(file) == 0 && good;
    for (int i = 0; i < IMAGES; i++) add_file(images[i], false, false);
    for (int i = 0; i < MADE; i++) add_file(made[i], false, false);
    return good;
}

static void complain(const fault_t *fault, const run_t *run, const char *why) {
    static const char *const kinds[] = {"no fault", "allocation", "error", "short", "kill before", "kill after"};
    failed++;
    printf("failed: %s, %s %llu%s%s%s (call %u): %s; status %d, \"%.300s\"\n", job->name, kinds[fault->kind],
           (unsigned long long)fault->number, fault->from_then_on ? " and on" : "", fault->error ? ", " : "",
           fault->error ? strerror(fault->error) : "",
           fault->kind > FAULT_ALLOCATION && fault->number && fault->number <= MOST_CALLS
               ? (unsigned)run->calls[fault->number - 1]
               : 0u,
           why, run->status, run->error);
    fflush(stdout);
}

/* Whether a message says why. */
static bool right_words(const fault_t *fault, const run_t *run) {
    if (fault->kind == FAULT_ALLOCATION || fault->error == ENOMEM)
        return strstr(run->error, "memory") || strstr(run->error, "Unable to allocate");
    if (strstr(run->error, "cannot be read") || strstr(run->error, "standard output: cannot be written")) return true;
    /* Of a write that failed once, somewhere among many, only that it failed may be known at the end. */
    if (fault->error && !fault->from_then_on && strstr(run->error, strerror(EIO))) return true;
    return fault->error && strstr(run->error, strerror(fault->error));
}

static bool is_one_line(const char *text) {
    const char *tool = strrchr(arguments[0], '/') + 1, *newline = strchr(text, '\n');
    return newline && !newline[1] && strncmp(text, tool, strlen(tool)) == 0 && strstr(text, ": ");
}

/* A kill may leave what was being written beside each output. */
static int outputs_at_once(void) {
    int count = 0;
    while (job->outputs[count]) count++;
    return count > 0 ? count : 1;
}

static bool is_new(int output) {
    const file_t *file = &files[file_count - outputs_at_once() + output];
    char last;
    return digest_of(file->name, &last) == file->digest;
}

static int new_outputs(void) {
    int count = 0;
    for (int i = 0; i < outputs_at_once(); i++) count += is_new(i);
    return count;
}

static void run_one(const fault_t *fault, bool old) {
    run_t run;
    int left;
    bool kills = fault->kind == FAULT_KILL_BEFORE || fault->kind == FAULT_KILL_AFTER;
    if (met++ % parts != part) return;
    runs++;
    reset_outputs(old);
    run_with(arguments, preload, fault, fault->kind != FAULT_ALLOCATION, &run);
    const char *wrong = check_folder(old, run.status == 0 && !job->keeps, &left);
    const bool cannot_remove = fault->call == SYS_unlink || fault->call == SYS_unlinkat;
    const int may_be_left = kills ? outputs_at_once() : cannot_remove ? 1 : 0;
    const bool places = fault->call == SYS_rename || fault->call == SYS_renameat || fault->call == SYS_linkat;
    const int fresh = job->together ? new_outputs() : 0;
    if (run.hung)
        complain(fault, &run, "did not end");
    else if (fresh > 0 && fresh < outputs_at_once() && ((run.status == 1 && !places) || is_new(outputs_at_once() - 1)))
        complain(fault, &run, "some outputs are new, some are not");
    else if (wrong)
        complain(fault, &run, wrong);
    else if (left > may_be_left)
        complain(fault, &run, "something is left behind");
    else if (!kills && run.status > 1)
        complain(fault, &run, "neither done nor refused");
    else if (!kills && (!run.reported || (run.report.live != 0 && !job->only_calls)))
        complain(fault, &run, "memory is left");
    else if (run.status == 0 && strcmp(run.text, reference_text) != 0)
        complain(fault, &run, "says something else");
    else if (run.status == 1 && !is_one_line(run.error))
        complain(fault, &run, "not one line");
    else if (run.status == 1 && !right_words(fault, &run))
        complain(fault, &run, "does not say why");
    refused += run.status == 1;
    unharmed += run.status == 0;
    if (left == 0) return;
    /* What a kill left is removed by the next process that meets its name. */
    const fault_t none = {.kind = FAULT_NONE};
    reset_outputs(true);
    run_with(arguments, preload, &none, false, &run);
    if (check_folder(true, true, &left) || left != 0 || run.status != 0)
        complain(fault, &run, "the next run is not right");
    sweep_folder();
}

/* The errors that a system call is documented to end with and that a machine in trouble shows; 0 ends them. */
static const int *errors_of(uint16_t call) {
    static const int opening[] = {EMFILE, EIO, EACCES, 0}, writing[] = {ENOSPC, EIO, EINTR, 0},
                     reading[] = {EIO, EINTR, 0}, placing[] = {ENOSPC, EIO, EPERM, 0}, mapping[] = {ENOMEM, 0},
                     locking[] = {ENOLCK, 0}, other[] = {EIO, 0};
    switch (call) {
    case SYS_openat:
    case SYS_open: return opening;
    case SYS_write:
    case SYS_writev:
    case SYS_fsync: return writing;
    case SYS_read:
    case SYS_pread64: return reading;
    case SYS_rename:
    case SYS_renameat:
    case SYS_linkat: return placing;
    case SYS_mmap:
    case SYS_mprotect: return mapping;
    case SYS_flock: return locking;
    default: return other;
    }
}

/* Every run, or every n-th of a job's, so that a job has about `most` of a kind. */
static uint64_t stride_of(uint64_t count, uint64_t most) { return all || count <= most ? 1 : count / most; }

static void fail_allocations(uint64_t count) {
    uint64_t stride = stride_of(count, 16);
    for (uint64_t n = 1; n <= count; n += stride)
        for (int on = 0; on < 2; on++)
            run_one(&(fault_t){.kind = FAULT_ALLOCATION, .number = n, .from_then_on = on != 0},
                    (n + (uint64_t)on) % 2 == 0);
}

/* The emulator guards the stack of every invocation by a call of its own: of a long row of them few tell all. */
static bool is_one_of_a_row(const run_t *whole, uint64_t n) {
    const uint16_t call = n > 4 ? whole->calls[n - 1] : 0;
    return (call == SYS_mprotect || call == SYS_madvise) && n % 16 != 0 && whole->calls[n - 3] == call &&
           whole->calls[n - 5] == call;
}

static void fail_calls(const run_t *whole) {
    uint64_t stride = stride_of(whole->call_count, 9);
    for (uint64_t n = 1; n <= whole->call_count && n <= MOST_CALLS; n += stride) {
        bool old = n % 2 == 0;
        if (all && is_one_of_a_row(whole, n)) continue;
        for (const int *error = errors_of(whole->calls[n - 1]); *error; error++)
            for (int on = 0; on < 2; on++)
                if (!on || *error != EINTR)
                    run_one(&(fault_t){FAULT_ERROR, n, on != 0, *error, whole->calls[n - 1]}, old != (on != 0));
        if (whole->calls[n - 1] == SYS_read || whole->calls[n - 1] == SYS_pread64 || whole->calls[n - 1] == SYS_write)
            run_one(&(fault_t){.kind = FAULT_SHORT, .number = n}, old);
        run_one(&(fault_t){.kind = FAULT_KILL_BEFORE, .number = n}, old);
        run_one(&(fault_t){.kind = FAULT_KILL_AFTER, .number = n}, !old);
    }
    run_one(&(fault_t){.kind = FAULT_SHORT, .number = 1, .from_then_on = true}, true);
}

/* Splits a job's line. */
static void take_arguments(void) {
    static char text[1024], paths[32][512];
    int count = 0;
    snprintf(text, sizeof text, "%s", job->line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "), count++) {
        if (count == 0)
            snprintf(paths[count], sizeof paths[0], "%s/%s", build, word);
        else if (word[0] == '@')
            snprintf(paths[count], sizeof paths[0], "%s", in_folder(word + 1));
        else
            snprintf(paths[count], sizeof paths[0], "%s", word);
        arguments[count] = paths[count];
    }
    arguments[count] = NULL;
}

static void run_job(void) {
    const fault_t none = {.kind = FAULT_NONE};
    const uint64_t runs_before = runs, refused_before = refused;
    const int inputs = file_count;
    run_t whole;
    int left;
    take_arguments();
    if (job->named) setenv("NBL_FAULT_NAMED", "1", 1);
    runs++;
    run_with(arguments, preload, &none, true, &whole);
    snprintf(reference_text, sizeof reference_text, "%s", whole.text);
    for (int i = 0; i < 12 && job->outputs[i]; i++) {
        add_file(job->outputs[i] + (job->outputs[i][0] == '+'), true, job->outputs[i][0] == '+');
        files[file_count - 1].may_go = job->keeps;
    }
    const char *wrong = check_folder(false, true, &left);
    if (whole.status != 0 || wrong || left || whole.call_count == 0)
        complain(&none, &whole, wrong ? wrong : "does not even run");
    else {
        if (!job->only_calls) fail_allocations(whole.report.allocations);
        fail_calls(&whole);
        run_one(&none, true);
    }
    printf("%-18s %5llu allocations, %4u calls, %6llu runs, of which %llu were refused\n", job->name,
           (unsigned long long)whole.report.allocations, whole.call_count, (unsigned long long)(runs - runs_before),
           (unsigned long long)(refused - refused_before));
    fflush(stdout);
    unsetenv("NBL_FAULT_NAMED");
    reset_outputs(false);
    file_count = inputs;
}

int main(int argc, char **argv) {
    const char *wanted = argc > 1 ? argv[1] : "", *what = getenv("NBL_FAULTS");
    if (getenv("BUILD") && *getenv("BUILD")) build = getenv("BUILD");
    all = what && strcmp(what, "all") == 0;
    const char *mine = getenv("NBL_FAULTS_PART");
    if (mine && (sscanf(mine, "%u/%u", &part, &parts) != 2 || part >= parts)) {
        fputs("test_faults: NBL_FAULTS_PART: must be i/n, i from 0 to n - 1\n", stderr);
        return 2;
    }
    snprintf(preload, sizeof preload, "%s/tests/faults/inject.so", build);
    snprintf(folder, sizeof folder, "/tmp/nbl-faults-XXXXXX");
    if (!mkdtemp(folder) || !make_inputs()) return 1;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        job = &jobs[i];
        if (strstr(job->name, wanted) && (all || !job->long_one)) run_job();
    }
    for (int i = 0; i < file_count; i++) unlink(in_folder(files[i].name));
    rmdir(folder);
    printf("%llu runs with a fault: %llu refused, %llu came out right, the others were killed\n",
           (unsigned long long)runs, (unsigned long long)refused, (unsigned long long)unharmed);
    printf("%llu passed, %llu failed\n", (unsigned long long)(runs - failed), (unsigned long long)failed);
    return failed != 0;
}

#endif
