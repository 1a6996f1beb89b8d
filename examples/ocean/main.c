/* Writes an ocean as pictures, or its kernels as text for engines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/ocean/program.h"

#include "common/folder.h"
#include "common/options.h"
#include "common/tool.h"
#include "io/image/image.h"
#include "nbl/host/write_text.h"
#include "spirv/text.h"
#include "spirv/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "ocean [options]: compute waves and write pictures of them; ocean compile: write the kernels\n"
    "\n"
    "  -o FOLDER              height.png, normals.png, foam.png; displacement.exr (dx, h, dz in metres, Jacobian in "
    "A)\n"
    "                         and normals.exr (foam in A)\n"
    "  --backend |vulkan|emulator   default: vulkan. The emulator's side is 64\n"
    "  --side N               points along a side, 32 to 1024; default 512, of the emulator 64\n"
    "  --device NAME          the device; default: the best\n"
    "  --seconds T            the time; default 10\n"
    "  --frames N             from 0 to T, over which foam gathers; default 1\n"
    "  --wind-x U, --wind-z U m/s; default 10 and 6; --fetch M, --extent M, --choppiness C, --seed N likewise\n"
    "  --mode exact|fast      fast: the driver may fuse operations\n"
    "  --time                 measure the passes on the device\n"
    "  --shaders FOLDER       the kernels' texts; default examples/ocean\n"
    "\n"
    "ocean compile -o FOLDER --target " NBL_TARGET_WORDS " [--side N] [--mode exact|fast]\n"
    "\n"
    "  writes a file for each pass, and ocean.json: what to bind and to dispatch, and the default sea as constants.\n"
    "  --opaque " NBL_OPAQUE_WORDS "   as of `nbl-fft compile`\n";

typedef struct request_t {
    ocean_job_t job;
    const char *folder, *shaders;
    uint32_t backend, target, opaque, mode;
    double seconds;
} request_t;

/* Appends the sea's parameters as JSON: the words of the uniform, floats by their bits. */
static void append_sea(nbl_text_t *json, const ocean_t *sea) {
    uint32_t words[sizeof *sea / 4];
    memcpy(words, sea, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        nbl_text_format(json, "%s%" PRIu32, i ? ", " : "", words[i]);
}

static int write_pass(const request_t *request, const ocean_texts_t *texts, uint32_t pass, folder_t *folder,
                      nbl_text_t *json, nbl_error_t *error) {
    char file[64], *text = NULL, *interface = NULL;
    nbl_spirv_t spirv = {0};
    const nbl_write_text_desc_t desc = {.target = (nbl_target_t)request->target,
                                        .mode = (nbl_mode_t)request->mode,
                                        .opaque = (nbl_opaque_t)request->opaque,
                                        .about = "A pass of the ocean: ocean.json has what to bind and to dispatch.",
                                        .uniform_binding = OCEAN_BUFFERS};
    nbl_result_t result = ocean_compile(texts, pass, request->job.side, NBL_OPTIMIZE_UNROLL, (nbl_mode_t)request->mode,
                                        request->target != 0, &spirv, error);
    snprintf(file, sizeof file, "%s.%s", ocean_pass_names[pass],
             request->target ? nbl_target_extension((nbl_target_t)request->target) : "spv");
    if (!result && request->target)
        result = nbl_write_text(spirv.words, spirv.word_count, &desc, &text, &interface, error);
    int status = result ? EXIT_FAILED : EXIT_DONE;
    if (!result)
        status = folder_write(folder, file, text ? (const void *)text : spirv.words,
                              text ? strlen(text) : spirv.word_count * sizeof *spirv.words, error);
    nbl_text_format(json, "%s\n    {\"name\": \"%s\", \"file\": \"%s\", \"workgroups\": %" PRIu32 "%s%s}",
                    pass ? "," : "", ocean_pass_names[pass], file, ocean_groups(pass, request->job.side),
                    interface ? ", \"interface\": " : "", interface ? interface : "");
    nbl_text_free(text);
    nbl_text_free(interface);
    nbl_spirv_free(&spirv);
    return status;
}

static int read_options(int argc, char **argv, bool compile, request_t *request, nbl_error_t *error) {
    ocean_job_t *job = &request->job;
    double wind_x = 10, wind_z = 6, fetch = 100000, extent = 256, choppiness = 1;
    const option_t both[] = {OPTION_TEXT("-o", &request->folder, "a folder"),
                             OPTION_TEXT("--shaders", &request->shaders, "a folder"),
                             OPTION_POWER("--side", &job->side, 32, 1024),
                             OPTION_WORD("--mode", &request->mode, "exact|fast"),
                             OPTION_WORD("--target", &request->target, NBL_TARGET_WORDS),
                             OPTION_WORD("--opaque", &request->opaque, NBL_OPAQUE_WORDS),
                             OPTIONS_END};
    const option_t run[] = {OPTION_TEXT("-o", &request->folder, "a folder"),
                            OPTION_TEXT("--shaders", &request->shaders, "a folder"),
                            OPTION_POWER("--side", &job->side, 32, 1024),
                            OPTION_WORD("--mode", &request->mode, "exact|fast"),
                            OPTION_WORD("--backend", &request->backend, "|vulkan|emulator"),
                            OPTION_TEXT("--device", &job->device, "a device"),
                            OPTION_NUMBER("--seconds", &request->seconds, 0, 1000),
                            OPTION_COUNT("--frames", &job->frames, 1, 100000),
                            OPTION_NUMBER("--wind-x", &wind_x, -60, 60),
                            OPTION_NUMBER("--wind-z", &wind_z, -60, 60),
                            OPTION_NUMBER("--fetch", &fetch, 100, 1e7),
                            OPTION_NUMBER("--extent", &extent, 1, 10000),
                            OPTION_NUMBER("--choppiness", &choppiness, 0, 4),
                            OPTION_COUNT("--seed", &job->sea.seed, 0, UINT32_MAX),
                            OPTION_FLAG("--time", &job->timed),
                            OPTIONS_END};
    const char *const none[] = {NULL};
    const int status = options_read(compile ? "compile" : NULL, argc, argv, compile ? both : run, none, NULL, error);
    if (status != EXIT_DONE) return status;
    if (!request->shaders) request->shaders = "examples/ocean";
    if (!request->folder && (compile || !job->timed)) return fail(error, EXIT_USAGE, "-o FOLDER: missing");
    if (wind_x == 0 && wind_z == 0) return fail(error, EXIT_USAGE, "--wind-x 0: without --wind-z there is no wind");
    job->fast = request->mode == NBL_MODE_FAST;
    job->sea.wind_x = (float)wind_x;
    job->sea.wind_z = (float)wind_z;
    job->sea.fetch = (float)fetch;
    job->sea.extent = (float)extent;
    job->sea.choppiness = (float)choppiness;
    job->sea.time = (uint32_t)(uint64_t)(request->seconds / (double)job->sea.period * 4294967296.0);
    return EXIT_DONE;
}

static int compile(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.job = {.sea = ocean_default(), .side = 512, .frames = 1}};
    folder_t folder;
    ocean_texts_t texts;
    nbl_text_t json = {0};
    int status = read_options(argc, argv, true, &request, error);
    if (status != EXIT_DONE) return status;
    if (!ocean_texts_read(&texts, request.shaders, error) ||
        folder_begin(&folder, request.folder, error) != EXIT_DONE) {
        ocean_texts_free(&texts);
        return EXIT_FAILED;
    }
    nbl_text_format(&json, "{\n  \"side\": %" PRIu32 ",\n  \"uniform_binding\": %d,\n  \"buffers\": [",
                    request.job.side, OCEAN_BUFFERS);
    for (uint32_t i = 0; i < OCEAN_BUFFERS; i++)
        nbl_text_format(&json, "%s%" PRIu64, i ? ", " : "", ocean_bytes(i, request.job.side));
    nbl_text_format(&json, "],\n  \"sea\": [");
    request.job.sea.ffts = 4 * request.job.side;
    append_sea(&json, &request.job.sea);
    nbl_text_format(&json, "],\n  \"passes\": [");
    for (uint32_t pass = 0; pass < OCEAN_PASSES && status == EXIT_DONE; pass++)
        status = write_pass(&request, &texts, pass, &folder, &json, error);
    nbl_text_format(&json, "\n  ]\n}\n");
    if (status == EXIT_DONE) status = folder_write(&folder, "ocean.json", json.data, json.size, error);
    status = folder_end(&folder, status, error);
    free(json.data);
    ocean_texts_free(&texts);
    return status;
}

