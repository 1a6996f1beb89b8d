/* Records a command buffer again from its list, with the state that each dispatch finds, and copies around chosen ones.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

/* ---- state */

static void drop_pushed(bound_set_t *bound) {
    if (bound->owned) set_free(bound->set);
    *bound = (bound_set_t){0};
}

static void state_reset(state_t *state) {
    for (uint32_t i = 0; i < MOST_SETS; i++) drop_pushed(&state->sets[i]);
    memset(state, 0, sizeof *state);
}

static uint32_t dynamic_of(const set_layout_t *layout) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < layout->binding_count; i++) {
        const VkDescriptorType type = layout->bindings[i].type;
        if (type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC)
            count += layout->bindings[i].count;
    }
    return count;
}

static void bind_sets(device_t *device, state_t *state, const args_CmdBindDescriptorSets_t *args) {
    uint32_t dynamic = 0;
    if (args->pipelineBindPoint != VK_PIPELINE_BIND_POINT_COMPUTE) return;
    for (uint32_t i = 0; i < args->descriptorSetCount && args->firstSet + i < MOST_SETS; i++) {
        bound_set_t *bound = &state->sets[args->firstSet + i];
        drop_pushed(bound);
        bound->set = table_find(&device->sets, KEY(args->pDescriptorSets[i]));
        if (bound->set == NULL) continue;
        bound->dynamic_count = dynamic_of(bound->set->layout);
        if (bound->dynamic_count > args->dynamicOffsetCount - dynamic)
            bound->dynamic_count = args->dynamicOffsetCount - dynamic;
        bound->dynamic = args->pDynamicOffsets + dynamic;
        dynamic += bound->dynamic_count;
    }
    state->descriptor_buffers = false;
}

/* Returns the pushed set with that number. It is made if the state has none of its layout; NULL if that fails. */
static set_t *pushed_set(device_t *device, state_t *state, VkPipelineLayout handle, uint32_t number) {
    const pipeline_layout_t *layout = table_find(&device->pipeline_layouts, KEY(handle));
    if (layout == NULL || number >= layout->set_count || number >= MOST_SETS || layout->sets[number] == NULL)
        return NULL;
    bound_set_t *bound = &state->sets[number];
    if (bound->owned && bound->set->layout == layout->sets[number]) return bound->set;
    drop_pushed(bound);
    bound->set = set_make(layout->sets[number], 0);
    bound->owned = bound->set != NULL;
    return bound->set;
}

static void push_constants(state_t *state, const args_CmdPushConstants_t *args) {
    if (args->offset > MOST_PUSH || args->size > MOST_PUSH - args->offset) return;
    memcpy(state->push + args->offset, args->pValues, args->size);
    if (args->offset + args->size > state->push_bytes) state->push_bytes = args->offset + args->size;
}

/* What a command leaves for later dispatches. */
static void state_follow(device_t *device, state_t *state, const command_t *command) {
    const void *kept = ARGUMENTS(command);
    switch (command->id) {
    case COMMAND_CmdBindPipeline: {
        const args_CmdBindPipeline_t *args = kept;
        if (args->pipelineBindPoint == VK_PIPELINE_BIND_POINT_COMPUTE)
            state->pipeline = table_find(&device->pipelines, KEY(args->pipeline));
        break;
    }
    case COMMAND_CmdBindDescriptorSets: bind_sets(device, state, kept); break;
    case COMMAND_CmdPushConstants: push_constants(state, kept); break;
    case COMMAND_CmdPushDescriptorSetKHR: {
        const args_CmdPushDescriptorSetKHR_t *args = kept;
        if (args->pipelineBindPoint != VK_PIPELINE_BIND_POINT_COMPUTE) break;
        set_t *set = pushed_set(device, state, args->layout, args->set);
        for (uint32_t i = 0; set != NULL && i < args->descriptorWriteCount; i++)
            set_write(set, &args->pDescriptorWrites[i]);
        break;
    }
    case COMMAND_CmdPushDescriptorSetWithTemplateKHR: {
        const args_CmdPushDescriptorSetWithTemplateKHR_t *args = kept;
        const template_t *made = table_find(&device->templates, KEY(args->descriptorUpdateTemplate));
        if (made == NULL || made->point != VK_PIPELINE_BIND_POINT_COMPUTE || args->pData == NULL) break;
        set_t *set = pushed_set(device, state, args->layout, args->set);
        if (set != NULL) set_write_template(set, made, args->pData);
        break;
    }
    case COMMAND_CmdBindDescriptorBuffersEXT:
    case COMMAND_CmdSetDescriptorBufferOffsetsEXT: state->descriptor_buffers = true; break;
    default: break;
    }
}

