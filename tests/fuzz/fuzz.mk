# Fuzz targets: with a driver that replays a corpus, and with clang's fuzzer.
# SPDX-License-Identifier: Apache-2.0

FUZZ_OBJECTS_bloom_options := $(addprefix tools/,nbl-bloom/options.o nbl-bloom/paths.o common/options.o common/tool.o)
FUZZ_OBJECTS_fft_options := $(addprefix tools/,nbl-fft/options.o common/options.o common/tool.o common/device.o)
FUZZ_OBJECTS_capture := $(addprefix tools/,nbl-emulate/capture_read.o nbl-emulate/capture_bind.o nbl-emulate/capture_compare.o nbl-emulate/texels.o common/tool.o)
FUZZ_OBJECTS_dap := $(addprefix tools/,nbl-emulate/dap_wire.o nbl-emulate/dap_launch.o nbl-emulate/dap_expression.o common/tool.o)
FUZZ_OBJECTS_debug := tools/nbl-emulate/dap_csv.o
define FUZZ_RULE
$$(BUILD)/tests/fuzz/replay_$(1): $$(BUILD)/tests/fuzz/fuzz_$(1).o $$(BUILD)/tests/fuzz/replay.o $$(addprefix $$(BUILD)/,$$(FUZZ_OBJECTS_$(1))) $$(BUILD)/libio.a $$(BUILD)/libnbl.a
	$$(call SAY,LINK)$$(CC) $$(CFLAGS_ALL) -o $$@ $$^ $$(LDLIBS_ALL) $$(if $$(filter dap,$(1)),$$(JSON_LIBS))
$$(BUILD)/tests/fuzz/fuzz_$(1): $$(BUILD)/tests/fuzz/fuzz_$(1).o $$(addprefix $$(BUILD)/,$$(FUZZ_OBJECTS_$(1))) $$(BUILD)/libio.a $$(BUILD)/libnbl.a
	$$(call SAY,LINK)$$(CC) $$(CFLAGS_ALL) -fsanitize=fuzzer -o $$@ $$^ $$(LDLIBS_ALL) $$(if $$(filter dap,$(1)),$$(JSON_LIBS))
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call FUZZ_RULE,$(target))))

TIME ?= 60
fuzz:
	@$(MAKE) --no-print-directory FUZZ=1 $(PARALLEL) fuzzers
	@TIME=$(TIME) tests/fuzz/run.sh
fuzzers: $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%)