/* ---- Pictures */

typedef float (*shade_t)(const float *displacement, const float *normal, uint32_t channel);

static float shade_exact_displacement(const float *displacement, const float *normal, uint32_t channel) {
    return (void)normal, displacement[channel];
}
static float shade_exact_normal(const float *displacement, const float *normal, uint32_t channel) {
    return (void)displacement, normal[channel];
}
static float shade_height(const float *displacement, const float *normal, uint32_t channel) {
    return (void)normal, channel == 3 ? 1 : 0.5f + displacement[1] / 8; /* grey is a height of 0, white of 4 m */
}
static float shade_normal(const float *displacement, const float *normal, uint32_t channel) {
    static const uint32_t order[] = {0, 2, 1}; /* z up, as textures of normals have it */
    return (void)displacement, channel == 3 ? 1 : 0.5f + 0.5f * normal[order[channel]];
}
static float shade_foam(const float *displacement, const float *normal, uint32_t channel) {
    return (void)displacement, channel == 3 ? 1 : normal[3];
}

static int write_pictures(const request_t *request, nbl_error_t *error) {
    static const struct {
        const char *name;
        shade_t shade;
        nbl_image_channels channels;
    } pictures[] = {{"displacement.exr", shade_exact_displacement, NBL_IMAGE_CHANNELS_RGBA},
                    {"normals.exr", shade_exact_normal, NBL_IMAGE_CHANNELS_RGBA},
                    {"height.png", shade_height, NBL_IMAGE_CHANNELS_RGB},
                    {"normals.png", shade_normal, NBL_IMAGE_CHANNELS_RGB},
                    {"foam.png", shade_foam, NBL_IMAGE_CHANNELS_RGB}};
    const ocean_job_t *job = &request->job;
    for (size_t k = 0; k < sizeof pictures / sizeof *pictures; k++) {
        nbl_image image;
        nbl_image_error why;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", request->folder, pictures[k].name);
        nbl_image_result result = nbl_image_create(job->side, job->side, pictures[k].channels, &image, &why);
        for (size_t i = 0; i < (size_t)job->side * job->side * 4 && !result; i++)
            image.pixels[i] = pictures[k].shade(job->displacement + i / 4 * 4, job->normals + i / 4 * 4, i % 4);
        if (!result) result = nbl_image_write_toned(path, &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE, &why);
        nbl_image_free(&image);
        if (result) return fail(error, EXIT_FAILED, "%s", why.message);
    }
    return EXIT_DONE;
}

