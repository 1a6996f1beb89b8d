# Builds the library, the tools and the tests; see README.md for the two commands that matter: make demo, make check.
# SPDX-License-Identifier: Apache-2.0
#
#   make           build/libnbl.a, build/nbl-fft, build/nbl-bloom
#   make demo      installs what is missing, makes a scene and kernels, blooms them: build/demo
#   make check     installs what is missing, builds and runs every test
#   make format    lays every C and shader text out by .clang-format; make format-check tells what is not
#   SANITIZE=1     everything under AddressSanitizer and UndefinedBehaviorSanitizer, in build-sanitize
#   BUILD=folder   another build folder

ifdef SANITIZE
BUILD ?= build-sanitize
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else
BUILD ?= build
endif

CC ?= cc
comma := ,
OPTIMIZE ?= -O2
WARNINGS := -Wall -Wextra -Wpedantic
# Contraction off is part of the promise that the same text gives the same bits everywhere (docs/theory.md).
CFLAGS_ALL = -std=c11 $(WARNINGS) $(OPTIMIZE) -g -ffp-contract=off -pthread $(SANITIZERS) $(CFLAGS)
CPPFLAGS_ALL := -Iinclude -Ihost -Itools -I. -D_POSIX_C_SOURCE=200809L $(CPPFLAGS)
IS_GCC := $(findstring Free Software Foundation,$(shell $(CC) --version 2>/dev/null))
ifneq ($(IS_GCC),)
CFLAGS_ALL += -fexcess-precision=16 # rounds every _Float16 operation, as a GPU does
endif

IMAGE_CFLAGS = $(shell pkg-config --cflags OpenEXR libpng 2>/dev/null)
IMAGE_LIBS = $(shell pkg-config --libs OpenEXR libpng 2>/dev/null)
GLSLANG_LIBS := -lglslang -lHLSL -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler -lSPIRV -lSPVRemapper \
	-lglslang-default-resource-limits -lSPIRV-Tools-opt -lSPIRV-Tools
LDLIBS_ALL = $(GLSLANG_LIBS) -lvulkan -Wl,--as-needed $(IMAGE_LIBS) -lstdc++ -lm -pthread
# What nbl-fft bench compares with, where it is installed: VkFFT, a header, and FFTW, linked statically if it can be.
has = $(shell printf '\043if __has_include(<$(1)>)\nyes\n\043endif\n' | $(CC) $(CPPFLAGS) -E -P - 2>/dev/null)
PEER_FLAGS :=
ifneq ($(call has,vkFFT.h),)
PEER_FLAGS += -DNBL_HAS_VKFFT=1 -DNBL_VKFFT_VERSION='"$(or $(shell dpkg-query -W -f '$${source:Upstream-Version}' libvkfft-dev 2>/dev/null | sed 's/+.*//'),of unknown version)"'
endif
ifneq ($(call has,fftw3.h),)
PEER_FLAGS += -DNBL_HAS_FFTW=1
FFTW_LIBS := $(foreach name,fftw3f fftw3,$(or $(filter /%,$(shell $(CC) -print-file-name=lib$(name).a)),-l$(name)))
endif
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null)

