/* Runs tables of lines, each a program for a small machine (DWARF 5, section 6.2; the same from version 2 on).
 * SPDX-License-Identifier: Apache-2.0
 *
 * It keeps nothing, and runs all from the start: it is asked for a finding or two.
 */
#include "emulator/dwarf.h"

#include <stdio.h>

static uint64_t take_uleb(nbl_reader_t *reader) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7u) {
        const uint64_t byte = nbl_read(reader, 1);
        if (shift < 64u) value |= (byte & 127u) << shift;
        if (byte < 128u) return value;
    }
}

static int64_t take_sleb(nbl_reader_t *reader) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7u) {
        const uint64_t byte = nbl_read(reader, 1);
        if (shift < 64u) value |= (byte & 127u) << shift;
        if (byte >= 128u) continue;
        if ((byte & 64u) != 0 && shift + 7u < 64u) value |= ~(uint64_t)0 << (shift + 7u);
        return (int64_t)value;
    }
}

typedef struct table_t {
    const nbl_dwarf_t *dwarf;
    unsigned version, offset_bytes, instruction_bytes, line_range, opcode_base;
    int line_base;
    const unsigned char *lengths; /* of the arguments of standard opcodes, from 1 on */
    nbl_reader_t names, program;
} table_t;

/* An entry's value of DWARF 5, of one form: what is no string is its number. */
static const char *take_form(const table_t *table, nbl_reader_t *at, uint64_t form, uint64_t *number) {
    nbl_reader_t from;
    *number = 0;
    switch (form) {
    case 0x08: return nbl_read_string(at); /* DW_FORM_string */
    case 0x1f:                             /* line_strp, strp */
    case 0x0e:
        from = form == 0x1f ? table->dwarf->line_strings : table->dwarf->strings;
        from.at = nbl_read_part(from, nbl_read(at, table->offset_bytes), 0).at;
        return nbl_read_string(&from);
    case 0x0b: *number = nbl_read(at, 1); return ""; /* data1, data2, data4, data8, udata */
    case 0x05: *number = nbl_read(at, 2); return "";
    case 0x06: *number = nbl_read(at, 4); return "";
    case 0x07: *number = nbl_read(at, 8); return "";
    case 0x0f: *number = take_uleb(at); return "";
    case 0x1e: nbl_read(at, 16); return "";                      /* data16: a sum */
    case 0x09: nbl_read(at, (unsigned)take_uleb(at)); return ""; /* block */
    default: at->at = at->end; return "";
    }
}

/* Entry `wanted` of a list of DWARF 5, directories or files; `at` is behind the list then. */
static const char *take_entry(const table_t *table, nbl_reader_t *at, uint64_t wanted, uint64_t *directory) {
    const unsigned formats = (unsigned)nbl_read(at, 1);
    const nbl_reader_t format_list = *at;
    const char *found = "";

    for (unsigned i = 0; i < 2u * formats; i++) take_uleb(at);
    const uint64_t count = take_uleb(at);
    for (uint64_t i = 0; i < count && at->at < at->end; i++) {
        nbl_reader_t format = format_list;
        for (unsigned f = 0; f < formats; f++) {
            const uint64_t content = take_uleb(&format), form = take_uleb(&format);
            uint64_t number;
            const char *string = take_form(table, at, form, &number);
            if (i == wanted && content == 1u) found = string; /* DW_LNCT_path, directory_index */
            if (i == wanted && content == 2u) *directory = number;
        }
    }
    return found;
}

/* A file's name as the compiler was given it: the directory in which it ran is left out. */
static void name_file(const table_t *table, uint64_t number, nbl_emulator_caller_t *place) {
    nbl_reader_t at = table->names;
    const char *name = "", *folder = "";
    uint64_t directory = 0, none;

    if (table->version >= 5u) {
        take_entry(table, &at, 0, &none);
        name = take_entry(table, &at, number, &directory);
        at = table->names;
        if (directory != 0) folder = take_entry(table, &at, directory, &none);
    } else {
        const nbl_reader_t directories = at;
        while (*nbl_read_string(&at) != '\0') {}
        for (uint64_t i = 1; i <= number && at.at < at.end; i++) {
            name = nbl_read_string(&at);
            directory = take_uleb(&at);
            take_uleb(&at);
            take_uleb(&at);
        }
        at = directories;
        for (uint64_t i = 0; i < directory && at.at < at.end; i++) folder = nbl_read_string(&at);
    }
    snprintf(place->file, sizeof place->file, "%s%s%s", *name == '/' ? "" : folder,
             *name == '/' || *folder == '\0' ? "" : "/", name);
}

