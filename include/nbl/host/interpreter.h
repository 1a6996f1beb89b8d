/* Runs compute shaders of any origin, as SPIR-V, on the CPU under a race checker; and proves them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A value is an array over the invocations of a workgroup; control flow is structured, so invocations reconverge where
 * SPIR-V says. Memory goes through a checker of the same rules as the emulator's (nbl/host/emulator.h, which the kinds
 * of findings are taken from): races by happens-before, found whatever the order of the run.
 * Thread safety: runs may be made at the same time on several threads; they share nothing.
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
    uint64_t bits; /* of the number, in the low bits; of a boolean 0 or 1 */
} nbl_interpreter_constant_t;

typedef struct nbl_interpreter_desc_t {
    const uint32_t *words; /* a module, in the host's byte order */
    size_t word_count;
    const char *entry_point; /* NULL: the only one for compute shaders, or "main" among several */
    const nbl_interpreter_constant_t *constants;
    uint32_t constant_count;
    /* Of runs, if the module has cooperative matrices, which are shared out among as many invocations; 0: 32 */
    uint32_t subgroup_size;
} nbl_interpreter_desc_t;

typedef enum nbl_interpreter_resource_kind_t {
    NBL_INTERPRETER_STORAGE_BUFFER = 0,
    NBL_INTERPRETER_UNIFORM_BUFFER,
    NBL_INTERPRETER_PUSH_CONSTANTS,
    NBL_INTERPRETER_IMAGE, /* or a sampled one */
    NBL_INTERPRETER_SAMPLER,
    NBL_INTERPRETER_MEMORY /* that a device address leads to; binding: identifier of its type */
} nbl_interpreter_resource_kind_t;

/* A binding that a module declares. An array of descriptors is one, with a count. */
typedef struct nbl_interpreter_resource_t {
    nbl_interpreter_resource_kind_t kind;
    uint32_t set, binding, count;
    const char *name;     /* as long as the interpreter */
    uint64_t least_bytes; /* without an array at its end that has no length */
    uint32_t stride;      /* of an element of that array; 0: no array */
    uint32_t dimensions;  /* of an image: 1 to 3, layers included */
    const char *scalar;   /* of all its numbers, as NumPy has it: "<f4"; "|u1" where they differ */
    bool written;
} nbl_interpreter_resource_t;

/* Reads and translates a module. It is copied.
 *
 * Errors: SPIRV (damaged, or no compute entry point), MISSING_FEATURE (an instruction that it cannot run, which the
 * text names with its line), LIMIT, OUT_OF_MEMORY. */
nbl_result_t nbl_interpreter_create(const nbl_interpreter_desc_t *desc, nbl_interpreter_t **interpreter,
                                    nbl_error_t *error);
void nbl_interpreter_destroy(nbl_interpreter_t *interpreter);

/* Returns how many resources there are; the first `capacity` of them in resources. */
uint32_t nbl_interpreter_resources(const nbl_interpreter_t *interpreter, nbl_interpreter_resource_t *resources,
                                   uint32_t capacity);
/* Invocations of a workgroup in x, y and z. */
void nbl_interpreter_local_size(const nbl_interpreter_t *interpreter, uint32_t size[3]);
/* Whether the module says which lines of a text its instructions are. */
bool nbl_interpreter_has_lines(const nbl_interpreter_t *interpreter);

typedef struct nbl_interpreter_number_t {
    double value;
    uint64_t bits; /* of a whole number, which need not fit into a double: in two's complement */
    bool is_whole;
} nbl_interpreter_number_t;

/* Numbers by a name, as "params.width", "width", "lights[2].radius" or "size.x": of every member whose path ends so. Of
 * several names that a member has, the one of its inner part counts, else the longest, else the last one. */
typedef struct nbl_interpreter_value_t {
    const char *name;
    const nbl_interpreter_number_t *numbers; /* one for all of the member's numbers, or as many as it has */
    uint32_t count;
    uint64_t members; /* counts the members that have the name */
    uint64_t misfit;  /* of such a member, how many numbers it has, if this is not `count`; else 0 */
} nbl_interpreter_value_t;

/* Where the device addresses in a resource lead. */
typedef struct nbl_interpreter_addresses_t {
    /* Returns the address for a pointer without a value, which is called `path` and leads to `memory`. */
    uint64_t (*address)(void *user, const char *path, const nbl_interpreter_resource_t *memory);
    void *user;
} nbl_interpreter_addresses_t;

/* Fills a resource's memory by the types in it: integers from 0 to 15, floats from -1 to 1 (of images 0 to 1), by a
 * seed; and sets those that have a name among `values`.
 *
 * resource  as nbl_interpreter_resources() gave it
 * random    false: nothing but the values is written
 * addresses NULL: pointers stay as they are */
