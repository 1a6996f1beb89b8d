/* Measured numbers: each decides something. A number that is new gets a choice in probe().
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/facts/facts_testing.h"

#include "fft/tuning.h"
#include "gpu/compile.h"
#include "gpu/read_twiddles.h"
#include "nbl/host/bloom.h"
#include "plan/cost.h"
#include "platform/memory.h"
#include "transform/choose.h"
#include "transform/choose_cpu.h"
#include "transform/choose_split.h"
#include "transform/choose_together.h"
#include "transform/one_kernel.h"
#include "transform/lines.h"
#include "transform/make.h"
#include "transform/plans.h"

/* ---- Numbers */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

static uint64_t mix_lines(uint64_t hash, uint32_t length, bool turned, bool fused, uint64_t many,
                          nbl_fft_precision_t precision) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .float64 = true,
                                     .addresses = true,
                                     .device = NBL_DEVICE_NVIDIA};
    nbl_fft_lines_desc_t desc = {.precision = precision,
                                 .planned = precision,
                                 .length = length,
                                 .fast = true,
                                 .lines = many,
                                 .addresses = many != 0};
    nbl_instruction_order_t order;
    desc.parameters.columns = !fused;
    desc.parameters.turned = turned;
    desc.parameters.fused = fused;
    desc.parameters.permuted = fused;
    const bool made = nbl_fft_lines_plan(&limits, &desc, &order, NULL) == NBL_SUCCESS;
    return made ? mix(hash, &desc.parameters, sizeof desc.parameters) : hash + 1;
}

static uint64_t mix_arrays(uint64_t hash, uint32_t x, uint32_t y, uint32_t z, bool fast, bool real, bool back) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = NBL_DEVICE_NVIDIA};
    const uint32_t lengths[3] = {x, y, z};
    nbl_fft_lines_desc_t desc = {.precision = NBL_FFT_FLOAT32, .planned = NBL_FFT_FLOAT32, .fast = fast};
    desc.parameters.mirrored = real ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    desc.parameters.inverse = back;
    const bool made = nbl_fft_lines_plan_arrays(&limits, lengths, z == 0 ? 2 : 3, &desc);
    return made ? mix(hash, &desc.parameters, sizeof desc.parameters) : hash + 1;
}

/* The subgroup size of a radix-2 shuffle on an Intel device whose own is 32. */
static uint32_t shuffle_subgroup(uint32_t length, uint32_t least, uint32_t most, uint32_t subgroups) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    desc.length = length;
    desc.batch = 256;
    desc.limits.subgroup_size = 32;
    desc.limits.max_workgroup_invocations = 1024;
    desc.limits.device = NBL_DEVICE_INTEL;
    desc.limits.min_subgroup_size = least;
    desc.limits.max_subgroup_size = most;
    desc.limits.max_workgroup_subgroups = subgroups;
    return nbl_fft_transform_plan(&desc, &plan, NULL) == NBL_SUCCESS ? plan.desc.subgroup_size : 0;
}

/* Mixes a program in fast mode, for lines alone or beside one more axis, on a device whose workgroups hold 65536
 * elements.
 *
 * beside  elements of the other axis; 0: there is none */
static uint64_t mix_program(uint64_t hash, uint32_t length, uint32_t beside) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 524288,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = NBL_DEVICE_NVIDIA};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_problem_t problem;
    desc.mode = NBL_MODE_FAST;
    desc.rank = beside > 0 ? 2 : 1;
    desc.sizes[0] = length, desc.sizes[1] = beside;
    ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
    ck_assert(nbl_transform_make(&problem, &limits, NULL, &program, NULL) == NBL_SUCCESS);
    hash = mix(hash, &program.steps, sizeof program.steps);
    return mix(hash, &program.step[program.steps - 1].per_group, sizeof program.step[0].per_group);
}

/* How the CPU takes lines of one array.
 *
 * lies  0: lines are rows; 1: columns in the input; 2: on both sides, half of each given; 3: on both sides, whole */
