/* The state of a run: registers of waves, workgroups, memory, the checker.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   run.c       a run, and the runs of a proof
 *   group.c     memory, objects, workgroups and their waves
 *   turns.c     which wave runs next
 *   execute.c   blocks and their operations
 *   registers.c what registers hold: one value for all lanes, or one for each
 *   undefined.c which bits of a value are undefined
 *   memory.c    loads, stores, atomic accesses
 *   image.c     images and samplers
 *   subgroup.c  operations of subgroups
 *   check.c     races: accesses that nothing orders
 *   prove.c     proofs: where data decides
 *   ticket.c    tickets: values that no two invocations have in common
 *   stored.c    what an invocation stored to
 *   hold.c      tests of proofs by the accesses of other runs
 *   schedules.c orders of turns that give another result
 *   report.c    findings as text
 *   element.c   the number that a byte of a buffer belongs to
 *   debug.c     where a debugger stops
 *   checkpoint.c  states of a run that a debugger goes back to
 *   inspect.c   variables by name
 *
 * A wave is a group of lanes that run together: a whole workgroup, or, with --by-subgroups, a subgroup.
 */
#ifndef NBL_HOST_INTERPRETER_MACHINE_H
#define NBL_HOST_INTERPRETER_MACHINE_H

#include "interpreter/program.h"
#include "nbl/host/interpreter.h"
#include "nbl/lang/emulator.h"

#define NBL_FLAG_DATA 1u
#define NBL_FLAG_UNDEFINED 2u
#define NBL_FLAG_CONSTANTS 4u
#define NBL_FLAG_ATOMICS 8u
#define NBL_FLAG_SUBGROUPS 16u
#define NBL_FLAG_ROUNDING 32u
/* Of an address, beside another flag: that one decides the object, too, and not only the element. */
#define NBL_FLAG_OBJECT 64u
/* Flags of values that may differ in another run of the dispatch. */
#define NBL_FLAGS_DECIDING \
    (NBL_FLAG_DATA | NBL_FLAG_UNDEFINED | NBL_FLAG_CONSTANTS | NBL_FLAG_ATOMICS | NBL_FLAG_ROUNDING)

/* A ticket, scale * ticket + rest: see ticket.c. */
typedef struct nbl_ticket_t {
    uint32_t counter; /* the counter's number; NBL_NONE: no counter, the value lies from low to high */
    uint64_t scale;
    int64_t low, high;
} nbl_ticket_t;
struct nbl_tag_t;

/* A register of a wave. Values of lanes that have left its function are lost. */
typedef struct nbl_row_t {
    uint64_t value;  /* the value of all lanes, if uniform */
    void *data;      /* 4 or 8 bytes a lane, room for 8; NULL until it is needed */
    uint8_t *shadow; /* flags of each lane, if mixed */
    uint64_t *holes; /* by lane: its undefined bits, if partial; else all bits of a lane with the flag UNDEFINED are */
    struct nbl_tag_t *tag;
    uint8_t uniform, expanded, mixed, flags;
    uint8_t tagged; /* `tag` is valid */
    uint8_t partial;
} nbl_row_t;

/* ---- the checker */

typedef struct nbl_record_t {
    uint32_t stamp; /* 0: none */
    uint32_t who;   /* workgroup * invocations + invocation */
    uint32_t site;
} nbl_record_t;

/* The last accesses to 1024 elements: to each the last write, two reads and two atomic accesses. An element is a dword;
 * of an object that is `fine`, a byte. A kind of access that no element has seen takes no memory. */
#define NBL_CELLS_OF_PAGE 1024u
#define NBL_WROTE 1u      /* one of the two atomic accesses that are kept wrote */
#define NBL_EVER_WROTE 2u /* any atomic access wrote, a forgotten one, too */

typedef struct nbl_page_t {
    nbl_record_t write[NBL_CELLS_OF_PAGE];
    nbl_record_t (*read)[2], (*atomic)[2];
    uint8_t *atomic_wrote; /* NBL_WROTE, NBL_EVER_WROTE */
} nbl_page_t;

typedef struct nbl_interval_t { /* of addresses low to end - 1; empty if both are 0 */
    uint64_t low, end;
} nbl_interval_t;

