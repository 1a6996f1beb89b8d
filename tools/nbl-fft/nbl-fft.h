/* What the files of nbl-fft share: options, jobs and the commands.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_FFT_H
#define NBL_TOOLS_NBL_FFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/device.h"
#include "common/options.h"
#include "common/outputs.h"
#include "common/tool.h"
#include "fft/diagram.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/write_text.h"
#include "nbl/host/wisdom.h"
#include "io/npy/npy.h"
#include "spirv/words.h"

/* ---- options.c */

/* The words of options, each list in the order of its numbers: nbl_device_kind_t, nbl_fft_precision_t, nbl_mode_t,
 * nbl_instruction_order_t, and of --algorithm the two below. */
#define DEVICE_KIND_WORD(name, word, vendor) "|" word
#define DEVICE_KIND_WORDS (&NBL_DEVICE_KINDS(DEVICE_KIND_WORD)[1])
#define PRECISION_WORDS "fp16|fp32|fp64|fp16-storage"
#define MODE_WORDS NBL_MODE_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_BAR)
#define INSTRUCTION_WORDS NBL_INSTRUCTION_ORDER_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_BAR)
#define ALGORITHM_WORDS "stockham|radix2-shuffle"
enum { ALGORITHM_STOCKHAM = 0, ALGORITHM_RADIX2_SHUFFLE = 1 };
#define ALGORITHM_ANY UINT32_MAX

/* Returns a mode's word. */
const char *options_mode_name(nbl_mode_t mode);

/* Returns nbl_fft_transform_desc_t.any_radices of a kernel of whole lines. True in fast mode. Fused mode has exact
 * mode's radices, which have no primes from 17 to 31: float32 and float64 lengths with such primes, of complex or of
 * single real signals, have the radices, and the bits, of the program that `plan N --mode fused --program` prints for
 * the same limits.
 *
 * plan  NULL: none is given */
bool options_any_radices(nbl_mode_t mode, nbl_fft_precision_t precision, nbl_fft_kind_t kind, uint64_t length,
                         const char *plan);

/* Returns whether a kernel of whole lines has a length: by nbl_fft_check_length(), whose message says why not; with a
 * plan of its own; or, with any radices, if its prime factors are at most 31, in fast mode
 * and float32 47.
 *
 * plan  of stockham; NULL: none is given */
bool options_has_kernel(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length, const char *plan,
                        bool any_radices, nbl_error_t *error);

/* Turns the number of a word, or ALGORITHM_ANY, into NBL_FFT_STOCKHAM or NBL_FFT_RADIX2_SHUFFLE: stockham, but for the
 * options that only the other has. Returns EXIT_DONE or EXIT_USAGE.
 *
 * plan                 of --plan, or NULL
 * elements, workgroup  of --elements-per-invocation and --workgroup-size, or 0 */
int options_algorithm(uint32_t *algorithm, const char *plan, uint32_t elements, uint32_t workgroup, nbl_error_t *error);

/* Fills in a length that is 0 from what else was given. Returns EXIT_DONE or EXIT_USAGE. */
int options_length(const char *command, uint32_t *length, const char *plan, uint32_t elements, uint32_t workgroup,
                   nbl_error_t *error);

/* Adds to a description the sizes of a shape such as "1080x1920", or the axes of a list such as "0,1", negative ones
 * from the end; the shape comes first. Return EXIT_DONE or EXIT_USAGE.
 *
 * command  for messages */
int options_shape(const char *command, const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error);
int options_axes(const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error);

/* Sets which elements of the output are kept from ranges such as "0:128,20:64", one for each axis of a description that
 * has its sizes and axes; the number behind a colon is not kept. Returns EXIT_DONE or EXIT_USAGE. */
int options_kept(const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error);

#define TYPE_OPTIONS(dct, dst) OPTION_COUNT("--dct", dct, 1, 4), OPTION_COUNT("--dst", dst, 1, 4)

/* Returns the transform of --dct and --dst, which are 0 or 1 to 4, by *kind. Returns EXIT_DONE or EXIT_USAGE.
 *
 * real  whether --real is given, which goes with neither */
int options_dct(const char *command, uint32_t dct, uint32_t dst, bool real, nbl_fft_dct_t *kind, nbl_error_t *error);

/* Reads the file of --wisdom for a device, NULL: any. Returns EXIT_DONE or EXIT_FAILED.
 *
 * path    NULL: no file, and *wisdom becomes NULL */
