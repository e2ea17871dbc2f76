// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The places to probe on arm64, in the perls of Debian's releases for it (tests/fetch/fetch-perls.sh -a
 * arm64): nothing is run, so this can be tested anywhere.  What other means say of the same code is
 * objdump's word, on every instruction of a perl.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/arch.h"
#include "machine/arch_aarch64.h"
#include "machine/decode.h"
#include "perl/layout.h"

#include "perls.h"

#define PERLS	  "build/perls/arm64/*/usr/bin/perl"
#define DEBUGS	  "build/perls/arm64/*/usr/bin/debugperl"
#define LIBRARIES "build/perls/arm64/*/usr/lib/*/libperl.so.5.*.*"

/* Where a program is told no register: returns, and behind XSUBs, where the shadow is the thread's. */
static bool needs_my_perl(enum site_id site)
{
	return site != SITE_XSUB_RET && site != SITE_ACCEPT_RET && site != SITE_SLOWOP_RET;
}

/*
 * Functions that have a return probe, which the return address has to be in its register for, begin with
 * what saves it, and the kernel steps over that; two Perl_dounwind have no branch early enough.
 */
static bool may_be_stepped(enum site_id site)
{
	return site == SITE_SLOWOP || site == SITE_ACCEPT || site == SITE_DOUNWIND;
}

static void expect_complete(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	int site;
	size_t i;

	cr_assert_not_null(image, "%s", err.text);
	cr_expect(!perl_is_derived(image));
	cr_expect_not_null(strstr(image->row->name, "-arm64"));
	for (site = 0; site < SITE_CNT; site++)
		/* Without a place for XSUBs all calls are seen at pp_entersub's entry, as here. */
		cr_expect(site == SITE_RETURN || site == SITE_XSUB ||
				  find_probe(image, (enum site_id)site),
			  "%s: site %d", path, site);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		cr_expect(p->price == PRICE_TRAP || p->price == PRICE_RETURN ||
				  (p->price == PRICE_STEP && may_be_stepped(p->site)),
			  "%s: %s: %s is stepped", path, p->function, p->insn);
		cr_expect_eq(p->reg != SITE_REG_NONE, needs_my_perl(p->site), "%s: %s", path,
			     p->function);
		cr_expect_eq(p->offset % 4, 0u);
	}
	perl_image_free(image);
}

Test(arm64, the_perls_of_all_releases_have_every_place)
{
	each_fetched(PERLS, expect_complete);
	each_fetched(DEBUGS, expect_complete);
	each_fetched(LIBRARIES, expect_complete);
}

static void expect_end_of_sub(const char *path)
{
	static const enum site_id sites[] = { SITE_LEAVESUB, SITE_LEAVESUBLV };
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	size_t i;

	cr_assert_not_null(image, "%s", err.text);
	for (i = 0; i < 2; i++) {
		const struct probe *p = find_probe(image, sites[i]);

		cr_assert_not_null(p);
		cr_expect(p->inside, "%s: %s", path, p->how);
		cr_expect_eq(p->price, PRICE_TRAP);
		cr_expect_geq(p->reg, 19u);
		cr_expect_lt(p->cv_reg, 18u);
	}
	perl_image_free(image);
}

/* In debugperl the pop is in several places, for its assertions, and the entry is probed. */
Test(arm64, the_end_of_a_sub_is_near_the_end_of_its_op)
{
	each_fetched(PERLS, expect_end_of_sub);
	each_fetched(LIBRARIES, expect_end_of_sub);
}

static void expect_die(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	const struct probe *p;

	cr_assert_not_null(image, "%s", err.text);
	p = find_probe(image, SITE_DIE);
	cr_assert_not_null(p);
	cr_expect_str_eq(p->function, "Perl_die_unwind", "%s", path);
	cr_expect_eq(p->price, PRICE_TRAP, "%s: %s", path, p->insn);
	perl_image_free(image);
}

Test(arm64, what_everything_dies_by_is_found)
{
	each_fetched(PERLS, expect_die);
	each_fetched(LIBRARIES, expect_die);
}

