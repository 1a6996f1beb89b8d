/* Debugs a run: stops at lines, steps, goes back in time, shows variables.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The run has the same turns as without the debugger, by the same seed. A moment is a number: 2 n is before the n-th
 * operation, 2 n + 1 after it; n counts from the run's beginning, checkpoints or not. To go back, the run is restored
 * at the last checkpoint before the wanted moment and runs on to it.
 */
#ifndef NBL_HOST_INTERPRETER_DEBUG_H
#define NBL_HOST_INTERPRETER_DEBUG_H

#include "interpreter/machine.h"

typedef enum nbl_debug_goal_t {
    NBL_DEBUG_GO,      /* on to the next breakpoint */
    NBL_DEBUG_STEP,    /* on to the next line of the chosen unit, or to a breakpoint */
    NBL_DEBUG_GO_BACK, /* back to the last breakpoint before now */
    NBL_DEBUG_STEP_BACK,
    NBL_DEBUG_GO_TO /* to the moment `target`, or to the end, without a stop: on from the checkpoint before `from` */
} nbl_debug_goal_t;

/* The unit that a step moves: the chosen invocation, its subgroup, or its workgroup up to the next barrier. */
typedef enum nbl_debug_unit_t { NBL_DEBUG_LANE, NBL_DEBUG_SUBGROUP, NBL_DEBUG_BARRIER } nbl_debug_unit_t;
typedef enum nbl_debug_depth_t { NBL_DEBUG_OVER, NBL_DEBUG_IN, NBL_DEBUG_OUT } nbl_debug_depth_t;

typedef enum nbl_debug_reason_t {
    NBL_DEBUG_NOTHING = 0,
    NBL_DEBUG_ENTRY,
    NBL_DEBUG_STEPPED,
    NBL_DEBUG_BREAKPOINT,
    NBL_DEBUG_STORED,  /* an invocation stored to watched bytes */
    NBL_DEBUG_FINDING, /* there is a finding: the report's last one */
    NBL_DEBUG_PAUSED,
    NBL_DEBUG_END,
    NBL_DEBUG_ARRIVED,  /* at `target` */
    NBL_DEBUG_BEGINNING /* it went back and met nothing to stop at */
} nbl_debug_reason_t;

/* Watched bytes of an object: a store to them stops the run. */
typedef struct nbl_debug_watch_t {
    const unsigned char *data;
    uint64_t bytes;
    uint32_t group; /* shared memory: the workgroup whose memory is watched; NBL_NONE: of all workgroups */
} nbl_debug_watch_t;

enum { NBL_DEBUG_MOST_WATCHES = 64 };

struct nbl_checkpoint_t;
struct nbl_debug_wave_t;

