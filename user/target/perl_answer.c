// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An image as bytes.  Both sides are the same program, so its struct is the format; pointers are
 * made anew.  Whoever made the file may have made the worker say anything: nothing is taken over
 * that could harm more than the recording of that one file.
 */
#include "target/perl_answer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "machine/arch.h"
#include "perl/perl_image.h"
#include "sandbox/sandbox.h"
#include "util/error.h"

#define HEAD offsetof(struct perl_image, probes)

int perl_image_say(struct sandbox_worker *w, const struct perl_image *image)
{
	const uint64_t row = (uint64_t)(image->row - layout_rows(NULL));

	return sandbox_say(w, &row, sizeof(row))					 ?:
		       sandbox_say(w, image, HEAD)					 ?:
		       sandbox_say(w, &image->probe_cnt, sizeof(image->probe_cnt))	 ?:
		       sandbox_say(w, &image->curcop_is_op, sizeof(image->curcop_is_op)) ?:
		       sandbox_say(w, image->probes, image->probe_cnt * sizeof(*image->probes));
}

/* --------------------------------------------------------------------------- checks */

static bool text_is_plain(const char *text, size_t size)
{
	size_t len = strnlen(text, size), i;

	for (i = 0; i < len; i++) {
		if ((unsigned char)text[i] < ' ' || (unsigned char)text[i] > '~')
			return false;
	}
	return len < size;
}

/* A byte that is neither is no bool. */
static bool bool_is_one(const bool *b)
{
	unsigned char byte;

	memcpy(&byte, b, 1);
	return byte <= 1;
}

static bool probe_is_possible(const struct probe *p, const struct stat *st)
{
	return bool_is_one(&p->inside) && bool_is_one(&p->curcop) && (unsigned)p->site < SITE_CNT &&
	       (unsigned)p->price < PRICE_CNT && p->reg <= SITE_REG_NONE &&
	       p->cv_reg <= SITE_REG_NONE && !p->moved &&
	       stub_is_possible(&p->stub, (uint64_t)st->st_size) &&
	       p->offset < (uint64_t)st->st_size &&
	       text_is_plain(p->function, sizeof(p->function)) &&
	       text_is_plain(p->insn, sizeof(p->insn)) && text_is_plain(p->how, sizeof(p->how));
}

static bool probes_are_possible(const struct perl_image *image, const struct stat *st)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		if (!probe_is_possible(&image->probes[i], st))
			return false;
	}
	for (i = 0; i < OP_TYPES; i++) {
		if (image->slow_ops[i] >= SLOW_OP_CNT)
			return false;
	}
	return image->probe_cnt > 0;
}

/*
 * Only what a perl's own file says may differ from the row: where an unthreaded perl has its
 * variables, and the numbers of ops of a version that is newer than all rows.
 */
static void set_layout(struct perl_image *image, const struct layout_row *row)
{
	struct perl_layout said = image->layout;
	size_t i;

	image->row = row;
	image->layout = row->layout;
	for (i = 0; !image->build.multiplicity && layout_interp_name(i); i++)
		*layout_interp_field(&image->layout, i) = *layout_interp_field(&said, i);
	if (!perl_is_derived(image))
		return;
	image->layout.OP_NEXTSTATE = said.OP_NEXTSTATE;
	image->layout.OP_DBSTATE = said.OP_DBSTATE;
}

static bool row_is_possible(const struct perl_image *image, const struct layout_row *row)
{
	const struct perl_build *b = &image->build;

	return bool_is_one(&b->ithreads) && bool_is_one(&b->multiplicity) &&
	       bool_is_one(&b->debugging) && bool_is_one(&image->curcop_is_op) &&
	       row->machine == b->machine && row->machine == arch_host()->machine &&
	       row->layout.multiplicity == b->multiplicity && row->layout.ithreads == b->ithreads;
}

/* ------------------------------------------------------------------------------ take */

static bool take_image(const struct sandbox_answer *a, size_t *at, struct perl_image *image,
		       const struct stat *st)
{
	const struct layout_row *rows;
	size_t row_cnt;
	uint64_t row;
	bool said = sandbox_answer_copy(a, at, &row, sizeof(row)) &&
		    sandbox_answer_copy(a, at, image, HEAD) &&
		    sandbox_answer_copy(a, at, &image->probe_cnt, sizeof(image->probe_cnt)) &&
		    sandbox_answer_copy(a, at, &image->curcop_is_op, sizeof(image->curcop_is_op)) &&
		    image->probe_cnt <= PROBES_MAX &&
		    sandbox_answer_copy(a, at, image->probes,
					image->probe_cnt * sizeof(*image->probes));

	image->path = NULL;
	image->elf = NULL;
	image->extents = NULL;
	image->build.bincompat = image->build.options = NULL;
	image->fd = -1;
	image->dev = st->st_dev;
	image->ino = st->st_ino;
	rows = layout_rows(&row_cnt);
	if (!said || row >= row_cnt || !row_is_possible(image, &rows[row]))
		return false;
	set_layout(image, &rows[row]);
	return probes_are_possible(image, st);
}

struct perl_image *perl_image_take(const struct sandbox_answer *a, size_t *at, int fd,
				   const char *path, struct error *err)
{
	struct perl_image *image = calloc(1, sizeof(*image));
	struct stat st;

	if (!image || fstat(fd, &st)) {
		error_set(err, errno, "%s: %s", path, strerror(errno));
		free(image);
		return NULL;
	}
	if (!take_image(a, at, image, &st)) {
		error_set(err, EPROTO, "%s: the worker's answer makes no sense", path);
		perl_image_free(image);
		return NULL;
	}
	image->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	image->path = strdup(path);
	if (image->fd >= 0 && image->path)
		return image;
	error_set(err, errno, "%s: %s", path, strerror(errno));
	perl_image_free(image);
	return NULL;
}
