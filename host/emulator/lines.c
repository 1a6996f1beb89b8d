/* Which line of the text an address was compiled from: the file that has it, its sections, its functions, and its
 * table of lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "emulator/lines.h"

#include <string.h>

#if defined(__ELF__) && defined(__linux__) && __SIZEOF_POINTER__ == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Bytes of a file that may end anywhere. */

/* What is left to read; past its end all is zero, and `at` stays there. */
typedef struct reader_t {
    const unsigned char *at, *end;
} reader_t;

static uint64_t read_bytes(reader_t *reader, unsigned bytes) {
    uint64_t value = 0;
    if ((size_t)(reader->end - reader->at) < bytes) {
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, bytes < 8u ? bytes : 8u);
    reader->at += bytes;
    return value;
}

/* Returns "" where it has no end. */
static const char *read_string(reader_t *reader) {
    const char *string = (const char *)reader->at;
    const unsigned char *zero = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    reader->at = zero != NULL ? zero + 1 : reader->end;
    return zero != NULL ? string : "";
}

static reader_t read_part(reader_t all, uint64_t offset, uint64_t bytes) {
    const uint64_t size = (uint64_t)(all.end - all.at);
    if (offset > size || bytes > size - offset) offset = bytes = 0;
    return (reader_t){all.at + offset, all.at + offset + bytes};
}

/* Sections of a file; empty where it has none. */
typedef struct dwarf_t {
    reader_t lines, line_strings, strings;
} dwarf_t;

/* ---- The table of lines that compilers write with -g: a program for a small machine (DWARF 5, section 6.2; the same
 * from version 2 on). Nothing of it is kept: each search runs it from the start, and a finding needs one or two. */

static uint64_t take_uleb(reader_t *reader) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7u) {
        const uint64_t byte = read_bytes(reader, 1);
        if (shift < 64u) value |= (byte & 127u) << shift;
        if (byte < 128u) return value;
    }
}

static int64_t take_sleb(reader_t *reader) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7u) {
        const uint64_t byte = read_bytes(reader, 1);
        if (shift < 64u) value |= (byte & 127u) << shift;
        if (byte >= 128u) continue;
        if ((byte & 64u) != 0 && shift + 7u < 64u) value |= ~(uint64_t)0 << (shift + 7u);
        return (int64_t)value;
    }
}

typedef struct table_t {
    const dwarf_t *dwarf;
    unsigned version, offset_bytes, instruction_bytes, line_range, opcode_base;
    int line_base;
    const unsigned char *lengths; /* of the arguments of standard opcodes, from 1 on */
    reader_t names, program;
} table_t;

/* An entry's value of DWARF 5, of one form: what is no string is its number. */
static const char *take_form(const table_t *table, reader_t *at, uint64_t form, uint64_t *number) {
    reader_t from;
    *number = 0;
    switch (form) {
    case 0x08: return read_string(at); /* DW_FORM_string */
    case 0x1f:                         /* line_strp, strp */
    case 0x0e:
        from = form == 0x1f ? table->dwarf->line_strings : table->dwarf->strings;
        from.at = read_part(from, read_bytes(at, table->offset_bytes), 0).at;
        return read_string(&from);
    case 0x0b: *number = read_bytes(at, 1); return ""; /* data1, data2, data4, data8, udata */
    case 0x05: *number = read_bytes(at, 2); return "";
    case 0x06: *number = read_bytes(at, 4); return "";
    case 0x07: *number = read_bytes(at, 8); return "";
    case 0x0f: *number = take_uleb(at); return "";
    case 0x1e: read_bytes(at, 16); return "";                      /* data16: a sum */
    case 0x09: read_bytes(at, (unsigned)take_uleb(at)); return ""; /* block */
    default: at->at = at->end; return "";
    }
}

