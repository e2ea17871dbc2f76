// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ELF, through libelf; knows nothing of perl.
 *
 * The file is read into memory (ELF_C_READ), not mapped: a mapped file that somebody
 * truncates would end us with SIGBUS.
 */
#include "elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target/arch.h"
#include "target/elf_parts.h"
#include "util/cleanup.h"

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

/* ------------------------------------------------------------------- open, close */

static int read_segments(struct elf *elf)
{
	GElf_Phdr dynamic = {};
	uint64_t loaded = 0;
	size_t cnt, i;

	if (elf_getphdrnum(elf->elf, &cnt))
		return -ENOEXEC;
	for (i = 0; i < cnt; i++) {
		GElf_Phdr ph;

		if (!gelf_getphdr(elf->elf, (int)i, &ph))
			return -ENOEXEC;
		if (ph.p_type == PT_LOAD && elf->load_cnt < SEGMENTS_MAX) {
			loaded += ph.p_filesz;
			/* No part of the file is in many of them. */
			if (ph.p_filesz > elf->raw_size || loaded > 2 * elf->raw_size)
				return -ENOEXEC;
			elf->load[elf->load_cnt++] = ph;
		} else if (ph.p_type == PT_DYNAMIC) {
			dynamic = ph;
		} else if (ph.p_type == PT_GNU_EH_FRAME) {
			elf->eh_frame_hdr = ph;
		}
	}
	if (!dynamic.p_filesz)
		return 0; /* a static executable: has segments, but exports nothing */
	return elf_read_dynamic(elf, &dynamic);
}

static bool machine_is_known(Elf *elf, uint16_t *machine)
{
	GElf_Ehdr eh;

	if (elf_kind(elf) != ELF_K_ELF || gelf_getclass(elf) != ELFCLASS64 ||
	    !gelf_getehdr(elf, &eh) || eh.e_ident[EI_DATA] != ELFDATA2LSB)
		return false;
	*machine = eh.e_machine;
	return arch_of(*machine) != NULL;
}

struct elf *elf_new(int fd)
{
	struct elf *elf = calloc(1, sizeof(*elf));
	struct stat st;
	int rc = -ENOEXEC;

	if (!elf)
		return NULL;
	elf_version(EV_CURRENT);
	elf->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (elf->fd < 0) {
		rc = -errno;
		goto err;
	}
	if (fstat(elf->fd, &st) || !S_ISREG(st.st_mode) || st.st_size > FILE_SIZE_MAX)
		goto err;
	/* Not mapped: the kernel puts probes into whatever maps the file, and we would read them as its code. */
	elf->elf = elf_begin(elf->fd, ELF_C_READ, NULL);
	if (!elf->elf || !machine_is_known(elf->elf, &elf->machine))
		goto err;
	elf->raw = elf_rawfile(elf->elf, &elf->raw_size);
	if (!elf->raw)
		goto err;
	rc = read_segments(elf);
	if (!rc)
		return elf;
err:
	elf_free(elf);
	errno = -rc;
	return NULL;
}

void elf_free(struct elf *elf)
{
	if (!elf)
		return;
	elf_end(elf->elf);
	close_fd(&elf->fd);
	free(elf->relocations);
	free(elf);
}

/* ------------------------------------------------------------------------ look up */

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
