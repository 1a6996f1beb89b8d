/* How many lines, pairs of lines and slots (places for a line) a transform has: for fft_lines.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 */
/* Returns how many lines a transform has. With `folded`, mirrors are left out: of each `folded` lines (folded + 1) / 2
 * are there. */
NBL_FUNCTION uint32_t lines_of_transform(void) {
    uint32_t lines = NBL_PARAMETER(pass_points) == 0u ? 1u : nbl_fft_large_lines(lines_pass_of_long());
    if (NBL_PARAMETER(folded) != 0u) lines = lines / NBL_PARAMETER(folded) * ((NBL_PARAMETER(folded) + 1u) / 2u);
    return lines;
}

/* Returns a line's number among all lines of its pass, mirrors included; `line` is its number among those that are
 * there. In the middle one of three passes back the two are equal, since the last lines are left out. */
NBL_FUNCTION uint32_t lines_unfolded(uint32_t line) {
    uint32_t half_ = (NBL_PARAMETER(folded) + 1u) / 2u, number = line;
    if (NBL_PARAMETER(folded) != 0u && (NBL_PARAMETER(inverse) == 0u || NBL_PARAMETER(pass_before) == 1u)) {
        number = line / half_;
        number = number * NBL_PARAMETER(folded) + line - number * half_;
    }
    return number;
}

/* Returns how many pairs of a line and its mirror there are. Line 0 is its own mirror, and so is line L / 2 of an even
 * number of lines L: the two are a pair. */
NBL_FUNCTION uint32_t lines_pairs(void) { return (lines_of_transform() + 1u) / 2u; }

/* Returns how many slots a transform's lines take. If `mirrored` is 1 they fill whole workgroups, and some slots may
 * have no line. */
NBL_FUNCTION uint32_t lines_slots(void) {
    uint32_t slots = lines_of_transform();
    if (NBL_PARAMETER(mirrored) == 1u) {
        slots = (2u * lines_pairs() + NBL_PARAMETER(ffts_per_workgroup) - 1u) / NBL_PARAMETER(ffts_per_workgroup) *
                NBL_PARAMETER(ffts_per_workgroup);
    }
    return slots;
}

/* Returns how many lines this workgroup has, of the `arrays` that it has room for: the last one perhaps fewer, and none
 * where a dispatch has some workgroups more than it needs. */
NBL_FUNCTION uint32_t lines_of_workgroup(uint32_t count) {
    uint32_t number = nbl_workgroup_index() * NBL_PARAMETER(arrays), left = number < count ? count - number : 0u;
    return left < NBL_PARAMETER(arrays) ? left : NBL_PARAMETER(arrays);
}

/* Returns where this workgroup's first line begins. Without a line it is another one's, to load from. */
NBL_FUNCTION uint32_t lines_begin_of_workgroup(bool target) {
    uint32_t number = nbl_workgroup_index() * NBL_PARAMETER(arrays);
    return lines_begin(NBL_PUSH_CONSTANT(lines_constants).first +
                           (number < NBL_PUSH_CONSTANT(lines_constants).count ? number : 0u),
                       target);
}
