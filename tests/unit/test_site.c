// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The places to probe, on the perls of this machine.  Where tests/unit/perl-prologues.csv has the very
 * binary, the offsets are those that were found there by other means.
 */
#include "site/site.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/elf.h"
#include "machine/arch.h"
#include "machine/arch_x86_64.h"
#include "machine/decode.h"
#include "target/perl.h"
#include "util/error.h"

#include "perls.h"

#define PERLS	  "build/perls/*/usr/bin/perl"
#define LIBRARIES "build/perls/*/usr/lib/*-linux-gnu/libperl.so.5.*.*"

Test(site, the_system_perl_has_every_place)
{
	struct error err;
	struct perl_image *image = open_perl("/usr/bin/perl", &err);
	int site;

	cr_assert_not_null(image, "%s", err.text);
	for (site = 0; site < SITE_CNT; site++) {
		if (site == SITE_RETURN)
			continue; /* 5.14 to 5.22 */
		cr_expect_not_null(find_probe(image, (enum site_id)site), "site %d", site);
	}
	perl_image_free(image);
}

Test(site, functions_come_from_the_op_table)
{
	struct error err;
	struct perl_image *image = open_perl("/usr/bin/perl", &err);
	uint64_t vaddr;

	cr_assert_not_null(image, "%s", err.text);
	cr_expect_neq(perl_op_function(image, "nextstate"), 0u);
	cr_expect_eq(perl_op_function(image, "no_such_op"), 0u);
	/* This one has the symbols as well. */
	if (!elf_symbol(image->elf, "Perl_pp_entersub", &vaddr, NULL))
		cr_expect_eq(perl_op_function(image, "entersub"), vaddr);
	perl_image_free(image);
}

/* What the table says of a function of this binary; false: nothing. */
static bool table_offset(const char *version, const char *binary, const char *function,
			 unsigned *offset)
{
	FILE *f = fopen("tests/unit/perl-prologues.csv", "r");
	char line[1024], want[256], *p;
	bool found = false;
	int i;

	cr_assert_not_null(f, "the tests run in the top directory");
	snprintf(want, sizeof(want), "%s,%s,%s,", version, binary, function);
	while (!found && fgets(line, sizeof(line), f)) {
		if (strncmp(line, want, strlen(want)) != 0)
			continue;
		for (p = line, i = 0; i < 5; i++) /* first_emulable_offset is the sixth */
			p = strchr(p, ',') + 1;
		found = sscanf(p, "%u", offset) == 1;
	}
	fclose(f);
	return found;
}

/* True if its version is in the table; then all of it is compared. */
static bool compare_with_table(const char *path, const char *binary)
{
	static const struct {
		enum site_id site;
		const char *function;
	} functions[] = { { SITE_ENTERSUB, "pp_entersub" },
			  { SITE_GOTO, "pp_goto" },
			  { SITE_ENTEREVAL, "pp_entereval" },
			  { SITE_ACCEPT, "pp_accept" },
			  { SITE_DOUNWIND, "Perl_dounwind body (jump target)" },
			  { SITE_DOUNWIND, "Perl_dounwind" } };
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	unsigned compared = 0, offset;
	char version[32];
	size_t i;

	cr_assert_not_null(image, "%s: %s", path, err.text);
	snprintf(version, sizeof(version), "5.%u.%u", image->build.version,
		 image->build.subversion);
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		const struct probe *p = find_probe(image, functions[i].site);

		if (!table_offset(version, binary, functions[i].function, &offset))
			continue;
		/* The exported entry of a split function is not what is probed. */
		if (!strcmp(functions[i].function, "Perl_dounwind") && strstr(p->how, "split"))
			continue;
		cr_expect_eq(p->vaddr - p->function_vaddr, offset, "%s %s: +%u, not +%u", path,
			     functions[i].function, (unsigned)(p->vaddr - p->function_vaddr),
			     offset);
		cr_expect_eq(p->price, emulated_price(p->insn), "%s %s", path,
			     functions[i].function);
		compared++;
	}
	perl_image_free(image);
	cr_expect(!compared || compared == 5, "%s: %u of 5", path, compared);
	return compared;
}

