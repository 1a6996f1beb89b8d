/* Runs compute shaders of any origin, as SPIR-V, on the CPU under a race checker; and proves them.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_interpreter_create()     reads a module
 *   nbl_interpreter_resources()  tells what it binds; nbl_interpreter_fill() makes contents for it
 *   nbl_interpreter_run()        runs a dispatch, checks it for races, and proves it on request
 *   nbl_interpreter_search()     looks for an order of turns that gives another result
 *
 * Inside, a value is an array over the invocations of a workgroup. Control flow is structured, so invocations
 * reconverge where SPIR-V says. Memory goes through a checker with the emulator's rules and kinds of findings
 * (nbl/host/emulator.h): races by happens-before, found whatever the order of the run. Thread-safe: runs share nothing.
 */
#ifndef NBL_HOST_INTERPRETER_H
#define NBL_HOST_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/host/emulator.h"
#include "nbl/host/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nbl_interpreter_t nbl_interpreter_t;

typedef struct nbl_interpreter_constant_t {
    uint32_t id;   /* SpecId */
    uint64_t bits; /* the number's, in the low bits; a boolean is 0 or 1 */
} nbl_interpreter_constant_t;

typedef struct nbl_interpreter_desc_t {
    const uint32_t *words; /* a module, in the host's byte order */
    size_t word_count;
    const char *entry_point; /* NULL: the only one for compute shaders, or "main" among several */
    const nbl_interpreter_constant_t *constants;
    uint32_t constant_count;
    uint32_t subgroup_size; /* invocations that share a cooperative matrix, which runs must use too; 0: 32 */
} nbl_interpreter_desc_t;

typedef enum nbl_interpreter_resource_kind_t {
    NBL_INTERPRETER_STORAGE_BUFFER = 0,
    NBL_INTERPRETER_UNIFORM_BUFFER,
    NBL_INTERPRETER_PUSH_CONSTANTS,
    NBL_INTERPRETER_IMAGE, /* a storage image or a sampled image */
    NBL_INTERPRETER_SAMPLER,
    NBL_INTERPRETER_MEMORY /* memory at a device address; its `binding` is the identifier of its type */
} nbl_interpreter_resource_kind_t;

/* A binding that a module declares. An array of descriptors is one binding with a count above 1. */
typedef struct nbl_interpreter_resource_t {
    nbl_interpreter_resource_kind_t kind;
    uint32_t set, binding, count;
    const char *name;     /* valid as long as the interpreter */
    uint64_t least_bytes; /* of a buffer, without a runtime array at its end */
    uint32_t stride;      /* bytes of an element of the runtime array at the buffer's end; 0: it has none */
    uint32_t dimensions;  /* of an image: 1 to 3, layers included */
    const char *scalar;   /* the type of all its numbers in NumPy's words, "<f4"; "|u1" if they are of several types */
    bool written, read;   /* the module may write it; may read its contents */
} nbl_interpreter_resource_t;

/* Reads and translates a module. Errors: SPIRV (damaged, or no compute entry point), LIMIT, OUT_OF_MEMORY,
 * MISSING_FEATURE (an instruction that cannot be run; the text names it and its line).
 *
 * desc         not NULL; copied, the module too
 * interpreter  receives the interpreter, for nbl_interpreter_destroy() */
nbl_result_t nbl_interpreter_create(const nbl_interpreter_desc_t *desc, nbl_interpreter_t **interpreter,
                                    nbl_error_t *error);

/* Destroys an interpreter; texts that its runs returned are gone too.
 *
 * interpreter  NULL does nothing */
void nbl_interpreter_destroy(nbl_interpreter_t *interpreter);

/* Returns how many resources the module declares, and writes the first `capacity` of them.
 *
 * resources  receives at most `capacity` resources; may be NULL if capacity is 0 */
uint32_t nbl_interpreter_resources(const nbl_interpreter_t *interpreter, nbl_interpreter_resource_t *resources,
                                   uint32_t capacity);

/* Writes the invocations of a workgroup in x, y and z. */
void nbl_interpreter_local_size(const nbl_interpreter_t *interpreter, uint32_t size[3]);

/* Returns whether results can differ by workgroup: whether the shader reads a workgroup's number, an invocation's
 * number in the dispatch, or the number of workgroups. */
