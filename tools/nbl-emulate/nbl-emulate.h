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
    const char *shader; /* the one of the shaders that is being run */
    const char *entry, *push, *groups, *trim;
    const char *compiler; /* NULL: the library's own; for a language that it lacks, one that is on the path */
    const char *schedules, *schedule, *trace;
    repeated_t outs, includes, defines, bindings, constants, members, distinct, fixed_buffers, nearest, expected;
    uint32_t subgroup_size, format, workgroups_at_once, seed, threads;
    uint32_t step_limit_log2, memory_megabytes, language, random_seed, hold;
    uint32_t target; /* 1 to 4: Vulkan 1.0 to 1.3; 0: 1.1, and if that is refused, 1.3 */
    uint32_t stage;
    double time_limit; /* seconds of each part of the work; 0: none */
    struct dap_t *dap; /* the debugger's session; NULL: none */
    bool by_subgroups, allow_equal_writes, no_proof, no_check, fixed, watch, quiet;
    bool seeded; /* --random-seed was given */
} request_t;

/* A module, from a file of one or from a text. */
typedef struct module_t {
    uint32_t *words;
    size_t count;
    const char *entry; /* the entry point's name in the module; NULL: the only one, or main */
} module_t;

enum { LANGUAGE_AUTO, LANGUAGE_GLSL, LANGUAGE_HLSL, LANGUAGE_WGSL, LANGUAGE_SLANG };
uint32_t language_of_text(const request_t *request);

/* child.c: what a child process wrote. */
typedef struct said_t {
    char *text; /* what it wrote; to be freed */
    size_t size;
    int status; /* its exit status */
    bool crashed;
} said_t;

/* Runs `work` in a child process. `work` writes its result to the descriptor `to` and returns the child's exit status.
 *
 * name  of the child's program in messages
 * said  receives what `work` wrote */
int run_child(const char *name, int (*work)(void *user, int to), void *user, said_t *said, nbl_error_t *error);
int write_all(int to, const void *data, size_t size); /* returns whether all is written */

/* beside.c: compiles by another compiler.
 *
 * command  the compiler's name or path, and options for it */
int compile_beside(const request_t *request, const char *command, module_t *module, nbl_error_t *error);
/* Returns the first compiler on the path for the shader's language; NULL: none. */
const char *compiler_beside(const request_t *request);
void list_compilers(const request_t *request, char *text, size_t bytes);
/* Reads a module's file. */
int read_words(const char *path, module_t *module, nbl_error_t *error);

/* Reads a regular file of at most `most` bytes. Pipes and devices are refused: they may have no end. */
int read_whole(const char *path, uint64_t most, unsigned char **data, size_t *size, nbl_error_t *error);
FILE *open_file(const char *path, nbl_error_t *error); /* opens a file to read it; NULL: an error */
/* Reads decimal digits; *text is moved behind them. Returns false if there are none, or the number does not fit. */
bool read_digits(const char **text, uint32_t *number);
uint64_t memory_of(const request_t *request); /* returns the bytes that a run may use in all */
bool is_hlsl(const request_t *request);       /* returns whether the shader is a text in HLSL */
int read_module(const request_t *request, module_t *module, nbl_error_t *error);
bool is_module(const char *path); /* by its name */
/* Fails if the module does not have one of the constants. Fractions get the bits that the constant's type has for
 * them. */
int check_constants(nbl_interpreter_constant_t *constants, const repeated_t *texts, const module_t *module,
                    nbl_error_t *error);

/* What a run binds: made from options, else random. */
enum { MOST_MEMORIES = 256, MOST_SIZES = 32 };

typedef struct bound_t {
    nbl_interpreter_binding_t *bindings;
    nbl_interpreter_resource_t *resources; /* by binding: what the shader declares */
    uint32_t count;
    unsigned char *push;
    uint32_t push_bytes;
    nbl_interpreter_memory_t memories[MOST_MEMORIES]; /* memory at device addresses */
    char memory_names[MOST_MEMORIES][64];
    uint32_t memory_count;
    uint64_t bytes; /* of all contents */
    bool made_up;   /* some of the contents are random */
} bound_t;

/* Sizes to use in place of made-up ones that were too small in an earlier run. */
typedef struct sizes_t {
    nbl_interpreter_wanted_t wanted[MOST_SIZES];
    uint32_t count;
    bool are_enough; /* a run before the debugger's has found no size too small */
} sizes_t;

int make_bindings(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations,
                  const sizes_t *sizes, bound_t *bound, nbl_error_t *error);
/* main.c: returns the description of a run of what is bound, as the options say. */
nbl_interpreter_run_t describe_run(const request_t *request, const bound_t *bound, const uint32_t groups[3]);
/* Shows that this run is one of several. */
void tell_choice(void *user, const nbl_interpreter_progress_t *progress);
uint64_t invocations_of(const nbl_interpreter_t *interpreter, const uint32_t groups[3]);
/* Notes a made-up size that the report says was too small. Returns whether the next run can have a larger one. */
bool enlarge(const request_t *request, const nbl_interpreter_report_t *report, sizes_t *sizes);

