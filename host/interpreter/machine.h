/* The state of a run: registers of waves, workgroups, memory, the checker.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   run.c       a run, and the runs of a proof
 *   group.c     memory, objects, workgroups and their waves
 *   turns.c     who runs next
 *   execute.c   blocks and their operations
 *   registers.c what registers hold: one value for all lanes, or one for each
 *   undefined.c which bits of a value are undefined
 *   memory.c    loads, stores, atomic accesses
 *   image.c     images and samplers
 *   subgroup.c  operations of subgroups
 *   check.c     which accesses nothing orders
 *   prove.c     where data decides
 *   ticket.c    values of which no two invocations have the same
 *   hold.c      accesses of other runs held against a proof's
 *   schedules.c orders of turns that give another result
 *   report.c    findings as text
 *   element.c   which number a byte of a buffer is of
 *   debug.c     where a debugger stops
 *   checkpoint.c  states of a run that a debugger goes back to
 *   inspect.c   variables by name
 *
 * A wave is the lanes that run as one: a workgroup, or a subgroup where these take turns.
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
/* Of an address, beside another flag: it decides which object is meant, too, and not only which element. */
#define NBL_FLAG_OBJECT 64u
/* What keeps a decision from being the same in every run. */
#define NBL_FLAGS_DECIDING \
    (NBL_FLAG_DATA | NBL_FLAG_UNDEFINED | NBL_FLAG_CONSTANTS | NBL_FLAG_ATOMICS | NBL_FLAG_ROUNDING)

/* See ticket.c. */
typedef struct nbl_ticket_t {
    uint32_t counter; /* NBL_NONE: of none, the value lies from low to high */
    uint64_t scale;
    int64_t low, high;
} nbl_ticket_t;
struct nbl_tag_t;

/* A register of a wave. Of lanes that have left its function nothing is kept. */
typedef struct nbl_row_t {
    uint64_t value;  /* of all lanes, if uniform */
    void *data;      /* 4 or 8 bytes a lane, room for 8; NULL until it is needed */
    uint8_t *shadow; /* flags of each lane, if mixed */
    uint64_t *holes; /* which bits of each undefined lane are, if partial; else all */
    struct nbl_tag_t *tag;
    uint8_t uniform, expanded, mixed, flags;
    uint8_t tagged; /* the tag holds */
    uint8_t partial;
} nbl_row_t;

/* ---- the checker */

typedef struct nbl_record_t {
    uint32_t stamp; /* 0: none */
    uint32_t who;   /* workgroup * invocations + invocation */
    uint32_t site;
} nbl_record_t;

/* What is kept of 1024 elements, which are dwords, or bytes of an object that is fine: the last write, and two reads
 * and two atomic accesses. A kind of access that none of them has seen takes no memory. */
#define NBL_CELLS_OF_PAGE 1024u

typedef struct nbl_page_t {
    nbl_record_t write[NBL_CELLS_OF_PAGE];
    nbl_record_t (*read)[2], (*atomic)[2];
    uint8_t *atomic_wrote; /* one of the two did */
} nbl_page_t;

typedef struct nbl_interval_t { /* of addresses; empty if both are 0 */
    uint64_t low, end;
} nbl_interval_t;

