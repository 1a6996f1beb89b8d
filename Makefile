# Builds the library, the tools and the tests; see README.md for the two commands that matter: make demo, make check.
# SPDX-License-Identifier: Apache-2.0
#
#   make           build/libnbl.a, build/nbl-fft, build/nbl-bloom, build/nbl-emulate
#   make demo      installs what is missing, makes a scene and kernels, blooms them: build/demo
#   make install   headers, libraries, pkg-config and CMake files, tools and man pages into DESTDIR PREFIX (/usr/local)
#   make uninstall   removes them from there
#   make check     installs what is missing, builds and runs every test
#   make quick     installs what is missing, builds and runs unit tests of the mathematics: a minute
#   make check-all  the same without taking samples, and with lavapipe's optimisations
#   make check-faults  every allocation and file operation fails in turn, in every tool: minutes
#   make docs      documents, a reference with search: build/site
#   make pictures  the pictures of docs/blurs.md and docs/artists.md
#   make single-files LENGTHS="256 1024"  an FFT a file, for shaders without include paths: build/single-files
#   make npm       the package for JavaScript, build/npm
#   make vscode    the extension of nbl-emulate for Visual Studio Code, build/vscode
#   make wheel     the package for Python, build/wheel
#   make blender   an add-on for Blender, build/blender
#   make gegl      the bloom as an operation of GEGL and GIMP, build/gegl
#   make check-faces  installs NumPy, SciPy, GEGL, Blender and node where they are missing, and tests the library there
#   make build/ocean  the program of examples/ocean
#   make page      a page that blooms in WebGPU, build/demo-page/index.html
#   make check-portable  the texts on WebGPU in node, deno and Chromium, the npm package, the page: npm installs the peers
#   make check-vendors  our kernels by compilers for AMD, Intel, Apple, Qualcomm and NVK: 210 MB of packages, once; minutes
#   make fuzz TIME=60  every fuzz target for so many seconds; FUZZ=1 builds them by clang in build-fuzz
#   make format    lays every C and shader text out by .clang-format; make format-check tells what is not
#   V=1            prints the commands, in place of a line for each file
#   SANITIZE=1     everything under AddressSanitizer and UndefinedBehaviorSanitizer, in build-sanitize
#   BUILD=folder   another build folder
#   GLSLANG=0      without a compiler at run time, in build-no-glslang: our own kernels from MODULES, users' texts refused
#   make modules   modules.c, which a build without a compiler needs: release archives have it

ifdef FUZZ
BUILD ?= build-fuzz
CC := clang
CXX := clang++
SANITIZERS := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifdef SANITIZE
BUILD ?= build-sanitize
OPTIMIZE ?= -O0
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifeq ($(GLSLANG),0)
BUILD ?= build-no-glslang
else
BUILD ?= build
endif

# A line for each file that is made, in place of the command. V=1: the commands. make -s: neither.
QUIET = $(findstring s,$(firstword -$(MAKEFLAGS)))
ifneq ($(V),1)
SAY = @$(if $(QUIET),,printf '  %-5s %s\n' $(1) $@ &&)
endif

CC ?= cc
comma := ,
OPTIMIZE ?= -O2
DEBUG := -g
WARNINGS := -Wall -Wextra -Wpedantic
# Objects serve archives and shared libraries alike; functions of ours call each other directly in both.
PIC = -fPIC $(if $(IS_GCC),-fno-semantic-interposition)
# Contraction off is part of the promise that the same text gives the same bits everywhere (docs/theory.md).
CFLAGS_ALL = -std=c11 $(WARNINGS) $(OPTIMIZE) $(DEBUG) -ffp-contract=off -pthread $(PIC) $(SANITIZERS) $(CFLAGS)
CXXFLAGS_ALL = -std=c++17 $(WARNINGS) $(OPTIMIZE) $(DEBUG) -ffp-contract=off -pthread $(PIC) $(SANITIZERS) $(CXXFLAGS)
CPPFLAGS_ALL := -Iinclude -Ihost -Itools -I. -D_POSIX_C_SOURCE=200809L $(CPPFLAGS)
TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)
IS_GCC := $(findstring Free Software Foundation,$(shell $(CC) --version 2>/dev/null))
# Rounds every _Float16 operation, as a GPU does; on aarch64 -march=armv8.2-a+fp16 does, and gcc has no other way.
ifneq ($(IS_GCC),)
CFLAGS_ALL += $(if $(findstring aarch64,$(TARGET)),,-fexcess-precision=16)
endif

