// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ELF, through libelf; knows nothing of perl.
 *
 * The file is read into memory (ELF_C_READ), not mapped: a mapped file that somebody
 * truncates would end us with SIGBUS.
 */
#include "elf/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/elf_parts.h"
#include "machine/arch.h"
#include "util/cleanup.h"

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
	/*
	 * Not mapped: the kernel puts probes into whatever maps the file, and we would read them as
	 * its code.
	 */
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
