// SPDX-License-Identifier: GPL-2.0-or-later
/* The ELF reader: the input is a file that some process has mapped. */
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf/elf.h"
#include "elf/extents.h"

static int visit_code(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	volatile uint8_t last = size ? code[size - 1] : 0;

	(void)last;
	(void)vaddr;
	(void)arg;
	return 0;
}

static void look_at_all(const struct elf *elf)
{
	uint64_t vaddr, value, start, end;
	struct extents *x = extents_new(elf);
	size_t i, size;

	for (vaddr = 0; vaddr < 0x3000; vaddr += 0x155) {
		elf_pointer(elf, vaddr, &value);
		elf_string(elf, vaddr);
		elf_code_offset(elf, vaddr, &value);
		elf_bytes_from(elf, vaddr, &size);
		if (x)
			extents_find(x, vaddr, &start, &end);
	}
	elf_symbol(elf, "PL_op_name", &vaddr, &value);
	elf_find_text(elf, "libperl");
	for (i = 0; elf_needed(elf, i); i++)
		;
	elf_runpath(elf);
	elf_each_code(elf, visit_code, NULL);
	extents_free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct elf *elf;

	if (fd < 0)
		fd = memfd_create("input", MFD_CLOEXEC);
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return -1;
	elf_may_name(fd, "PL_op_name");
	elf = elf_new(fd);
	if (elf)
		look_at_all(elf);
	elf_free(elf);
	return 0;
}