typedef struct nbl_object_t {
    unsigned char *data;
    uint64_t bytes;
    uint32_t global; /* number of the program's variable; NBL_NONE: a buffer that shaders reach only by its address */
    uint64_t address;
    uint32_t width, height, depth, levels;
    const nbl_interpreter_sampler_t *sampler; /* NULL: none was given */
    const void *bound;                        /* the run's data */
    uint32_t same;   /* number of the object of another binding whose memory this is; 0: it has its own */
    uint32_t memory; /* number of the run's memory at a device address, from 1 on; 0: none */
    uint64_t shift;  /* where this one begins in the object `same`, bytes */
    nbl_page_t **pages;
    uint8_t *flags;    /* by dword; only for shared memory and objects that the shader writes */
    uint8_t *holes;    /* by dword: a bit for each undefined byte; NULL: no byte is undefined */
    uint32_t *origins; /* by dword: see trace.c; NULL: no dword has an origin */
    uint32_t element;  /* its index in an array of descriptors */
    uint8_t kind, owned, fine, missing;
    uint8_t made_up; /* its size is made up */
    uint8_t written, nearest;
    uint8_t fixed; /* in a proof: its contents count as constants, not as data */
    /* in a proof, kinds of access since the last barrier: at addresses that data decides, at known ones; its contents
     * are data */
    uint8_t wild, seen, tainted;
    uint8_t outlasts; /* some of these accesses are private: no barrier orders them */
    uint32_t wild_op, wild_flags;
    /* kinds of access at addresses made of tickets, and the range around a ticket that they take */
    uint8_t by_ticket, tickets_clash;
    uint8_t counts, counts_otherwise; /* it holds a counter; atomic accesses that are no counter's change it */
    /* by kind of access: the range of known addresses; the range of addresses that data decides within bounds */
    nbl_interval_t seen_in[4], bounded_in[4];
    uint8_t bounded;
    nbl_ticket_t ticket;
    uint32_t *readers; /* by dword: the invocation that read it, if entries are declared to be distinct */
} nbl_object_t;

/* Where an address leads: the object, the addresses of the binding from begin to end - 1, the address of the object's
 * byte 0. */
typedef struct nbl_location_t {
    nbl_object_t *object;
    uint64_t begin, end, zero;
} nbl_location_t;

/* A buffer that shaders reach by a device address. */
typedef struct nbl_region_t {
    uint64_t address;
    uint32_t object;
} nbl_region_t;

typedef struct nbl_counter_t {
    nbl_object_t *object;
    uint64_t byte, step; /* where it is in its object, and how much an atomic access adds at least */
    uint32_t bytes, group;
    uint8_t drawn, up, ended, spoilt, relied;
} nbl_counter_t;

/* Bytes up to which a made-up buffer may grow; an index beyond is the shader's fault; chosen. */
#define NBL_MOST_MADE_UP ((uint64_t)1 << 30)

#define NBL_ACCESS_READ 1u
#define NBL_ACCESS_WRITE 2u
#define NBL_ACCESS_ATOMIC 4u

typedef struct nbl_site_t {
    uint32_t op;    /* number of the program's operation */
    uint32_t chain; /* number of the chain of calls */
} nbl_site_t;

typedef struct nbl_chain_t {
    uint32_t parent, call; /* the chain of the caller, and the operation that calls */
} nbl_chain_t;

/* Accesses that are ordered before an invocation's: those of some invocations, up to a stamp. */
typedef struct nbl_known_t {
    uint32_t group, first, last, stamp;
    uint32_t classes; /* of memory, a bit each */
} nbl_known_t;
typedef struct nbl_knowledge_t {
    nbl_known_t *known;
    uint32_t count, capacity;
} nbl_knowledge_t;

typedef struct nbl_agent_t {
    nbl_knowledge_t knows, pending, released;
    uint8_t has_released, released_scope;
    uint8_t hands_on; /* classes of memory, a bit each, that fences have released since the last barrier */
} nbl_agent_t;

typedef struct nbl_release_t { /* what a release at an address handed out */
    const unsigned char *address;
    nbl_knowledge_t knowledge;
    uint8_t scope;
    uint32_t who;
} nbl_release_t;

enum { NBL_CLASS_SHARED, NBL_CLASS_BUFFER, NBL_CLASS_IMAGE, NBL_CLASSES };

/* ---- waves and workgroups */

/* In a proof: the arm of a branch that data decides by which lanes reached a block; 0: none. */
typedef struct nbl_arrival_t {
    uint32_t arm;
    uint8_t straight; /* directly from the branch */
    uint8_t meets;    /* arms meet in this block */
} nbl_arrival_t;

