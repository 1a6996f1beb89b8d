/* What nbl_program_check() refuses: no program of the net, and every program with a number changed.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds are its own: a stride, a count, a region or a part that is given, drawn at random. Rules
 * overlap: each has a program here that it alone refuses (tried: check.c without one of them).
 */
#include <check.h>

#include "tests/transform/program_testing.h"

enum { MOST_CHECKED = 1 << 22 }; /* bytes of an array */

START_TEST(the_net_is_sound) {
    static nbl_program_t program;
    uint32_t sound = 0, larger = 0, proved = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 25)) continue;
        const nbl_fft_nd_desc_t desc = net_draw(i);
        for (uint32_t way = 0; way < PROGRAM_WAYS; way++) {
            nbl_error_t error;
            if (!program_of(&desc, way, &program)) continue;
            if (!test_all() && side_bytes(&desc, true) > MOST_CHECKED) {
                larger++;
                continue;
            }
            nbl_result_t result = nbl_program_check(&program, &error);
            if (result == NBL_SUCCESS && side_bytes(&desc, true) <= 1 << 16) {
                result = nbl_program_prove(&program, 1, &error);
                proved++;
            }
            if (result != NBL_SUCCESS) {
                char *text = program_text(&program);
                ck_abort_msg("row %u, way %u: %s\n%s", i, way, error.text, text);
            }
            sound++;
        }
    }
    printf("check: %u programs of the net are sound, %u larger ones not counted, %u proved\n", sound, larger, proved);
    ck_assert_uint_ge(proved, 100);
    ck_assert_uint_ge(sound, test_all() ? 7000 : 200);
    ck_assert_uint_le(larger, sound / 20);
}
END_TEST

/* ---- Mutations */

static void mutate_loops(nbl_view_loop_t *loops, uint32_t most, test_random_t *random, bool *changed) {
    uint32_t count = 0;
    while (count < most && loops[count].count != 0) count++;
    if (count == 0) return;
    nbl_view_loop_t *loop = &loops[test_random_below(random, count)];
    *changed = true;
    switch (test_random_below(random, 4)) {
    case 0: loop->count++; break;
    case 1: loop->count = loop->count > 1 ? loop->count - 1 : 2; break;
    case 2: loop->stride++; break;
    default: loop->stride = loop->stride > 1 ? loop->stride - 1 : 2; break;
    }
}

/* Changes a number of a view. A last loop's count is of no meaning where transforms end before it does. */
static bool mutate(nbl_program_t *program, test_random_t *random) {
    nbl_program_step_t *step = &program->step[test_random_below(random, program->steps)];
    const bool stores = test_random_below(random, 2) == 1;
    nbl_view_t *view = stores ? &step->store : &step->load;
    const nbl_view_t was = *view;
    if (view->given == 1) return false; /* strides are of no meaning then */
    bool changed = false;
    switch (test_random_below(random, 6)) {
    case 0: mutate_loops(view->transforms, NBL_VIEW_MOST_LOOPS, random, &changed); break;
    case 1: mutate_loops(view->lines, 2, random, &changed); break;
    case 2:
        if (step->elements * nbl_view_lines(view) < 3) return false;
        view->stride++;
        break;
    case 3:
        if (step->elements < 3) return false;
        view->step++;
        break;
    case 4: view->region = (view->region + 1 + test_random_below(random, 5)) % NBL_VIEW_REGIONS; break;
    default:
        if (stores || view->element == NBL_VIEW_HERMITIAN || step->elements < 3) return false;
        if (step->op[0].kind == NBL_PROGRAM_MULTIPLY) { /* of a chirp: what it lacks is not read anyway */
            view->given = program->table[step->op[0].table].n / 2;
            break;
        }
        view->given = view->given == 0 ? step->elements * nbl_view_lines(view) / 2 : view->given + 1;
        break;
    }
    return memcmp(&was, view, sizeof was) != 0;
}

