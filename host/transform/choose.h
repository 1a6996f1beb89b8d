/* All that is decided about a program: facts first (host/facts), then models (host/plan/cost.h).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rules (rules/rules.h) say what can be done; choose says what is done. Some choices decide bits: which way a length
 * goes, radices, twiddles, points of passes. In exact mode these follow from sizes, precision and kind alone. The rest,
 * how a workgroup shares the work, follows from the limits. In fast mode all choices may follow from the limits and
 * from rows of the device's kind.
 *
 *   choose.c            which way lines go, and how many of them together
 *   choose_rows.c       which rows beyond other lengths go in one kernel
 *   choose_cpu.c        how lines go as convolutions on the CPU
 *   choose_workgroup.c  how a workgroup takes them
 *   choose_blocks.c     which planes go in blocks of rows
 *   choose_split.c      how long lines are split into passes
 *   choose_tickets.c    which programs go by device address
 *   choose_together.c   which two of their passes share a dispatch where no row says so
 *   choose_pairs.c      with which plans
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_H
#define NBL_HOST_TRANSFORM_CHOOSE_H

#include "transform/program.h"

/* The last split of a line that was found: nbl_choose_split(). */
typedef struct nbl_choose_split_t {
    uint32_t length; /* 0: none was found yet */
    uint32_t inverse;
    uint32_t passes, points[3];
    double time;
} nbl_choose_split_t;

typedef struct nbl_choose_t {
    nbl_fft_limits_t limits;
    const nbl_fft_wisdom_t *wisdom; /* comes before the library's rows; NULL: none */
    bool fused;                     /* the program will be one of fused mode */
    bool any_batch;                 /* the choice holds for any number of arrays that lie one behind the other */
    bool is_cpu;     /* no workgroups: the CPU chooses how its vectors take lines as a program is made ready */
    bool fast_lines; /* with is_cpu: lines without exact mode's radices go by choose_cpu.h */
    const struct nbl_tickets_t *tickets; /* a row whose passes are taken; NULL: none */
    nbl_choose_split_t *split; /* changed: spares a search for the same line again; NULL: each is searched for */
    nbl_problem_t problem;
} nbl_choose_t;

/* Returns whether the limits and the rows of fast mode decide. True in fused mode as well, unless nbl_fused_chosen_as()
 * (transform/fused_mode.h) says exact mode. */
bool nbl_choose_is_fast(const nbl_choose_t *choose);

/* Returns the CPU's choice, for which nothing is a limit. */
nbl_choose_t nbl_choose_cpu(void);

/* Returns limits that many devices have: 256 invocations and 32 KiB of shared memory of a workgroup, of no device in
 * particular.
 *
 * wide  1024 invocations and 64 KiB: some lengths' exact plans need them */
nbl_fft_limits_t nbl_choose_limits(bool wide);

/* ---- Which way a line goes */

typedef enum nbl_choose_way_t {
    NBL_CHOOSE_COPY,  /* one element */
    NBL_CHOOSE_LINE,  /* a workgroup holds the line */
    NBL_CHOOSE_SPLIT, /* in passes */
    NBL_CHOOSE_CHIRP  /* as a convolution with a chirp */
} nbl_choose_way_t;

/* Returns how a complex line goes.
 *
 * arithmetic  FLOAT32 or FLOAT64
 * columns     whether neighbouring lines are nearer than elements of a line */
nbl_choose_way_t nbl_choose_way(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic, bool columns);

/* Returns whether a workgroup holds a line with all that it takes, in the arrays' precision. For float32 and halves in
 * fast mode: and whether passes are not faster.
 *
 * real  receives NBL_FFT_COMPLEX; for a real signal NBL_FFT_REAL (half as many complex numbers) or NBL_FFT_REAL_TWO
 *       (complex numbers whose imaginary parts are 0) */
bool nbl_choose_whole_line(const nbl_choose_t *choose, uint32_t length, bool is_real, bool columns, uint32_t *real);

/* Returns whether a line of at most 8192 points that has radices has a plan within a workgroup's limits. True on the
 * CPU, and for lines below NBL_FFT_SPLIT_LEAST, which never go in passes. */
bool nbl_choose_has_room(const nbl_choose_t *choose, uint32_t length, nbl_fft_precision_t precision);

/* Returns whether a complex row has a line's radices, but perhaps no room in a workgroup: rows with a plan in
 * host/facts that are longer than other lines, and rows for which a device has too few invocations. In exact mode its
 * bits are the line's either way. */
bool nbl_choose_long_row(const nbl_choose_t *choose, uint32_t length);

/* Returns whether a workgroup has room for such a row. True on the CPU. */
bool nbl_choose_whole_row(const nbl_choose_t *choose, uint32_t length);

/* Returns the fewest long rows for which one kernel is faster than passes. 1: always one kernel. That is also the
 * answer where passes would leave other bits (fused mode), and in exact mode for rows of arrays, whose steps have
 * literal sizes. */
uint64_t nbl_choose_fewest_rows(const nbl_choose_t *choose, uint32_t length);

