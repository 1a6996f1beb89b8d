/* What the files of the capture layer share.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   selector.c     which dispatches are chosen
 *   layer.c        how the loader and the layer find each other; instances and devices
 *   objects.c      what the layer knows of memory, buffers, images, samplers, modules and pipelines
 *   descriptors.c  what it knows of descriptor sets
 *   commands.c     command buffers as lists of commands (commands.inc, made by generate.py)
 *   buffers.c      when a command buffer's list begins, and when it is forgotten
 *   replay.c       records a command buffer again from its list, and finds chosen dispatches
 *   submit.c       counts dispatches, and submits a buffer that is recorded again where one is chosen
 *   plan.c         what a chosen dispatch can reach, and the copies of it
 *   module.c       what a plan needs to know of a SPIR-V module
 *   write.c        the thread that waits for a submission and writes its captures
 *   queues.c       submissions to other queues that write captured memory at the same time
 *
 * How a dispatch is captured. Commands are recorded before it is known whether their dispatch is chosen, and
 * descriptors may be written after that (update after bind). So every command is passed on as it comes and kept in a
 * list beside the program's command buffer. If a submission has a chosen dispatch, the layer records a command buffer
 * of its own from the list: there, copies stand before and after the dispatch, of what the descriptors say at this
 * moment. It is submitted in the place of the program's. A program none of whose dispatches is chosen runs its own
 * command buffers. The alternatives were copies around every dispatch when it is recorded, which cannot know later
 * descriptors and cost all dispatches, and command buffers split at each dispatch, which lose queries and bound state.
 */
#ifndef NBL_CAPTURE_LAYER_H
#define NBL_CAPTURE_LAYER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

/* ---- selector.c */

enum { MOST_RANGES = 64, MOST_PATTERNS = 32 };

typedef struct selector_t {
    bool active;                                    /* NBL_CAPTURE is there and can be read */
    uint64_t first[MOST_RANGES], last[MOST_RANGES]; /* numbers of dispatches */
    uint32_t range_count;
    char patterns[MOST_PATTERNS][128]; /* of shaders' names */
    uint32_t pattern_count;
    uint64_t times; /* dispatches that patterns choose, at most */
    uint64_t most;  /* bytes of all captures of this process, in memory and in files */
    char folder[1024];
} selector_t;

/* Reads NBL_CAPTURE once. */
const selector_t *selector(void);
bool selector_has_number(uint64_t number);
bool selector_matches(const char *name);
/* Whether a dispatch from this number on may still be chosen. */
bool selector_open(uint64_t next_number);
/* Takes bytes of `most`. Returns false, and takes none, if fewer are left. */
bool selector_take(uint64_t bytes);
void selector_give(uint64_t bytes);
/* Takes one of the dispatches that patterns may choose. */
bool selector_take_time(void);
/* One line on the standard error. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- tables from handles to what is known of them */

typedef struct table_t {
    uint64_t *keys;
    void **values;
    uint32_t count, room; /* room: a power of two */
} table_t;

void *table_find(const table_t *table, uint64_t key);
bool table_set(table_t *table, uint64_t key, void *value); /* false: no memory */
void *table_remove(table_t *table, uint64_t key);
void table_free(table_t *table); /* not what its values point to */

#define KEY(handle) ((uint64_t)(uintptr_t)(handle))

/* ---- commands.c */

typedef struct next_commands_t {
#define COMMAND(name) PFN_vk##name name;
#include "commands.inc"
#undef COMMAND
} next_commands_t;

typedef enum command_id_t {
#define COMMAND(name) COMMAND_##name,
#include "commands.inc"
#undef COMMAND
    COMMAND_COUNT
} command_id_t;

typedef struct command_t {
    struct command_t *next;
    uint32_t id;
} command_t; /* its arguments follow */

typedef struct block_t {
    struct block_t *before;
    size_t used, room;
} block_t;

/* A command buffer of the program. */
typedef struct list_t {
    struct device_t *device;
    VkCommandBuffer handle;
    VkCommandPool pool;
    block_t *blocks;
    command_t *first, *last;
    uint32_t dispatches;             /* of its own */
    bool secondary, protected, kept; /* kept: the list has every command since the buffer began */
    char refused[160];               /* why it cannot be recorded again; "": it can */
} list_t;

#define ARGUMENTS(command) ((const void *)((const command_t *)(command) + 1))