void nbl_interpreter_fill(const nbl_interpreter_t *interpreter, const nbl_interpreter_resource_t *resource, void *data,
                          uint64_t bytes, uint64_t seed, bool random, nbl_interpreter_value_t *values,
                          uint32_t value_count, const nbl_interpreter_addresses_t *addresses);

/* A number in a buffer. */
typedef struct nbl_interpreter_element_t {
    char path[128]; /* such as "params.size[3].x" */
    uint64_t begin; /* its first byte */
    uint32_t bytes; /* 1 to 8 */
    bool is_float, is_signed;
} nbl_interpreter_element_t;

/* Finds the number that has a byte of a buffer. Returns false where there is none, as between members.
 *
 * byte  of the binding */
bool nbl_interpreter_element(const nbl_interpreter_t *interpreter, uint32_t set, uint32_t binding, uint64_t byte,
                             nbl_interpreter_element_t *element);

/* ---- Running */

/* How an image is sampled. Numbers of address modes and comparisons are Vulkan's. */
typedef struct nbl_interpreter_sampler_t {
    bool magnified_linear, minified_linear, levels_linear; /* or the nearest */
    uint32_t address[3];                                   /* VkSamplerAddressMode */
    bool compares;
    uint32_t compare;   /* VkCompareOp: the reference with the texel */
    uint32_t border[4]; /* of a texel: bits of floats or integers */
    bool unnormalized;
    float bias, least_lod, greatest_lod;
} nbl_interpreter_sampler_t;

typedef struct nbl_interpreter_binding_t {
    uint32_t set, binding, element; /* element: of an array of descriptors */
    void
        *data; /* NULL: zeros of `bytes` bytes. Buffers whose data overlap are one memory where they do; images with the
               * same data are one; else they are disjoint */
    uint64_t bytes;                           /* of a buffer; of an image texels * 16: four 32-bit components each */
    uint32_t width, height, depth;            /* of an image, in texels; layers are its depth */
    uint32_t levels;                          /* of an image: in data after one another, each half as large; 0: 1 */
    const nbl_interpreter_sampler_t *sampler; /* of a sampler, or of an image that is one, too; NULL: linear, no levels,
                                               * clamped edges */
    bool nearest; /* of an image: samples are the nearest texel's, and not between texels linear */
    bool made_up; /* of a buffer: its size is; an access just beyond it ends the run, and is no finding */
} nbl_interpreter_binding_t;

/* A buffer that shaders reach by its device address. Its data may overlap with bindings' data. */
typedef struct nbl_interpreter_memory_t {
    uint64_t address; /* of its first byte, below 2^62 */
    void *data;
    uint64_t bytes;
    bool made_up; /* its size is: as of a binding, with its number for the binding and UINT32_MAX for the set */
    bool touched; /* after a run: something in it was accessed */
} nbl_interpreter_memory_t;

typedef enum nbl_interpreter_assumption_t {
    NBL_INTERPRETER_ASSUME_FIXED_CONSTANTS = 1 /* push constants and uniform buffers are what they are in this run */
} nbl_interpreter_assumption_t;

typedef enum nbl_interpreter_issue_t {
    NBL_INTERPRETER_RACE = 0,      /* two accesses that nothing orders: `kind` says which */
    NBL_INTERPRETER_OUT_OF_BOUNDS, /* an index or an address outside of what it is of */
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
    uint32_t word; /* of the module, where the instruction begins */
} nbl_interpreter_place_t;

typedef struct nbl_interpreter_access_t {
    nbl_interpreter_place_t place;
    nbl_interpreter_place_t callers[NBL_INTERPRETER_MAX_CALLERS]; /* the innermost first */
    uint32_t caller_count;
    int write, atomic;
    uint32_t workgroup[3];
    uint32_t invocation, subgroup, lane;
    uint32_t barriers; /* that its workgroup had passed; NBL_EMULATOR_UNKNOWN in an earlier workgroup */
} nbl_interpreter_access_t;

/* Equal findings (same issue, kind, variable and pair of places) are one, with a count. */
typedef struct nbl_interpreter_finding_t {
    nbl_interpreter_issue_t issue;
    nbl_emulator_finding_kind_t kind; /* of a race */
    nbl_emulator_memory_t memory;     /* of a race, or an access out of bounds */
    nbl_emulator_remedy_t remedy;     /* of a race */
    char element[128];                /* such as "tile[3][7]" */
    uint32_t set, binding;
    int is_bound;                           /* set and binding say something */
    int same_value;                         /* of two writes: they wrote the same bits whenever this was found */
    char detail[160];                       /* of other issues than races */
    nbl_interpreter_access_t first, second; /* of other issues than races `second` alone */
    uint64_t count;
} nbl_interpreter_finding_t;