/* Returns whether a line of a whole array or block has radices in the arrays' precision: no chirp. */
bool nbl_choose_has_radices(const nbl_choose_t *choose, uint32_t length);

/* Returns the arithmetic of lines that are not in the arrays' precision: float64 for float64 arrays, and for chirps in
 * exact mode. */
uint32_t nbl_choose_arithmetic(const nbl_choose_t *choose, bool chirp);

/* Which pass of a line has lines and their mirrors. */
typedef enum nbl_choose_mirrored_t {
    NBL_CHOOSE_MIRRORED_NONE,
    NBL_CHOOSE_MIRRORED_FIRST,
    NBL_CHOOSE_MIRRORED_LAST
} nbl_choose_mirrored_t;

/* Returns how many passes a line takes, 2 or 3; 0: it does not go in passes.
 *
 * points  receives the elements of a line in each pass, 1 for a third that there is not */
uint32_t nbl_choose_points(const nbl_choose_t *choose, uint32_t length, nbl_choose_mirrored_t mirrored,
                           uint32_t points[3]);

/* Returns in how many passes a line without radices as a whole goes, 2 or 3; 0: it goes by a chirp, or whole. A prime
 * factor that is too large for a radix goes into the lines of the last pass. The lines of all other passes have
 * radices.
 *
 * transforms  of the step. Few transforms fill a device only in passes, so they go in passes from a shorter length on
 * points      receives the elements of a line in each pass; 1 if there is no third pass */
uint32_t nbl_choose_composite(const nbl_choose_t *choose, uint32_t length, uint64_t transforms, uint32_t arithmetic,
                              uint32_t points[3]);

/* Returns a line's prime factor without a radix, if a workgroup holds the line by radices and by Rader's algorithm for
 * that prime; 0: the line goes another way. */
uint32_t nbl_choose_prime(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic);

/* How a line goes as a convolution. */
typedef enum nbl_choose_convolution_t {
    NBL_CHOOSE_CHIRP_APART,  /* by a chirp, a line there and one back, each as nbl_choose_way() says */
    NBL_CHOOSE_CHIRP_WHOLE,  /* there and back in one step */
    NBL_CHOOSE_CHIRP_MIDDLE, /* in two passes there and two back, of which the middle two are one step */
    NBL_CHOOSE_RADER         /* in one step of an element less */
} nbl_choose_convolution_t;

/* Returns how a line goes as a convolution.
 *
 * length      receives the convolution's elements; 0: it has none
 * points      receives the elements of a line in both passes of CHIRP_MIDDLE */
nbl_choose_convolution_t nbl_choose_convolution(const nbl_choose_t *choose, uint32_t n, uint32_t arithmetic,
                                                uint32_t *length, uint32_t points[2]);

/* Returns whether columns of a plane go in strips: in two passes, after rows were stored in another order. In exact
 * mode the second pass is the column's last radix. The twiddles before it are read from a table of the whole column's
 * own twiddles, so that no bit changes. Columns that are scaled stay whole, since two passes would scale by two
 * factors.
 *
 * points  receives the elements of a line in both passes */
bool nbl_choose_strips(const nbl_choose_t *choose, uint32_t length, uint32_t points[3]);

/* Finds the two passes that have the bits of a whole line in exact mode: all of its radices but the last one, and the
 * last one. Returns whether the first pass has two radices or more.
 *
 * points  receives the elements of a line in both passes */
bool nbl_choose_last_radix(const nbl_choose_t *choose, uint32_t length, uint32_t points[3]);

/* Gives one of these two passes the radices that exact mode's bits ask for; in fast mode *plan is untouched.
 *
 * length  of the whole line
 * pass    0 or 1 */
void nbl_choose_strip_radices(const nbl_choose_t *choose, uint32_t length, uint32_t pass, nbl_fft_plan_t *plan);

/* Blocks of rows of a plane: rules/blocks.c. */
typedef struct nbl_choose_blocks_t {
    uint32_t blocks, rows; /* A and B */
    uint32_t lengths[2];   /* of a row and of a column of a block, in the elements that a workgroup has */
    uint32_t real;         /* what a row's elements are: nbl_choose_resident_rows() */
} nbl_choose_blocks_t;

/* Returns whether planes of narrow rows go in blocks.
 *
 * row, rows  numbers of a row, and rows of a plane, of the signals
 * step       receives what nbl_choose_resident() gives for a block */
bool nbl_choose_blocks(const nbl_choose_t *choose, uint32_t row, uint32_t rows, nbl_choose_blocks_t *blocks,
                       nbl_program_step_t *step);

/* Returns whether halves of complex signals stay halves between radices and between passes.
 *
 * step  with its operations */
bool nbl_choose_packs(const nbl_choose_t *choose, const nbl_program_step_t *step);

/* Returns whether a long real line of odd length leaves out the half of its work that mirrors the other half. In exact
 * mode its bits are a complex line's.
 *
 * arithmetic  of its passes */
bool nbl_choose_folds(const nbl_choose_t *choose, uint32_t arithmetic);

/* ---- How many transforms go together */

/* Returns whether neighbouring lines lie near enough for neighbouring invocations to have them: columns.
 *
 * stride     from element to element
 * neighbour  from a line to the next of the group */