list_t *list_of(struct device_t *device, VkCommandBuffer handle);
void list_reset(list_t *list);
void *list_take(list_t *list, size_t bytes);
void *list_add(list_t *list, uint32_t id, size_t bytes); /* NULL: not kept */
void *list_copy(list_t *list, const void *data, uint64_t count, size_t bytes);
void list_refuse(list_t *list, const char *why);
void list_refuse_structure(list_t *list, VkStructureType type);
/* Records a kept command into another command buffer. */
void command_again(const struct device_t *device, VkCommandBuffer to, const command_t *command);
const char *command_name(uint32_t id);
PFN_vkVoidFunction command_find(const char *name);
void commands_load(struct device_t *device);

/* Arguments of pushed descriptors, which generate.py leaves to commands.c. */
typedef struct args_CmdPushDescriptorSetKHR_t {
    VkPipelineBindPoint pipelineBindPoint;
    VkPipelineLayout layout;
    uint32_t set, descriptorWriteCount;
    VkWriteDescriptorSet *pDescriptorWrites;
} args_CmdPushDescriptorSetKHR_t;
typedef struct args_CmdPushDescriptorSetWithTemplateKHR_t {
    VkDescriptorUpdateTemplate descriptorUpdateTemplate;
    VkPipelineLayout layout;
    uint32_t set;
    void *pData;
} args_CmdPushDescriptorSetWithTemplateKHR_t;

#define COMMAND_TYPES
#include "commands.inc"
#undef COMMAND_TYPES

typedef struct pool_t {
    uint32_t family;
    bool protected;
} pool_t;

/* ---- objects.c */

typedef struct memory_t {
    uint64_t serial, bytes;
} memory_t;

typedef struct buffer_t {
    VkBuffer handle;
    VkDeviceSize bytes, offset; /* offset: in the memory */
    uint64_t memory;            /* serial; 0: not bound */
    VkDeviceAddress address;    /* 0: was not asked for */
    const char *refused;        /* why it cannot be captured; NULL: it can */
} buffer_t;

typedef struct image_t {
    VkImage handle;
    uint64_t serial, memory, offset;
    VkImageType type;
    VkFormat format;
    VkExtent3D extent;
    uint32_t levels, layers;
    const char *refused;
} image_t;

typedef struct view_t {
    VkImage image;
    VkImageViewType type;
    VkFormat format;
    VkComponentMapping swizzle;
    VkImageSubresourceRange range;
} view_t;

typedef struct buffer_view_t {
    VkBuffer buffer;
    VkFormat format;
    VkDeviceSize offset, bytes;
} buffer_view_t;

typedef struct sampler_t {
    VkSamplerCreateInfo info; /* without pNext */
    VkSamplerReductionMode reduction;
    VkClearColorValue border; /* if custom */
    const char *refused;
} sampler_t;

enum { MOST_NAME = 128 };

typedef struct module_t {
    uint32_t uses; /* objects that hold it */
    uint32_t *words;
    size_t bytes;
    char name[MOST_NAME];
} module_t;

typedef struct pipeline_t {
    VkPipelineBindPoint point;
    module_t *module;
    struct pipeline_layout_t *layout;
    char entry[256], name[MOST_NAME];
    VkSpecializationMapEntry *entries;
    uint32_t entry_count;
    unsigned char *constants;
    size_t constant_bytes;
    uint32_t subgroup_size; /* that it requires; 0: the device's */
    const char *refused;
    bool chosen; /* by a pattern */
} pipeline_t;

/* ---- descriptors.c */

typedef struct binding_t {
    uint32_t number, count; /* of descriptors; of an inline uniform block its bytes */
    VkDescriptorType type;
    VkDescriptorBindingFlags flags;
    VkSampler *samplers; /* immutable ones; NULL: none */
} binding_t;

typedef struct set_layout_t {
    uint32_t uses, binding_count;
    binding_t *bindings; /* by number */
    bool pushed;
} set_layout_t;

typedef struct pipeline_layout_t {
    uint32_t uses, set_count;
    set_layout_t **sets; /* NULL: none */
} pipeline_layout_t;

typedef struct descriptor_t {
    VkDescriptorType type; /* as it was written */
    bool written;
    VkBuffer buffer;
    VkDeviceSize offset, range;
    VkBufferView buffer_view;
    VkImageView view;
    VkImageLayout layout;
    VkSampler sampler;
} descriptor_t;

typedef struct set_t {
    set_layout_t *layout;
    VkDescriptorPool pool;
    descriptor_t **descriptors;  /* by binding of the layout */
    uint32_t *counts;            /* of them, by binding */
    unsigned char **inline_data; /* by binding: of inline uniform blocks */
} set_t;

typedef struct template_t {
    VkDescriptorUpdateTemplateEntry *entries;
    uint32_t count, set;
    VkDescriptorUpdateTemplateType type;
    VkPipelineBindPoint point;
    size_t bytes; /* that it reads of its data, at most */
} template_t;