static uint64_t mix_array(uint64_t hash, uint32_t length, uint32_t batch, bool real, uint32_t lies) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan;
    desc.length = length;
    desc.batch = batch;
    desc.real = real;
    if (lies > 0) desc.input_stride = batch, desc.input_distance = 1;
    if (lies > 1) desc.output_stride = batch, desc.output_distance = 1;
    if (lies == 2) desc.given = length / 2;
    ck_assert(nbl_fft_array_plan_create(&desc, &plan, NULL) == NBL_SUCCESS);
    const nbl_ready_t *ready = plan->solver.apart;
    hash = mix(hash, &ready->threads, sizeof ready->threads);
    for (uint32_t s = 0; s < ready->steps; s++) {
        const uint32_t taken[] = {(uint32_t)ready->made[s].taken_as, ready->made[s].width, ready->made[s].lanes};
        hash = mix(hash, taken, sizeof taken);
    }
    nbl_fft_array_plan_destroy(plan);
    return hash;
}

/* Mixes how the CPU takes 64 arrays of 64 x 64 that are transformed along their first axis: whether it fetches the next
 * array, how many columns go side by side, and from how many on the first block ends at a cache line.
 *
 * kept  elements of each column; 0: all */
static uint64_t mix_of_columns(uint64_t hash, uint64_t kept) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_problem_t problem;
    nbl_ready_t *ready;
    desc.kept[1] = kept;
    desc.rank = 3, desc.sizes[0] = desc.sizes[1] = desc.sizes[2] = 64;
    desc.axis_count = 1, desc.axes[0] = 1;
    ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
    ck_assert(nbl_ready_solve(&problem, NULL, 1, &ready, NULL) == NBL_SUCCESS);
    const nbl_program_made_step_t *made = &ready->made[0];
    hash = mix(hash, &made->fetches, sizeof made->fetches);
    hash = mix(mix(hash, &made->width, sizeof made->width), &made->ahead_from, sizeof made->ahead_from);
    nbl_ready_destroy(ready);
    return hash;
}

/* How many transforms and lines of a program go together. */
static uint64_t mix_choices(uint64_t hash) {
    nbl_fft_limits_t limits = nbl_choose_limits(false);
    limits.device = NBL_DEVICE_NVIDIA;
    for (uint32_t n = 1; n <= 1u << 16; n *= 2) {
        const uint64_t chunk = nbl_choose_chunk(&limits, 64 * n, 64 * n, 1);
        const uint32_t beside = nbl_choose_beside(&limits, true, false, 16, n, n);
        hash = 2 * hash + nbl_choose_columns(&limits, n, UINT32_MAX, n);
        hash = 2 * hash + nbl_choose_mirrors(&limits, n);
        hash = 2 * hash + nbl_choose_fewest_arrays(&limits, n);
        hash = mix(mix(hash, &chunk, sizeof chunk), &beside, sizeof beside);
    }
    nbl_choose_t choose = {.limits = limits, .problem.mode = NBL_MODE_FAST, .problem.precision = NBL_FFT_FLOAT32};
    choose.limits.device = NBL_DEVICE_NVIDIA;
    for (uint32_t n = 1; n < 80; n++) {
        nbl_fft_lines_desc_t rows = {.precision = NBL_FFT_FLOAT32};
        nbl_choose_t fused = choose;
        fused.fused = true;
        const bool trades[] = {nbl_choose_trades_rows(&fused, 11 * n, 11, 9999),
                               nbl_choose_trades_rows(&choose, n, n, UINT32_MAX),
                               nbl_choose_trades_rows(&choose, 1, n, 9999),
                               nbl_choose_trades_rows(&choose, 11 * n, 11, 9999),
                               nbl_choose_trades_rows(&choose, 31, 31, 4 * n)};
        hash = mix(hash, trades, sizeof trades);
        const uint32_t pairs = nbl_choose_resident_rows(&choose, 5, n);
        const uint32_t lengths[2] = {64, n};
        nbl_choose_t back = choose;
        back.problem.inverse = 1;
        back.problem.axis_count = 3;
        back.problem.precision = NBL_FFT_FLOAT64;
        const bool whole = nbl_choose_holds_real(&back, lengths, 2, NBL_CHOOSE_PAIRS_OF_ROWS, 64);
        hash = mix(hash, &whole, sizeof whole);
        const bool holds = nbl_choose_holds_real(&choose, lengths, 2, NBL_FFT_REAL, 8 * n),
                   two = nbl_choose_pairs_of_lines(&choose, 8 * n);
        hash = mix(hash, &two, sizeof two);
        hash = mix(hash, &holds, sizeof holds);
        hash = mix(hash, &pairs, sizeof pairs);
        uint32_t points[3] = {0, 0, 0};
        (void)nbl_choose_composite(&choose, 128 * n, 999, NBL_FFT_FLOAT32, points); /* to 79 x 128 */
        (void)nbl_choose_composite(&choose, 16 * (16 * n + 1), 999, NBL_FFT_FLOAT32, points);
        hash = mix(hash, points, sizeof points);
        (void)nbl_choose_composite(&choose, 64 * (2 * n + 1), 1, NBL_FFT_FLOAT32, points);
        hash = mix(hash, points, sizeof points);
        if (nbl_fft_lines_plan_rows(&choose.limits, n, false, &rows)) hash = mix(hash, &rows.parameters.arrays, 4);
        hash = mix(hash, &rows.parameters.plan.radices, 4);
        nbl_choose_t wide = choose;
        wide.limits.max_workgroup_invocations = 1024;
        wide.limits.max_shared_bytes = 49152;
        const uint32_t prime = nbl_choose_prime(&wide, 67 * n, NBL_FFT_FLOAT32); /* 67 x 2 to 67 x 79 */
        const uint32_t small = nbl_choose_prime(&wide, 37 * n, NBL_FFT_FLOAT32);
        hash = mix(mix(hash, &prime, sizeof prime), &small, sizeof small);
        wide.problem.mode = NBL_MODE_FAST;
        uint32_t real;
        nbl_choose_t reals = wide;
        reals.problem.real = 1;
        const bool is_whole = nbl_choose_whole_line(&reals, n, true, false, &real);
        hash = mix(hash, &is_whole, sizeof is_whole);
        for (int columns = 0; columns < 2; columns++) {
            const nbl_choose_way_t way = nbl_choose_way(&wide, n, NBL_FFT_FLOAT32, columns == 1);
            hash = mix(hash, &way, sizeof way);
        }
    }
    return hash;
}