LIBRARY_SOURCES := $(sort $(wildcard host/*/*.c))
# What reads and writes files for the tools and their tests; no part of the library.
IO_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tools/io/*/*.c)))
LIBRARY_ASSEMBLY := $(sort $(wildcard host/*/*.S))
EMBEDDED := $(sort $(filter-out include/nbl/lang/c.h include/nbl/lang/subgroup_c.h include/nbl/lang/emulator.h,$(shell find include/nbl shaders -path include/nbl/host -prune -o -name '*.h' -print 2>/dev/null)))
LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(BUILD)/%.o) $(LIBRARY_ASSEMBLY:%.S=$(BUILD)/%.S.o) $(BUILD)/embedded.o
TOOLS := $(notdir $(patsubst %/,%,$(dir $(wildcard tools/*/main.c))))
BENCH_OBJECTS := $(patsubst %,$(BUILD)/%.o,$(basename $(wildcard bench/*.c bench/*.cpp)))
TOOL_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/*/*.c)) $(BENCH_OBJECTS)
TEST_SOURCES := $(sort $(wildcard tests/*/test_*.c))
TESTS := $(TEST_SOURCES:%.c=$(BUILD)/%)
TEST_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/common/*.c))

.PHONY: all tools tests check check-only demo demo-only setup format format-check clean FORCE
.SECONDARY:
all: $(BUILD)/libnbl.a tools

tools: $(TOOLS:%=$(BUILD)/%)
tests: $(TESTS)

$(BUILD)/libio.a: $(IO_OBJECTS)
$(BUILD)/libnbl.a: $(LIBRARY_OBJECTS)
$(BUILD)/libio.a $(BUILD)/libnbl.a:
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tools/embed: tools/embed.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -o $@ $<

$(BUILD)/embedded.c: $(BUILD)/tools/embed $(EMBEDDED)
	$(BUILD)/tools/embed $@ $(EMBEDDED)

$(BUILD)/embedded.o: $(BUILD)/embedded.c
	$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

$(BUILD)/tools/io/image/%.o: CPPFLAGS_ALL += $(IMAGE_CFLAGS)

PEER_OBJECTS := $(addprefix $(BUILD)/bench/,peer_vkfft.o peer_fftw.o vkfft_plan.o)
$(PEER_OBJECTS): CPPFLAGS_ALL += $(PEER_FLAGS)
$(PEER_OBJECTS): $(BUILD)/peers.txt

# Only a header of others' is C++. It has more warnings than one wants to see, and sanitizers are for our own text.
$(BUILD)/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -w -O1 -g -pthread $(CXXFLAGS) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<

$(BUILD)/tests/fft/test_stockham_fftw: private CPPFLAGS_ALL += $(PEER_FLAGS)
$(BUILD)/tests/fft/test_stockham_fftw: private CHECK_LIBS += $(FFTW_LIBS)
$(BUILD)/tests/fft/test_stockham_fftw: $(BUILD)/peers.txt

# Changes when a peer comes or goes.
$(BUILD)/peers.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(PEER_FLAGS)' | cmp -s - $@ || echo '$(PEER_FLAGS)' >$@

# For a machine that has a Vulkan driver and loader and nothing else.
STATIC_CXX = $(if $(filter /%,$(shell $(CC) -print-file-name=libstdc++.a)),-static-libgcc -Wl$(comma)-Bstatic -lstdc++ -Wl$(comma)-Bdynamic,-lstdc++)
nbl-fft_OBJECTS := $(BENCH_OBJECTS)
$(BUILD)/nbl-fft: LDLIBS_ALL = $(GLSLANG_LIBS) $(FFTW_LIBS) $(STATIC_CXX) -lm -pthread

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -MMD -MP -c -o $@ $<

# What a kernel of ours takes on the CPU is calls that are not inlined, for a fifth: -O3 inlines them.
ifndef SANITIZE
$(patsubst %.c,$(BUILD)/%.o,$(wildcard host/*/kernel_*.c)): OPTIMIZE := $(OPTIMIZE:-O2=-O3)
endif

$(BUILD)/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -c -o $@ $<

define TOOL_RULE
$(1)_OBJECTS := $$(patsubst %.c,$$(BUILD)/%.o,$$(wildcard tools/$(1)/*.c)) $$($(1)_OBJECTS) $$(BUILD)/libio.a
$$(BUILD)/$(1): $$($(1)_OBJECTS) $$(BUILD)/libnbl.a
	$$(CC) $$(CFLAGS_ALL) -o $$@ $$^ $$(LDLIBS_ALL)
endef
$(foreach tool,$(TOOLS),$(eval $(call TOOL_RULE,$(tool))))

$(BUILD)/tests/%: tests/%.c $(TEST_COMMON) $(BUILD)/libio.a $(BUILD)/libnbl.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) $(IMAGE_CFLAGS) -MMD -MP -o $@ $< $(TEST_COMMON) $(BUILD)/libio.a $(BUILD)/libnbl.a $(CHECK_LIBS) $(LDLIBS_ALL)

setup:
	@tools/setup.sh $(SETUP)

JOBS := $(or $(shell nproc 2>/dev/null),1)

check:
	@$(MAKE) --no-print-directory setup SETUP=check
	@$(MAKE) --no-print-directory -j$(JOBS) check-only

check-only: all tests
	@BUILD=$(BUILD) tests/run.sh

demo:
	@$(MAKE) --no-print-directory setup SETUP=demo
	@$(MAKE) --no-print-directory -j$(JOBS) demo-only

demo-only: all
	@BUILD=$(BUILD) tools/demo.sh

# For scripts that build programs of their own: make -s print-LDLIBS_ALL
print-%:
	@echo '$($*)'

# The layout is what clang-format 14 makes of .clang-format; another version may disagree with it.
FORMATTED = $(shell git ls-files '*.c' '*.h' '*.cpp' '*.comp')

format:
	clang-format -i $(FORMATTED)

format-check:
	@clang-format --dry-run --Werror $(FORMATTED)

clean:
	rm -rf $(BUILD)

-include $(LIBRARY_OBJECTS:.o=.d) $(IO_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) $(TESTS:%=%.d) $(TEST_COMMON:.o=.d)