int wisdom_read(const char *path, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* ---- compile_nd.c */

typedef struct compile_nd_t {
    const char *folder;
    nbl_fft_nd_desc_t desc;
    nbl_fft_limits_t limits;
    nbl_target_t target;
    nbl_opaque_t opaque;
    nbl_mode_t mode;
    bool unroll;
} compile_nd_t;

/* Writes a kernel for each step of an array's transform, its tables, and fft.json, which says what to bind and to
 * dispatch. Returns an exit status. */
int compile_nd(const compile_nd_t *wanted, nbl_error_t *error);

/* ---- transform_nd.c */

typedef struct transform_nd_t {
    const char *files[2];
    const char *axes; /* "0,1", "-1" the last; NULL: the last one */
    const char *pad;  /* sizes along these, "1080x1920", zeros behind the array's elements; NULL: the array's */
    const char *kept; /* elements of the output along these, as options_kept() takes them; NULL: all */
    nbl_fft_precision_t precision;
    bool inverse, real, odd;
    nbl_fft_dct_t dct;
    bool ortho;                  /* of `dct`: its matrix is orthogonal */
    nbl_vulkan_device_t *device; /* NULL: the CPU */
    nbl_fft_vulkan_desc_t how;
    bool may_execute;    /* on the CPU what is beyond the device */
    const char *program; /* file that receives the program by which it went; NULL: none */
} transform_nd_t;

/* Transforms an array as a whole, and writes the result. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int transform_nd(const transform_nd_t *wanted, const nbl_npy_array_t *array, nbl_error_t *error);

/* ---- transform_program.c */

/* Transforms a file by a program (docs/programs.md) on the CPU, and writes the result. Returns EXIT_DONE or
 * EXIT_FAILED: also where the program is not sound, or the file is not its input.
 *
 * files  input, output, program */
int transform_program(const char *const files[3], nbl_error_t *error);

/* ---- plan_shape.c */

typedef struct shape_plan_t {
    const char *shape; /* such as "4096x4096" */
    const char *axes;  /* as of transform_nd_t; NULL: all */
    const char *kept;  /* as of transform_nd_t */
    nbl_fft_precision_t precision;
    bool real;
    nbl_fft_dct_t dct;
    uint32_t mode; /* nbl_mode_t; UINT32_MAX: not given */
    bool program;  /* a device's program, nothing else */
    nbl_fft_plan_limits_t limits;
    nbl_fft_route_t route;
} shape_plan_t;

/* Prints how the CPU and a kind of device transform an array. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int print_shape_plan(const shape_plan_t *wanted, nbl_error_t *error);

/* ---- plan_table.c */

/* Prints NBL_FFT_RADICES and NBL_FFT_LAYOUT, what an instance of nbl/fft.h takes for a plan of one's own. */
void print_instance_plan(nbl_fft_plan_t plan);
/* Makes the plan that nbl/fft.h has of a complex length of factors 2, 3, 5 and 7 within limits of invocations and
 * shared memory; subgroup size and device of the limits are not read. */
nbl_result_t plan_of_header(uint32_t length, uint32_t dwords, nbl_fft_plan_limits_t limits, nbl_fft_plan_t *plan,
                            nbl_error_t *error);
/* Prints nbl/fft/plans_stockham.h. Returns EXIT_DONE. */
int print_plan_table(void);

/* ---- plan_header.c */

typedef struct plan_header_t {
    const char *name;
    uint32_t length; /* of the signal */
    bool real;
} plan_header_t;

/* Prints an instance of nbl/fft.h with a plan; for real signals the plan has half the length. Returns EXIT_DONE,
 * EXIT_USAGE or EXIT_FAILED. */
int print_plan_header(const plan_header_t *header, nbl_fft_plan_t plan, nbl_error_t *error);
/* Prints the constants of an instance with a plan, for C and C++ that include nothing of nbl. Returns EXIT_DONE,
 * EXIT_USAGE or EXIT_FAILED. */
int print_plan_constants(const plan_header_t *header, nbl_fft_plan_t plan, nbl_error_t *error);

/* ---- counters.c */

struct nbl_emulator_counters_t;
/* Prints the counters as a table, where asked for, and writes them as JSON where there is a path. Returns EXIT_DONE or
 * EXIT_FAILED. */
int counters_write(const struct nbl_emulator_counters_t *counters, bool table, const char *json_path,
                   nbl_error_t *error);
/* Runs a workgroup of a Stockham plan on the emulator and prints what was counted beside the least. Returns EXIT_DONE
 * or EXIT_FAILED. */
int counters_of_plan(const nbl_fft_transform_desc_t *desc, nbl_error_t *error);

/* ---- diagram_svg.c */

/* Draws a diagram into a file; the caller checks the stream for errors. */
void diagram_svg(const nbl_fft_diagram_t *diagram, FILE *file);

/* ---- numbers.c */

typedef enum convert_result_t {
    CONVERT_GOOD,
    CONVERT_NAN,
    CONVERT_INFINITE,
    CONVERT_OVERFLOW,          /* of a number of a file, beyond the precision */
    CONVERT_RESULT_OVERFLOW,   /* of a result, beyond the precision */
    CONVERT_RESULT_BEYOND_FILE /* of a result in float64, for a file of float32 */
} convert_result_t;

/* Converts a real number to what a kernel reads, and back. */
convert_result_t convert_scalar_to_storage(double value, nbl_fft_precision_t precision, void *storage);
double convert_scalar_from_storage(nbl_fft_precision_t precision, const void *storage);

/* Converts real numbers of an array to what a kernel reads, and what it wrote back. A complex element is two real
 * numbers. Return CONVERT_GOOD, or what is wrong with the first number that cannot be converted.
 *
 * first, count  which of the array's real numbers
 * storage       number `first` and what follows
 * bad           receives the number of the last one that was looked at */
convert_result_t convert_to_storage(const nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                    nbl_fft_precision_t precision, void *storage, uint64_t *bad);
convert_result_t convert_from_storage(nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                      nbl_fft_precision_t precision, const void *storage, uint64_t *bad);

/* Says which element of a file could not be converted, by its place such as "[2, 17]". Returns EXIT_FAILED.
 *
 * result   not CONVERT_GOOD */
int convert_explain(convert_result_t result, const char *file, nbl_fft_precision_t precision, const uint64_t *shape,
                    uint32_t rank, uint64_t element, nbl_error_t *error);

/* Convert all of a file's array. Return EXIT_DONE or EXIT_FAILED: NaN, infinity and what the precision, or the file,
 * cannot hold are refused with their place. */
int load_numbers(const char *file, const nbl_npy_array_t *array, nbl_fft_precision_t precision, void *storage,
                 nbl_error_t *error);
int store_numbers(const char *file, nbl_npy_array_t *array, nbl_fft_precision_t precision, const void *storage,
                  nbl_error_t *error);

/* Returns the array of a result, as wide as `array`, without memory for its data.
 *
 * reals  whether it has real elements */
nbl_npy_array_t result_array(const nbl_npy_array_t *array, bool reals, uint32_t rank, const uint64_t *shape);

/* ---- job.c */

typedef struct job_t {
    const char *files[2]; /* in and out, for messages */
    nbl_npy_array_t file; /* as it was read; its data belong to the caller */
    uint32_t axis;        /* dimension of the file that is the last one of `file`; rank - 1: the file's own last one */
    nbl_fft_kind_t kind;
    bool inverse;
    uint64_t fft_length;                     /* complex elements */
    uint64_t signal_length, spectrum_length; /* of a row of a file */
    nbl_npy_array_t in, out;                 /* complex elements in the kernel's layout, a row for each FFT */
} job_t;

/* Decides how an array is transformed. Returns EXIT_DONE or EXIT_FAILED.
 *
 * files  the names of the input and of the result
 * odd    for the inverse of real signals: their length was odd */
int job_choose(job_t *job, const char *const files[2], const nbl_npy_array_t *array, bool real, bool odd, bool inverse,
               nbl_error_t *error);
/* Makes in and out. job_end() frees what was made. */
int job_begin(job_t *job, nbl_error_t *error);
void job_end(job_t *job);
/* What is to be written, once `out` is computed; its data belong to the job. */
void job_result(const job_t *job, nbl_npy_array_t *array);
/* Converts rows of in to what a kernel reads, or what it wrote to rows of out. Returns EXIT_DONE or EXIT_FAILED. */
int job_load(const job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, void *storage,
             nbl_error_t *error);
int job_store(job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, const void *storage,
              nbl_error_t *error);

/* ---- axes.c */

/* Returns the number of an element from the number that it has where dimension `axis` is the last one.
 *
 * shape  sizes, with `axis` in its own place */
uint64_t axis_number(const uint64_t *shape, uint32_t rank, uint32_t axis, uint64_t number);

/* Copies an array so that dimension `axis` is the last one, or back. Return whether there was memory; the caller frees
 * the copy's data. */
bool axis_to_last(const nbl_npy_array_t *array, uint32_t axis, nbl_npy_array_t *moved);
bool axis_from_last(const nbl_npy_array_t *moved, uint32_t axis, nbl_npy_array_t *array);

/* ---- the commands: argc and argv are what follows the command's name */

int command_transform(int argc, char **argv, nbl_error_t *error);
int command_index(int argc, char **argv, nbl_error_t *error);
int command_devices(int argc, char **argv, nbl_error_t *error);
int command_compile(int argc, char **argv, nbl_error_t *error);
int command_bench(int argc, char **argv, nbl_error_t *error);
int command_tune(int argc, char **argv, nbl_error_t *error);
int command_plan(int argc, char **argv, nbl_error_t *error);
int command_diagram(int argc, char **argv, nbl_error_t *error);

#endif
