// SPDX-License-Identifier: GPL-2.0-or-later
/* What lies at an address of an ELF file: the segments that are loaded, and nothing else of the file. */
#include <errno.h>
#include <gelf.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/elf_parts.h"

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