/* More functions are read of a version that is not known: what they access has to be found here too. */
Test(arm64, a_newer_perl_that_is_like_the_newest_has_its_layout)
{
	each_fetched(PERLS, expect_derived_if_alike);
}

Test(arm64, a_perl_of_another_machine_is_refused)
{
	struct error err;
	glob_t g;
	int fd;

	fetched(PERLS, &g);
	if (!g.gl_pathc || arch_host() == &arch_aarch64)
		cr_skip_test("no perl of another machine is there");
	fd = open(g.gl_pathv[0], O_RDONLY | O_CLOEXEC);
	cr_expect_null(perl_image_new(fd, "theirs", &err));
	cr_expect_eq(errno, ENOTSUP);
	cr_expect_str_eq(err.text, "theirs is for aarch64; this agent is for x86_64");
	close(fd);
	globfree(&g);
}

struct code_case {
	uint32_t word;
	const char *text;
	bool emulable;
	enum flow flow;
	bool stores;
	uint32_t written;
};

static const struct code_case cases[] = {
	{ 0xa9bd7bfd, "stp", false, FLOW_NEXT, false, 1u << A64_SP },
	{ 0xa9025bf5, "stp", false, FLOW_NEXT, false, 0 },
	{ 0xa94153f3, "ldp", false, FLOW_NEXT, false, 1u << 19 | 1u << 20 },
	{ 0xa8c37bfd, "ldp", false, FLOW_NEXT, false, 1u << A64_FP | 1u << A64_LR | 1u << A64_SP },
	{ 0xd10243ff, "sub", false, FLOW_NEXT, false, 1u << A64_SP },
	{ 0xaa0003f3, "mov", false, FLOW_NEXT, false, 1u << 19 },
	{ 0xf9000801, "str", false, FLOW_NEXT, true, 0 },
	{ 0xf85f8c01, "ldr", false, FLOW_NEXT, false, 1u << 0 | 1u << 1 },
	{ 0xf100007f, "cmp", false, FLOW_NEXT, false, 0 },
	{ 0xfa401820, "ccmp", false, FLOW_NEXT, false, 0 },
	{ 0x90000000, "adrp", true, FLOW_NEXT, false, 1u << 0 },
	{ 0x5400010c, "b.gt", true, FLOW_BRANCH, false, 0 },
	{ 0xb4000060, "cbz", true, FLOW_BRANCH, false, 0 },
	{ 0x37200ba1, "tbnz", true, FLOW_BRANCH, false, 0 },
	{ 0x14000002, "b", true, FLOW_JUMP, false, 0 },
	{ 0x94000001, "bl", true, FLOW_CALL, false, 1u << A64_LR },
	{ 0xd63f0040, "blr", true, FLOW_CALL_PTR, false, 1u << A64_LR },
	{ 0xd65f03c0, "ret", true, FLOW_OTHER, false, 0 },
	{ 0xd61f0200, "br", true, FLOW_OTHER, false, 0 },
	{ 0xd503233f, "paciasp", false, FLOW_NEXT, false, 1u << A64_LR },
	{ 0xd503245f, "bti", false, FLOW_NEXT, false, 0 },
	{ 0xd503201f, "nop", false, FLOW_NEXT, false, 0 },
	{ 0xd4000001, "svc", false, FLOW_OTHER, false, 0 },
};

Test(arm64, instructions_are_what_they_are)
{
	struct decoder *d = decoder_new(&arch_aarch64);
	struct insn insn;
	size_t i;

	cr_assert_not_null(d);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct code_case *c = &cases[i];

		cr_assert(decode(d, (const uint8_t *)&c->word, 4, 0x1000, &insn), "%s", c->text);
		cr_expect_eq(strncmp(insn.text, c->text, strlen(c->text)), 0, "%s: %s", c->text,
			     insn.text);
		cr_expect_eq(insn.size, 4u);
		cr_expect_eq(insn.emulable, c->emulable, "%s", c->text);
		cr_expect_eq(insn.flow, c->flow, "%s: flow %d", c->text, insn.flow);
		cr_expect_eq(insn.stores, c->stores, "%s", c->text);
		cr_expect_eq(insn.written, c->written, "%s: %#x", c->text, insn.written);
	}
	cr_expect(!decode(d, (const uint8_t *)&cases[0].word, 3, 0x1000, &insn));
	cr_expect(!decode(d, (const uint8_t *)&cases[0].word, 4, 0x1002, &insn));
	decoder_free(d);
}

