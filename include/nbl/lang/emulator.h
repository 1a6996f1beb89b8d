/* The functions of the emulator that a running kernel calls: nbl/lang/c.h gives these functions their common names.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Calling any of them outside a launch aborts, except the bit casts.
 */
#ifndef NBL_LANG_EMULATOR_H
#define NBL_LANG_EMULATOR_H

#include "nbl/lang/calls.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_emulator_float32x2_t {
    float x, y;
} nbl_emulator_float32x2_t;
typedef struct nbl_emulator_float32x4_t {
    float x, y, z, w;
} nbl_emulator_float32x4_t;
typedef struct nbl_emulator_uint32x2_t {
    uint32_t x, y;
} nbl_emulator_uint32x2_t;
typedef struct nbl_emulator_uint32x3_t {
    uint32_t x, y, z;
} nbl_emulator_uint32x3_t;
typedef struct nbl_emulator_uint32x4_t {
    uint32_t x, y, z, w;
} nbl_emulator_uint32x4_t;

/* A shared array as the kernel's text declares it; its address is its identity. The count is given at each access,
 * since it may follow from a run-time parameter; it must not change within a workgroup. */
typedef struct nbl_emulator_shared_t {
    const char *name;
    uint32_t element_bytes;
} nbl_emulator_shared_t;

typedef enum nbl_emulator_reduce_t {
    NBL_EMULATOR_REDUCE_ADD = 0,
    NBL_EMULATOR_REDUCE_MIN,
    NBL_EMULATOR_REDUCE_MAX
} nbl_emulator_reduce_t;

typedef enum nbl_emulator_action_t {
    NBL_EMULATOR_LOAD = 0,
    NBL_EMULATOR_STORE,
    NBL_EMULATOR_ATOMIC,          /* reads and writes */
    NBL_EMULATOR_ATOMIC_EXCHANGE, /* reads and writes; the old value may be uninitialised */
    NBL_EMULATOR_ATOMIC_COMPARE   /* writes only where nbl_emulator_expect() said what is there */
} nbl_emulator_action_t;

/* The place of an access in the text. Each use of NBL_LOAD, NBL_STORE and so on has a constant of this type. */
typedef struct nbl_emulator_use_t {
    const char *file;
    const char *function;   /* that contains it: the kernel, or a function of an include, such as fft_forward */
    const char *expression; /* the index, as the text has it */
    int line;
    uint32_t calls; /* NBL_EMULATOR_CALLS of its text */
} nbl_emulator_use_t;

/* The frame of the function that makes the next access, if the text keeps frames: the calls that led to the access are
 * found from there. Weak, as nbl_emulator_loop is. */
NBL_WEAK_VARIABLE NBL_INITIAL_EXEC NBL_THREAD_LOCAL const void *nbl_emulator_frame;
#if NBL_EMULATOR_CALLS
#define NBL_EMULATOR_SET_FRAME() (void)(nbl_emulator_frame = __builtin_frame_address(0))
#else
#define NBL_EMULATOR_SET_FRAME() (void)0
#endif

/* A shared array in the workgroup that runs. */
typedef struct nbl_emulator_open_array_t {
    const nbl_emulator_shared_t *array;
    unsigned char *data;
    uint64_t accesses[5]; /* by nbl_emulator_action_t */
    uint32_t count;
    uint32_t left; /* accesses until the workgroup's limit is looked at */
} nbl_emulator_open_array_t;

/* The array that this thread's kernel used last, while its accesses are not watched; else an array of no kernel. */
extern NBL_THREAD_LOCAL nbl_emulator_open_array_t *nbl_emulator_recent_array NBL_INITIAL_EXEC;
/* nbl_emulator_shared() for any array, watched or not. */
void *nbl_emulator_find_shared(const nbl_emulator_shared_t *array, uint32_t count, uint32_t index,
                               nbl_emulator_action_t action, const nbl_emulator_use_t *use);