/* This host's perls, and those that tests/fetch/fetch-perls.sh has unpacked. */
Test(site, offsets_are_those_that_were_measured)
{
	static const struct {
		const char *where, *binary;
	} perls[] = {
		{ "/usr/bin/perl", "perl (exe)" },
		{ "/usr/lib/x86_64-linux-gnu/libperl.so.5.*.*", "libperl.so" },
		{ "build/perls/*/usr/bin/perl", "perl (exe)" },
		{ "build/perls/*/usr/bin/debugperl", "debugperl (exe)" },
		{ "build/perls/*/usr/lib/x86_64-linux-gnu/libperl.so.5.*.*", "libperl.so" },
	};
	unsigned compared = 0;
	size_t i, j;
	glob_t g;

	for (i = 0; i < sizeof(perls) / sizeof(perls[0]); i++) {
		if (glob(perls[i].where, 0, NULL, &g))
			continue;
		for (j = 0; j < g.gl_pathc; j++)
			compared += compare_with_table(g.gl_pathv[j], perls[i].binary);
		globfree(&g);
	}
	if (!compared)
		cr_skip_test("no perl here is one that was measured");
}

/* Behind what frees a sub's variables, where a register has the CV that the context has lost. */
Test(site, the_end_of_a_sub_is_near_the_end_of_its_op)
{
	static const enum site_id sites[] = { SITE_LEAVESUB, SITE_LEAVESUBLV };
	struct error err;
	struct perl_image *image = open_perl("/usr/bin/perl", &err);
	size_t i;

	cr_assert_not_null(image, "%s", err.text);
	for (i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		const struct probe *p = find_probe(image, sites[i]);

		cr_assert_not_null(p);
		cr_expect(p->inside);
		cr_expect_gt(p->vaddr - p->function_vaddr, 64u, "%s", p->how);
		cr_expect_eq(p->price, emulated_price(p->insn), "%s", p->insn);
		cr_expect_neq(p->cv_reg, SITE_REG_NONE);
		cr_expect_eq(p->reg == SITE_REG_NONE, !image->build.multiplicity);
	}
	perl_image_free(image);
}

/* How often objdump sees a register being stored at disp(register) between two addresses. */
static unsigned stores_between(const char *path, uint64_t from, uint64_t to, unsigned long disp)
{
	char command[512], line[512], wanted[32];
	unsigned cnt = 0;
	FILE *objdump;

	snprintf(command, sizeof(command),
		 "objdump -d --no-show-raw-insn --start-address=%#lx --stop-address=%#lx %s",
		 (unsigned long)from, (unsigned long)to, path);
	snprintf(wanted, sizeof(wanted), ",%#lx(%%r", disp);
	objdump = popen(command, "r");
	cr_assert_not_null(objdump);
	while (fgets(line, sizeof(line), objdump))
		cnt += strstr(line, "\tmov ") && strstr(line, wanted);
	cr_expect_eq(pclose(objdump), 0);
	return cnt;
}

Test(site, a_statement_is_seen_when_PL_curcop_is_set)
{
	struct error err;
	struct perl_image *image = open_perl("/usr/bin/perl", &err);
	size_t i;

	cr_assert_not_null(image, "%s", err.text);
	cr_assert(image->build.multiplicity);
	cr_expect(image->curcop_is_op);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->site != SITE_NEXTSTATE && p->site != SITE_DBSTATE)
			continue;
		cr_expect(p->curcop);
		cr_expect_eq(p->price, emulated_price(p->insn), "%s", p->insn);
		cr_expect_neq(p->reg, SITE_REG_NONE);
		cr_expect_eq(stores_between("/usr/bin/perl", p->function_vaddr, p->vaddr,
					    image->layout.Icurcop),
			     1u, "%s", p->how);
	}
	perl_image_free(image);
}

