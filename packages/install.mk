# Libraries for programs, and `make install`: headers, libraries, pkg-config and CMake files, tools and man pages.
# SPDX-License-Identifier: Apache-2.0

# What runs on the CPU alone is a library of its own, without Vulkan, glslang and C++.
VERSION := $(subst $() ,.,$(strip $(foreach part,MAJOR MINOR PATCH,$(shell sed -n 's/^.define NBL_VERSION_$(part) //p' include/nbl/version.h))))
PREFIX ?= /usr/local
EMULATOR_SOURCES := $(filter $(foreach folder,error platform emulator file plan facts executor view fft transform,host/$(folder)/%),$(LIBRARY_SOURCES))
EMULATOR_OBJECTS := $(EMULATOR_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/host/facts/built_in.o $(LIBRARY_ASSEMBLY:%.S=$(BUILD)/%.S.o)
VULKAN_OBJECTS := $(filter-out $(EMULATOR_OBJECTS),$(LIBRARY_OBJECTS))
LIBRARIES := $(foreach name,emulator vulkan,$(BUILD)/libnbl-$(name).a $(BUILD)/libnbl-$(name).so.$(VERSION))
$(BUILD)/libnbl-emulator.a $(BUILD)/libnbl-emulator.so.$(VERSION): $(EMULATOR_OBJECTS)
$(BUILD)/libnbl-vulkan.a: $(VULKAN_OBJECTS)
$(BUILD)/libnbl-vulkan.so.$(VERSION): $(VULKAN_OBJECTS) $(BUILD)/libnbl-emulator.so.$(VERSION)
$(BUILD)/libnbl-emulator.so.$(VERSION): SHARED_LIBS := -lm
# The other library lies beside it, wherever that is.
$(BUILD)/libnbl-vulkan.so.$(VERSION): SHARED_LIBS := $(GLSLANG_LIBS) $(CXX_LIBS) -lm -ldl -Wl,-rpath,'$$ORIGIN'

# Each text brings variables of a thread that are weak (nbl/lang/emulator.h). Unused copies would fill what a program that
# opens the library later, as Python does, has of static TLS.
$(BUILD)/libnbl-%.so.$(VERSION):
	$(call SAY,LINK)$(CC) $(CFLAGS_ALL) -shared -Wl,--gc-sections -Wl,--no-undefined -Wl,-soname,libnbl-$*.so.$(basename $(VERSION)) -o $@ $^ $(SHARED_LIBS)

$(BUILD)/%.pc: packages/pkgconfig/%.pc.in FORCE
	@sed -e 's#@PREFIX@#$(PREFIX)#; s#@VERSION@#$(VERSION)#; s#@PRIVATE@#$(GLSLANG_LIBS) $(CXX_LIBS)#' $< >$@

$(BUILD)/%.1: $(BUILD)/% packages/man.sh
	$(call SAY,WRITE)packages/man.sh $< $(VERSION) >$@

include packages/capture-layer/capture.mk

INSTALLED_TOOLS := nbl-fft nbl-bloom nbl-emulate
INTO = $(DESTDIR)$(PREFIX)
install: $(LIBRARIES) $(addprefix $(BUILD)/,nbl-headers.pc nbl-emulator.pc nbl-vulkan.pc $(INSTALLED_TOOLS) $(INSTALLED_TOOLS:%=%.1) $(LAYER))
	cd include && for folder in $$(find nbl -type d); do \
	    install -d $(INTO)/include/$$folder && install -m 644 $$folder/*.h $(INTO)/include/$$folder || exit; \
	done
	install -d $(INTO)/lib/pkgconfig $(INTO)/bin $(INTO)/share/man/man1
	install -m 644 $(LIBRARIES) $(INTO)/lib
	for name in emulator vulkan; do \
	    ln -sf libnbl-$$name.so.$(VERSION) $(INTO)/lib/libnbl-$$name.so.$(basename $(VERSION)); \
	    ln -sf libnbl-$$name.so.$(VERSION) $(INTO)/lib/libnbl-$$name.so; \
	done
	install -m 644 $(BUILD)/nbl-headers.pc $(BUILD)/nbl-emulator.pc $(BUILD)/nbl-vulkan.pc $(INTO)/lib/pkgconfig
	install $(INSTALLED_TOOLS:%=$(BUILD)/%) $(INTO)/bin
	install -m 644 $(INSTALLED_TOOLS:%=$(BUILD)/%.1) $(INTO)/share/man/man1
	install -m 644 $(BUILD)/$(LAYER) $(INTO)/lib
	install -d $(INTO)/share/vulkan/explicit_layer.d
	sed 's#@LIBRARY@#$(PREFIX)/lib/$(LAYER)#' packages/capture-layer/VkLayer_NBL_capture.json.in \
	    >$(INTO)/share/vulkan/explicit_layer.d/VkLayer_NBL_capture.json
	install -d $(INTO)/lib/cmake/nbl
	install -m 644 packages/cmake/nblTargets.cmake $(INTO)/lib/cmake/nbl
	sed 's/@NBL_VULKAN@/ON/; s/@NBL_GLSLANG@/ON/; s/@BUILD_SHARED_LIBS@/ON/' packages/cmake/nblConfig.cmake.in \
	    >$(INTO)/lib/cmake/nbl/nblConfig.cmake
	sed 's/@VERSION@/$(VERSION)/' packages/cmake/nblConfigVersion.cmake.in >$(INTO)/lib/cmake/nbl/nblConfigVersion.cmake

# What install put there, and folders that are empty then.
uninstall:
	rm -f $(patsubst include/%,$(INTO)/include/%,$(shell find include/nbl -name '*.h'))
	[ ! -d $(INTO)/include/nbl ] || find $(INTO)/include/nbl -depth -type d -empty -exec rmdir '{}' ';'
	for name in emulator vulkan; do \
	    rm -f $(INTO)/lib/libnbl-$$name.a $(INTO)/lib/libnbl-$$name.so $(INTO)/lib/libnbl-$$name.so.$(basename $(VERSION)) \
	        $(INTO)/lib/libnbl-$$name.so.$(VERSION); \
	done
	rm -f $(INTO)/lib/$(LAYER) $(INTO)/share/vulkan/explicit_layer.d/VkLayer_NBL_capture.json
	rm -f $(addprefix $(INTO)/lib/pkgconfig/,nbl-headers.pc nbl-emulator.pc nbl-vulkan.pc)
	rm -f $(addprefix $(INTO)/lib/cmake/nbl/,nblTargets.cmake nblConfig.cmake nblConfigVersion.cmake)
	[ ! -d $(INTO)/lib/cmake/nbl ] || rmdir $(INTO)/lib/cmake/nbl
	rm -f $(INSTALLED_TOOLS:%=$(INTO)/bin/%) $(INSTALLED_TOOLS:%=$(INTO)/share/man/man1/%.1)
