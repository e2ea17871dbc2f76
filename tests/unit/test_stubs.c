// SPDX-License-Identifier: GPL-2.0-or-later
/* Stubs: their bytes, where perls can have them, and where they must not. */
#include "site/stubs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/extents.h"
#include "machine/arch.h"
#include "machine/decode.h"
#include "perl/stub.h"
#include "site/code.h"
#include "site/site.h"
#include "target/perl.h"
#include "util/error.h"

#include "perls.h"

#define PERL	  "/usr/bin/perl"
#define PERLS	  "build/perls/*/usr/bin/perl"
#define LIBRARIES "build/perls/*/usr/lib/x86_64-linux-gnu/libperl.so.5.*.*"

/* --------------------------------------------------------------------- their bytes */

static const uint8_t was[] = { 0x83, 0xe0, 0x03, 0x89, 0xc5 }; /* and $3,%eax; mov %eax,%ebp */

static struct stub a_stub(enum stub_kind kind)
{
	struct stub s = { .kind = kind, .nop = 5, .size = 5, .at = 0x1000, .cave = 0x1f00 };

	memcpy(s.was, was, sizeof(was));
	return s;
}

Test(stubs, the_nop_is_behind_what_was_before_the_place)
{
	static const uint8_t want[] = { 0x83, 0xe0, 0x03, 0x89, 0xc5, 0x0f, 0x1f, 0x44,
					0x00, 0x00, 0xe9, 0xf6, 0xf0, 0xff, 0xff };
	static const uint8_t want_jump[] = { 0xe9, 0xfb, 0x0e, 0x00, 0x00 };
	struct stub s = a_stub(STUB_BEFORE);
	uint8_t code[STUB_CODE], jump[STUB_JUMP];

	cr_assert(stub_make(&s, code, jump));
	cr_expect_eq(stub_size(&s), sizeof(want));
	cr_expect_arr_eq(code, want, sizeof(want));
	cr_expect_arr_eq(jump, want_jump, sizeof(want_jump));
	cr_expect_eq(stub_nop(&s), s.cave + 5);
}

Test(stubs, the_nop_is_before_what_was_at_the_place)
{
	static const uint8_t want[] = { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0,    0,	  0,	0,    0,
					0x83, 0xe0, 0x03, 0x89, 0xc5, 0xe9, 0xf1, 0xf0, 0xff, 0xff };
	struct stub s = a_stub(STUB_AT);
	uint8_t code[STUB_CODE], jump[STUB_JUMP];

	s.nop = 10;
	cr_assert(stub_make(&s, code, jump));
	cr_expect_eq(stub_size(&s), sizeof(want));
	cr_expect_arr_eq(code, want, sizeof(want));
	cr_expect_eq(stub_nop(&s), s.cave);
}

Test(stubs, a_call_leads_by_the_nop_to_the_same_function)
{
	static const uint8_t call[] = { 0xe8, 0x00, 0x01, 0x00, 0x00 };
	static const uint8_t want[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00, 0xe9, 0xfb, 0xf1, 0xff, 0xff };
	static const uint8_t want_call[] = { 0xe8, 0xfb, 0x0e, 0x00, 0x00 };
	struct stub s = a_stub(STUB_VIA);
	uint8_t code[STUB_CODE], jump[STUB_JUMP];

	memcpy(s.was, call, sizeof(call));
	cr_assert(stub_make(&s, code, jump));
	cr_expect_eq(stub_size(&s), sizeof(want));
	cr_expect_arr_eq(code, want, sizeof(want));
	cr_expect_arr_eq(jump, want_call, sizeof(want_call));
	memcpy(s.was, was, sizeof(was));
	cr_expect_not(stub_make(&s, code, jump), "neither a call nor a jump");
}

