/* nbl-bloom bench: a job's results, as lines for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_job.h"

void bench_print(const bench_job_t *job) {
    printf("%-40s ", job->request.text);
    if (job->timed)
        printf("%8.4f ms  ", job->image_ns * 1e-6);
    else
        printf("compiled  ");
    printf("create %.2f s  %.1f MiB  %s\n", job->create_seconds, (double)job->memory_bytes / 1048576.0, job->about);
    for (uint32_t i = 0; i < job->pass_count; i++) {
        const bench_pass_t *pass = &job->passes[i];
        printf("    %-20s", pass->name);
        if (job->timed) printf("  %7.1f us", pass->ns * 1e-3);
        if (job->timed && pass->bytes) printf("  %.2f of a copy", pass->copy_ns / pass->ns);
        if (pass->bytes) printf("  %.1f MB", (double)pass->bytes * 1e-6);
        if (pass->sectors)
            printf("  %.2f M sectors asked, %.2f M used", (double)pass->sectors * 1e-6,
                   (double)pass->least_sectors * 1e-6);
        if (pass->workgroup_size)
            printf("  %llu workgroups of %u, %u B shared", (unsigned long long)pass->workgroups, pass->workgroup_size,
                   pass->shared_bytes);
        if (pass->registers) printf("  %u registers", pass->registers);
        printf("\n");
    }
    fflush(stdout);
}

static void write_pass(FILE *file, const bench_pass_t *pass) {
    fprintf(file,
            "\n      {\"name\": \"%s\", \"time_ns\": %.0f, \"copy_ns\": %.0f, \"bytes\": %llu, \"sectors\": %llu, "
            "\"least_sectors\": %llu,\n       \"workgroups\": %llu, \"workgroup_size\": %u, \"shared_bytes\": %u, "
            "\"registers\": %u}",
            pass->name, pass->ns, pass->copy_ns, (unsigned long long)pass->bytes, (unsigned long long)pass->sectors,
            (unsigned long long)pass->least_sectors, (unsigned long long)pass->workgroups, pass->workgroup_size,
            pass->shared_bytes, pass->registers);
}

void bench_write_json(FILE *file, const bench_job_t *job, bool first) {
    const nbl_bloom_desc_t *desc = &job->request.desc;
    fprintf(file,
            "%s\n    {\"job\": \"%s\", \"about\": \"%s\", \"width\": %u, \"height\": %u, \"kernel\": %u, "
            "\"image_ns\": %.0f, \"create_s\": %.3f,\n     \"memory_bytes\": %llu, \"passes\": [",
            first ? "" : ",", job->request.text, job->about, desc->width, desc->height, desc->kernel_width,
            job->image_ns, job->create_seconds, (unsigned long long)job->memory_bytes);
    for (uint32_t p = 0; p < job->pass_count; p++) {
        if (p) fprintf(file, ",");
        write_pass(file, &job->passes[p]);
    }
    fprintf(file, "]}");
}