typedef struct row_t {
    uint64_t address, file;
    int line, known; /* known: of a sequence, which has begun */
} row_t;

/* Whether `address` lies between the last row and this one. */
static int passes(row_t *last, row_t row, int ends, uint64_t address, const table_t *table,
                  nbl_emulator_caller_t *place) {
    if (last->known && last->address <= address && address < row.address) {
        place->line = last->line;
        name_file(table, last->file, place);
        return 1;
    }
    *last = row;
    last->known = !ends && row.address != 0; /* 0: the linker has left it out */
    return 0;
}

static int run_table(const table_t *table, uint64_t address, nbl_emulator_caller_t *place) {
    const row_t start = {0, 1, 1, 1};
    row_t row = start, last = {0, 0, 0, 0};
    nbl_reader_t at = table->program;

    while (at.at < at.end) {
        const unsigned code = (unsigned)nbl_read(&at, 1);
        if (code >= table->opcode_base) {
            row.address += (uint64_t)((code - table->opcode_base) / table->line_range) * table->instruction_bytes;
            row.line += table->line_base + (int)((code - table->opcode_base) % table->line_range);
            if (passes(&last, row, 0, address, table, place)) return 1;
            continue;
        }
        if (code == 0) { /* extended: its length, then what it is */
            const uint64_t bytes = take_uleb(&at);
            nbl_reader_t own = nbl_read_part(at, 0, bytes);
            nbl_read(&at, (unsigned)bytes);
            const unsigned what = (unsigned)nbl_read(&own, 1);
            if (what == 2u) row.address = nbl_read(&own, 8); /* DW_LNE_set_address */
            if (what != 1u) continue;                        /* DW_LNE_end_sequence */
            if (passes(&last, row, 1, address, table, place)) return 1;
            row = start;
            continue;
        }
        switch (code) {
        case 1: /* DW_LNS_copy */
            if (passes(&last, row, 0, address, table, place)) return 1;
            break;
        case 2: row.address += take_uleb(&at) * table->instruction_bytes; break;
        case 3: row.line += (int)take_sleb(&at); break;
        case 4: row.file = take_uleb(&at); break;
        case 8: /* DW_LNS_const_add_pc */
            row.address += (uint64_t)((255u - table->opcode_base) / table->line_range) * table->instruction_bytes;
            break;
        case 9: row.address += nbl_read(&at, 2); break;
        default:
            for (unsigned i = 0; i < table->lengths[code - 1u]; i++) take_uleb(&at);
        }
    }
    return 0;
}

void nbl_dwarf_find_line(const nbl_dwarf_t *dwarf, uint64_t address, nbl_emulator_caller_t *place) {
    nbl_reader_t all = dwarf->lines;

    while (all.at < all.end) {
        table_t table = {.dwarf = dwarf, .offset_bytes = 4};
        uint64_t bytes = nbl_read(&all, 4);
        if (bytes == 0xFFFFFFFFu) {
            bytes = nbl_read(&all, 8);
            table.offset_bytes = 8;
        }
        nbl_reader_t unit = nbl_read_part(all, 0, bytes);
        all.at = unit.at < unit.end ? unit.end : all.end;
        table.version = (unsigned)nbl_read(&unit, 2);
        if (table.version >= 5u) nbl_read(&unit, 2); /* of an address, of a segment */
        const uint64_t header_bytes = nbl_read(&unit, table.offset_bytes);
        table.program = (nbl_reader_t){nbl_read_part(unit, header_bytes, 0).at, unit.end};
        table.instruction_bytes = (unsigned)nbl_read(&unit, 1);
        nbl_read(&unit, table.version >= 4u ? 2u : 1u);
        table.line_base = (signed char)nbl_read(&unit, 1);
        table.line_range = (unsigned)nbl_read(&unit, 1);
        table.opcode_base = (unsigned)nbl_read(&unit, 1);
        table.lengths = unit.at;
        if (table.version < 2u || table.version > 5u || table.line_range == 0 || table.opcode_base == 0 ||
            (size_t)(unit.end - unit.at) < table.opcode_base)
            continue;
        nbl_read(&unit, table.opcode_base - 1u);
        table.names = (nbl_reader_t){unit.at, table.program.at};
        if (unit.at < unit.end && run_table(&table, address, place)) return;
    }
}
