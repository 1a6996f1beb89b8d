/* What the tests of the on-disk cache share: a small kernel to compile, and a look at what the cache did.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_VULKAN_CACHE_TESTING_H
#define NBL_TESTS_VULKAN_CACHE_TESTING_H

#include <dirent.h>
#include "spirv/cache.h"
#include "tests/vulkan/vulkan_testing.h"

static nbl_source_t header = {"value.h", "const float value = 1.0;\n", 0};
static nbl_define_t define = {"SIZE", "4"};

static inline nbl_compile_desc_t base(nbl_cache_t *cache) {
    nbl_compile_desc_t desc = {.file = "kernel.comp",
                               .sources = &header,
                               .source_count = 1,
                               .defines = &define,
                               .define_count = 1,
                               .cache = cache};
    desc.text = "#version 460\n#include \"value.h\"\nlayout(local_size_x = SIZE) in;\n"
                "layout(binding = 0) buffer b { float x[]; };\nvoid main() { x[0] = x[1] * x[2] + value; }\n";
    return desc;
}

static inline nbl_cache_t *open_cache(const char *directory) {
    nbl_cache_desc_t desc = {directory};
    nbl_cache_t *cache = NULL;
    nbl_error_t error;
    expect_ok(nbl_cache_create(&desc, &cache, &error), &error);
    return cache;
}

static inline nbl_spirv_t compile(const nbl_compile_desc_t *desc) {
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(desc, &spirv, &error), &error);
    return spirv;
}

static inline bool from_cache(const nbl_compile_desc_t *desc) {
    nbl_spirv_t spirv = compile(desc);
    bool from = spirv.from_cache;
    nbl_spirv_free(&spirv);
    return from;
}

static inline size_t file_count(const char *directory) {
    DIR *d = opendir(directory);
    struct dirent *e;
    size_t n = 0;
    while (d && (e = readdir(d))) n += e->d_name[0] != '.';
    if (d) closedir(d);
    return n;
}

#endif
