// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a perl's file says of itself.  Functions are found by op name through PL_op_name
 * and PL_ppaddr, which every build exports; symbols of functions are hidden since 5.38.
 */
#include "target/perl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/arch.h"
#include "site/site.h"
#include "util/cleanup.h"
#include "util/error.h"

#define OPS_MAX 1024 /* perl 5.44 has 429 */

bool perl_is(const struct elf *elf)
{
	return elf_defines(elf, "PL_op_name") && elf_defines(elf, "PL_ppaddr");
}

/* A one-byte constant such as PL_version. */
static int read_number(const struct elf *elf, const char *name, unsigned *value)
{
	uint64_t vaddr;
	const uint8_t *p;

	if (elf_symbol(elf, name, &vaddr, NULL) || !(p = elf_bytes(elf, vaddr, 1)))
		return -ENOENT;
	*value = *p;
	return 0;
}

static unsigned read_interp_size(const struct elf *elf)
{
	uint64_t vaddr;
	const uint8_t *p;

	if (elf_symbol(elf, "PL_interp_size", &vaddr, NULL) || !(p = elf_bytes(elf, vaddr, 2)))
		return 0;
	return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static bool has_word(const char *list, const char *word)
{
	const char *p = list ? strstr(list, word) : NULL;
	char after = p ? p[strlen(word)] : 'x';

	return p && (p == list || p[-1] == ' ') && (!after || after == ' ');
}

static int read_build(struct perl_image *image, struct error *err)
{
	struct perl_build *b = &image->build;
	uint64_t vaddr;

	b->machine = elf_machine(image->elf);
	if (read_number(image->elf, "PL_revision", &b->revision) ||
	    read_number(image->elf, "PL_version", &b->version) ||
	    read_number(image->elf, "PL_subversion", &b->subversion) ||
	    elf_symbol(image->elf, "PL_bincompat_options", &vaddr, NULL) ||
	    !(b->bincompat = elf_string(image->elf, vaddr)))
		return error_set(err, ENOTSUP,
				 "%s exports perl's op tables, but not its version: not supported",
				 image->path);
	/* DEBUGGING and the like are in another string, which has no symbol (perl.c, S_Internals_V). */
	b->options = elf_find_text(image->elf, "PERL_MALLOC_WRAP");
	b->ithreads = has_word(b->bincompat, "USE_ITHREADS");
	b->multiplicity = b->ithreads || has_word(b->bincompat, "MULTIPLICITY");
	b->debugging = has_word(b->options, "DEBUGGING");
	b->interp_size = b->multiplicity ? read_interp_size(image->elf) : 0;
	return 0;
}

/* ------------------------------------------------------------------ op tables */

static int read_op_tables(struct perl_image *image, struct error *err)
{
	uint64_t size = 0;
	int nextstate, dbstate;

	if (elf_symbol(image->elf, "PL_op_name", &image->op_name, NULL) ||
	    elf_symbol(image->elf, "PL_ppaddr", &image->ppaddr, &size))
		return error_set(err, ENOEXEC,
				 "%s is not a perl: it does not export PL_op_name and PL_ppaddr",
				 image->path);
	image->op_cnt = size / 8 && size / 8 < OPS_MAX ? (unsigned)(size / 8) : OPS_MAX;
	nextstate = perl_op_number(image, "nextstate");
	dbstate = perl_op_number(image, "dbstate");
	if (nextstate < 0 || dbstate < 0)
		return error_set(err, ENOTSUP,
				 "%s: its op table has no \"nextstate\": not supported",
				 image->path);
	image->op_entersub = perl_op_number(image, "entersub");
	image->op_unstack = perl_op_number(image, "unstack");
	if (perl_is_derived(image)) { /* ops that are new have moved the others */
		image->layout.OP_NEXTSTATE = (uint32_t)nextstate;
		image->layout.OP_DBSTATE = (uint32_t)dbstate;
		image->layout.OP_ENTEREVAL = (uint32_t)perl_op_number(image, "entereval");
		image->layout.OP_SCOPE = (uint32_t)perl_op_number(image, "scope");
	}
	if ((unsigned)nextstate != image->layout.OP_NEXTSTATE ||
	    (unsigned)dbstate != image->layout.OP_DBSTATE)
		return error_set(
			err, ENOTSUP,
			"%s: its op numbers (nextstate %d) are not those of layout %s (%u): "
			"not supported",
			image->path, nextstate, image->row->name, image->layout.OP_NEXTSTATE);
	return 0;
}

/* --------------------------------------------------------------------- layout */

/* An unthreaded perl's interpreter variables are globals. */
static int read_globals(struct perl_image *image, struct error *err)
{
	const char *name;
	size_t i;

	for (i = 0; (name = layout_interp_name(i)); i++) {
		char symbol[64] = "PL_";

		strncat(symbol, name, sizeof(symbol) - 4);
		if (elf_symbol(image->elf, symbol, layout_interp_field(&image->layout, i), NULL))
			return error_set(err, ENOTSUP, "%s does not export %s: not supported",
					 image->path, symbol);
	}
	return 0;
}

static int choose_layout(struct perl_image *image, struct error *err)
{
	image->row = layout_find(&image->build, err);
	if (!image->row)
		return -ENOTSUP;
	image->layout = image->row->layout;
	return image->build.multiplicity ? 0 : read_globals(image, err);
}

static int take_vaddr(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	(void)code;
	(void)size;
	*(uint64_t *)arg = vaddr;
	return 1;
}

/* What leads to the interpreter of a thread from outside.  PL_thr_key exists with ithreads only. */
static void read_ways_in(struct perl_image *image)
{
	const struct elf *elf = image->elf;

	if (elf_symbol(elf, "PL_thr_key", &image->thr_key, NULL))
		image->thr_key = 0;
	if (elf_symbol(elf, "PL_curinterp", &image->curinterp, NULL))
		image->curinterp = 0;
	elf_each_code(elf, take_vaddr, &image->code_vaddr);
}

static int check_machine(const struct perl_image *image, struct error *err)
{
	uint16_t machine = elf_machine(image->elf);

	if (machine == arch_host()->machine)
		return 0;
	return error_set(err, ENOTSUP, "%s is for %s; this agent is for %s", image->path,
			 arch_of(machine)->name, arch_host()->name);
}

enum purpose {
	TO_PROBE,
	TO_LOOK_AT, /* of any machine */
	TO_READ, /* the memory of its processes */
};

static int read_file(struct perl_image *image, enum purpose purpose, struct error *err)
{
	image->elf = elf_new(image->fd);
	if (!image->elf)
		return error_set(err, errno, "%s is not an ELF file for this machine: %s",
				 image->path, strerror(errno));
	if (!perl_is(image->elf))
		return error_set(err, ENOEXEC,
				 "%s is not a perl: it does not export PL_op_name and PL_ppaddr",
				 image->path);
	if (purpose != TO_READ)
		image->extents = extents_new(image->elf); /* without, the site chooser makes do */
	return purpose == TO_LOOK_AT ? 0 : check_machine(image, err);
}

static struct perl_image *image_new(int fd, const char *path, enum purpose purpose,
				    struct error *err)
{
	struct perl_image *image = calloc(1, sizeof(*image));
	struct stat st;
	int rc = 0;

	if (!image || !(image->path = strdup(path)) ||
	    (image->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0)) < 0 || fstat(fd, &st))
		rc = error_set(err, errno, "%s: %s", path, strerror(errno));
	if (!rc) {
		image->dev = st.st_dev;
		image->ino = st.st_ino;
		rc = read_file(image, purpose, err);
	}
	rc = rc ?: read_build(image, err);
	rc = rc ?: choose_layout(image, err);
	rc = rc ?: read_op_tables(image, err);
	if (purpose != TO_READ)
		rc = rc ?: sites_choose(image, err);
	if (!rc)
		read_ways_in(image);
	if (rc) {
		perl_image_free(image);
		errno = -rc;
		return NULL;
	}
	return image;
}

struct perl_image *perl_image_new(int fd, const char *path, struct error *err)
{
	return image_new(fd, path, TO_PROBE, err);
}

struct perl_image *perl_image_of_any(int fd, const char *path, struct error *err)
{
	return image_new(fd, path, TO_LOOK_AT, err);
}

struct perl_image *perl_image_unprobed(int fd, const char *path, struct error *err)
{
	return image_new(fd, path, TO_READ, err);
}