Test(stubs, what_a_worker_says_of_one_is_checked)
{
	struct stub s = a_stub(STUB_AT);

	cr_expect(stub_is_possible(&s, 0x2000));
	cr_expect_not(stub_is_possible(&s, 0x1f0e), "the file ends in the cave");
	s.size = STUB_DISPLACED + 1;
	cr_expect_not(stub_is_possible(&s, 0x2000));
	s = a_stub(STUB_AT);
	s.nop = 6;
	cr_expect_not(stub_is_possible(&s, 0x2000));
	s = a_stub(STUB_AT);
	s.at = UINT64_MAX;
	cr_expect_not(stub_is_possible(&s, 0x2000));
	s = a_stub(STUB_KINDS);
	cr_expect_not(stub_is_possible(&s, 0x2000));
}

/* ------------------------------------------------------------------- those of perls */

static struct perl_image *plan(int fd, const char *path, unsigned nop, struct error *err)
{
	struct perl_image *image;

	sites_take_nops(nop);
	sites_plan_stubs(true);
	image = perl_image_of_any(fd, path, err);
	sites_plan_stubs(false);
	sites_take_nops(0);
	return image;
}

static void write_stub(const struct stub *s, uint8_t *data)
{
	uint8_t code[STUB_CODE], jump[STUB_JUMP];

	cr_assert(!memcmp(s->was, data + s->at, s->size));
	cr_assert(stub_make(s, code, jump));
	memcpy(data + s->cave, code, stub_size(s));
	memcpy(data + s->at, jump, sizeof(jump));
}

/* A file before and after. */
struct both {
	const char *path;
	struct decoder *decoder;
	const uint8_t *before, *after;
	size_t size;
};

static struct insn insn_at(const struct both *b, const uint8_t *data, uint64_t offset)
{
	struct insn insn;

	cr_assert(offset < b->size &&
			  decode(b->decoder, data + offset, b->size - offset, offset, &insn),
		  "%s: %#lx", b->path, offset);
	return insn;
}

/* The instructions of a range are at another place, as they were. */
static uint64_t expect_moved(const struct both *b, uint64_t from, uint64_t end, uint64_t to)
{
	while (from < end) {
		struct insn one = insn_at(b, b->before, from), other = insn_at(b, b->after, to);

		cr_expect(one.size == other.size && !strcmp(one.text, other.text),
			  "%s: %s became %s", b->path, one.text, other.text);
		cr_expect_eq(one.flow, FLOW_NEXT, "%s: %s", b->path, one.text);
		cr_expect_null(strstr(one.text, "rip"), "%s: %s", b->path, one.text);
		from += one.size;
		to += other.size;
	}
	cr_expect_eq(from, end, "%s: not whole instructions", b->path);
	return to;
}

static uint64_t expect_nop(const struct both *b, const struct stub *s, uint64_t at)
{
	struct insn insn = insn_at(b, b->after, at);

	cr_expect_eq(insn.nop, s->nop, "%s: %s", b->path, insn.text);
	cr_expect_eq(at, stub_nop(s));
	cr_expect_eq(at / 4096, (at + insn.size - 1) / 4096, "%s: on two pages", b->path);
	return at + insn.size;
}

static void check_stub(const struct both *b, const struct stub *s)
{
	struct insn first = insn_at(b, b->before, s->at), way = insn_at(b, b->after, s->at), back;
	uint64_t at = s->cave;

	cr_expect_eq(way.target, s->cave, "%s: %s", b->path, way.text);
	cr_expect_eq(way.flow, s->kind == STUB_VIA ? first.flow : FLOW_JUMP, "%s", b->path);
	if (s->kind == STUB_BEFORE)
		at = expect_moved(b, s->at, s->at + s->size, at);
	at = expect_nop(b, s, at);
	if (s->kind == STUB_AT)
		at = expect_moved(b, s->at, s->at + s->size, at);
	back = insn_at(b, b->after, at);
	cr_expect_eq(back.flow, FLOW_JUMP, "%s: %s", b->path, back.text);
	cr_expect_eq(back.target, s->kind == STUB_VIA ? first.target : s->at + s->size, "%s: %s",
		     b->path, back.text);
	cr_expect_eq(at + back.size - s->cave, stub_size(s));
}

