/* Names, sizes, texts and modules of the ocean's passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/ocean/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ocean_pass_names[OCEAN_PASSES] = {"spectrum", "evolve", "rows", "columns", "assemble"};

uint32_t ocean_groups(uint32_t pass, uint32_t side) {
    const uint32_t columns = side > 512 ? 2 : 4, points = side * side / 64;
    const uint32_t groups[OCEAN_PASSES] = {points, points, 4 * side, 4 * side / columns, points};
    return groups[pass];
}

uint64_t ocean_bytes(uint32_t buffer, uint32_t side) {
    static const uint32_t bytes[OCEAN_BUFFERS] = {8, 8, 32, 32, 16, 16}; /* of a point */
    return (uint64_t)side * side * bytes[buffer];
}

ocean_t ocean_default(void) {
    return (ocean_t){.seed = 1,
                     .period = 1000,
                     .extent = 256,
                     .wind_x = 10,
                     .wind_z = 6,
                     .fetch = 100000,
                     .shortest = 0.1f,
                     .choppiness = 1,
                     .foam = 0.75f,
                     .fade = 0.96f};
}

uint32_t ocean_time_of(const ocean_job_t *job, uint32_t frame) {
    return job->frames < 2 ? job->sea.time : (uint32_t)((uint64_t)job->sea.time * frame / (job->frames - 1));
}

static char *read_text(const char *path) {
    enum { MOST = 1 << 16 };
    FILE *file = fopen(path, "rb");
    char *text = file ? calloc(1, MOST) : NULL;
    const size_t size = text ? fread(text, 1, MOST, file) : 0;
    if (file) fclose(file);
    if (size > 0 && size < MOST) return text;
    free(text);
    return NULL;
}

bool ocean_texts_read(ocean_texts_t *texts, const char *folder, nbl_error_t *error) {
    static const char *const names[] = {"ocean.h",      "spectrum.h", "spectrum.comp", "evolve.h",
                                        "evolve.comp",  "rows.h",     "rows.comp",     "columns.h",
                                        "columns.comp", "assemble.h", "assemble.comp"};
    memset(texts, 0, sizeof *texts);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        texts->sources[i] = (nbl_source_t){names[i], read_text(path), 0};
        if (texts->sources[i].text) continue;
        snprintf(error->text, sizeof error->text, "%.200s: no text of a kernel: --shaders names their folder", path);
        return false;
    }
    return true;
}

void ocean_texts_free(ocean_texts_t *texts) {
    for (size_t i = 0; i < sizeof texts->sources / sizeof *texts->sources; i++) free((char *)texts->sources[i].text);
    memset(texts, 0, sizeof *texts);
}

nbl_result_t ocean_compile(const ocean_texts_t *texts, uint32_t pass, uint32_t side, nbl_optimize_t optimize,
                           nbl_mode_t mode, bool for_text, nbl_spirv_t *spirv, nbl_error_t *error) {
    char file[32], number[16];
    snprintf(file, sizeof file, "%s.comp", ocean_pass_names[pass]);
    snprintf(number, sizeof number, "%u", side);
    /* nbl_write_text() has no word for the high half of a product. */
    const nbl_define_t defines[] = {{"OCEAN_SIDE", number}, {"NBL_HAS_MULTIPLY_HIGH", "0"}};
    const nbl_compile_desc_t desc = {.file = file,
                                     .sources = texts->sources,
                                     .source_count = sizeof texts->sources / sizeof *texts->sources,
                                     .defines = defines,
                                     .define_count = for_text ? 2 : 1,
                                     .mode = mode,
                                     .optimize = optimize};
    return nbl_compile(&desc, spirv, error);
}