# TIFF is optional: errors per file come with libtiff 4.5.
TIFF := $(shell pkg-config --atleast-version=4.5 libtiff-4 2>/dev/null && echo libtiff-4)
IMAGE_CFLAGS = $(shell pkg-config --cflags OpenEXR libpng libjpeg lcms2 $(TIFF) 2>/dev/null) $(if $(TIFF),-DNBL_HAS_TIFF=1)
IMAGE_LIBS = $(shell pkg-config --libs OpenEXR libpng libjpeg lcms2 $(TIFF) 2>/dev/null)
ifneq ($(GLSLANG),0)
GLSLANG_LIBS := -lglslang -lHLSL -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler -lSPIRV -lSPVRemapper \
	-lglslang-default-resource-limits -lSPIRV-Tools-opt -lSPIRV-Tools
endif
CXX_LIBS := -lstdc++
# JSON of nbl-emulate --dap.
JSON_LIBS := -lcjson
LDLIBS_ALL = $(GLSLANG_LIBS) -lvulkan -Wl,--as-needed $(IMAGE_LIBS) $(CXX_LIBS) -lm -pthread
# What nbl-fft bench compares with, where it is installed: VkFFT, a header, and FFTW, linked statically if it can be.
has = $(shell printf '\043if __has_include(<$(1)>)\nyes\n\043endif\n' | $(CC) $(CPPFLAGS) -E -P - 2>/dev/null)
PEER_FLAGS :=
ifneq ($(and $(GLSLANG_LIBS),$(call has,vkFFT.h)),)
PEER_FLAGS += -DNBL_HAS_VKFFT=1 -DNBL_VKFFT_VERSION='"$(or $(shell dpkg-query -W -f '$${source:Upstream-Version}' libvkfft-dev 2>/dev/null | sed 's/+.*//'),of unknown version)"'
endif
ifneq ($(call has,fftw3.h),)
PEER_FLAGS += -DNBL_HAS_FFTW=1
FFTW_LIBS := $(foreach name,fftw3f fftw3,$(or $(filter /%,$(shell $(CC) -print-file-name=lib$(name).a)),-l$(name)))
endif
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null)

