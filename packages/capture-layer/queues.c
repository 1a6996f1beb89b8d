/* Submissions to other queues that may write captured memory at the same time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Watched only while dispatches may be chosen and the program has more queues than one. A submission is ordered before
 * another if it is on the same queue and earlier, if a semaphore says so, or if it was done when the other was
 * submitted: vector clocks, with a number for each queue. To know what is done, each submission has a fence of the
 * layer's.
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SIGNALS = 8, MOST_WRITES = 4096 };

typedef struct signal_t { /* of a semaphore: the clock that it hands on, and its value if it is a timeline */
    uint64_t values[MOST_SIGNALS];
    clock_vector_t clocks[MOST_SIGNALS];
    uint32_t next;
} signal_t;

static void merge(clock_vector_t *to, const clock_vector_t *from) {
    for (uint32_t i = 0; i < MOST_QUEUES; i++)
        if (to->at[i] < from->at[i]) to->at[i] = from->at[i];
}

bool queues_watch(const device_t *device) { return device->queues.count > 1; }

/* ---- what is written */

static void add_write(submission_t *made, uint64_t memory, uint64_t begin, uint64_t end) {
    if (made->write_count == MOST_WRITES) return;
    if ((made->write_count & (made->write_count - 1u)) == 0) {
        range_t *grown = realloc(made->writes, (made->write_count != 0 ? 2u * made->write_count : 1u) * sizeof *grown);
        if (grown == NULL) return;
        made->writes = grown;
    }
    made->writes[made->write_count++] = (range_t){memory, begin, end};
}

static void write_buffer(const device_t *device, submission_t *made, VkBuffer handle, VkDeviceSize offset,
                         VkDeviceSize bytes) {
    const buffer_t *buffer = table_find(&device->buffers, KEY(handle));
    if (buffer == NULL || buffer->memory == 0 || offset >= buffer->bytes) return;
    if (bytes > buffer->bytes - offset) bytes = buffer->bytes - offset;
    add_write(made, buffer->memory, buffer->offset + offset, buffer->offset + offset + bytes);
}

static void write_image(const device_t *device, submission_t *made, VkImage handle) {
    const image_t *image = table_find(&device->images, KEY(handle));
    if (image != NULL) add_write(made, image->serial, 0, UINT64_MAX); /* serials are of memory and images alike */
}

static void write_set(const device_t *device, submission_t *made, const set_t *set) {
    for (uint32_t i = 0; i < set->layout->binding_count; i++)
        for (uint32_t k = 0; set->descriptors[i] != NULL && k < set->counts[i]; k++) {
            const descriptor_t *d = &set->descriptors[i][k];
            const view_t *view;
            const buffer_view_t *texels;
            if (!d->written) continue;
            if (d->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || d->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC) {
                const bool dynamic = d->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
                write_buffer(device, made, d->buffer, d->offset, dynamic ? VK_WHOLE_SIZE : d->range);
            } else if (d->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) {
                if ((view = table_find(&device->views, KEY(d->view))) != NULL) write_image(device, made, view->image);
            } else if (d->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER) {
                if ((texels = table_find(&device->buffer_views, KEY(d->buffer_view))) != NULL)
                    write_buffer(device, made, texels->buffer, texels->offset, texels->bytes);
            }
        }
}