bool nbl_interpreter_knows_workgroups(const nbl_interpreter_t *interpreter);

/* Returns whether the module says which lines of a text its instructions come from. */
bool nbl_interpreter_has_lines(const nbl_interpreter_t *interpreter);

/* A number that a caller gives. */
typedef struct nbl_interpreter_number_t {
    double value;  /* the number, if it is not whole */
    uint64_t bits; /* the number in two's complement, if it is whole: it need not fit a double */
    bool is_whole;
} nbl_interpreter_number_t;

/* Numbers for the members whose path ends in a name, such as "params.width", "width", "lights[2].radius" or "size.x".
 * If several values fit a member, the one that names an inner part of it counts, then the longest, then the last. */
typedef struct nbl_interpreter_value_t {
    const char *name;
    const nbl_interpreter_number_t *numbers; /* one number for all of a member's, or one for each */
    uint32_t count;                          /* of numbers */
    uint64_t members;                        /* is increased by the members that have the name */
    uint64_t misfit; /* receives how many numbers a member has, if that is neither 1 nor `count`; else 0 */
} nbl_interpreter_value_t;

/* What device addresses in a resource lead to. */
typedef struct nbl_interpreter_addresses_t {
    /* Returns the address for the pointer `path` that no value sets; `memory` is what it points to. */
    uint64_t (*address)(void *user, const char *path, const nbl_interpreter_resource_t *memory);
    void *user; /* handed to address */
} nbl_interpreter_addresses_t;

/* What made-up numbers are like. */
typedef enum nbl_interpreter_contents_t {
    NBL_INTERPRETER_KEPT = 0, /* as they are */
    NBL_INTERPRETER_SMALL,    /* integers from 0 to 15, floats from -1 to 1, in images from 0 to 1 */
    NBL_INTERPRETER_SIZES, /* integers from 33 to 96, floats from 33 to 96: extents of what a small dispatch covers */
    NBL_INTERPRETER_ZEROS,
    NBL_INTERPRETER_FLAGS, /* 0 or 1 */
    NBL_INTERPRETER_BITS,  /* any bits of an integer; floats from -1000 to 1000 */
    NBL_INTERPRETER_MIXED  /* by chance one of the above, a power of two, or one of the module's constants */
} nbl_interpreter_contents_t;

/* Fills a resource's memory by the types in it. Then sets the members that `values` name.
 *
 * resource       as nbl_interpreter_resources() wrote it
 * data, bytes    the memory to fill
 * seed           of the random numbers; the same seed gives the same contents
 * contents       KEPT: only `values` are written
 * values         value_count values; their `members` and `misfit` are written. May be NULL if value_count is 0
 * addresses      NULL: pointers are left as they are */
void nbl_interpreter_fill(const nbl_interpreter_t *interpreter, const nbl_interpreter_resource_t *resource, void *data,
                          uint64_t bytes, uint64_t seed, nbl_interpreter_contents_t contents,
                          nbl_interpreter_value_t *values, uint32_t value_count,
                          const nbl_interpreter_addresses_t *addresses);

/* A number in a buffer. */
typedef struct nbl_interpreter_element_t {
    char path[128]; /* such as "params.size[3].x" */
    uint64_t begin; /* its first byte in the binding */
    uint32_t bytes; /* 1 to 8 */
    bool is_float, is_signed;
} nbl_interpreter_element_t;

/* Finds the number that a byte of a buffer belongs to. Returns false if it belongs to none, as between members.
 *
 * set      UINT32_MAX: of the push constants
 * byte     of the binding, from 0
 * element  receives the number */
bool nbl_interpreter_element(const nbl_interpreter_t *interpreter, uint32_t set, uint32_t binding, uint64_t byte,
                             nbl_interpreter_element_t *element);

/* ---- Running */

/* How an image is sampled. Numbers of address modes and comparisons are Vulkan's. */
typedef struct nbl_interpreter_sampler_t {
    bool magnified_linear, minified_linear, levels_linear; /* true: linear; false: nearest */
    uint32_t address[3];                                   /* VkSamplerAddressMode in x, y and z */
    bool compares;      /* a sample is the result of comparing the reference with the texel */
    uint32_t compare;   /* VkCompareOp */
    uint32_t border[4]; /* the border's texel: bits of floats or integers */
    bool unnormalized;
    float bias, least_lod, greatest_lod;
} nbl_interpreter_sampler_t;

