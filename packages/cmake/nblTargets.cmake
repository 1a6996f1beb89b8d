# The targets of what `make install` puts into a prefix: its shared libraries. CMake's own installation writes its own.
# SPDX-License-Identifier: Apache-2.0
get_filename_component(nbl_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
if(NOT TARGET nbl::headers)
    add_library(nbl::headers INTERFACE IMPORTED)
    set_target_properties(nbl::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${nbl_prefix}/include)
    foreach(name emulator vulkan)
        add_library(nbl::${name} SHARED IMPORTED)
        set_target_properties(nbl::${name} PROPERTIES
                              IMPORTED_LOCATION ${nbl_prefix}/lib/libnbl-${name}.so
                              INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off;-fstack-clash-protection>")
    endforeach()
    # The same text gives the same bits in the kernels of whoever links a library, too: hence no contraction.
    # And what overflows an invocation's stack meets the guard below it.
    set_target_properties(nbl::emulator PROPERTIES INTERFACE_LINK_LIBRARIES "nbl::headers;Threads::Threads")
    set_target_properties(nbl::vulkan PROPERTIES INTERFACE_LINK_LIBRARIES nbl::emulator)
endif()
unset(nbl_prefix)
