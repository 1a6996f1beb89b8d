/* Tells which bytes of a binding an invocation stored to, by what the checker has noted.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <string.h>

static int is_stored(const nbl_object_t *object, uint64_t byte) {
    const uint64_t cell = object->fine ? byte : byte / 4u;
    const nbl_page_t *page = object->pages[cell / NBL_CELLS_OF_PAGE];
    const uint32_t at = (uint32_t)(cell % NBL_CELLS_OF_PAGE);
    if (page == NULL) return 0;
    return page->write[at].stamp != 0 || (page->atomic_wrote != NULL && (page->atomic_wrote[at] & NBL_EVER_WROTE) != 0);
}

/* Adds what was stored by one name of the binding. Of a texel only the first dword is checked. */
static void add(const nbl_machine_t *m, const nbl_object_t *window, const nbl_interpreter_binding_t *binding) {
    const nbl_object_t *object = window->same != 0 ? &m->objects[window->same] : window;
    const uint32_t step = window->kind == NBL_OBJECT_IMAGE ? 16u : 1u;
    if (object->pages == NULL) return;
    for (uint64_t byte = 0; byte < binding->bytes && byte + window->shift < object->bytes; byte += step)
        if (is_stored(object, byte + window->shift)) binding->stored[byte / step] = 1;
}

void nbl_race_stored(const nbl_machine_t *m) {
    for (uint32_t b = 0; b < m->run->binding_count; b++) {
        const nbl_interpreter_binding_t *binding = &m->run->bindings[b];
        if (binding->stored == NULL) continue;
        memset(binding->stored, 0, (size_t)binding->bytes);
        for (uint32_t i = 1; m->objects != NULL && i < m->program->object_count; i++) {
            const nbl_object_t *object = &m->objects[i];
            const nbl_global_t *global = &m->program->globals[object->global];
            if (object->kind != NBL_OBJECT_BUFFER && object->kind != NBL_OBJECT_IMAGE) continue;
            if (global->set == binding->set && global->binding == binding->binding &&
                object->element == binding->element)
                add(m, object, binding);
        }
    }
}