/* Whether the places of all transforms, lines and elements are those of another program's step: what is counted. */
static bool same_places(const nbl_program_t *a, const nbl_program_t *b) {
    for (uint32_t s = 0; s < a->steps; s++)
        for (int side = 0; side < 2; side++) {
            const nbl_program_step_t *one = &a->step[s], *other = &b->step[s];
            const nbl_view_t *v = side == 0 ? &one->load : &one->store, *w = side == 0 ? &other->load : &other->store;
            const uint64_t most =
                v->region >= NBL_VIEW_WORK0 && one->chunk < one->transforms ? one->chunk : one->transforms;
            if (v->region != w->region || v->given != w->given || v->stride != w->stride || v->step != w->step)
                return false;
            const uint64_t lines = nbl_view_lines(v);
            if (lines != nbl_view_lines(w)) return false;
            for (uint64_t t = 0; t < most; t++)
                if (nbl_view_place(v->transforms, NBL_VIEW_MOST_LOOPS, t) !=
                    nbl_view_place(w->transforms, NBL_VIEW_MOST_LOOPS, t))
                    return false;
            for (uint64_t l = 0; l < lines; l++)
                if (nbl_view_place(v->lines, 2, l) != nbl_view_place(w->lines, 2, l)) return false;
        }
    return true;
}

START_TEST(mutations_are_refused) {
    static nbl_program_t program, mutated;
    test_random_t random = test_random_begin("check");
    uint32_t mutations = 0, passed = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 25)) continue;
        const nbl_fft_nd_desc_t desc = net_draw(i);
        if (side_bytes(&desc, true) > 1 << 16) continue;
        for (uint32_t way = 0; way < 2; way++) {
            if (!program_of(&desc, way, &program)) continue;
            for (int k = 0; k < 12; k++) {
                nbl_error_t error;
                mutated = program;
                if (!mutate(&mutated, &random) || same_places(&mutated, &program)) continue;
                mutations++;
                if (nbl_program_check(&mutated, &error) != NBL_SUCCESS) {
                    ck_assert_msg(strncmp(error.text, "program: ", 9) == 0 && strchr(error.text, '\n') == NULL, "%s",
                                  error.text);
                    continue;
                }
                passed++;
                char *text = program_text(&mutated), *before = program_text(&program);
                ck_assert_msg(getenv("NBL_PASSED") != NULL, "row %u, way %u: not refused:\n%s\n%s", i, way, text,
                              before);
                printf("row %u, way %u: not refused:\n%s\n%s", i, way, text, before);
                free(text);
                free(before);
            }
        }
    }
    printf("check: %u mutations, %u not refused\n", mutations, passed);
    ck_assert_uint_ge(mutations, test_all() ? 10000 : 400);
    ck_assert_uint_eq(passed, 0);
}
END_TEST

/* ---- Each rule, by a program of a few numbers */

#define HEAD(in_place, batch) \
    "program 1\nproblem fp32 exact " in_place "size 8 axes 0 batch " batch "\ninput size 8 strides 1 distance 8\n" \
    "output size 8 strides 1 distance 8\n"
#define STEP(round, transforms) \
    "step fp32 " round "transforms " transforms " chunk " transforms \
    " elements 8 per-group 2 invocations 2 shared 8 beside 1\n"
#define LOAD(from, loops) "  load " from " complex stride 1 step 1 " loops "\n"
#define STORE(to, loops) "  store " to " complex stride 1 step 1 " loops "\n"
#define LINE "  line 4x2@2*2/1+0.0.8 distance 1\n"
#define TWO "transforms 2*8"
#define CHOICE(replaces, one, other) \
    HEAD("", "2") \
    STEP(replaces, "2") \
    LOAD("input", TWO) \
    LINE STORE("output", one) STEP("round 1 dispatch 1 ", "2") LOAD("input", TWO) LINE STORE("output", other)
#define CHOICE_OF_LINES(one, other) \
    HEAD("", "2") \
    STEP("replaces 1 from 2 ", "2") \
    LOAD("input", TWO) \
    one STORE("output", TWO) STEP("round 1 dispatch 1 ", "2") LOAD("input", TWO) other STORE("output", TWO)
#define BACK_LINE "  line 4x2@2*2/1+0.0.8 inverse distance 1\n"
/* Two choices side by side. The last step takes tiles of the second one, which has literal sizes; the first one has
 * them only if so given. */
