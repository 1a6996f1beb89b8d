/* Where the bits of floats come from: the first instruction whose result Vulkan leaves open.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that these cases catch, each tried: results of functions, values that meet behind branches, or shared
 * memory are not followed; the later of two stays; a store does not end what was there; a product counts that no sum
 * takes; each conversion counts; a subgroup's lanes are taken for one.
 */
#include "tests/interpreter/interpreter_testing.h"

typedef struct case_t {
    const char *name;
    const char *body; /* the line with //! has the instruction */
    nbl_interpreter_freedom_t freedom;
    uint32_t element;
} case_t;

#define NOT NBL_INTERPRETER_FREE_NOT
#define ROUNDING NBL_INTERPRETER_FREE_ROUNDING
#define CONTRACTION NBL_INTERPRETER_FREE_CONTRACTION
#define ORDER NBL_INTERPRETER_FREE_ORDER
#define SUMS NBL_INTERPRETER_FREE_SUMS
#define NARROWING NBL_INTERPRETER_FREE_NARROWING
#define FUSING NBL_INTERPRETER_FREE_FUSING

#define HEAD \
    "#version 450\n" \
    "#extension GL_KHR_shader_subgroup_shuffle : require\n" \
    "#extension GL_KHR_shader_subgroup_arithmetic : require\n" \
    "layout(local_size_x = 64) in;\n" \
    "shared float s[64];\n" \
    "layout(binding = 0) buffer O { float o[]; };\n" \
    "layout(binding = 1) buffer B { float b[]; };\n" \
    "layout(binding = 2) buffer C { uint c; };\n" \
    "float third(float v) {\n" \
    "    if (v > 9.0) return 1.0;\n" \
    "    return v / 3.0; //in a function\n" \
    "}\n" \
    "void main() {\n" \
    "uint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\n" \
    "float x = b[g];\n"

/* x: a float of a buffer; o: what is watched. */
static const case_t cases[] = {
    {"a root", "o[g] = sqrt(x); //!", ROUNDING, 0},
    {"a sum", "o[g] = x + 1.0;", NOT, 0},
    {"a product and a sum", "o[g] = x * 3.0 + 1.0; //!", CONTRACTION, 0},
    {"a product that is rounded by itself", "precise float p = x * 3.0 + 1.0;\no[g] = p;", NOT, 0},
    {"a product alone", "o[g] = x * 3.0;", NOT, 0},
    {"a product of which a root is taken", "float p = x * 3.0;\no[g] = sqrt(p); //!", ROUNDING, 0},
    {"a product, a variable and a sum", "float p = x;\nif (x > 0.0)\np = x * 3.0; //!\no[g] = p + 1.0;", CONTRACTION,
     0},
    {"the first of two", "float p = sqrt(x); //!\no[g] = sin(p + 1.0);", ROUNDING, 0},
    {"a sum of products", "o[g] = dot(vec2(x, 1.0), vec2(x, 2.0)); //!", CONTRACTION, 0},
    {"through shared memory", "s[t] = sqrt(x); //!\nbarrier();\no[g] = s[63 - t] + 1.0;", ROUNDING, 0},
    {"overwritten in shared memory", "s[t] = sqrt(x);\ns[t] = x;\nbarrier();\no[g] = s[63 - t] + 1.0;", NOT, 0},
    {"through the buffer itself", "o[g] = sqrt(x); //!\no[g] = o[g] + 1.0;", ROUNDING, 0},
    {"a function", "o[g] = third(x) + 1.0;", ROUNDING, 0},
    {"a function's other result", "o[g] = third(x + 10.0) + 1.0;", NOT, 0},
    {"behind a branch", "float p = 1.0;\nif (t == 0)\np = sqrt(x); //!\no[g] = p;", ROUNDING, 0},
    {"behind a branch that it did not take", "float p = 1.0;\nif (t == 0)\np = sqrt(x);\no[g] = p;", NOT, 1},
    {"what chose one of two", "bool yes = t == 0 &&\nsqrt(x) > 0.5; //!\no[g] = yes ? x : 2.0;", ROUNDING, 0},
    {"round a loop", "float p = x;\nfor (int i = 0; i < 3; i++)\np = p / 1.5; //!\no[g] = p;", ROUNDING, 0},
    {"in an array", "float a[4];\na[t & 3] = sqrt(x); //!\no[g] = a[t & 3];", ROUNDING, 0},
    {"beside it in an array", "float a[4];\na[0] = x; a[1] = x;\na[t & 1] = sqrt(x);\no[g] = a[(t & 1) ^ 1];", NOT, 0},
    {"by another lane", "float p = x;\nif ((t & 1) == 1)\np = sqrt(x); //!\no[g] = subgroupShuffleXor(p, 1);", ROUNDING,
     0},
    {"by a lane without", "float p = x;\nif ((t & 1) == 1)\np = sqrt(x);\no[g] = subgroupShuffleXor(p, 1);", NOT, 1},
    {"a subgroup's sum", "o[g] = subgroupAdd(x); //!", SUMS, 0},
    {"a subgroup's product, then its sum", "float p = subgroupMul(x); //!\no[g] = subgroupAdd(p);", SUMS, 0},
    {"a subgroup's maximum", "o[g] = subgroupMax(x);", NOT, 0},
    {"a place in a list", "o[g] = float(atomicAdd(c, 1)); //!", ORDER, 0},
    {"a number with few digits", "o[g] = float(t);", NOT, 0},
    {"a number with too many digits", "o[g] = float(t + 16777217); //!", NARROWING, 0},
    {"a double's digits", "double d = double(x) * 0.1lf;\no[g] = float(d); //!", NARROWING, 0},
    {"a multiply-add", "o[g] = fma(x, 3.0, 1.0); //!", FUSING, 0},
    {"a multiply-add before a quotient", "float p = fma(float(t), 2.0, 1.0); //!\no[g] = p / 3.0;", FUSING, 0},
    {"its neighbour", "o[g] = float(t + 16777217);", NOT, 1},
    {"one of two", "o[g] = t == 0 ? x : 2.0;", NOT, 0},
};