/* Reads entry `wanted` of a list of DWARF 5, directories or files, and moves `at` behind the list. */
static const char *take_entry(const table_t *table, reader_t *at, uint64_t wanted, uint64_t *directory) {
    const unsigned formats = (unsigned)read_bytes(at, 1);
    const reader_t format_list = *at;
    const char *found = "";

    for (unsigned i = 0; i < 2u * formats; i++) take_uleb(at);
    const uint64_t count = take_uleb(at);
    for (uint64_t i = 0; i < count && at->at < at->end; i++) {
        reader_t format = format_list;
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
    reader_t at = table->names;
    const char *name = "", *folder = "";
    uint64_t directory = 0, none;

    if (table->version >= 5u) {
        take_entry(table, &at, 0, &none);
        name = take_entry(table, &at, number, &directory);
        at = table->names;
        if (directory != 0) folder = take_entry(table, &at, directory, &none);
    } else {
        const reader_t directories = at;
        while (*read_string(&at) != '\0') {}
        for (uint64_t i = 1; i <= number && at.at < at.end; i++) {
            name = read_string(&at);
            directory = take_uleb(&at);
            take_uleb(&at);
            take_uleb(&at);
        }
        at = directories;
        for (uint64_t i = 0; i < directory && at.at < at.end; i++) folder = read_string(&at);
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
    reader_t at = table->program;

    while (at.at < at.end) {
        const unsigned code = (unsigned)read_bytes(&at, 1);
        if (code >= table->opcode_base) {
            row.address += (uint64_t)((code - table->opcode_base) / table->line_range) * table->instruction_bytes;
            row.line += table->line_base + (int)((code - table->opcode_base) % table->line_range);
            if (passes(&last, row, 0, address, table, place)) return 1;
            continue;
        }
        if (code == 0) { /* extended: its length, then what it is */
            const uint64_t bytes = take_uleb(&at);
            reader_t own = read_part(at, 0, bytes);
            read_bytes(&at, (unsigned)bytes);
            const unsigned what = (unsigned)read_bytes(&own, 1);
            if (what == 2u) row.address = read_bytes(&own, 8); /* DW_LNE_set_address */
            if (what != 1u) continue;                          /* DW_LNE_end_sequence */
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
        case 9: row.address += read_bytes(&at, 2); break;
        default:
            for (unsigned i = 0; i < table->lengths[code - 1u]; i++) take_uleb(&at);
        }
    }
    return 0;
}

/* Finds file and line of an address as the file counts, of DWARF 2 to 5; leaves `place` as it is where none is
 * known. */
static void find_dwarf_line(const dwarf_t *dwarf, uint64_t address, nbl_emulator_caller_t *place) {
    reader_t all = dwarf->lines;

    while (all.at < all.end) {
        table_t table = {.dwarf = dwarf, .offset_bytes = 4};
        uint64_t bytes = read_bytes(&all, 4);
        if (bytes == 0xFFFFFFFFu) {
            bytes = read_bytes(&all, 8);
            table.offset_bytes = 8;
        }
        reader_t unit = read_part(all, 0, bytes);
        all.at = unit.at < unit.end ? unit.end : all.end;
        table.version = (unsigned)read_bytes(&unit, 2);
        if (table.version >= 5u) read_bytes(&unit, 2); /* of an address, of a segment */
        const uint64_t header_bytes = read_bytes(&unit, table.offset_bytes);
        table.program = (reader_t){read_part(unit, header_bytes, 0).at, unit.end};
        table.instruction_bytes = (unsigned)read_bytes(&unit, 1);
        read_bytes(&unit, table.version >= 4u ? 2u : 1u);
        table.line_base = (signed char)read_bytes(&unit, 1);
        table.line_range = (unsigned)read_bytes(&unit, 1);
        table.opcode_base = (unsigned)read_bytes(&unit, 1);
        table.lengths = unit.at;
        if (table.version < 2u || table.version > 5u || table.line_range == 0 || table.opcode_base == 0 ||
            (size_t)(unit.end - unit.at) < table.opcode_base)
            continue;
        read_bytes(&unit, table.opcode_base - 1u);
        table.names = (reader_t){unit.at, table.program.at};
        if (unit.at < unit.end && run_table(&table, address, place)) return;
    }
}

/* ---- The file that holds an address. */

typedef struct file_t {
    reader_t all, symbols, symbol_names;
    dwarf_t dwarf;
} file_t;

static void find_sections(file_t *file) {
    Elf64_Ehdr header;
    Elf64_Shdr section, names;

    if ((size_t)(file->all.end - file->all.at) < sizeof header) return;
    memcpy(&header, file->all.at, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof section) return;
    const reader_t table = read_part(file->all, header.e_shoff, (uint64_t)header.e_shnum * sizeof section);
    const reader_t name_section = read_part(table, header.e_shstrndx * sizeof section, sizeof section);
    if (name_section.at == name_section.end) return;
    memcpy(&names, name_section.at, sizeof names);
    const reader_t all_names = read_part(file->all, names.sh_offset, names.sh_size);
    for (reader_t at = table; at.at < at.end; at.at += sizeof section) {
        memcpy(&section, at.at, sizeof section);
        if (section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0) continue;
        reader_t name = {read_part(all_names, section.sh_name, 0).at, all_names.end};
        const char *text = read_string(&name);
        const reader_t data = read_part(file->all, section.sh_offset, section.sh_size);
        if (strcmp(text, ".debug_line") == 0) file->dwarf.lines = data;
        if (strcmp(text, ".debug_line_str") == 0) file->dwarf.line_strings = data;
        if (strcmp(text, ".debug_str") == 0) file->dwarf.strings = data;
        if (strcmp(text, ".symtab") == 0) file->symbols = data;
        if (strcmp(text, ".strtab") == 0) file->symbol_names = data;
    }
}

/* ---- Names of C++ as the text has them (Itanium C++ ABI, section 5.1). */

/* Behind a template's arguments: names have their length before them, and what opens is closed by an E. */
static const char *skip_arguments(const char *at) {
    int open = 0;
    do {
        if (*at >= '0' && *at <= '9') {
            char *end;
            const unsigned long bytes = strtoul(at, &end, 10);
            if (strlen(end) < bytes) return "";
            at = end + bytes;
            continue;
        }
        if (*at == 'L')
            at = strchr(at, 'E') != NULL ? strchr(at, 'E') : ""; /* a literal */
        else if (*at == 'E')
            open--;
        else if (strchr("INXFJ", *at) != NULL)
            open++;
        if (*at == '\0') return at;
        at++;
    } while (open > 0);
    return at;
}

/* Writes app::writer<...>::put for _ZN3app6writerIjE3putEjj: the names alone, without types. What has operators and the
 * like in it stays as it is. */
static void name_function(const char *name, char *text, size_t bytes) {
    const char *at = name + 2, *separator = "";
    size_t length = 0;
    snprintf(text, bytes, "%s", name);
    if (strncmp(name, "_Z", 2) != 0) return;
    char readable[sizeof((nbl_emulator_caller_t *)NULL)->function] = "";
    if (*at == 'N') at++;
    while (*at == 'L' || *at == 'K' || (*at >= '0' && *at <= '9')) {
        char *end;
        if (*at == 'L' || *at == 'K') {
            at++;
            continue;
        }
        const unsigned long part = strtoul(at, &end, 10);
        if (strlen(end) < part || length + part + 8u > sizeof readable) return;
        at = end + part;
        length += (size_t)snprintf(readable + length, sizeof readable - length, "%s%.*s%s", separator, (int)part, end,
                                   *at == 'I' ? "<...>" : "");
        if (*at == 'I') at = skip_arguments(at);
        separator = "::";
        if (name[2] != 'N') break;
    }
    if (length > 0 && (name[2] != 'N' || *at == 'E')) snprintf(text, bytes, "%s", readable);
}

static void find_function(const file_t *file, uint64_t address, nbl_emulator_caller_t *place) {
    Elf64_Sym symbol;
    for (reader_t at = file->symbols; (size_t)(at.end - at.at) >= sizeof symbol; at.at += sizeof symbol) {
        memcpy(&symbol, at.at, sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || address - symbol.st_value >= symbol.st_size) continue;
        reader_t name = {read_part(file->symbol_names, symbol.st_name, 0).at, file->symbol_names.end};
        name_function(read_string(&name), place->function, sizeof place->function);
        return;
    }
}

/* ---- which file ---- */

typedef struct module_t {
    uint64_t address; /* before: in memory; behind: in the file */
    const char *path; /* NULL: not found */
} module_t;

static int look(struct dl_phdr_info *info, size_t size, void *user) {
    module_t *module = user;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || module->address - (info->dlpi_addr + part->p_vaddr) >= part->p_memsz) continue;
        module->address -= info->dlpi_addr;
        module->path = info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
        return 1;
    }
    return 0;
}

int nbl_lines_find(const void *address, nbl_emulator_caller_t *place) {
    module_t module = {(uint64_t)(uintptr_t)address - 1u, NULL}; /* the call, not what stands behind it */
    struct stat status;

    memset(place, 0, sizeof *place);
    dl_iterate_phdr(look, &module);
    const int descriptor = module.path != NULL ? open(module.path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return 0;
    void *memory = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0)
        memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (memory == MAP_FAILED) return 0;
    file_t file = {.all = {memory, (const unsigned char *)memory + status.st_size}};
    find_sections(&file);
    find_function(&file, module.address, place);
    find_dwarf_line(&file.dwarf, module.address, place);
    munmap(memory, (size_t)status.st_size);
    return place->function[0] != '\0' || place->line != 0;
}
#else
int nbl_lines_find(const void *address, nbl_emulator_caller_t *place) {
    (void)address;
    memset(place, 0, sizeof *place);
    return 0;
}
#endif
