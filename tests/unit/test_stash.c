// SPDX-License-Identifier: GPL-2.0-or-later
/* The walk over symbol tables: made ones, in this process's own memory, and nonsense. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evals/evals.h"
#include "inspect/memory.h"
#include "inspect/memory_subs.h"
#include "inspect/stash.h"
#include "made_perl.h"
#include "nytprof/caches.h"
#include "nytprof/names.h"
#include "nytprof/perl_layout.h"
#include "perl/layout.h"

#define SECOND 1000000000ull
#define INTERP 77u

static struct stash_walk how;
static struct stash_report report;
static struct memory_subs *memory_subs;

static void begin(const struct perl_layout *layout)
{
	made_begin(layout);
	memory_subs_free(memory_subs);
	memory_subs = memory_subs_new(NULL);
}

static int walk(void)
{
	return stash_walk(&how, memory_subs, &report);
}

static const struct layout_row *row_of(const char *name)
{
	size_t cnt, i;
	const struct layout_row *rows = layout_rows(&cnt);

	for (i = 0; i < cnt; i++) {
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	}
	return rows;
}

static void set_up(void)
{
	made_init();
	how = (struct stash_walk){ .mem = memory_open(getpid()),
				   .layout = &l,
				   .base = (uint64_t)heap,
				   .interp = INTERP,
				   .limit_ns = SECOND };
	cr_assert_not_null(how.mem);
	begin(&row_of("debian-5.36.0-ithreads")->layout);
}

static void tear_down(void)
{
	memory_free(how.mem);
	memory_subs_free(memory_subs);
}

TestSuite(stash, .init = set_up, .fini = tear_down, .timeout = 60);

/* What was found, as "package::name file:first-last;", in the order of the names. */
static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *listed(void)
{
	static char text[4096];
	char *all[64];
	struct found_sub *sub;
	size_t cnt = 0, i;

	for (sub = memory_subs_next(memory_subs, NULL); sub && cnt < 64;
	     sub = memory_subs_next(memory_subs, sub))
		cr_assert_geq(asprintf(&all[cnt++], "%s::%s %s:%u-%u;", sub->pkg, sub->name,
				       sub->file ?: "eval", sub->line, sub->last),
			      0);
	qsort(all, cnt, sizeof(*all), compare_texts);
	for (text[0] = '\0', i = 0; i < cnt; i++) {
		strcat(text, all[i]);
		free(all[i]);
	}
	return text;
}

/* ------------------------------------------------------------------------- tests */

Test(stash, finds_subs_with_every_layout)
{
	size_t cnt, i;
	const struct layout_row *rows = layout_rows(&cnt);

	for (i = 0; i < cnt; i++) {
		uint64_t foo, baz;

		begin(&rows[i].layout);
		foo = make_package(defstash, "Foo::", "Foo");
		baz = make_package(make_package(foo, "Bar::", "Foo::Bar"),
				   "Baz::", "Foo::Bar::Baz");
		make_sub(defstash, "one", "/a.pl", 3, 5);
		make_sub(baz, "two", "/b.pm", 7, 7);
		memory_free(how.mem); /* what it has kept is of the last one */
		how.mem = memory_open(getpid());
		cr_expect_eq(walk(), 0, "%s", rows[i].name);
		/* Before 5.22 the op tree has no way back. */
		cr_expect_str_eq(listed(),
				 l.op_moresib_mask ?
					 "Foo::Bar::Baz::two /b.pm:7-7;main::one /a.pl:3-5;" :
					 "Foo::Bar::Baz::two /b.pm:7-7;main::one /a.pl:3-3;",
				 "%s", rows[i].name);
		cr_expect_eq(report.stashes, 4u);
		cr_expect_not(report.cut);
	}
}

Test(stash, an_imported_sub_is_one_and_has_its_own_name)
{
	uint64_t foo = make_package(defstash, "Foo::", "Foo");
	uint64_t gv = make_sub(foo, "exported", "/Foo.pm", 2, 4);

	set(defstash, "exported", make_gv(defstash, "exported", cv_of(gv), 0));
	set(defstash, "alias", make_gv(defstash, "alias", cv_of(gv), 0));
	cr_expect_eq(walk(), 0);
	cr_expect_str_eq(listed(), "Foo::exported /Foo.pm:2-4;");
	cr_expect_eq(walk(), 0); /* another interpreter's, or the same again */
	cr_expect_str_eq(listed(), "Foo::exported /Foo.pm:2-4;");
}