#define TWO_CHOICES(first, literal) \
    "program 1\nproblem fp32 exact size 8 axes 0 batch 2\ninput size 8 strides 1 distance 8\n" \
    "output size 8 strides 1 distance 8\nregion between 128\n" STEP("replaces 1 from " first " " literal, "2") \
        LOAD("input", TWO) LINE STORE("between", TWO) STEP("literal round 1 dispatch 1 ", "2") LOAD("input", TWO) \
            LINE STORE("between", TWO) STEP("replaces 1 from 9 round 2 dispatch 2 ", "2") LOAD("between", TWO) \
                LINE STORE("output", TWO) STEP("literal round 3 dispatch 2 lag 1 ", "2") LOAD("between", TWO) \
                    LINE STORE("output", TWO)
#define ROWS(reals) \
    "program 1\nproblem fp32 fast real size 9 axes 0 batch 4\ninput real size 9 strides 1 distance 9\n" \
    "output size 5 strides 1 distance 5\n" \
    "step fp32 transforms 2 chunk 2 elements 9 per-group 2 invocations 4 shared 12 beside 1\n" \
    "  load input " reals " stride 1 step 1 transforms 2*18\n  line 1x9x1@4*2/1+0.0.12 distance 1\n" \
    "  unpack-one rows\n  store output complex stride 1 step 1 transforms 2*10\n"
#define EVEN_ROWS(n, pair, half, both, line) \
    "program 1\nproblem fp32 fast real size " n " axes 0 batch 4\ninput real size " n " strides 1 distance " n \
    "\noutput size " half " strides 1 distance " half "\nstep fp32 transforms 2 chunk 2 elements " n \
    " per-group 2 invocations 1 shared 4 beside 1\n  load input rows signal " n " stride 1 step 1 transforms 2*" pair \
    "\n  line " line "@1*2/1 distance 1\n  unpack-one rows\n  store output complex stride 1 step 1 transforms 2*" both \
    "\n"
#define ROWS_BACK \
    "program 1\nproblem fp32 fast inverse real size 2 axes 0 batch 4\ninput size 2 strides 1 distance 2\n" \
    "output real size 2 strides 1 distance 2\n" \
    "step fp32 transforms 2 chunk 2 elements 2 per-group 2 invocations 1 shared 4 beside 1\n" \
    "  load input complex stride 1 step 1 transforms 2*4\n  pack-one rows\n" \
    "  line 2@1*2/1 inverse by length distance 1\n  store output rows signal 2 stride 1 step 1 transforms 2*4\n"
#define PRIME(operations) \
    "program 1\nproblem fp32 fast size 5 axes 0 batch 1\ninput size 5 strides 1 distance 5\n" \
    "output size 5 strides 1 distance 5\ntable rader n 5\ntable rader-spectrum n 5\n" \
    "step fp32 transforms 1 chunk 1 elements 4 per-group 2 invocations 1 shared 8 beside 1\n" LOAD("input", "") \
        operations STORE("output", "")
#define PERMUTE "  permute table 0 reordered\n"
#define FOUR "  line 4@1*2/1+0.0.4 distance 1\n"
#define FIRST "  first table 0\n"
#define BACK "  permute table 0 inverse reordered\n"
#define LINE_OF_PRIME(elements, tables, line, more) \
    "program 1\nproblem fp32 fast size 6x111 axes 1 batch 1\ninput size 6x111 strides 111,1 distance 666\n" \
    "output size 6x111 strides 111,1 distance 666\n" tables "step fp32 transforms 6 chunk 6 elements " elements \
    " per-group 7 invocations 126 shared 1806 beside 1\n" LOAD( \
        "input", "transforms 6*111") "  line 3@1*1/1 distance 1 " line "\n" more STORE("output", "transforms 6*111")
#define RADERS "table rader n 37\ntable rader-spectrum n 37\n"
#define SECOND "second 6x6@6*16/1+65538.0.42 "
#define TABLES_OF_PRIME "table 0 spectrum 1 "
#define PLANE(lines) PLANE_APART("", lines)
#define PLANE_APART(apart, lines) \
    "program 1\nproblem fp32 exact real size 4x6 axes 0,1 batch 1\ninput real size 4x6 strides 6,1 distance 24\n" \
    "output size 4x4 strides 4,1 distance 16\ntable roots n 3\n" \
    "step fp32 transforms 1 chunk 1 elements 12 per-group 1 invocations 4 shared 30 beside 1\n" LOAD("input", apart) \
        lines "  unpack table 0\n" STORE("output", "")