typedef struct nbl_frame_t {
    uint32_t procedure, chain, call; /* call: the operation that called the function */
    uint32_t block, op;              /* the block that runs, and the operation in it */
    uint32_t *mask;                  /* of the block that runs, by lane: ~0 if the lane takes part, else 0 */
    nbl_arrival_t *arrivals;         /* in a proof: by slot of a decision, how lanes came to the block that runs */
    uint32_t active, live;           /* lanes in mask; lanes that have not left the function */
    uint32_t waiting_count;
    uint32_t decision_base; /* in a proof: decisions that callers have made */
} nbl_frame_t;

typedef struct nbl_flow_t {   /* the lanes of a wave in a function */
    uint32_t **masks;         /* by block: the lanes that wait there; NULL until it was used */
    nbl_arrival_t **arrivals; /* in a proof: by block, then by slot of a decision */
    uint32_t *waiting;        /* blocks at which lanes wait */
    uint8_t *is_waiting;
    uint32_t *entry_mask, *live_mask;
} nbl_flow_t;

typedef struct nbl_saved_t {
    uint32_t row;
    uint64_t value;
    uint32_t *data;
    uint8_t *shadow;
    uint64_t *holes;
    uint8_t uniform, mixed, flags, partial;
} nbl_saved_t;

/* In a proof: a branch that data decides and whose arms have not met yet. */
typedef struct nbl_decided_t {
    uint32_t frame, block, until; /* until: block; NBL_NONE: the end of the function */
    uint32_t op, sources, rounds;
    /* When the iteration began that stands for all: the number of saved variables, and of changes of memory to data. */
    uint32_t widened, news;
    uint32_t slot;      /* in arrivals */
    uint32_t first_arm; /* the number of its first arm, a new one whenever the branch runs */
    uint8_t uniform, loops, returns;
    uint8_t passed; /* all invocations that have not left have come together again */
    uint32_t *lanes;
    uint8_t *ran; /* by block: 1 if it ran; only for a loop */
    nbl_saved_t *saved;
    uint32_t saved_count, saved_capacity;
} nbl_decided_t;

struct nbl_machine_t;

typedef enum nbl_wave_state_t {
    NBL_WAVE_RUNS = 0,
    NBL_WAVE_AT_BARRIER,
    NBL_WAVE_YIELDS,
    NBL_WAVE_ENDED
} nbl_wave_state_t;

typedef struct nbl_wave_t {
    struct nbl_group_t *group;
    uint32_t first, lanes;
    nbl_row_t *rows;
    nbl_flow_t *flows; /* by procedure */
    nbl_frame_t frames[80];
    uint32_t depth;
    nbl_wave_state_t state;
    uint32_t barrier_op, barrier_semantics, barrier_fences;
    uint32_t fence_semantics; /* semantics of the fences of all lanes since the last barrier that acquire and release */
    uint32_t release_stamp[NBL_CLASSES]; /* by class: the time of the last fence that released; 0: none */
    uint64_t *scratch[4];                /* four arrays with a number for each lane */
    uint8_t *scratch_flags;
    uint32_t *ones;
    nbl_decided_t *decided;
    uint32_t decided_count, decided_capacity;
    nbl_decided_t *branching; /* the decision whose arms are being entered; NULL: none */
    uint32_t arms;            /* how many arms were numbered so far */
    uint8_t *slots;           /* by slot: 1 if a decision has it */
    uint64_t *phi_values;     /* sources of phis, which are copied in parallel */
    size_t phi_capacity;
    /* By register, then by lane: see trace.c. NULL: nothing is traced, or the register has no origin. */
    uint32_t **origins;
} nbl_wave_t;

typedef struct nbl_group_t {
    uint32_t index, id[3];
    nbl_object_t *shared; /* by object number; only shared memory's entries are used */
    nbl_wave_t *waves;
    uint32_t wave_count;
    uint32_t began, barriers, barrier_stamp;
    uint32_t released[NBL_CLASSES]; /* by class: the time up to which all lanes had released before the last barrier */
    uint32_t start[NBL_CLASSES];
    uint32_t *subgroup_start; /* by subgroup and class */
    nbl_agent_t *agents;      /* by invocation; NULL until something is acquired or released */
    nbl_knowledge_t common;
    nbl_knowledge_t handed; /* what fences released before barriers, for fences behind them */
    uint8_t running;
} nbl_group_t;

/* A turn: a wave's run to its next atomic access or barrier. A wave's number, `who`, is its workgroup's number * the
 * waves of a workgroup + its number there. */