/* Before an XSUB's call, in registers that a function keeps, are my_perl and the CV. */
static void expect_xsub_entry(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	const struct probe *entry, *end;

	cr_assert_not_null(image, "%s", err.text);
	entry = find_probe(image, SITE_XSUB);
	end = find_probe(image, SITE_XSUB_RET);
	cr_assert(entry && end, "%s", path);
	cr_expect(entry->inside);
	cr_expect_eq(entry->function_vaddr, end->function_vaddr);
	cr_expect_gt(entry->vaddr - entry->function_vaddr, 256u, "%s: %s", path, entry->insn);
	cr_expect_lt(entry->vaddr, end->vaddr, "%s", path);
	cr_expect_eq(entry->price, emulated_price(entry->insn), "%s: %s", path, entry->insn);
	cr_expect(!strncmp(entry->insn, "jne ", 4), "%s: %s", path, entry->insn);
	cr_expect(entry->cv_reg >= GPR_R12 && entry->cv_reg <= GPR_R15, "%s: %u", path,
		  entry->cv_reg);
	if (image->build.multiplicity)
		cr_expect(entry->reg == GPR_BX || entry->reg == GPR_BP, "%s: %u", path, entry->reg);
	perl_image_free(image);
}

Test(site, the_calls_of_xsubs_have_a_place_of_their_own)
{
	expect_xsub_entry("/usr/bin/perl");
	each_fetched(PERLS, expect_xsub_entry);
	each_fetched(LIBRARIES, expect_xsub_entry);
}

/* The same places in the same order, but for calls. */
static void expect_no_calls(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err), *avoids;
	size_t i, calls = 0;

	cr_assert_not_null(image, "%s", err.text);
	sites_avoid_calls(true);
	avoids = open_perl(path, &err);
	sites_avoid_calls(false);
	cr_assert_not_null(avoids, "%s", err.text);
	cr_assert_eq(avoids->probe_cnt, image->probe_cnt, "%s", path);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i], *other = &avoids->probes[i];

		cr_expect_eq(other->site, p->site, "%s: %s", path, p->function);
		cr_expect(strncmp(other->insn, "call", 4) != 0, "%s: %s", path, p->function);
		if (strncmp(p->insn, "call", 4) != 0) {
			cr_expect_eq(other->offset, p->offset, "%s: %s", path, p->function);
			continue;
		}
		/* In the libperl.so of 5.44 Perl_newATTRSUB has no cheap instruction before its call. */
		cr_expect(p->site == SITE_XSUB_RET || p->site == SITE_NEWSUB, "%s: %s", path,
			  p->function);
		calls += p->site == SITE_XSUB_RET;
		cr_expect_lt(p->vaddr - other->vaddr, 64u, "%s: %s for %s", path, other->insn,
			     p->insn);
	}
	cr_expect_eq(calls, 2u, "%s: pp_entersub and pp_goto", path);
	perl_image_free(image);
	perl_image_free(avoids);
}

Test(site, calls_can_be_avoided)
{
	expect_no_calls("/usr/bin/perl");
	each_fetched(PERLS, expect_no_calls);
	each_fetched(LIBRARIES, expect_no_calls);
}

/* Perl_die, and from 5.42 on the function by which it refuses what is undefined. */
static void expect_refusals(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	uint64_t entersub;
	size_t i, own = 0, die = 0;

	cr_assert_not_null(image, "%s", err.text);
	entersub = perl_op_function(image, "entersub");
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->site != SITE_CROAK)
			continue;
		cr_expect_eq(p->price, emulated_price(p->insn), "%s: %s", path, p->insn);
		cr_expect_neq(p->function_vaddr, entersub, "%s", path);
		die += !strcmp(p->function, "Perl_die");
		own += !strcmp(p->function, "pp_entersub");
	}
	cr_expect_eq(die, 1u, "%s: %zu", path, die);
	cr_expect_eq(own, image->build.version >= 42 ? 1u : 0u, "%s: %zu", path, own);
	perl_image_free(image);
}

Test(site, what_pp_entersub_refuses_by_is_found)
{
	expect_refusals("/usr/bin/perl");
	each_fetched(PERLS, expect_refusals);
	each_fetched(LIBRARIES, expect_refusals);
}

