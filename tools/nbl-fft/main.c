/* nbl-fft: transforms .npy files, shows plans, the spectrum's order and the devices, draws, compiles and times kernels.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "nbl/version.h"

typedef struct command_t {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command_t;

static const char help_main[] =
    "nbl-fft: batched FFTs on Vulkan devices and on a CPU emulator of them, from one text\n"
    "\n"
    "  nbl-fft transform IN.npy OUT.npy [options]   transform a batch of complex or real signals\n"
    "  nbl-fft index --elements-per-invocation E --workgroup-size W\n"
    "                                               print the order of a spectrum as CSV\n"
    "  nbl-fft plan N [options]                     print how a length is transformed, and what it costs\n"
    "  nbl-fft diagram OUT.svg [options]            draw who holds which element when, recorded from a run\n"
    "  nbl-fft devices                              list the Vulkan devices\n"
    "  nbl-fft compile -o FILE [options]            write a kernel as SPIR-V, WGSL, Metal, HLSL, GLSL or OpenCL C\n"
    "  nbl-fft bench LENGTH[:PLAN] ... [options]    time transforms beside a copy kernel and other libraries\n"
    "  nbl-fft tune LENGTH ... -o FILE [options]    measure plans on a device, for --wisdom FILE\n"
    "  nbl-fft COMMAND --help                       the options of a command\n"
    "\n"
    "Files are NumPy's: complex64 or complex128, shape (N,) or (batch, N), C order. N has no prime factors\n"
    "but 2, 3, 5 and 7: to 8192, and powers of two to 32768; in fp64 to 4096, and powers of two to 8192.\n"
    "The output has the type and the shape of the input, and is complete or absent. float32 or float64 signals,\n"
    "with `transform --real`, have spectra of N/2 + 1 complex frequencies.\n"
    "\n"
    "Example: an impulse of 1024 elements, its flat spectrum, and the impulse back\n"
    "\n"
    "  printf '\\223NUMPY\\1\\0v\\0%-117s\\n' \"{'descr': '<c8', 'fortran_order': False, 'shape': (1024,)}\" > "
    "impulse.npy\n"
    "  { printf '\\0\\0\\200\\077'; head -c 8188 /dev/zero; } >> impulse.npy\n"
    "  nbl-fft transform impulse.npy spectrum.npy\n"
    "  nbl-fft transform spectrum.npy back.npy --inverse\n"
    "\n"
    "`nbl-fft --version` prints the version. Exit status: 0 done, 1 could not do it, 2 wrong usage. An error\n"
    "is one line: nbl-fft: what: why.\n"
    "Without a Vulkan device, and without --backend, the emulator computes; with the same plan the same bits.\n"
    "Compiled kernels are kept in $XDG_CACHE_HOME/nbl or ~/.cache/nbl, which may be deleted at any time.\n";

static const char help_transform[] =
    "nbl-fft transform IN.npy OUT.npy [options]: transform a batch of complex or real signals\n"
    "\n"
    "  --inverse                      the inverse transform, divided by N\n"
    "  --real                         real signals, to frequencies 0 to N/2; with --inverse back, to an even N,\n"
    "  --odd                          or, with this one, to an odd N\n"
    "  --order natural|native         of the spectrum: frequencies 0 to N-1, or the algorithm's own order,\n"
    "                                 written by the forward and read by the inverse transform\n"
    "  --precision fp16|fp32|fp64|fp16-storage\n"
    "                                 of the arithmetic; default: the file's. fp16-storage: computes in fp32 from "
    "halves to\n"
    "                                 halves, to 5e-4; a sum above 65504 overflows: forward, keep |x| below 65504 / N\n"
    "  --mode exact|fast              exact: no fused multiply-add, the same bits on every backend\n"
    "  --backend vulkan|emulator      default: vulkan if there is a device\n"
    "  --device N|NAME                a number of `nbl-fft devices`, or a part of a name; default: the best\n"
    "  --subgroup-size S              1 to 128, a power of two; 1: no subgroup operations. Default: the device's;\n"
    "                                 on the emulator 8\n"
    "  --algorithm stockham|radix2-shuffle\n"
    "                                 stockham: natural order is its own; radix2-shuffle: N a power of two to 32768\n"
    "  --plan TEXT                    of stockham: 16x16x4@64*1/1: radices, invocations of a transform, transforms "
    "per\n"
    "                                 workgroup, windows of an exchange; all but the radices may be left out.\n"
    "                                 Default: chosen, see `nbl-fft plan`\n"
    "  --wisdom FILE                  plans as `nbl-fft tune` measured them on this device\n"
    "  --elements-per-invocation E    of radix2-shuffle, which it implies: 2, 4, 8, 16 or 32; default: chosen\n"
    "  --workgroup-size W             likewise: 1 to 1024 invocations, a power of two; E x W = N. Default: chosen\n"
    "  --trace FILE.json              of the emulator: who ran and who waited when, for ui.perfetto.dev\n"
    "  --check                        of the emulator: look for races; what is found goes to stderr, status 1\n"
    "  --counters                     of the emulator: print what each line of the text costs: accesses, bank "
    "conflicts,\n"
    "                                 sectors, barriers. Subgroups of 32 unless told\n"
    "  --counters-json FILE.json      the same as JSON, into a file\n"
    "\n"
    "The first value of a list is the default, unless one is named. A file whose name begins with a dash goes after "
    "`--`.\n"
    "NaN and infinity are refused, and so is what the precision cannot hold.\n"
    "\n"
    "Example, with a file of your own or the one of `nbl-fft --help`:\n"
    "\n"
    "  nbl-fft transform impulse.npy spectrum.npy --plan 16x8x8 --backend emulator\n";

static const char help_index[] =
    "nbl-fft index --elements-per-invocation E --workgroup-size W: the order of a spectrum, as CSV\n"
    "\n"
    "  --elements-per-invocation E    2, 4, 8, 16 or 32\n"
    "  --workgroup-size W             1 to 1024 invocations, a power of two\n"
    "\n"
    "One line for each of the N = E x W elements that the radix-2 shuffle algorithm puts out:\n"
    "\n"
    "  output_index           k x W + t for element k of invocation t\n"
    "  dft_index              the frequency that lies there\n"
    "  mirror_output_index    where the negative of that frequency lies\n"
    "  mirror_invocation      which invocation holds that one,\n"
    "  mirror_element         and as which of its elements\n"
    "\n"
    "Example:\n"
    "\n"
    "  nbl-fft index --elements-per-invocation 2 --workgroup-size 8\n";

static const char help_devices[] = "nbl-fft devices: list the Vulkan devices that kernels can run on\n"
                                   "\n"
                                   "The number and any part of the name can be given to `nbl-fft transform --device`. "
                                   "Environment variables of the Vulkan\n"
                                   "loader, such as VK_DRIVER_FILES, choose among the drivers that are installed.\n"
                                   "\n"
                                   "Example:\n"
                                   "\n"
                                   "  nbl-fft devices\n";

static const char help_compile[] =
    "nbl-fft compile -o FILE [options]: write the kernel of a transform as SPIR-V or as text; no device is needed\n"
    "\n"
    "  -o FILE                        where to\n"
    "  --target spirv|wgsl|msl|hlsl|glsl|essl|opencl\n"
    "                                 texts: fp32 or fp16-storage, no subgroup operations; see docs/targets.md\n"
    "  --json FILE                    of a text: its bindings, uniforms and workgroup size\n"
    "  --entry NAME                   of a text: its entry point; default main, or main0 where that is not allowed\n"
    "  --opaque default|none|constants|products|all\n"
    "                                 of an exact text: how much of it is hidden from compilers that fuse and reorder\n"
    "  --length N                     2 to 32768; or give a plan, or E and W\n"
    "  --algorithm stockham|radix2-shuffle\n"
    "  --plan TEXT                    of stockham, as `nbl-fft plan` prints it; default: chosen\n"
    "  --elements-per-invocation E    of radix2-shuffle, which it implies: 2, 4, 8, 16 or 32; default: chosen\n"
    "  --workgroup-size W             likewise: 1 to 1024 invocations, a power of two; E x W = N. Default: chosen\n"
    "  --ffts-per-workgroup F         default: chosen\n"
    "  --rounds N                     transforms that a workgroup does one after the other; default 1\n"
    "  --max-shared-bytes N           of a workgroup; default 32768, texts 16384 as in WebGPU. Plans of 8192 and more\n"
    "                                 are faster with 49152\n"
    "  --max-invocations N            likewise; default 1024, texts 256\n"
    "  --subgroup-size S              1 to 128, a power of two; 1: no subgroup operations. Default: 32, texts 1\n"
    "  --inverse                      the inverse transform, divided by N\n"
    "  --real                         real signals of N, even: N reals here, N/2 + 1 frequencies there\n"
    "  --order natural|native         of the spectrum\n"
    "  --precision fp32|fp16|fp64|fp16-storage\n"
    "                                 of the arithmetic; fp16-storage: fp32 from halves to halves\n"
    "  --mode exact|fast              exact: no fused multiply-add\n"
    "  --rolled                       keep the loops, for drivers that run on the CPU (transform does so there)\n"
    "\n"
    "Prints what the program that loads it must know. Storage buffers 0 (input) and 1 (output) in set 0 hold one\n"
    "transform after the other; the push constant is their number, a uint32. Dispatch (their number / FFTs per\n"
    "workgroup / rounds), rounded up, workgroups; from 65536 on in two dimensions.\n"
    "\n"
    "Example:\n"
    "\n"
    "  nbl-fft compile --length 1024 -o fft-1024.spv\n"
    "  nbl-fft compile --length 1024 --target wgsl -o fft-1024.wgsl --json fft-1024.json\n";

static const char help_plan[] =
    "nbl-fft plan N [options]: print how the Stockham algorithm transforms a length, and what it costs\n"
    "\n"
    "  --precision fp32|fp16|fp64|fp16-storage\n"
    "                                 of the arithmetic; fp16-storage is fp32's\n"
    "  --plan TEXT                    this one, not the one that is chosen: 16x16x4@64*1/1: radices, invocations of a\n"
    "                                 transform, transforms per workgroup, windows of an exchange\n"
    "  --max-invocations N            of a workgroup, what a device allows; default 1024\n"
    "  --max-shared-bytes N           likewise; default 49152\n"
    "  --subgroup-size S              likewise; default 32\n"
    "  --counters                     run it on the emulator: barriers, shared memory, bank conflicts beside the "
    "least\n"
    "  --header                       print a text that shaders include instead: the instance of nbl/fft.h with this "
    "plan\n"
    "  --name NAME                    of that instance; default: fft_N\n"
    "  --real                         of that instance: N real numbers, N even; the plan is of N / 2\n"
    "  --table fp16|fp32|fp64         in place of N: the plans of all lengths, nbl/fft/plans_<scalar>.h\n"
    "\n"
    "Prints the plan, as text for `--plan` and as a literal for shaders; its cost, and the cheapest length that N fits "
    "in.\n"
    "\n"
    "Example:\n"
    "\n"
    "  nbl-fft plan 1000\n"
    "  nbl-fft plan 1000 --header > fft_1000.h\n";

static const char help_diagram[] =
    "nbl-fft diagram OUT.svg [options]: draw an FFT: its stages, and which invocation holds which element when\n"
    "\n"
    "  --length N                     2 to 256; or give a plan, or E and W\n"
    "  --algorithm stockham|radix2-shuffle\n"
    "  --plan TEXT                    of stockham, as `nbl-fft plan` prints it; default: chosen\n"
    "  --elements-per-invocation E    of radix2-shuffle, which it implies: 2, 4, 8, 16 or 32\n"
    "  --workgroup-size W             likewise: 1 to 128 invocations, a power of two\n"
    "  --subgroup-size S              1 to 128, a power of two; 1: no subgroup operations. Default: 4 or less\n"
    "  --inverse                      the inverse transform\n"
    "\n"
    "Nothing is drawn by a formula: the emulator runs the transform on random numbers, every butterfly, shuffle and "
    "access\n"
    "to shared memory tells of itself, and which frequency an element is follows from comparing it with the "
    "definition's.\n"
    "\n"
    "Example:\n"
    "\n"
    "  nbl-fft diagram fft-16.svg --elements-per-invocation 2 --workgroup-size 8\n";

static const char help_bench[] =
    "nbl-fft bench LENGTH[:PLAN] ... [options]: time batched transforms beside a copy kernel\n"
    "\n"
    "  --mode exact|fast              of the kernels; several joined by commas: --mode fast,exact\n"
    "  --precision fp32|fp64|fp16|fp16-storage\n"
    "                                 likewise\n"
    "  --algorithm stockham|radix2-shuffle\n"
    "  --peers                        VkFFT in the same queue, FFTW on the CPU, where they are built in\n"
    "  --json FILE, --svg FILE        all that was measured; a plot of it\n"
    "  --size MIB                     moved one way by a launch; default 256, or what the device takes\n"
    "  --runs N                       timed launches, after 30 untimed ones; default 20\n"
    "  --passes N                     over the kernels of a length, precision and mode, by turns, so that clocks are\n"
    "                                 the same for all of them; default 1\n"
    "  --tolerance PERCENT            by which copies before and after the transforms may differ; 100: no limit.\n"
    "                                 Default: 1, for devices that are a CPU 100\n"
    "  --unroll 1|0                   unroll the kernels; default: but for devices that are a CPU\n"
    "  --rounds N                     transforms that a workgroup does one after the other; default: as measured\n"
    "  --wisdom FILE                  plans as `nbl-fft tune` measured them on this device\n"
    "  --loops library|spirv-tools|driver\n"
    "                                 who unrolls the loops; several joined by commas are timed side by side, as nbl,\n"
    "                                 tools and loops; driver: SPIRV-Tools, but for loops that access memory\n"
    "  --twiddles library|two|evaluated|fourths|one|one-and-fourth\n"
    "                                 how a butterfly's twiddles are made; several joined by commas, likewise\n"
    "  --instructions default|written|late|loads-first|demanded\n"
    "                                 the order of instructions within a block; several, likewise\n"
    "  --device N|NAME                a number of `nbl-fft devices`, or a part of a name; default: the best\n"
    "\n"
    "A plan is written as 16x16x4@64*1/1: radices, invocations of an FFT, FFTs per workgroup, windows of an exchange; "
    "all but\n"
    "the radices may be left out. Forward, natural order in and out, from one buffer to another. Times are medians; "
    "the error\n"
    "is relative L2 on random data against long double. VkFFT transforms the same bytes out of\n"
    "place or in place, whichever is faster, and by its defaults in all else; FFTW's time is that of one transform.\n"
    "\n"
    "Example: nbl-fft bench 256 1024 1000 1024:8x8x16@128 --mode fast,exact --svg bench.svg\n";

static const char help_tune[] =
    "nbl-fft tune LENGTH ... -o FILE [options]: measure plans on a device, and write down the fastest\n"
    "\n"
    "  -o FILE                        for --wisdom FILE of transform and bench; what else a file of this device has,\n"
    "                                 stays\n"
    "  --mode exact|fast              exact: invocations, transforms per workgroup, windows, rounds and the order of\n"
    "                                 instructions, which change no bit; fast: radices, too\n"
    "  --precision fp32|fp64|fp16|fp16-storage\n"
    "  --plans N                      that are tried of a length at most; default 64\n"
    "  --size MIB                     moved one way by a launch; default 256, or what the device takes\n"
    "  --runs N                       timed launches, after 30 untimed ones; default 20\n"
    "  --device N|NAME                a number of `nbl-fft devices`, or a part of a name; default: the best\n"
    "\n"
    "A plan takes the place of the library's own if it is faster by a percent in two measurements.\n"
    "\n"
    "Example: nbl-fft tune 1000 1024 1440 --mode fast -o wisdom.txt\n";

static const command_t commands[] = {
    {"transform", command_transform, help_transform},
    {"index", command_index, help_index},
    {"plan", command_plan, help_plan},
    {"diagram", command_diagram, help_diagram},
    {"devices", command_devices, help_devices},
    {"compile", command_compile, help_compile},
    {"bench", command_bench, help_bench},
    {"tune", command_tune, help_tune},
};

int fail(int status, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* File names may hold anything; a message stays one line. */
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    fprintf(stderr, "nbl-fft: %s\n", text);
    return status;
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

static int run(int argc, char **argv) {
    if (argc < 2)
        return fail(EXIT_USAGE,
                    "no command: transform, index, plan, diagram, devices, compile or bench; see nbl-fft --help");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) != 0) continue;
        if (!asks_for_help(argc - 2, argv + 2)) return commands[i].run(argc - 2, argv + 2);
        fputs(commands[i].help, stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(help_main, stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("nbl-fft %d.%d.%d\n", NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH);
        return EXIT_DONE;
    }
    return fail(EXIT_USAGE,
                "%s: unknown command: transform, index, plan, diagram, devices, compile or bench; see nbl-fft --help",
                argv[1]);
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, with a message */
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) return fail(EXIT_FAILED, "standard output: cannot be written");
    return status;
}