/* A line where data decides what is accessed, so that one run proves nothing of others. */
typedef struct nbl_interpreter_decision_t {
    nbl_interpreter_place_t place;
    const char *what; /* "a branch", "an address" and so on */
    const char *why;  /* what the proof would need */
    uint32_t sources; /* nbl_interpreter_source_t, or'ed */
    char name[64];    /* of the variable whose address it is; "" else */
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
    NBL_INTERPRETER_PROVED,       /* race-free for every input and every schedule of this dispatch */
    NBL_INTERPRETER_PROVED_FIXED, /* the same, if push constants and uniform buffers are what they are in this run */
    NBL_INTERPRETER_OPEN,         /* the decisions say where data decides */
    NBL_INTERPRETER_REFUTED       /* a finding */
} nbl_interpreter_verdict_t;

/* A turn ends at an atomic access, a barrier or the end. */
typedef struct nbl_interpreter_turn_t {
    uint32_t number, workgroup, subgroup; /* subgroup: 0 unless subgroups take turns */
    nbl_interpreter_place_t place;        /* where it ended */
} nbl_interpreter_turn_t;

/* Who stored a number last. */
typedef struct nbl_interpreter_watch_t {
    const void *data; /* a byte of a buffer that the run binds */
    bool stored;      /* the run stored to it, and what follows says where */
    nbl_interpreter_place_t place;
    uint32_t workgroup, invocation;
    uint32_t sources; /* nbl_interpreter_source_t, or'ed: where what was stored comes from */
} nbl_interpreter_watch_t;

/* What nbl_interpreter_run() does, in this order. */
typedef enum nbl_interpreter_part_t {
    NBL_INTERPRETER_RUNS = 0,     /* the dispatch */
    NBL_INTERPRETER_PROVES_FIXED, /* looks whether it stands for every run with these constants and sizes */
    NBL_INTERPRETER_PROVES        /* looks whether it stands for every run */
} nbl_interpreter_part_t;

typedef struct nbl_interpreter_progress_t {
    nbl_interpreter_part_t part;
    uint64_t workgroups, workgroup_total;          /* of this part: begun so far, and all */
    double seconds;                                /* since this part began */
    const struct nbl_interpreter_report_t *report; /* with the findings so far */
} nbl_interpreter_progress_t;

typedef struct nbl_interpreter_run_t {
    const nbl_interpreter_binding_t *bindings;
    uint32_t binding_count;
    nbl_interpreter_memory_t *memories; /* by device address; they do not overlap as addresses */
    uint32_t memory_count;
    const void *push_constants; /* NULL: zeros */
    uint32_t push_constant_bytes;
    uint32_t groups[3];             /* workgroups, each 1 or more */
    uint32_t base[3];               /* the first workgroup, as vkCmdDispatchBase() has it */
    uint32_t subgroup_size;         /* a power of two from 1 to 128; 0: 32 */
    nbl_interpreter_watch_t *watch; /* filled in by a run with a check; NULL: none */
    bool check;                     /* look for races, and follow undefined values */
    bool prove;                     /* after the run, look whether it stands for every run; implies check */
    bool allow_equal_writes;        /* several invocations may write one element if all write the same value */
    bool by_subgroups; /* subgroups take turns instead of running as one: for those that wait for each other */
    uint32_t assume;   /* nbl_interpreter_assumption_t, or'ed */
    const char *const *distinct; /* of a proof: names of buffers, no two of whose entries are equal */
    uint32_t distinct_count;
    const char *const *fixed; /* likewise: names of buffers that are only read, to be as fixed as push constants */
    uint32_t fixed_count;
    uint32_t workgroups_at_once; /* that take turns, for those that wait for each other; 0: 1 */
    uint64_t seed;               /* of the order in which they begin and take turns; 0: in order */
    const uint32_t *turns; /* who takes turns first: number of the workgroup * subgroups + subgroup, if subgroups take
                            * turns, else of the workgroup. Who is named and cannot run is passed over */
    uint32_t turn_count;
    struct nbl_interpreter_turn_t *taken; /* receives the turns that were taken; NULL: nothing */
    uint32_t taken_capacity;
    uint64_t step_limit;   /* instructions times invocations of the launch; 0: 2^34 */
    uint64_t memory_limit; /* bytes; 0: 2 GiB */
    double seconds;        /* limit of the time of each part, by a wall clock; 0: none */
    /* Called several times a second, in the thread of the run; NULL: never. */
    void (*progress)(void *user, const nbl_interpreter_progress_t *progress);
    void *progress_user;
} nbl_interpreter_run_t;