#define NBL_MOST_TOUCHES 8u
typedef struct nbl_turn_t {
    uint64_t enabled; /* waves that could have run instead, a bit for each of the first 64 */
    uint64_t asleep;  /* of these, the ones that sleep: see schedules.c */
    uint32_t who, op, touched;
    uint8_t touched_more; /* it accessed more elements than there is room for */
    struct {
        uint64_t address;
        int changes;
    } touches[NBL_MOST_TOUCHES];
} nbl_turn_t;
typedef struct nbl_turns_t {
    nbl_turn_t *turns;
    uint32_t count, capacity; /* turns of the run, which may be more than the capacity */
    /* In a search: waves that sleep from that turn on, and their next turns. A sleeping wave is passed over until a
     * turn comes that depends on its next one. If all other waves have ended or wait, the run is cut off. */
    uint64_t asleep;
    const nbl_turn_t *sleeping[64];
    uint32_t from;
    uint8_t cut_off;
} nbl_turns_t;

/* The accesses of a proof, to test it by other runs: see hold.c. */
typedef struct nbl_held_t {
    uint64_t *keys;
    size_t count, room;
    uint8_t *anywhere; /* by operation: 1 if data decides its addresses */
    uint64_t compared, beyond;
} nbl_held_t;

/* The head of each piece of memory that a run takes. The pieces form a list, so that all are freed after an error,
 * too. */
typedef struct nbl_piece_t {
    struct nbl_piece_t *before, *after;
    size_t bytes, unused;
} nbl_piece_t;

struct nbl_interpreter_t {
    nbl_program_t program;
};

/* Where the loop over turns is: a run continues from here after a debugger's checkpoint. */
typedef struct nbl_standing_t {
    uint64_t next;     /* the workgroup that begins next */
    uint32_t running;  /* workgroups that have not ended */
    uint32_t at, from; /* the resident workgroup whose turn it is, and the first of its waves that may run */
    /* if turns are noted: the wave that had the last one, and how many the list has named so far */
    uint32_t last, named;
    uint32_t blocks; /* blocks that the wave has run in its turn */
    struct nbl_wave_t *wave;
    uint8_t begun;   /* the first workgroups have begun */
    uint8_t in_turn; /* the wave is chosen already */
    uint8_t goes_on; /* the turn continues: it is not at its beginning */
} nbl_standing_t;

typedef struct nbl_machine_t {
    const nbl_program_t *program;
    const nbl_interpreter_run_t *run;
    nbl_interpreter_report_t *report;
    /* By number: the program's, buffers at device addresses, memory in which several overlap; groups hold shared
     * memory. */
    nbl_object_t *objects;
    uint32_t object_count;
    nbl_region_t *regions; /* buffers at device addresses, sorted by address */
    uint32_t region_count;
    uint32_t invocations, subgroup_size, wave_lanes;
    uint32_t groups[3];
    uint64_t group_total;
    nbl_group_t *resident; /* workgroups that run at once */
    uint32_t resident_count;
    uint64_t steps_left, step_limit, memory, memory_limit;
    uint64_t work;       /* operations times lanes so far */
    uint64_t look;       /* the work at which the clock is read next */
    double began, shown; /* seconds: when the run began, and when its progress was told last */
    double began_work;   /* when the run began, in seconds of processor time */
    nbl_interpreter_part_t part;
    const nbl_interpreter_report_t *told; /* the report that progress shows */
    /* operations that stored so far, and at the last atomic access that changed something */
    uint64_t stores, idle_since;
    uint32_t idle_atomics; /* atomic accesses since then */
    uint32_t clock;
    nbl_site_t *sites;
    uint32_t site_count, site_capacity;
    uint32_t *site_table; /* a hash table of sites' numbers, open addressing; 0: free */
    uint32_t site_table_size;
    nbl_chain_t *chains;
    uint32_t chain_count, chain_capacity;
    nbl_release_t *releases;
    uint32_t release_count, release_capacity;
    uint8_t *blocks_run; /* by procedure, then by block, in one array: 1 if the block ran */
    uint32_t *first_block;
    uint8_t checks, proves, failed, subgroups_matter;
    uint8_t shares;             /* several waves take turns, so that none may run for ever */
    uint8_t accesses_privately; /* check.c: the access that is being checked is private */
    uint8_t writes_data;        /* in a proof: the access that is being checked stores data */
    uint32_t deciding;          /* flags of values that may differ in another run: for this part of the proof */
    uint32_t undefined_op;      /* the operation that read an undefined value last */
    nbl_standing_t standing;
    struct nbl_debug_t *debug; /* NULL: no debugger */
    struct nbl_trace_t *trace; /* NULL: no watches */
    nbl_turns_t *turns;        /* where turns are noted; NULL: they are not */
    nbl_turn_t *turn;          /* the turn that runs; NULL: turns are not noted */
    nbl_counter_t *counters;
    uint32_t counter_count;
    nbl_held_t *held; /* accesses of a proof that is tested; NULL: none is */
    uint32_t news;    /* in a proof: how often memory became data */
    uint64_t random;
    nbl_piece_t *pieces;
    uint32_t unused; /* pieces that were given back and are kept for reuse; under a debugger all are kept */
    jmp_buf stop;    /* where a run ends after an error */
} nbl_machine_t;

