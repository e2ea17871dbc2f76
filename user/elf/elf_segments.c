// SPDX-License-Identifier: GPL-2.0-or-later
/* What lies at an address of an ELF file: the segments that are loaded, and nothing else of the file. */
#include <errno.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/elf_parts.h"

#define PAGE 4096u

static int vaddr_to_offset(const struct elf *elf, uint64_t vaddr, size_t size, uint64_t *offset,
			   uint32_t *flags)
{
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		uint64_t in = vaddr - ph->p_vaddr;

		if (vaddr < ph->p_vaddr || in >= ph->p_filesz || size > ph->p_filesz - in)
			continue;
		if (ph->p_offset > elf->raw_size || in + size > elf->raw_size - ph->p_offset)
			return -ENOENT;
		*offset = ph->p_offset + in;
		if (flags)
			*flags = ph->p_flags;
		return 0;
	}
	return -ENOENT;
}

uint64_t elf_first_page(const struct elf *elf)
{
	uint64_t first = elf->load_cnt ? elf->load[0].p_vaddr - elf->load[0].p_offset : 0;

	return first & ~4095ull;
}

const void *elf_bytes(const struct elf *elf, uint64_t vaddr, size_t size)
{
	uint64_t offset;

	return vaddr_to_offset(elf, vaddr, size, &offset, NULL) ? NULL : elf->raw + offset;
}

const char *elf_string(const struct elf *elf, uint64_t vaddr)
{
	uint64_t offset;

	if (vaddr_to_offset(elf, vaddr, 1, &offset, NULL))
		return NULL;
	return string_in(elf->raw + offset, elf->raw_size - offset);
}

int elf_code_offset(const struct elf *elf, uint64_t vaddr, uint64_t *offset)
{
	uint32_t flags;

	if (vaddr_to_offset(elf, vaddr, 1, offset, &flags) || !(flags & PF_X))
		return -ENOENT;
	return 0;
}

const void *elf_bytes_from(const struct elf *elf, uint64_t vaddr, size_t *size)
{
	const char *p = elf_bytes(elf, vaddr, 1);
	size_t i;

	for (i = 0; p && i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		uint64_t in = vaddr - ph->p_vaddr;

		if (vaddr < ph->p_vaddr || in >= ph->p_filesz)
			continue;
		*size = ph->p_filesz - in;
		if (*size > elf->raw_size - (size_t)(p - elf->raw))
			*size = elf->raw_size - (size_t)(p - elf->raw);
		return p;
	}
	return NULL;
}

const void *elf_eh_frame_hdr(const struct elf *elf, uint64_t *vaddr, size_t *size)
{
	*vaddr = elf->eh_frame_hdr.p_vaddr;
	*size = elf->eh_frame_hdr.p_filesz;
	return *size ? elf_bytes(elf, *vaddr, *size) : NULL;
}

uint16_t elf_machine(const struct elf *elf)
{
	return elf->machine;
}

const unsigned char *elf_ident(const struct elf *elf)
{
	return (const unsigned char *)elf->raw;
}

int elf_each_code(const struct elf *elf,
		  int (*visit)(const uint8_t *code, size_t size, uint64_t vaddr, void *arg),
		  void *arg)
{
	uint64_t visited = 0;
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		const void *code;
		int rc;

		if (!(ph->p_flags & PF_X))
			continue;
		visited += ph->p_filesz;
		if (visited > CODE_MAX)
			return -EFBIG;
		code = elf_bytes(elf, ph->p_vaddr, ph->p_filesz);
		rc = code ? visit(code, ph->p_filesz, ph->p_vaddr, arg) : 0;
		if (rc)
			return rc;
	}
	return 0;
}

int elf_each_segment(const struct elf *elf,
		     int (*visit)(const uint8_t *bytes, size_t size, uint64_t vaddr, void *arg),
		     void *arg)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < elf->load_cnt && !rc; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		const void *bytes = elf_bytes(elf, ph->p_vaddr, ph->p_filesz);

		rc = bytes ? visit(bytes, ph->p_filesz, ph->p_vaddr, arg) : 0;
	}
	return rc;
}

static bool is_zero(const char *bytes, uint64_t size)
{
	uint64_t i;

	for (i = 0; i < size; i++) {
		if (bytes[i])
			return false;
	}
	return true;
}

/* Does a segment have a part of this page of the file, or of memory? */
static bool uses_page(const GElf_Phdr *ph, uint64_t offset, uint64_t vaddr)
{
	return (ph->p_offset < offset + PAGE && ph->p_offset + ph->p_filesz > offset) ||
	       (ph->p_vaddr < vaddr + PAGE && ph->p_vaddr + ph->p_memsz > vaddr);
}

size_t elf_cave(const struct elf *elf, uint64_t vaddr, uint64_t *offset)
{
	const GElf_Phdr *code = NULL;
	uint64_t used, page, page_vaddr;
	size_t i;

	for (i = 0; i < elf->load_cnt && !code; i++) {
		if (elf->load[i].p_flags & PF_X && vaddr >= elf->load[i].p_vaddr &&
		    vaddr - elf->load[i].p_vaddr < elf->load[i].p_filesz)
			code = &elf->load[i];
	}
	if (!code || code->p_filesz != code->p_memsz || code->p_offset > elf->raw_size ||
	    (code->p_vaddr - code->p_offset) % PAGE)
		return 0;
	*offset = code->p_offset + code->p_filesz;
	used = *offset % PAGE;
	page = *offset - used;
	page_vaddr = code->p_vaddr + code->p_filesz - used;
	if (!used || elf->raw_size < PAGE || page > elf->raw_size - PAGE ||
	    !is_zero(elf->raw + *offset, PAGE - used))
		return 0;
	for (i = 0; i < elf->load_cnt; i++) {
		if (&elf->load[i] != code && uses_page(&elf->load[i], page, page_vaddr))
			return 0;
	}
	return PAGE - used;
}

const char *elf_find_text(const struct elf *elf, const char *needle)
{
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		const char *data = elf_bytes(elf, ph->p_vaddr, ph->p_filesz), *hit;

		if (!data || (ph->p_flags & (PF_W | PF_X)))
			continue;
		hit = memmem(data, ph->p_filesz, needle, strlen(needle));
		if (!hit || !memchr(hit, '\0', (size_t)(data + ph->p_filesz - hit)))
			continue;
		while (hit > data && hit[-1])
			hit--; /* to the start of the string that it is part of */
		return hit;
	}
	return NULL;
}