static nbl_choose_t device_of_tickets(void) {
    nbl_choose_t choose = {.limits = nbl_choose_limits(true),
                           .problem = {.mode = NBL_MODE_FAST, .precision = NBL_FFT_FLOAT32, .batch = 8}};
    choose.limits.device = NBL_DEVICE_NVIDIA;
    choose.limits.max_workgroup_invocations = 1024;
    choose.limits.max_shared_bytes = 49152;
    choose.limits.subgroup_size = 32;
    choose.limits.addresses = true;
    return choose;
}

/* How a long line is split into passes. */
static uint64_t mix_split(uint64_t hash, uint32_t length) {
    const nbl_choose_t choose = device_of_tickets();
    uint32_t points[3] = {0, 0, 0};
    (void)nbl_choose_split(&choose, length, points, NULL);
    return mix(hash, points, sizeof points);
}

/* How long lines are split into passes, and which columns go in strips. */
static uint64_t mix_splits(uint64_t hash) {
    static const uint32_t lines[] = {59049, 588245, 1771561}, columns[] = {2450, 3549, 3861, 3872, 4500};
    const nbl_choose_t choose = device_of_tickets();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) hash = mix_split(hash, lines[i]);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        uint32_t points[3];
        hash = 2 * hash + nbl_choose_strips(&choose, columns[i], points);
    }
    return hash;
}

/* Which parts of results are copied from all of them. */
static uint64_t mix_cuts(uint64_t hash) {
    for (uint64_t size = 128; size <= 1u << 15; size *= 2)
        for (uint64_t cut = 1; cut < 128; cut++)
            for (uint32_t dct = 0; dct <= NBL_FFT_DCT_2; dct += NBL_FFT_DCT_2) {
                const uint64_t kept = size * cut / 128;
                const nbl_problem_t part = {.dct = dct,
                                            .rank = 2,
                                            .axis_count = 2,
                                            .sizes = {size, size},
                                            .axes = {0, 1},
                                            .batch = 1,
                                            .output = {.real = dct != 0, .sizes = {size, kept}, .strides = {kept, 1}}};
                nbl_problem_t whole;
                nbl_ready_cut_t of;
                hash = 3 * hash + nbl_ready_cuts(&part, &whole, &of);
            }
    return hash;
}