/* A binding whose made-up size was too small. */
typedef struct nbl_interpreter_wanted_t {
    uint32_t set, binding, element;
    uint64_t bytes; /* that it needs at least; 0: none was */
} nbl_interpreter_wanted_t;

typedef struct nbl_interpreter_report_t {
    nbl_result_t result;
    char message[NBL_EMULATOR_MESSAGE_BYTES];
    uint64_t instructions; /* each times the invocations that made it */
    uint64_t workgroups, barriers, accesses;
    uint32_t blocks, blocks_run; /* of the functions that the entry point calls: what did not run is not checked */
    uint32_t blocks_proved;      /* of these blocks, what a proof covers: no other runs in what is proved */
    bool out_of_time;            /* the run, or the part of the proof that `message` is of, met its limit of time */
    uint32_t finding_count;
    uint64_t findings_without_room;
    nbl_interpreter_finding_t findings[NBL_INTERPRETER_MAX_FINDINGS];
    nbl_interpreter_verdict_t verdict;
    uint32_t decision_count;
    nbl_interpreter_decision_t decisions[NBL_INTERPRETER_MAX_DECISIONS];
    uint64_t turns;                  /* taken, if they were to be written down; of which `taken` has the first */
    nbl_interpreter_wanted_t wanted; /* after MISSING_RESOURCE */
    bool subgroups_matter;           /* a proof holds for subgroups of this size, laid out in order */
} nbl_interpreter_report_t;

/* Runs a dispatch. What it binds is read and written in place; a proof works on copies.
 *
 * A proof comes after the run, and only if that found nothing: first of runs with the same constants and sizes, then of
 * every run. If the second part fails by a limit, the verdict is the first part's, and report->message says so.
 *
 * Returns SUCCESS; RACE, OUT_OF_BOUNDS, DIVERGENT_BARRIER, UNINITIALIZED or INVALID_SHUFFLE after findings;
 * STEP_LIMIT (of steps or time, or 2^20 atomic accesses that changed nothing, while nothing else was done), LIMIT,
 * MISSING_RESOURCE, ARGUMENT, OUT_OF_MEMORY. Also report->result.
 *
 * report  filled in every case; may be NULL. Its texts live as long as the interpreter */
nbl_result_t nbl_interpreter_run(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                 nbl_interpreter_report_t *report);

/* What a search of schedules found. */
typedef struct nbl_interpreter_search_t {
    uint64_t tried;
    bool complete;   /* every order of turns that could matter was tried */
    bool differs;    /* one gave other contents of what is bound, or other findings */
    uint32_t *turns; /* that one's first choices, as few as show it; the others go round */
    uint32_t turn_count;
    char message[256]; /* why the first run did not come to its end */
    uint64_t seed;     /* of that one, where there are more than 64 who take turns; 0 else */
} nbl_interpreter_search_t;

/* Proves a dispatch, then runs it with other inputs and holds each access to what is checked for races against those of
 * the proof's run: with the same place, invocation, number of barriers and address, or where data decides the address.
 * Images are left out.
 *
 * others    `count` runs of the same dispatch; where the proof takes constants to be as they are, with the same ones
 * compared  how many accesses these made; beyond: how many of them the proof's run had not
 *
 * Returns SUCCESS whatever was found, else the result of the first run that failed; ARGUMENT: it is not proved. */
nbl_result_t nbl_interpreter_hold(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
                                  const nbl_interpreter_run_t *others, uint32_t count, uint64_t *compared,
                                  uint64_t *beyond);

/* Runs a dispatch in other orders of turns until one gives another result than the first: all workgroups at once, and
 * subgroups if run->by_subgroups. With up to 64 who take turns the orders are those that could matter, depth first;
 * with more they are drawn. Bindings are left as they were.
 *
 * most  runs at most
 *
 * A limit of time, run->seconds, is of the search, too: then found->complete is false. Runs that a limit ends are left
 * out.
 *
 * Returns SUCCESS if the search was made, whatever it found; else why the first run did not come to its end. */
nbl_result_t nbl_interpreter_search(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                    uint64_t most, nbl_interpreter_search_t *found);
void nbl_interpreter_search_free(nbl_interpreter_search_t *found);

/* Writes a finding, or a decision, as text of several lines, as snprintf does. */
size_t nbl_interpreter_finding_text(const nbl_interpreter_finding_t *finding, char *text, size_t bytes);
size_t nbl_interpreter_decision_text(const nbl_interpreter_decision_t *decision, char *text, size_t bytes);
/* Writes an instruction of the module as a disassembler would, for those that have no lines. */
size_t nbl_interpreter_instruction_text(const nbl_interpreter_t *interpreter, uint32_t word, char *text, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
