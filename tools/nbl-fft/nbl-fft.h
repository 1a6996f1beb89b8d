/* What the files of nbl-fft share: errors, options and the commands.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_FFT_H
#define NBL_TOOLS_NBL_FFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "file/output.h"
#include "fft/diagram.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/wisdom.h"
#include "io/npy/npy.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Prints "nbl-fft: " and one line to the standard error; returns status. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int fail(int status, const char *format, ...);

/* ---- options.c */

typedef enum option_kind_t {
    OPTION_FLAG,  /* value: bool */
    OPTION_POWER, /* value: uint32_t, a power of two from `least` to `most` */
    OPTION_COUNT, /* value: uint32_t from `least` to `most` */
    OPTION_WORD,  /* value: uint32_t, the number of the word among `words` */
    OPTION_WORDS, /* value: uint32_t, a bit per word, several joined by commas */
    OPTION_TEXT   /* value: const char *, `words` names it in messages */
} option_kind_t;

typedef struct option_t {
    const char *name; /* with its dashes; NULL ends a list */
    option_kind_t kind;
    void *value;       /* left alone where the option is not given */
    const char *words; /* "a|b|c" */
    uint32_t least, most;
} option_t;

/* Reads what follows the command. `files` receives the arguments that are no options.
 *
 * file_names  what the files are called in messages; ends with NULL; all of them are required
 * Returns EXIT_DONE or, after a message, EXIT_USAGE. */
int options_read(const char *command, int argc, char **argv, const option_t *options, const char *const *file_names,
                 const char **files);

/* The same, with 1 to `most` arguments that are no options, called `name` in messages; *count receives how many. */
int options_read_list(const char *command, int argc, char **argv, const option_t *options, const char *name,
                      const char **list, uint32_t most, uint32_t *count);

/* Digits only, nothing else; returns false for other texts and for what is too large. */
bool options_number(const char *text, uint32_t *number);

/* Takes the value of --device: NULL, a number, or a part of a name. Returns EXIT_DONE or, after a message, EXIT_FAILED.
 */
int options_device(const char *text, nbl_vulkan_device_desc_t *desc);

/* The words of --precision, in the order of nbl_fft_precision_t. */
#define PRECISION_WORDS "fp16|fp32|fp64|fp16-storage"

/* The words of --algorithm, and their numbers. */
/* As nbl_instruction_order_t is numbered. */
#define INSTRUCTION_WORDS "default|written|late|loads-first|demanded"
#define ALGORITHM_WORDS "stockham|radix2-shuffle"
enum { ALGORITHM_STOCKHAM = 0, ALGORITHM_RADIX2_SHUFFLE = 1 };
#define ALGORITHM_ANY UINT32_MAX

/* Turns the number of a word, or ALGORITHM_ANY, into NBL_FFT_STOCKHAM or NBL_FFT_RADIX2_SHUFFLE: stockham, but for the
 * options that only the other has. Returns EXIT_DONE or, after a message, EXIT_USAGE.
 *
 * plan                 of --plan, or NULL
 * elements, workgroup  of --elements-per-invocation and --workgroup-size, or 0 */
int options_algorithm(uint32_t *algorithm, const char *plan, uint32_t elements, uint32_t workgroup);

/* Fills in a length that is 0 from what else was given. Returns EXIT_DONE or, after a message, EXIT_USAGE. */
int options_length(const char *command, uint32_t *length, const char *plan, uint32_t elements, uint32_t workgroup);

/* ---- wisdom.c */

/* Reads the file of --wisdom for a device, NULL: any. Returns EXIT_DONE or, after a message, EXIT_FAILED.
 *
 * path    NULL: there is none, and *wisdom becomes NULL */
int wisdom_read(const char *path, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom);

/* ---- file.c: files that are whole or as they were */

/* Refuses, before a long job, what would lose a file or fail at the end: a file to be written that is also another one
 * of these, or that cannot be written. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int outputs_check(const nbl_output_use_t *uses, size_t count);
/* Returns EXIT_DONE of error 0, or EXIT_FAILED after a message that says what an error of nbl_output_begin() and the
 * like means. */
