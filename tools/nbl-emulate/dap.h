/* What the files of `nbl-emulate --dap` share: a server of the Debug Adapter Protocol.
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

enum { DAP_MOST_MESSAGE = 1 << 24 }; /* bytes of a message; a longer one counts as damaged; chosen */

/* Finds the message at the beginning of the bytes that were read. Returns the bytes of header and message; 0: it is not
 * complete yet; -1: it is damaged.
 *
 * begin, length  receive where the message itself is */
long dap_frame(const char *data, size_t size, size_t *begin, size_t *length);

/* ---- dap_launch.c */

typedef struct dap_arguments_t {
    char **values; /* the words of a command line, without the tool's name */
    int count;
} dap_arguments_t;

/* Makes a command line of a launch request. "groups": "2" becomes --groups 2; true becomes an option without a value; a
 * list becomes the option once for each of its values; "program" is the shader; "args" are words of the command
 * line. */
int dap_launch_arguments(const cJSON *launch, dap_arguments_t *arguments, nbl_error_t *error);
void dap_free_arguments(dap_arguments_t *arguments);

/* ---- dap_expression.c */

typedef struct dap_value_t {
    bool is_thing; /* an array, a vector or a structure; else a scalar */
    nbl_thing_t thing;
    nbl_scalar_t scalar;
    bool is_soft;   /* an integer literal: it takes the other operand's type */
    bool varies;    /* it may differ in another lane of the wave */
    bool has_place; /* a scalar, and `thing` says where it is */
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
    uint32_t id, line; /* line: number in debug->lines; 0: no line has operations there */
    char *file, *condition, *log;
    bool is_told; /* the client was told that the condition could not be decided */
} dap_breakpoint_t;

typedef enum dap_handle_kind_t { DAP_FRAME, DAP_SCOPE, DAP_LANES, DAP_LANES_OF, DAP_THING } dap_handle_kind_t;

/* What a variablesReference or a frame's number stands for. It is valid until the run goes on. */
typedef struct dap_handle_t {
    dap_handle_kind_t kind;
    nbl_variables_t scope;
    uint32_t group, invocation, depth, index; /* index: number of a variable in its scope */
    nbl_thing_t thing;
} dap_handle_t;

struct capture_t;

typedef struct dap_t {
    int in, out;
    char *input;
    size_t input_size, input_capacity;
    bool has_end, is_damaged; /* the input has ended; a message in it is damaged */
    uint32_t sequence;
    cJSON *launch; /* the launch request, until it is answered */
    bool is_initialized, lines_from_0, columns_from_0, paths_are_uris;
    bool is_configured, goes_on, has_paused, is_leaving, stops_at_end;
    bool is_told; /* the client was told how long a step back takes */
    dap_breakpoint_t breakpoints[DAP_MOST_BREAKPOINTS];
    uint32_t breakpoint_count, breakpoint_id, hit;
    dap_handle_t *handles;
    uint32_t handle_count, handle_capacity;
    nbl_debug_t *debug;
    const nbl_interpreter_t *interpreter;
    const nbl_interpreter_report_t *report;
    nbl_debug_reason_t reason;
    uint32_t filters;     /* what stops the run: a bit for each kind of finding, and DAP_DIFFERENCE_FILTER */
    const char **sources; /* files whose texts the module carries, by number from 1 on */
    uint32_t source_count;
    struct capture_t *capture; /* NULL: none */
    struct dap_difference_t *difference;
    char why[512]; /* the reason for the last stop, as text */
} dap_t;

/* dap.c: serves one session on the standard input and output. */
int dap_serve(nbl_error_t *error);
/* Runs a dispatch under the session's debugger, in place of the usual run. Returns EXIT_DONE whatever is found. */
int dap_run(dap_t *dap, const request_t *request, const nbl_interpreter_t *interpreter,
            const nbl_interpreter_run_t *run, nbl_interpreter_report_t *report, nbl_error_t *error);
void dap_event(dap_t *dap, const char *name, cJSON *body);
void dap_answer(dap_t *dap, const cJSON *request, cJSON *body);
void dap_refuse(dap_t *dap, const cJSON *request, const char *format, ...) NBL_PRINTF(3, 4);
void dap_output(dap_t *dap, const char *category, const char *format, ...) NBL_PRINTF(3, 4);
/* Returns the next message, to be freed; NULL: the input has ended or is damaged, or `waits` is false and none is
 * there. */
cJSON *dap_next(dap_t *dap, bool waits);

/* main.c: does what a command line says, in a session. */
int run_command_line(int argc, char **argv, dap_t *dap, nbl_error_t *error);

/* dap_request.c: serves one request, and answers it. */
void dap_request(dap_t *dap, const cJSON *request);
const char *dap_text(const cJSON *object, const char *name); /* returns a member's text; "": the object lacks it */
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
/* dap_csv.c: writes what all invocations of the chosen workgroup have in the variables that one of them sees.
 *
 * answer  receives how many rows were written, or why none */
void dap_write_lanes(const dap_t *dap, const nbl_wave_t *chosen, uint32_t lane, uint32_t depth, const char *path,
                     char *answer, size_t bytes);
void dap_show_expression(dap_t *dap, const cJSON *request);
void dap_source(dap_t *dap, const cJSON *request);
uint32_t dap_thread_of(const dap_t *dap, uint32_t group, uint32_t invocation);
/* Chooses the subgroup that a thread is, and its first active lane; a lane of it that is chosen already stays. Returns
 * false if the thread does not run. */
bool dap_choose_thread(dap_t *dap, uint32_t thread);
/* Finds the variable or part that a client named by its container's reference and its own name. */
bool dap_find_child(dap_t *dap, uint32_t reference, const char *name, nbl_thing_t *thing);
/* Returns the wave of the chosen invocation; *lane receives its lane there. NULL: the invocation does not run. */
nbl_wave_t *dap_chosen(const dap_t *dap, uint32_t *lane);

/* dap_difference.c: called when a run has ended. Returns whether the run must begin again, to find the difference or to
 * stop at it. */
bool dap_look_for_difference(dap_t *dap);
/* Called at the difference: chooses the invocation that stored it. */
void dap_choose_difference(dap_t *dap);
void dap_stores(void *user, const unsigned char *at, uint32_t bytes);
void dap_free_difference(dap_t *dap);

#endif
