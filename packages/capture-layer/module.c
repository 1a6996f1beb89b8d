/* What a plan needs to know of a SPIR-V module: its bindings, whether it uses addresses, its names.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <string.h>

/* Numbers of SPIR-V's specification, so that no header of it is needed. */
enum { OP_STRING = 7, OP_ENTRY_POINT = 15, OP_CAPABILITY = 17, OP_DECORATE = 71 };
enum { DECORATION_BINDING = 33, DECORATION_DESCRIPTOR_SET = 34, CAPABILITY_ADDRESSES = 5347 };

typedef struct instruction_t {
    const uint32_t *words;
    uint32_t opcode, count;
} instruction_t;

/* Steps to the next instruction; at begins with 0. Returns false at the end, and where a length is wrong. */
static bool step(const module_t *module, size_t *at, instruction_t *instruction) {
    const size_t words = module->bytes / 4u;
    if (*at == 0) *at = 5; /* the header */
    if (*at >= words) return false;
    const uint32_t count = module->words[*at] >> 16;
    if (count == 0 || count > words - *at) return false;
    *instruction = (instruction_t){module->words + *at, module->words[*at] & 0xFFFFu, count};
    *at += count;
    return true;
}

static uint32_t set_of(const module_t *module, uint32_t id) {
    instruction_t i;
    for (size_t at = 0; step(module, &at, &i);)
        if (i.opcode == OP_DECORATE && i.count == 4 && i.words[1] == id && i.words[2] == DECORATION_DESCRIPTOR_SET)
            return i.words[3];
    return 0;
}

uint32_t module_bindings(const module_t *module, module_binding_t *bindings, uint32_t room) {
    instruction_t i;
    uint32_t count = 0;
    for (size_t at = 0; step(module, &at, &i);) {
        if (i.opcode != OP_DECORATE || i.count != 4 || i.words[2] != DECORATION_BINDING) continue;
        const module_binding_t found = {set_of(module, i.words[1]), i.words[3]};
        uint32_t k = 0;
        while (k < count && k < room && (bindings[k].set != found.set || bindings[k].binding != found.binding)) k++;
        if (k < count && k < room) continue;
        if (count < room) bindings[count] = found;
        count++;
    }
    return count;
}

bool module_uses_addresses(const module_t *module) {
    instruction_t i;
    for (size_t at = 0; step(module, &at, &i);)
        if (i.opcode == OP_CAPABILITY && i.count == 2 && i.words[1] == CAPABILITY_ADDRESSES) return true;
    return false;
}

bool module_matches(const module_t *module) {
    instruction_t i;
    if (selector()->pattern_count == 0) return false;
    for (size_t at = 0; step(module, &at, &i);) {
        const uint32_t before = i.opcode == OP_STRING ? 2u : i.opcode == OP_ENTRY_POINT ? 3u : 0u;
        char name[1024] = "";
        if (before == 0 || i.count <= before) continue;
        size_t bytes = (size_t)(i.count - before) * 4u;
        if (bytes > sizeof name - 1u) bytes = sizeof name - 1u;
        memcpy(name, i.words + before, bytes);
        const char *base = strrchr(name, '/');
        if (selector_matches(name) || (base != NULL && selector_matches(base + 1))) return true;
    }
    return false;
}
