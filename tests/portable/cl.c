/* cl JOB: runs OpenCL C kernels one after the other on the first OpenCL device, as the lines of a file say.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   buffer BYTES FILE                                         its contents, or - for zeros; buffers are counted from 0
 *   pass FILE INVOCATIONS WORKGROUPS ARGUMENTS BUFFER ...     ARGUMENTS buffers, in the order of the text
 *   read BUFFER FILE
 *
 * cc tests/portable/cl.c -l:libOpenCL.so.1; the device is whichever the loader gives first (OCL_ICD_VENDORS).
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_file.h"

enum { BUFFERS = 64 };

static struct {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffers[BUFFERS];
    size_t bytes[BUFFERS];
    unsigned count;
} cl;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "cl: %s: %s\n", what, why);
    return 1;
}

static int open_device(void) {
    cl_platform_id platform;
    char name[256] = "", version[256] = "";
    cl_int error = CL_SUCCESS;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) return fail("OpenCL", "no platform");
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device, NULL) != CL_SUCCESS)
        return fail("OpenCL", "no device");
    cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &error);
    if (error == CL_SUCCESS) cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, &error);
    if (error != CL_SUCCESS) return fail("OpenCL", "no queue");
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    clGetDeviceInfo(cl.device, CL_DEVICE_NAME, sizeof name, name, NULL);
    printf("%s, %s\n", version, name);
    return 0;
}

static int make_buffer(size_t bytes, const char *path) {
    size_t size = 0;
    char *data = strcmp(path, "-") == 0 ? calloc(bytes, 1) : read_file(path, &size);
    cl_int error;
    if (cl.count == BUFFERS || !data || (size != 0 && size != bytes)) return fail(path, "no such contents");
    cl.buffers[cl.count] = clCreateBuffer(cl.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, &error);
    cl.bytes[cl.count++] = bytes;
    free(data);
    return error == CL_SUCCESS ? 0 : fail(path, "no buffer");
}

static int run_pass(FILE *job, const char *path, size_t invocations, size_t workgroups, unsigned arguments) {
    size_t size, all = invocations * workgroups;
    char *text = read_file(path, &size);
    cl_int error;
    if (!text) return fail(path, "cannot be read");
    cl_program program = clCreateProgramWithSource(cl.context, 1, (const char **)&text, &size, &error);
    if (error != CL_SUCCESS || clBuildProgram(program, 1, &cl.device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) {
        static char log[4096];
        clGetProgramBuildInfo(program, cl.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        return fail(path, log);
    }
    cl_kernel kernel = clCreateKernel(program, "main0", &error);
    for (unsigned k = 0; k < arguments && error == CL_SUCCESS; k++) {
        unsigned buffer;
        if (fscanf(job, "%u", &buffer) != 1 || buffer >= cl.count) return fail(path, "an argument is no buffer");
        error = clSetKernelArg(kernel, k, sizeof(cl_mem), &cl.buffers[buffer]);
    }
    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &all, &invocations, 0, NULL, NULL);
    if (error == CL_SUCCESS) error = clFinish(cl.queue);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(text);
    return error == CL_SUCCESS ? 0 : fail(path, "was not run");
}

static int read_buffer(unsigned buffer, const char *path) {
    if (buffer >= cl.count) return fail(path, "there is no such buffer");
    char *data = malloc(cl.bytes[buffer]);
    FILE *file = fopen(path, "wb");
    int bad = !data || !file ||
              clEnqueueReadBuffer(cl.queue, cl.buffers[buffer], CL_TRUE, 0, cl.bytes[buffer], data, 0, NULL, NULL) ||
              fwrite(data, 1, cl.bytes[buffer], file) != cl.bytes[buffer];
    if (file && fclose(file) != 0) bad = 1;
    free(data);
    return bad ? fail(path, "no result") : 0;
}

int main(int argc, char **argv) {
    char word[16], path[4096];
    FILE *job = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!job) return fail("usage", "cl JOB");
    int failed = open_device();
    while (!failed && fscanf(job, "%15s", word) == 1) {
        unsigned long a = 0, b = 0;
        unsigned n = 0;
        if (strcmp(word, "buffer") == 0 && fscanf(job, "%lu %4095s", &a, path) == 2)
            failed = make_buffer(a, path);
        else if (strcmp(word, "pass") == 0 && fscanf(job, "%4095s %lu %lu %u", path, &a, &b, &n) == 4)
            failed = run_pass(job, path, a, b, n);
        else if (strcmp(word, "read") == 0 && fscanf(job, "%u %4095s", &n, path) == 2)
            failed = read_buffer(n, path);
        else
            failed = fail(argv[1], "a line that is none");
    }
    fclose(job);
    return failed;
}
