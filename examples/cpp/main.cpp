/* A C++ program: rows transformed by a kernel of its own on the emulator, and by one call; both have the same bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft.h"

#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

NBL_STRUCT(job_t) { uint32_t rows; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_BUFFER(1, nbl_float32_t2, spectra)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 240
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * row_length + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) { row_forward(row_place(NBL_PUSH_CONSTANT(job).rows)); }

int main() {
    const uint32_t count = 7;
    std::vector<nbl_float32_t2> in(count * row_length), by_kernel(in.size()), by_call(in.size());
    std::mt19937 random;
    for (nbl_float32_t2 &z : in) {
        z.x = float(random()) / 4e9f;
        z.y = float(random()) / 4e9f;
    }
    job_t constants = {count};
    nbl_emulator_resource_t buffers[] = {{in.data(), in.size() * 8, 0}, {by_kernel.data(), by_kernel.size() * 8, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = rows;
    launch.workgroup_size[0] = row_workgroup_size;
    launch.workgroup_count[0] = (count + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup;
    launch.push_constants = &constants;
    launch.resources = buffers;
    launch.resource_count = 2;
    nbl_emulator_report_t report;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) return std::fprintf(stderr, "%s\n", report.message), 1;

    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 1, problem.sizes[0] = row_length, problem.batch = count;
    nbl_fft_t *fft = nullptr;
    nbl_error_t error;
    nbl_result_t result = nbl_fft_make_cpu(&problem, &fft, &error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(fft, in.data(), by_call.data(), &error);
    nbl_fft_destroy(fft);
    if (result != NBL_SUCCESS) return std::fprintf(stderr, "%s\n", error.text), 1;
    const bool same = std::memcmp(by_kernel.data(), by_call.data(), in.size() * 8) == 0;
    std::printf("%u rows of %u: %s bits\n", count, unsigned(row_length), same ? "the same" : "other");
    return same ? 0 : 1;
}
