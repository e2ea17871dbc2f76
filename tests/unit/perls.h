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

#include "elf/elf.h"
#include "target/perl.h"
#include "util/error.h"

/* Of whatever machine; NULL: no perl. */
static inline struct perl_image *open_perl(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct perl_image *image;

	if (fd < 0)
		return NULL;
	image = perl_image_of_any(fd, path, err);
	close(fd);
	return image;
}

static inline const struct probe *find_probe(const struct perl_image *image, enum site_id site)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		if (image->probes[i].site == site)
			return &image->probes[i];
	}
	return NULL;
}

/* The bytes of a file, to be freed. */
static inline char *file_bytes(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	off_t end = lseek(fd, 0, SEEK_END);
	char *data = malloc((size_t)end);

	cr_assert_eq(pread(fd, data, (size_t)end, 0), end, "%s", path);
	close(fd);
	*size = (size_t)end;
	return data;
}

static inline int file_of(const char *data, size_t size)
{
	int fd = memfd_create("perl", MFD_CLOEXEC);

	cr_assert_eq(write(fd, data, size), (ssize_t)size);
	return fd;
}

#define RELEASES 5 /* that perls are fetched of */

/* A copy of a perl, of whatever machine, that says that it is 5.version. */
static inline struct perl_image *open_as(const char *path, unsigned version, struct error *err)
{
	size_t size;
	char *data = file_bytes(path, &size);
	int in = file_of(data, size), fd;
	struct elf *elf = elf_new(in);
	const uint8_t *number;
	struct perl_image *image;
	uint64_t vaddr;

	cr_assert_eq(elf_symbol(elf, "PL_version", &vaddr, NULL), 0);
	number = elf_bytes(elf, vaddr, 1);
	data[number - elf_ident(elf)] = (char)version;
	fd = file_of(data, size);
	image = perl_image_of_any(fd, path, err);
	close(in);
	close(fd);
	elf_free(elf);
	free(data);
	return image;
}

/* The perls of other releases, if tests/fetch/fetch-perls.sh has been run, as it has in CI. */
static inline void fetched(const char *pattern, glob_t *g)
{
	const char *ci = getenv("CI");

	if (glob(pattern, 0, NULL, g))
		g->gl_pathc = 0;
	cr_expect(g->gl_pathc == RELEASES || !ci || strcmp(ci, "true"),
		  "%s: run scripts/setup.sh test", pattern);
}

static inline void each_fetched(const char *pattern, void (*check)(const char *path))
{
	size_t i;
	glob_t g;

	fetched(pattern, &g);
	for (i = 0; i < g.gl_pathc; i++)
		check(g.gl_pathv[i]);
	globfree(&g);
}

/* One that says it is newer has the newest one's layout if it is like that one. */
static inline void expect_derived_if_alike(const char *path)
{
	bool alike = strstr(path, "/experimental/");
	struct error err;
	struct perl_image *image = open_as(path, 99, &err);

	cr_expect_eq(!image, !alike, "%s: %s", path, image ? "taken" : err.text);
	cr_expect(!image || perl_is_derived(image));
	perl_image_free(image);
}

/* What a probe on that instruction costs, which the kernel emulates. */
static inline enum probe_price emulated_price(const char *insn)
{
	return !strncmp(insn, "push", 4) || !strncmp(insn, "call", 4) ? PRICE_PUSH : PRICE_TRAP;
}

#endif