/* What else decodes the copy, such as another recorder, still finds a perl in it, but no more stubs. */
static void check_copy(const char *path, const uint8_t *data, size_t size)
{
	int fd = file_of((const char *)data, size);
	struct error err = {};
	struct perl_image *image = plan(fd, path, 5, &err);

	cr_expect_not_null(image, "%s", err.text);
	cr_expect(!image || !perl_image_stubs(image), "%s", path);
	perl_image_free(image);
	close(fd);
}

static void expect_hot(const struct perl_image *image, enum site_id site)
{
	const struct probe *p = find_probe(image, site);

	cr_expect(!p || p->stub.kind != STUB_NONE, "%s: %s: %s", image->path, p->function,
		  stub_refusal_text(p->stub.refusal));
}

static void check_perl(const char *path, unsigned nop)
{
	struct error err = {};
	struct both b = { .path = path };
	uint8_t *data = (uint8_t *)file_bytes(path, &b.size), *before = malloc(b.size);
	int fd = file_of((const char *)data, b.size);
	struct perl_image *image = plan(fd, path, nop, &err);
	size_t i;

	cr_assert_not_null(image, "%s: %s", path, err.text);
	memcpy(before, data, b.size);
	b.before = before;
	b.after = data;
	b.decoder = decoder_new(arch_of(elf_machine(image->elf)));
	for (i = 0; i < image->probe_cnt; i++) {
		if (image->probes[i].stub.kind != STUB_NONE)
			write_stub(&image->probes[i].stub, data);
	}
	for (i = 0; i < image->probe_cnt; i++) {
		cr_expect(stub_is_possible(&image->probes[i].stub, b.size));
		if (image->probes[i].stub.kind != STUB_NONE)
			check_stub(&b, &image->probes[i].stub);
	}
	expect_hot(image, SITE_NEXTSTATE);
	expect_hot(image, SITE_XSUB);
	expect_hot(image, SITE_XSUB_RET);
	expect_hot(image, SITE_LEAVESUB);
	check_copy(path, data, b.size);
	decoder_free(b.decoder);
	perl_image_free(image);
	close(fd);
	free(before);
	free(data);
}

static void check_both(const char *path)
{
	check_perl(path, 5);
	check_perl(path, 10);
}

Test(stubs, of_the_perls_of_all_releases_have_the_same_instructions, .timeout = 100)
{
	check_both(PERL);
	each_fetched(PERLS, check_both);
	each_fetched(LIBRARIES, check_both);
}

Test(stubs, are_only_planned_if_asked_for_and_if_nops_are_taken)
{
	struct error err = {};
	struct perl_image *image = open_perl(PERL, &err);

	cr_assert_not_null(image, "%s", err.text);
	cr_expect_eq(perl_image_stubs(image), 0);
	cr_expect_eq(find_probe(image, SITE_NEXTSTATE)->stub.refusal, STUB_NOT_ASKED);
	perl_image_free(image);
}

Test(stubs, the_image_of_a_copy_has_its_probes_in_them)
{
	struct error err = {};
	size_t size;
	char *data = file_bytes(PERL, &size);
	int fd = file_of(data, size);
	struct perl_image *image = plan(fd, PERL, 5, &err);
	struct probe before, *p;

	cr_assert_not_null(image, "%s", err.text);
	p = &image->probes[0];
	before = *p;
	cr_assert_eq(perl_image_become_copy(image, fd), 0);
	cr_expect_eq(p->offset, stub_nop(&before.stub));
	cr_expect_eq(p->vaddr - p->offset, before.vaddr - before.offset);
	cr_expect_eq(p->vaddr - p->moved, before.vaddr);
	cr_expect_eq(p->price, PRICE_NOP5);
	cr_expect_eq(p->reg, before.reg);
	cr_expect_eq(find_probe(image, SITE_XSUB_RET)->cv_reg, SITE_REG_PUSHED);
	perl_image_free(image);
	close(fd);
	free(data);
}

/* ------------------------------------------------------------------- must not be */

