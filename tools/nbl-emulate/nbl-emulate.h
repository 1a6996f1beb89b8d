/* What the files of nbl-emulate share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_EMULATE_H
#define NBL_TOOLS_NBL_EMULATE_H

#include "common/tool.h"
#include "nbl/host/compile.h"
#include "nbl/host/interpreter.h"

#include <stddef.h>
#include <stdio.h>

enum { MOST_REPEATED = 256, MOST_SHADERS = 1024, EXIT_FOUND = 3 };

typedef enum format_t { FORMAT_TEXT, FORMAT_GCC, FORMAT_JSON, FORMAT_SARIF } format_t;

/* The values of an option that may be given several times. */
typedef struct repeated_t {
    const char *name;
    const char *values[MOST_REPEATED];
    uint32_t count;
} repeated_t;

typedef struct request_t {
    const char *shaders[MOST_SHADERS];
    uint32_t shader_count;
    const char *shader; /* of them, the one that runs */
    const char *entry, *push, *groups, *trim;
    const char *compiler; /* NULL: the library's own, or one beside it for languages that it has not */
    const char *schedules, *schedule, *trace;
    repeated_t outs, includes, defines, bindings, constants, members, distinct, fixed_buffers, nearest;
    uint32_t subgroup_size, format, workgroups_at_once, seed, threads;
    uint32_t step_limit_log2, memory_megabytes, language, random_seed, hold;
    uint32_t target; /* 0: 1.1, and 1.3 for what it refuses; 1 to 4: Vulkan 1.0 to 1.3 */
    uint32_t stage;
    double time_limit; /* seconds of each part; 0: none */
    struct dap_t *dap; /* of a debugger; NULL: none */
    bool by_subgroups, allow_equal_writes, no_proof, no_check, fixed, watch, quiet;
    bool seeded; /* --random-seed is given */
} request_t;

/* A module, from a file of one or from a text. */
typedef struct module_t {
    uint32_t *words;
    size_t count;
    const char *entry; /* as the module calls it; NULL: the only one, or main */
} module_t;

enum { LANGUAGE_AUTO, LANGUAGE_GLSL, LANGUAGE_HLSL, LANGUAGE_WGSL, LANGUAGE_SLANG };
uint32_t language_of_text(const request_t *request);

/* child.c: what a child process wrote. */
typedef struct said_t {
    char *text; /* to be freed */
    size_t size;
    int status; /* exit status */
    bool crashed;
} said_t;

/* Runs `work` in a child process, which writes to `to` what is wanted; work's result is its exit status. */
int run_child(const char *name, int (*work)(void *user, int to), void *user, said_t *said, nbl_error_t *error);
int write_all(int to, const void *data, size_t size); /* returns whether all is written */

/* beside.c: compiles by another compiler: a name or path, and options behind it. */
int compile_beside(const request_t *request, const char *command, module_t *module, nbl_error_t *error);
/* The compiler on the path that has the shader's language; NULL: none. */
const char *compiler_beside(const request_t *request);
void list_compilers(const request_t *request, char *text, size_t bytes);
/* A file of a module. */
int read_words(const char *path, module_t *module, nbl_error_t *error);

/* Reads a file that has at most `most` bytes. Others than files, which may have no end, are refused. */
int read_whole(const char *path, uint64_t most, unsigned char **data, size_t *size, nbl_error_t *error);
FILE *open_file(const char *path, nbl_error_t *error); /* to read; NULL: failed */
/* Reads digits and nothing else; *text is behind them. Returns whether there were some, and they fit. */
bool read_digits(const char **text, uint32_t *number);
uint64_t memory_of(const request_t *request); /* bytes that may be used in all */
bool is_hlsl(const request_t *request);       /* its shader is a text in HLSL */
int read_module(const request_t *request, module_t *module, nbl_error_t *error);
bool is_module(const char *path); /* by its name */
/* Fails if the module does not have one of the constants. */
int check_constants(const nbl_interpreter_constant_t *constants, uint32_t count, const module_t *module,
                    nbl_error_t *error);

/* What a run binds: made from options, else random. */
enum { MOST_MEMORIES = 256, MOST_SIZES = 32 };

typedef struct bound_t {
    nbl_interpreter_binding_t *bindings;
    nbl_interpreter_resource_t *resources; /* of each */
    uint32_t count;
    unsigned char *push;
    uint32_t push_bytes;
    nbl_interpreter_memory_t memories[MOST_MEMORIES]; /* by device address */
    char memory_names[MOST_MEMORIES][64];
    uint32_t memory_count;
    uint64_t bytes; /* of all this */
    bool made_up;   /* some of its contents are */
} bound_t;

