/* For tests that open devices, under AddressSanitizer: drivers and layers leak, and once unloaded they have no name by
 * which that could be told from a leak of ours; so leaks are not looked for in these programs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_VULKAN_DRIVER_LEAKS_H
#define NBL_TESTS_VULKAN_DRIVER_LEAKS_H

#if defined(__SANITIZE_ADDRESS__)
#define TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_ASAN 1
#endif
#endif

#ifdef TEST_ASAN
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif

#endif