#define ARRAY(load) \
    "program 1\nproblem fp32 exact size 4x3 axes 0,1 batch 1\ninput size 4x3 strides 3,1 distance 12\n" \
    "output size 4x3 strides 3,1 distance 12\nstep fp32 transforms 1 chunk 1 elements 3 per-group 1 invocations 4 " \
    "shared 30 beside 1\n" LOAD("input", load) TRADE("3") STORE("output", "lines 4*3")
#define THREE "  line 3@1*4/1+0.0.3 distance 1\n"
#define TRADE(row) "  trade row " row " pitch 3 planes 1\n"
#define FOUR_APART(distance) "  line 4@1*3/1+0.0.4 distance " distance "\n"

#define ROWS_APART "step 0: a view's rows lie apart, and the step holds no arrays of such rows"
#define WITHOUT_PRIME "step 0: a line without a prime has a table, a second plan or a pitch"
#define OF_PRIME \
    "step 0: a line of a prime is a step's only operation, with Rader's tables of it and a plan of one point less"

typedef struct checked_t {
    const char *text, *why; /* NULL: nothing is wrong */
} checked_t;

static const checked_t rules[] = {
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", TWO), NULL},
    {HEAD("in-place ", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", TWO), NULL},
    {HEAD("", "4") STEP("", "4") LOAD("input", "transforms 4*8") LINE STORE("output", "transforms 2*16,2*8"), NULL},
    {HEAD("in-place ", "4") STEP("", "4") LOAD("input", "transforms 4*8") LINE STORE("output", "transforms 2*16,2*8"),
     "step 0: stores byte 128 of output: another line loads it"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", "transforms 2*0"),
     "step 0: stores byte 0 of output: it has stored it before"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", TWO) STEP("round 1 dispatch 1 ", "1")
         LOAD("output", "") LINE STORE("output", ""),
     "byte 64 of output: the last step that stores there leaves it unwritten"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", TWO) STEP("round 1 dispatch 1 ", "1")
         LOAD("output", "") LINE STORE("output", "") STEP("round 2 dispatch 2 ", "2") LOAD("output", TWO)
             LINE STORE("output", TWO),
     "step 2: loads byte 64 of output: another step than the last one has stored it"},
    {HEAD("", "2") STEP("", "2") LOAD("output", TWO) LINE STORE("output", TWO),
     "step 0: loads byte 0 of output: nothing is there"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", TWO) STEP("round 1 dispatch 1 ", "2")
         LOAD("input", TWO) LINE STORE("output", TWO),
     "step 1: stores byte 0 of output: what is there was never read"},
    {HEAD("", "2") STEP("", "1") LOAD("input", "") LINE STORE("output", ""), "byte 64 of input: nothing reads it"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE STORE("output", "transforms 2*9"),
     "step 0: stores byte 128 of output: there is no such byte"},
    {HEAD("", "2") STEP("", "2") LOAD("input", "step 9 transforms 2*8") LINE STORE("output", TWO),
     "step: is there twice"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) "  line 4@2*2/1+0.0.8 distance 3\n" STORE("output", TWO),
     "step 0: a line's radices do not divide its elements"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE "  scale twice\n" STORE("output", TWO),
     "step 0: scale: a divisor is missing"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) LINE "  twiddle before 4 after 2\n" STORE("output", TWO),
     "step 0: its twiddles are of other passes"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) "  multiply table 0\n" LINE STORE("output", TWO),
     "step 0: an operation has no table"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) "  multiply\n" LINE STORE("output", TWO),
     "step 0: an operation has no table"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) "  permute\n" LINE STORE("output", TWO),
     "step 0: an operation has no table"},
    {HEAD("", "2") STEP("", "2") LOAD("input", TWO) "  first\n" LINE STORE("output", TWO),
     "step 0: an operation has no table"},
    {HEAD("", "2") STEP("", "2") LOAD("input", "lines 2*4 " TWO) LINE STORE("output", TWO),
     "step 0: a transform has other lines where it loads than where it stores"},
    {HEAD("", "2") STEP("round 5 ", "2") LOAD("input", TWO) LINE STORE("output", TWO), "step 0: its round is not"},
    {HEAD("", "2") STEP("", "2") LOAD("input", "transforms 2*99999999999") LINE STORE("output", TWO),
     "step 0: its strides reach beyond memory"},
    /* Steps in place of others: sound; of none that are there; without a number; the others do not suffice, the one
     * does not. */
    {CHOICE("replaces 1 from 2 ", TWO, TWO), NULL},
    {CHOICE("replaces 2 from 2 ", TWO, TWO), "step 0: it replaces steps that are not there"},
    {CHOICE("replaces 1 ", TWO, TWO), "step 0: it replaces steps that are not there"},
    {CHOICE("from 2 ", TWO, TWO), "step 0: it replaces steps that are not there"},
    {CHOICE("replaces 1 from 2 ", TWO, "transforms 2*0"), "step 0: stores byte 0 of output: it has stored it before"},
    {CHOICE("replaces 1 from 2 ", "transforms 2*0", TWO), "step 0: stores byte 0 of output: it has stored it before"},
    {TWO_CHOICES("3", ""), NULL},
    {TWO_CHOICES("2", "literal "), NULL},
    {TWO_CHOICES("2", ""), "step 1: steps that share a dispatch have literal sizes"},
    {PRIME(PERMUTE FOUR FIRST "  multiply table 1\n" FOUR BACK), NULL},
    {PRIME(PERMUTE FOUR PERMUTE FIRST "  multiply table 1\n" FOUR BACK),
     "step 0: an operation does not take what the one before it leaves"},
    {PRIME(PERMUTE FOUR "  multiply table 1\n" FOUR BACK),
     "step 0: an operation does not take what the one before it leaves"},
    {PRIME(PERMUTE FOUR FIRST "  multiply table 1\n" FOUR),
     "step 0: its first operation takes what its last one does not leave"},
    /* A line of a prime: sound; without a prime, a table or a second plan; of other tables, another prime, a pitch
     * below it. */
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""), NULL},
    {LINE_OF_PRIME("111", RADERS, SECOND, ""), WITHOUT_PRIME},
    {LINE_OF_PRIME("111", RADERS, "table 0", ""), WITHOUT_PRIME},
    {LINE_OF_PRIME("111", RADERS, "spectrum 1", ""), WITHOUT_PRIME},
    {LINE_OF_PRIME("111", RADERS, "pitch 43", ""), WITHOUT_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND "spectrum 1 pitch 43", ""),
     "step 0: a line of a prime lacks a table"},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND "table 0 pitch 43", ""),
     "step 0: a line of a prime lacks a table"},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND "table 0 spectrum 2 pitch 43", ""),
     "step 0: a line of a prime lacks a table"},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND "table 2 spectrum 1 pitch 43", ""),
     "step 0: an operation has no table"},
    {LINE_OF_PRIME("111", "table roots n 37\ntable rader-spectrum n 37\n",
                   "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""),
     OF_PRIME},
    {LINE_OF_PRIME("111", "table rader n 37\ntable rader n 37\n", "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""),
     OF_PRIME},
    {LINE_OF_PRIME("111", "table rader n 41\ntable rader-spectrum n 37\n",
                   "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""),
     OF_PRIME},
    {LINE_OF_PRIME("111", "table rader n 37\ntable rader-spectrum n 41\n",
                   "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""),
     OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " TABLES_OF_PRIME "pitch 43", ""), OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 second 6x5@6*16/1+2.0.38 " TABLES_OF_PRIME "pitch 43", ""), OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND TABLES_OF_PRIME, ""), OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND TABLES_OF_PRIME "pitch 36", ""), OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", "  scale divisor 2\n"), OF_PRIME},
    {LINE_OF_PRIME("3", "table rader n 1\ntable rader-spectrum n 1\n", "prime 1 table 0 spectrum 1 pitch 1", ""),
     OF_PRIME},
    {LINE_OF_PRIME("222", RADERS, "prime 37 " SECOND TABLES_OF_PRIME "pitch 43", ""), OF_PRIME},
    {LINE_OF_PRIME("111", RADERS, "prime 38 " SECOND TABLES_OF_PRIME "pitch 43", ""),
     "step 0: a line's radices do not divide"},
    {PLANE(THREE TRADE("3") FOUR_APART("3")), NULL},
    {PLANE(THREE THREE TRADE("3") FOUR_APART("3")), "step 0: a real array's lines are not one along each of its axes"},
    {PLANE(THREE TRADE("6") FOUR_APART("3")), "step 0: a real array's lines are not one along each of its axes"},
    /* Rows apart: as they are side by side; beyond the array; of other elements than a row; of lines. */
    {PLANE_APART("apart 3*3", THREE TRADE("3") FOUR_APART("3")), NULL},
    {PLANE_APART("apart 3*4", THREE TRADE("3") FOUR_APART("3")),
     "step 0: loads byte 96 of input: there is no such byte"},
    {PLANE_APART("apart 3*2", THREE TRADE("3") FOUR_APART("3")), ROWS_APART},
    {PLANE_APART("apart 6*6", THREE TRADE("3") FOUR_APART("3")), ROWS_APART},
    {HEAD("", "2") STEP("", "2") LOAD("input", "apart 4*4 " TWO) LINE STORE("output", TWO), ROWS_APART},
    {ARRAY("lines 4*3"), NULL},
    {ARRAY("apart 3*3 lines 4*3"), ROWS_APART},
    {HEAD("", "2") "table chirp n 5\n" STEP("", "2") LOAD("input", TWO) "  multiply table 0\n" STORE("output", TWO),
     "step 0: without a line a product's table has a number for each element of a transform"},
    {HEAD("", "2") STEP("", "2") "  load input folded stride 1 step 1 " TWO "\n" LINE STORE("output", TWO),
     "step 0: a view has a signal if it is hermitian, rows, folded or halved, and else none"},
    {HEAD("", "2") STEP("", "2") "  load input halved signal 5 stride 1 step 1 " TWO "\n" LINE STORE("output", TWO),
     "step 0: a halved view's signal is not as long as a line"},
    {HEAD("", "2") STEP("", "2") "  load input halved signal 8 given 4 stride 1 step 1 " TWO
                                 "\n" LINE STORE("output", TWO),
     "step 0: a folded or halved view has nothing given and nothing kept"},
    {ROWS("rows signal 9"), NULL},
    {ROWS("rows signal 3"), "step 0: pairs of rows are lines of 2 or an odd length, whose real numbers are rows of it"},
    {EVEN_ROWS("4", "8", "3", "6", "4"), "step 0: pairs of rows are lines of 2 or an odd length"},
};

/* Reads and checks programs, and proves them, too, if they are to be proved. */
static void expect(const checked_t *programs, uint32_t count, bool proves) {
    static nbl_program_t program;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = programs[i].text, *why = programs[i].why;
        nbl_error_t error;
        nbl_result_t result = nbl_program_read(text, &program, &error);
        if (result == NBL_SUCCESS) result = nbl_program_check(&program, &error);
        ck_assert_msg(result == NBL_SUCCESS || !proves, "program %u: '%s'\n%s", i, error.text, text);
        if (proves) result = nbl_program_prove(&program, 1, &error);
        ck_assert_msg((result == NBL_SUCCESS) == (why == NULL), "program %u: '%s'\n%s", i,
                      result == NBL_SUCCESS ? "" : error.text, text);
        if (why != NULL) ck_assert_msg(strstr(error.text, why) != NULL, "'%s' for '%s'", error.text, why);
    }
}