typedef struct nbl_object_t {
    unsigned char *data;
    uint64_t bytes;
    uint32_t global; /* of the program; NBL_NONE: a buffer that shaders reach by its address alone */
    uint64_t address;
    uint32_t width, height, depth, levels;
    const nbl_interpreter_sampler_t *sampler; /* NULL: none was given */
    const void *bound;                        /* the run's data */
    uint32_t same;   /* number of the object that has this memory, under another binding; 0: none */
    uint32_t memory; /* number of the run's memory by address, from 1 on; 0: none */
    uint64_t shift;  /* where in that object this one begins */
    nbl_page_t **pages;
    uint8_t *flags;    /* of each dword; of shared memory and what is written only */
    uint8_t *holes;    /* of each dword: a bit for each byte that is undefined; NULL: none is */
    uint32_t *origins; /* of each dword: see trace.c; NULL: none has one */
    uint32_t element;  /* of an array of descriptors */
    uint8_t kind, owned, fine, missing;
    uint8_t made_up; /* its size is */
    uint8_t written, nearest;
    uint8_t fixed; /* of a proof: its contents are taken to be what they are, as a uniform buffer's may be */
    /* of the proof: accesses at addresses that data decides, and all accesses, since the last barrier */
    uint8_t wild, seen, tainted;
    uint8_t outlasts; /* some of them no barrier orders: they stay beyond it */
    uint32_t wild_op, wild_flags;
    /* those whose addresses are tickets', and the bytes that these take */
    uint8_t by_ticket, tickets_clash;
    uint8_t counts, counts_otherwise; /* a counter is in it; atomic accesses that are no counter's change it */
    /* by kind of access: the range of addresses that data does not decide; of those that it decides within bounds */
    nbl_interval_t seen_in[4], bounded_in[4];
    uint8_t bounded;
    nbl_ticket_t ticket;
    uint32_t *readers; /* of each dword, where entries are declared to be distinct */
} nbl_object_t;

/* Where an address leads: the object, the addresses of the binding that it is of, and the address of its byte 0. */
typedef struct nbl_location_t {
    nbl_object_t *object;
    uint64_t begin, end, zero;
} nbl_location_t;

/* A buffer that shaders reach by its address. */
typedef struct nbl_region_t {
    uint64_t address;
    uint32_t object;
} nbl_region_t;

typedef struct nbl_counter_t {
    nbl_object_t *object;
    uint64_t byte, step; /* what a draw takes, at least */
    uint32_t bytes, group;
    uint8_t drawn, up, ended, spoilt, relied;
} nbl_counter_t;

#define NBL_MOST_MADE_UP ((uint64_t)1 << 30) /* bytes: an index that leads further is the shader's fault */

#define NBL_ACCESS_READ 1u
#define NBL_ACCESS_WRITE 2u
#define NBL_ACCESS_ATOMIC 4u

typedef struct nbl_site_t {
    uint32_t op;    /* of the program */
    uint32_t chain; /* of calls */
} nbl_site_t;

typedef struct nbl_chain_t {
    uint32_t parent, call; /* the operation that calls */
} nbl_chain_t;

/* What is ordered before an invocation: the accesses of some invocations, up to a stamp. */
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
    uint8_t hands_on; /* classes of memory that fences have released since the last barrier */
} nbl_agent_t;

typedef struct nbl_release_t { /* at an address */
    const unsigned char *address;
    nbl_knowledge_t knowledge;
    uint8_t scope;
    uint32_t who;
} nbl_release_t;

enum { NBL_CLASS_SHARED, NBL_CLASS_BUFFER, NBL_CLASS_IMAGE, NBL_CLASSES };

/* ---- waves and workgroups */

/* Of the proof: by which arm of a decided branch lanes reached a block; 0: by none. */
typedef struct nbl_arrival_t {
    uint32_t arm;
    uint8_t straight; /* from the branch itself */
    uint8_t meets;    /* arms meet in this block */
} nbl_arrival_t;

typedef struct nbl_frame_t {
    uint32_t procedure, chain, call; /* call: the operation that made it */
    uint32_t block, op;              /* where it stands */
    uint32_t *mask;                  /* of the block that runs: 0 or ~0 a lane */
    nbl_arrival_t *arrivals;         /* of the proof: of the block that runs */
    uint32_t active, live;           /* lanes in mask; lanes that have not left */
    uint32_t waiting_count;
    uint32_t decision_base; /* of the proof: decisions made by callers */
} nbl_frame_t;

