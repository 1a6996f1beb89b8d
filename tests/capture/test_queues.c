/* Submissions to other queues that may write captured memory: told if nothing orders them, and not otherwise.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The drivers here have one queue, so the layer's own functions are called, with a device that counts its fences.
 * Mutations that these cases are meant to catch: clocks that semaphores do not hand on, or hand on before they are
 * signalled; what is done forgotten; ranges that only touch taken to overlap.
 */
#include <check.h>
#include <stdlib.h>

#include "packages/capture-layer/queues.c"
#include "packages/capture-layer/selector.c"
#include "tests/common/testing.h"

static uint64_t fences_made;
static bool all_done; /* what the fences say */

static VkResult create_fence(VkDevice device, const VkFenceCreateInfo *info, const VkAllocationCallbacks *allocator,
                             VkFence *fence) {
    (void)device, (void)info, (void)allocator;
    *fence = (VkFence)(uintptr_t)++fences_made;
    return VK_SUCCESS;
}
static void destroy_fence(VkDevice device, VkFence fence, const VkAllocationCallbacks *allocator) {
    (void)device, (void)fence, (void)allocator;
}
static VkResult fence_status(VkDevice device, VkFence fence) {
    (void)device, (void)fence;
    return all_done ? VK_SUCCESS : VK_NOT_READY;
}
static VkResult submit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos, VkFence fence) {
    (void)queue, (void)count, (void)infos, (void)fence;
    return VK_SUCCESS;
}

typedef struct bench_t {
    device_t device;
    queue_t queues[2];
    capture_t capture;
    piece_t piece;
} bench_t;

static bench_t *begin(void) { /* a device with two queues, and a capture of bytes 100 to 199 of memory 7 */
    bench_t *bench = calloc(1, sizeof *bench);
    device_t *device = &bench->device;
    pthread_mutex_init(&device->lock, NULL);
    device->next.CreateFence = create_fence;
    device->next.DestroyFence = destroy_fence;
    device->next.GetFenceStatus = fence_status;
    device->next.QueueSubmit = submit;
    for (uint32_t i = 0; i < 2; i++) {
        bench->queues[i] = (queue_t){.handle = (VkQueue)(uintptr_t)(i + 1u), .index = i, .number = i};
        table_set(&device->queues, i + 1u, &bench->queues[i]);
    }
    bench->piece = (piece_t){7, 100, 200, 0, 0};
    bench->capture = (capture_t){.device = device, .pieces = &bench->piece, .piece_count = 1};
    all_done = false;
    return bench;
}

static void end(bench_t *bench) {
    queues_free(&bench->device);
    table_free(&bench->device.queues);
    free(bench);
}

/* wait, signal: semaphores; 0: none. value: of a timeline, else 0 */
static void submission(bench_t *bench, uint32_t queue, uint64_t wait, uint64_t signal, uint64_t value, bool captures,
                       uint64_t from, uint64_t to) {
    device_t *device = &bench->device;
    submission_t *made = queues_begin(device, &bench->queues[queue]);
    ck_assert_ptr_nonnull(made);
    if (wait != 0) queues_wait(device, made, (VkSemaphore)(uintptr_t)wait, value);
    if (to != 0) add_write(made, 7, from, to);
    if (signal != 0) queues_signal(device, made, (VkSemaphore)(uintptr_t)signal, value);
    queues_compare(device, made, captures ? &bench->capture : NULL);
    queues_submitted(device, bench->queues[queue].handle, made);
}

START_TEST(nothing_orders) {
    bench_t *bench = begin();
    submission(bench, 1, 0, 0, 0, false, 199, 300); /* before the captured one */
    submission(bench, 0, 0, 0, 0, true, 0, 0);
    ck_assert_str_eq(bench->capture.beside, "queue 1 of family 0 may write captured memory at the same time");
    end(bench);
    bench = begin();
    submission(bench, 0, 0, 0, 0, true, 0, 0);
    submission(bench, 1, 0, 0, 0, false, 0, 101); /* after it */
    ck_assert_str_ne(bench->capture.beside, "");
    end(bench);
}
END_TEST

START_TEST(other_memory) {
    bench_t *bench = begin();
    submission(bench, 0, 0, 0, 0, true, 0, 0);
    submission(bench, 1, 0, 0, 0, false, 200, 300);
    submission(bench, 1, 0, 0, 0, false, 0, 100);
    submission(bench, 0, 0, 0, 0, false, 100, 200); /* on the same queue */
    ck_assert_str_eq(bench->capture.beside, "");
    end(bench);
}
END_TEST

START_TEST(a_semaphore_orders) {
    for (uint64_t value = 0; value < 2; value++) { /* binary, timeline */
        bench_t *bench = begin();
        submission(bench, 1, 0, 5, value, false, 100, 200);
        submission(bench, 0, 5, 6, value, true, 0, 0);
        submission(bench, 1, 6, 0, value, false, 100, 200);
        ck_assert_str_eq(bench->capture.beside, "");
        submission(bench, 1, 0, 0, value, false, 100, 200); /* behind the other of its queue */
        ck_assert_str_eq(bench->capture.beside, "");
        end(bench);
    }
    bench_t *bench = begin(); /* a timeline's later value does not order what waits for an earlier one */
    submission(bench, 1, 0, 5, 9, false, 100, 200);
    submission(bench, 0, 5, 0, 3, true, 0, 0);
    ck_assert_str_ne(bench->capture.beside, "");
    end(bench);
}
END_TEST

START_TEST(what_is_done_is_ordered) {
    bench_t *bench = begin();
    submission(bench, 1, 0, 0, 0, false, 100, 200);
    all_done = true;
    submission(bench, 0, 0, 0, 0, true, 0, 0);
    ck_assert_str_eq(bench->capture.beside, "");
    all_done = false;
    queues_forget(&bench->device, &bench->capture); /* it is written */
    submission(bench, 1, 0, 0, 0, false, 100, 200);
    ck_assert_str_eq(bench->capture.beside, "");
    end(bench);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("queues");
    TCase *tests = tcase_create("queues");
    tcase_add_test(tests, nothing_orders);
    tcase_add_test(tests, other_memory);
    tcase_add_test(tests, a_semaphore_orders);
    tcase_add_test(tests, what_is_done_is_ordered);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