/* The host's perl, to be changed, with what its pp_nextstate would have. */
struct made {
	char *data;
	size_t size;
	struct perl_image *image;
	struct probe p;
};

static struct made make_perl(void)
{
	struct error err = {};
	struct made m = { .data = file_bytes(PERL, &m.size) };
	int fd = file_of(m.data, m.size);

	m.image = plan(fd, PERL, 5, &err);
	cr_assert_not_null(m.image, "%s", err.text);
	m.p = *find_probe(m.image, SITE_NEXTSTATE);
	cr_assert_eq(m.p.stub.kind, STUB_BEFORE);
	close(fd);
	return m;
}

static uint64_t vaddr_in(const struct made *m, uint64_t offset)
{
	return offset + m->p.vaddr - m->p.offset;
}

/* A function that no perl needs for what is tested here. */
static uint64_t other_function(const struct made *m)
{
	uint64_t vaddr = perl_op_function(m->image, "crypt"), offset;

	cr_assert_eq(elf_code_offset(m->image->elf, vaddr, &offset), 0);
	return offset;
}

/* What becomes of it with nops of this size; the end of m. */
static struct stub plan_made(struct made *m, unsigned nop)
{
	struct error err = {};
	int fd = file_of(m->data, m->size);
	struct perl_image *image = plan(fd, "changed", nop, &err);
	struct stub stub;

	cr_assert_not_null(image, "%s", err.text);
	stub = find_probe(image, SITE_NEXTSTATE)->stub;
	perl_image_free(image);
	close(fd);
	return stub;
}

static void end_made(struct made *m)
{
	perl_image_free(m->image);
	free(m->data);
}

static void expect_refused(struct made *m, enum stub_refusal refusal, const char *what)
{
	struct stub stub = plan_made(m, 5);

	cr_expect_eq(stub.kind, STUB_NONE, "%s: at %#lx", what, stub.at);
	cr_expect_eq(stub.refusal, refusal, "%s: %s", what, stub_refusal_text(stub.refusal));
	end_made(m);
}

/* Puts an instruction with an operand of 4 bytes, relative to its end, into the other function. */
static void put_relative(struct made *m, const char *code, size_t size, uint64_t target)
{
	uint64_t at = other_function(m);
	int32_t rel = (int32_t)(target - vaddr_in(m, at) - size - 4);

	memcpy(m->data + at, code, size);
	memcpy(m->data + at + size, &rel, sizeof(rel));
}

Test(stubs, none_where_a_branch_leads_in)
{
	static const struct {
		const char *code;
		size_t size;
		const char *what;
	} ways[] = { { "\xe9", 1, "jmp" },
		     { "\x0f\x84", 2, "je" },
		     { "\xe8", 1, "call" },
		     { "\x48\x8d\x05", 3, "lea" } };
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct made m = make_perl();

		put_relative(&m, ways[i].code, ways[i].size,
			     vaddr_in(&m, m.p.stub.at) + m.p.stub.size - 4);
		expect_refused(&m, STUB_LANDED, ways[i].what);
	}
}

/* Whoever gets there by another way would miss the nop before it. */
Test(stubs, none_before_a_place_that_a_branch_leads_to)
{
	struct made m = make_perl();

	put_relative(&m, "\xe9", 1, m.p.vaddr);
	expect_refused(&m, STUB_LANDED, "to the place");
}

Test(stubs, one_if_a_branch_leads_to_the_beginning)
{
	struct made m = make_perl();
	struct stub stub;

	put_relative(&m, "\xe9", 1, vaddr_in(&m, m.p.stub.at));
	stub = plan_made(&m, 5);
	cr_expect_eq(stub.kind, STUB_BEFORE);
	end_made(&m);
}

