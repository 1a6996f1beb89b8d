/* The caller's own device: used, not destroyed, whatever fails; its queue is locked and unlocked in pairs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FAULTS_SCENARIO_BORROWED_H
#define NBL_TESTS_FAULTS_SCENARIO_BORROWED_H

#include "tests/faults/scenarios.h"

static int queue_locks;
static void lock_queue(void *user) { ++*(int *)user; }
static void unlock_queue(void *user) { --*(int *)user; }

/* A caller's device with what the library can use of it; its calls do not fail and are not watched. */
static nbl_vulkan_device_t *open_owner(nbl_vulkan_borrowed_t *lent) {
    nbl_vulkan_device_t *owner = NULL;
    if (nbl_vulkan_device_create(NULL, &owner, NULL) != NBL_SUCCESS) abort();
    *lent = (nbl_vulkan_borrowed_t){.instance = nbl_vulkan_device_get_instance(owner),
                                    .physical_device = nbl_vulkan_device_get_physical_device(owner),
                                    .device = nbl_vulkan_device_get_handle(owner),
                                    .queue = nbl_vulkan_device_get_queue(owner),
                                    .queue_family = nbl_vulkan_device_get_info(owner)->queue_family,
                                    .enabled_features = nbl_vulkan_device_get_features(owner),
                                    .queue_lock = lock_queue,
                                    .queue_unlock = unlock_queue,
                                    .queue_user = &queue_locks};
    return owner;
}

static outcome_t borrowed(const supplies_t *supplies) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_borrowed_t lent;
    nbl_vulkan_device_t *owner = open_owner(&lent), *device = NULL;
    nbl_error_t error = {""};
    job_t job = {0}, own = {0};
    bool wrong = false;
    desc.get_instance_proc_addr = failing_loader;
    desc.borrowed = &lent;
    queue_locks = 0;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &device, &error);
    if (!result) result = begin_job(device, supplies, &job, &error);
    if (!result) result = nbl_vulkan_commands_submit(device, &job.commands, &error);
    if (!result) result = nbl_vulkan_commands_resubmit(device, &job.commands, &error);
    if (!result) result = check_numbers(device, &job, 2.0f, &wrong, &error);
    if (device) end_job(device, &job);
    nbl_vulkan_device_destroy(device);
    outcome_t outcome = outcome_of(result, &error);
    /* The owner goes on as if nothing had been. */
    if (begin_job(owner, supplies, &own, NULL) || nbl_vulkan_commands_submit(owner, &own.commands, NULL) ||
        check_numbers(owner, &own, 1.0f, &wrong, NULL))
        wrong = true;
    end_job(owner, &own);
    nbl_vulkan_device_destroy(owner);
    outcome.wrong = wrong || queue_locks != 0;
    return outcome;
}

#endif