/* Which lengths read their twiddles in exact mode. */
static uint64_t mix_twiddles(uint64_t hash) {
    static const uint32_t lengths[] = {16, 64, 512, 1000, 4096, 6615};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        nbl_fft_nd_axis_t axis = {.stages = 1, .whole.desc = {.algorithm = NBL_FFT_STOCKHAM, .batch = 1}};
        nbl_fft_transform_parameters_t *of = &axis.whole.parameters;
        ck_assert(nbl_fft_plan_make(lengths[i], NBL_DWORDS_float32_t, NULL, &of->plan, NULL) == NBL_SUCCESS);
        ck_assert(nbl_fft_read_twiddles(&axis, NBL_MODE_EXACT, NBL_DEVICE_NVIDIA, NULL) == NBL_SUCCESS);
        hash = mix(hash, &of->reads, sizeof of->reads);
        free(axis.tables[0].numbers);
    }
    return hash;
}

/* Which planes go in blocks of rows, and in how many. */
static uint64_t mix_blocks(uint64_t hash) {
    static const uint32_t planes[][2] = {{900, 12},  {1100, 12}, {2000, 12}, {5488, 25},
                                         {2016, 27}, {2100, 80}, {2100, 900}};
    for (size_t i = 0; i < 2 * sizeof planes / sizeof *planes; i++) {
        nbl_choose_t choose = {.limits = nbl_choose_limits(true), .problem.mode = NBL_MODE_FAST};
        nbl_choose_blocks_t blocks = {0};
        nbl_program_step_t step = {0};
        choose.limits.device = NBL_DEVICE_NVIDIA;
        choose.problem.precision = NBL_FFT_FLOAT32;
        choose.problem.batch = 100;
        choose.problem.axis_count = 2;
        choose.problem.real = i % 2;
        if (nbl_choose_blocks(&choose, planes[i / 2][1], planes[i / 2][0], &blocks, &step))
            hash = mix(hash, &blocks.blocks, sizeof blocks.blocks);
    }
    return hash;
}

/* Whether passes of an array share a dispatch, by which plans and how far apart.
 *
 * columns  points of a column; 0: a line of `rows` points */
static uint64_t mix_array_together(uint64_t hash, uint64_t columns, uint64_t rows) {
    const nbl_choose_t choose = device_of_tickets();
    nbl_tickets_t tickets = {.length = columns != 0 ? columns * rows : rows,
                             .rows = columns != 0 ? rows : 0,
                             .batch = 8,
                             .precision = NBL_FFT_FLOAT32,
                             .mode = NBL_MODE_FAST,
                             .axes = columns != 0 ? 2 : 1};
    if (!nbl_choose_together(&choose, &tickets)) tickets.lag = tickets.plan[0].radices = 0;
    return mix(mix(hash, &tickets.lag, sizeof tickets.lag), &tickets.plan[0].radices, 4);
}