/* Exported up to 5.36, and found by what it does since. */
static void expect_die(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	size_t i, cnt = 0;

	cr_assert_not_null(image, "%s", err.text);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->site != SITE_DIE)
			continue;
		cnt++;
		cr_expect_str_eq(p->function, "Perl_die_unwind", "%s", path);
		cr_expect_eq(p->price, emulated_price(p->insn), "%s: %s", path, p->insn);
	}
	cr_expect_eq(cnt, 1u, "%s: %zu", path, cnt);
	perl_image_free(image);
}

Test(site, what_everything_dies_by_is_found)
{
	expect_die("/usr/bin/perl");
	each_fetched(PERLS, expect_die);
	each_fetched(LIBRARIES, expect_die);
}

Test(site, what_is_no_perl_is_told_from_what_is_not_supported)
{
	struct error err;

	cr_expect_null(open_perl("/bin/true", &err));
	cr_expect_eq(errno, ENOEXEC);
	cr_expect_not_null(strstr(err.text, "/bin/true"));
	cr_expect_null(open_perl("/etc/passwd", &err));
	cr_expect_eq(errno, ENOEXEC);
}

static void expect_complete(const char *path)
{
	struct error err;
	struct perl_image *image = open_perl(path, &err);
	int site;
	size_t i;

	cr_assert_not_null(image, "%s", err.text);
	cr_expect(!perl_is_derived(image));
	for (site = 0; site < SITE_CNT; site++)
		cr_expect(site == SITE_RETURN || find_probe(image, (enum site_id)site),
			  "%s: site %d", path, site);
	for (i = 0; i < image->probe_cnt; i++)
		cr_expect(image->probes[i].price != PRICE_STEP ||
				  image->probes[i].site == SITE_SLOWOP,
			  "%s: %s is stepped", path, image->probes[i].function);
	perl_image_free(image);
	compare_with_table(path, strstr(path, "libperl.so") ? "libperl.so" : "perl (exe)");
}

Test(site, the_perls_of_other_releases_have_every_place)
{
	each_fetched(PERLS, expect_complete);
	each_fetched(LIBRARIES, expect_complete);
}

Test(site, a_newer_perl_that_is_like_the_newest_has_its_layout)
{
	struct error err;
	struct perl_image *image = open_as("/usr/bin/perl", 99, &err);

	each_fetched(PERLS, expect_derived_if_alike);
	cr_expect(image || strstr(err.text, "perl 5.99.0 is newer"), "%s", err.text);
	perl_image_free(image);
}

/* A perl's file in memory, damaged by what is handed over. */
static void try_damaged(const char *data, size_t size)
{
	int fd = file_of(data, size);
	struct perl_image *image;
	struct error err = {};
	size_t i;

	image = perl_image_new(fd, "damaged", &err);
	close(fd);
	if (!image) {
		cr_expect_neq(err.text[0], '\0');
		return;
	}
	for (i = 0; i < image->probe_cnt; i++)
		cr_expect_lt(image->probes[i].offset, size);
	perl_image_free(image);
}

/* A perl of which a byte here and there is another one: refused or not, but never a crash. */
Test(site, a_damaged_perl_never_crashes_the_chooser)
{
	size_t size;
	char *data = file_bytes("/usr/bin/perl", &size);
	unsigned seed = 7;
	int i, n;

	for (i = 0; i < 25; i++) {
		for (n = 0; n < 2000; n++)
			data[(size_t)rand_r(&seed) * 3 % size] = (char)rand_r(&seed);
		try_damaged(data, size);
	}
	free(data);
}

struct code_case {
	const char *what;
	uint8_t code[16];
	size_t len;
	bool emulable;
	enum flow flow;
	bool stores;
	uint32_t written;
};

