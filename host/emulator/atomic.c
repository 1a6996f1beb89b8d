/* Atomic accesses as a kernel makes them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An access is told first what it is, since the checker looks at the element before it is accessed. Between OS threads
 * each is ordered, whatever order the kernel states: what a weaker order lets happen is the checker's to tell.
 */
#include "emulator/check.h"

#include <string.h>

void nbl_emulator_atomic_begin(const nbl_emulator_atomic_t *atomic) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("an atomic access");

    nbl_emulator_yield(worker);
    worker->atomic = *atomic;
    worker->has_stale = 0;
}

static uint64_t add_floats(const nbl_emulator_atomic_t *atomic, uint64_t before) {
    float singles[2];
    double doubles[2];

    if (atomic->bytes == 4u) {
        memcpy(&singles[0], &before, 4);
        memcpy(&singles[1], &atomic->value, 4);
        singles[0] += singles[1];
        before = 0;
        memcpy(&before, &singles[0], 4);
        return before;
    }
    memcpy(&doubles[0], &before, 8);
    memcpy(&doubles[1], &atomic->value, 8);
    doubles[0] += doubles[1];
    memcpy(&before, &doubles[0], 8);
    return before;
}

/* Returns whether `a` is less than `b`, integers of atomic->bytes bytes. */
static int is_less(const nbl_emulator_atomic_t *atomic, uint64_t a, uint64_t b) {
    const uint64_t flip = !atomic->is_signed ? 0u : atomic->bytes == 4u ? 1ull << 31 : 1ull << 63;
    return (a ^ flip) < (b ^ flip);
}

/* Returns what the element holds after the operation. */
static uint64_t combine(const nbl_emulator_atomic_t *atomic, uint64_t before) {
    const uint64_t value = atomic->value;

    switch (atomic->operation) {
    case NBL_EMULATOR_ATOMIC_OF_ADD: return atomic->is_float ? add_floats(atomic, before) : before + value;
    case NBL_EMULATOR_ATOMIC_OF_MIN: return is_less(atomic, value, before) ? value : before;
    case NBL_EMULATOR_ATOMIC_OF_MAX: return is_less(atomic, before, value) ? value : before;
    case NBL_EMULATOR_ATOMIC_OF_AND: return before & value;
    case NBL_EMULATOR_ATOMIC_OF_OR: return before | value;
    case NBL_EMULATOR_ATOMIC_OF_XOR: return before ^ value;
    case NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE: return before == atomic->expected ? value : before;
    case NBL_EMULATOR_ATOMIC_OF_LOAD: return before;
    default: return value;
    }
}

static uint64_t make_of_4(uint32_t *element, const nbl_emulator_atomic_t *atomic) {
    uint32_t before = __atomic_load_n(element, __ATOMIC_ACQUIRE);

    if (atomic->operation == NBL_EMULATOR_ATOMIC_OF_LOAD) return before;
    while (!__atomic_compare_exchange_n(element, &before, (uint32_t)combine(atomic, before), 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        continue;
    return before;
}

static uint64_t make_of_8(uint64_t *element, const nbl_emulator_atomic_t *atomic) {
    uint64_t before = __atomic_load_n(element, __ATOMIC_ACQUIRE);

    if (atomic->operation == NBL_EMULATOR_ATOMIC_OF_LOAD) return before;
    while (
        !__atomic_compare_exchange_n(element, &before, combine(atomic, before), 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        continue;
    return before;
}

uint64_t nbl_emulator_atomic_make(void *element) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("an atomic access");
    const nbl_emulator_atomic_t *atomic = &worker->atomic;
    uint64_t before = atomic->bytes == 4u ? make_of_4(element, atomic) : make_of_8(element, atomic);

    const uint64_t after = combine(atomic, before);
    nbl_emulator_count_atomic(worker, memcmp(&after, &before, atomic->bytes) != 0);
    if (worker->check == NULL) return before;
    if (worker->has_stale) return worker->stale;
    nbl_check_atomic_made(worker, element,
                          atomic->operation != NBL_EMULATOR_ATOMIC_OF_LOAD &&
                              (atomic->operation != NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE ||
                               before == atomic->expected));
    return before;
}
