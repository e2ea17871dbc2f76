// SPDX-License-Identifier: GPL-2.0-or-later
/* What is known of a perl's file, looked up: the op tables, and what its layout is. */
#include "perl/perl_image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "util/cleanup.h"

bool perl_image_same_build(const struct perl_image *one, const struct perl_image *other)
{
	return one->row == other->row && one->build.revision == other->build.revision &&
	       one->build.version == other->build.version &&
	       one->build.subversion == other->build.subversion;
}

bool perl_is_derived(const struct perl_image *image)
{
	return image->row->version != image->build.version;
}

static const char *op_name(const struct perl_image *image, unsigned i)
{
	uint64_t vaddr;

	if (elf_pointer(image->elf, image->op_name + 8ull * i, &vaddr) || !vaddr)
		return NULL;
	return elf_string(image->elf, vaddr);
}

int perl_op_number(const struct perl_image *image, const char *op)
{
	unsigned i;

	for (i = 0; i < image->op_cnt; i++) {
		const char *name = op_name(image, i);

		if (name && !strcmp(name, op))
			return (int)i;
	}
	return -ENOENT;
}

uint64_t perl_op_function(const struct perl_image *image, const char *op)
{
	int i = perl_op_number(image, op);
	uint64_t vaddr, offset;

	if (i < 0 || elf_pointer(image->elf, image->ppaddr + 8ull * (unsigned)i, &vaddr) ||
	    elf_code_offset(image->elf, vaddr, &offset))
		return 0;
	return vaddr;
}

void perl_image_forget_file(struct perl_image *image)
{
	image->build.bincompat = image->build.options = NULL; /* they are in the file */
	extents_free(image->extents);
	elf_free(image->elf);
	image->extents = NULL;
	image->elf = NULL;
}

void perl_image_free(struct perl_image *image)
{
	if (!image)
		return;
	perl_image_forget_file(image);
	close_fd(&image->fd);
	free(image->path);
	free(image);
}

const char *probe_price_text(enum probe_price price)
{
	switch (price) {
	case PRICE_TRAP:
		return "trap";
	case PRICE_PUSH:
		return "trap+push";
	case PRICE_NOP5:
		return "nop5";
	case PRICE_NOP10:
		return "nop10";
	case PRICE_STEP:
		return "trap+step";
	case PRICE_RETURN:
		return "return";
	default:
		return "?";
	}
}