static uint64_t mix_together(uint64_t hash) {
    static const uint64_t arrays[][2] = {{0, 49152},   {168, 512},   {1024, 512},  {84, 140},
                                         {36, 65},     {5808, 3510}, {128, 1000},  {60, 2048},
                                         {2500, 1200}, {2744, 3780}, {4096, 2048}, {4096, 3200},
                                         {64, 640},    {2646, 4032}, {0, 8388608}, {0, 1 << 20}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        hash = mix_array_together(hash, arrays[i][0], arrays[i][1]);
    return hash;
}

/* How devices take kernels: by address, in fused mode in which order, and with how many instructions. */
static uint64_t mix_kernels(uint64_t hash) {
    static nbl_program_t program;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_choose_t choose = device_of_tickets();
    nbl_fft_transform_desc_t of = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_problem_t problem;
    nbl_defines_t defines;
    desc.mode = NBL_MODE_FUSED;
    desc.rank = 2, desc.sizes[0] = 945, desc.sizes[1] = 96; /* some invocations have no butterfly of a pass */
    desc.axis_count = 1, desc.axes[0] = 0;
    ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
    ck_assert(nbl_transform_make(&problem, &choose.limits, NULL, &program, NULL) == NBL_SUCCESS);
    of.limits = choose.limits;
    of.length = 1000;
    ck_assert(nbl_fft_transform_plan(&of, &plan, NULL) == NBL_SUCCESS);
    const bool takes[] = {nbl_choose_by_address(NBL_DEVICE_NVIDIA),
                          nbl_fft_describe_compile(&plan, NULL, NBL_MODE_FAST, false, &defines).spare_instructions};
    return mix(mix(hash, &program.step[0].order, sizeof program.step[0].order), takes, sizeof takes);
}

/* Mixes the times that the models predict for plans whose traits are all above 0, below and above their limits of
 * registers; plans are ordered by these times. And which columns, lines with primes from 17 on, and passes of a long
 * line a device's registers choose. */
static uint64_t mix_models(uint64_t hash, uint32_t number) {
    static const uint32_t columns[] = {70, 2002, 6561, 7200};
    nbl_fft_plan_t plan, both[2];
    if (number >= NBL_NUMBER_TIME_LINE_COPY) {
        ck_assert(nbl_fft_plan_parse("27x30@30*33/4", 2, NULL, &plan, NULL) == NBL_SUCCESS);
        both[0] = both[1] = plan;
        const double times[] = {nbl_fft_plan_time(plan, 0, sizes[0]), nbl_fft_plan_pass_time(plan, sizes[0]),
                                nbl_fft_plan_strips_time(both, sizes[0]), nbl_fft_plan_fused_time(plan, sizes[0])};
        return mix(hash, times, sizeof times);
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        hash = mix_lines(hash, columns[i], false, false, 0, NBL_FFT_FLOAT32);
    if (nbl_fft_plan_make_of_primes(34, NBL_DWORDS_float32_t, 31, &sizes[0], &plan, NULL) == NBL_SUCCESS)
        hash = mix(hash, &plan, sizeof plan);
    return mix_split(hash, 109375);
}

/* Which planes of arrays of three axes of real numbers a workgroup holds. */
static uint64_t mix_real_planes(uint64_t hash) {
    static const uint32_t planes[][3] = {{4, 480, NBL_FFT_REAL},
                                         {637, 9, NBL_FFT_REAL_TWO},
                                         {495, 6, NBL_CHOOSE_PAIRS_OF_ROWS},
                                         {315, 9, NBL_CHOOSE_PAIRS_OF_ROWS},
                                         {32, 32, NBL_FFT_REAL}};
    nbl_choose_t choose = {.limits = {.max_workgroup_invocations = 1024,
                                      .max_shared_bytes = 49152,
                                      .subgroup_size = 32,
                                      .max_buffer_bytes = UINT32_MAX,
                                      .device = NBL_DEVICE_NVIDIA},
                           .problem = {.mode = NBL_MODE_FAST, .precision = NBL_FFT_FLOAT32, .axis_count = 3}};
    for (choose.problem.inverse = 0; choose.problem.inverse < 2; choose.problem.inverse++)
        for (size_t i = 0; i < sizeof planes / sizeof *planes; i++)
            hash = 2 * hash + nbl_choose_holds_real(&choose, planes[i], 2, planes[i][2], 64);
    return hash;
}

/* What the choices of one group of numbers come to. */
static uint64_t probe(uint32_t number) {
    const nbl_fft_plan_limits_t *limits = &sizes[0];
    uint64_t hash = 14695981039346656037u;
    if (number >= NBL_NUMBER_BLOCKS_FROM && number <= NBL_NUMBER_BLOCKS_UNLIKE) {
        hash = mix_blocks(hash);
    } else if (number >= NBL_NUMBER_ARRAYS_ODD_ROWS && number <= NBL_NUMBER_ARRAYS_MOST_BACK) {
        hash = mix_real_planes(hash);
    } else if (number >= NBL_NUMBER_TOGETHER_UNIT_BYTES && number <= NBL_NUMBER_PAIRS_LARGE) {
        hash = mix_together(hash);
    } else if (number <= NBL_NUMBER_TIME_CONVOLUTION_EACH_WINDOW) {
        hash = mix_models(hash, number);
    } else if (number <= NBL_NUMBER_RADER_MARGIN) {
        const uint64_t cost = nbl_fft_length_cost(3);
        const uint32_t length = nbl_fft_one_kernel_length(1500, NBL_DWORDS_float64_t, limits);
        hash = mix(mix(hash, &cost, sizeof cost), &length, sizeof length);
        hash = mix_lines(hash, 512, false, true, 0, NBL_FFT_FLOAT32);
        for (uint32_t n = 29; n < 500; n += 2)
            hash = 3 * hash + nbl_fft_one_kernel_by_rader(n, NBL_DWORDS_float32_t, limits);
    } else if (number <= NBL_NUMBER_FEWEST_WORKGROUPS) {
        static const uint32_t lengths[] = {6, 70, 175, 216, 360, 1296, 2187};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int turned = 0; turned < 2; turned++) {
                hash = mix_lines(hash, lengths[i], turned, false, 0, NBL_FFT_FLOAT32);
                hash = mix_lines(hash, lengths[i], turned, false, 0, NBL_FFT_FLOAT64);
            }
        hash =
            mix_lines(mix_lines(hash, 512, false, false, 64, NBL_FFT_FLOAT32), 360, false, false, 300, NBL_FFT_FLOAT32);
        hash = mix_lines(hash, 5488, false, false, 150, NBL_FFT_FLOAT32);
    } else if (number <= NBL_NUMBER_FEW_ROWS_FROM) {
        const nbl_choose_t choose = {.limits.device = NBL_DEVICE_NVIDIA,
                                     .problem = {.mode = NBL_MODE_EXACT, .rank = 1}};
        const uint64_t fewest = nbl_choose_fewest_rows(&choose, 12000);
        hash = mix(hash, &fewest, sizeof fewest);
    } else if (number <= NBL_NUMBER_ARRAYS_CONFLICTS) {
        static const uint32_t shapes[][3] = {{8, 8, 0},   {16, 16, 0}, {64, 64, 0}, {12, 10, 0},
                                             {4, 100, 0}, {32, 32, 0}, {8, 8, 8}};
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (int fast = 0; fast < 2; fast++)
                hash = mix_arrays(hash, shapes[i][0], shapes[i][1], shapes[i][2], fast, false, false);
        if (number == NBL_NUMBER_ARRAYS_SPILLS) hash = mix_arrays(hash, 121, 32, 0, true, false, false);
        for (int back = 0; back < 2; back++) {
            static const uint32_t real[][2] = {{4, 512}, {32, 32}, {405, 10}, {54, 143}, {10, 16}, {6, 26}, {12, 35}};
            for (size_t i = 0; i < sizeof real / sizeof *real; i++)
                hash = mix_arrays(hash, real[i][0], real[i][1], 0, true, true, back != 0);
        }
    } else if (number >= NBL_NUMBER_PASSES_BY_MODEL_FROM && number <= NBL_NUMBER_PASSES_OF_FEWER) {
        hash = mix_splits(hash);
    } else if (number <= NBL_NUMBER_COLUMNS_WIDE_POINTS) {
        if (number >= NBL_NUMBER_STRIPS_FROM && number <= NBL_NUMBER_STRIPS_LEAST) hash = mix_splits(hash);
        for (uint32_t length = 512; length <= 65536; length *= 2)
            hash = mix_program(mix_program(hash, length, 0), length, 106); /* 53 has no radix: no blocks */
        for (uint32_t row = 64; row <= 1024; row *= 2) hash = mix_program(mix_program(hash, 22, row), 972, row);
        hash = mix_program(hash, 80, 245); /* rows that begin within a segment */
    } else if (number <= NBL_NUMBER_ARRAYS_MANY) {
        hash = mix_choices(hash);
    } else if (number >= NBL_NUMBER_TWIDDLES_READ_RADICES && number <= NBL_NUMBER_TWIDDLES_READ_POINTS) {
        hash = mix_twiddles(hash);
    } else if (number == NBL_NUMBER_ROUNDS_FEWEST_WORKGROUPS) {
        nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
        nbl_fft_transform_plan_t plan;
        desc.length = 1000;
        desc.limits.device = NBL_DEVICE_NVIDIA;
        for (desc.batch = 16; desc.batch < 1u << 20; desc.batch *= 2)
            if (nbl_fft_transform_plan(&desc, &plan, NULL) == NBL_SUCCESS) hash = mix(hash, &plan.desc.rounds, 4);
    } else if (number >= NBL_NUMBER_BY_ADDRESS && number <= NBL_NUMBER_SPARES_INSTRUCTIONS) {
        hash = mix_kernels(hash);
    } else if (number == NBL_NUMBER_BLOOM_COLUMNS_WORTH || number == NBL_NUMBER_BLOOM_OTHER_REGISTERS) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.width = 1920, desc.height = 1080, desc.kernel_width = desc.kernel_height = 255;
        desc.limits.max_shared_bytes = 49152;
        desc.limits.device = NBL_DEVICE_NVIDIA;
        if (nbl_bloom_plan_make(&desc, &plan, NULL) == NBL_SUCCESS)
            hash = mix(mix(hash, &plan.desc.first_axis, sizeof plan.desc.first_axis),
                       &plan.passes[NBL_BLOOM_PASS_CONVOLVE].parameters.spectrum_early, 4);
    }
    if (number >= NBL_NUMBER_CPU_THREAD_ELEMENTS) {
        static const uint32_t lengths[] = {16, 32, 64, 128, 256, 1024, 4096};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (uint32_t lies = 0; lies < 3; lies++) {
                hash = mix_array(hash, lengths[i], 64, false, lies);
                hash = mix_array(hash, lengths[i], 64, true, lies);
            }
        hash = mix_array(mix_array(hash, 60, 6, false, 3), 60, 3, false, 3); /* fewer than a vector has */
        hash = mix_of_columns(mix_of_columns(mix_array(hash, 315, 512, true, 0), 0), 40);
    }
    if (number == NBL_NUMBER_CPU_RADER_BYTES)
        for (uint32_t n = 37; n < 1024; n++) {
            uint32_t length, points[2];
            hash = 3 * hash + nbl_choose_cpu_convolution(n, NBL_DWORDS_float32_t, &length, points);
        }
    if (number >= NBL_NUMBER_CPU_WHOLE_PERCENT) hash = mix_cuts(hash);
    if (number == NBL_NUMBER_SHUFFLE_SUBGROUP) {
        const uint32_t size = shuffle_subgroup(4096, 8, 32, 64);
        hash = mix(hash, &size, sizeof size);
    }
    return hash;
}

