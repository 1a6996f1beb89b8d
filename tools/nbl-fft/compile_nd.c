/* nbl-fft compile --shape: the kernels of an array's transform, and what to bind and to dispatch as JSON.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A dispatch whose "from" is its "to" works in place. Of a text it reads a copy of it, since WebGPU and others refuse a
 * buffer that is bound twice and written.
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <string.h>

#include "common/folder.h"
#include "gpu/nd_stages.h"
#include "spirv/text.h"
#include "transform/program.h"

/* The binding of the uniforms, behind the bindings of shaders/fft_lines_resources.h. */
enum { UNIFORM_BINDING = 3 };

typedef struct writing_t {
    const compile_nd_t *wanted;
    const nbl_fft_nd_stages_t *work;
    folder_t *folder;
    nbl_text_t json;
} writing_t;

static int write_table(writing_t *to, uint32_t axis, uint32_t number, nbl_error_t *error) {
    const nbl_fft_nd_table_t *table = &to->work->axis[axis].tables[number];
    char name[32];
    if (table->bytes == 0) return EXIT_DONE;
    snprintf(name, sizeof name, "table%u_%u.bin", axis, number);
    return folder_write(to->folder, name, table->numbers, table->bytes, error);
}

/* Writes a kernel's module, or its text.
 * 
 * file       receives its name
 * interface  receives a text's interface, to be freed by nbl_text_free(), or NULL */
static int write_module(writing_t *to, uint32_t axis, uint32_t number, char file[64], char **interface,
                        nbl_error_t *error) {
    const compile_nd_t *wanted = to->wanted;
    const nbl_fft_nd_stage_t *stage = &to->work->axis[axis].stage[number];
    const nbl_write_text_desc_t desc = {.target = wanted->target,
                                        .mode = wanted->mode,
                                        .opaque = wanted->opaque,
                                        .about = "A step of a transform: fft.json has what to bind and to dispatch.",
                                        .uniform_binding = UNIFORM_BINDING,
                                        .max_shared_bytes = wanted->limits.max_shared_bytes,
                                        .max_invocations = wanted->limits.max_workgroup_invocations};
    nbl_fft_lines_desc_t lines = stage->desc;
    /* a text reads a copy, so it does not work in place */
    if (wanted->target != NBL_TARGET_SPIRV) lines.parameters.in_place = 0;
    nbl_defines_t defines;
    nbl_spirv_t spirv = {0};
    char *text = NULL;
    const nbl_mode_t mode =
        wanted->target == NBL_TARGET_SPIRV ? to->work->mode : wanted->mode; /* as compile.c has it */
    const nbl_compile_desc_t compile = nbl_fft_lines_describe(&lines, stage->order, mode, wanted->unroll, &defines);
    *interface = NULL;
    snprintf(file, 64, "step%u_%u.%s", axis, number, nbl_target_extension(wanted->target));
    if (nbl_compile(&compile, &spirv, error) != NBL_SUCCESS ||
        (wanted->target != NBL_TARGET_SPIRV &&
         nbl_write_text(spirv.words, spirv.word_count, &desc, &text, interface, error) != NBL_SUCCESS)) {
        nbl_spirv_free(&spirv);
        return EXIT_FAILED;
    }
    const int code = folder_write(to->folder, file, text ? (const void *)text : spirv.words,
                                  text ? strlen(text) : spirv.word_count * sizeof *spirv.words, error);
    nbl_text_free(text);
    nbl_spirv_free(&spirv);
    return code;
}

/* Appends a dispatch for each part of the transforms. */
static void append_dispatches(writing_t *to, uint32_t axis, uint32_t number, const char *file, const char *interface,
                              uint64_t first, bool *begun) {
    const nbl_fft_nd_axis_t *of = &to->work->axis[axis];
    const nbl_fft_nd_stage_t *stage = &of->stage[number];
    const uint64_t left = of->transforms - first, count = left < of->chunk ? left : of->chunk;
    const nbl_fft_lines_constants_t constants = nbl_fft_nd_stage_constants(of, stage, first, count);
    uint32_t words[sizeof constants / 4];
    memcpy(words, &constants, sizeof words);
    nbl_text_format(&to->json,
                    "%s\n    {\"file\": \"%s\", \"workgroups\": %" PRIu64 ", \"from\": \"%s\", \"to\": \"%s\", ",
                    *begun ? "," : "", file, nbl_fft_nd_stage_workgroups(stage, count),
                    nbl_program_region_word(stage->load.region), nbl_program_region_word(stage->store.region));
    /* Another step of the axis may have the table alone; a binding that a text lacks is an error in WebGPU. */
    const bool reads = interface == NULL || strstr(interface, "{\"binding\": 2,") != NULL;
    if (reads && of->tables[stage->table].bytes != 0)
        nbl_text_format(&to->json, "\"table\": \"table%u_%u.bin\",", axis, stage->table);
    else
        nbl_text_format(&to->json, "\"table\": null,");
    nbl_text_format(&to->json, "\n     \"constants\": [");
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        nbl_text_format(&to->json, "%s%u", k ? ", " : "", words[k]);
    nbl_text_format(&to->json, "],\n     \"interface\": %s}", interface ? interface : "null");
    *begun = true;
}

