/* Metal and OpenCL C as native compilers build them give the emulator's bits, at the level that their options ask for.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Metal goes through shims/metal_stdlib and c++, OpenCL C through clang's own front end; both run in the emulator, an
 * invocation in each fiber. A compiler that may fuse, or reassociate, shows which of our protections it needs.
 */
#include <dlfcn.h>
#include <unistd.h>

#define NBL_FLOW_HOOKS 0 /* only the kernel itself is one */

#include "nbl/lang.h"
#include "tests/spirv/text_testing.h"

typedef void (*call_t)(void *const *buffers, const void *uniforms, uint32_t local_index, uint32_t group,
                       uint32_t groups);

static struct {
    call_t call;
    void *buffers[2];
    uint32_t uniforms[4];
} bound;

static void barrier(void) { NBL_WORKGROUP_BARRIER(); }
static uint32_t local_index(void) { return nbl_local_invocation_index(); }
static uint32_t group(void) { return nbl_workgroup_id().x; }
static uint32_t groups(void) { return nbl_emulator_workgroup_count().x; }

NBL_KERNEL(native) { bound.call(bound.buffers, bound.uniforms, local_index(), group(), groups()); }

/* The arguments of the kernel, whose parameters come in the order of its text. */
static void arguments_of(const char *text, bool metal, char *out, size_t room) {
    static const struct {
        const char *parameter, *metal, *opencl;
    } known[] = {{"transform_input", "(const float2 *)b[0]", "b[0]"},
                 {"transform_output", "(float2 *)b[1]", "b[1]"},
                 {"transform_constants", "*(const transform_constants_t *)u", "u"},
                 {"local_index [[", "l", NULL},
                 {"group [[", "uint3{g, 0, 0}", NULL},
                 {"groups [[", "uint3{n, 1, 1}", NULL}};
    const char *begin = strstr(text, "void main0("), *end = strchr(begin, '{');
    size_t used = 0;
    for (const char *at = begin; at < end; at++)
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            const char *argument = metal ? known[k].metal : known[k].opencl;
            size_t n = strlen(known[k].parameter);
            if (!argument || !strchr(" *&", at[-1]) || strncmp(at, known[k].parameter, n) != 0 || at[n] == '_')
                continue;
            used += (size_t)snprintf(out + used, room - used, "%s%s", used ? ", " : "", argument);
        }
}

/* What both call, or are called by; of OpenCL C by its names' mangling. */
static const char metal_functions[] =
    "\nextern \"C\" {\nvoid (*shim_barrier)(void);\n"
    "void call(void *const *b, const void *u, uint l, uint g, uint n) { main0(%s); }\n}\n";
static const char opencl_functions[] =
    "void main0(const void *, void *, const void *);\n"
    "void (*shim_barrier)(void); unsigned (*shim_local)(void), (*shim_group)(void), (*shim_groups)(void);\n"
    "void _Z7barrierj(unsigned f) { (void)f; shim_barrier(); }\n"
    "unsigned long _Z12get_local_idj(unsigned k) { return k ? 0 : shim_local(); }\n"
    "unsigned long _Z12get_group_idj(unsigned k) { return k ? 0 : shim_group(); }\n"
    "unsigned long _Z14get_num_groupsj(unsigned k) { return k ? 1 : shim_groups(); }\n"
    "void call(void *const *b, const void *u, unsigned l, unsigned g, unsigned n) { (void)l, (void)g, (void)n; "
    "main0(%s); }\n";

static void run_tool(const char *const *arguments) {
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s", output.error);
    test_output_free(&output);
}

static void *build(const char *text, bool metal, const char *const options[3]) {
    const char *source = test_path(metal ? "kernel.cpp" : "kernel.cl"), *functions = test_path("functions.c");
    const char *library = test_path("kernel.so"), *object = test_path("kernel.o");
    char arguments[512] = "";
    size_t room = strlen(text) + 2048;
    char *whole = malloc(room);
    arguments_of(text, metal, arguments, sizeof arguments);
    int n = snprintf(whole, room, "%s", text);
    if (metal) n += snprintf(whole + n, room - (size_t)n, metal_functions, arguments);
    test_write_file(source, whole, (size_t)n);
    n = snprintf(whole, room, opencl_functions, arguments);
    test_write_file(functions, whole, (size_t)n);
    free(whole);
    if (metal) {
        run_tool((const char *const[]){"g++", "-w", "-O2", "-fPIC", "-shared", "-Itests/spirv/shims", source, "-o",
                                       library, options[0], options[1], options[2], NULL});
    } else {
        run_tool((const char *const[]){"clang", "-w", "-O2", "-fPIC", "-c", "-x", "cl", "-cl-std=CL1.2", "-Xclang",
                                       "-finclude-default-header", source, "-o", object, options[0], options[1],
                                       options[2], NULL});
        run_tool((const char *const[]){"gcc", "-w", "-fPIC", "-shared", functions, object, "-o", library, NULL});
    }
    void *made = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(made != NULL, "%s", dlerror());
    unlink(library); /* so that the next one is another file */
    return made;
}

static void set(void *library, const char *name, void (*function)(void)) {
    void *variable = dlsym(library, name);
    if (variable) memcpy(variable, &function, sizeof function);
}

