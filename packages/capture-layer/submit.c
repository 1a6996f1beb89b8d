/* Counts dispatches in the order of submission, and submits buffers that are recorded again where one is chosen.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The layer's fence belongs to an empty submission right after the program's: it is signalled when all before it on the
 * queue is done. Nothing here waits.
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

static void job_free(device_t *device, job_t *job) {
    if (job == NULL) return;
    queues_forget(device, job->captures);
    while (job->captures != NULL) {
        capture_t *next = job->captures->next;
        selector_give(job->captures->taken);
        capture_free(job->captures);
        job->captures = next;
    }
    device->next.DestroyFence(device->handle, job->fence, NULL);
    device->next.DestroyCommandPool(device->handle, job->pool, NULL);
    free(job);
}

static job_t *job_make(device_t *device, uint32_t family) {
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = family};
    job_t *job = calloc(1, sizeof *job);
    if (job != NULL && device->next.CreateFence(device->handle, &fence, NULL, &job->fence) == VK_SUCCESS &&
        device->next.CreateCommandPool(device->handle, &pool, NULL, &job->pool) == VK_SUCCESS)
        return job;
    job_free(device, job);
    return NULL;
}

/* A command buffer of the layer that does what the list says and has the copies; VK_NULL_HANDLE: it has none. */
static VkCommandBuffer record(device_t *device, const list_t *list, uint64_t number, job_t *job) {
    const VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                  .commandPool = job->pool,
                                                  .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                  .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer made = VK_NULL_HANDLE;
    if (device->next.AllocateCommandBuffers(device->handle, &allocate, &made) != VK_SUCCESS) return VK_NULL_HANDLE;
    if (device->set_loader_data != NULL)
        device->set_loader_data(device->handle, made);
    else
        *(void **)made = *(void **)device->handle;
    if (device->next.BeginCommandBuffer(made, &begin) != VK_SUCCESS) return VK_NULL_HANDLE;
    capture_t **end = &job->captures;
    while (*end != NULL) end = &(*end)->next;
    *end = replay_record(device, list, number, made);
    if (device->next.EndCommandBuffer(made) == VK_SUCCESS && *end != NULL) return made;
    while (*end != NULL) {
        capture_t *next = (*end)->next;
        say("dispatch %llu is not captured: its command buffer could not be recorded",
            (unsigned long long)(*end)->number);
        selector_give((*end)->taken);
        pthread_mutex_unlock(&device->lock);
        capture_free(*end);
        pthread_mutex_lock(&device->lock);
        *end = next;
    }
    return VK_NULL_HANDLE;
}

/* Counts the dispatches of a command buffer. Returns the buffer to be submitted in its place. */
static VkCommandBuffer take_buffer(device_t *device, const queue_t *queue, VkCommandBuffer handle, job_t **job,
                                   submission_t *submission) {
    const list_t *list = table_find(&device->lists, KEY(handle));
    const uint64_t before = device->dispatches;
    queues_buffer(device, submission, list);
    if (list == NULL || !replay_chooses(device, list, &device->dispatches)) return handle;
    if (*job == NULL) *job = job_make(device, queue != NULL ? queue->family : 0);
    const VkCommandBuffer made = *job != NULL ? record(device, list, before, *job) : VK_NULL_HANDLE;
    return made != VK_NULL_HANDLE ? made : handle;
}

static queue_t *queue_of(device_t *device, VkQueue handle) { return table_find(&device->queues, KEY(handle)); }

/* After the program's submission: the fence of the captures in it. */
static void finish(device_t *device, VkQueue queue, job_t *job, VkResult result) {
    if (job == NULL) return;
    if (job->captures != NULL && result == VK_SUCCESS &&
        device->next.QueueSubmit(queue, 0, NULL, job->fence) == VK_SUCCESS && writer_add(device, job))
        return;
    for (const capture_t *capture = job->captures; capture != NULL; capture = capture->next)
        say("dispatch %llu is not captured: its submission failed", (unsigned long long)capture->number);
    if (result != VK_SUCCESS || job->captures == NULL) job_free(device, job); /* otherwise the device may use it */
}

/* Of a timeline semaphore its value, of a binary one 0. */
static uint64_t value_of(const uint64_t *values, uint32_t count, uint32_t index) {
    return values != NULL && index < count ? values[index] : 0;
}

