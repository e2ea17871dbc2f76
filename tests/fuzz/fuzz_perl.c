// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The choice of places to probe: the input is what is changed in a real perl.
 *
 * Its first byte says which perl; then come edits of EDIT bytes: the part of the file, how many bytes, where in that
 * part, and what is put there.  So inputs are small, and each byte of one hits something that the agent reads.
 */
#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf/elf.h"
#include "site/site.h"
#include "target/perl.h"
#include "util/error.h"

#define PERLS_MAX 24
#define PARTS_MAX 16
#define EDIT	  14 /* part, size, u32 where, 8 bytes */
#define EDITS_MAX 32

struct range {
	uint64_t offset;
	uint64_t size;
};

static struct perl {
	int fd;
	char *bytes; /* as they were */
	uint64_t size;
	struct range parts[PARTS_MAX];
	unsigned part_cnt;
} perls[PERLS_MAX];
static unsigned perl_cnt;

static void add_part(struct perl *p, uint64_t offset, uint64_t size)
{
	if (p->part_cnt < PARTS_MAX && offset < p->size && size && size <= p->size - offset)
		p->parts[p->part_cnt++] = (struct range){ offset, size };
}

/* What the agent goes by, a part each: headers, dynamic section, symbols, relocations, frames, tables, code. */
static void find_parts(struct perl *p)
{
	const Elf64_Ehdr *eh = (const void *)p->bytes;
	const Elf64_Shdr *sh = (const void *)(p->bytes + eh->e_shoff);
	unsigned i;

	add_part(p, 0, sizeof(*eh) + eh->e_phnum * sizeof(Elf64_Phdr));
	for (i = 0; eh->e_shoff && i < eh->e_shnum; i++) {
		const char *name = p->bytes + sh[eh->e_shstrndx].sh_offset + sh[i].sh_name;

		if (sh[i].sh_type == SHT_DYNAMIC || sh[i].sh_type == SHT_DYNSYM ||
		    sh[i].sh_type == SHT_RELA || sh[i].sh_type == SHT_GNU_HASH ||
		    !strncmp(name, ".eh_frame", 9) || !strcmp(name, ".data.rel.ro") ||
		    !strcmp(name, ".rodata") || !strcmp(name, ".text"))
			add_part(p, sh[i].sh_offset, sh[i].sh_size);
	}
}

/* The code of the functions that are probed is a small part of all: each of them is a part of its own. */
static void find_functions(struct perl *p)
{
	static const char *const names[] = { "pp_nextstate", "pp_entersub", "pp_leavesub" };
	struct elf *elf = elf_new(p->fd);
	uint64_t vaddr, size, offset;
	char name[64] = "Perl_";
	size_t i;

	for (i = 0; elf && i < sizeof(names) / sizeof(names[0]); i++) {
		strcpy(name + 5, names[i]);
		if (!elf_symbol(elf, name, &vaddr, &size) && !elf_code_offset(elf, vaddr, &offset))
			add_part(p, offset, size);
	}
	elf_free(elf);
}

static void add_perl(const char *path)
{
	int in = open(path, O_RDONLY | O_CLOEXEC);
	struct perl *p = &perls[perl_cnt];
	off_t size = in < 0 ? 0 : lseek(in, 0, SEEK_END);

	if (size > 100000 && perl_cnt < PERLS_MAX) {
		p->size = (uint64_t)size;
		p->bytes = malloc(p->size);
		p->fd = memfd_create("perl", MFD_CLOEXEC);
		if (pread(in, p->bytes, p->size, 0) != size ||
		    write(p->fd, p->bytes, p->size) != size)
			abort();
		find_parts(p);
		find_functions(p);
		perl_cnt++;
	}
	close(in);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char *const patterns[] = { "build/perls/*/usr/bin/perl",
						"build/perls/*/usr/lib/*/libperl.so.5.*.*",
						"build/perls/arm64/*/usr/bin/perl" };
	size_t i, k;
	glob_t g;

	(void)argc;
	(void)argv;
	sites_take_nops(10); /* none of them has such nops: their places stay the same */
	sites_plan_stubs(true);
	add_perl("/usr/bin/perl");
	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if (glob(patterns[i], 0, NULL, &g))
			continue;
		for (k = 0; k < g.gl_pathc; k++)
			add_perl(g.gl_pathv[k]);
		globfree(&g);
	}
	if (!perl_cnt)
		abort();
	return 0;
}

/* Puts the bytes there; before: what there was. */
static void edit(const struct perl *p, const uint8_t *how, bool back)
{
	const struct range *part = &p->parts[how[0] % p->part_cnt];
	uint64_t size = 1u << how[1] % 4, where;
	uint32_t at;

	memcpy(&at, how + 2, sizeof(at));
	where = part->offset + at % part->size;
	if (size > p->size - where)
		size = p->size - where;
	if (pwrite(p->fd, back ? p->bytes + where : (const char *)how + 6, size, (off_t)where) < 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct perl *p = size ? &perls[data[0] % perl_cnt] : &perls[0];
	size_t cnt = size ? (size - 1) / EDIT : 0, i;
	struct perl_image *image;
	struct error err;

	if (cnt > EDITS_MAX)
		return -1;
	for (i = 0; i < cnt; i++)
		edit(p, data + 1 + i * EDIT, false);
	image = perl_image_of_any(p->fd, "input", &err);
	perl_image_free(image);
	for (i = 0; i < cnt; i++)
		edit(p, data + 1 + i * EDIT, true);
	return 0;
}
