/* `nbl-fft compile` and `nbl-bloom compile` as WebAssembly: the tools' own text, with files that stay in memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * writer.js calls web_room(), fills it with a command's words, calls web_run(), and reads the files, or the message.
 * There is no glslang: what is written is specialised from general modules (host/spirv/general).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/outputs.h"
#include "executor/kernels.h"
#include "executor/share.h"
#include "fft/transform_kernels.h"
#include "nbl-bloom/compile.h"
#include "nbl-fft/nbl-fft.h"
#include "platform/file.h"
#include "spirv/cache.h"
#include "spirv/embedded.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MOST_WORDS = 64, MOST_FILES = 64 };

static struct {
    char path[256];
    char *data;
    size_t size;
} files[MOST_FILES];
static uint32_t file_count;
static nbl_error_t error;
static char *room;

/* Returns `bytes` bytes of memory for the words of a command, each ended by a zero byte; NULL without memory. */
EXPORT(web_room) char *web_room(size_t bytes) {
    free(room);
    room = malloc(bytes + 1);
    return room;
}

/* Runs `compile` of a tool: 0 nbl-fft, 1 nbl-bloom. Returns its exit status. */
EXPORT(web_run) int web_run(int tool, size_t bytes) {
    char *words[MOST_WORDS];
    int count = 0;
    for (uint32_t i = 0; i < file_count; i++) free(files[i].data);
    file_count = 0;
    error.text[0] = '\0';
    for (size_t at = 0; at < bytes && count < MOST_WORDS; at += strlen(room + at) + 1) words[count++] = room + at;
    return tool == 0 ? command_compile(count, words, &error) : compile_main(count, words, &error);
}

EXPORT(web_message) const char *web_message(void) { return error.text; }
EXPORT(web_file_count) uint32_t web_file_count(void) { return file_count; }
EXPORT(web_file_path) const char *web_file_path(uint32_t number) { return files[number].path; }
EXPORT(web_file_data) const char *web_file_data(uint32_t number) { return files[number].data; }
EXPORT(web_file_size) size_t web_file_size(uint32_t number) { return files[number].size; }

/* ---- host/file/output.h, in memory: an output's stream is not open, its path is the number of a file + 1 */

int nbl_output_check(const char *path) { return path[0] == '\0'; }

int nbl_output_clash(const nbl_output_use_t *uses, size_t count, size_t numbers[2]) {
    (void)uses, (void)count, (void)numbers;
    return 0;
}

int nbl_output_begin(nbl_output_t *output, const char *path) {
    memset(output, 0, sizeof *output);
    if (file_count == MOST_FILES || strlen(path) >= sizeof files->path) return 1;
    memset(&files[file_count], 0, sizeof *files);
    strcpy(files[file_count].path, path);
    output->path = files[file_count++].path;
    return 0;
}

void nbl_output_write(nbl_output_t *output, const void *data, size_t bytes) {
    size_t number = 0;
    while (number + 1 < file_count && files[number].path != output->path) number++;
    char *grown = realloc(files[number].data, files[number].size + bytes);
    if (grown == NULL) {
        output->error = 1;
        return;
    }
    memcpy(grown + files[number].size, data, bytes);
    files[number].data = grown;
    files[number].size += bytes;
}

int nbl_output_settle(nbl_output_t *output) { return output->error; }
int nbl_output_end(nbl_output_t *output) { return output->error; }
void nbl_output_discard(nbl_output_t *output) { (void)output; }

const char *nbl_output_reason(int code, char text[128]) {
    (void)code, (void)text;
    return "no memory";
}

/* Stand in for mkdir() and rmdir(), by the compiler's flags in packages.mk. */
int web_mkdir(const char *path, mode_t mode) {
    (void)path, (void)mode;
    return 0;
}

int web_rmdir(const char *path) {
    (void)path;
    return 0;
}

/* ---- The executor, which transforms the tables of chirps: by one thread, without vectors, in float64 */

const nbl_executor_set_t *nbl_executor_set(uint32_t number) {
    static const nbl_executor_set_t plain = {
        "plain", {NULL, &nbl_executor_plain_float64, &nbl_executor_plain_float64}, {NULL}, {NULL}};
    return number == 0 ? &plain : NULL;
}

bool nbl_executor_fuses(void) { return false; }

const nbl_executor_kernels_t *nbl_executor_set_kernels(const nbl_executor_set_t *set, uint32_t scalar_bytes,
                                                       nbl_mode_t mode) {
    (void)mode;
    return set->exact[scalar_bytes / 4];
}

uint32_t nbl_executor_threads(uint32_t wanted) {
    (void)wanted;
    return 1;
}

void nbl_executor_pool_init(nbl_executor_pool_t *pool) { (void)pool; }
void nbl_executor_pool_release(nbl_executor_pool_t *pool) { (void)pool; }

void nbl_executor_share(nbl_executor_pool_t *pool, uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user) {
    (void)pool, (void)threads, (void)grain;
    work(user, 0, 0, items);
}

void *nbl_platform_aligned(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void nbl_platform_aligned_free(void *memory) { free(memory); }

/* There are no pipes. */
bool nbl_platform_may_wait(const char *path) {
    (void)path;
    return false;
}

/* ---- What the package leaves out: blurs, blooms at low resolution, images, the cache on disk, texts for glslang */

static int left_out(const char *what, nbl_error_t *to) {
    return fail(to, EXIT_USAGE, "%s: is not in this package; nbl-bloom compile makes it", what);
}

int compile_write_low(const compile_request_t *request, nbl_error_t *to) {
    (void)request;
    return left_out("--low-resolution", to);
}

nbl_blur_desc_t compile_describe_blur(const compile_request_t *request) {
    (void)request;
    return (nbl_blur_desc_t){0};
}

nbl_result_t nbl_blur_plan_make(const nbl_blur_desc_t *desc, nbl_blur_plan_t *plan, nbl_error_t *to) {
    (void)desc, (void)plan;
    left_out("--method", to);
    return NBL_ERROR_ARGUMENT;
}

int compile_write_blur(const compile_request_t *request, const nbl_blur_plan_t *plan, nbl_error_t *to) {
    (void)request, (void)plan;
    return left_out("--method", to);
}

bool nbl_cache_read(nbl_cache_t *cache, const uint8_t key[32], uint32_t **words, size_t *word_count) {
    (void)cache, (void)key, (void)words, (void)word_count;
    return false;
}

void nbl_cache_write(nbl_cache_t *cache, const uint8_t key[32], const uint32_t *words, size_t word_count) {
    (void)cache, (void)key, (void)words, (void)word_count;
}

void nbl_cache_key_text(const uint8_t key[32], char *out) {
    (void)key;
    out[0] = '\0';
}

const nbl_embedded_file_t nbl_embedded_files[] = {{0}};
