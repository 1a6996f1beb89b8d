/* The Debug Adapter Protocol: what the files of `nbl-emulate --dap` share.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   dap.c             the session: messages, launch, the run
 *   dap_wire.c        frames of messages
 *   dap_launch.c      a launch's arguments as a command line
 *   dap_request.c     requests while the run is stopped
 *   dap_show.c        threads, frames, variables
 *   dap_break.c       breakpoints
 *   dap_expression.c  expressions on variables
 *   dap_difference.c  the first difference from the device
 *
 * The protocol: https://microsoft.github.io/debug-adapter-protocol/specification
 */
#ifndef NBL_TOOLS_NBL_EMULATE_DAP_H
#define NBL_TOOLS_NBL_EMULATE_DAP_H

#include "nbl-emulate.h"

#include "interpreter/debug.h"

#include <cjson/cJSON.h>

/* ---- dap_wire.c */

enum { DAP_MOST_MESSAGE = 1 << 24 }; /* bytes */

/* Finds the message at the beginning of what was read. Returns how many bytes it takes in all, 0 if it is not whole
 * yet, -1 if it is damaged. */
long dap_frame(const char *data, size_t size, size_t *begin, size_t *length);

/* ---- dap_launch.c */

typedef struct dap_arguments_t {
    char **values; /* as of a command line, without the tool's name */
    int count;
} dap_arguments_t;

/* "groups": "2" becomes --groups 2; true becomes an option without a value; a list becomes the option again and again;
 * "program" is the shader, "args" are taken as they are. */
int dap_launch_arguments(const cJSON *launch, dap_arguments_t *arguments, nbl_error_t *error);
void dap_free_arguments(dap_arguments_t *arguments);

/* ---- dap_expression.c */

typedef struct dap_value_t {
    bool is_thing; /* an array or the like; else a scalar */
    nbl_thing_t thing;
    nbl_scalar_t scalar;
    bool is_soft;   /* a whole number as it is written: it takes the other operand's type */
    bool varies;    /* it may be another one in another lane of the wave */
    bool has_place; /* a scalar that `thing` is the place of */
} dap_value_t;

/* Where an expression is evaluated. */
typedef struct dap_place_t {
    const nbl_debug_t *debug; /* NULL: it is only read, and names are taken to be zeros */
    const nbl_wave_t *wave;
    uint32_t lane, depth;
} dap_place_t;

/* Evaluates an expression as C and GLSL have it. Returns false with a reason if it is none, or a name is not known. */
bool dap_evaluate(const dap_place_t *place, const char *text, dap_value_t *value, char why[160]);
bool dap_is_true(const dap_value_t *value);

/* ---- the session */

enum { DAP_MOST_BREAKPOINTS = 1024, DAP_DIFFERENCE_FILTER = 31 };

typedef struct dap_breakpoint_t {
    uint32_t id, line; /* line: number in debug->lines; 0: none */
    char *file, *condition, *log;
} dap_breakpoint_t;

typedef enum dap_handle_kind_t { DAP_FRAME, DAP_SCOPE, DAP_LANES, DAP_LANES_OF, DAP_THING } dap_handle_kind_t;

/* What a variablesReference or a frame's number stands for; until the run goes on. */
typedef struct dap_handle_t {
    dap_handle_kind_t kind;
    nbl_variables_t scope;
    uint32_t group, invocation, depth, index; /* index: of a variable of the scope */
    nbl_thing_t thing;
} dap_handle_t;

struct capture_t;

