/* Command buffers as lists: each command is passed on and kept, so that it can be recorded again.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 16384 };

void *list_take(list_t *list, size_t bytes) {
    bytes = (bytes + 15u) & ~(size_t)15u;
    if (list->blocks == NULL || list->blocks->room - list->blocks->used < bytes) {
        const size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES, head = (sizeof(block_t) + 15u) & ~(size_t)15u;
        block_t *block = malloc(head + room);
        if (block == NULL) {
            list_refuse(list, "no memory for its commands");
            return NULL;
        }
        *block = (block_t){list->blocks, 0, room};
        list->blocks = block;
    }
    unsigned char *taken =
        (unsigned char *)list->blocks + ((sizeof(block_t) + 15u) & ~(size_t)15u) + list->blocks->used;
    list->blocks->used += bytes;
    return taken;
}

void list_reset(list_t *list) {
    while (list->blocks != NULL) {
        block_t *before = list->blocks->before;
        free(list->blocks);
        list->blocks = before;
    }
    list->first = list->last = NULL;
    list->dispatches = 0;
    list->kept = false;
    list->refused[0] = '\0';
}

void list_refuse(list_t *list, const char *why) {
    if (list != NULL && list->refused[0] == '\0')
        snprintf(list->refused, sizeof list->refused, "its command buffer has %s", why);
}

void list_refuse_structure(list_t *list, VkStructureType type) {
    char why[96];
    snprintf(why, sizeof why, "a command with a structure of type %d, which is unknown here", (int)type);
    list_refuse(list, why);
}

void *list_add(list_t *list, uint32_t id, size_t bytes) {
    if (list == NULL) return NULL;
    const bool dispatches =
        id == COMMAND_CmdDispatch || id == COMMAND_CmdDispatchBase || id == COMMAND_CmdDispatchIndirect;
    list->dispatches += dispatches;
    if (!list->kept || list->refused[0] != '\0') return NULL;
    command_t *command = list_take(list, sizeof *command + bytes);
    if (command == NULL) return NULL;
    *command = (command_t){.id = id};
    if (list->last != NULL)
        list->last->next = command;
    else
        list->first = command;
    list->last = command;
    return command + 1;
}

void *list_copy(list_t *list, const void *data, uint64_t count, size_t bytes) {
    if (list == NULL || data == NULL || count == 0) return NULL;
    void *made = list_take(list, (size_t)count * bytes);
    if (made != NULL) memcpy(made, data, (size_t)count * bytes);
    return made;
}

list_t *list_of(device_t *device, VkCommandBuffer handle) {
    pthread_mutex_lock(&device->lock);
    list_t *list = table_find(&device->lists, KEY(handle));
    pthread_mutex_unlock(&device->lock);
    return list;
}

static const next_commands_t *command_begin(VkCommandBuffer handle, list_t **list) {
    device_t *device = device_of(handle);
    *list = list_of(device, handle);
    return &device->commands;
}

/* ---- pushed descriptors: which pointers of a write are read depends on its type */

static bool is_image_type(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
           type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE || type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ||
           type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
}

static bool is_texel_type(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static void keep_write(list_t *list, VkWriteDescriptorSet *write) {
    if (write->pNext != NULL) list_refuse(list, "vkCmdPushDescriptorSetKHR with a pNext: acceleration structures");
    write->pNext = NULL;
    if (is_image_type(write->descriptorType))
        write->pImageInfo = list_copy(list, write->pImageInfo, write->descriptorCount, sizeof *write->pImageInfo);
    else if (is_texel_type(write->descriptorType))
        write->pTexelBufferView =
            list_copy(list, write->pTexelBufferView, write->descriptorCount, sizeof *write->pTexelBufferView);
    else
        write->pBufferInfo = list_copy(list, write->pBufferInfo, write->descriptorCount, sizeof *write->pBufferInfo);
}

static VKAPI_ATTR void VKAPI_CALL capture_CmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer,
                                                                  VkPipelineBindPoint point, VkPipelineLayout layout,
                                                                  uint32_t set, uint32_t count,
                                                                  const VkWriteDescriptorSet *writes) {
    list_t *list;
    const next_commands_t *next = command_begin(commandBuffer, &list);
    args_CmdPushDescriptorSetKHR_t *args = list_add(list, COMMAND_CmdPushDescriptorSetKHR, sizeof *args);
    if (args != NULL) {
        *args =
            (args_CmdPushDescriptorSetKHR_t){point, layout, set, count, list_copy(list, writes, count, sizeof *writes)};
        for (uint32_t i = 0; args->pDescriptorWrites != NULL && i < count; i++)
            keep_write(list, &args->pDescriptorWrites[i]);
    }
    next->CmdPushDescriptorSetKHR(commandBuffer, point, layout, set, count, writes);
}