/* Each returns the address of element `index`, having checked and counted the access. Fresh shared memory of a
 * workgroup is filled with 0xA5 bytes so that uninitialised reads show. */
static inline void *nbl_emulator_shared(const nbl_emulator_shared_t *array, uint32_t count, uint32_t index,
                                        nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_open_array_t *recent = nbl_emulator_recent_array;
    if (NBL_UNLIKELY(recent->array != array || recent->count != count || index >= count || recent->left == 0))
        return nbl_emulator_find_shared(array, count, index, action, use);
    recent->accesses[action]++;
    recent->left--;
    return recent->data + (size_t)index * array->element_bytes;
}
void *nbl_emulator_buffer(uint32_t binding, const char *name, uint32_t element_bytes, uint32_t index,
                          nbl_emulator_action_t action, const nbl_emulator_use_t *use);
/* The same, of a buffer that is declared coherent. */
void *nbl_emulator_coherent_buffer(uint32_t binding, const char *name, uint32_t element_bytes, uint32_t index,
                                   nbl_emulator_action_t action, const nbl_emulator_use_t *use);
/* Element `index` from a device address on: watched if it lies in a resource of the launch. */
void *nbl_emulator_reference(void *first, const char *name, uint32_t element_bytes, uint32_t index,
                             nbl_emulator_action_t action, const nbl_emulator_use_t *use);
/* The same, of a reference that is declared coherent. */
void *nbl_emulator_coherent_reference(void *first, const char *name, uint32_t element_bytes, uint32_t index,
                                      nbl_emulator_action_t action, const nbl_emulator_use_t *use);
nbl_emulator_float32x4_t *nbl_emulator_image(uint32_t binding, const char *name, uint32_t x, uint32_t y,
                                             nbl_emulator_action_t action, const nbl_emulator_use_t *use);

/* Announces that the next access is to a part of its element only. */
void nbl_emulator_part(size_t offset, size_t bytes);

/* The scope of an atomic access or a fence: the invocations of the same subgroup, workgroup or launch. */
typedef enum nbl_emulator_scope_t {
    NBL_SCOPE_SUBGROUP = 0,
    NBL_SCOPE_WORKGROUP,
    NBL_SCOPE_DEVICE
} nbl_emulator_scope_t;

typedef enum nbl_emulator_order_of_memory_t {
    NBL_ORDER_RELAXED = 0,
    NBL_ORDER_ACQUIRE = 1,
    NBL_ORDER_RELEASE = 2,
    NBL_ORDER_ACQUIRE_RELEASE = 3
} nbl_emulator_order_of_memory_t;

typedef enum nbl_emulator_atomic_operation_t {
    NBL_EMULATOR_ATOMIC_OF_LOAD = 0,
    NBL_EMULATOR_ATOMIC_OF_STORE,
    NBL_EMULATOR_ATOMIC_OF_ADD,
    NBL_EMULATOR_ATOMIC_OF_MIN,
    NBL_EMULATOR_ATOMIC_OF_MAX,
    NBL_EMULATOR_ATOMIC_OF_AND,
    NBL_EMULATOR_ATOMIC_OF_OR,
    NBL_EMULATOR_ATOMIC_OF_XOR,
    NBL_EMULATOR_ATOMIC_OF_EXCHANGE,
    NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE
} nbl_emulator_atomic_operation_t;

/* An atomic access: numbers of 4 or 8 bytes, as bits in the low bytes. */
typedef struct nbl_emulator_atomic_t {
    uint64_t value, expected;
    uint8_t operation, scope, order; /* of the enumerations above */
    uint8_t bytes, is_float, is_signed;
} nbl_emulator_atomic_t;

/* First tells the emulator what this invocation's next access is, then makes it and returns what was there before.
 * Atomic also between workgroups on several OS threads. */