typedef struct dap_t {
    int in, out;
    char *input;
    size_t input_size, input_capacity;
    bool has_end, is_damaged; /* of the input */
    uint32_t sequence;
    cJSON *launch; /* the request that has no answer yet */
    bool is_initialized, lines_from_0, columns_from_0, paths_are_uris;
    bool is_configured, goes_on, has_paused, is_leaving, stops_at_end;
    bool is_told; /* how long a step back may take */
    dap_breakpoint_t breakpoints[DAP_MOST_BREAKPOINTS];
    uint32_t breakpoint_count, breakpoint_id, hit;
    dap_handle_t *handles;
    uint32_t handle_count, handle_capacity;
    nbl_debug_t *debug;
    const nbl_interpreter_t *interpreter;
    const nbl_interpreter_report_t *report;
    nbl_debug_reason_t reason;
    uint32_t filters;     /* issues, and DAP_DIFFERENCE_FILTER, a bit each */
    const char **sources; /* files whose texts the module carries, by number from 1 on */
    uint32_t source_count;
    struct capture_t *capture; /* NULL: none */
    struct dap_difference_t *difference;
    char why[512]; /* of the stop */
} dap_t;

/* dap.c: serves one session on the standard input and output. */
int dap_serve(nbl_error_t *error);
/* A run of this session, called where others run. Returns EXIT_DONE whatever is found. */
int dap_run(dap_t *dap, const request_t *request, const nbl_interpreter_t *interpreter,
            const nbl_interpreter_run_t *run, nbl_interpreter_report_t *report, nbl_error_t *error);
void dap_event(dap_t *dap, const char *name, cJSON *body);
void dap_answer(dap_t *dap, const cJSON *request, cJSON *body);
void dap_refuse(dap_t *dap, const cJSON *request, const char *format, ...) NBL_PRINTF(3, 4);
void dap_output(dap_t *dap, const char *category, const char *format, ...) NBL_PRINTF(3, 4);
/* The next message; NULL: the input has ended, or is damaged; or there is none yet and `waits` is false. */
cJSON *dap_next(dap_t *dap, bool waits);

/* main.c: what a command line does, for a session. */
int run_command_line(int argc, char **argv, dap_t *dap, nbl_error_t *error);

/* dap_request.c: one request. */
void dap_request(dap_t *dap, const cJSON *request);
const char *dap_text(const cJSON *object, const char *name); /* "" if there is none */
uint32_t dap_number(const cJSON *object, const char *name, uint32_t otherwise);

/* dap_break.c */
void dap_set_breakpoints(dap_t *dap, const cJSON *request);
void dap_set_watches(dap_t *dap, const cJSON *request);
void dap_watch_info(dap_t *dap, const cJSON *request);
void dap_set_filters(dap_t *dap, const cJSON *request);
void dap_breakpoint_lines(dap_t *dap, const cJSON *request);
uint32_t dap_breaks(void *user, uint32_t line, const uint32_t *mask);
void dap_free_breakpoints(dap_t *dap);

/* dap_show.c */
void dap_threads(dap_t *dap, const cJSON *request);
void dap_stack(dap_t *dap, const cJSON *request);
void dap_scopes(dap_t *dap, const cJSON *request);
void dap_variables(dap_t *dap, const cJSON *request);
void dap_show_expression(dap_t *dap, const cJSON *request);
void dap_source(dap_t *dap, const cJSON *request);
uint32_t dap_thread_of(const dap_t *dap, uint32_t group, uint32_t invocation);
/* Makes the subgroup of a thread the chosen one, with its first active lane, unless it is already. Returns false if
 * there is none. */
bool dap_choose_thread(dap_t *dap, uint32_t thread);
/* A part that a client named by its reference and its name. */
bool dap_find_child(dap_t *dap, uint32_t reference, const char *name, nbl_thing_t *thing);
/* The wave of what is chosen, and its lane; NULL: none runs. */
nbl_wave_t *dap_chosen(const dap_t *dap, uint32_t *lane);

/* dap_difference.c: after the run. Returns whether the run is to go again, or on to the difference. */
bool dap_look_for_difference(dap_t *dap);
/* At the difference: chooses who stored it. */
void dap_choose_difference(dap_t *dap);
void dap_stores(void *user, const unsigned char *at, uint32_t bytes);
void dap_free_difference(dap_t *dap);

#endif