Test(stash, a_reference_to_a_sub_in_the_place_of_a_glob)
{
	uint64_t cv = make_cv(make_hek("compact", false), "/a.pl", 2, 3, l.CVf_NAMED);
	uint64_t constant = make_sv(0, 0, 0);

	put64(field(cv, 0) + l.xcv_stash, defstash);
	set(defstash, "compact", make_sv(l.SVf_ROK, 0, cv));
	set(defstash, "CONSTANT", make_sv(l.SVf_ROK, 0, constant));
	set(defstash, "prototype", make_sv(l.SVf_POK, 0, 0));
	set(defstash, "declared", make_sv(l.SVf_IOK, 0, 0));
	cr_expect_eq(walk(), 0);
	cr_expect_str_eq(listed(), "main::compact /a.pl:2-3;");
}

Test(stash, no_xsubs_no_declarations_no_method_caches)
{
	uint64_t xsub = make_sub(defstash, "xsub", "/a.pl", 1, 1);
	uint64_t stub = make_sub(defstash, "stub", "/a.pl", 2, 2);
	uint64_t cached = make_sub(defstash, "cached", "/a.pl", 3, 3);

	put32(field(cv_of(xsub), 0) + l.xcv_flags, l.CVf_ISXSUB);
	put64(field(cv_of(stub), 0) + l.xcv_root, 0);
	put32(field(cached, l.sv_u) + l.gp_cvgen, 9);
	cr_expect_eq(walk(), 0);
	cr_expect_str_eq(listed(), "");
	cr_expect_geq(report.entries, 3u);
}

Test(stash, names_are_utf8_whatever_perl_has)
{
	uint64_t wide;

	make_sub(defstash,
		 "gr\xfc\xdf"
		 "e",
		 "/a.pl", 1, 1);
	wide = make_sub(defstash, "x", "/a.pl", 2, 2);
	put64(field(wide, 0) + l.xgv_namehek, make_hek("\xd0\xb6", true));
	cr_expect_eq(walk(), 0);
	cr_expect_str_eq(listed(), "main::gr\xc3\xbc\xc3\x9f"
				   "e /a.pl:1-1;main::\xd0\xb6 /a.pl:2-2;");
}

Test(stash, subs_of_string_evals_and_anonymous_ones)
{
	uint64_t anon = make_gv(defstash, "__ANON__", 0, 0);
	struct found_sub *sub;

	set(defstash, "named",
	    make_gv(defstash, "named", make_cv(anon, "(eval 17)", 1, 2, l.CVf_ANON), 0));
	cr_expect_eq(walk(), 0);
	sub = memory_subs_next(memory_subs, NULL);
	cr_assert_not_null(sub);
	cr_expect_eq(sub->eval, FILE_EVAL | 17u);
	cr_expect_eq(sub->interp, INTERP);
	cr_expect_eq(sub->eval_file, EVAL_NO_FILE);
	cr_expect_eq(sub->flags, (unsigned)SUB_ANON);
	cr_expect_str_eq(sub->name, "__ANON__");
	cr_expect_null(sub->file);
}

static bool seen_lines(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines)
{
	*lines = (struct sub_lines){ .first = 100, .last = 200 };
	return arg == &l && seq == 5 && *(uint32_t *)(cop + l.cop_line) == 3;
}

Test(stash, the_lines_are_those_of_the_definition_if_it_was_seen)
{
	make_sub(defstash, "seen", "/a.pl", 3, 5);
	make_sub(defstash, "unseen", "/a.pl", 7, 9);
	how.seen = seen_lines;
	how.arg = &l;
	cr_expect_eq(walk(), 0);
	cr_expect_str_eq(listed(), "main::seen /a.pl:100-200;main::unseen /a.pl:7-9;");
}

/* ---------------------------------------------------------------------- nonsense */

Test(stash, rings_end)
{
	uint64_t gv = make_sub(defstash, "ops", "/a.pl", 3, 5), foo, he,
		 array = field(defstash, l.sv_u);

	foo = make_package(defstash, "Foo::", "Foo");
	set(foo, "Again::", make_gv(foo, "Again::", 0, foo));
	/* A chain whose end is its begin; an op tree likewise. */
	he = field(array, 8);
	while (field(he, l.he_next))
		he = field(he, l.he_next);
	put64(he + l.he_next, field(array, 8));
	he = field(field(field(cv_of(gv), 0), l.xcv_root), l.op_first);
	put64(he + l.op_sibparent, he);
	cr_expect_eq(walk(), 0);
	cr_expect(report.cut);
	cr_expect_lt(report.ns, SECOND);
	cr_expect_str_eq(listed(), "main::ops /a.pl:3-3;");
}

