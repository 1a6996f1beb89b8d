/* The thread that waits for submissions and writes their captures: a folder that is complete or absent.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct writer_t {
    device_t *device;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    job_t *first, *last;
    bool busy, stops;
};

enum { MOST_PATH = 4096 };

/* ---- files */

static bool write_file(const char *folder, const char *name, const void *data, size_t bytes) {
    char path[MOST_PATH];
    const unsigned char *at = data;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return false;
    while (bytes != 0) {
        const ssize_t written = write(file, at, bytes < 1u << 30 ? bytes : 1u << 30);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            const int why = written < 0 ? errno : ENOSPC;
            close(file);
            errno = why;
            return false;
        }
        at += written;
        bytes -= (size_t)written;
    }
    return close(file) == 0;
}

/* Removes a folder of this layer: the files in it, which it made, and the folder. */
static void remove_folder(const char *folder) {
    char path[MOST_PATH];
    DIR *opened = opendir(folder);
    for (const struct dirent *entry; opened != NULL && (entry = readdir(opened)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path) unlink(path);
    }
    if (opened != NULL) closedir(opened);
    rmdir(folder);
}

/* Puts a folder in its place. An earlier capture there makes way; anything else stays, and this fails. */
static bool place_folder(const char *made, const char *target) {
    char path[MOST_PATH], aside[MOST_PATH];
    struct stat there;
    snprintf(path, sizeof path, "%s/capture.txt", target);
    snprintf(aside, sizeof aside, "%s.old", made);
    const bool replaces = lstat(path, &there) == 0;
    if (replaces && rename(target, aside) != 0) return false;
    if (rename(made, target) != 0) {
        const int why = errno;
        if (replaces) rename(aside, target);
        errno = why;
        return false;
    }
    if (replaces) remove_folder(aside);
    return true;
}

/* Writes what was there before, and what is after if that differs. */
static bool write_both(capture_t *capture, const char *folder, const char *name, const unsigned char *mapped,
                       uint64_t before, uint64_t after, uint64_t bytes, bool *same) {
    char file[64];
    (void)capture;
    *same = memcmp(mapped + before, mapped + after, bytes) == 0;
    snprintf(file, sizeof file, "%s.before", name);
    if (!write_file(folder, file, mapped + before, bytes)) return false;
    snprintf(file, sizeof file, "%s.after", name);
    return *same || write_file(folder, file, mapped + after, bytes);
}

static bool write_all(capture_t *capture, const char *folder, const unsigned char *mapped) {
    char name[40];
    bool same;
    if (!write_file(folder, "module.spv", capture->module->words, capture->module->bytes)) return false;
    for (uint32_t i = 0; i < capture->piece_count; i++) {
        const piece_t *piece = &capture->pieces[i];
        snprintf(name, sizeof name, "memory-%u", i);
        if (!write_both(capture, folder, name, mapped, piece->before, piece->after, piece->end - piece->begin, &same))
            return false;
        capture_print(capture, "memory %u %llu %llu %llu %s\n", i, (unsigned long long)piece->memory,
                      (unsigned long long)piece->begin, (unsigned long long)(piece->end - piece->begin),
                      same ? "same" : "changed");
    }
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        const picture_t *picture = &capture->pictures[i];
        snprintf(name, sizeof name, "image-%u-%u-%u", picture->number, picture->level, picture->layer);
        if (!write_both(capture, folder, name, mapped, picture->before, picture->after, picture->bytes, &same))
            return false;
        capture_print(capture, "picture %u %u %u %u %u %u %llu %d %s\n", picture->number, picture->level,
                      picture->layer, picture->extent.width, picture->extent.height, picture->extent.depth,
                      (unsigned long long)picture->bytes, (int)picture->layout, same ? "same" : "changed");
    }
    if (capture->groups_at != UINT64_MAX) memcpy(capture->groups, mapped + capture->groups_at, sizeof capture->groups);
    capture_print(capture, "groups %u %u %u%s\n", capture->groups[0], capture->groups[1], capture->groups[2],
                  capture->groups_at != UINT64_MAX ? " indirect" : "");
    if (capture->beside[0] != '\0') capture_print(capture, "beside %s\n", capture->beside);
    capture_print(capture, "end\n");
    if (capture->failed) errno = ENOMEM;
    return !capture->failed && write_file(folder, "capture.txt", capture->text, capture->text_bytes);
}

/* Makes the folders above, too. */
static void make_folders(const char *path) {
    char part[MOST_PATH];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = '\0';
        mkdir(part, 0700);
    }
    mkdir(part, 0700);
}

