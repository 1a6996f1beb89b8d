/* nbl-bloom: convolves an HDR image with a kernel, on the best Vulkan device or on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

static const char help_bloom[] =
    "nbl-bloom: convolves an HDR image with a kernel by FFT\n"
    "nbl-bloom IMAGE KERNEL -o OUT [options]; also nbl-bloom kernel (makes one),\n"
    "check (advises on one), compile (writes shaders), bench; --help of each.\n"
    "Files: .exr, .hdr, .png, .jpg, .tif; in.%04d.exr or in.####.exr is a sequence.\n"
    "\n"
    "  -o OUT                      written whole or not at all\n"
    "  --padding, --padding-y zero|mirror|wrap  what lies around it (zero)\n"
    "  --kernel-mode pad|resample  exact, or by interpolated spectrum: ghosts (pad)\n"
    "  --interpolation six-taps|cubic|b-spline|linear  of resample (six-taps)\n"
    "  --normalize luminance|none  what the kernel is divided by (luminance)\n"
    "  --sharpen T                 0: the kernel as it is, 1: no bloom (0)\n"
    "  --combine replace|mix|add   how the bloom comes back to the image (replace)\n"
    "  --kernel-scale S            the kernel's size, its light kept (1)\n"
    "  --intensity I               of mix, 0 to 1, or of add (1)\n"
    "  --threshold T, --knee K     what is brighter blooms, from T - K on (all)\n"
    "  --invalid refuse|clamp, --largest M  NaN, infinity: an error, or 0 and M\n"
    "  --exposure E                of what is written, in stops (0)\n"
    "  --tonemap aces|none|reinhard  of .png and .jpg (aces; none from .png, .jpg)\n"
    "  --frames A-B                of a sequence (all that are there)\n"
    "  --kernel-center X,Y         its texel that stays (the middle of its frame)\n"
    "  --window display|data|kernel  how far light goes beyond the texels of an\n"
    "                              autocropped .exr: the frame, not at all, all of it\n"
    "  --low-resolution 2|4, --core R  the kernel's tail at 1/2 or 1/4 of the size\n"
    "  --method fft|dual-filter|prefix-sum  the last two blur without KERNEL (fft):\n"
    "      --levels L, --spread S; --sigma S, --boxes K, --wrap MODE: docs/blurs.md\n"
    "  --first-axis auto|x|y, --algorithm stockham|radix2-shuffle  (the first ones)\n"
    "  --precision fp32|fp16       how intermediates are stored (fp32)\n"
    "  --mode exact|fast           exact: the same bits on every device (exact)\n"
    "  --backend vulkan|executor|emulator  (vulkan on a GPU, else executor: CPU)\n"
    "      --threads N; emulator, to debug: --check, --trace FILE, --subgroup-size S\n"
    "  --device N|NAME, --fallback  of Vulkan; the CPU where a device fails\n"
    "  --timings FILE.json, --progress  what passes took; how far it is\n"
    "  --output-type float|half    of an .exr (as IMAGE's)\n"
    "  --layer NAME, --part N|NAME  of an .exr; the others stay as they are\n"
    "  --max-pixels N, --max-memory MIB   refuse what is larger, before it is read\n"
    "Example, with what `make demo` leaves behind:\n"
    "  build/nbl-bloom build/demo/scene.exr build/demo/heart.exr -o bloom.exr\n"
    "Exit code: 0 done, 1 could not be done, 2 wrong usage. --version: the version.\n";

static const char help_kernel[] = "nbl-bloom kernel starburst|airy|gaussian|anamorphic|glare -o K.exr [options]\n"
                                  "Makes a kernel: what a point of light becomes. Its centre is texel SIZE / 2.\n"
                                  "\n"
                                  "  --size N          texels on a side, 1 to 4096 (256)\n"
                                  "  starburst, airy, anamorphic: diffraction at the lens's aperture\n"
                                  "    --f-number F    focal length over aperture: larger, wider, softer (8)\n"
                                  "    --pixel UM      width of a texel on the sensor in micrometres (4)\n"
                                  "    --wavelength NM of light, 380 to 780 (all of them, in colour)\n"
                                  "    --blades B      of the starburst's aperture, 3 to 32: B spikes, odd 2 B (6)\n"
                                  "    --rotation DEG  of the blades (10)\n"
                                  "    --squeeze S     anamorphic: the aperture is S times narrower across (8)\n"
                                  "  gaussian: --sigma S  standard deviation in texels (8)\n"
                                  "  glare: --degrees D   of a texel, as the eye sees it (0.03)\n"
                                  "\n"
                                  "Example:\n"
                                  "  nbl-bloom kernel starburst --blades 8 -o starburst.exr\n";

static const char help_check[] = "nbl-bloom check KERNEL [--max-pixels N]\n"
                                 "Measures a kernel, and says in words what it would do to a photo.\n"
                                 "\n"
                                 "Example:\n"
                                 "  nbl-bloom check starburst.exr\n";

static const char help_compile[] =
    "nbl-bloom compile WIDTHxHEIGHT KERNEL_WIDTHxKERNEL_HEIGHT -o FOLDER [options]\n"
    "Writes the passes of a bloom of such sizes into FOLDER, which is made, and\n"
    "bloom.json: what to bind, and to dispatch. Its constants are words of 32 bits;\n"
    "floats stand in them by their bits: 1065353216 is 1.0. The interface's members\n"
    "say which are f32.\n"
    "\n"
    "  --target spirv|wgsl|msl|hlsl|glsl|essl|opencl  (spirv)\n"
    "  --padding, --padding-y, --kernel-mode, --normalize, --first-axis, --algorithm,\n"
    "  --precision, --mode         as of nbl-bloom\n"
    "  --invalid clamp|refuse, --largest M\n"
    "                              passes replace NaN and infinity, or take texels as\n"
    "                              they are (clamp)\n"
    "  --method dual-filter|prefix-sum with --levels, --spread, --sigma, --boxes,\n"
    "      --wrap, --combine, --threshold: passes of a blur, without a kernel's size\n"
    "  --low-resolution 2|4, --core R\n"
    "                              the tail at low resolution; a kernel's file in its\n"
    "                              size's place: core and tail, too\n"
    "  --in FORMAT[-image|-sampled], --out FORMAT[-image]\n"
    "                              rgba32f, rgba16f, b10g11r11, rgba8 or srgb8\n"
    "                              (rgba32f); images for spirv alone\n"
    "  --opaque default|none|constants|products|all\n"
    "                              how exact texts hide results from compilers\n"
    "  --modules fast|short        short ones are built sooner where the device's\n"
    "                              compiler is slow; same bits (fast)\n"
    "  --max-shared-bytes N        of a workgroup (texts 16384, as in WebGPU; spirv\n"
    "                              32768)\n"
    "  --max-invocations N         of a workgroup (texts 256, as in WebGPU; spirv\n"
    "                              1024)\n"
    "\n"
    "Example:\n"
    "  nbl-bloom compile 1280x720 256x256 --target wgsl -o bloom-wgsl\n";

static const char help_bench[] =
    "usage: nbl-bloom bench [--device NAME] [--images N] [--warm-up SECONDS] [--json FILE] [--svg FILE] [--count]\n"
    "                       [--compile] JOB ...\n"
    "  JOB  WIDTHxHEIGHT:KERNEL[:fp16][:exact][:mirror][:wrap][:resample][:grey][:radix2][:y][:ladder][:columns=F]\n"
    "       [:clamp], which replaces NaN and infinity,\n"
    "       [:rows=PLAN][:lines=PLAN][:back=PLAN], each pass's own, as 16x16x8@128*3/2 (nbl-fft plan),\n"
    "       [:in=FORMAT[-image|-sampled]][:out=FORMAT[-image]], rgba32f, rgba16f, b10g11r11, rgba8 or srgb8;\n"
    "       or WIDTHxHEIGHT:KERNEL:dual-filter[=LEVELS], :prefix-sum[=SIGMA] or, as a peer, "
    ":vkfft[=WIDTHxHEIGHT],\n"
    "       padded: VkFFT's convolution, of floats or with :fp16 of halves\n"
    "  Times N images (20) in one command buffer, per image, and each pass beside a copy of as many bytes.\n"
    "  --count prints the sectors that each pass of a bloom requests and uses, from the emulator; --compile only\n"
    "  fills the cache.\n"
    "  Example: nbl-bloom bench 1280x720:256 1920x1080:256:fp16:in=rgba16f-sampled 1280x720:256:dual-filter\n";

static const command_t commands[] = {
    {"", tool_bloom, help_bloom},      {"kernel", kernel_main, help_kernel},
    {"check", check_main, help_check}, {"compile", compile_main, help_compile},
    {"bench", bench_main, help_bench}, {NULL, NULL, NULL},
};

int main(int argc, char **argv) { return run_tool("nbl-bloom", help_bloom, commands, argc, argv); }
