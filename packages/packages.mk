# What is packed for other places: single files, the packages for JavaScript and Python, an operation of GEGL, an add-on
# for Blender, the page of docs/demo.
# SPDX-License-Identifier: Apache-2.0

# One file per FFT and language: packages/single_file.py.
LENGTHS ?= 64 128 256 512 1000 1024 2048 4096
single-files: $(BUILD)/nbl-fft
	@mkdir -p $(BUILD)/single-files
	@for n in $(LENGTHS); do for language in glsl hlsl h; do \
	    BUILD=$(BUILD) packages/single_file.py -o $(BUILD)/single-files/nbl_fft_$$n.$$language $$n || exit 1; \
	done; done
	@cp LICENSE $(BUILD)/single-files

# The package for JavaScript: packages/npm, and the tools' `compile` as WebAssembly, by clang, lld and wasi-libc. Of the
# general modules it has those of float32 by Stockham, on buffers.
WASM_CC ?= clang
WASI ?= /usr/include/wasm32-wasi # wasi-libc's headers; a WASI SDK's clang has its own
WASM_CFLAGS := --target=wasm32-wasi -isystem packages/npm/wasm -isystem $(strip $(WASI)) -std=c11 -Wall -Wextra -Wpedantic -Oz \
    -DNDEBUG -D_WASI_EMULATED_SIGNAL -Dmkdir=web_mkdir -Drmdir=web_rmdir '-D__builtin_return_address(level)=NULL' -DNBL_FLOW_HOOKS=0 -ffp-contract=off -ffunction-sections -fdata-sections
WASM_MODULES := NBL_TRANSFORM_SCALAR=float32_t NBL_TRANSFORM_ALGORITHM=1 NBL_BLOOM_ALGORITHM=1 NBL_SUBGROUP_OPERATIONS=0 \
    NBL_TRANSFORM_ADDRESSES= \
    NBL_BLOOM_SOURCE_IMAGE= NBL_BLOOM_SOURCE_SAMPLED= NBL_BLOOM_TARGET_IMAGE= NBL_BLOOM_LOW_KERNEL= NBL_BLUR_KERNEL=