bool nbl_choose_columns(const nbl_fft_limits_t *limits, uint64_t group, uint64_t stride, uint64_t neighbour);

/* Returns the transforms between which the lines of a pass are numbered, 1 or more.
 *
 * neighbours         whether elements of neighbouring transforms lie side by side in an array
 * real               of an axis whose last step finds transforms one behind the other
 * group, transforms  lines side by side, and all */
uint32_t nbl_choose_beside(const nbl_fft_limits_t *limits, bool neighbours, bool real, uint32_t length, uint64_t group,
                           uint64_t transforms);

/* Returns how many transforms go through the workspace at once; 0: a buffer has no room for `beside` of them.
 *
 * bytes, largest  of a transform in all parts of the workspace, and in the largest part
 * beside          that lie side by side in it */
uint64_t nbl_choose_chunk(const nbl_fft_limits_t *limits, uint64_t bytes, uint64_t largest, uint32_t beside);

/* ---- How a workgroup takes them */

/* Completes a step: how a workgroup takes its lines. Errors: those of plans.
 *
 * group   lines side by side
 * stored  precision for which the plan is made: the step's, or FLOAT16_STORAGE
 * split   whether the step is a pass with points of nbl_choose_points(), which have radices of their own */
nbl_result_t nbl_choose_workgroup(const nbl_choose_t *choose, nbl_program_step_t *step, uint64_t group, uint32_t stored,
                                  bool split, nbl_error_t *error);

/* Gives a step the kernel of nbl/host/fft_vulkan.h, whose workgroups transform `rounds` of lines, if the step is all of
 * an axis and its lines lie one behind the other: the kernel is faster there. Changes no other step. Errors: those of
 * plans.
 *
 * stored  precision for which the plan was made */
nbl_result_t nbl_choose_whole_kernel(const nbl_choose_t *choose, nbl_program_step_t *step, uint32_t stored,
                                     nbl_error_t *error);

/* Returns whether a pass that also makes a real signal's spectrum, or takes it, is worth a step less.
 *
 * lines  of a workgroup */
bool nbl_choose_mirrors(const nbl_fft_limits_t *limits, uint32_t lines);

/* Returns how many arrays of `elements` keep a device busy, if a workgroup holds each: 1 or more. */
uint64_t nbl_choose_fewest_arrays(const nbl_fft_limits_t *limits, uint64_t elements);

/* Returns whether a workgroup of that many invocations may hold a real array whole. Planes of an array of more axes may
 * have more, and go by their predicted time. Rows of odd length in pairs come back line by line if there are many
 * elements.
 *
 * lengths  as in nbl_choose_resident()
 * axes     that the workgroup holds
 * real     what a row's elements are: nbl_choose_resident_rows() */
bool nbl_choose_holds_real(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                           uint32_t invocations);

/* Returns whether short rows are traded before and behind their line: neighbouring invocations move neighbouring
 * elements, and each invocation has a butterfly of the largest prime radix.
 *
 * prime       the largest prime factor of the length
 * workgroups  that all rows make */
bool nbl_choose_trades_rows(const nbl_choose_t *choose, uint32_t length, uint32_t prime, uint64_t workgroups);

/* What the elements of a real array's rows are in a workgroup, beside NBL_FFT_REAL, pairs of numbers of a row, and
 * NBL_FFT_REAL_TWO, real numbers: pairs of numbers of two rows. shaders/fft_lines_arrays_real.h has the same number. */
enum { NBL_CHOOSE_PAIRS_OF_ROWS = 3 };

/* Returns whether lines of an odd number of real numbers go two by two, as one complex line each.
 *
 * lines  of the axis */
bool nbl_choose_pairs_of_lines(const nbl_choose_t *choose, uint64_t lines);

/* Plans arrays that a workgroup holds: completes a step by its arithmetic, a `line` for each axis, and `trade` between
 * the lines. Returns whether there is room, and for real arrays whether the mode has them.
 *
 * lengths  of the axes, the last one of the array first, in the elements that the workgroup has
 * axes     2 or 3
 * real     what a row's elements are: nbl_choose_resident_rows()
 * radices  in exact mode, along all axes but the rows'; NULL: those of the lengths */
bool nbl_choose_resident(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                         const char *radices, nbl_program_step_t *step);

/* Returns the predicted time of arrays that a workgroup holds, over the time of a copy; INFINITY: there is no room, or
 * the mode has no such program. Arguments: nbl_choose_resident().
 *
 * plans        receives the plan of each axis, without padding
 * invocations  receives those of a workgroup; 0: there is no room */
double nbl_choose_resident_time(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                                nbl_fft_plan_t plans[3], uint32_t *invocations);

/* Returns what the elements of a real array's rows are in a workgroup. NBL_FFT_COMPLEX: real arrays go by lines, since
 * lines have other bits in exact mode, or since the results are scaled otherwise than usual.
 *
 * length  of a row, in real numbers
 * rows    of a plane */
uint32_t nbl_choose_resident_rows(const nbl_choose_t *choose, uint32_t length, uint64_t rows);

#endif
