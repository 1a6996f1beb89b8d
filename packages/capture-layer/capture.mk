# The capture layer, a Vulkan layer that links nothing of the library, and the programs that its tests capture.
# SPDX-License-Identifier: Apache-2.0

LAYER := libVkLayer_NBL_capture.so
LAYER_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard packages/capture-layer/*.c))
$(LAYER_OBJECTS): CFLAGS_ALL += -fvisibility=hidden
$(BUILD)/$(LAYER): $(LAYER_OBJECTS)
	$(call SAY,LINK)$(CC) $(CFLAGS_ALL) -shared $(if $(SANITIZERS),,-Wl$(comma)--no-undefined) -o $@ $^
# Beside the layer, for tests; what is installed names the place where it is.
$(BUILD)/VkLayer_NBL_capture.json: packages/capture-layer/VkLayer_NBL_capture.json.in
	@mkdir -p $(@D)
	$(call SAY,WRITE)sed 's#@LIBRARY@#./$(LAYER)#' $< >$@

.PHONY: capture-layer
capture-layer: $(BUILD)/$(LAYER) $(BUILD)/VkLayer_NBL_capture.json
all: $(if $(findstring mingw,$(TARGET)),,capture-layer)

CAPTURED := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/capture/program_*.c))
$(CAPTURED): $(BUILD)/%: %.c tests/capture/program.h $(BUILD)/libnbl.a
	@mkdir -p $(@D)
	$(call SAY,CC)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -o $@ $< $(BUILD)/libnbl.a $(LDLIBS_ALL)
# Built for every run: test_capture.sh runs them, and only programs named test_* are chosen by day.
BESIDE_TESTS += $(CAPTURED)
tests: $(CAPTURED) capture-layer
$(BUILD)/tests/capture/test_refused: | $(BUILD)/$(LAYER) # which it opens

-include $(LAYER_OBJECTS:.o=.d)