int fail_to_write(const char *path, int error);
/* Return EXIT_DONE or, after a message, EXIT_FAILED; as nbl_output_begin() and nbl_output_end(). */
int output_open(nbl_output_t *output, const char *path);
int output_close(nbl_output_t *output, const char *path);

/* A whole file. Returns as they do. */
int write_file(const char *path, const void *data, size_t size);

/* ---- convert.c */

typedef enum convert_result_t { CONVERT_GOOD, CONVERT_NAN, CONVERT_INFINITE, CONVERT_OVERFLOW } convert_result_t;

/* Converts elements of an array to what a kernel reads; *bad receives the number of the first element that cannot be.
 */
convert_result_t convert_to_storage(const nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                    nbl_fft_precision_t precision, void *storage, uint64_t *bad);
/* And back. CONVERT_OVERFLOW where the result left the range of the precision. */
convert_result_t convert_from_storage(nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                      nbl_fft_precision_t precision, const void *storage, uint64_t *bad);

/* ---- plan_table.c */

/* Prints NBL_FFT_RADICES and NBL_FFT_LAYOUT, what an instance of nbl/fft.h takes for a plan of one's own. */
void print_packed_plan(nbl_fft_plan_t plan);
/* Prints nbl/fft/plans_<scalar>.h. Returns EXIT_DONE. */
int print_plan_table(nbl_fft_precision_t precision);

/* ---- plan_header.c */

typedef struct plan_header_t {
    const char *name;
    uint32_t length; /* of the signal */
    bool real;
} plan_header_t;

/* Prints an instance of nbl/fft.h with a plan: of half the length, if it is of real signals. Returns EXIT_DONE or, after
 * a message, EXIT_USAGE or EXIT_FAILED. */
int print_plan_header(const plan_header_t *header, nbl_fft_plan_t plan);

/* ---- counters.c */

struct nbl_emulator_counters_t;
/* Prints the counters as a table, where asked for, and writes them as JSON where there is a path. Returns EXIT_DONE or,
 * after a message, EXIT_FAILED. */
int counters_write(const struct nbl_emulator_counters_t *counters, bool table, const char *json_path);
/* Runs a workgroup of a Stockham plan on the emulator and prints what was counted beside the least. Likewise. */
int counters_of_plan(const nbl_fft_transform_desc_t *desc);

/* ---- diagram_svg.c */

/* Draws a diagram into a file; the caller checks the stream for errors. */
void diagram_svg(const nbl_fft_diagram_t *diagram, FILE *file);

/* ---- job.c */

typedef struct job_t {
    nbl_npy_array_t file; /* as it was read; its data belong to the caller */
    nbl_fft_kind_t kind;
    bool inverse;
    uint64_t fft_length;                     /* complex elements */
    uint64_t signal_length, spectrum_length; /* of a row of a file */
    nbl_npy_array_t in, out;                 /* complex elements in the kernel's layout, a row for each FFT */
} job_t;

/* Decides how an array is transformed. Returns EXIT_DONE or, after a message, EXIT_FAILED.
 *
 * name  of the file, for messages
 * odd   of the inverse of real signals: their length was odd */
int job_choose(job_t *job, const char *name, const nbl_npy_array_t *array, bool real, bool odd, bool inverse);
/* Makes in and out. job_end() frees what was made. */
int job_begin(job_t *job, const char *name);
void job_end(job_t *job);
/* What is to be written, once `out` is computed; its data belong to the job. */
void job_result(const job_t *job, nbl_npy_array_t *array);
/* Returns the number, in the file, of element `number` of in or of out, for messages. */
uint64_t job_file_number(const job_t *job, bool output, uint64_t number);

/* ---- the commands: argc and argv are what follows the command's name */

int command_transform(int argc, char **argv);
int command_index(int argc, char **argv);
int command_devices(int argc, char **argv);
int command_compile(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_tune(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_diagram(int argc, char **argv);

#endif