/* The wanted size gives way to the device's own if a kernel cannot ask for one, or if a workgroup would have too many
 * subgroups. */
START_TEST(subgroups_keep_within_limits) {
    read_all();
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 64), 8);
    ck_assert_uint_eq(shuffle_subgroup(4096, 16, 32, 64), 32);
    ck_assert_uint_eq(shuffle_subgroup(4096, 0, 0, 0), 32);
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 31), 32); /* 256 invocations */
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 32), 8);
}
END_TEST

/* Returns the last number of a group whose probe() is the same as long as no number changes. */
static uint32_t group_of(uint32_t number) {
    static const uint32_t last[] = {NBL_NUMBER_REGISTERS_MOST_SHORT_OF_NONE,
                                    NBL_NUMBER_TIME_CONVOLUTION_EACH_WINDOW,
                                    NBL_NUMBER_RADER_MARGIN,
                                    NBL_NUMBER_FEWEST_WORKGROUPS,
                                    NBL_NUMBER_FEW_ROWS_FROM,
                                    NBL_NUMBER_ARRAYS_IDLE_REAL,
                                    NBL_NUMBER_ARRAYS_SPILLS,
                                    NBL_NUMBER_ARRAYS_REGISTERS_BACK,
                                    NBL_NUMBER_ARRAYS_MOST_BACK,
                                    NBL_NUMBER_ARRAYS_CONFLICTS,
                                    NBL_NUMBER_PASSES_OF_ROWS,
                                    NBL_NUMBER_BLOCKS_UNLIKE,
                                    NBL_NUMBER_PASSES_OF_FEWER,
                                    NBL_NUMBER_STRIPS_LEAST,
                                    NBL_NUMBER_COLUMNS_WIDE_POINTS,
                                    NBL_NUMBER_ARRAYS_MANY,
                                    NBL_NUMBER_TICKETS_MOST_OF_FEW,
                                    NBL_NUMBER_PAIRS_LARGE,
                                    NBL_NUMBER_TWIDDLES_READ_POINTS,
                                    NBL_NUMBER_ROUNDS_FEWEST_WORKGROUPS,
                                    NBL_NUMBER_SPARES_INSTRUCTIONS};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        if (number <= last[i]) return last[i];
    return number + NBL_NUMBER_COUNT; /* a group of its own */
}