_Noreturn void nbl_machine_stop(nbl_machine_t *m, nbl_result_t result, const char *format, ...) NBL_PRINTF(3, 4);
/* Ends a run that accesses what the caller has not bound. */
_Noreturn void nbl_tell_unbound(nbl_machine_t *m, const nbl_op_t *op, const char *format, ...) NBL_PRINTF(3, 4);
/* Returns zeroed memory that counts against the run's limit. Ends the run if the limit is reached or memory runs
 * out. */
void *nbl_machine_take(nbl_machine_t *m, size_t count, size_t bytes);
void nbl_machine_give(nbl_machine_t *m, void *memory);

/* group.c: makes objects, workgroups and waves once; begins a workgroup when its turn comes. */
void nbl_objects_make(nbl_machine_t *m);
void nbl_group_make(nbl_machine_t *m, nbl_group_t *group);
void nbl_group_begin(nbl_machine_t *m, nbl_group_t *group, uint32_t index);
/* Returns whether compute shaders have a built-in variable. */
int nbl_has_input(uint32_t builtin);

/* turns.c: runs all workgroups of the dispatch. */
void nbl_turns_run(nbl_machine_t *m);
/* Returns whether two turns access the same element and one of them changes it. */
int nbl_turns_depend(const nbl_turn_t *a, const nbl_turn_t *b);
/* Wakes sleeping waves whose next turn depends on this one. */
void nbl_turns_wake(nbl_turns_t *turns, const nbl_turn_t *turn);
void nbl_interpreter_turn(uint32_t turn, uint32_t workgroup, uint32_t subgroup, const char *file, uint32_t line);

/* run.c: does what nbl_interpreter_run() does, and notes the turns. */
nbl_result_t nbl_interpreter_run_turns(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                       nbl_interpreter_report_t *report, nbl_turns_t *turns);

/* Does what nbl_interpreter_run() does, and compares its accesses with a proof's; the run that proves notes them. */
nbl_result_t nbl_interpreter_run_held(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                      nbl_interpreter_report_t *report, nbl_held_t *held);

/* hold.c: forgets all accesses. */
void nbl_held_clear(nbl_held_t *held, const nbl_program_t *program);
/* Notes or compares a lane's access to memory that is checked. */
void nbl_hold_access(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint64_t address, uint32_t lane);

/* registers.c */
const void *nbl_row_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
static inline int nbl_row_is_wide(const nbl_machine_t *m, uint32_t row) { return m->program->registers[row].wide; }
static inline uint64_t nbl_row_lane(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    const nbl_row_t *r = &w->rows[row];
    if (r->uniform || r->data == NULL) return r->value;
    return nbl_row_is_wide(m, row) ? ((const uint64_t *)r->data)[lane] : ((const uint32_t *)r->data)[lane];
}
/* Makes a register hold a value for each lane, and returns the values, to be written. */
void *nbl_row_open(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
/* Does what nbl_row_open() does, without keeping old values: all lanes will be written. */
void *nbl_row_fresh(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
void nbl_row_set_lane(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint32_t lane, uint64_t value);
/* Write one value, or one for each lane, in the mask's lanes.
 *
 * whole  the mask has all lanes that still need the register */
void nbl_row_set_uniform(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint64_t value, const uint32_t *mask,
                         int whole);
void nbl_row_set_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const void *values, const uint32_t *mask,
                       int whole);
/* Returns a lane's flags. */
static inline uint8_t nbl_row_flag(const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    const nbl_row_t *r = &w->rows[row];
    return r->mixed ? r->shadow[lane] : r->flags;
}
void nbl_row_set_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint8_t flags, const uint32_t *mask, int whole);
void nbl_row_set_flag_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint8_t *flags, const uint32_t *mask,
                            int whole);