void nbl_emulator_atomic_begin(const nbl_emulator_atomic_t *atomic);
uint64_t nbl_emulator_atomic_make(void *element);
/* Does nothing. A call of it in a text tells the checker that the text orders memory by atomics. */
void nbl_emulator_orders(void);
void nbl_emulator_fence(nbl_emulator_scope_t scope, nbl_emulator_order_of_memory_t order, const char *file, int line);

/* A variable that each invocation has for itself; registered before main, for good. */
typedef struct nbl_emulator_private_t {
    void *(*address)(void); /* of this thread's */
    size_t bytes;
    struct nbl_emulator_private_t *next;
} nbl_emulator_private_t;
void nbl_emulator_register_private(nbl_emulator_private_t *variable);

/* A kernel, or the workgroup's size before one, as they stand in a text; registered before main, for good. */
typedef struct nbl_emulator_declared_t {
    void (*kernel)(void);           /* NULL: a size */
    void (*size)(uint32_t size[3]); /* called while the launch is under way */
    const void *unit;               /* of the translation unit */
    int number, line;               /* in the order of the text */
    const char *file;
    struct nbl_emulator_declared_t *next;
} nbl_emulator_declared_t;
void nbl_emulator_declare(nbl_emulator_declared_t *declared);
/* Fails the launch if its workgroups have another size, or NBL_LOCAL_SIZE says another. */
void nbl_emulator_expect_workgroup_size(uint32_t invocations, const char *function, const char *file, int line);

/* Returns the launch's push constants. Fails the launch if it has no push constants. */
const void *nbl_emulator_push_constants(const char *name, const char *file, int line);
/* Returns the launch's `specialization`, which points to a structure: its fields are what in a shader are the kernel's
 * compile-time parameters. It is the same as long as a kernel runs: a compiler makes one call, not one at every
 * parameter. */
NBL_ALWAYS_THE_SAME const void *nbl_emulator_specialization(void);

uint32_t nbl_emulator_local_invocation_index(void); /* subgroup id * subgroup size + lane */
nbl_emulator_uint32x3_t nbl_emulator_local_invocation_id(void);
nbl_emulator_uint32x3_t nbl_emulator_workgroup_id(void);
nbl_emulator_uint32x3_t nbl_emulator_workgroup_count(void);
uint32_t nbl_emulator_workgroup_index(void); /* x + y * count.x, as the shader's flattened dispatch counts */
uint32_t nbl_emulator_subgroup_size(void);
uint32_t nbl_emulator_subgroup_id(void);
uint32_t nbl_emulator_subgroup_invocation_id(void);
/* Returns the invocations of the calling one's subgroup: its size, or fewer in the last one. */
uint32_t nbl_emulator_subgroup_lanes(void);

void nbl_emulator_workgroup_barrier(const char *file, int line);
void nbl_emulator_subgroup_barrier(const char *file, int line);
uint32_t nbl_emulator_subgroup_shuffle(uint32_t value, uint32_t lane, const char *file, int line);
uint32_t nbl_emulator_subgroup_shuffle_xor(uint32_t value, uint32_t mask, const char *file, int line);
nbl_emulator_uint32x2_t nbl_emulator_subgroup_shuffle_xor_2(nbl_emulator_uint32x2_t value, uint32_t mask,
                                                            const char *file, int line);
uint32_t nbl_emulator_subgroup_broadcast(uint32_t value, uint32_t lane, const char *file, int line);
nbl_emulator_uint32x4_t nbl_emulator_subgroup_ballot(int predicate, const char *file, int line);
uint32_t nbl_emulator_subgroup_reduce(uint32_t value, nbl_emulator_reduce_t operation, const char *file, int line);
void nbl_emulator_count(const char *name, uint64_t n);
/* Ends the launch with NBL_EMULATOR_ASSERTION. */
void nbl_emulator_assertion_failed(const char *condition, const char *function, const char *file, int line);

