// SPDX-License-Identifier: GPL-2.0-or-later
/* The names in an ELF file that others can see, without reading the rest of it. */
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/elf.h"
#include "elf/elf_parts.h"
#include "util/cleanup.h"

#define DYNAMIC_MAX (64u << 10) /* bytes; a program with 100 libraries has 3 KB */
#define NAMES_MAX   (64u << 20)

/* A part of the file, which the caller frees. NULL: the file does not have it. */
static void *read_part(int fd, uint64_t at, size_t size)
{
	void *part __cleanup(free_ptr) = malloc(size ?: 1);

	if (!part || pread(fd, part, size, (off_t)at) != (ssize_t)size)
		return NULL;
	return take_ptr(part);
}

/* Where the dynamic segment says that the names are. */
static bool find_names(int fd, const GElf_Phdr *dynamic, uint64_t *vaddr, uint64_t *size)
{
	Elf64_Dyn *entries __cleanup(free_ptr) = NULL;
	size_t cnt = dynamic->p_filesz / sizeof(*entries), i;

	if (dynamic->p_filesz > DYNAMIC_MAX)
		return false;
	entries = read_part(fd, dynamic->p_offset, cnt * sizeof(*entries));
	for (i = 0; entries && i < cnt && entries[i].d_tag != DT_NULL; i++) {
		if (entries[i].d_tag == DT_STRTAB)
			*vaddr = entries[i].d_un.d_val;
		else if (entries[i].d_tag == DT_STRSZ)
			*size = entries[i].d_un.d_val;
	}
	return *vaddr && *size && *size <= NAMES_MAX;
}

static bool find_offset(Elf *elf, size_t cnt, uint64_t vaddr, uint64_t *offset)
{
	GElf_Phdr ph;
	size_t i;

	for (i = 0; i < cnt && gelf_getphdr(elf, (int)i, &ph); i++) {
		if (ph.p_type == PT_LOAD && vaddr >= ph.p_vaddr &&
		    vaddr - ph.p_vaddr < ph.p_filesz) {
			*offset = vaddr - ph.p_vaddr + ph.p_offset;
			return true;
		}
	}
	return false;
}

/* True: there is a dynamic segment. */
static bool find_dynamic(Elf *elf, size_t cnt, GElf_Phdr *dynamic)
{
	size_t i;

	for (i = 0; i < cnt && gelf_getphdr(elf, (int)i, dynamic); i++) {
		if (dynamic->p_type == PT_DYNAMIC)
			return true;
	}
	return false;
}

static bool names_have(Elf *elf, int fd, const char *part)
{
	char *names __cleanup(free_ptr) = NULL;
	uint64_t vaddr = 0, size = 0, offset;
	GElf_Phdr dynamic;
	size_t cnt;

	if (elf_getphdrnum(elf, &cnt) || !find_dynamic(elf, cnt, &dynamic))
		return false;
	if (!find_names(fd, &dynamic, &vaddr, &size) || !find_offset(elf, cnt, vaddr, &offset))
		return true; /* strange: elf_new() is to look */
	names = read_part(fd, offset, size);
	return !names || memmem(names, size, part, strlen(part));
}

bool elf_may_name(int fd, const char *part)
{
	GElf_Ehdr eh;
	bool may = false;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF && gelf_getclass(elf) == ELFCLASS64 &&
	    gelf_getehdr(elf, &eh) && eh.e_ident[EI_DATA] == ELFDATA2LSB)
		may = names_have(elf, fd, part);
	elf_end(elf);
	return may;
}