typedef struct nbl_interpreter_binding_t {
    uint32_t set, binding, element; /* element: index in an array of descriptors, else 0 */
    /* NULL: zeros. Overlapping buffers share memory, images with the same data are one; all else is disjoint. */
    void *data;
    uint64_t bytes;                           /* of a buffer; of an image texels * 16: four 32-bit components each */
    uint32_t width, height, depth;            /* of an image, in texels; layers count as depth */
    uint32_t levels;                          /* of an image: one after the other in data, each half as large; 0: 1 */
    const nbl_interpreter_sampler_t *sampler; /* alone or combined; NULL: linear, no levels, clamped edges */
    bool nearest; /* of an image: a sample is the nearest texel; false: linear between texels */
    bool made_up; /* of a buffer: its size is a guess; an access just beyond it ends the run and is no finding */
    unsigned char *stored; /* `bytes` flags: 1: a checked run stored this byte (of an image: texel); NULL: none */
} nbl_interpreter_binding_t;

/* A buffer that shaders reach by its device address. Its data may overlap with bindings' data. */
typedef struct nbl_interpreter_memory_t {
    uint64_t address; /* of its first byte, below 2^62 */
    void *data;
    uint64_t bytes;
    bool made_up; /* its size is a guess, as of a binding; reports then have UINT32_MAX as set, its number as binding */
    bool touched; /* written by a run: whether something in it was accessed */
} nbl_interpreter_memory_t;

typedef enum nbl_interpreter_assumption_t {
    NBL_INTERPRETER_ASSUME_FIXED_CONSTANTS = 1 /* proofs hold for this run's push constants and uniform buffers */
} nbl_interpreter_assumption_t;

typedef enum nbl_interpreter_issue_t {
    NBL_INTERPRETER_RACE = 0,      /* two accesses that nothing orders: `kind` says which */
    NBL_INTERPRETER_OUT_OF_BOUNDS, /* an index or an address outside its array, buffer or image */
    NBL_INTERPRETER_DIVERGENT_BARRIER,
    NBL_INTERPRETER_UNDEFINED, /* an undefined value decides a branch or an address, or leaves the shader */
    NBL_INTERPRETER_INVALID_SHUFFLE
} nbl_interpreter_issue_t;

#define NBL_INTERPRETER_MAX_CALLERS 8
#define NBL_INTERPRETER_MAX_FINDINGS 64
#define NBL_INTERPRETER_MAX_DECISIONS 64

typedef struct nbl_interpreter_place_t {
    const char *file; /* NULL: the module does not say */
    uint32_t line, column;
    const char *function;
    uint32_t word; /* the instruction's first word in the module */
} nbl_interpreter_place_t;

typedef struct nbl_interpreter_access_t {
    nbl_interpreter_place_t place;
    nbl_interpreter_place_t callers[NBL_INTERPRETER_MAX_CALLERS]; /* the innermost first */
    uint32_t caller_count;
    int write, atomic;
    uint32_t workgroup[3];
    uint32_t invocation, subgroup, lane;
    uint32_t barriers; /* workgroup barriers passed before it; NBL_EMULATOR_UNKNOWN in an earlier workgroup */
} nbl_interpreter_access_t;

/* Equal findings (same issue, kind, variable and pair of places) are one, with a count. */
typedef struct nbl_interpreter_finding_t {
    nbl_interpreter_issue_t issue;
    nbl_emulator_finding_kind_t kind; /* of a race */
    nbl_emulator_memory_t memory;     /* of a race, or an access out of bounds */
    nbl_emulator_remedy_t remedy;     /* of a race */
    char element[128];                /* such as "tile[3][7]" */
    uint32_t set, binding;
    int is_bound;                           /* set and binding are valid */
    int same_value;                         /* of two writes: both wrote the same bits each time */
    char detail[160];                       /* what is wrong, if it is no race */
    nbl_interpreter_access_t first, second; /* of a race both; of other issues `second` only */
    uint64_t count;                         /* how often it was found */
} nbl_interpreter_finding_t;

