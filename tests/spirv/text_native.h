/* A kernel's text as native compilers build it, run in the emulator, an invocation in each fiber.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Metal goes through shims/metal_stdlib and c++, OpenCL C through clang's own front end.
 */
#ifndef NBL_TESTS_SPIRV_TEXT_NATIVE_H
#define NBL_TESTS_SPIRV_TEXT_NATIVE_H

#include <dlfcn.h>
#include <unistd.h>

#define NBL_FLOW_HOOKS 0 /* only the kernel itself is one */

#include "nbl/lang.h"
#include "tests/spirv/text_testing.h"

enum { NATIVE_BINDINGS = 8 };

typedef void (*call_t)(void *const *buffers, uint32_t local_index, uint32_t group, uint32_t groups);

static struct {
    call_t call;
    void *buffers[NATIVE_BINDINGS]; /* by their bindings, the uniforms among them */
} bound;

static void barrier(void) { NBL_WORKGROUP_BARRIER(); }
static uint32_t local_index(void) { return nbl_local_invocation_index(); }
static uint32_t group(void) { return nbl_workgroup_id().x; }
static uint32_t groups(void) { return nbl_emulator_workgroup_count().x; }

NBL_KERNEL(native) { bound.call(bound.buffers, local_index(), group(), groups()); }

/* The arguments of the kernel: what the text's head binds, in its order, and Metal's built-ins. */
static void arguments_of(const char *text, bool metal, char *out, size_t room) {
    static const char *const built_ins[][2] = {
        {"local_index [[", "l"}, {"group [[", "uint3{g, 0, 0}"}, {"groups [[", "uint3{n, 1, 1}"}};
    const char *begin = strstr(text, "void main0(");
    size_t used = 0, length = (size_t)(strchr(begin, '{') - begin);
    for (const char *at = text; (at = strstr(at, "//   binding ")) != NULL && at < begin; at++) {
        unsigned number;
        char name[64], kind[64], cast[96] = "";
        ck_assert_int_eq(sscanf(at, "//   binding %u %63s %63[a-z0-9]", &number, name, kind), 3);
        ck_assert_uint_lt(number, NATIVE_BINDINGS);
        bool uniforms = strcmp(kind, "uniforms") == 0;
        if (metal && uniforms) snprintf(cast, sizeof cast, "*(const %s_t *)", name);
        if (metal && !uniforms) snprintf(cast, sizeof cast, "(%s *)", kind);
        used += (size_t)snprintf(out + used, room - used, "%s%sb[%u]", used ? ", " : "", cast, number);
    }
    for (const char *at = begin; metal && at < begin + length; at++)
        for (size_t k = 0; k < sizeof built_ins / sizeof *built_ins; k++)
            if (at[-1] == ' ' && strncmp(at, built_ins[k][0], strlen(built_ins[k][0])) == 0)
                used += (size_t)snprintf(out + used, room - used, ", %s", built_ins[k][1]);
}

/* What both call, or are called by; of OpenCL C by its names' mangling. */
static const char metal_functions[] = "\nextern \"C\" {\nvoid (*shim_barrier)(void);\n"
                                      "void call(void *const *b, uint l, uint g, uint n) { main0(%s); }\n}\n";
static const char opencl_functions[] =
    "void main0();\n"
    "void (*shim_barrier)(void); unsigned (*shim_local)(void), (*shim_group)(void), (*shim_groups)(void);\n"
    "void _Z7barrierj(unsigned f) { (void)f; shim_barrier(); }\n"
    "unsigned long _Z12get_local_idj(unsigned k) { return k ? 0 : shim_local(); }\n"
    "unsigned long _Z12get_group_idj(unsigned k) { return k ? 0 : shim_group(); }\n"
    "unsigned long _Z14get_num_groupsj(unsigned k) { return k ? 1 : shim_groups(); }\n"
    "typedef float float2 __attribute__((vector_size(8)));\n"
    "float2 _Z11vload_half2mPU9CLprivateKDh(unsigned long k, const _Float16 *h) { return (float2){h[2 * k], h[2 * k + "
    "1]}; }\n"
    "void _Z16vstore_half2_rteDv2_fmPU9CLprivateDh(float2 x, unsigned long k, _Float16 *h) { h[2 * k] = x[0], h[2 * k "
    "+ 1] = "
    "x[1]; }\n"
    "float fmaf(float, float, float);\n"
    "float _Z3fmafff(float a, float b, float c) { return fmaf(a, b, c); }\n"
    "void call(void *const *b, unsigned l, unsigned g, unsigned n) { (void)l, (void)g, (void)n; main0(%s); }\n";

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

/* Launches a text with what is bound. */
static void run_native(const char *text, bool metal, const char *const options[3], uint32_t workgroup_size,
                       uint64_t workgroups) {
    void *library = build(text, metal, options);
    set(library, "shim_barrier", barrier);
    set(library, "shim_local", (void (*)(void))local_index);
    set(library, "shim_group", (void (*)(void))group);
    set(library, "shim_groups", (void (*)(void))groups);
    void *call = dlsym(library, "call");
    ck_assert_ptr_nonnull(call);
    memcpy(&bound.call, &call, sizeof call);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = native;
    launch.threads = 1; /* shared memory is static */
    launch.workgroup_size[0] = workgroup_size;
    launch.workgroup_count[0] = (uint32_t)workgroups;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    ck_assert_msg(result == NBL_SUCCESS, "%s", report.message);
    dlclose(library);
}

#endif
