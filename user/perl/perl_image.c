// SPDX-License-Identifier: GPL-2.0-or-later
/* What is known of a perl's file, looked up: the op tables, and what its layout is. */
#include "perl/perl_image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

size_t perl_image_stubs(const struct perl_image *image)
{
	size_t cnt = 0, i;

	for (i = 0; i < image->probe_cnt; i++)
		cnt += image->probes[i].stub.kind != STUB_NONE;
	return cnt;
}

enum stub_refusal perl_image_refusal(const struct perl_image *image)
{
	return image->probe_cnt ? image->probes[0].stub.refusal : STUB_NOT_ASKED;
}

void perl_image_forgo_stubs(struct perl_image *image)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++)
		image->probes[i].stub = (struct stub){};
}

static void add_words(struct probe *p, const char *words, const char *more)
{
	size_t len = strlen(p->how);

	snprintf(p->how + len, sizeof(p->how) - len, ", %s%s", words, more);
}

static void move_probe(struct probe *p)
{
	if (p->stub.kind == STUB_NONE) {
		if (p->stub.refusal != STUB_NOT_ASKED)
			add_words(p, "no stub: ", stub_refusal_text(p->stub.refusal));
		return;
	}
	p->moved = stub_nop(&p->stub) - p->offset;
	p->offset += p->moved;
	p->vaddr += p->moved;
	p->price = p->stub.nop == 5 ? PRICE_NOP5 : PRICE_NOP10;
	if (p->stub.kind == STUB_VIA && p->site == SITE_XSUB_RET)
		p->cv_reg = SITE_REG_PUSHED;
	add_words(p, "by a stub", "");
}

int perl_image_become_copy(struct perl_image *image, int copy)
{
	struct stat st;
	size_t i;
	int fd = fcntl(copy, F_DUPFD_CLOEXEC, 0);

	if (fd < 0 || fstat(fd, &st)) {
		close_fd(&fd);
		return -errno;
	}
	close_fd(&image->fd);
	image->fd = fd;
	image->dev = st.st_dev;
	image->ino = st.st_ino;
	for (i = 0; i < image->probe_cnt; i++)
		move_probe(&image->probes[i]);
	return 0;
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