uint8_t nbl_row_any_flags(const nbl_wave_t *w, uint32_t row, const uint32_t *mask);
void nbl_row_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask, int whole);
/* Returns a lane's undefined bits. Setting the flag UNDEFINED makes all bits undefined; nbl_row_set_holes(), called
 * after it, says which are. */
static inline uint64_t nbl_row_holes(const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    if (!(nbl_row_flag(w, row, lane) & NBL_FLAG_UNDEFINED)) return 0;
    return w->rows[row].partial ? w->rows[row].holes[lane] : ~(uint64_t)0;
}
void nbl_row_set_holes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint64_t *holes, const uint32_t *mask);

/* undefined.c: called after an operation whose result has undefined bits in some lanes: finds out which bits. */
void nbl_bits_refine(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op, int whole);

/* execute.c: begins a wave, and runs it until it waits or ends. */
void nbl_wave_begin(nbl_machine_t *m, nbl_wave_t *w);
void nbl_wave_run(nbl_machine_t *m, nbl_wave_t *w);
static inline int nbl_wave_whole(const nbl_frame_t *frame) { return frame->active == frame->live; }
/* Returns whether the frame's active lanes are all lanes that still run in the wave: then a variable of another
 * function, or of the module, has one value after they write it. */
static inline int nbl_is_all(const nbl_wave_t *w, const nbl_frame_t *frame) {
    return frame->active == w->frames[0].live;
}