/* Returns how many numbers differ from the emulator's. */
static uint64_t differing(text_case_t *made, const char *text, bool metal, const char *const options[3]) {
    void *library = build(text, metal, options);
    set(library, "shim_barrier", barrier);
    set(library, "shim_local", (void (*)(void))local_index);
    set(library, "shim_group", (void (*)(void))group);
    set(library, "shim_groups", (void (*)(void))groups);
    void *call = dlsym(library, "call");
    ck_assert_ptr_nonnull(call);
    memcpy(&bound.call, &call, sizeof call);
    bound.buffers[0] = made->input;
    bound.buffers[1] = made->output;
    bound.uniforms[0] = made->plan.desc.batch;
    memset(made->output, 0, (size_t)made->plan.output_bytes);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = native;
    launch.threads = 1; /* shared memory is static */
    launch.workgroup_size[0] = made->plan.workgroup_invocations;
    launch.workgroup_count[0] = (uint32_t)made->plan.workgroups;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    ck_assert_msg(result == NBL_SUCCESS, "%s", report.message);
    dlclose(library);
    return text_differing(made);
}

static const char *const plain[3] = {NULL}, *const fusing[3] = {"-ffp-contract=fast", "-mfma"},
                         *const reckless[3] = {"-O3", "-ffast-math", "-mfma"};

/* Without the instruction nothing is fused, and nothing can be shown. */
static bool can_fuse(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("fma")) return true;
#endif
    printf("SKIPPED: native compilers: this processor has no fma of x86-64\n");
    return false;
}

/* A protection that is dropped: of the result that this number of `keep`s stands before. */
static void drop_protection(char *text, int number) {
    char *at = strstr(text, "= keep(");
    while (number-- > 0 && at) at = strstr(at + 1, "= keep(");
    ck_assert_ptr_nonnull(at);
    char *end = strstr(at, ", zero);");
    memset(at + 2, ' ', 4); /* = (a * b          ); */
    memset(end, ' ', 6);
}

START_TEST(metal) {
    if (!can_fuse()) return;
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_EXACT);
    text_case_t real = text_case(NBL_FFT_STOCKHAM, NBL_FFT_REAL, 60, true, NBL_MODE_EXACT);
    char *unprotected = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_NONE);
    char *products = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_PRODUCTS);
    char *all = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_ALL);
    char *all_real = text_of(&real, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    ck_assert_uint_eq(differing(&made, unprotected, true, plain), 0);
    ck_assert_uint_ne(differing(&made, unprotected, true, fusing), 0);
    ck_assert_uint_eq(differing(&made, products, true, fusing), 0);
    ck_assert_uint_ne(differing(&made, products, true, reckless), 0);
    ck_assert_uint_eq(differing(&made, all, true, reckless), 0);
    ck_assert_uint_eq(differing(&real, all_real, true, reckless), 0);
    drop_protection(products, 8);
    ck_assert_uint_ne(differing(&made, products, true, fusing), 0);
    nbl_text_free(unprotected);
    nbl_text_free(products);
    nbl_text_free(all);
    nbl_text_free(all_real);
    text_case_free(&made);
    text_case_free(&real);
}
END_TEST

START_TEST(opencl) {
    if (!can_fuse()) return;
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, true, NBL_MODE_EXACT);
    static const char *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    char *text = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    char *all = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_ALL);
    ck_assert_uint_eq(differing(&made, text, false, may_fuse), 0);
    ck_assert_uint_eq(differing(&made, all, false, reckless), 0);
    char *pragma = strstr(text, "#pragma OPENCL FP_CONTRACT OFF");
    ck_assert_ptr_nonnull(pragma);
    memcpy(pragma, "//", 2);
    ck_assert_uint_ne(differing(&made, text, false, may_fuse), 0);
    nbl_text_free(text);
    nbl_text_free(all);
    text_case_free(&made);
}
END_TEST

/* All lengths and kinds, where the compilers may do what the default of each target is made for. */
START_TEST(all_transforms) {
    if (!can_fuse()) return;
    static const char *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    text_case_t made = text_case_of(_i);
    char *metal_text = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    char *opencl_text = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    uint64_t by_metal = differing(&made, metal_text, true, reckless);
    uint64_t by_opencl = differing(&made, opencl_text, false, may_fuse);
    printf("%s%u%s, %s: Metal %u, OpenCL C %u of %u numbers differ\n",
           text_transforms[_i].kind == NBL_FFT_REAL ? "2 x " : "", text_transforms[_i].length,
           text_transforms[_i].inverse ? " inverse" : "", text_transforms[_i].data, (unsigned)by_metal,
           (unsigned)by_opencl, (unsigned)(made.plan.output_bytes / 4));
    ck_assert(by_metal == 0 && by_opencl == 0);
    nbl_text_free(metal_text);
    nbl_text_free(opencl_text);
    text_case_free(&made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("write_text_c");
    TCase *tests = tcase_create("native compilers");
    tcase_add_test(tests, metal);
    tcase_add_test(tests, opencl);
    if (text_cases_are_all()) tcase_add_loop_test(tests, all_transforms, 0, TEXT_TRANSFORMS);
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