/* ------------------------------------------------------------------ objdump's word */

/* A line of objdump: address, mnemonic, operands. */
struct line {
	uint64_t vaddr;
	char name[16];
	char operands[96];
};

static bool is_one_of(const char *name, const char *list)
{
	const char *p = list;
	size_t len = strlen(name);

	while ((p = strstr(p, name))) {
		if ((p == list || p[-1] == ' ') && (!p[len] || p[len] == ' '))
			return true;
		p += len;
	}
	return false;
}

static enum flow expected_flow(const char *name)
{
	if (!strncmp(name, "b.", 2) || is_one_of(name, "cbz cbnz tbz tbnz"))
		return FLOW_BRANCH;
	return !strcmp(name, "b")			 ? FLOW_JUMP :
	       !strcmp(name, "bl")			 ? FLOW_CALL :
	       !strcmp(name, "blr")			 ? FLOW_CALL_PTR :
	       is_one_of(name, "br ret brk svc hlt udf") ? FLOW_OTHER :
							   FLOW_NEXT;
}

/* The number of a general register; -1 if the operand is none, or the zero register. */
static int operand_register(const char *operand)
{
	int n;

	if (!strncmp(operand, "sp", 2))
		return A64_SP;
	if ((*operand != 'x' && *operand != 'w') || sscanf(operand + 1, "%d", &n) != 1)
		return -1;
	return n;
}

static const char *next_operand(const char *operands)
{
	const char *comma = strchr(operands, ',');

	return comma ? comma + 1 + strspn(comma + 1, " ") : "";
}

/* The registers that an instruction is to change, going by its operands. */
static uint32_t expected_written(const struct line *l)
{
	bool stores = !strncmp(l->name, "st", 2);
	const char *base = strchr(l->operands, '[');
	uint32_t written = 0;
	int n;

	if (is_one_of(l->name, "bl blr"))
		return 1u << A64_LR;
	if (is_one_of(l->name, "paciasp autiasp"))
		return 1u << A64_LR;
	if (base && (strstr(base, "]!") || strstr(base, "], #")))
		written |= 1u << operand_register(base + 1);
	if (stores || expected_flow(l->name) != FLOW_NEXT ||
	    is_one_of(l->name, "cmp cmn tst ccmp ccmn prfm nop bti"))
		return written;
	n = operand_register(l->operands);
	written |= n < 0 ? 0 : 1u << n;
	if (!strncmp(l->name, "ldp", 3)) {
		n = operand_register(next_operand(l->operands));
		written |= n < 0 ? 0 : 1u << n;
	}
	return written;
}

static void compare_memory(const struct line *l, const struct insn *insn)
{
	const char *at = strchr(l->operands, '[');
	long disp = 0;
	char reg[8], end;

	/* [x0], [x0, #8], [x0, #8]!, [x0], #8 */
	if (!at || sscanf(at, "[%7[a-z0-9]%c", reg, &end) != 2)
		return;
	if (end == ',' && sscanf(strchr(at, ','), ", #%ld", &disp) != 1)
		return; /* a register */
	if (operand_register(reg) < 0 || is_one_of(l->name, "prfm ld1 st1"))
		return; /* a part of a vector, or no plain field */
	cr_expect(insn->memory, "%lx: %s %s", l->vaddr, l->name, l->operands);
	cr_expect_eq(insn->base, operand_register(reg), "%lx: %s %s", l->vaddr, l->name,
		     l->operands);
	cr_expect_eq(insn->disp, disp, "%lx: %s %s: %ld", l->vaddr, l->name, l->operands,
		     insn->disp);
	if (!strncmp(l->name, "st", 2))
		cr_expect_eq(insn->stores, insn->base != A64_SP, "%lx: %s %s", l->vaddr, l->name,
			     l->operands);
}

