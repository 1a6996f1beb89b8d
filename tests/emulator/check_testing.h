/* The checker's corpus: a kernel, a scenario, an expected report; the memory that its kernels share, and what runs a
 * case.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A case names the lines of its two accesses by words that stand in them, such as a comment: no numbers to maintain.
 */
#ifndef NBL_TESTS_EMULATOR_CHECK_TESTING_H
#define NBL_TESTS_EMULATOR_CHECK_TESTING_H

#include "tests/emulator/emulator_testing.h"

enum { CHECK_ELEMENTS = 256, NO_RACE = -1 };

NBL_SHARED(uint32_t, a, 64)
NBL_SHARED(uint32_t, b, 64)
NBL_SHARED(nbl_float32_t2, pairs, 64)
NBL_SHARED(uint8_t, octets, 64)
NBL_BUFFER(0, uint32_t, data)
NBL_COHERENT_BUFFER(0, uint32_t, coherent_data) /* data */
NBL_BUFFER(1, uint32_t, out)
NBL_BUFFER(2, uint32_t, alias) /* the upper half of data */
NBL_IMAGE(3, picture)
NBL_BUFFER(4, uint8_t, bytes)
NBL_BUFFER(5, nbl_float32_t2, points)
NBL_BUFFER(6, uint8_t, data_bytes) /* data */

#define T nbl_local_invocation_index()
#define LANE nbl_subgroup_invocation_id()
#define GROUP nbl_workgroup_index()
#define BARRIER NBL_WORKGROUP_BARRIER()
#define SUBGROUP NBL_SUBGROUP_BARRIER()
#define FINISH(value) NBL_STORE(out, GROUP * 64u + T, (value)) /* out[i] = i is the right result */

typedef struct check_case_t {
    const char *name;
    void (*kernel)(void);
    int hidden; /* the result is right all the same */
    int kind;   /* nbl_emulator_finding_kind_t, or NO_RACE */
    const char *array;
    uint32_t index, first, second; /* element; invocations */
    const char *first_text, *second_text;
    nbl_emulator_remedy_t remedy;
    uint32_t findings;                           /* how many distinct ones */
    uint64_t count;                              /* of the first */
    uint32_t workgroups, subgroup_size, options; /* 0: 1, 8, none */
} check_case_t;

/* Line `number` of a file of ours, with no end of line. */
static inline void read_line(const char *file, int number, char *text, int bytes) {
    FILE *stream = fopen(file, "r");
    ck_assert_msg(stream != NULL, "cannot read %s", file);
    for (int line = 1; line <= number; line++) ck_assert_ptr_nonnull(fgets(text, bytes, stream));
    fclose(stream);
    text[strcspn(text, "\n")] = '\0';
}

static inline void expect_line(const char *name, const nbl_emulator_access_t *access, const char *words) {
    char text[512];
    read_line(access->file, access->line, text, sizeof text);
    ck_assert_msg(strstr(text, words) != NULL, "%s: \"%s\" is not in %s:%d: %s", name, words, access->file,
                  access->line, text);
}

/* Runs a case; *right: whether out[i] = i afterwards. */
static inline nbl_emulator_report_t run_case(const check_case_t *test, nbl_emulator_order_t order,
                                             nbl_emulator_check_t check, int *right) {
    uint32_t *memory = make_memory(CHECK_ELEMENTS * 4), *results = make_memory(CHECK_ELEMENTS * 4);
    nbl_float32_t4 *texels = make_memory(64 * 4 * 16);
    nbl_float32_t2 *vectors = make_memory(CHECK_ELEMENTS * 8);
    uint8_t *small = make_memory(CHECK_ELEMENTS);
    uint32_t workgroups = test->workgroups != 0 ? test->workgroups : 1u;
    nbl_emulator_resource_t resources[7] = {{memory, CHECK_ELEMENTS * 4, 0},
                                            {results, CHECK_ELEMENTS * 4, 0},
                                            {memory + CHECK_ELEMENTS / 2, CHECK_ELEMENTS * 2, 0},
                                            {texels, 64, 4},
                                            {small, CHECK_ELEMENTS, 0},
                                            {vectors, CHECK_ELEMENTS * 8, 0},
                                            {memory, CHECK_ELEMENTS * 4, 0}};
    nbl_emulator_launch_t launch =
        make_launch(test->kernel, 64, workgroups, test->subgroup_size != 0 ? test->subgroup_size : 8u);
    nbl_emulator_report_t report;

    for (uint32_t i = 0; i < CHECK_ELEMENTS; i++) memory[i] = i;
    launch.name = test->name;
    launch.resources = resources;
    launch.resource_count = 7;
    launch.order = order;
    launch.seed = 12345;
    launch.check = check;
    launch.check_options = test->options;
    nbl_emulator_launch(&launch, &report);
    *right = 1;
    for (uint32_t i = 0; i < workgroups * 64u; i++) *right &= results[i] == i;
    free(memory);
    free(results);
    free(texels);
    free(vectors);
    free(small);
    return report;
}

static inline const char *text_of(const nbl_emulator_report_t *report) {
    static char text[1 << 16];
    nbl_emulator_report_text(report, text, sizeof text);
    return text;
}

/* In ascending order the report is known to the last field; in the others, the same array is told of. */
static inline void expect_case(const check_case_t *test) {
    int right;
    nbl_emulator_report_t report = run_case(test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_NONE, &right);
    ck_assert_msg(report.result == NBL_SUCCESS, "%s: unchecked: %s", test->name, report.message);
    if (test->hidden || test->kind == NO_RACE) ck_assert_msg(right, "%s: the result is not right", test->name);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
        report = run_case(test, (nbl_emulator_order_t)order, NBL_EMULATOR_CHECK_RACES, &right);
        const nbl_emulator_finding_t *found = &report.findings[0];
        nbl_result_t result = test->kind == NO_RACE ? NBL_SUCCESS
                              : test->kind == NBL_EMULATOR_UNINITIALIZED_READ && test->findings == 1u
                                  ? NBL_ERROR_UNINITIALIZED /* nothing but that */
                                  : NBL_ERROR_RACE;
        ck_assert_msg(report.result == result, "%s, order %d: %s", test->name, order, text_of(&report));
        ck_assert_msg((report.finding_count == 0) == (test->kind == NO_RACE), "%s, order %d: %s", test->name, order,
                      text_of(&report));
        if (test->kind == NO_RACE) continue;
        if (found->memory != NBL_EMULATOR_MEMORY_BUFFER ||
            order == NBL_EMULATOR_ASCENDING) /* one memory may have two names */
            ck_assert_str_eq(found->name, test->array);
        if (order != NBL_EMULATOR_ASCENDING) continue;
        ck_assert_msg((int)found->kind == test->kind && found->index == test->index &&
                          found->second.invocation == test->second && found->first.invocation == test->first &&
                          found->remedy == test->remedy && report.finding_count == test->findings &&
                          found->count == test->count,
                      "%s: %s", test->name, text_of(&report));
        ck_assert_uint_eq(found->second.subgroup, test->second / (test->subgroup_size != 0 ? test->subgroup_size : 8u));
        ck_assert_uint_eq(found->second.lane, test->second % (test->subgroup_size != 0 ? test->subgroup_size : 8u));
        expect_line(test->name, &found->second, test->second_text);
        if (test->kind != NBL_EMULATOR_UNINITIALIZED_READ) expect_line(test->name, &found->first, test->first_text);
    }
}

#endif