/* A place where data decides what is accessed, so that one run says nothing about runs with other data. */
typedef struct nbl_interpreter_decision_t {
    nbl_interpreter_place_t place;
    const char *what; /* "a branch", "an address" and so on */
    const char *why;  /* what the proof would need */
    uint32_t sources; /* nbl_interpreter_source_t, or'ed */
    char name[64];    /* the variable whose address it is; "" for other decisions */
} nbl_interpreter_decision_t;

/* Where a value comes from. */
typedef enum nbl_interpreter_source_t {
    NBL_INTERPRETER_FROM_DATA = 1, /* buffers, images, array lengths, clocks */
    NBL_INTERPRETER_FROM_UNDEFINED = 2,
    NBL_INTERPRETER_FROM_CONSTANTS = 4,  /* push constants and uniform buffers */
    NBL_INTERPRETER_FROM_ATOMICS = 8,    /* results of atomic accesses, which schedules decide */
    NBL_INTERPRETER_FROM_SUBGROUPS = 16, /* how invocations are grouped */
    NBL_INTERPRETER_FROM_ROUNDING = 32   /* divisions, roots, sines and others that drivers may round differently */
} nbl_interpreter_source_t;

typedef enum nbl_interpreter_verdict_t {
    NBL_INTERPRETER_NOT_ASKED = 0,
    NBL_INTERPRETER_PROVED,       /* free of races for every input and every schedule of this dispatch */
    NBL_INTERPRETER_PROVED_FIXED, /* free of races for every input with this run's push constants and uniform buffers */
    NBL_INTERPRETER_OPEN,         /* neither proved nor refuted: `decisions` say where data decides */
    NBL_INTERPRETER_REFUTED       /* the run has a finding */
} nbl_interpreter_verdict_t;

/* A turn: what a workgroup or a subgroup runs until an atomic access, a barrier or its end. */
typedef struct nbl_interpreter_turn_t {
    uint32_t number, workgroup, subgroup; /* subgroup: 0 unless subgroups take turns */
    nbl_interpreter_place_t place;        /* where it ended */
} nbl_interpreter_turn_t;

/* Why Vulkan lets devices have other bits in an instruction's result. */
typedef enum nbl_interpreter_freedom_t {
    NBL_INTERPRETER_FREE_NOT = 0,
    NBL_INTERPRETER_FREE_ROUNDING,    /* a quotient, a root, a sine or the like: Vulkan bounds its error alone */
    NBL_INTERPRETER_FREE_CONTRACTION, /* a product that may be contracted with a sum */
    NBL_INTERPRETER_FREE_FILTER,      /* a sample: how texels are weighted, or which one is nearest */
    NBL_INTERPRETER_FREE_ORDER,       /* an atomic access: the order of the invocations */
    NBL_INTERPRETER_FREE_SUMS,        /* a subgroup's sum or product, a product of matrices: the order of its terms */
    NBL_INTERPRETER_FREE_NARROWING,   /* to fewer bits, of a conversion or a texel: to nearest or to zero */
    NBL_INTERPRETER_FREE_FUSING       /* fma(): whether its product is rounded before the sum */
} nbl_interpreter_freedom_t;

/* A byte to watch: which invocation stored to it last, and why a device may have stored other bits. */
typedef struct nbl_interpreter_watch_t {
    const void *data; /* a byte of a buffer that the run binds */
    bool stored;      /* written: the run stored to it; only then are the fields below valid */
    nbl_interpreter_place_t place;
    uint32_t workgroup, invocation;
    /* The first instruction that the value comes from whose result a device may round otherwise; no branches */
    nbl_interpreter_freedom_t freedom; /* NBL_INTERPRETER_FREE_NOT: no instruction is open */
    nbl_interpreter_place_t origin;    /* valid if an instruction is open */
} nbl_interpreter_watch_t;

/* What nbl_interpreter_run() does, in this order. */
typedef enum nbl_interpreter_part_t {
    NBL_INTERPRETER_RUNS = 0,     /* the dispatch */
    NBL_INTERPRETER_PROVES_FIXED, /* the proof for every run with these constants and sizes */
    NBL_INTERPRETER_PROVES        /* the proof for every run */
} nbl_interpreter_part_t;