static const struct code_case cases[] = {
	{ "push rbx", { 0x53 }, 1, true, FLOW_NEXT, false, 1u << GPR_SP },
	{ "push r15", { 0x41, 0x57 }, 2, true, FLOW_NEXT, false, 1u << GPR_SP },
	{ "nop", { 0x90 }, 1, true, FLOW_NEXT, false, 0 },
	{ "endbr64", { 0xf3, 0x0f, 0x1e, 0xfa }, 4, false, FLOW_NEXT, false, 0 },
	{ "sub rsp,0x18", { 0x48, 0x83, 0xec, 0x18 }, 4, false, FLOW_NEXT, false, 1u << GPR_SP },
	{ "mov rbx,rdi", { 0x48, 0x89, 0xfb }, 3, false, FLOW_NEXT, false, 1u << GPR_BX },
	{ "mov eax,[rdi+8]", { 0x8b, 0x47, 0x08 }, 3, false, FLOW_NEXT, false, 1u << GPR_AX },
	{ "mov [rdi],rax", { 0x48, 0x89, 0x07 }, 3, false, FLOW_NEXT, true, 0 },
	{ "mov [rsp+8],rbx", { 0x48, 0x89, 0x5c, 0x24, 0x08 }, 5, false, FLOW_NEXT, false, 0 },
	{ "test byte [rbx],0x10", { 0xf6, 0x03, 0x10 }, 3, false, FLOW_NEXT, false, 0 },
	{ "cmp qword [rdi+0xe0],0",
	  { 0x48, 0x83, 0xbf, 0xe0, 0, 0, 0, 0 },
	  8,
	  false,
	  FLOW_NEXT,
	  false,
	  0 },
	{ "je +0x10", { 0x74, 0x10 }, 2, true, FLOW_BRANCH, false, 0 },
	{ "jg +0x1000", { 0x0f, 0x8f, 0, 0x10, 0, 0 }, 6, true, FLOW_BRANCH, false, 0 },
	{ "jmp +2", { 0xeb, 0x02 }, 2, true, FLOW_JUMP, false, 0 },
	{ "call", { 0xe8, 1, 0, 0, 0 }, 5, true, FLOW_CALL, false, 1u << GPR_SP },
	{ "call rdx", { 0xff, 0xd2 }, 2, false, FLOW_CALL_PTR, false, 1u << GPR_SP },
	{ "call [rax+0x30]", { 0xff, 0x50, 0x30 }, 3, false, FLOW_CALL_PTR, false, 1u << GPR_SP },
	{ "ret", { 0xc3 }, 1, false, FLOW_OTHER, false, 1u << GPR_SP },
	{ "jmp rax", { 0xff, 0xe0 }, 2, false, FLOW_OTHER, false, 0 },
	{ "syscall", { 0x0f, 0x05 }, 2, false, FLOW_OTHER, false, 0 },
	{ "ud2", { 0x0f, 0x0b }, 2, false, FLOW_OTHER, false, 0 },
};

Test(decode, instructions_are_what_they_are)
{
	struct decoder *d = decoder_new(&arch_x86_64);
	struct insn insn;
	size_t i;

	cr_assert_not_null(d);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct code_case *c = &cases[i];

		cr_assert(decode(d, c->code, c->len, 0x1000, &insn), "%s", c->what);
		cr_expect_eq(insn.size, c->len, "%s", c->what);
		cr_expect_eq(insn.emulable, c->emulable, "%s", c->what);
		cr_expect_eq(insn.flow, c->flow, "%s: flow %d", c->what, insn.flow);
		cr_expect_eq(insn.stores, c->stores, "%s", c->what);
		if (c->flow == FLOW_NEXT)
			cr_expect_eq(insn.written, c->written, "%s: %#x", c->what, insn.written);
	}
	cr_expect(!decode(d, cases[0].code, 0, 0, &insn));
	decoder_free(d);
}

/* Op tables that lead anywhere, code that is none: refused with a reason, or probed where it can be. */
Test(site, a_perl_whose_tables_and_code_are_garbage)
{
	size_t size, n;
	char *data = file_bytes("/usr/bin/perl", &size), *copy = malloc(size);
	unsigned seed = 1;
	int round;

	for (round = 0; round < 24; round++) {
		/* Here and there, up to a byte in ten. */
		unsigned every = 10u << round % 12;

		memcpy(copy, data, size);
		for (n = 4096 + (unsigned)rand_r(&seed) % every; n < size;
		     n += 1 + (unsigned)rand_r(&seed) % every)
			copy[n] = (char)rand_r(&seed);
		try_damaged(copy, size);
	}
	free(copy);
	free(data);
}