static bool read_dispatch(const command_t *command, dispatch_t *dispatch) {
    const void *kept = ARGUMENTS(command);
    *dispatch = (dispatch_t){{0, 0, 0}, {0, 0, 0}, VK_NULL_HANDLE, 0};
    switch (command->id) {
    case COMMAND_CmdDispatch: {
        const args_CmdDispatch_t *args = kept;
        memcpy(dispatch->groups, (uint32_t[]){args->groupCountX, args->groupCountY, args->groupCountZ}, 12);
        return true;
    }
    case COMMAND_CmdDispatchBase: {
        const args_CmdDispatchBase_t *args = kept;
        memcpy(dispatch->groups, (uint32_t[]){args->groupCountX, args->groupCountY, args->groupCountZ}, 12);
        memcpy(dispatch->base, (uint32_t[]){args->baseGroupX, args->baseGroupY, args->baseGroupZ}, 12);
        return true;
    }
    case COMMAND_CmdDispatchIndirect: {
        const args_CmdDispatchIndirect_t *args = kept;
        dispatch->indirect = args->buffer;
        dispatch->indirect_offset = args->offset;
        return true;
    }
    default: return false;
    }
}

/* ---- which dispatches are chosen */

/* Walks a list with the device's lock held.
 *
 * to  NULL: only counts, and tells whether a dispatch is chosen; otherwise records into it */
typedef struct walk_t {
    device_t *device;
    uint64_t number; /* of the last dispatch */
    VkCommandBuffer to;
    bool chosen, quiet;
    capture_t **captures; /* the end of a list */
} walk_t;

static void walk_list(walk_t *walk, const list_t *list, state_t *state);

static bool chosen(const pipeline_t *pipeline, uint64_t number) {
    return selector_has_number(number) || (pipeline != NULL && pipeline->chosen);
}

static void walk_dispatch(walk_t *walk, const command_t *command, const dispatch_t *dispatch, const state_t *state) {
    capture_t *capture = NULL;
    walk->number++;
    if (chosen(state->pipeline, walk->number)) {
        walk->chosen = true;
        if (walk->to != NULL && (selector_has_number(walk->number) || selector_take_time()))
            capture = plan_make(walk->device, state, dispatch, walk->number);
    }
    if (walk->to == NULL) return;
    if (capture != NULL) {
        capture->groups[0] = dispatch->groups[0];
        capture->groups[1] = dispatch->groups[1];
        capture->groups[2] = dispatch->groups[2];
        plan_copy(capture, walk->to, dispatch, false);
    }
    command_again(walk->device, walk->to, command);
    if (capture == NULL) return;
    plan_copy(capture, walk->to, dispatch, true);
    *walk->captures = capture;
    walk->captures = &capture->next;
}

/* Secondary buffers without a chosen dispatch are executed; the commands of one that has any are recorded in its place.
 * It has no render pass, since a dispatch may not stand in one, so they may stand in a primary buffer. */
static void walk_secondaries(walk_t *walk, const args_CmdExecuteCommands_t *args) {
    for (uint32_t i = 0; i < args->commandBufferCount; i++) {
        const list_t *list = table_find(&walk->device->lists, KEY(args->pCommandBuffers[i]));
        state_t *state = calloc(1, sizeof *state);
        walk_t look = *walk;
        look.to = NULL;
        look.quiet = walk->to != NULL;
        look.chosen = false;
        if (list != NULL && state != NULL) walk_list(&look, list, state);
        if (state != NULL) state_reset(state);
        if (list != NULL && state != NULL && look.chosen && walk->to != NULL) {
            walk_list(walk, list, state);
            state_reset(state);
        } else {
            if (walk->to != NULL) walk->device->commands.CmdExecuteCommands(walk->to, 1, &args->pCommandBuffers[i]);
            walk->number = look.number;
            walk->chosen |= look.chosen;
        }
        free(state);
    }
}

static void walk_list(walk_t *walk, const list_t *list, state_t *state) {
    if (!list->kept || list->refused[0] != '\0') { /* its numbers alone are known */
        for (uint32_t i = 0; i < list->dispatches; i++)
            if (!walk->quiet && walk->to == NULL && selector_has_number(walk->number + i + 1u))
                say("dispatch %llu is not captured: %s", (unsigned long long)(walk->number + i + 1u),
                    list->refused[0] != '\0' ? list->refused : "its command buffer began before it was to be kept");
        walk->number += list->dispatches;
        return;
    }
    for (const command_t *command = list->first; command != NULL; command = command->next) {
        dispatch_t dispatch;
        if (read_dispatch(command, &dispatch)) {
            walk_dispatch(walk, command, &dispatch, state);
        } else if (command->id == COMMAND_CmdExecuteCommands) {
            walk_secondaries(walk, ARGUMENTS(command));
            state_reset(state);
        } else {
            state_follow(walk->device, state, command);
            if (walk->to != NULL) command_again(walk->device, walk->to, command);
        }
    }
}

bool replay_chooses(device_t *device, const list_t *list, uint64_t *number) {
    state_t *state = calloc(1, sizeof *state);
    walk_t walk = {.device = device, .number = *number};
    if (state == NULL) return false;
    walk_list(&walk, list, state);
    state_reset(state);
    free(state);
    *number = walk.number;
    return walk.chosen;
}

capture_t *replay_record(device_t *device, const list_t *list, uint64_t number, VkCommandBuffer to) {
    capture_t *captures = NULL;
    state_t *state = calloc(1, sizeof *state);
    walk_t walk = {.device = device, .number = number, .to = to, .captures = &captures};
    if (state == NULL) return NULL;
    walk_list(&walk, list, state);
    state_reset(state);
    free(state);
    return captures;
}