typedef struct nbl_flow_t {   /* of a function, in a wave */
    uint32_t **masks;         /* by block; NULL until it was used */
    nbl_arrival_t **arrivals; /* of the proof: by block, then by slot of a decision */
    uint32_t *waiting;        /* blocks that have lanes */
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

/* Of the proof: a branch that data decides and whose arms have not met yet. */
typedef struct nbl_decided_t {
    uint32_t frame, block, until; /* until: block; NBL_NONE: the end of the function */
    uint32_t op, sources, rounds;
    uint32_t widened, news;   /* variables and news of memory when the last round began that stands for all */
    uint32_t slot, first_arm; /* in arrivals; arms are numbered anew whenever the branch runs */
    uint8_t uniform, loops, returns;
    uint8_t passed; /* all invocations that stayed have come together */
    uint32_t *lanes;
    uint8_t *ran; /* blocks of the function, if it loops */
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
    uint32_t fence_semantics;            /* of fences of all since the last barrier that acquire and release */
    uint32_t release_stamp[NBL_CLASSES]; /* of the last fence that released; 0: none */
    uint64_t *scratch[4];                /* lanes each */
    uint8_t *scratch_flags;
    uint32_t *ones;
    nbl_decided_t *decided;
    uint32_t decided_count, decided_capacity;
    nbl_decided_t *branching; /* whose arms are gone into; NULL: none */
    uint32_t arms;            /* numbered so far */
    uint8_t *slots;           /* of decisions: whether they are taken */
    uint64_t *phi_values;     /* of a parallel copy */
    size_t phi_capacity;
    uint32_t **origins; /* by register, of each lane: see trace.c; NULL: nothing is traced, or none has one */
} nbl_wave_t;

typedef struct nbl_group_t {
    uint32_t index, id[3];
    nbl_object_t *shared; /* as many as the program has globals; only shared ones are used */
    nbl_wave_t *waves;
    uint32_t wave_count;
    uint32_t began, barriers, barrier_stamp;
    uint32_t released[NBL_CLASSES]; /* up to which stamp all had released before the last barrier */
    uint32_t start[NBL_CLASSES];
    uint32_t *subgroup_start; /* by subgroup and class */
    nbl_agent_t *agents;      /* NULL until something is acquired or released */
    nbl_knowledge_t common;
    nbl_knowledge_t handed; /* what fences released before barriers, for fences behind them */
    uint8_t running;
} nbl_group_t;

/* A wave's run to its next atomic access or barrier; who: number of the workgroup * its waves + the wave. */
#define NBL_MOST_TOUCHES 8u
typedef struct nbl_turn_t {
    uint64_t enabled; /* who else could have run, by number; of the first 64 */
    uint64_t asleep;  /* of these, those whose turn was tried here, or is the same later */
    uint32_t who, op, touched;
    uint8_t touched_more; /* than there is room for */
    struct {
        uint64_t address;
        int changes;
    } touches[NBL_MOST_TOUCHES];
} nbl_turn_t;
typedef struct nbl_turns_t {
    nbl_turn_t *turns;
    uint32_t count, capacity; /* count: of all, beyond the capacity, too */
    /* Of a search: who sleeps from that turn on, and their next turns. They are passed over until a turn that depends
     * on theirs; a run in which all others have ended or wait is cut off. */
    uint64_t asleep;
    const nbl_turn_t *sleeping[64];
    uint32_t from;
    uint8_t cut_off;
} nbl_turns_t;

/* See hold.c. */
typedef struct nbl_held_t {
    uint64_t *keys;
    size_t count, room;
    uint8_t *anywhere; /* of each operation: data decides its addresses */
    uint64_t compared, beyond;
} nbl_held_t;

/* Before each piece of memory that a run takes: what is left is freed after an error, too. */
typedef struct nbl_piece_t {
    struct nbl_piece_t *before, *after;
    size_t bytes, unused;
} nbl_piece_t;

struct nbl_interpreter_t {
    nbl_program_t program;
};

/* Where the loop over turns stands: a run goes on from it behind a debugger's checkpoint. */
typedef struct nbl_standing_t {
    uint64_t next;        /* workgroup that begins next */
    uint32_t running;     /* workgroups that have not ended */
    uint32_t at, from;    /* resident workgroup whose turn it is, and the first of its waves that may run */
    uint32_t last, named; /* of turns that are written down: who had the last one; turns that were named so far */
    uint32_t blocks;      /* that the wave has run in its turn */
    struct nbl_wave_t *wave;
    uint8_t begun;   /* the first workgroups are */
    uint8_t in_turn; /* what follows is chosen already */
    uint8_t goes_on; /* the turn is not at its beginning */
} nbl_standing_t;

typedef struct nbl_machine_t {
    const nbl_program_t *program;
    const nbl_interpreter_run_t *run;
    nbl_interpreter_report_t *report;
    nbl_object_t *objects; /* by number: the program's, buffers by address, memory that several overlap in; shared
                            * ones are the groups' */
    uint32_t object_count;
    nbl_region_t *regions; /* buffers by address, in order */
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
    double began_work;   /* seconds of processor time: when the run began */
    nbl_interpreter_part_t part;
    const nbl_interpreter_report_t *told; /* what progress shows */
    uint64_t stores,
        idle_since;        /* operations that stored; what was done when the last atomic access changed something */
    uint32_t idle_atomics; /* accesses since then */
    uint32_t clock;
    nbl_site_t *sites;
    uint32_t site_count, site_capacity;
    uint32_t *site_table; /* open addressing, of numbers; 0: free */
    uint32_t site_table_size;
    nbl_chain_t *chains;
    uint32_t chain_count, chain_capacity;
    nbl_release_t *releases;
    uint32_t release_count, release_capacity;
    uint8_t *blocks_run; /* by procedure and block: in one array */
    uint32_t *first_block;
    uint8_t checks, proves, failed, subgroups_matter;
    uint8_t shares;             /* several waves take turns: none runs on for ever */
    uint8_t accesses_privately; /* of check.c: the access that is judged */
    uint8_t writes_data;        /* of the proof: what is stored, by the access that is judged */
    uint32_t deciding;          /* flags that keep a decision from being the same in every run */
    uint32_t undefined_op;      /* where an undefined value was read last */
    nbl_standing_t standing;
    struct nbl_debug_t *debug; /* NULL: no debugger */
    struct nbl_trace_t *trace; /* NULL: no watches */
    nbl_turns_t *turns;        /* that are written down; NULL: none */
    nbl_turn_t *turn;          /* the one that runs; NULL: none */
    nbl_counter_t *counters;
    uint32_t counter_count;
    nbl_held_t *held; /* NULL: nothing is held against anything */
    uint32_t news;    /* of the proof: how often memory became data */
    uint64_t random;
    nbl_piece_t *pieces;
    uint32_t unused; /* pieces that were given back and are kept: under a debugger all are */
    jmp_buf stop;    /* running ends here after an error */
} nbl_machine_t;

_Noreturn void nbl_machine_stop(nbl_machine_t *m, nbl_result_t result, const char *format, ...) NBL_PRINTF(3, 4);
/* Ends a run that accesses what the caller has not bound. */
_Noreturn void nbl_tell_unbound(nbl_machine_t *m, const nbl_op_t *op, const char *format, ...) NBL_PRINTF(3, 4);
/* Counted memory, zeros. */
void *nbl_machine_take(nbl_machine_t *m, size_t count, size_t bytes);
void nbl_machine_give(nbl_machine_t *m, void *memory);

/* group.c: what waves, workgroups and resources need is taken once; a workgroup begins when its turn comes. */
void nbl_objects_make(nbl_machine_t *m);
void nbl_group_make(nbl_machine_t *m, nbl_group_t *group);
void nbl_group_begin(nbl_machine_t *m, nbl_group_t *group, uint32_t index);
/* Whether compute shaders have the built-in variable. */
int nbl_has_input(uint32_t builtin);

/* turns.c: runs all workgroups of the dispatch. */
void nbl_turns_run(nbl_machine_t *m);
/* Whether two turns access one element, and one of them changes it. */
int nbl_turns_depend(const nbl_turn_t *a, const nbl_turn_t *b);
/* Who sleeps wakes if his turn depends on this one. */
void nbl_turns_wake(nbl_turns_t *turns, const nbl_turn_t *turn);
void nbl_interpreter_turn(uint32_t turn, uint32_t workgroup, uint32_t subgroup, const char *file, uint32_t line);

/* run.c: nbl_interpreter_run() that writes its turns down. */
nbl_result_t nbl_interpreter_run_turns(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                       nbl_interpreter_report_t *report, nbl_turns_t *turns);

/* The same that holds its accesses against those of a proof, or makes these. */
nbl_result_t nbl_interpreter_run_held(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                      nbl_interpreter_report_t *report, nbl_held_t *held);

/* hold.c: forgets all. */
void nbl_held_clear(nbl_held_t *held, const nbl_program_t *program);
/* An access of a lane to what is checked. */
void nbl_hold_access(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint64_t address, uint32_t lane);

/* registers.c */
const void *nbl_row_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
static inline int nbl_row_is_wide(const nbl_machine_t *m, uint32_t row) { return m->program->registers[row].wide; }
static inline uint64_t nbl_row_lane(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    const nbl_row_t *r = &w->rows[row];
    if (r->uniform || r->data == NULL) return r->value;
    return nbl_row_is_wide(m, row) ? ((const uint64_t *)r->data)[lane] : ((const uint32_t *)r->data)[lane];
}
/* Where lanes of a row are written: then it has one value a lane. */
void *nbl_row_open(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
/* The same where all lanes will be written. */
void *nbl_row_fresh(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);
void nbl_row_set_lane(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint32_t lane, uint64_t value);
/* Writes one value, or one of each lane, where mask is set; whole: every lane that counts is in the mask. */
void nbl_row_set_uniform(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint64_t value, const uint32_t *mask,
                         int whole);
void nbl_row_set_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const void *values, const uint32_t *mask,
                       int whole);
/* Flags: of all lanes, or of each. */
static inline uint8_t nbl_row_flag(const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    const nbl_row_t *r = &w->rows[row];
    return r->mixed ? r->shadow[lane] : r->flags;
}
void nbl_row_set_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint8_t flags, const uint32_t *mask, int whole);
void nbl_row_set_flag_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint8_t *flags, const uint32_t *mask,
                            int whole);