# In the library C++ is the compiler's alone; what takes its place without it is no_compiler.c.
OTHER_SYSTEMS := host/platform/$(if $(findstring mingw,$(TARGET)),posix,windows)/%
LIBRARY_SOURCES := $(sort $(filter-out $(OTHER_SYSTEMS) $(if $(GLSLANG_LIBS),host/spirv/no_compiler.c),$(wildcard host/*/*.c host/*/*/*.c $(if $(GLSLANG_LIBS),host/*/*.cpp))))
# What reads and writes files for the tools and their tests; no part of the library.
IO_OBJECTS := $(patsubst %,$(BUILD)/%.o,$(sort $(basename $(wildcard tools/io/*/*.c tools/io/*/*.cpp))))
LIBRARY_ASSEMBLY := $(sort $(wildcard host/*/*.S))
EMBEDDED := $(sort $(filter-out include/nbl/lang/c.h include/nbl/lang/flow.h include/nbl/lang/half.h include/nbl/lang/subgroup_c.h include/nbl/lang/emulator.h include/nbl/lang/calls.h include/nbl/lang/compiler.h,$(shell find include/nbl shaders -path include/nbl/host -prune -o -name '*.h' -print 2>/dev/null)))
# In order of precedence: your own files, then the library's.
FACTS_FOLDER := host/facts
OWN_FACTS := $(shell cat host/facts/order)
FACTS := $(sort $(filter-out $(OWN_FACTS:%=$(FACTS_FOLDER)/%),$(wildcard $(FACTS_FOLDER)/*.txt))) $(OWN_FACTS:%=$(FACTS_FOLDER)/%)
LIBRARY_OBJECTS := $(patsubst %,$(BUILD)/%.o,$(basename $(LIBRARY_SOURCES))) $(BUILD)/host/facts/built_in.o $(LIBRARY_ASSEMBLY:%.S=$(BUILD)/%.S.o) $(BUILD)/embedded.o $(BUILD)/modules.o
TOOLS := $(notdir $(patsubst %/,%,$(dir $(wildcard tools/*/main.c))))
# What the tools share.
COMMON_OBJECTS := $(patsubst %,$(BUILD)/%.o,$(basename $(wildcard tools/common/*.c tools/bench/*.cpp)))
TOOL_OBJECTS := $(sort $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/*/*.c)) $(COMMON_OBJECTS))
TEST_SOURCES := $(sort $(wildcard tests/*/test_*.c))
TESTS := $(TEST_SOURCES:%.c=$(BUILD)/%)
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
TEST_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/common/*.c))

.PHONY: help check-vendors docs quick quick-only single-files modules all tools tests check check-all check-only check-portable check-faces check-faces-only wheel gegl blender npm vscode page check-faults fuzz fuzzers demo demo-only setup install uninstall format format-check clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:
all: $(BUILD)/libnbl.a tools
	@$(if $(QUIET),,echo "ready: $(BUILD)/libnbl.a $(TOOLS:%=$(BUILD)/%)")

tools: $(TOOLS:%=$(BUILD)/%)
BESIDE_TESTS := $(BUILD)/ocean $(BUILD)/tests/vulkan/statistics $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/replay_%)
tests: $(TESTS) $(BESIDE_TESTS)

# make demo wants a picture soon: DEMO=1 links the tools that it runs with what they use, an archive without the rest, and has of
# the executor's kernels those of this processor's instruction set. A later make has all objects, and links again.
ifdef DEMO
LIBNBL := $(BUILD)/libnbl-demo.a
PROCESSOR := $(shell cat /proc/cpuinfo 2>/dev/null)
BEST_SET := $(firstword $(filter $(PROCESSOR),avx512vl avx2) plain)
SETS_OF_OTHERS := $(wildcard host/executor/kernels_*_float64.c host/executor/kernels_*_fused_*.c \
	$(patsubst %,host/executor/kernels_%_*.c,$(if $(filter plain,$(BEST_SET)),,$(filter-out $(BEST_SET),avx512vl avx2 sse2))))
DEMO_SOURCES := $(filter-out $(SETS_OF_OTHERS) host/interpreter/% host/scan/% host/fft/kernel_% host/fft/accessors_% host/fft/diagram%,$(LIBRARY_SOURCES))
# What links and does not run where there is nothing to debug: the emulator's kernels. They are not optimised, which takes the
# compiler a third of the time, and lie in a folder of their own, so that a later make makes its own.
COLD := $(wildcard host/bloom/kernel_*.c host/blur/kernel_*.c)
DEMO_SOURCES := $(filter-out $(COLD),$(DEMO_SOURCES))
$(LIBNBL): $(COLD:%.c=$(BUILD)/cold/%.o)
$(BUILD)/cold/%.o: OPTIMIZE := -O0
$(BUILD)/cold/%.o: %.c
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<
$(LIBNBL): $(filter $(DEMO_SOURCES:%.c=$(BUILD)/%.o) %.S.o $(BUILD)/host/facts/built_in.o $(BUILD)/embedded.o $(BUILD)/modules.o $(patsubst %.cpp,$(BUILD)/%.o,$(DEMO_SOURCES)),$(LIBRARY_OBJECTS)) \
	$(SETS_OF_OTHERS:%.c=$(BUILD)/absent/%.o)
# Without its macro a set's kernels are an empty table.
$(BUILD)/absent/%.o: %.c
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -U__AVX2__ -U__AVX512VL__ -U__SSE2__ -c -o $@ $<
else ifdef QUICK
# make quick: what needs neither the executor nor modules nor Vulkan.
LIBNBL := $(BUILD)/libnbl-quick.a
LDLIBS_ALL := -lm -pthread
QUICK_OBJECTS := $(filter $(BUILD)/host/error/% $(BUILD)/host/plan/% $(BUILD)/host/facts/% $(BUILD)/host/fft/precision.o,$(LIBRARY_OBJECTS))
$(LIBNBL): $(QUICK_OBJECTS)
else
LIBNBL := $(BUILD)/libnbl.a
endif

$(BUILD)/libcommon.a: $(COMMON_OBJECTS)
$(BUILD)/libio.a: $(IO_OBJECTS)
$(BUILD)/libnbl.a: $(LIBRARY_OBJECTS)
$(BUILD)/lib%.a:
	@rm -f $@
	$(call SAY,AR)$(AR) rcs $@ $^

# A program of the machine that builds, whatever it builds for. RUNNER runs programs of the other one, such as qemu-aarch64.
HOST_CC ?= cc
RUNNER ?=
$(BUILD)/tools/embed: tools/embed.c
	@mkdir -p $(@D)
	$(call SAY,CC)$(HOST_CC) -std=c11 $(WARNINGS) $(CPPFLAGS_ALL) -o $@ $<

# Written beside it and renamed, here and below: another make in this folder may be reading it.
$(BUILD)/embedded.c: $(BUILD)/tools/embed $(EMBEDDED)
	$(call SAY,WRITE)$(BUILD)/tools/embed $@.$$$$ $(EMBEDDED) && mv -f $@.$$$$ $@

# What was measured, as one array, by a program of the machine that builds.
FACTS_SOURCES := tools/facts.c host/facts/row.c host/facts/device_kind.c host/fft/precision.c $(wildcard host/error/*.c)
$(BUILD)/tools/facts: $(FACTS_SOURCES) $(wildcard host/facts/*.h host/error/*.h)
	@mkdir -p $(@D)
	$(call SAY,CC)$(HOST_CC) -std=c11 $(WARNINGS) $(CPPFLAGS_ALL) -o $@ $(FACTS_SOURCES)

$(BUILD)/host/facts/built_in.c: $(BUILD)/tools/facts $(FACTS)
	@mkdir -p $(@D)
	$(call SAY,WRITE)$(BUILD)/tools/facts $@.$$$$ $(FACTS) && mv -f $@.$$$$ $@

$(BUILD)/host/facts/built_in.o: $(BUILD)/host/facts/built_in.c
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

$(BUILD)/embedded.o: $(BUILD)/embedded.c
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

# Our own kernels, compiled once for all parameters (host/spirv/general).
MODULES ?= modules.c
ifneq ($(GLSLANG_LIBS),)
MAKE_MODULES_OBJECTS := $(patsubst %,$(BUILD)/%.o,$(basename tools/make_modules.c $(filter host/error/% host/platform/% host/file/% host/spirv/%,$(LIBRARY_SOURCES)))) $(BUILD)/embedded.o
$(BUILD)/tools/make_modules: $(MAKE_MODULES_OBJECTS)
	$(call SAY,LINK)$(CC) $(CFLAGS_ALL) -o $@ $^ $(GLSLANG_LIBS) -lstdc++ -lm -pthread

$(BUILD)/modules.c: $(BUILD)/tools/make_modules
	$(call SAY,WRITE)$(RUNNER) $< $@.$$$$ && mv -f $@.$$$$ $@

modules: $(BUILD)/modules.c
	cp $< $(MODULES)
else
$(BUILD)/modules.c: $(MODULES)
	@mkdir -p $(@D)
	$(call SAY,COPY)cp $< $@

$(MODULES):
	@echo "$@: missing: a release archive has it, and 'make modules' writes it where glslang is" >&2; exit 1
endif

$(BUILD)/modules.o: $(BUILD)/modules.c
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

$(BUILD)/tools/io/image/%.o: CPPFLAGS_ALL += $(IMAGE_CFLAGS)

PEER_OBJECTS := $(addprefix $(BUILD)/tools/,nbl-fft/peer_vkfft.o nbl-fft/peer_fftw.o bench/vkfft_plan.o nbl-bloom/bench_vkfft.o)
$(PEER_OBJECTS): CPPFLAGS_ALL += $(PEER_FLAGS)
$(PEER_OBJECTS): $(BUILD)/peers.txt

# C++ is for what others offer in C++ alone. Sanitizers cannot look at the types of a library built without them (vptr).
$(BUILD)/%.o: %.cpp
	@mkdir -p $(@D)
	$(call SAY,CXX)$(CXX) $(CXXFLAGS_ALL) $(if $(SANITIZERS),-fno-sanitize=vptr) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<

# VkFFT is compiled without warnings and sanitizers, which are for our own texts, and unoptimised: it writes kernels,
# whose times are the device's, and optimised it would be the longest compilation by far.
$(BUILD)/tools/bench/vkfft_plan.o: CXXFLAGS_ALL = -std=c++17 -w -O0 -g -pthread $(CXXFLAGS)

# Count the allocations of our own objects, or let them fail; of aligned_alloc, where a table of them is kept.
$(BUILD)/tests/faults/test_faults_write_text $(BUILD)/tests/bloom/test_bloom_loop: private CFLAGS_ALL += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc free)
$(BUILD)/tests/faults/test_faults_vulkan: private CFLAGS_ALL += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc free)
$(BUILD)/tests/faults/test_faults_executor: private CFLAGS_ALL += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc free pthread_create)

BESIDE_FFTW := $(addprefix $(BUILD)/tests/,fft/test_stockham_fftw executor/test_fast)
$(BESIDE_FFTW): private CPPFLAGS_ALL += $(PEER_FLAGS)
$(BESIDE_FFTW): private CHECK_LIBS += $(FFTW_LIBS)
$(BESIDE_FFTW): $(BUILD)/peers.txt

# Changes when a peer comes or goes.
$(BUILD)/peers.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(PEER_FLAGS)' | cmp -s - $@ || echo '$(PEER_FLAGS)' >$@

# For a machine that has a Vulkan driver and loader and nothing else.
STATIC_CXX = $(if $(GLSLANG_LIBS),$(if $(filter /%,$(shell $(CC) -print-file-name=libstdc++.a)),-static-libgcc -Wl$(comma)-Bstatic -lstdc++ -Wl$(comma)-Bdynamic,-lstdc++))
$(BUILD)/nbl-fft: LDLIBS_ALL = $(GLSLANG_LIBS) $(FFTW_LIBS) $(STATIC_CXX) -lm -pthread

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<

KERNEL_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard host/*/kernel_*.c))