set_t *set_make(set_layout_t *layout, uint32_t variable_count);
void set_free(set_t *set);
set_t *set_copy(const set_t *set);
void set_write(set_t *set, const VkWriteDescriptorSet *write);
void set_write_template(set_t *set, const template_t *made, const void *data);
void set_layout_release(set_layout_t *layout);
void pipeline_layout_release(pipeline_layout_t *layout);

/* ---- queues.c */

enum { MOST_QUEUES = 16 };

typedef struct clock_vector_t { /* by queue: the last submission that is ordered before */
    uint64_t at[MOST_QUEUES];
} clock_vector_t;

typedef struct queue_t {
    VkQueue handle;
    uint32_t family, index, number; /* number: of the device's, from 0 on */
    uint64_t submitted;
    clock_vector_t clock;
} queue_t;

typedef struct range_t {
    uint64_t memory, begin, end;
} range_t;

typedef struct submission_t {
    struct submission_t *next;
    uint32_t queue, write_count;
    uint64_t index;
    clock_vector_t clock;
    range_t *writes;
    struct capture_t *captures; /* until they are written */
    VkFence fence;
} submission_t;

/* ---- a device */

typedef struct instance_t {
    VkInstance handle;
    void *key;
    PFN_vkGetInstanceProcAddr next_proc;
    PFN_vkDestroyInstance DestroyInstance;
    PFN_vkGetPhysicalDeviceProperties GetPhysicalDeviceProperties;
    PFN_vkGetPhysicalDeviceProperties2 GetPhysicalDeviceProperties2;
    PFN_vkGetPhysicalDeviceMemoryProperties GetPhysicalDeviceMemoryProperties;
    PFN_vkGetPhysicalDeviceImageFormatProperties GetPhysicalDeviceImageFormatProperties;
} instance_t;

/* Functions of the next layer that the layer calls or stands before. */
typedef struct next_functions_t {
#define FUNCTION(name) PFN_vk##name name;
#include "functions.inc"
#undef FUNCTION
} next_functions_t;

typedef struct device_t {
    VkDevice handle;
    void *key;
    instance_t *instance;
    VkPhysicalDevice physical;
    PFN_vkGetDeviceProcAddr next_proc;
    PFN_vkSetDeviceLoaderData set_loader_data;
    next_functions_t next;
    next_commands_t commands;
    uint32_t number;     /* of devices of this process, from 1 on */
    const char *refused; /* why nothing of it can be captured; NULL: it can */
    char unknown[96];    /* a command that the program may record and the layer does not know; "": none */
    char head[8192];     /* lines of a capture: device, driver, features */
    uint32_t subgroup_size;
    VkPhysicalDeviceMemoryProperties memory_properties;
    pthread_mutex_t lock; /* of all that follows */
    uint64_t serial;      /* of the last object that was numbered */
    uint64_t dispatches;  /* submitted so far */
    table_t memories, buffers, images, views, buffer_views, samplers, modules, pipelines, set_layouts, pipeline_layouts;
    table_t sets, templates, lists, queues, pools, signals;
    submission_t *submissions; /* that may not be done */
    clock_vector_t done;
    struct writer_t *writer;
} device_t;