uint8_t nbl_row_any_flags(const nbl_wave_t *w, uint32_t row, const uint32_t *mask);
void nbl_row_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask, int whole);
/* Undefined bits of a lane. Who sets a lane's flags calls all its bits undefined; nbl_row_set_holes() behind it says
 * which they are. */
static inline uint64_t nbl_row_holes(const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    if (!(nbl_row_flag(w, row, lane) & NBL_FLAG_UNDEFINED)) return 0;
    return w->rows[row].partial ? w->rows[row].holes[lane] : ~(uint64_t)0;
}
void nbl_row_set_holes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint64_t *holes, const uint32_t *mask);

/* undefined.c: after an operation whose result has undefined bits in some lanes. */
void nbl_bits_refine(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op, int whole);

/* execute.c: runs until the wave waits or ends. */
void nbl_wave_begin(nbl_machine_t *m, nbl_wave_t *w);
void nbl_wave_run(nbl_machine_t *m, nbl_wave_t *w);
static inline int nbl_wave_whole(const nbl_frame_t *frame) { return frame->active == frame->live; }
/* Whether the lanes of the mask are all that still run in the wave: then a variable of another function, or of the
 * module, has one value after it is written. */
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

/* debug.c: runs the dispatch under m->debug. What follows is called by execute.c, then: where a block may begin, before
 * and after each operation of the wave's innermost frame. */