/* Each number decides something. Those by tickets ask for a device (tests/fft/test_tickets.c). */
START_TEST(each_number_decides) {
    static const double factors[] = {4, 0.25, 1.3, 0.7, 0.001, 1000};
    uint32_t decide = 0, group = UINT32_MAX;
    uint64_t before = 0;
    read_all();
    for (uint32_t number = 0; number < NBL_NUMBER_COUNT; number++) {
        const int device = number >= NBL_NUMBER_CPU_THREAD_ELEMENTS ? NBL_DEVICE_PROCESSOR
                           : number == NBL_NUMBER_SHUFFLE_SUBGROUP  ? NBL_DEVICE_INTEL
                                                                    : NBL_DEVICE_NVIDIA;
        const double value = numbers[device][number];
        const bool of_device = number == NBL_NUMBER_TICKETS_LEAST_BYTES || number == NBL_NUMBER_TICKETS_MOST_OF_FEW;
        if (group_of(number) != group) before = probe(number);
        group = group_of(number);
        bool decides = of_device || (number == NBL_NUMBER_CPU_THREAD_ELEMENTS && nbl_platform_processors() == 1);
        for (size_t f = 0; f < sizeof factors / sizeof *factors && !decides; f++) {
            numbers[device][number] = value != 0 ? value * factors[f] : factors[f];
            decides = probe(number) != before;
        }
        numbers[device][number] = value;
        if (!decides) printf("facts: number %s decides nothing\n", nbl_fact_number_word((nbl_fact_number_t)number));
        decide += decides;
    }
    fflush(stdout);
    ck_assert_uint_eq(decide, NBL_NUMBER_COUNT);
}
END_TEST

