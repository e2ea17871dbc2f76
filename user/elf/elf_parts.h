/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by elf.c, elf_segments.c and elf_dynamic.c. */
#ifndef NYTPROF_ELF_PARTS_H
#define NYTPROF_ELF_PARTS_H

#include <gelf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SEGMENTS_MAX 64
#define NEEDED_MAX   64

/*
 * A file with more than this was made to keep the agent busy. A perl has 3,000 symbols, 30,000
 * relocations, strings of 1 KB and 3 MB of code.
 */
#define SYMBOLS_MAX	(256u << 10)
#define RELOCATIONS_MAX (1u << 20)
#define STRING_MAX	(16u << 10)
#define CODE_MAX	(32u << 20)
#define FILE_SIZE_MAX	(256u << 20)

struct relocation {
	uint64_t vaddr;
	uint64_t value;
};

struct elf {
	int fd;
	Elf *elf;
	const char *raw;
	size_t raw_size;
	uint16_t machine;

	GElf_Phdr load[SEGMENTS_MAX];
	size_t load_cnt;
	GElf_Phdr eh_frame_hdr;

	Elf_Data *symbols;
	size_t symbol_cnt;
	const char *strings;
	uint64_t strings_size;

	struct relocation *relocations; /* sorted by vaddr */
	size_t relocation_cnt;

	const char *needed[NEEDED_MAX];
	size_t needed_cnt;
	const char *runpath;
};

/* A string of the file. NULL: it does not end within size bytes. */
static inline const char *string_in(const char *text, uint64_t size)
{
	return memchr(text, '\0', size < STRING_MAX ? size : STRING_MAX) ? text : NULL;
}

/* Reads symbols, relocations and needed libraries. The segments must be known. */
int elf_read_dynamic(struct elf *elf, const GElf_Phdr *dynamic);

#endif