static void compare_line(struct decoder *d, const struct elf *elf, const struct line *l)
{
	static const char simulated[] = "b bl cbz cbnz tbz tbnz adr adrp br blr ret";
	const uint8_t *code = elf_bytes(elf, l->vaddr, 4);
	const char *target = strrchr(l->operands, ' ');
	uint32_t wanted = expected_written(l);
	struct insn insn;

	cr_assert(code && decode(d, code, 4, l->vaddr, &insn), "%lx: %s", l->vaddr, l->name);
	cr_expect_eq(insn.flow, expected_flow(l->name), "%lx: %s", l->vaddr, l->name);
	cr_expect_eq(insn.emulable, is_one_of(l->name, simulated) || !strncmp(l->name, "b.", 2),
		     "%lx: %s", l->vaddr, l->name);
	if (insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH || insn.flow == FLOW_CALL)
		cr_expect_eq(insn.target, strtoull(target ? target + 1 : l->operands, NULL, 16),
			     "%lx: %s %s: %lx", l->vaddr, l->name, l->operands, insn.target);
	/* Of what moves between vector and general registers more may be said than is true. */
	cr_expect_eq(wanted & ~insn.written, 0u, "%lx: %s %s: %#x", l->vaddr, l->name, l->operands,
		     insn.written);
	if (wanted || !strncmp(l->name, "st", 2) || insn.flow != FLOW_NEXT)
		cr_expect_eq(insn.written, wanted, "%lx: %s %s: %#x", l->vaddr, l->name,
			     l->operands, insn.written);
	compare_memory(l, &insn);
}

/* "   10cc5c:\tb.gt\t10cc7c <Perl_pp_nextstate@@Base+0x6c>" */
static bool parse_line(char *text, struct line *l)
{
	char *end = strstr(text, " <"), *comment = strstr(text, "\t//");

	l->operands[0] = '\0';
	if (end)
		*end = '\0';
	if (comment)
		*comment = '\0';
	return sscanf(text, " %lx:\t%15[^\t\n ]\t%95[^\n]", &l->vaddr, l->name, l->operands) >= 2 &&
	       l->name[0] != '.' && strcmp(l->name, "udf");
}

/* Is what is probed, in the words of -v, what objdump sees there?  Of a target only the address is common. */
static unsigned compare_probes(const struct perl_image *image, const struct line *l)
{
	unsigned compared = 0;
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->vaddr != l->vaddr)
			continue;
		cr_expect_eq(strncmp(p->insn, l->name, strlen(l->name)), 0, "%lx: %s, not %s",
			     l->vaddr, p->insn, l->name);
		compared++;
	}
	return compared;
}

static void compare_with_objdump(const char *path)
{
	struct decoder *d = decoder_new(&arch_aarch64);
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	unsigned probes = 0, lines = 0;
	char command[512], text[512];
	struct line line;
	FILE *objdump;

	cr_assert(d && image, "%s", err.text);
	snprintf(command, sizeof(command),
		 "aarch64-linux-gnu-objdump -d --no-show-raw-insn --section=.text %s", path);
	objdump = popen(command, "r");
	cr_assert_not_null(objdump);
	while (fgets(text, sizeof(text), objdump)) {
		if (!parse_line(text, &line))
			continue;
		compare_line(d, image->elf, &line);
		probes += compare_probes(image, &line);
		lines++;
	}
	cr_expect_eq(pclose(objdump), 0);
	cr_expect_gt(lines, 100000u);
	cr_expect_eq(probes, image->probe_cnt);
	perl_image_free(image);
	decoder_free(d);
}

Test(arm64, objdump_says_the_same)
{
	const char *ci = getenv("CI");

	if (system("command -v aarch64-linux-gnu-objdump >/dev/null")) {
		cr_expect(!ci || strcmp(ci, "true"), "run scripts/setup.sh test");
		cr_skip_test("there is no aarch64-linux-gnu-objdump");
	}
	each_fetched(PERLS, compare_with_objdump);
}