START_TEST(each_rule_refuses) {
    const uint32_t count = sizeof rules / sizeof *rules;
    expect(rules, count, false);
    printf("check: %u programs of few numbers\n", count);
    ck_assert_uint_eq(count, 73);
}
END_TEST

/* Sound ones, of which each is the transform of its problem, or is told to be none. */
static const checked_t proved[] = {
    {ROWS("rows signal 9"), NULL},
    {EVEN_ROWS("2", "4", "2", "4", "2"), NULL},
    {ROWS_BACK, NULL},
    /* Machines run the first step here; the one that it replaces is proved, too. */
    {CHOICE_OF_LINES(LINE, LINE), NULL},
    {CHOICE_OF_LINES(LINE, BACK_LINE), "program: its steps do not compute its problem: "},
    {CHOICE_OF_LINES(BACK_LINE, LINE), "program: its steps do not compute its problem: "},
};

START_TEST(each_program_is_proved) {
    const uint32_t count = sizeof proved / sizeof *proved;
    expect(proved, count, true);
    printf("check: %u programs of few numbers are proved, or told to be of another transform\n", count);
    ck_assert_uint_eq(count, 6);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("check");
    TCase *tests = tcase_create("check");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, the_net_is_sound);
    tcase_add_test(tests, mutations_are_refused);
    tcase_add_test(tests, each_rule_refuses);
    tcase_add_test(tests, each_program_is_proved);
    return test_run_suite(suite);
}