/* operate.c: one operation each. What an undefined value decides is told where it decides. */
void nbl_tell_undefined(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t row, const char *what);
void nbl_taint_variable(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_kernel(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_index(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_gather(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_scatter(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_length(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_component(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
void nbl_execute_replace(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op);
uint32_t nbl_first_lane(const nbl_wave_t *w, const uint32_t *mask);

/* debug.c: runs the dispatch under m->debug. execute.c then calls the next three functions: where a block may begin,
 * before and after each operation of the wave's innermost frame. */
void nbl_debug_run(nbl_machine_t *m);
void nbl_debug_block(nbl_machine_t *m, nbl_wave_t *w);
void nbl_debug_before(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame);
void nbl_debug_after(nbl_machine_t *m, nbl_wave_t *w, uint32_t op);

/* memory.c */
void nbl_execute_load(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_store(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_atomic(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
nbl_object_t *nbl_object_at(nbl_machine_t *m, const nbl_group_t *group, uint64_t address);
/* Returns the byte of its object that an address means. */
uint64_t nbl_byte_at(const nbl_machine_t *m, uint64_t address);
/* image.c: returns the number of an image's texels in all levels. */
uint64_t nbl_image_texels(const nbl_type_t *type, const nbl_object_t *object);
/* Returns an object's variable; for an object without one, a variable whose name says so. */
const nbl_global_t *nbl_global_of(const nbl_machine_t *m, const nbl_object_t *object);
/* Returns the binding that a byte of an object belongs to, the first one if several overlap there; *byte becomes the
 * binding's. */
const nbl_object_t *nbl_window_at(const nbl_machine_t *m, const nbl_object_t *object, uint64_t *byte);
/* Finds where an address leads. Returns 0: nowhere. */
int nbl_locate(nbl_machine_t *m, const nbl_group_t *group, uint64_t address, nbl_location_t *place);
/* Finds where an operation's address leads: nowhere, if it is outside of the variable that the operation names. */
int nbl_locate_of(nbl_machine_t *m, const nbl_group_t *group, const nbl_op_t *op, uint64_t address,
                  nbl_location_t *place);

/* trace.c: where the bits of numbers come from. nbl_trace_operation() is called before the operation. */
void nbl_trace_make(nbl_machine_t *m);
void nbl_trace_begin(nbl_machine_t *m, nbl_group_t *group);
void nbl_trace_operation(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* Gives registers the origins of other registers, all at once. from: every step-th entry of the list; NULL: they get
 * none. */
void nbl_trace_rows(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *to, const uint32_t *from, uint32_t count,
                    uint32_t step, const uint32_t *mask);
void nbl_trace_return(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *call, const uint32_t *mask);
/* Traces a texel that a lane reads or writes. */
void nbl_trace_texel(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint64_t texel,
                     uint32_t lane);
/* Traces that a lane receives the number of another lane. first: of the first active one, which no operand names. */
void nbl_trace_shuffle(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint32_t source, int first);
/* Fills in why the number at a byte of an object may have other bits on a device. */
void nbl_trace_tell(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, nbl_interpreter_watch_t *watch);

/* operate.c: the register of a variable that an operation reaches by number; NBL_NONE if no register has that
 * number. */
uint32_t nbl_variable_row(const nbl_machine_t *m, const nbl_op_t *op, uint64_t number);

/* image.c: whether a store of texels rounds floats, or a device may by a format that the module does not say. */
int nbl_image_rounds(const nbl_op_t *op);

/* image.c, subgroup.c */
void nbl_execute_image(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_texel(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_product(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op); /* cooperative.c */
void nbl_execute_subgroup(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);

/* check.c */
void nbl_race_watch(nbl_machine_t *m, nbl_interpreter_watch_t *watch);
/* stored.c: fills in what the run's bindings ask to know of stores. */
void nbl_race_stored(const nbl_machine_t *m);
void nbl_race_begin_group(nbl_machine_t *m, nbl_group_t *group);
uint32_t nbl_race_site(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op);
/* Checks an access to `bytes` bytes of an object, from `byte` on, by an invocation.
 *
 * kind     NBL_ACCESS_*, or'ed
 * written  what a plain write is about to store; else NULL */
void nbl_race_access(nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object, uint64_t byte, uint32_t bytes,
                     uint32_t kind, uint32_t invocation, uint32_t site, const void *written);
/* What the lanes of an operation share when they access an object: for a quick check, which is nearly always enough. */
typedef struct nbl_look_t {
    nbl_object_t *object;
    const nbl_group_t *group;
    uint32_t start, first, count; /* accesses before `start` by these `count` invocations are ordered before now */
} nbl_look_t;

nbl_look_t nbl_look_at(const nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object);

/* Returns whether a fence both acquires and releases. */
static inline int nbl_fence_is_full(const nbl_op_t *op) { return (op->order & 0x18u) != 0 || (op->order & 6u) == 6u; }

static inline int nbl_look_is_before(const nbl_look_t *look, const nbl_record_t *then, uint32_t who) {
    return (then->stamp < look->start && then->who - look->first < look->count) || then->who == who || then->stamp == 0;
}

/* Notes a plain read or write of one dword if all noted accesses to the dword are ordered before it. Returns 0 if they
 * are not, or it cannot be told so quickly: then call nbl_race_access(). */
static inline int nbl_look_quick(const nbl_look_t *look, uint64_t byte, nbl_record_t now, int writes) {
    nbl_page_t *const *pages = look->object->pages;
    if (pages == NULL || look->object->fine || byte % 4u != 0) return 0;
    nbl_page_t *page = pages[byte / (4u * NBL_CELLS_OF_PAGE)];
    const uint32_t at = (uint32_t)(byte / 4u) % NBL_CELLS_OF_PAGE;
    if (page == NULL || page->atomic != NULL || !nbl_look_is_before(look, &page->write[at], now.who)) return 0;
    if (writes) {
        if (page->read != NULL && (!nbl_look_is_before(look, &page->read[at][0], now.who) ||
                                   !nbl_look_is_before(look, &page->read[at][1], now.who)))
            return 0;
        page->write[at] = now;
        return 1;
    }
    if (page->read == NULL || !nbl_look_is_before(look, &page->read[at][0], now.who)) return 0;
    page->read[at][0] = now;
    if (page->read[at][1].who == now.who) page->read[at][1].stamp = 0;
    return 1;
}
void nbl_race_atomic_order(nbl_machine_t *m, nbl_group_t *group, const unsigned char *address, uint32_t invocation,
                           const nbl_op_t *op, int reads, int writes);
void nbl_race_fence_lanes(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
/* Returns whether a fence's scope includes its whole workgroup. */
int nbl_fence_reaches(nbl_machine_t *m, const nbl_op_t *op);
/* Handles a workgroup's barrier. fences: classes of memory that the barrier does not order, but fences before it do */
void nbl_race_workgroup_barrier(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics, uint32_t fences);
void nbl_race_subgroup_barrier(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *mask, uint32_t semantics);
void nbl_race_free(nbl_machine_t *m);
void nbl_race_free_group(nbl_machine_t *m, nbl_group_t *group);

/* prove.c. Returns which arms of a branch that data decides the lanes take: bit 0 the first one, bit 1 the others.
 *
 * flags  of the branch's condition */
int nbl_prove_branch(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint8_t flags);
/* Called when `count` lanes of the block that runs go to another block, before that one's phis are copied. */
void nbl_prove_go(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t count);
/* Returns what decides that the lanes are in the arm where they are. */
uint32_t nbl_prove_control_flags(const nbl_wave_t *w);
/* Called when a wave comes to a barrier. Decides that there is no proof if data decides which lanes come. */
void nbl_prove_barrier(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, int of_workgroup);
/* Returns whether either all invocations that have not left come here, or none, whatever data decides. */
int nbl_prove_is_bound(const nbl_machine_t *m, const nbl_wave_t *w);
void nbl_prove_block(nbl_machine_t *m, nbl_wave_t *w, uint32_t block); /* a block begins */
void nbl_prove_return(nbl_machine_t *m, nbl_wave_t *w);                /* a function ends */
void nbl_prove_write(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);   /* a variable is about to be written */
/* Returns what decides which operand a phi of a block takes.
 *
 * to  the block; NBL_NONE: a function's result */
uint32_t nbl_prove_phi_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t to);
void nbl_prove_free(nbl_machine_t *m, nbl_wave_t *w);
/* Reports that there is no proof: once for each place, `what` and `name`, with the sources of all of them.
 *
 * what, why  texts that outlive the machine
 * sources    NBL_FLAG_..: what decides
 * name       of the object that is accessed; "" for none */
void nbl_prove_decision(nbl_machine_t *m, const nbl_op_t *op, const char *what, const char *why, uint32_t sources,
                        const char *name);

/* prove_access.c. Notes an access by the active lanes to memory at op->a. */
void nbl_prove_access(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind);
/* Notes an access to an image's texels. coordinates: the flags of their coordinates */
void nbl_prove_texels(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind, uint8_t coordinates);
/* Finds the objects of a variable: first to end - 1; all objects, if it is unknown. */
void nbl_objects_of(const nbl_machine_t *m, uint32_t root, uint32_t *first, uint32_t *end);
/* Compares the accesses since the last call, and begins an interval. Called at a workgroup's barrier and at its end for
 * its shared memory, and at the end of the dispatch for buffers and images.
 *
 * semantics  of the barrier, SPIR-V's; UINT32_MAX at the end of the dispatch */
void nbl_prove_interval(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics);

/* ticket.c: returns whether the active lanes' values are tickets, and which. */
int nbl_ticket_of(const nbl_wave_t *w, uint32_t row, const uint32_t *mask, nbl_ticket_t *ticket);
void nbl_ticket_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask);
/* Called after an operation whose result an operand bounds. */
void nbl_ticket_bound(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* Called after an operation that has a ticket as an operand. */
void nbl_ticket_kernel(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
void nbl_ticket_index(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* Called after an atomic access. */
void nbl_ticket_draw(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* Called for a store to an object that holds counters. anywhere: data decides its addresses */
void nbl_ticket_stored(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, int anywhere);
void nbl_ticket_entries(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op,
                        const uint64_t *addresses);

/* report.c */
nbl_interpreter_finding_t *nbl_report_find(nbl_machine_t *m, nbl_interpreter_issue_t issue, const nbl_op_t *op,
                                           uint32_t other_op, const char *name);
void nbl_report_access(nbl_machine_t *m, nbl_interpreter_access_t *access, uint32_t op, uint32_t chain, uint32_t group,
                       uint32_t invocation);
void nbl_report_place(const nbl_machine_t *m, uint32_t op, nbl_interpreter_place_t *place);
void nbl_report_element(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, char *text, size_t bytes);
/* Writes the text of a place before or behind a variable's element.
 *
 * root    the variable's identifier
 * number  the element's object
 * byte    from the element's first byte on; negative before it */
void nbl_report_outside(const nbl_machine_t *m, uint32_t root, uint32_t number, int64_t byte, char *text, size_t bytes);
/* Reports an issue other than a race, in the operation that a lane runs. Returns the finding if the issue is its first
 * one; NULL: it is not, or there is no room. */
nbl_interpreter_finding_t *nbl_report_issue(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op,
                                            nbl_interpreter_issue_t issue, uint32_t lane, const char *element,
                                            const char *format, ...) NBL_PRINTF(7, 8);

/* disassemble.c: a text in a caller's buffer. Its length is counted beyond the buffer's end, as snprintf() does. */
typedef struct nbl_bounded_t {
    char *start;
    size_t bytes, length;
} nbl_bounded_t;

void nbl_bounded_add(nbl_bounded_t *text, const char *format, ...) NBL_PRINTF(2, 3);

#endif
