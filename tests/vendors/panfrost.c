/* Answers what Mesa's Panfrost device without hardware does not know: L2_FEATURES and the context priorities. Loaded
 * before it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>

struct get_param { /* drm_panfrost_get_param */
    uint32_t param, pad;
    uint64_t value;
};
#define GET_PARAM 0xc0106444ul /* DRM_IOWR(0x44, struct drm_panfrost_get_param) */
enum { L2_FEATURES = 8, ALLOWED_CTX_PRIORITIES = 43 };

int ioctl(int file, unsigned long request, ...) {
    va_list words;
    va_start(words, request);
    struct get_param *get = va_arg(words, struct get_param *);
    va_end(words);
    if ((uint32_t)request == GET_PARAM && (get->param == L2_FEATURES || get->param == ALLOWED_CTX_PRIORITIES)) {
        get->value = get->param == L2_FEATURES ? 0x07120206u : 3u;
        return 0;
    }
    int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return next(file, request, get);
}