static uint32_t line_of(const char *text, const char *words) {
    const char *at = strstr(text, words);
    uint32_t line = 1;
    ck_assert_ptr_nonnull(at);
    for (const char *c = text; c < at; c++) line += *c == '\n';
    return line;
}

static void run_case(const case_t *each, nbl_optimize_t optimize) {
    static nbl_interpreter_report_t report;
    char text[2048];
    float o[128] = {0}, b[128];
    uint32_t c = 0;
    for (uint32_t i = 0; i < 128; i++) b[i] = 1.0f + (float)(i % 4u);
    snprintf(text, sizeof text, HEAD "%s\n}\n", each->body);
    const nbl_compile_desc_t desc = {.file = "trace.comp",
                                     .text = text,
                                     .mode = NBL_MODE_FAST, /* products may be contracted */
                                     .optimize = optimize,
                                     .from_text = true,
                                     .debug = true};
    nbl_spirv_t spirv;
    nbl_error_t error;
    TEST_EXPECT(nbl_compile(&desc, &spirv, &error));
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = o, .bytes = sizeof o},
                                                  {.binding = 1, .data = b, .bytes = sizeof b},
                                                  {.binding = 2, .data = &c, .bytes = sizeof c}};
    nbl_interpreter_watch_t watch = {.data = &o[64 + each->element]};
    const nbl_interpreter_run_t run = {.bindings = bindings,
                                       .binding_count = 3,
                                       .groups = {2, 1, 1},
                                       .check = true,
                                       .watches = &watch,
                                       .watch_count = 1};
    nbl_interpreter_run(interpreter, &run, &report);
    ck_assert_msg(report.result == NBL_SUCCESS, "%s: %s", each->name, report.message);
    ck_assert_msg(watch.stored && watch.workgroup == 1 && watch.invocation == each->element, "%s: who", each->name);
    ck_assert_msg(watch.freedom == each->freedom, "%s: %d", each->name, (int)watch.freedom);
    if (each->freedom != NBL_INTERPRETER_FREE_NOT) {
        const uint32_t line = line_of(text, strstr(each->body, "//!") != NULL ? "//!" : "//in a function");
        ck_assert_msg(watch.origin.line == line, "%s: line %u, not %u", each->name, (unsigned)watch.origin.line,
                      (unsigned)line);
    }
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}

START_TEST(origins) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_case(&cases[i], NBL_OPTIMIZE_NONE);
        run_case(&cases[i], NBL_OPTIMIZE_UNROLL);
    }
    printf("%u cases\n", (unsigned)(sizeof cases / sizeof cases[0]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("origins of floats");
    TCase *one = tcase_create("origins of floats");
    tcase_set_timeout(one, 120);
    tcase_add_test(one, origins);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
