/* cl JOB: runs OpenCL C kernels on the first OpenCL device, as a job says.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arguments are in the order of the bindings. cc tests/portable/cl.c -l:libOpenCL.so.1; the device is whichever the
 * loader gives first (OCL_ICD_VENDORS).
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "job.h"

static struct {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffers[JOB_BUFFERS];
} cl;

static int device_open(void) {
    cl_platform_id platform;
    char name[256] = "", version[256] = "";
    cl_int error = CL_SUCCESS;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) return job_fail("OpenCL", "no platform");
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device, NULL) != CL_SUCCESS)
        return job_fail("OpenCL", "no device");
    cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &error);
    if (error == CL_SUCCESS) cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, &error);
    if (error != CL_SUCCESS) return job_fail("OpenCL", "no queue");
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    clGetDeviceInfo(cl.device, CL_DEVICE_NAME, sizeof name, name, NULL);
    printf("%s, %s\n", version, name);
    return 0;
}

static int device_buffer(unsigned number, size_t bytes, const void *data) {
    cl_int error;
    cl.buffers[number] =
        clCreateBuffer(cl.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, (void *)data, &error);
    return error == CL_SUCCESS ? 0 : job_fail("OpenCL", "no buffer");
}

static int device_pass(const job_pass_t *pass) {
    const size_t invocations = pass->invocations, all = invocations * pass->workgroups;
    cl_int error;
    cl_program program = clCreateProgramWithSource(cl.context, 1, (const char **)&pass->text, &pass->size, &error);
    if (error != CL_SUCCESS || clBuildProgram(program, 1, &cl.device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) {
        static char log[4096];
        clGetProgramBuildInfo(program, cl.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        return job_fail(pass->path, log);
    }
    cl_kernel kernel = clCreateKernel(program, "main0", &error);
    for (unsigned k = 0; k < pass->count && error == CL_SUCCESS; k++) { /* parts live until the program ends */
        const cl_buffer_region region = {pass->offsets[k], pass->bytes[k]};
        cl_mem part = clCreateSubBuffer(cl.buffers[pass->buffers[k]], CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                        &region, &error);
        if (error == CL_SUCCESS) error = clSetKernelArg(kernel, k, sizeof(cl_mem), &part);
    }
    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &all, &invocations, 0, NULL, NULL);
    if (error == CL_SUCCESS) error = clFinish(cl.queue);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return error == CL_SUCCESS ? 0 : job_fail(pass->path, "was not run");
}

static int device_read(unsigned number, size_t bytes, void *data) {
    return clEnqueueReadBuffer(cl.queue, cl.buffers[number], CL_TRUE, 0, bytes, data, 0, NULL, NULL)
               ? job_fail("OpenCL", "no result")
               : 0;
}

int main(int argc, char **argv) { return job_run(argc == 2 ? argv[1] : NULL); }