/* By a dispatchable handle: a device, a queue or a command buffer. */
device_t *device_of(const void *handle);
PFN_vkVoidFunction objects_find(const char *name);
PFN_vkVoidFunction descriptors_find(const char *name);
PFN_vkVoidFunction buffers_find(const char *name);
PFN_vkVoidFunction submit_find(const char *name);
void buffers_free(device_t *device);
void submit_free(device_t *device);
void objects_free(device_t *device);
void descriptors_free(device_t *device); /* after objects_free() */
void module_release(module_t *module);
/* An entry of a function's table by name, for the five above. */
typedef struct named_t {
    const char *name;
    PFN_vkVoidFunction function;
} named_t;
PFN_vkVoidFunction named_find(const named_t *table, size_t count, const char *name);
#define NAMED(name) \
    { "vk" #name, (PFN_vkVoidFunction)capture_##name }
/* A structure of a pNext chain, or NULL. */
const void *chain_find(const void *chain, VkStructureType type);

/* ---- module.c */

typedef struct module_binding_t {
    uint32_t set, binding;
} module_binding_t;

/* Lists bindings that a module declares, each once; returns how many. */
uint32_t module_bindings(const module_t *module, module_binding_t *bindings, uint32_t room);
bool module_uses_addresses(const module_t *module);
/* Whether a name in the module matches the selector: an entry point, a source file. */
bool module_matches(const module_t *module);

/* ---- plan.c */

/* What is bound where a dispatch stands. */
typedef struct bound_set_t {
    set_t *set; /* the program's, or pushed */
    bool owned; /* pushed: made by the replay */
    uint32_t dynamic_count;
    const uint32_t *dynamic;
} bound_set_t;

enum { MOST_SETS = 32, MOST_PUSH = 4096 };

typedef struct state_t {
    const pipeline_t *pipeline;
    bound_set_t sets[MOST_SETS];
    unsigned char push[MOST_PUSH];
    bool pushed[MOST_PUSH];
    uint32_t push_bytes;
    bool descriptor_buffers;
} state_t;

typedef struct piece_t { /* memory that is captured, of one memory object without a gap */
    uint64_t memory, begin, end;
    VkDeviceSize before, after; /* in the staging buffer */
} piece_t;

typedef struct copy_t { /* of a buffer into a piece */
    VkBuffer buffer;
    uint64_t memory, begin, end, offset; /* in the memory object; offset of the buffer there */
    uint32_t piece;
} copy_t;

typedef struct picture_t { /* a subresource of an image */
    VkImage image;
    uint64_t serial;
    uint32_t level, layer, number; /* number: of the image in the capture */
    VkImageLayout layout;
    VkExtent3D extent;
    VkDeviceSize bytes, before, after;
} picture_t;

typedef struct capture_t {
    struct capture_t *next;
    device_t *device;
    uint64_t number, taken; /* taken: bytes of the selector's */
    uint32_t groups[3];
    char *text; /* what the file says, as far as it is known when submitted */
    size_t text_bytes, text_room;
    bool failed; /* no memory */
    module_t *module;
    piece_t *pieces;
    uint32_t piece_count;
    copy_t *copies;
    uint32_t copy_count;
    picture_t *pictures;
    uint32_t picture_count;
    VkBuffer staging;
    VkDeviceMemory staging_memory;
    VkDeviceSize staging_bytes, groups_at; /* groups_at: of an indirect dispatch; UINT64_MAX: it was direct */
    bool coherent;
    char beside[512]; /* what another queue wrote at the same time; "": nothing is known of */
} capture_t;

typedef struct dispatch_t {
    uint32_t base[3], groups[3];
    VkBuffer indirect; /* VK_NULL_HANDLE: direct */
    VkDeviceSize indirect_offset;
} dispatch_t;

/* What a dispatch can reach, as the descriptors say now. Returns NULL after saying why it cannot be captured. */
capture_t *plan_make(device_t *device, const state_t *state, const dispatch_t *dispatch, uint64_t number);
void plan_copy(const capture_t *capture, VkCommandBuffer to, const dispatch_t *dispatch, bool after);
void capture_free(capture_t *capture);
void capture_print(capture_t *capture, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes of a texel of a colour format, or 0. */
uint32_t format_bytes(VkFormat format);
const char *format_refused(VkFormat format);

/* ---- replay.c; both with the device's lock held */

/* Whether a dispatch of the list is chosen. number: of the last dispatch before it, then of its last one */
bool replay_chooses(device_t *device, const list_t *list, uint64_t *number);
/* Records the list into another command buffer. Returns the captures that are in it. */
capture_t *replay_record(device_t *device, const list_t *list, uint64_t number, VkCommandBuffer to);

/* ---- queues.c; with the device's lock held, but for the last three */

bool queues_watch(const device_t *device);
/* What a submission is ordered behind, and what it writes. NULL: nothing is watched; the others take that. */
submission_t *queues_begin(device_t *device, queue_t *queue);
void queues_wait(device_t *device, submission_t *made, VkSemaphore semaphore, uint64_t value);
void queues_buffer(const device_t *device, submission_t *made, const list_t *list);
void queues_signal(device_t *device, submission_t *made, VkSemaphore semaphore, uint64_t value);
/* Tells captures of what others may write meanwhile, and keeps the submission until it is done. */
void queues_compare(device_t *device, submission_t *made, capture_t *captures);
void queues_submitted(device_t *device, VkQueue handle, submission_t *made);
void queues_forget(device_t *device, const capture_t *captures);
void queues_free(device_t *device);

/* ---- write.c */

typedef struct job_t { /* a submission with captures */
    struct job_t *next;
    VkFence fence;
    VkCommandPool pool; /* of the layer's command buffers */
    capture_t *captures;
} job_t;

typedef struct writer_t writer_t;

bool writer_add(device_t *device, job_t *job);
/* Waits until all is written, and then, too, ends the thread. */
void writer_wait(device_t *device);
void writer_stop(device_t *device);

#endif