static void write_capture(capture_t *capture, const unsigned char *mapped) {
    const uint32_t device = capture->device->number;
    char name[64], made[MOST_PATH - 32], target[MOST_PATH - 32];
    if (device == 1)
        snprintf(name, sizeof name, "%llu", (unsigned long long)capture->number);
    else
        snprintf(name, sizeof name, "device%u-%llu", device, (unsigned long long)capture->number);
    make_folders(selector()->folder);
    snprintf(made, sizeof made, "%s/.%s.%ld", selector()->folder, name, (long)getpid());
    snprintf(target, sizeof target, "%s/%s", selector()->folder, name);
    const bool begun = mkdir(made, 0700) == 0;
    if (begun && write_all(capture, made, mapped) && place_folder(made, target)) {
        say("dispatch %llu is in %s, %llu bytes%s%s", (unsigned long long)capture->number, target,
            (unsigned long long)capture->staging_bytes, capture->beside[0] != '\0' ? "; " : "", capture->beside);
        return;
    }
    const int why = errno;
    if (begun) remove_folder(made);
    selector_give(capture->taken);
    say("dispatch %llu is not captured: %s: %s", (unsigned long long)capture->number, target, strerror(why));
}

/* ---- the thread */

static void write_job(device_t *device, job_t *job) {
    VkResult result;
    do result = device->next.WaitForFences(device->handle, 1, &job->fence, VK_TRUE, 1000000000u);
    while (result == VK_TIMEOUT);
    queues_forget(device, job->captures); /* later submissions are behind it */
    for (capture_t *capture = job->captures, *next; capture != NULL; capture = next) {
        void *mapped = NULL;
        next = capture->next;
        const VkMappedMemoryRange range = {
            .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = capture->staging_memory, .size = VK_WHOLE_SIZE};
        if (result == VK_SUCCESS)
            result = device->next.MapMemory(device->handle, capture->staging_memory, 0, VK_WHOLE_SIZE, 0, &mapped);
        if (result == VK_SUCCESS && !capture->coherent)
            result = device->next.InvalidateMappedMemoryRanges(device->handle, 1, &range);
        if (result == VK_SUCCESS) {
            write_capture(capture, mapped);
        } else {
            say("dispatch %llu is not captured: %s", (unsigned long long)capture->number,
                result == VK_ERROR_DEVICE_LOST ? "the device was lost" : "its copies cannot be read");
            selector_give(capture->taken);
        }
        if (mapped != NULL) device->next.UnmapMemory(device->handle, capture->staging_memory);
        capture_free(capture);
    }
    device->next.DestroyFence(device->handle, job->fence, NULL);
    device->next.DestroyCommandPool(device->handle, job->pool, NULL);
    free(job);
}

static void *write_jobs(void *user) {
    writer_t *writer = user;
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        job_t *job = writer->first;
        if (job == NULL) {
            writer->busy = false;
            pthread_cond_broadcast(&writer->changed);
            if (writer->stops) break;
            pthread_cond_wait(&writer->changed, &writer->lock);
            continue;
        }
        writer->first = job->next;
        if (writer->first == NULL) writer->last = NULL;
        pthread_mutex_unlock(&writer->lock);
        write_job(writer->device, job);
        pthread_mutex_lock(&writer->lock);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

static writer_t *writer_make(device_t *device) {
    writer_t *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->device = device;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    if (pthread_create(&writer->thread, NULL, write_jobs, writer) == 0) return writer;
    free(writer);
    return NULL;
}

bool writer_add(device_t *device, job_t *job) {
    pthread_mutex_lock(&device->lock);
    if (device->writer == NULL) device->writer = writer_make(device);
    writer_t *writer = device->writer;
    pthread_mutex_unlock(&device->lock);
    if (writer == NULL) return false;
    pthread_mutex_lock(&writer->lock);
    job->next = NULL;
    if (writer->last != NULL)
        writer->last->next = job;
    else
        writer->first = job;
    writer->last = job;
    writer->busy = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return true;
}

void writer_wait(device_t *device) {
    writer_t *writer = device->writer;
    if (writer == NULL) return;
    pthread_mutex_lock(&writer->lock);
    while (writer->busy) pthread_cond_wait(&writer->changed, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
}

void writer_stop(device_t *device) {
    writer_t *writer = device->writer;
    if (writer == NULL) return;
    pthread_mutex_lock(&writer->lock);
    writer->stops = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->changed);
    free(writer);
    device->writer = NULL;
}