/* inputs.c: what a run with made-up inputs gave. */
typedef struct tried_t {
    uint32_t seed, blocks; /* its seed, as --random-seed takes it; blocks that ran */
    bool silent, races;    /* nothing was found; a race was found */
    bool ended;            /* it ran to the end, and not only as far as its work was limited */
    char text[256];        /* the first finding's first line */
} tried_t;

typedef struct inputs_t {
    uint32_t tries, seed; /* runs that were made; the seed of the chosen inputs */
    uint32_t silent_seed; /* the seed of inputs that run half as much without a finding; 0: none */
    tried_t other;        /* a try with a finding that the chosen inputs do not have; an empty text: none */
} inputs_t;

/* Chooses made-up inputs by trying several: the inputs that run most blocks; but inputs that run two thirds of these
 * blocks and find nothing are preferred. If nothing is made up, inputs->tries is 0. */
int choose_inputs(const request_t *request, const nbl_interpreter_t *interpreter, const uint32_t groups[3],
                  inputs_t *inputs, nbl_error_t *error);
/* Returns whether a resource's contents are made up: neither a file nor another binding's memory is given for it. */
bool has_made_up_contents(const request_t *request, const nbl_interpreter_resource_t *resource);
/* Prints the closing lines: which inputs were made up, and what other inputs find. */
void print_inputs(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, const inputs_t *inputs, const bound_t *bound);

/* Checks before a run that each file of --out has an ending that says how it is written. Errors: USAGE. */
int check_outs(const request_t *request, nbl_error_t *error);
/* out.c: writes the files that --out asks for. */
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
/* Returns the device address that members get for a binding's memory. */
uint64_t address_of(uint32_t set, uint32_t binding);
/* Reads "[SET.]N", where N may be a register of HLSL. Returns the text behind it, or NULL. */
const char *read_place(const char *text, unsigned *set, unsigned *binding);

/* contents.c: reads a binding's contents from a file; from a .npy file its elements, and an image's size by their
 * shape. */
int read_contents(const char *path, uint64_t most, const nbl_interpreter_resource_t *resource,
                  nbl_interpreter_binding_t *binding, nbl_error_t *error);
/* Reads push constants.
 *
 * text   a file's name, or bytes in hexadecimal
 * bytes  receives as many bytes as the resource has */
int read_push(const char *text, const nbl_interpreter_resource_t *resource, unsigned char *bytes, nbl_error_t *error);

/* hold.c: tests a proof by runs with other random contents, whose accesses must be among the proof's. */
int hold_proof(const request_t *request, const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
               const bound_t *bound, const sizes_t *sizes, uint64_t invocations, nbl_error_t *error);

/* schedule.c: runs as the options say: once, by a schedule from a file, or in many orders. EXIT_FOUND: orders give
 * different results. */
int run_scheduled(const request_t *request, const nbl_interpreter_t *interpreter, nbl_interpreter_run_t *run,
                  nbl_interpreter_report_t *report, nbl_error_t *error);

/* capture.c: return whether a path is a folder, which then counts as a capture; and run it. */
bool is_capture(const char *path);
int run_capture(const request_t *request, nbl_error_t *error);

/* written.c: what a run did not store to, of a binding that --expect-written names. */
typedef struct unwritten_t {
    const nbl_interpreter_binding_t *binding;
    const nbl_interpreter_resource_t *resource;
    uint64_t elements, missing; /* numbers of a buffer, texels of an image; how many no invocation stored to */
    char first[128], last[128]; /* of these */
} unwritten_t;

/* Makes room for what a run says of the bindings that --expect-written names. */
int expect_written(const request_t *request, bound_t *bound, nbl_error_t *error);
void free_stored(bound_t *bound);
/* Counts the elements of the first of these bindings from number *i on; *i becomes the next number. Returns false if
 * there is no further one. */
bool next_unwritten(const nbl_interpreter_t *interpreter, const bound_t *bound, uint32_t *i, unwritten_t *unwritten);
size_t unwritten_text(const unwritten_t *unwritten, char *text, size_t bytes); /* as snprintf() */
/* Returns whether elements of one of these bindings are not written. */
bool is_unwritten(const nbl_interpreter_t *interpreter, const bound_t *bound);

/* Prints the report on the standard output: findings from number `first` on, and the verdict. */
void print_report(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, const bound_t *bound, uint32_t first);
/* Prints only findings, from number `first` on, as text or for editors. */
void print_findings_from(const request_t *request, const nbl_interpreter_t *interpreter,
                         const nbl_interpreter_report_t *report, uint32_t first);

#endif
