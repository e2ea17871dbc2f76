// SPDX-License-Identifier: GPL-2.0-or-later
/* Places to probe in perls that were built with nops at the functions' entries (docs/perl-builds.md). */
#include "site/site.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine/arch.h"
#include "machine/arch_x86_64.h"
#include "machine/decode.h"
#include "target/perl.h"
#include "util/error.h"

#include "perls.h"

Test(nops, what_a_kernel_makes_calls_of)
{
	static const struct {
		uint8_t code[16];
		size_t len;
		unsigned nop;
	} cases[] = {
		{ { 0x0f, 0x1f, 0x44, 0x00, 0x00 }, 5, 5 }, /* GCC's, */
		{ { 0x0f, 0x1f, 0x44, 0x00, 0x08 }, 5, 5 }, /* clang's */
		{ { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0 }, 10, 10 },
		{ { 0x2e, 0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0 }, 10, 0 },
		{ { 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00 }, 6, 0 },
		{ { 0x0f, 0x1f, 0x40, 0x00 }, 4, 0 },
	};
	struct decoder *d = decoder_new(&arch_x86_64);
	struct insn insn;
	size_t i;

	cr_assert_not_null(d);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_assert(decode(d, cases[i].code, cases[i].len, 0x1000, &insn), "%zu", i);
		cr_expect_eq(insn.size, cases[i].len, "%zu: %s", i, insn.text);
		cr_expect_eq(insn.nop, cases[i].nop, "%zu: %s", i, insn.text);
		cr_expect_eq(insn.written | (uint32_t)insn.stores, 0u, "%zu: %s", i, insn.text);
	}
	decoder_free(d);
}

/* The file of the system's perl, in memory. */
struct copy {
	char *data;
	off_t size;
};

static struct copy copy_perl(void)
{
	int fd = open("/usr/bin/perl", O_RDONLY | O_CLOEXEC);
	struct copy copy = { .size = lseek(fd, 0, SEEK_END) };

	copy.data = malloc((size_t)copy.size);
	cr_assert_eq(pread(fd, copy.data, (size_t)copy.size, 0), copy.size);
	close(fd);
	return copy;
}

static struct perl_image *open_copy(const struct copy *copy, struct error *err)
{
	int fd = memfd_create("perl", MFD_CLOEXEC);
	struct perl_image *image;

	cr_assert_eq(write(fd, copy->data, (size_t)copy->size), copy->size);
	image = perl_image_new(fd, "copy", err);
	close(fd);
	return image;
}

static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
static const uint8_t padded_nop5[] = { 0xf3, 0x0f, 0x1e, 0xfa, 0x0f, 0x1f, 0x44, 0x00, 0x00 };
static const uint8_t nop10[] = { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00 };

/* Where a perl that begins pp_goto with this code is probed, if nops of that size are taken. */
static struct probe goto_probe(const uint8_t *code, size_t size, unsigned taken)
{
	struct error err = {};
	struct copy copy = copy_perl();
	struct perl_image *image = open_copy(&copy, &err);
	struct probe p;

	cr_assert_not_null(image, "%s", err.text);
	p = *find_probe(image, SITE_GOTO);
	cr_assert_eq(p.vaddr, p.function_vaddr);
	memcpy(copy.data + p.offset, code, size);
	perl_image_free(image);
	sites_take_nops(taken);
	image = open_copy(&copy, &err);
	sites_take_nops(0);
	cr_assert_not_null(image, "%s", err.text);
	p = *find_probe(image, SITE_GOTO);
	perl_image_free(image);
	free(copy.data);
	return p;
}

Test(nops, nops_at_an_entry_are_taken_as_the_kernel_wants_them)
{
	struct probe p = goto_probe(nop5, sizeof(nop5), 5);

	cr_expect_eq(p.price, PRICE_NOP5, "%s", p.insn);
	cr_expect_eq(p.vaddr, p.function_vaddr);
	cr_expect_eq(p.reg, GPR_DI);
	p = goto_probe(padded_nop5, sizeof(padded_nop5), 5);
	cr_expect_eq(p.price, PRICE_NOP5, "%s", p.insn);
	cr_expect_eq(p.vaddr, p.function_vaddr + 4, "behind the landing pad");
	p = goto_probe(nop10, sizeof(nop10), 10);
	cr_expect_eq(p.price, PRICE_NOP10, "%s", p.insn);
	cr_expect_eq(p.vaddr, p.function_vaddr);
}

/* To probe them would kill what the program forks (6.18), or be refused (ten bytes, before 7.2). */
Test(nops, other_nops_are_left_alone)
{
	static const unsigned taken[] = { 0, 10 };
	struct probe p;
	size_t i;

	for (i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
		p = goto_probe(nop5, sizeof(nop5), taken[i]);
		cr_expect_geq(p.vaddr, p.function_vaddr + 5, "%s", p.insn);
		cr_expect_eq(p.price, emulated_price(p.insn), "%s", p.insn);
		p = goto_probe(padded_nop5, sizeof(padded_nop5), taken[i]);
		cr_expect_geq(p.vaddr, p.function_vaddr + 9, "%s", p.insn);
	}
	p = goto_probe(nop10, sizeof(nop10), 5);
	cr_expect_geq(p.vaddr, p.function_vaddr + 10, "%s", p.insn);
}

/* pp_nextstate of Debian's 5.36.0 for x86-64 as GCC would begin it with a nop; PL_tainted makes room. */
static const uint8_t nextstate[] = {
	0x53, /* push %rbx */
	0x48, 0x8b, 0x97, 0xe0, 0, 0, 0, /* mov 0xe0(%rdi),%rdx: PL_curstackinfo */
	0x48, 0x89, 0xfb, /* mov %rdi,%rbx */
	0x48, 0x8b, 0x47, 0x08, /* mov 0x8(%rdi),%rax: PL_op */
	0xc6, 0x87, 0xb1, 0,	0, 0, 0, /* movb $0,0xb1(%rdi): PL_tainted */
};

Test(nops, a_statement_is_seen_at_a_nop_before_PL_curcop_is_set)
{
	struct error err = {};
	struct copy copy = copy_perl();
	struct perl_image *image = open_copy(&copy, &err);
	const struct probe *p;
	char *code;

	cr_assert_not_null(image, "%s", err.text);
	p = find_probe(image, SITE_NEXTSTATE);
	code = copy.data + p->offset - (p->vaddr - p->function_vaddr);
	perl_image_free(image);
	cr_assert(!memcmp(code, nextstate, sizeof(nextstate)),
		  "not Debian 12's perl: adapt this test");
	memcpy(code, nop5, 5);
	memcpy(code + 5, nextstate, 15);
	memcpy(code + 20, "\x66\x90", 2);
	sites_take_nops(5);
	image = open_copy(&copy, &err);
	sites_take_nops(0);
	cr_assert_not_null(image, "%s", err.text);
	p = find_probe(image, SITE_NEXTSTATE);
	cr_expect_eq(p->price, PRICE_NOP5, "%s", p->insn);
	cr_expect_eq(p->vaddr, p->function_vaddr);
	cr_expect(!p->curcop && !image->curcop_is_op);
	perl_image_free(image);
	image = open_copy(&copy, &err);
	cr_assert_not_null(image, "%s", err.text);
	p = find_probe(image, SITE_NEXTSTATE);
	cr_expect_eq(p->price, emulated_price(p->insn), "%s", p->insn);
	cr_expect(p->curcop && image->curcop_is_op);
	perl_image_free(image);
	free(copy.data);
}