/* In fused mode each kind of kernel has the order of instructions that the device's text says for it. */
START_TEST(orders_are_the_texts) {
    static const struct {
        uint64_t sizes[3];
        uint32_t rank, axes, axis; /* axes 0: all; 1: `axis` */
        bool real, back;
    } of[NBL_FACT_UNEVEN_COUNT] = {[NBL_FACT_UNEVEN_NUMBER_COLUMNS] = {{945, 96}, 2, 1, 0, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_ROWS] = {{96, 945}, 2, 1, 1, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_ROWS_OF_WINDOWS] = {{72, 6804}, 2, 1, 1, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_REAL_ROWS_BACK] = {{45, 1050}, 2, 1, 1, true, true},
                                   [NBL_FACT_UNEVEN_NUMBER_ARRAYS] = {{36, 65}, 2, 0, 0, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_ARRAYS_OF_ONE] = {{6, 10}, 2, 0, 0, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_LITERAL] = {{72, 6804}, 2, 0, 0, false, false},
                                   [NBL_FACT_UNEVEN_NUMBER_TOGETHER] = {{2744, 3780}, 2, 0, 0, false, false}};
    nbl_choose_t choose = device_of_tickets();
    choose.limits.literals = NBL_FFT_LITERALS_WHERE_FASTER;
    read_all();
    for (uint32_t k = 0; k < NBL_FACT_UNEVEN_COUNT; k++) {
        static nbl_program_t program;
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_problem_t problem;
        desc.mode = NBL_MODE_FUSED;
        desc.batch = 8;
        desc.rank = of[k].rank, desc.axis_count = of[k].axes, desc.axes[0] = of[k].axis;
        desc.real = of[k].real, desc.inverse = of[k].back;
        memcpy(desc.sizes, of[k].sizes, sizeof of[k].sizes);
        ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
        for (uint32_t way = 0; way < 3; way++) {
            static const nbl_instruction_order_t orders[] = {NBL_INSTRUCTION_ORDER_BY_ONE, NBL_INSTRUCTION_ORDER_LOOPED,
                                                             NBL_INSTRUCTION_ORDER_LOOPED};
            uint32_t found = 0;
            numbers[NBL_DEVICE_NVIDIA][NBL_NUMBER_FUSED_BY_ONE] = way != 1 ? 1 << k : 0;
            numbers[NBL_DEVICE_NVIDIA][NBL_NUMBER_FUSED_LOOPED] = way != 0 ? 1 << k : 0;
            ck_assert(nbl_transform_make(&problem, &choose.limits, NULL, &program, NULL) == NBL_SUCCESS);
            for (uint32_t s = 0; s < program.steps; s++) found += program.step[s].order == orders[way];
            ck_assert_msg(found != 0, "kernels of kind %u, way %u", k, way);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("numbers");
    TCase *all = tcase_create("numbers");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, subgroups_keep_within_limits);
    tcase_add_test(all, each_number_decides);
    tcase_add_test(all, orders_are_the_texts);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