/* What an invocation waits for. */
typedef enum nbl_emulator_operation_t {
    NBL_EMULATOR_WORKGROUP_BARRIER = 2, /* below are the states of an invocation that waits for nothing */
    NBL_EMULATOR_SUBGROUP_BARRIER,
    NBL_EMULATOR_SHUFFLE,
    NBL_EMULATOR_SHUFFLE_XOR,
    NBL_EMULATOR_BROADCAST,
    NBL_EMULATOR_BALLOT,
    NBL_EMULATOR_SUM, /* as nbl_emulator_reduce_t counts: these stand last */
    NBL_EMULATOR_MINIMUM,
    NBL_EMULATOR_MAXIMUM,
    NBL_EMULATOR_ARITHMETIC /* the argument: nbl_emulator_arithmetic_t, one of each kind or'ed */
} nbl_emulator_operation_t;

/* What is computed of the values of a subgroup's lanes, in ascending order of the lanes. */
typedef enum nbl_emulator_arithmetic_t {
    NBL_EMULATOR_ADD = 0,
    NBL_EMULATOR_MUL,
    NBL_EMULATOR_MIN,
    NBL_EMULATOR_MAX,
    NBL_EMULATOR_AND,
    NBL_EMULATOR_OR,
    NBL_EMULATOR_XOR,

    NBL_EMULATOR_REDUCE = 0 << 3,
    NBL_EMULATOR_INCLUSIVE = 1 << 3, /* of the lanes up to one's own */
    NBL_EMULATOR_EXCLUSIVE = 2 << 3, /* of the lanes before it */
    NBL_EMULATOR_ALL_EQUAL = 3 << 3, /* 1 or 0, whatever the operator */

    NBL_EMULATOR_OF_uint32_t = 0 << 5,
    NBL_EMULATOR_OF_int32_t = 1 << 5,
    NBL_EMULATOR_OF_float32_t = 2 << 5,
    NBL_EMULATOR_OF_float64_t = 3 << 5,
    NBL_EMULATOR_OF_float16_t = 4 << 5
} nbl_emulator_arithmetic_t;

/* Where in the text a synchronisation stands; `number` tells two on one line apart. */
typedef struct nbl_emulator_site_t {
    const char *file;
    int line;
    uint32_t number;
    const char *function; /* around it; NULL: unknown */
    uint32_t calls;       /* NBL_EMULATOR_CALLS of its text */
} nbl_emulator_site_t;

/* Waits until all invocations that take part have arrived at this site, and returns the operation's result for this
 * one.
 *
 * site       there until it returns
 * value      what this invocation gives: a dword, or two to be moved
 * argument   of a shuffle or broadcast: the lane, or the mask */
uint64_t nbl_emulator_synchronize(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation, uint64_t value,
                                  uint32_t argument);
/* An undefined value: bytes that follow from the launch's order and seed. */
void nbl_emulator_undefined(void *value, size_t bytes);
/* Returns the result of the last ballot that this invocation took part in. */
nbl_emulator_uint32x4_t nbl_emulator_ballot_result(void);

static inline uint64_t nbl_emulator_one_of(nbl_emulator_uint32x2_t two) { return (uint64_t)two.y << 32 | two.x; }
static inline nbl_emulator_uint32x2_t nbl_emulator_two_of(uint64_t one) {
    nbl_emulator_uint32x2_t two = {(uint32_t)one, (uint32_t)(one >> 32)};
    return two;
}

/* nbl/lang.h reaches synchronisations through these macros, which keep a site for each of their uses: invocations must
 * meet at the same use of the same line. The address of the call cannot serve: compilers copy calls (`if (a) x();
 * barrier(); if (a) y();` becomes two barriers with gcc and clang at -O2), so one barrier of the text may have several.
 * The functions above, which may be called from another language, are told apart by file and line alone. */
#define NBL_EMULATOR_SITE() \
    (__extension__({ \
        static const nbl_emulator_site_t nbl_site_ = {__FILE__, __LINE__, __COUNTER__ + 1u, __func__, \
                                                      NBL_EMULATOR_CALLS}; \
        &nbl_site_; \
    }))
