/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tests of the site chooser have in common: perls of other releases and machines. */
#ifndef NYTPROF_TEST_PERLS_H
#define NYTPROF_TEST_PERLS_H

#include <criterion/criterion.h>
#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/elf.h"
#include "target/perl.h"
#include "util/error.h"

static inline const struct probe *find_probe(const struct perl_image *image, enum site_id site)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		if (image->probes[i].site == site)
			return &image->probes[i];
	}
	return NULL;
}

/* A copy of a perl, of whatever machine, that says that it is 5.version. */
static inline struct perl_image *open_as(const char *path, unsigned version, struct error *err)
{
	int in = open(path, O_RDONLY | O_CLOEXEC), fd = memfd_create("perl", MFD_CLOEXEC);
	struct elf *elf = elf_new(in);
	off_t size = lseek(in, 0, SEEK_END);
	char *data = malloc((size_t)size);
	const uint8_t *number;
	struct perl_image *image;
	uint64_t vaddr;

	cr_assert_eq(pread(in, data, (size_t)size, 0), size);
	cr_assert_eq(elf_symbol(elf, "PL_version", &vaddr, NULL), 0);
	number = elf_bytes(elf, vaddr, 1);
	data[number - elf_ident(elf)] = (char)version;
	cr_assert_eq(write(fd, data, (size_t)size), size);
	image = perl_image_of_any(fd, path, err);
	close(in);
	close(fd);
	elf_free(elf);
	free(data);
	return image;
}

/* The perls of other releases, if scripts/fetch-perls.sh has been run, as it has in CI. */
static inline void fetched(const char *pattern, size_t cnt, glob_t *g)
{
	const char *ci = getenv("CI");

	if (glob(pattern, 0, NULL, g))
		g->gl_pathc = 0;
	cr_expect(g->gl_pathc == cnt || !ci || strcmp(ci, "true"), "%s: run scripts/setup.sh test",
		  pattern);
}

#endif