static void wait_semaphores(device_t *device, submission_t *submission, const VkSubmitInfo *info) {
    const VkTimelineSemaphoreSubmitInfo *timeline =
        chain_find(info->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        queues_wait(device, submission, info->pWaitSemaphores[i],
                    timeline != NULL ? value_of(timeline->pWaitSemaphoreValues, timeline->waitSemaphoreValueCount, i)
                                     : 0);
}

static void signal_semaphores(device_t *device, submission_t *submission, const VkSubmitInfo *info) {
    const VkTimelineSemaphoreSubmitInfo *timeline =
        chain_find(info->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    for (uint32_t i = 0; i < info->signalSemaphoreCount; i++)
        queues_signal(
            device, submission, info->pSignalSemaphores[i],
            timeline != NULL ? value_of(timeline->pSignalSemaphoreValues, timeline->signalSemaphoreValueCount, i) : 0);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *submits,
                                                          VkFence fence) {
    device_t *device = device_of(handle);
    uint32_t buffers = 0, at = 0;
    job_t *job = NULL;
    submission_t *submission = NULL;
    if (!selector_open(1)) return device->next.QueueSubmit(handle, count, submits, fence);
    for (uint32_t i = 0; i < count; i++) buffers += submits[i].commandBufferCount;
    VkSubmitInfo *changed = malloc((count + 1u) * sizeof *changed);
    VkCommandBuffer *handles = malloc((buffers + 1u) * sizeof *handles);
    if (changed != NULL && handles != NULL) {
        pthread_mutex_lock(&device->lock);
        queue_t *queue = queue_of(device, handle);
        submission = queues_begin(device, queue);
        for (uint32_t i = 0; i < count; i++) {
            changed[i] = submits[i];
            changed[i].pCommandBuffers = handles + at;
            wait_semaphores(device, submission, &submits[i]);
            for (uint32_t k = 0; k < submits[i].commandBufferCount; k++)
                handles[at++] = take_buffer(device, queue, submits[i].pCommandBuffers[k], &job, submission);
        }
        for (uint32_t i = 0; i < count; i++) signal_semaphores(device, submission, &submits[i]);
        queues_compare(device, submission, job != NULL ? job->captures : NULL);
        pthread_mutex_unlock(&device->lock);
    }
    const VkResult result = device->next.QueueSubmit(handle, count, job != NULL ? changed : submits, fence);
    if (result == VK_SUCCESS) queues_submitted(device, handle, submission);
    finish(device, handle, job, result);
    free(changed);
    free(handles);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *submits,
                                                           VkFence fence) {
    device_t *device = device_of(handle);
    uint32_t buffers = 0, at = 0;
    job_t *job = NULL;
    submission_t *submission = NULL;
    if (!selector_open(1)) return device->next.QueueSubmit2(handle, count, submits, fence);
    for (uint32_t i = 0; i < count; i++) buffers += submits[i].commandBufferInfoCount;
    VkSubmitInfo2 *changed = malloc((count + 1u) * sizeof *changed);
    VkCommandBufferSubmitInfo *infos = malloc((buffers + 1u) * sizeof *infos);
    if (changed != NULL && infos != NULL) {
        pthread_mutex_lock(&device->lock);
        queue_t *queue = queue_of(device, handle);
        submission = queues_begin(device, queue);
        for (uint32_t i = 0; i < count; i++) {
            changed[i] = submits[i];
            changed[i].pCommandBufferInfos = infos + at;
            for (uint32_t k = 0; k < submits[i].commandBufferInfoCount; k++, at++) {
                infos[at] = submits[i].pCommandBufferInfos[k];
                infos[at].commandBuffer = take_buffer(device, queue, infos[at].commandBuffer, &job, submission);
            }
            for (uint32_t k = 0; k < submits[i].waitSemaphoreInfoCount; k++)
                queues_wait(device, submission, submits[i].pWaitSemaphoreInfos[k].semaphore,
                            submits[i].pWaitSemaphoreInfos[k].value);
        }
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < submits[i].signalSemaphoreInfoCount; k++)
                queues_signal(device, submission, submits[i].pSignalSemaphoreInfos[k].semaphore,
                              submits[i].pSignalSemaphoreInfos[k].value);
        queues_compare(device, submission, job != NULL ? job->captures : NULL);
        pthread_mutex_unlock(&device->lock);
    }
    const VkResult result = device->next.QueueSubmit2(handle, count, job != NULL ? changed : submits, fence);
    if (result == VK_SUCCESS) queues_submitted(device, handle, submission);
    finish(device, handle, job, result);
    free(changed);
    free(infos);
    return result;
}

static void keep_queue(device_t *device, VkQueue handle, uint32_t family, uint32_t index) {
    queue_t *queue = calloc(1, sizeof *queue);
    if (queue != NULL) *queue = (queue_t){.handle = handle, .family = family, .index = index};
    pthread_mutex_lock(&device->lock);
    if (queue != NULL) queue->number = device->queues.count;
    if (queue == NULL || table_find(&device->queues, KEY(handle)) != NULL ||
        !table_set(&device->queues, KEY(handle), queue))
        free(queue);
    pthread_mutex_unlock(&device->lock);
}

static VKAPI_ATTR void VKAPI_CALL capture_GetDeviceQueue(VkDevice handle, uint32_t family, uint32_t index,
                                                         VkQueue *queue) {
    device_t *device = device_of(handle);
    device->next.GetDeviceQueue(handle, family, index, queue);
    keep_queue(device, *queue, family, index);
}

static VKAPI_ATTR void VKAPI_CALL capture_GetDeviceQueue2(VkDevice handle, const VkDeviceQueueInfo2 *info,
                                                          VkQueue *queue) {
    device_t *device = device_of(handle);
    device->next.GetDeviceQueue2(handle, info, queue);
    if (*queue != VK_NULL_HANDLE) keep_queue(device, *queue, info->queueFamilyIndex, info->queueIndex);
}

void submit_free(device_t *device) {
    for (uint32_t i = 0; i < device->queues.room; i++) free(device->queues.values[i]);
    table_free(&device->queues);
}

PFN_vkVoidFunction submit_find(const char *name) {
    static const named_t all[] = {NAMED(QueueSubmit), NAMED(QueueSubmit2), NAMED(GetDeviceQueue),
                                  NAMED(GetDeviceQueue2)};
    return named_find(all, sizeof all / sizeof all[0], name);
}