static void write_command(const device_t *device, submission_t *made, const command_t *command) {
    const void *kept = ARGUMENTS(command);
    switch (command->id) {
    case COMMAND_CmdBindDescriptorSets: {
        const args_CmdBindDescriptorSets_t *args = kept;
        for (uint32_t i = 0; i < args->descriptorSetCount; i++) {
            const set_t *set = table_find(&device->sets, KEY(args->pDescriptorSets[i]));
            if (set != NULL) write_set(device, made, set);
        }
        break;
    }
    case COMMAND_CmdFillBuffer: {
        const args_CmdFillBuffer_t *args = kept;
        write_buffer(device, made, args->dstBuffer, args->dstOffset, args->size);
        break;
    }
    case COMMAND_CmdUpdateBuffer: {
        const args_CmdUpdateBuffer_t *args = kept;
        write_buffer(device, made, args->dstBuffer, args->dstOffset, args->dataSize);
        break;
    }
    case COMMAND_CmdCopyBuffer: {
        const args_CmdCopyBuffer_t *args = kept;
        for (uint32_t i = 0; i < args->regionCount; i++)
            write_buffer(device, made, args->dstBuffer, args->pRegions[i].dstOffset, args->pRegions[i].size);
        break;
    }
    case COMMAND_CmdCopyBuffer2: {
        const VkCopyBufferInfo2 *info = ((const args_CmdCopyBuffer2_t *)kept)->pCopyBufferInfo;
        for (uint32_t i = 0; i < info->regionCount; i++)
            write_buffer(device, made, info->dstBuffer, info->pRegions[i].dstOffset, info->pRegions[i].size);
        break;
    }
    case COMMAND_CmdCopyImageToBuffer: {
        const args_CmdCopyImageToBuffer_t *args = kept;
        for (uint32_t i = 0; i < args->regionCount; i++)
            write_buffer(device, made, args->dstBuffer, args->pRegions[i].bufferOffset, VK_WHOLE_SIZE);
        break;
    }
    case COMMAND_CmdCopyBufferToImage:
        write_image(device, made, ((const args_CmdCopyBufferToImage_t *)kept)->dstImage);
        break;
    case COMMAND_CmdCopyImage: write_image(device, made, ((const args_CmdCopyImage_t *)kept)->dstImage); break;
    case COMMAND_CmdBlitImage: write_image(device, made, ((const args_CmdBlitImage_t *)kept)->dstImage); break;
    case COMMAND_CmdClearColorImage: write_image(device, made, ((const args_CmdClearColorImage_t *)kept)->image); break;
    case COMMAND_CmdExecuteCommands: {
        const args_CmdExecuteCommands_t *args = kept;
        for (uint32_t i = 0; i < args->commandBufferCount; i++)
            queues_buffer(device, made, table_find(&device->lists, KEY(args->pCommandBuffers[i])));
        break;
    }
    default: break;
    }
}

void queues_buffer(const device_t *device, submission_t *made, const list_t *list) {
    if (made == NULL || list == NULL || !list->kept) return;
    for (const command_t *command = list->first; command != NULL; command = command->next)
        write_command(device, made, command);
}

/* ---- order */

void queues_wait(device_t *device, submission_t *made, VkSemaphore semaphore, uint64_t value) {
    const signal_t *signal = made != NULL ? table_find(&device->signals, KEY(semaphore)) : NULL;
    for (uint32_t i = 0; signal != NULL && i < MOST_SIGNALS; i++)
        if (signal->values[i] <= value) merge(&made->clock, &signal->clocks[i]); /* a binary one has the value 0 */
}

void queues_signal(device_t *device, submission_t *made, VkSemaphore semaphore, uint64_t value) {
    signal_t *signal = made != NULL ? table_find(&device->signals, KEY(semaphore)) : NULL;
    if (made == NULL) return;
    if (signal == NULL) {
        signal = calloc(1, sizeof *signal);
        if (signal == NULL || !table_set(&device->signals, KEY(semaphore), signal)) {
            free(signal);
            return;
        }
    }
    const uint32_t at = value == 0 ? 0 : signal->next++ % MOST_SIGNALS;
    signal->values[at] = value;
    signal->clocks[at] = made->clock;
}

static void submission_free(device_t *device, submission_t *submission) {
    device->next.DestroyFence(device->handle, submission->fence, NULL);
    free(submission->writes);
    free(submission);
}