void nbl_debug_run(nbl_machine_t *m);
void nbl_debug_block(nbl_machine_t *m, nbl_wave_t *w);
void nbl_debug_before(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame);
void nbl_debug_after(nbl_machine_t *m, nbl_wave_t *w, uint32_t op);

/* memory.c */
void nbl_execute_load(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_store(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
void nbl_execute_atomic(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op);
nbl_object_t *nbl_object_at(nbl_machine_t *m, const nbl_group_t *group, uint64_t address);
/* The byte that an address has in that object. */
uint64_t nbl_byte_at(const nbl_machine_t *m, uint64_t address);
/* image.c: texels of an image, all levels. */
uint64_t nbl_image_texels(const nbl_type_t *type, const nbl_object_t *object);
/* The variable of an object; for one without, a variable with a name that says so. */
const nbl_global_t *nbl_global_of(const nbl_machine_t *m, const nbl_object_t *object);
/* The binding that has a byte of an object, the first if several overlap there; and the byte of that one. */
const nbl_object_t *nbl_window_at(const nbl_machine_t *m, const nbl_object_t *object, uint64_t *byte);
/* Both, and the addresses of the binding that it is of. Returns whether there is one. */
int nbl_locate(nbl_machine_t *m, const nbl_group_t *group, uint64_t address, nbl_location_t *place);
/* The same of an operation's address: only in the variable that the operation accesses, where it is known. */
int nbl_locate_of(nbl_machine_t *m, const nbl_group_t *group, const nbl_op_t *op, uint64_t address,
                  nbl_location_t *place);

/* trace.c: where the bits of numbers come from. nbl_trace_operation() is called before the operation. */
void nbl_trace_make(nbl_machine_t *m);
void nbl_trace_begin(nbl_machine_t *m, nbl_group_t *group);
void nbl_trace_operation(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* Registers get the origins of others at once, of which each `step`-th in the list counts; from: NULL: they get none. */
void nbl_trace_rows(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *to, const uint32_t *from, uint32_t count,
                    uint32_t step, const uint32_t *mask);
void nbl_trace_return(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *call, const uint32_t *mask);
/* A texel that a lane reads or writes. */
void nbl_trace_texel(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint64_t texel,
                     uint32_t lane);
/* A lane receives the number of another; first: of the first one, so that nothing of its own says which. */
void nbl_trace_shuffle(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint32_t source, int first);
/* Fills in why the number at a byte of an object may have other bits on a device. */
void nbl_trace_tell(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, nbl_interpreter_watch_t *watch);

/* operate.c: the register of a variable that an operation reaches by number; NBL_NONE if no register has that number. */
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
void nbl_race_begin_group(nbl_machine_t *m, nbl_group_t *group);
uint32_t nbl_race_site(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op);
/* An access to `bytes` bytes from `byte` of an object on, by an invocation; kind: NBL_ACCESS_*, or'ed.
 * written: of a plain write, what is about to be stored; else NULL */
void nbl_race_access(nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object, uint64_t byte, uint32_t bytes,
                     uint32_t kind, uint32_t invocation, uint32_t site, const void *written);
/* What the lanes of an operation share when they access an object, for a check that is nearly always enough. */
typedef struct nbl_look_t {
    nbl_object_t *object;
    const nbl_group_t *group;
    uint32_t start, first, count; /* accesses before `start` by these `count` invocations are ordered before now */
} nbl_look_t;

nbl_look_t nbl_look_at(const nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object);

/* Whether a fence both acquires and releases. */
static inline int nbl_fence_is_full(const nbl_op_t *op) { return (op->order & 0x18u) != 0 || (op->order & 6u) == 6u; }

static inline int nbl_look_is_before(const nbl_look_t *look, const nbl_record_t *then, uint32_t who) {
    return (then->stamp < look->start && then->who - look->first < look->count) || then->who == who || then->stamp == 0;
}

/* Keeps a plain read, or write, of one dword if all that is known of it is ordered before. Returns 0 if it is not so
 * plain: nbl_race_access() looks further. */
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
/* Whether a fence's scope has all of its workgroup. */
int nbl_fence_reaches(nbl_machine_t *m, const nbl_op_t *op);
/* fences: classes of memory that fences before the barrier order, though it does not */
void nbl_race_workgroup_barrier(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics, uint32_t fences);
void nbl_race_subgroup_barrier(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *mask, uint32_t semantics);
void nbl_race_free(nbl_machine_t *m);
void nbl_race_free_pages(nbl_machine_t *m, nbl_object_t *object);
void nbl_race_free_group(nbl_machine_t *m, nbl_group_t *group);

/* prove.c */
int nbl_prove_branch(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint8_t flags);
/* `count` lanes of the block that runs go to another one, before its phis are copied. */
void nbl_prove_go(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t count);
uint32_t nbl_prove_control_flags(const nbl_wave_t *w);
/* An access by the active lanes to memory at op->a, by what decides their addresses. */
void nbl_prove_access(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind);
/* The same of an image; coordinates: flags of these. */
void nbl_prove_texels(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind, uint8_t coordinates);
/* Which objects a variable is; all, if it is unknown. */
void nbl_objects_of(const nbl_machine_t *m, uint32_t root, uint32_t *first, uint32_t *end);
void nbl_prove_barrier(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, int of_workgroup);
/* Whether all come here who have not left, or none, whatever data decides. */
int nbl_prove_is_bound(const nbl_machine_t *m, const nbl_wave_t *w);
void nbl_prove_interval(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics);
void nbl_prove_block(nbl_machine_t *m, nbl_wave_t *w, uint32_t block); /* a block begins */
void nbl_prove_return(nbl_machine_t *m, nbl_wave_t *w);                /* a function ends */
void nbl_prove_write(nbl_machine_t *m, nbl_wave_t *w, uint32_t row);   /* a variable is about to be written */
uint32_t nbl_prove_phi_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t to);
void nbl_prove_free(nbl_machine_t *m, nbl_wave_t *w);
void nbl_prove_decision(nbl_machine_t *m, const nbl_op_t *op, const char *what, const char *why, uint32_t sources,
                        const char *name);

/* ticket.c: whether the active lanes' values are tickets. */
int nbl_ticket_of(const nbl_wave_t *w, uint32_t row, const uint32_t *mask, nbl_ticket_t *ticket);
void nbl_ticket_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask);
/* After an operation whose result an operand bounds. */
void nbl_ticket_bound(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* After an operation whose operands have tickets. */
void nbl_ticket_kernel(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
void nbl_ticket_index(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* After an atomic access. */
void nbl_ticket_draw(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op);
/* A store to an object that has counters; anywhere: data decides its addresses. */
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
/* The same of what lies before or behind an element of a variable. root: identifier of the variable; number: the
 * element's object; byte: from its first one on, negative before it */
void nbl_report_outside(const nbl_machine_t *m, uint32_t root, uint32_t number, int64_t byte, char *text, size_t bytes);
/* An issue that is no race: of the operation that runs, by a lane. */
void nbl_report_issue(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_interpreter_issue_t issue, uint32_t lane,
                      const char *element, const char *format, ...) NBL_PRINTF(7, 8);

/* disassemble.c: text in a caller's buffer; its length is counted beyond the end, as snprintf does. */
typedef struct nbl_bounded_t {
    char *start;
    size_t bytes, length;
} nbl_bounded_t;

void nbl_bounded_add(nbl_bounded_t *text, const char *format, ...) NBL_PRINTF(2, 3);

#endif
