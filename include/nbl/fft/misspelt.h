/* Options of FFTs as one may misspell them: refused, since an option that is not one would be ignored.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone. British spelling, singular for plural and the other way about, and a logarithm that is
 * none.
 */
#ifdef NBL_FFT_FORWARD_NORMALISATION
#error "NBL_FFT_FORWARD_NORMALISATION is not an option: NBL_FFT_FORWARD_NORMALIZATION is"
#endif
#ifdef NBL_FFT_INVERSE_NORMALISATION
#error "NBL_FFT_INVERSE_NORMALISATION is not an option: NBL_FFT_INVERSE_NORMALIZATION is"
#endif
#ifdef NBL_FFT_FORWARD_NORMALIZATIONS
#error "NBL_FFT_FORWARD_NORMALIZATIONS is not an option: NBL_FFT_FORWARD_NORMALIZATION is"
#endif
#ifdef NBL_FFT_INVERSE_NORMALIZATIONS
#error "NBL_FFT_INVERSE_NORMALIZATIONS is not an option: NBL_FFT_INVERSE_NORMALIZATION is"
#endif
#ifdef NBL_FFT_SHARED_SIZES
#error "NBL_FFT_SHARED_SIZES is not an option: NBL_FFT_SHARED_SIZE is"
#endif
#ifdef NBL_FFT_NAMES
#error "NBL_FFT_NAMES is not an option: NBL_FFT_NAME is"
#endif
#ifdef NBL_FFT_LENGTHS
#error "NBL_FFT_LENGTHS is not an option: NBL_FFT_LENGTH is"
#endif
#ifdef NBL_FFT_SCALARS
#error "NBL_FFT_SCALARS is not an option: NBL_FFT_SCALAR is"
#endif
#ifdef NBL_FFT_ALGORITHMS
#error "NBL_FFT_ALGORITHMS is not an option: NBL_FFT_ALGORITHM is"
#endif
#ifdef NBL_FFT_DIRECTIONS
#error "NBL_FFT_DIRECTIONS is not an option: NBL_FFT_DIRECTION is"
#endif
#ifdef NBL_FFT_LAYOUTS
#error "NBL_FFT_LAYOUTS is not an option: NBL_FFT_LAYOUT is"
#endif
#ifdef NBL_FFT_OFFSET
#error "NBL_FFT_OFFSET is not an option: NBL_FFT_OFFSETS is"
#undef NBL_FFT_OFFSET
#endif
#ifdef NBL_FFT_ROW
#error "NBL_FFT_ROW is not an option: NBL_FFT_ROWS is"
#undef NBL_FFT_ROW
#endif
#ifdef NBL_FFT_SOURCES
#error "NBL_FFT_SOURCES is not an option: NBL_FFT_SOURCE is"
#endif
#ifdef NBL_FFT_STATES
#error "NBL_FFT_STATES is not an option: NBL_FFT_STATE is"
#endif
#ifdef NBL_FFT_FILTERS
#error "NBL_FFT_FILTERS is not an option: NBL_FFT_FILTER is"
#endif
#ifdef NBL_FFT_AXIS
#error "NBL_FFT_AXIS is not an option: NBL_FFT_STRIDE is, the product of the sizes of the dimensions behind"
#endif
#ifdef NBL_FFT_STRIDES
#error "NBL_FFT_STRIDES is not an option: NBL_FFT_STRIDE is"
#endif
#ifdef NBL_FFT_HALVE
#error "NBL_FFT_HALVE is not an option: NBL_FFT_HALVES is"
#endif
#ifdef NBL_FFT_TABLES
#error "NBL_FFT_TABLES is not an option: NBL_FFT_TABLE is"
#endif
#ifdef NBL_FFT_TARGETS
#error "NBL_FFT_TARGETS is not an option: NBL_FFT_TARGET is"
#endif
#ifdef NBL_FFT_TILES
#error "NBL_FFT_TILES is not an option: NBL_FFT_TILE is"
#endif
#ifdef NBL_FFT_WORKGROUP_SIZES
#error "NBL_FFT_WORKGROUP_SIZES is not an option: NBL_FFT_WORKGROUP_SIZE is"
#endif
#ifdef NBL_FFT_REALS
#error "NBL_FFT_REALS is not an option: NBL_FFT_REAL is"
#endif
#ifdef NBL_FFT_COLUMN
#error "NBL_FFT_COLUMN is not an option: NBL_FFT_COLUMNS is"
#endif
#ifdef NBL_FFT_COMPONENT
#error "NBL_FFT_COMPONENT is not an option: NBL_FFT_COMPONENTS is"
#endif
#ifdef NBL_FFT_CHANNEL
#error "NBL_FFT_CHANNEL is not an option: NBL_FFT_CHANNELS is"
#endif
#ifdef NBL_FFT_MAP
#error "NBL_FFT_MAP is not an option: NBL_FFT_MAPS is"
#endif
#ifdef NBL_FFT_REGISTER
#error "NBL_FFT_REGISTER is not an option: NBL_FFT_REGISTERS is"
#endif
#ifdef NBL_FFT_SHARED_BYTE
#error "NBL_FFT_SHARED_BYTE is not an option: NBL_FFT_SHARED_BYTES is"
#endif
#ifdef NBL_FFT_MAX_INVOCATION
#error "NBL_FFT_MAX_INVOCATION is not an option: NBL_FFT_MAX_INVOCATIONS is"
#endif
#ifdef NBL_FFT_RADIX
#error "NBL_FFT_RADIX is not an option: NBL_FFT_RADICES is"
#endif
#ifdef NBL_FFT_RADIXES
#error "NBL_FFT_RADIXES is not an option: NBL_FFT_RADICES is"
#endif
#ifdef NBL_FFT_FFT_PER_WORKGROUP
#error "NBL_FFT_FFT_PER_WORKGROUP is not an option: NBL_FFT_FFTS_PER_WORKGROUP is"
#endif
#ifdef NBL_FFT_FFTS_PER_WORKGROUPS
#error "NBL_FFT_FFTS_PER_WORKGROUPS is not an option: NBL_FFT_FFTS_PER_WORKGROUP is"
#endif
#ifdef NBL_FFT_ELEMENT_PER_INVOCATION_LOG2
#error "NBL_FFT_ELEMENT_PER_INVOCATION_LOG2 is not an option: NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 is"
#endif
#ifdef NBL_FFT_ELEMENTS_PER_INVOCATIONS_LOG2
#error "NBL_FFT_ELEMENTS_PER_INVOCATIONS_LOG2 is not an option: NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 is"
#endif
#ifdef NBL_FFT_ELEMENTS_PER_INVOCATION
#error "NBL_FFT_ELEMENTS_PER_INVOCATION is not an option: NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 is: a logarithm"
#endif
#ifdef NBL_FFT_WORKGROUP_SIZES_LOG2
#error "NBL_FFT_WORKGROUP_SIZES_LOG2 is not an option: NBL_FFT_WORKGROUP_SIZE_LOG2 is"
#endif
#ifdef NBL_FFT_SUBGROUP_SIZE
#error "NBL_FFT_SUBGROUP_SIZE is not an option: NBL_FFT_SUBGROUP_SIZE_LOG2 is: a logarithm"
#endif
#ifdef NBL_FFT_SUBGROUP_SIZES_LOG2
#error "NBL_FFT_SUBGROUP_SIZES_LOG2 is not an option: NBL_FFT_SUBGROUP_SIZE_LOG2 is"
#endif