Test(stash, sizes_that_can_not_be)
{
	uint64_t foo = make_package(defstash, "Foo::", "Foo");
	uint64_t bar = make_package(defstash, "Bar::", "Bar");
	uint64_t hek, long_name = make_sub(defstash, "long", "/a.pl", 1, 1);

	put64(field(foo, 0) + l.xhv_max, UINT64_MAX);
	put64(field(bar, 0) + l.xhv_max,
	      (1u << 22) - 1); /* all but the first lie beyond the heap */
	hek = field(field(long_name, 0), l.xgv_namehek);
	put32(hek + l.hek_len, 0x7fffffff);
	make_sub(defstash, "good", "/a.pl", 2, 2);
	make_sub(bar, "good", "/a.pl", 3, 3);
	cr_expect_eq(walk(), 0);
	cr_expect_not_null(strstr(listed(), "Bar::good /a.pl:3-3;"));
	cr_expect_not_null(strstr(listed(), "main::good /a.pl:2-2;"));
	cr_expect(report.cut);
	put32(hek + l.hek_len, (uint32_t)-2); /* HEf_SVKEY */
	cr_expect_eq(walk(), 0);
}

Test(stash, the_time_is_limited)
{
	make_sub(defstash, "late", "/a.pl", 1, 1);
	how.limit_ns = 0;
	usleep(1000);
	cr_expect_eq(walk(), 0);
	cr_expect(report.cut);
	cr_expect_str_eq(report.why, "it took too long");
	cr_expect_str_eq(listed(), "");
}

Test(stash, no_perl_there)
{
	const uint64_t bases[] = {
		0, 8, 1ull << 47, UINT64_MAX - 70, (uint64_t)&stash_walk, (uint64_t)&bases
	};
	size_t i;

	for (i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
		how.base = bases[i];
		cr_expect_eq(walk(), -EFAULT, "base %#llx", (unsigned long long)bases[i]);
	}
	cr_expect_str_eq(listed(), "");
	cr_expect_null(memory_open(-1));
}

/*
 * A process that consists of pieces which are plausible, and pointers from any to any: the words of a piece are
 * right for a head, a body, an entry, an op or a name.
 */
#define MAZE_SZ	  (1u << 18)
#define MAZE_BASE 0x10000u
#define PIECE	  8u /* words */

static ssize_t read_maze(void *arg, void *to, size_t size, uint64_t addr)
{
	if (addr < MAZE_BASE || addr - MAZE_BASE > MAZE_SZ - size)
		return -1;
	memcpy(to, (char *)arg + (addr - MAZE_BASE), size);
	return (ssize_t)size;
}

static void fill_piece(uint64_t *words)
{
	const uint32_t types[] = { l.SVt_PVHV | l.SVphv_HasAUX, l.SVt_PVGV | l.SVpgv_GP, l.SVt_PVCV,
				   l.SVf_ROK };
	unsigned i;

	for (i = 0; i < PIECE; i++)
		words[i] = MAZE_BASE + 8 * PIECE * ((uint64_t)random() % (MAZE_SZ / 8 / PIECE));
	switch (random() % 4) {
	case 0: /* a head */
		words[1] = (uint64_t)types[random() % 4] << 32 | 1;
		break;
	case 1: /* a body or a GP: xhv_max, or gp_cvgen */
		words[3] = random() % 2 ? 0 : (uint64_t)random() % 20;
		break;
	case 2: /* an op */
		words[l.op_type_byte / 8] = (uint64_t)random() % 16 << 32 | l.OP_NEXTSTATE |
					    (uint64_t)l.OPf_KIDS << 16;
		break;
	default: /* a HEK or a file's name */
		words[0] = (uint64_t)random() % 16 << 32 | 0x616161;
		words[1] = words[2] = 0x3a3a613a3a613a3aull; /* ::a::a:: */
	}
}

static void fill_maze(uint64_t *maze, unsigned seed)
{
	size_t i;

	srandom(seed);
	for (i = 0; i < MAZE_SZ / 8; i += PIECE)
		fill_piece(maze + i);
}

Test(stash, a_maze)
{
	uint64_t *maze = malloc(MAZE_SZ);
	unsigned seed, stashes = 0, subs = 0;

	how.base = MAZE_BASE;
	how.limit_ns = SECOND / 20;
	for (seed = 1; seed <= 200; seed++) {
		fill_maze(maze, seed);
		/* So that it begins: a stash of many buckets. */
		maze[l.Idefstash / 8] = MAZE_BASE + 8 * 1000;
		maze[1000] = MAZE_BASE + 8 * 2000;
		maze[1001] = (uint64_t)l.SVt_PVHV << 32;
		maze[1002] = MAZE_BASE + 8 * 3000;
		maze[2000 + l.xhv_max / 8] = 4095;
		memory_free(how.mem);
		how.mem = memory_new(read_maze, maze);
		cr_expect_eq(walk(), 0);
		cr_expect_lt(report.ns, SECOND / 2);
		stashes += report.stashes;
		subs += report.subs;
	}
	cr_log_info("%u stashes, %u subs", stashes, subs);
	cr_expect_gt(stashes, 200u);
	free(maze);
}