# Loops of host code are no loops of a kernel, though the same file may include shared text (nbl/lang/flow.h).
$(filter-out $(KERNEL_OBJECTS),$(LIBRARY_OBJECTS)) \
$(TOOL_OBJECTS) $(TEST_COMMON): CPPFLAGS_ALL += -DNBL_FLOW_HOOKS=0

# What a kernel of ours takes on the CPU is calls that are not inlined, for a fifth: -O3 inlines them.
# Under sanitizers, where compiling takes longer than running, the emulator alone is optimised.
ifdef SANITIZE
$(filter $(BUILD)/host/emulator/%,$(LIBRARY_OBJECTS)): OPTIMIZE := -O1
else
$(KERNEL_OBJECTS) $(filter $(BUILD)/host/interpreter/%,$(LIBRARY_OBJECTS)): OPTIMIZE := $(OPTIMIZE:-O2=-O3)
endif

# An object for each set of instructions that a processor may have: sets.c chooses among them at run time.
# Where each variable of a radix kernel lives at every instruction would take longer to write down than to compile.
# Registers are what a kernel lacks, of AVX-512VL none: values that wait on the stack cost it a tenth.
$(BUILD)/host/executor/kernels_%.o: CFLAGS_ALL += -g1 $(if $(IS_GCC),$(if $(findstring avx512vl,$@),,-flive-range-shrinkage))
# A kernel is one function of thousands of instructions: sanitizers would take minutes and gigabytes for each. What calls
# them, and reads and writes the caller's arrays by lines, is watched.
ifneq ($(SANITIZE)$(FUZZ),)
$(BUILD)/host/executor/kernels_%.o: private SANITIZERS :=
$(BUILD)/host/executor/kernels_%.o: private OPTIMIZE := -O1
endif
ifneq ($(filter x86_64% amd64%,$(TARGET)),)
# The order of instructions, and operands from memory: a thirtieth of the time, on AMD's processors too.
$(BUILD)/host/executor/kernels_%.o: CFLAGS_ALL += $(if $(IS_GCC),-mtune=skylake)
$(BUILD)/host/executor/kernels_avx2_%.o: CFLAGS_ALL += -mavx2
$(BUILD)/host/executor/kernels_avx512vl_%.o: CFLAGS_ALL += -mavx512vl -mprefer-vector-width=256
$(addprefix $(BUILD)/host/executor/kernels_,sse2_fused_%.o avx2_fused_%.o avx512vl_fused_%.o fma_fused_%.o): CFLAGS_ALL += -mfma
$(BUILD)/host/transform/run_block_fma.o: CFLAGS_ALL += -mfma
endif