#define NBL_EMULATOR_SYNCHRONIZE(operation, value, argument) \
    nbl_emulator_synchronize(NBL_EMULATOR_SITE(), NBL_EMULATOR_##operation, (value), (argument))

/* A loop that an invocation is in: on its stack where a `for` hook made it. */
typedef struct nbl_emulator_loop_t {
    struct nbl_emulator_loop_t *around;
    void *frame; /* of the function, of a while; else NULL */
    const char *function;
    uint32_t number; /* of the hook: later ones in the text have larger numbers */
    uint32_t trip;
    void *place; /* in the code; NULL: unknown */
} nbl_emulator_loop_t;

/* The innermost loop of the invocation that runs, or NULL. Weak, so that text that is only index mathematics links
 * without the library. */
NBL_WEAK_VARIABLE NBL_INITIAL_EXEC NBL_THREAD_LOCAL nbl_emulator_loop_t *nbl_emulator_loop;

/* See nbl/lang/flow.h. Outside a launch they have no visible effect. */
static inline nbl_emulator_loop_t *nbl_emulator_loop_enter(nbl_emulator_loop_t *loop) {
#if NBL_EMULATOR_CALLS
    loop->place = __builtin_return_address(0);
#endif
    return nbl_emulator_loop = loop;
}
static inline void nbl_emulator_loop_trip(nbl_emulator_loop_t *loop) {
    nbl_emulator_loop = loop;
    loop->trip++;
}
static inline void nbl_emulator_loop_leave(nbl_emulator_loop_t *loop) { nbl_emulator_loop = loop->around; }

/* An operation in parts counts as a loop, each part as a trip. */
#define NBL_EMULATOR_PARTS \
    { nbl_emulator_loop, 0, __func__, 0, 0, 0 }

/* A value of any size through a shuffle, 8 bytes at a time. */
NBL_EMULATOR_FUNCTION void nbl_emulator_move(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation,
                                             void *value, size_t bytes, uint32_t argument) {
    nbl_emulator_loop_t parts = NBL_EMULATOR_PARTS;
    for (size_t i = 0; i < bytes; i += 8u) {
        uint64_t part = 0;
        size_t size = bytes - i < 8u ? bytes - i : 8u;
        if (bytes > 8u) nbl_emulator_loop_trip(&parts);
        memcpy(&part, (char *)value + i, size);
        part = nbl_emulator_synchronize(site, operation, part, argument);
        memcpy((char *)value + i, &part, size);
    }
    if (bytes > 8u) nbl_emulator_loop_leave(&parts);
}

/* Gives the value of the lane `delta` further, modulo 2^32. Without a lane there a shader gets anything; here it gets
 * bytes that differ from order to order, so a kernel that uses them is found. Callers of nbl_emulator_synchronize stand
 * in this header and not in the library, so that their frames are the text's: see NBL_EMULATOR_CALLS. */
NBL_EMULATOR_FUNCTION void nbl_emulator_move_by(const nbl_emulator_site_t *site, void *value, size_t bytes,
                                                uint32_t delta) {
    uint32_t lane = nbl_emulator_subgroup_invocation_id(), source = lane + delta;
    int is_there = source < nbl_emulator_subgroup_lanes();

    nbl_emulator_move(site, NBL_EMULATOR_SHUFFLE, value, bytes, is_there ? source : lane);
    if (!is_there) nbl_emulator_undefined(value, bytes);
}

/* NBL_EMULATOR_ARITHMETIC of each component. */
NBL_EMULATOR_FUNCTION void nbl_emulator_compute(const nbl_emulator_site_t *site, void *value, size_t bytes,
                                                size_t component, uint32_t wanted) {
    nbl_emulator_loop_t parts = NBL_EMULATOR_PARTS;
    for (size_t i = 0; i < bytes; i += component) {
        uint64_t part = 0;
        if (bytes > component) nbl_emulator_loop_trip(&parts);
        memcpy(&part, (char *)value + i, component);
        part = nbl_emulator_synchronize(site, NBL_EMULATOR_ARITHMETIC, part, wanted);
        memcpy((char *)value + i, &part, component);
    }
    if (bytes > component) nbl_emulator_loop_leave(&parts);
}

/* Return whether a value is the same in all lanes; whether a condition is true in any; the lowest lane that runs. */
NBL_EMULATOR_FUNCTION int nbl_emulator_compare(const nbl_emulator_site_t *site, const void *value, size_t bytes,
                                               size_t component, uint32_t scalar) {
    nbl_emulator_loop_t parts = NBL_EMULATOR_PARTS;
    int same = 1;
    for (size_t i = 0; i < bytes; i += component) {
        uint64_t part = 0;
        if (bytes > component) nbl_emulator_loop_trip(&parts);
        memcpy(&part, (const char *)value + i, component);
        if (!nbl_emulator_synchronize(site, NBL_EMULATOR_ARITHMETIC, part, (uint32_t)NBL_EMULATOR_ALL_EQUAL | scalar))
            same = 0;
    }
    if (bytes > component) nbl_emulator_loop_leave(&parts);
    return same;
}
NBL_EMULATOR_FUNCTION int nbl_emulator_any(const nbl_emulator_site_t *site, int condition) {
    nbl_emulator_uint32x4_t votes;
    nbl_emulator_synchronize(site, NBL_EMULATOR_BALLOT, condition != 0, 0);
    votes = nbl_emulator_ballot_result();
    return (votes.x | votes.y | votes.z | votes.w) != 0;
}
NBL_EMULATOR_FUNCTION uint32_t nbl_emulator_first_lane(const nbl_emulator_site_t *site) {
    nbl_emulator_uint32x4_t votes;
    nbl_emulator_synchronize(site, NBL_EMULATOR_BALLOT, 1, 0);
    votes = nbl_emulator_ballot_result();
    if (votes.x != 0) return NBL_TRAILING_ZEROS(votes.x);
    if (votes.y != 0) return 32u + NBL_TRAILING_ZEROS(votes.y);
    if (votes.z != 0) return 64u + NBL_TRAILING_ZEROS(votes.z);
    return 96u + NBL_TRAILING_ZEROS(votes.w);
}

/* Returns the condition. */
int nbl_emulator_while(uint32_t number, int condition, void *frame, const char *function);
void nbl_emulator_break(void);
void nbl_emulator_switch(void);
/* Leaves the while loops of a function that returns; NULL: it is in none. Weak, since only texts that call
 * nbl_emulator_while call it. */
NBL_WEAK void nbl_emulator_leave_whiles(const char *function);
/* Fails the launch, if there is one. Weak: a program without the library does not have it. */
NBL_WEAK void nbl_emulator_goto(const char *file, int line);
static inline void nbl_emulator_goes(const char *file, int line) {
    if (NBL_IS_THERE(nbl_emulator_goto)) nbl_emulator_goto(file, line);
}
static inline void nbl_emulator_returned(const char **function) {
    if (*function != NULL) nbl_emulator_leave_whiles(*function);
}

uint32_t nbl_emulator_bits_from_float32(float value);
float nbl_emulator_float32_from_bits(uint32_t bits);
nbl_emulator_uint32x2_t nbl_emulator_bits_from_float64(double value); /* x: low dword */
double nbl_emulator_float64_from_bits(nbl_emulator_uint32x2_t bits);
/* Two float16 in a dword, x in the low half; rounds to nearest even, overflows to infinity, keeps subnormals. */
uint32_t nbl_emulator_pack_half_2x16(nbl_emulator_float32x2_t value);
nbl_emulator_float32x2_t nbl_emulator_unpack_half_2x16(uint32_t packed);

#if defined(__cplusplus)
}
#endif

#endif