static void again_CmdPushDescriptorSetKHR(const next_commands_t *next, VkCommandBuffer to, const void *kept) {
    const args_CmdPushDescriptorSetKHR_t *args = kept;
    next->CmdPushDescriptorSetKHR(to, args->pipelineBindPoint, args->layout, args->set, args->descriptorWriteCount,
                                  args->pDescriptorWrites);
}

static VKAPI_ATTR void VKAPI_CALL capture_CmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer commandBuffer,
                                                                              VkDescriptorUpdateTemplate handle,
                                                                              VkPipelineLayout layout, uint32_t set,
                                                                              const void *data) {
    list_t *list;
    const next_commands_t *next = command_begin(commandBuffer, &list);
    device_t *device = device_of(commandBuffer);
    pthread_mutex_lock(&device->lock);
    const template_t *made = table_find(&device->templates, KEY(handle));
    const size_t bytes = made != NULL ? made->bytes : 0;
    pthread_mutex_unlock(&device->lock);
    args_CmdPushDescriptorSetWithTemplateKHR_t *args =
        list_add(list, COMMAND_CmdPushDescriptorSetWithTemplateKHR, sizeof *args);
    if (args != NULL)
        *args = (args_CmdPushDescriptorSetWithTemplateKHR_t){handle, layout, set, list_copy(list, data, bytes, 1)};
    next->CmdPushDescriptorSetWithTemplateKHR(commandBuffer, handle, layout, set, data);
}

static void again_CmdPushDescriptorSetWithTemplateKHR(const next_commands_t *next, VkCommandBuffer to,
                                                      const void *kept) {
    const args_CmdPushDescriptorSetWithTemplateKHR_t *args = kept;
    next->CmdPushDescriptorSetWithTemplateKHR(to, args->descriptorUpdateTemplate, args->layout, args->set, args->pData);
}

#define COMMAND_FUNCTIONS
#include "commands.inc"
#undef COMMAND_FUNCTIONS

typedef void again_t(const next_commands_t *, VkCommandBuffer, const void *);

static const struct {
    const char *name;
    PFN_vkVoidFunction function;
    again_t *again;
} all[] = {
#define COMMAND(name) {"vk" #name, (PFN_vkVoidFunction)capture_##name, again_##name},
#include "commands.inc"
#undef COMMAND
};

static const struct {
    const char *name;
    uint32_t id;
} other_names[] = {
#define ALIAS(name, command) {name, COMMAND_##command},
#include "commands.inc"
#undef ALIAS
};

const char *command_name(uint32_t id) { return all[id].name; }

void command_again(const device_t *device, VkCommandBuffer to, const command_t *command) {
    all[command->id].again(&device->commands, to, command + 1);
}

PFN_vkVoidFunction command_find(const char *name) {
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(all[i].name, name) == 0) return all[i].function;
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++)
        if (strcmp(other_names[i].name, name) == 0) return all[other_names[i].id].function;
    return NULL;
}

void commands_load(device_t *device) {
    PFN_vkVoidFunction *functions = (PFN_vkVoidFunction *)(void *)&device->commands;
    _Static_assert(sizeof(next_commands_t) == COMMAND_COUNT * sizeof(PFN_vkVoidFunction), "a pointer for each command");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) functions[i] = device->next_proc(device->handle, all[i].name);
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++)
        if (functions[other_names[i].id] == NULL)
            functions[other_names[i].id] = device->next_proc(device->handle, other_names[i].name);
}