/* Returns a hash of the numbers' bits: FNV-1a. */
static uint32_t checksum(const float *numbers, size_t count) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &numbers[i], 4);
        hash = (hash ^ word) * 16777619u;
    }
    return hash;
}

static void report(const ocean_job_t *job) {
    double variance = 0, foam = 0, frame = 0;
    for (size_t i = 0; i < (size_t)job->side * job->side; i++) {
        variance += (double)job->displacement[4 * i + 1] * (double)job->displacement[4 * i + 1];
        foam += (double)job->normals[4 * i + 3];
    }
    variance /= (double)job->side * job->side;
    printf("%s: %ux%u points, significant wave height %.2f m, foam %.1f %%, checksum %08" PRIx32 "\n", job->name,
           job->side, job->side, 4 * sqrt(variance), 100 * foam / ((double)job->side * job->side),
           checksum(job->displacement, (size_t)job->side * job->side * 4));
    if (!job->timed) return;
    for (int pass = 0; pass < OCEAN_PASSES; pass++) {
        printf("  %-9s %8.4f ms%s\n", ocean_pass_names[pass], job->milliseconds[pass], pass ? "" : ", once");
        if (pass) frame += job->milliseconds[pass];
    }
    printf("  a frame   %8.4f ms\n", frame);
}

static int run(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.job = {.sea = ocean_default(), .side = 0, .frames = 1}, .seconds = 10};
    ocean_job_t *job = &request.job;
    ocean_texts_t texts = {{{0}}};
    int status = read_options(argc, argv, false, &request, error);
    if (status != EXIT_DONE) return status;
    const bool emulated = request.backend == 2;
    if (job->side == 0) job->side = emulated ? OCEAN_EMULATED_SIDE : 512;
    if (emulated && job->side != OCEAN_EMULATED_SIDE)
        return fail(error, EXIT_USAGE, "--side %u: the emulator's is %d", job->side, OCEAN_EMULATED_SIDE);
    if (emulated && job->timed) return fail(error, EXIT_USAGE, "--time: of a device, not of the emulator");
    job->displacement = malloc(ocean_bytes(4, job->side));
    job->normals = malloc(ocean_bytes(5, job->side));
    bool done = job->displacement && job->normals;
    if (!done) fail(error, EXIT_FAILED, "no memory");
    if (done && emulated) done = ocean_emulate(job, error);
    if (done && !emulated) done = ocean_texts_read(&texts, request.shaders, error) && ocean_run(job, &texts, error);
    status = done ? EXIT_DONE : EXIT_FAILED;
    if (done && request.folder) {
        folder_t folder; /* makes it */
        status = folder_begin(&folder, request.folder, error);
        if (status == EXIT_DONE) status = folder_end(&folder, EXIT_DONE, error);
        if (status == EXIT_DONE) status = write_pictures(&request, error);
    }
    if (status == EXIT_DONE) report(job);
    ocean_texts_free(&texts);
    free(job->displacement);
    free(job->normals);
    return status;
}

static const command_t commands[] = {{"", run, help}, {"compile", compile, help}, {NULL, NULL, NULL}};

int main(int argc, char **argv) { return run_tool("ocean", help, commands, argc, argv); }