/* Forgets submissions that are done: all that come now are behind them. */
static void retire(device_t *device) {
    for (submission_t **at = &device->submissions; *at != NULL;) {
        submission_t *submission = *at;
        if (submission->fence == VK_NULL_HANDLE ||
            device->next.GetFenceStatus(device->handle, submission->fence) != VK_SUCCESS) {
            at = &submission->next;
            continue;
        }
        if (device->done.at[submission->queue] < submission->index)
            device->done.at[submission->queue] = submission->index;
        *at = submission->next;
        submission_free(device, submission);
    }
}

submission_t *queues_begin(device_t *device, queue_t *queue) {
    if (queue == NULL || queue->number >= MOST_QUEUES || !queues_watch(device)) return NULL;
    retire(device);
    submission_t *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    merge(&queue->clock, &device->done);
    made->queue = queue->number;
    made->index = ++queue->submitted;
    made->clock = queue->clock;
    made->clock.at[queue->number] = made->index;
    return made;
}

static bool overlaps(const submission_t *submission, uint64_t memory, uint64_t begin, uint64_t end) {
    for (uint32_t i = 0; i < submission->write_count; i++)
        if (submission->writes[i].memory == memory && submission->writes[i].begin < end &&
            begin < submission->writes[i].end)
            return true;
    return false;
}

/* Tells of a submission that may write what a capture has. */
static void tell(capture_t *capture, const submission_t *other, const queue_t *queue) {
    bool found = false;
    for (uint32_t i = 0; i < capture->piece_count && !found; i++)
        found = overlaps(other, capture->pieces[i].memory, capture->pieces[i].begin, capture->pieces[i].end);
    for (uint32_t i = 0; i < capture->picture_count && !found; i++)
        found = overlaps(other, capture->pictures[i].serial, 0, 1);
    if (found)
        snprintf(capture->beside, sizeof capture->beside,
                 "queue %u of family %u may write captured memory at the same time", queue->index, queue->family);
}

static queue_t *queue_numbered(device_t *device, uint32_t number) {
    for (uint32_t i = 0; i < device->queues.room; i++) {
        queue_t *queue = device->queues.values[i];
        if (queue != NULL && queue->number == number) return queue;
    }
    return NULL;
}

void queues_compare(device_t *device, submission_t *made, capture_t *captures) {
    if (made == NULL) return;
    queue_t *queue = queue_numbered(device, made->queue);
    queue->clock = made->clock;
    made->captures = captures;
    for (submission_t *other = device->submissions; other != NULL; other = other->next) {
        if (other->queue == made->queue || made->clock.at[other->queue] >= other->index)
            continue; /* ordered before it */
        for (capture_t *capture = made->captures; capture != NULL; capture = capture->next)
            tell(capture, other, queue_numbered(device, other->queue));
        for (capture_t *capture = other->captures; capture != NULL; capture = capture->next) tell(capture, made, queue);
    }
    made->next = device->submissions;
    device->submissions = made;
}

void queues_submitted(device_t *device, VkQueue handle, submission_t *made) {
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    if (made == NULL || device->next.CreateFence(device->handle, &info, NULL, &fence) != VK_SUCCESS) return;
    if (device->next.QueueSubmit(handle, 0, NULL, fence) != VK_SUCCESS) {
        device->next.DestroyFence(device->handle, fence, NULL);
        return;
    }
    pthread_mutex_lock(&device->lock);
    made->fence = fence;
    pthread_mutex_unlock(&device->lock);
}

void queues_forget(device_t *device, const capture_t *captures) {
    pthread_mutex_lock(&device->lock);
    for (submission_t *each = device->submissions; each != NULL; each = each->next)
        if (captures != NULL && each->captures == captures) each->captures = NULL;
    pthread_mutex_unlock(&device->lock);
}

void queues_free(device_t *device) { /* before the device is destroyed */
    while (device->submissions != NULL) {
        submission_t *next = device->submissions->next;
        submission_free(device, device->submissions);
        device->submissions = next;
    }
    for (uint32_t i = 0; i < device->signals.room; i++) free(device->signals.values[i]);
    table_free(&device->signals);
}