typedef struct nbl_debug_t {
    /* ---- set by the caller before the run */
    void *user;
    /* Called when the run has stopped. After it returns, the run goes on as `goal` says, or ends if `leaves`. */
    void (*stopped)(void *user, nbl_debug_reason_t reason);
    /* Called often while the run goes on. Returns whether it must stop. */
    int (*poll)(void *user);
    /* Returns a lane of `mask` in which the condition of a line's breakpoint holds; NBL_NONE: none. */
    uint32_t (*breaks)(void *user, uint32_t line, const uint32_t *mask);
    /* Called before each store of a lane to memory, at the moment `now`, if `tells_stores`. */
    void (*stores)(void *user, const unsigned char *at, uint32_t bytes);
    uint64_t memory_limit; /* bytes, of the run and its checkpoints; 0: 2 GiB */

    /* ---- may change while it is stopped */
    nbl_debug_goal_t goal;
    nbl_debug_unit_t unit;
    nbl_debug_depth_t depth;
    uint32_t group, invocation; /* the chosen invocation: its workgroup's number, and its number in the workgroup */
    uint32_t issues;            /* which findings stop the run: a bit for each nbl_interpreter_issue_t */
    uint8_t stops_at_entry, leaves;
    uint8_t *has_break; /* by number of a line: 1 if it has a breakpoint */
    nbl_debug_watch_t watches[NBL_DEBUG_MOST_WATCHES];
    uint32_t watch_count;
    uint64_t from, target;
    uint8_t tells_stores;

    /* ---- to be read while it is stopped */
    nbl_machine_t *m;
    nbl_wave_t *wave; /* the wave that was running; NULL: none */
    uint32_t op;      /* the operation that it stands at, or has just made */
    uint64_t now;     /* the moment */
    uint8_t has_ended;
    uint32_t *line_of;  /* by operation: number of its line, from 1 on; 0: none */
    nbl_place_t *lines; /* by number of a line */
    uint32_t line_count;
    double spacing; /* seconds of running between checkpoints */
    double ran;     /* seconds of running since the beginning; going back takes none */
    uint32_t checkpoint_count;
    uint8_t is_short_of_memory; /* checkpoints were dropped, or none could be made */

    /* ---- debug.c's and checkpoint.c's own */
    jmp_buf again;
    struct nbl_debug_wave_t *waves; /* one for each wave of the resident workgroups */
    uint64_t until;                 /* the moment at which a run from a checkpoint stops; 0: it does not */
    nbl_debug_reason_t reason;      /* the reason for stopping there */
    uint64_t found;                 /* while looking back: the last moment so far that fits the goal; 0: none yet */
    nbl_debug_reason_t found_reason;
    uint32_t found_group, found_invocation;
    uint8_t looks_back;
    uint8_t is_new, is_stored; /* the operation made a finding; it stores to watched bytes */
    uint32_t storing_lane;     /* if it does: by this lane of the wave */
    uint64_t findings;
    uint64_t origin; /* the moment at which going back began */
    uint32_t start_depth, start_barriers;
    uint32_t polls_left;
    double clock, checkpoint_at;
    struct nbl_checkpoint_t *checkpoints;
    uint32_t checkpoint_capacity, at_checkpoint;
    uint64_t checkpoint_bytes;
    uint8_t entered;
} nbl_debug_t;

/* What the debugger knows of a wave. */
typedef struct nbl_debug_wave_t {
    /* by depth of calls: the number of its line there, 0: none yet; the order of its last block; the lines that it has
     * passed since a loop's iteration began: 0, 1, or 2 for several */
    uint32_t lines[80], orders[80];
    uint8_t passed[80];
    uint32_t depth;
    uint32_t op; /* its last operation */
} nbl_debug_wave_t;

/* Runs a dispatch under a debugger, whose first part the caller has filled in. There is no proof and no limit of
 * time. */
nbl_result_t nbl_interpreter_run_debugged(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                          nbl_interpreter_report_t *report, nbl_debug_t *debug);
/* Numbers the lines of a program, before the run: fills in line_of, lines and has_break. Returns 0 if there is no
 * memory. */
int nbl_debug_number_lines(nbl_debug_t *debug, const nbl_interpreter_t *interpreter);
void nbl_debug_free(nbl_debug_t *debug);

/* checkpoint.c: makes a checkpoint of the state, and drops others if there is no room. Returns whether it was made. */
int nbl_checkpoint_make(nbl_debug_t *debug);
/* Goes back to a checkpoint, by its number, and forgets later ones. */
void nbl_checkpoint_restore(nbl_debug_t *debug, uint32_t number);
/* Returns the number of the last checkpoint at or before a moment; NBL_NONE: none. */
uint32_t nbl_checkpoint_before(const nbl_debug_t *debug, uint64_t moment);
/* Returns the longest time of running between neighbouring checkpoints, or from the last one until now, in seconds. */
double nbl_checkpoint_gap(const nbl_debug_t *debug);
void nbl_checkpoints_free(nbl_debug_t *debug);

