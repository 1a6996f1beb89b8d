/* Which line of the text an address was compiled from: the file that has it, its sections, its functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "emulator/lines.h"
#include "emulator/dwarf.h"

#if defined(__ELF__) && defined(__linux__) && __SIZEOF_POINTER__ == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct file_t {
    nbl_reader_t all, symbols, symbol_names;
    nbl_dwarf_t dwarf;
} file_t;

static void find_sections(file_t *file) {
    Elf64_Ehdr header;
    Elf64_Shdr section, names;

    if ((size_t)(file->all.end - file->all.at) < sizeof header) return;
    memcpy(&header, file->all.at, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof section) return;
    const nbl_reader_t table = nbl_read_part(file->all, header.e_shoff, (uint64_t)header.e_shnum * sizeof section);
    const nbl_reader_t name_section = nbl_read_part(table, header.e_shstrndx * sizeof section, sizeof section);
    if (name_section.at == name_section.end) return;
    memcpy(&names, name_section.at, sizeof names);
    const nbl_reader_t all_names = nbl_read_part(file->all, names.sh_offset, names.sh_size);
    for (nbl_reader_t at = table; at.at < at.end; at.at += sizeof section) {
        memcpy(&section, at.at, sizeof section);
        if (section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0) continue;
        nbl_reader_t name = {nbl_read_part(all_names, section.sh_name, 0).at, all_names.end};
        const char *text = nbl_read_string(&name);
        const nbl_reader_t data = nbl_read_part(file->all, section.sh_offset, section.sh_size);
        if (strcmp(text, ".debug_line") == 0) file->dwarf.lines = data;
        if (strcmp(text, ".debug_line_str") == 0) file->dwarf.line_strings = data;
        if (strcmp(text, ".debug_str") == 0) file->dwarf.strings = data;
        if (strcmp(text, ".symtab") == 0) file->symbols = data;
        if (strcmp(text, ".strtab") == 0) file->symbol_names = data;
    }
}

static void find_function(const file_t *file, uint64_t address, nbl_emulator_caller_t *place) {
    Elf64_Sym symbol;
    for (nbl_reader_t at = file->symbols; (size_t)(at.end - at.at) >= sizeof symbol; at.at += sizeof symbol) {
        memcpy(&symbol, at.at, sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || address - symbol.st_value >= symbol.st_size) continue;
        nbl_reader_t name = {nbl_read_part(file->symbol_names, symbol.st_name, 0).at, file->symbol_names.end};
        snprintf(place->function, sizeof place->function, "%s", nbl_read_string(&name));
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
    nbl_dwarf_find_line(&file.dwarf, module.address, place);
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