/* If the chooser of places knows the branch, it takes the entry, and there may be a stub. */
static void short_branch(const char *opcode)
{
	struct made m = make_perl();
	struct stub stub;
	uint64_t f = m.p.offset - (m.p.vaddr - m.p.function_vaddr), to = m.p.stub.at + 4;
	char *p = m.data + f;

	/* In place of the end of the function, which nobody comes to. */
	p = memmem(p, 128, "\xc3", 1);
	cr_assert_not_null(p);
	p -= 3;
	memset(p, '\x90', 4);
	memcpy(p, opcode, strlen(opcode));
	p += strlen(opcode);
	*p = (char)(to - (uint64_t)(p - m.data) - 1);
	stub = plan_made(&m, 5);
	cr_expect(stub.kind == STUB_NONE || stub.at + stub.size <= m.p.stub.at, "%s", opcode);
	cr_expect(stub.kind != STUB_NONE || stub.refusal == STUB_LANDED, "%s", opcode);
	end_made(&m);
}

Test(stubs, none_where_a_short_branch_leads_in)
{
	short_branch("\x75"); /* jne */
	short_branch("\xeb");
	short_branch("\xe2"); /* loop */
	short_branch("\x2e\x74"); /* je, not taken */
	short_branch("\xf2\xeb"); /* bnd jmp */
}

static uint64_t some_text(const struct made *m)
{
	uint64_t vaddr;
	const char *bytes;

	cr_assert_eq(elf_symbol(m->image->elf, "PL_no_modify", &vaddr, NULL), 0);
	vaddr = (vaddr + 7) & ~7ull;
	bytes = elf_bytes(m->image->elf, vaddr, 24);
	cr_assert_not_null(bytes);
	return vaddr;
}

static char *text_bytes(const struct made *m, uint64_t vaddr)
{
	const char *start = (const char *)elf_ident(m->image->elf);

	return m->data + ((const char *)elf_bytes(m->image->elf, vaddr, 1) - start);
}

Test(stubs, none_where_data_points)
{
	struct made m = make_perl();
	uint64_t to = vaddr_in(&m, m.p.stub.at) + 4;

	memcpy(text_bytes(&m, some_text(&m)), &to, sizeof(to));
	expect_refused(&m, STUB_LANDED, "pointer");
}

Test(stubs, none_where_the_table_of_a_switch_leads)
{
	struct made m = make_perl();
	uint64_t table = some_text(&m);
	int32_t cases[3] = { (int32_t)(m.p.function_vaddr - table),
			     (int32_t)(vaddr_in(&m, m.p.stub.at) + 4 - table), 0 };

	memcpy(text_bytes(&m, table), cases, sizeof(cases));
	put_relative(&m, "\x48\x8d\x15", 3, table); /* lea table(%rip),%rdx */
	expect_refused(&m, STUB_LANDED, "table");
}

/* The call of 6.18 would write there; that of 7.2 spares it. */
Test(stubs, none_for_five_bytes_where_the_red_zone_is_used)
{
	struct made m = make_perl();
	char *p = m.data + m.p.offset, *call = memmem(p, 64, "\xe8", 1);
	struct stub stub;

	cr_assert_not_null(call);
	memcpy(call, "\x48\x89\x44\x24\xf8", 5); /* mov %rax,-8(%rsp) in place of the call */
	stub = plan_made(&m, 10);
	cr_expect_eq(stub.kind, STUB_BEFORE);
	expect_refused(&m, STUB_RED_ZONE, "red zone");
}

Test(stubs, none_where_the_cave_is_in_use)
{
	struct made m = make_perl();

	m.data[(m.p.stub.cave | 4095) - 1] = 1;
	expect_refused(&m, STUB_NO_ROOM, "cave");
}

Test(stubs, none_before_an_instruction_that_can_not_be_moved)
{
	struct made m = make_perl();
	char *end = m.data + m.p.offset;

	/* cmp x(%rip),%rax and a nop, before the place; and a branch at it */
	memcpy(end - 8, "\x48\x3b\x05\x00\x00\x00\x00\x90", 8);
	expect_refused(&m, STUB_NO_LINE, "rip");
	m = make_perl();
	/* a nop, loop to the next instruction, and cmp, as it was */
	memcpy(m.data + m.p.offset - 8, "\x66\x90\xe2\x00", 4);
	expect_refused(&m, STUB_NO_LINE, "loop");
}