/* Returns the wave that an invocation of a workgroup is in; NULL: the workgroup is not resident. */
nbl_wave_t *nbl_debug_wave(const nbl_debug_t *debug, uint32_t group, uint32_t invocation);
/* Returns the operation that a frame of a wave stands at. depth: 0 is the entry point's frame. */
uint32_t nbl_debug_op(const nbl_debug_t *debug, const nbl_wave_t *w, uint32_t depth);

/* ---- inspect.c: values by name */

/* Where a value is: in registers of a lane, or in memory. */
typedef struct nbl_thing_t {
    const nbl_type_t *type;
    const nbl_wave_t *wave;    /* the wave whose registers hold it; NULL: it is in memory */
    uint32_t lane;             /* the lane of the wave */
    const uint32_t *registers; /* NULL: `row` and those behind it */
    uint32_t row;
    const nbl_object_t *object;
    uint64_t byte;
    uint32_t matrix_stride;
    uint8_t row_major;
} nbl_thing_t;

typedef struct nbl_scalar_t {
    uint64_t bits;
    uint8_t kind; /* nbl_type_kind_t: BOOL, INT or FLOAT */
    uint8_t width, is_signed, is_undefined;
} nbl_scalar_t;

typedef struct nbl_writer_t {
    uint32_t workgroup, invocation;
    nbl_interpreter_place_t place;
} nbl_writer_t;

typedef enum nbl_variables_t {
    NBL_VARIABLES_LOCALS, /* and parameters, of a frame's function */
    NBL_VARIABLES_BUILT_IN,
    NBL_VARIABLES_GLOBALS, /* of an invocation */
    NBL_VARIABLES_SHARED,
    NBL_VARIABLES_RESOURCES,
    NBL_VARIABLES_COUNT
} nbl_variables_t;

/* Finds variable number `index` of a scope, for a lane in a frame. Returns 0 if the scope has no more. */
int nbl_inspect_variable(const nbl_debug_t *debug, nbl_variables_t scope, const nbl_wave_t *w, uint32_t lane,
                         uint32_t depth, uint32_t index, const char **name, nbl_thing_t *thing);
/* Returns whether a variable cannot be named where the frame stands: its scope has ended or not begun, or an inner
 * variable has the name. 0 where debug information has no scopes. */
int nbl_inspect_is_hidden(const nbl_debug_t *debug, nbl_variables_t scope, const nbl_wave_t *w, uint32_t lane,
                          uint32_t depth, uint32_t index);
/* Finds a variable by its name; of several the innermost. Returns 0 if no variable has the name. */
int nbl_inspect_find(const nbl_debug_t *debug, const nbl_wave_t *w, uint32_t lane, uint32_t depth, const char *name,
                     size_t length, nbl_thing_t *thing);
uint64_t nbl_inspect_count(
    const nbl_thing_t *thing); /* returns its parts; 0: a scalar, or a value that cannot be shown */
int nbl_inspect_part(const nbl_debug_t *debug, const nbl_thing_t *thing, uint64_t index, char *name, size_t bytes,
                     nbl_thing_t *part);
int nbl_inspect_scalar(const nbl_debug_t *debug, const nbl_thing_t *thing, nbl_scalar_t *scalar);
/* Write the text of a value, which shows its first parts only, and the text of its type; cut to `bytes`, as by
 * snprintf(). */
void nbl_inspect_text(const nbl_debug_t *debug, const nbl_thing_t *thing, char *text, size_t bytes);
void nbl_inspect_type(const nbl_debug_t *debug, const nbl_type_t *type, char *text, size_t bytes);
void nbl_scalar_text(const nbl_scalar_t *scalar, char *text, size_t bytes);
/* Finds the invocation that stored to a value in memory last. Returns 0 if no invocation did, or it is not known. */
int nbl_inspect_writer(const nbl_debug_t *debug, const nbl_thing_t *thing, nbl_writer_t *writer);
/* Returns the text of a file that the module carries, to be freed; NULL: it carries none. */
char *nbl_inspect_source(const nbl_interpreter_t *interpreter, const char *file);

#endif