typedef struct nbl_interpreter_progress_t {
    nbl_interpreter_part_t part;
    uint64_t workgroups, workgroup_total;          /* of this part: begun so far, and in all */
    double seconds;                                /* since this part began */
    const struct nbl_interpreter_report_t *report; /* has the findings so far */
} nbl_interpreter_progress_t;

typedef struct nbl_interpreter_run_t {
    const nbl_interpreter_binding_t *bindings;
    uint32_t binding_count;
    nbl_interpreter_memory_t *memories; /* buffers by device address; their addresses must not overlap */
    uint32_t memory_count;
    const void *push_constants; /* NULL: zeros */
    uint32_t push_constant_bytes;
    uint32_t groups[3];               /* workgroups, each 1 or more */
    uint32_t base[3];                 /* the first workgroup, as vkCmdDispatchBase() has it */
    uint32_t subgroup_size;           /* a power of two from 1 to 128; 0: 32 */
    nbl_interpreter_watch_t *watches; /* filled in by a run with a check; NULL: none */
    uint32_t watch_count;
    bool check;              /* look for races, and follow undefined values */
    bool prove;              /* after the run, try to prove it for every run; implies check */
    bool allow_equal_writes; /* several invocations may write one element if all write the same value */
    bool by_subgroups; /* subgroups take turns: for kernels whose subgroups wait for each other. false: a workgroup runs
                        * as one */
    uint32_t assume;   /* nbl_interpreter_assumption_t, or'ed */
    /* A proof may assume of the buffers with these names that no two of their entries are equal. */
    const char *const *distinct;
    uint32_t distinct_count;
    /* A proof may assume of the buffers with these names, which are only read, that they hold what they hold in this
     * run. */
    const char *const *fixed;
    uint32_t fixed_count;
    /* workgroups that take turns, for kernels whose workgroups wait for each other; 0: 1 */
    uint32_t workgroups_at_once;
    uint64_t seed; /* of the order in which workgroups begin and take turns; 0: ascending */
    /* Which workgroup takes the first turn, the second ..; with by_subgroups which subgroup: workgroup * subgroups of a
     * workgroup + subgroup. One that cannot run is passed over. */
    const uint32_t *turns;
    uint32_t turn_count;
    struct nbl_interpreter_turn_t *taken; /* receives the first taken_capacity turns; NULL: none */
    uint32_t taken_capacity;
    uint64_t step_limit;   /* instructions times the invocations that run them, of the whole launch; 0: 2^34 */
    uint64_t memory_limit; /* bytes; 0: 2 GiB */
    uint64_t work_limit;   /* of the run without its proof: operations times invocations of a workgroup (of a subgroup
                            * with by_subgroups), whether they take part or not; 0: none */
    double seconds;        /* limit of each part, in processor time of the calling thread; 0: none */
    /* Called several times a second, in the thread of the run; NULL: never. */
    void (*progress)(void *user, const nbl_interpreter_progress_t *progress);
    void *progress_user;
} nbl_interpreter_run_t;

/* A binding whose guessed size was too small. */
typedef struct nbl_interpreter_wanted_t {
    uint32_t set, binding, element;
    uint64_t bytes; /* that it needs at least; 0: no size was too small */
} nbl_interpreter_wanted_t;

typedef struct nbl_interpreter_report_t {
    nbl_result_t result;
    char message[NBL_EMULATOR_MESSAGE_BYTES]; /* why result is no success, or why a proof ended; else empty */
    uint64_t instructions;                    /* each counted for every invocation that ran it */
    uint64_t work;                            /* what run->work_limit limits */
    uint64_t workgroups, barriers, accesses;
    uint32_t blocks; /* basic blocks that can run with the module's specialisation constants, in all functions that the
                      * entry point calls */
    uint32_t blocks_run;    /* of these, how many ran; the others are not checked */
    uint32_t blocks_proved; /* of these, how many the proof covers; no other block runs in what is proved */
    bool out_of_time; /* the run, or the part of the proof that `message` is about, met its limit of time or work */
    uint32_t finding_count;
    uint64_t findings_without_room;
    nbl_interpreter_finding_t findings[NBL_INTERPRETER_MAX_FINDINGS];
    nbl_interpreter_verdict_t verdict;
    uint32_t decision_count;
    nbl_interpreter_decision_t decisions[NBL_INTERPRETER_MAX_DECISIONS];
    uint64_t turns;                  /* how many turns were taken, if run->taken is not NULL */
    nbl_interpreter_wanted_t wanted; /* after MISSING_RESOURCE: the size that was too small */
    bool subgroups_matter;           /* the proof holds only for subgroups of this size, numbered in order */
} nbl_interpreter_report_t;