$(BUILD)/%.S.o: %.S
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

define TOOL_RULE
$(1)_OBJECTS := $$(patsubst %.c,$$(BUILD)/%.o,$$(wildcard tools/$(1)/*.c)) $$(BUILD)/libcommon.a $$(BUILD)/libio.a
$$(BUILD)/$(1): $$($(1)_OBJECTS) $$(LIBNBL)
	$$(call SAY,LINK)$$(CC) $$(CFLAGS_ALL) -o $$@ $$^ $$(LDLIBS_ALL) $$(if $$(filter nbl-emulate,$(1)),$$(JSON_LIBS))
endef
$(foreach tool,$(TOOLS),$(eval $(call TOOL_RULE,$(tool))))

# The program of examples/ocean.
OCEAN_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard examples/ocean/*.c))
$(filter-out %/emulate.o,$(OCEAN_OBJECTS)): CPPFLAGS_ALL += -DNBL_FLOW_HOOKS=0
$(BUILD)/ocean: $(OCEAN_OBJECTS) $(BUILD)/libcommon.a $(BUILD)/libio.a $(LIBNBL)
	$(call SAY,LINK)$(CC) $(CFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)

# Whole transforms are compiled in them, whose calls are uniform: optimised, they run faster (nbl/lang/calls.h).
$(filter-out $(BUILD)/tests/emulator/%,$(TESTS)): private CPPFLAGS_ALL += -DNBL_EMULATOR_CALLS=0

# Random programs; tests/emulator/divergent.sh runs others.
$(BUILD)/tests/emulator/divergent_programs.h: tests/emulator/divergent.py
	@mkdir -p $(@D)
	$(call SAY,WRITE)python3 $< 1 40 --calls >$@
$(BUILD)/tests/emulator/test_divergent: $(BUILD)/tests/emulator/divergent_programs.h
$(BUILD)/tests/emulator/test_divergent: private CPPFLAGS_ALL += -DPROGRAMS='"$(BUILD)/tests/emulator/divergent_programs.h"' -DPROGRAM_COUNT=40

# A test is compiled for one run of some seconds: a better optimisation, and where each variable lives, take longer to make
# than they save. Of hundreds of small kernels that run once each, compiling them is all that costs.
CORPUS_TESTS := $(filter $(BUILD)/tests/emulator/test_corpus_outside%,$(TESTS))
$(TESTS): private DEBUG := -g1
$(filter-out $(CORPUS_TESTS),$(TESTS)): private OPTIMIZE := $(OPTIMIZE:-O2=-O1)
$(CORPUS_TESTS): private OPTIMIZE := -O0

# A hundred programs of 15 MB are linked faster by another linker, if there is one for this system.
QUICK_LINK := $(if $(filter $(shell uname -m)-linux%,$(TARGET)),$(firstword $(foreach name,mold lld gold,$(shell command -v ld.$(name) >/dev/null && echo -fuse-ld=$(name)))))
$(TESTS) $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/replay_%): private CFLAGS_ALL += $(QUICK_LINK)

# An archive, so that a test of the CPU alone is not linked with Vulkan and the compiler.
$(BUILD)/libtests.a: $(TEST_COMMON)
TEST_LIBRARIES := $(BUILD)/libtests.a $(if $(QUICK),,$(BUILD)/libio.a) $(LIBNBL)
$(BUILD)/tests/%: tests/%.c $(TEST_LIBRARIES)
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) $(IMAGE_CFLAGS) -MMD -MP -o $@ $< $(TEST_LIBRARIES) $(CHECK_LIBS) $(LDLIBS_ALL)

# One fault at a time (tests/faults): a library that is preloaded, and a program for it to happen in.
$(BUILD)/tests/faults/inject.so: tests/faults/inject.c tests/faults/report.h
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) -std=c11 $(WARNINGS) -O2 -g -fPIC -fexceptions -shared -o $@ $< -pthread
$(BUILD)/tests/faults/library $(BUILD)/tests/faults/computing: $(BUILD)/%: %.c $(BUILD)/libio.a $(BUILD)/libnbl.a
	@mkdir -p $(@D)
	$(call SAY,LINK)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(BUILD)/tests/faults/test_faults: | $(addprefix $(BUILD)/tests/faults/,inject.so library computing)

check-vendors: all $(BUILD)/tests/vulkan/statistics
	BUILD=$(BUILD) tests/vendors/check.sh $(VENDORS)
	BUILD=$(BUILD) tests/vendors/fused.sh $${NBL_VENDORS:-$(BUILD)/vendors} $(filter-out --all,$(VENDORS))

check-faults: all $(BUILD)/tests/faults/test_faults
	@BUILD=$(BUILD) NBL_FAULTS=all $(BUILD)/tests/faults/test_faults

include packages/install.mk packages/packages.mk tests/fuzz/fuzz.mk

define HELP
make                 the library, build/libnbl.a, and the tools build/nbl-fft, nbl-bloom, nbl-emulate
make setup           installs the packages that building needs (Debian); SETUP=check: those of make check, too
make demo            a scene and its bloom, in build/demo
make quick           tests of the mathematics: a minute
make check           every test of library and tools; make check-all: without taking samples
make check-faces     tests of Python, GEGL, Blender and others; make check-portable: of WebGPU, in node and a browser
make tests           builds the tests; tests/run.sh WORD ... runs those whose path has one of the words
make docs            documents and a reference with search: build/site/index.html; installs python3 and Doxygen (Debian)
make wheel           the package for Python, in build/wheel
make npm             the package for JavaScript, in build/npm
make gegl            the operation for GEGL and GIMP; make blender: the add-on for Blender
make vscode          the extension for Visual Studio Code; make page: a page that blooms in WebGPU
make install         into PREFIX (/usr/local), below DESTDIR; make uninstall
make single-files    one file for each FFT of LENGTHS, in GLSL, HLSL and C, in build/single-files
make fuzz            runs every fuzz target for TIME seconds; make check-faults: fails each allocation in turn
make format          lays the texts out by clang-format 14; make format-check: only tells
make check-vendors   registers and spills of the kernels by other vendors' compilers; no hardware is needed
make pictures        draws the documents' pictures anew
make clean           removes build

Options: -jN, V=1 (prints the commands), BUILD=folder, CC=compiler, SANITIZE=1, NBL_SEED=n (tests). Exit status: 0 done, 2 something failed.
endef
help:
	@: $(info $(HELP))

setup:
	@tools/setup.sh $(SETUP)

JOBS := $(or $(shell nproc 2>/dev/null),1)
# None of its own below a make that was given -j.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

# The library is built while what the tests need is installed.
INSTALL_FOR_CHECK = +@tools/setup.sh check $(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/libnbl.a

check:
	$(INSTALL_FOR_CHECK)
	@$(MAKE) --no-print-directory $(PARALLEL) check-only

check-all:
	$(INSTALL_FOR_CHECK)
	@NBL_TEST_ALL=1 LIMIT=3600 CK_TIMEOUT_MULTIPLIER=10 $(MAKE) --no-print-directory $(PARALLEL) check-only

# Only the programs that this run takes are built. Which ones is asked once, so that midnight changes nothing.
check-only:
	@export NBL_PART=$${NBL_PART:-$$(($$(date +%s) / 86400))} && \
	$(MAKE) --no-print-directory all $(BESIDE_TESTS) $$(BUILD=$(BUILD) tests/run.sh --list | grep '^$(BUILD)/') && \
	BUILD=$(BUILD) tests/run.sh

# In a minute from a clean tree: bits, indices, orders, plans, twiddles, radices, elementary functions.
QUICK_TESTS := fft/test_bit fft/test_indexing fft/test_sizes fft/test_plan fft/test_plan_banks fft/test_plan_lengths \
	fft/test_twiddle fft/test_radix tgmath/test_tgmath
quick:
	+@tools/setup.sh quick
	@$(MAKE) --no-print-directory $(PARALLEL) QUICK=1 quick-only

quick-only: $(QUICK_TESTS:%=$(BUILD)/tests/%)
	@BUILD=$(BUILD) tests/run.sh $(QUICK_TESTS:%=%/)

demo:
	@echo "make demo: packages that are missing (half a minute), nbl-bloom (on two processors a minute), a scene (seconds)"
	+@tools/setup.sh demo
	@$(MAKE) -s --no-print-directory $(PARALLEL) DEMO=1 demo-only

# The site: documents, reference and search, and the page that blooms in WebGPU where `make page` has made it. Any host of
# static files takes the folder.
docs:
	+@tools/setup.sh docs
	@rm -rf $(BUILD)/site $(BUILD)/reference && mkdir -p $(BUILD)/site $(BUILD)/reference
	@docs/reference.py >$(BUILD)/reference/reference.md
	@docs/reference.py --doxygen $(BUILD)/reference
	@docs/site.py --pages $(BUILD)/reference
	@(cat docs/Doxyfile; docs/site.py --order $(BUILD)/reference; echo 'STRIP_FROM_PATH = $(BUILD)/reference'; echo 'OUTPUT_DIRECTORY = $(BUILD)/site') | doxygen -
	@docs/site.py --files $(BUILD)/site
	@[ ! -e $(BUILD)/demo-page/index.html ] || cp $(BUILD)/demo-page/index.html $(BUILD)/site/bloom-in-webgpu.html
	@echo "$(BUILD)/site/index.html"

pictures: all
	@BUILD=$(BUILD) tools/pictures.sh

demo-only: $(addprefix $(BUILD)/,nbl-bloom make-demo-inputs)
	@BUILD=$(BUILD) tools/demo.sh

# For scripts that build programs of their own: make -s print-LDLIBS_ALL
print-%:
	@echo '$($*)'

# The layout is what clang-format 14 makes of .clang-format; another version may disagree with it.
# Not the tables that are made, of plans and of lengths: for a choice among so many clang-format takes up to minutes and
# gigabytes.
FORMATTED = $(filter-out include/nbl/fft/plans_stockham.h host/plan/counted_rows.h include/nbl/fft/unsupported.h,$(filter %.c %.h %.cpp %.comp,$(shell tools/files.sh)))

format:
	clang-format -i $(FORMATTED)

format-check:
	@clang-format --dry-run --Werror $(FORMATTED)
	@! grep -nE '^.{121,}$$' $(FORMATTED) | grep -E '/\*|\*/|//|^[^:]*:[0-9]+: *\*' # comments, which it leaves as they are

clean:
	rm -rf $(BUILD)

-include $(LIBRARY_OBJECTS:.o=.d) $(MAKE_MODULES_OBJECTS:.o=.d) $(IO_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) $(OCEAN_OBJECTS:.o=.d) $(TESTS:%=%.d) $(TEST_COMMON:.o=.d) $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%.d)
