/* Takes back the short names and the parameters of a scan's kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/scan.h and shaders/scan_look_back.h as their last line, never by itself.
 */
#undef unpack_
#undef tile_lanes_
#undef tile_index_
#undef tile_end_
#undef tile_begin_
#undef store_
#undef load_four_
#undef load_
#undef cut_
#undef add_four_
#undef scan_identity_
#undef NBL_SCAN_ELEMENTS
#undef NBL_SCAN_VECTOR
#undef NBL_SCAN_OF
#undef NBL_SCAN_OPERATOR
#undef NBL_SCAN_FUNCTION
#undef NBL_SCAN_KERNEL
#undef NBL_SCAN_NATIVE
#undef NBL_SCAN_PREFERRED