static void append_sizes(nbl_text_t *json, const char *name, const uint64_t *sizes, uint32_t count) {
    nbl_text_format(json, "  \"%s\": [", name);
    for (uint32_t d = 0; d < count; d++) nbl_text_format(json, "%s%" PRIu64, d ? ", " : "", sizes[d]);
    nbl_text_format(json, "],\n");
}

static void append_head(writing_t *to) {
    const nbl_fft_nd_stages_t *work = to->work;
    uint64_t bytes[NBL_VIEW_REGIONS];
    memcpy(bytes, work->region_bytes, sizeof bytes);
    bytes[NBL_VIEW_INPUT] = work->sides[NBL_VIEW_INPUT].bytes;
    bytes[NBL_VIEW_OUTPUT] = work->sides[NBL_VIEW_OUTPUT].bytes;
    nbl_text_format(&to->json, "{\n  \"target\": \"%s\",\n  \"mode\": \"%s\",\n  \"precision\": \"%s\",\n",
                    to->wanted->target == NBL_TARGET_SPIRV ? "spirv" : nbl_target_name(to->wanted->target),
                    options_mode_name(to->wanted->mode), nbl_fft_precision_name(work->desc.precision));
    append_sizes(&to->json, "shape", work->desc.sizes, work->desc.rank);
    nbl_text_format(&to->json, "  \"real\": %s,\n  \"inverse\": %s,\n  \"buffers\": {",
                    work->desc.real ? "true" : "false", work->desc.inverse ? "true" : "false");
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++)
        nbl_text_format(&to->json, "%s\"%s\": %" PRIu64, r ? ", " : "", nbl_program_region_word(r), bytes[r]);
    nbl_text_format(&to->json, "},\n  \"uniform_binding\": %d,\n  \"dispatches\": [", UNIFORM_BINDING);
}

/* Writes all kernels of an axis, then its dispatches: part by part, each part through all kernels. */
static int write_axis(writing_t *to, uint32_t axis, bool *begun, nbl_error_t *error) {
    const nbl_fft_nd_axis_t *of = &to->work->axis[axis];
    char files[NBL_FFT_ND_MOST_STAGES][64], *interfaces[NBL_FFT_ND_MOST_STAGES] = {NULL};
    int code = EXIT_DONE;
    for (uint32_t t = 0; t < 2 && code == EXIT_DONE; t++) code = write_table(to, axis, t, error);
    for (uint32_t s = 0; s < of->stages && code == EXIT_DONE; s++)
        code = write_module(to, axis, s, files[s], &interfaces[s], error);
    for (uint64_t first = 0; first < of->transforms && code == EXIT_DONE; first += of->chunk)
        for (uint32_t s = 0; s < of->stages; s++) append_dispatches(to, axis, s, files[s], interfaces[s], first, begun);
    for (uint32_t s = 0; s < of->stages; s++) nbl_text_free(interfaces[s]);
    return code;
}

int compile_nd(const compile_nd_t *wanted, nbl_error_t *error) {
    nbl_fft_nd_stages_t work;
    folder_t folder;
    bool begun = false;
    writing_t to = {.wanted = wanted, .work = &work, .folder = &folder};
    if (nbl_fft_nd_stages_make(&wanted->desc, &wanted->limits, wanted->mode, false, 256, &work, error) != NBL_SUCCESS) {
        nbl_fft_nd_stages_release(&work);
        return EXIT_FAILED;
    }
    int code = folder_begin(&folder, wanted->folder, error);
    append_head(&to);
    for (uint32_t a = 0; a < work.axes && code == EXIT_DONE; a++) code = write_axis(&to, a, &begun, error);
    nbl_text_format(&to.json, "\n  ]\n}\n");
    if (code == EXIT_DONE && to.json.failed) code = fail(error, EXIT_FAILED, "memory: not enough for fft.json");
    if (code == EXIT_DONE) code = folder_write(&folder, "fft.json", to.json.data, to.json.size, error);
    nbl_text_free(to.json.data);
    nbl_fft_nd_stages_release(&work);
    return folder_end(&folder, code, error);
}
