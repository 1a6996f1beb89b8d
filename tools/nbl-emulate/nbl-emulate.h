/* What the files of nbl-emulate share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_EMULATE_H
#define NBL_TOOLS_NBL_EMULATE_H

#include "common/tool.h"
#include "nbl/host/compile.h"
#include "nbl/host/interpreter.h"

#include <stddef.h>

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
    const char *entry, *push, *groups, *out, *trim;
    const char *schedules, *schedule, *trace;
    repeated_t includes, defines, bindings, constants, members, distinct, fixed_buffers, nearest;
    uint32_t subgroup_size, format, workgroups_at_once, seed, threads;
    uint32_t step_limit_log2, memory_megabytes, language, random_seed, hold;
    bool by_subgroups, allow_equal_writes, no_proof, no_check, fixed, watch, quiet;
} request_t;

/* A module, from a file of one or from a text. */
typedef struct module_t {
    uint32_t *words;
    size_t count;
} module_t;

int read_whole(const char *path, unsigned char **data, size_t *size, nbl_error_t *error);
int read_module(const request_t *request, module_t *module, nbl_error_t *error);
bool is_module(const char *path); /* by its name */
/* Fails if the module does not have one of the constants. */
int check_constants(const nbl_interpreter_constant_t *constants, uint32_t count, const module_t *module,
                    nbl_error_t *error);

/* What a run binds: made from options, else random. */
typedef struct bound_t {
    nbl_interpreter_binding_t *bindings;
    nbl_interpreter_resource_t *resources; /* of each */
    uint32_t count;
    unsigned char *push;
    uint32_t push_bytes;
} bound_t;

int make_bindings(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations, bound_t *bound,
                  nbl_error_t *error);
int write_bindings(const char *folder, const bound_t *bound, nbl_error_t *error);
void free_bindings(bound_t *bound);

/* contents.c: of a file, or behind a .npy file's header; the sizes of an image by its array's shape. */
int read_contents(const char *path, const nbl_interpreter_resource_t *resource, nbl_interpreter_binding_t *binding,
                  nbl_error_t *error);
/* Push constants: a file's name, or bytes in hexadecimal. bytes: as many as the resource has */
int read_push(const char *text, const nbl_interpreter_resource_t *resource, unsigned char *bytes, nbl_error_t *error);

/* hold.c: after a proof, runs with other random contents: their accesses must be among the proof's. */
int hold_proof(const request_t *request, const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
               const bound_t *bound, uint64_t invocations, nbl_error_t *error);

/* schedule.c: runs as the options say: once, by a schedule from a file, or in many orders; EXIT_FOUND: these differ. */
int run_scheduled(const request_t *request, const nbl_interpreter_t *interpreter, nbl_interpreter_run_t *run,
                  nbl_interpreter_report_t *report, nbl_error_t *error);

/* capture.c: whether the path is a folder, which is taken to be a capture; and runs it. */
bool is_capture(const char *path);
int run_capture(const request_t *request, nbl_error_t *error);

/* Prints what was found, on the standard output. */
void print_report(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report);

#endif