WASM_SOURCES := packages/npm/wasm/main.c host/spirv/no_compiler.c \
    $(addprefix tools/,common/folder.c common/options.c common/outputs.c common/tool.c nbl-fft/compile.c nbl-fft/compile_nd.c nbl-fft/options.c \
        $(addprefix nbl-bloom/,bench_request.c compile.c compile_bloom.c describe.c options.c)) \
    host/executor/kernels_plain_float64.c host/executor/line.c host/executor/in_lanes.c host/executor/tables.c \
    $(addprefix host/executor/,twiddles.c twiddles_fused.c) host/emulator/half.c \
    $(filter-out host/transform/array% host/transform/convolution.c host/transform/cpu% host/transform/nd.c,$(wildcard host/transform/*.c)) $(wildcard host/transform/rules/*.c) \
    $(filter-out host/spirv/cache.c host/bloom/emulate.c host/bloom/execute% host/bloom/kernel_% host/bloom/%vulkan.c \
        host/fft/kernel_% host/fft/accessors_% host/fft/diagram% host/fft/emulate.c host/gpu/vulkan%, \
        $(filter host/error/%.c host/plan/%.c host/facts/%.c host/fft/%.c host/gpu/%.c host/bloom/%.c host/spirv/%.c,$(LIBRARY_SOURCES)))
WASM_OBJECTS := $(patsubst %.c,$(BUILD)/wasm/%.o,$(WASM_SOURCES)) $(BUILD)/wasm/host/facts/built_in.o $(BUILD)/wasm/modules.o

# One line says what is missing, in place of an error in the first file.
.PHONY: wasm-tools
wasm-tools:
	@mkdir -p $(BUILD)/wasm
	@command -v $(firstword $(WASM_CC)) >/dev/null || { echo "npm: $(firstword $(WASM_CC)): is missing: apt-get install clang" >&2; exit 1; }
	@echo '#include <stdlib.h>' | $(WASM_CC) $(WASM_CFLAGS) -fsyntax-only -x c - 2>/dev/null || { echo "npm: wasi-libc: is missing in $(strip $(WASI)): apt-get install wasi-libc" >&2; exit 1; }
	@echo 'int main(void) { return 0; }' | $(WASM_CC) --target=wasm32-wasi -x c -o $(BUILD)/wasm/probe.wasm - 2>/dev/null || \
	    { echo "npm: $(WASM_CC): links no WebAssembly: apt-get install lld libclang-rt-14-dev-wasm32" >&2; exit 1; }
	@command -v node >/dev/null || { echo "npm: node: is missing: apt-get install nodejs" >&2; exit 1; }

$(BUILD)/wasm/modules.c: $(BUILD)/tools/make_modules | wasm-tools
	@mkdir -p $(@D)
	$(call SAY,WRITE)$< $@ $(WASM_MODULES)

$(BUILD)/wasm/modules.o: $(BUILD)/wasm/modules.c
	$(call SAY,CC)$(WASM_CC) $(WASM_CFLAGS) $(CPPFLAGS_ALL) -c -o $@ $<

$(BUILD)/wasm/host/facts/built_in.o: $(BUILD)/host/facts/built_in.c | wasm-tools
	@mkdir -p $(@D)
	$(call SAY,CC)$(WASM_CC) $(WASM_CFLAGS) $(CPPFLAGS_ALL) -c -o $@ $<

$(BUILD)/wasm/%.o: %.c | wasm-tools
	@mkdir -p $(@D)
	$(call SAY,CC)$(WASM_CC) $(WASM_CFLAGS) $(CPPFLAGS_ALL) -Itools -MMD -MP -c -o $@ $<

$(BUILD)/wasm/writer.wasm: $(WASM_OBJECTS)
	$(call SAY,LINK)$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 -o $@ $^ -lwasi-emulated-signal

-include $(WASM_OBJECTS:.o=.d)

# The extension for Visual Studio Code, around nbl-emulate --dap: its files, with the tools' version and the licence.
vscode: $(BUILD)/nbl-emulate
	@mkdir -p $(BUILD)/vscode
	@cp packages/vscode/*.js packages/vscode/README.md LICENSE $(BUILD)/vscode/
	@sed "s/\"version\": \"[^\"]*\"/\"version\": \"$$($(BUILD)/nbl-emulate --version | cut -d ' ' -f 2)\"/" packages/vscode/package.json >$(BUILD)/vscode/package.json

npm: wasm-tools $(BUILD)/wasm/writer.wasm
	@BUILD=$(BUILD) node packages/npm/build.mjs $(BUILD)/npm

# The package for Python: packages/python and the shared libraries, for the system that the compiler builds for, "linux_x86_64".
STRIP ?= strip
WHEEL_PLATFORM = linux_$(firstword $(subst -, ,$(TARGET)))
PYTHON ?= /usr/bin/python3
wheel: $(filter %.so.$(VERSION),$(LIBRARIES))
	@rm -f $(BUILD)/wheel/*.whl
	@STRIP=$(STRIP) $(PYTHON) packages/python/make_wheel.py $(BUILD)/wheel $(VERSION) $(WHEEL_PLATFORM) $^

# The page of docs/demo, one file that runs without a server.
page: all $(BUILD)/tests/portable/page_data
	BUILD=$(BUILD) node docs/demo/make_page.mjs

# The add-on for Blender, with the package for Python in it.
blender: wheel
	@$(PYTHON) packages/blender/make_addon.py $(BUILD)/wheel/nbl-*.whl $(BUILD)/blender/nbl_bloom.zip

# The operation of GEGL, in one file: to be copied to where GEGL or GIMP looks for plug-ins.
gegl: $(BUILD)/gegl/nbl-bloom.so
$(BUILD)/gegl/nbl-bloom.so: packages/gegl/nbl_bloom.c $(BUILD)/libnbl.a
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) -std=gnu11 $(WARNINGS) -Wno-cast-function-type -Wno-unused-parameter $(OPTIMIZE) -g -ffp-contract=off -pthread $(PIC) -Iinclude -Ipackages/gegl \
	    $$(pkg-config --cflags gegl-0.4) -shared -Wl,--gc-sections -Wl,--no-undefined -Wl,--exclude-libs,ALL -o $@ $^ \
	    $$(pkg-config --libs gegl-0.4) -lm

# What stands in other programs, on Debian's packages of these.
check-faces:
	@$(MAKE) --no-print-directory setup SETUP=faces
	@$(MAKE) --no-print-directory $(PARALLEL) check-faces-only

check-faces-only: wheel $(BUILD)/libnbl-emulator.a gegl blender $(BUILD)/wasm/writer.wasm $(BUILD)/nbl-bloom $(BUILD)/nbl-fft $(BUILD)/make-demo-inputs
	@BUILD=$(BUILD) PYTHON=$(PYTHON) tests/faces/run.sh

# What needs node, deno and a browser.
check-portable: all npm $(BUILD)/ocean $(addprefix $(BUILD)/tests/,portable/bloom_expected portable/page_data spirv/test_write_text spirv/test_write_text_c)
	@BUILD=$(BUILD) tests/portable/run.sh