/* Made-up sizes that were too small in an earlier run: sizes of then, which are taken now. */
typedef struct sizes_t {
    nbl_interpreter_wanted_t wanted[MOST_SIZES];
    uint32_t count;
    bool are_enough; /* before a debugger's run: a run without one has met none that is too small */
} sizes_t;

int make_bindings(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations,
                  const sizes_t *sizes, bound_t *bound, nbl_error_t *error);
/* main.c: a run of what is bound, as the options say. */
nbl_interpreter_run_t describe_run(const request_t *request, const bound_t *bound, const uint32_t groups[3]);
/* Shows, where a run is one of several, that these go on. */
void tell_choice(void *user, const nbl_interpreter_progress_t *progress);
uint64_t invocations_of(const nbl_interpreter_t *interpreter, const uint32_t groups[3]);
/* Takes note of a made-up size that was too small. Returns whether another run may have a larger one. */
bool enlarge(const request_t *request, const nbl_interpreter_report_t *report, sizes_t *sizes);

/* inputs.c: a run with made-up inputs. */
typedef struct tried_t {
    uint32_t seed, blocks; /* of --random-seed; blocks that ran */
    bool silent, races;    /* nothing was found; a race was */
    char text[256];        /* the first finding's first line */
} tried_t;

typedef struct inputs_t {
    uint32_t tries, seed; /* seed: of the inputs that were chosen */
    uint32_t silent_seed; /* of inputs that run half as much without a finding; 0: there are none */
    tried_t other;        /* with a finding, which the chosen ones have not; without a text: there are none */
} inputs_t;

/* Chooses made-up inputs: runs several, and takes what runs most blocks, and finds nothing if that runs two thirds of
 * these. Where nothing is made up, inputs->tries is 0. */
int choose_inputs(const request_t *request, const nbl_interpreter_t *interpreter, const uint32_t groups[3],
                  inputs_t *inputs, nbl_error_t *error);
/* The closing lines: which inputs were made up, and what other ones find. */
void print_inputs(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, const inputs_t *inputs, const bound_t *bound);

/* out.c: what --out asks for. */
int write_bindings(const request_t *request, const bound_t *bound, nbl_error_t *error);
uint32_t bytes_of_number(const nbl_interpreter_resource_t *resource);
void free_bindings(bound_t *bound);

/* members.c: the values of --set, for nbl_interpreter_fill(). */
typedef struct members_t {
    nbl_interpreter_value_t values[MOST_REPEATED];
    char names[MOST_REPEATED][128];
    nbl_interpreter_number_t *numbers;
    uint32_t count;
} members_t;

int read_members(const request_t *request, members_t *members, nbl_error_t *error);
int check_members(const request_t *request, const members_t *members, nbl_error_t *error); /* after filling */
void free_members(members_t *members);
/* The device address of a binding's memory, if it is asked for. */
uint64_t address_of(uint32_t set, uint32_t binding);
/* Reads "[SET.]N", where N may be a register of HLSL. Returns the text behind it, or NULL. */
const char *read_place(const char *text, unsigned *set, unsigned *binding);

/* contents.c: of a file, or behind a .npy file's header; the sizes of an image by its array's shape. */
int read_contents(const char *path, uint64_t most, const nbl_interpreter_resource_t *resource,
                  nbl_interpreter_binding_t *binding, nbl_error_t *error);
/* Push constants: a file's name, or bytes in hexadecimal. bytes: as many as the resource has */
int read_push(const char *text, const nbl_interpreter_resource_t *resource, unsigned char *bytes, nbl_error_t *error);

/* hold.c: after a proof, runs with other random contents: their accesses must be among the proof's. */
int hold_proof(const request_t *request, const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
               const bound_t *bound, const sizes_t *sizes, uint64_t invocations, nbl_error_t *error);

/* schedule.c: runs as the options say: once, by a schedule from a file, or in many orders; EXIT_FOUND: these differ. */
int run_scheduled(const request_t *request, const nbl_interpreter_t *interpreter, nbl_interpreter_run_t *run,
                  nbl_interpreter_report_t *report, nbl_error_t *error);

/* capture.c: whether the path is a folder, which is taken to be a capture; and runs it. */
bool is_capture(const char *path);
int run_capture(const request_t *request, nbl_error_t *error);

/* Prints what was found, on the standard output, from a finding on. */
void print_report(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, uint32_t first);
/* Prints findings alone, as text or for editors. */
void print_findings_from(const request_t *request, const nbl_interpreter_t *interpreter,
                         const nbl_interpreter_report_t *report, uint32_t first);

#endif