/* Runs a dispatch. Its bindings are read and written in place; a proof works on copies.
 *
 * A proof comes after the run, and only if the run found nothing. It has two parts: for every run with the same
 * constants and sizes, then for every run. If the second part meets a limit, the verdict is the first part's, and
 * report->message says so.
 *
 * Returns SUCCESS; RACE, OUT_OF_BOUNDS, DIVERGENT_BARRIER, UNINITIALIZED or INVALID_SHUFFLE after findings;
 * STEP_LIMIT (the limit of steps, work or time, or 2^20 atomic accesses in a row that changed nothing), LIMIT,
 * MISSING_RESOURCE, ARGUMENT, OUT_OF_MEMORY. report->result is the same.
 *
 * run     not NULL
 * report  filled in every case; may be NULL. Its texts are valid as long as the interpreter */
nbl_result_t nbl_interpreter_run(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                 nbl_interpreter_report_t *report);

/* What a search of schedules found. */
typedef struct nbl_interpreter_search_t {
    uint64_t tried;  /* runs that were made */
    bool complete;   /* every order of turns that could matter was tried */
    bool differs;    /* an order left other contents in the bindings, or other findings */
    uint32_t *turns; /* that order's first turns, as few as show the difference; later turns go round */
    uint32_t turn_count;
    char message[256]; /* why the first run did not end; else empty */
    uint64_t seed;     /* that order's seed, if more than 64 take turns; else 0 */
} nbl_interpreter_search_t;

/* Tests the prover: proves a dispatch, runs it with other inputs, and looks up each access among the proved run's. Two
 * accesses are equal if they have the same place, invocation, number of barriers and, unless data decides it, address.
 * Counted are buffers, shared memory and storage images that the shader stores to, texel by texel.
 *
 * Returns SUCCESS whatever was found, else what the first run failed by. ARGUMENT: NULL, or the dispatch is not proved.
 *
 * others    `count` runs of the same dispatch; with the same constants if the proof assumes them
 * compared  receives how many accesses the other runs made
 * beyond    receives how many of them the proved run did not make
 * error     may be NULL */
nbl_result_t nbl_interpreter_hold(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
                                  const nbl_interpreter_run_t *others, uint32_t count, uint64_t *compared,
                                  uint64_t *beyond, nbl_error_t *error);

/* Runs a dispatch in other orders of turns until one gives another result than the first order. Workgroups take turns,
 * and subgroups if run->by_subgroups. If up to 64 do, every order that could matter is tried, depth first; of more,
 * orders are drawn at random. Bindings are left as they were. If run->seconds end the search, found->complete is false.
 * A run that meets a limit does not count. Returns SUCCESS if the search was made, else why the first run did not end.
 *
 * most   runs at most
 * found  receives the result, for nbl_interpreter_search_free() */
nbl_result_t nbl_interpreter_search(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                    uint64_t most, nbl_interpreter_search_t *found);

/* Frees what a search returned. */
void nbl_interpreter_search_free(nbl_interpreter_search_t *found);
/* Write a finding, or a decision, as text of several lines. Return the length of the whole text, as snprintf does.
 *
 * text   receives at most bytes - 1 characters and a null character; may be NULL if bytes is 0 */
size_t nbl_interpreter_finding_text(const nbl_interpreter_finding_t *finding, char *text, size_t bytes);
size_t nbl_interpreter_decision_text(const nbl_interpreter_decision_t *decision, char *text, size_t bytes);

/* Writes an instruction of the module as a disassembler does. Returns: nbl_interpreter_finding_text().
 *
 * word  the instruction's first word in the module */
size_t nbl_interpreter_instruction_text(const nbl_interpreter_t *interpreter, uint32_t word, char *text, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
