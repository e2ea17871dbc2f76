// SPDX-License-Identifier: GPL-2.0-or-later
/* Subs of which only the statements' lines are known get those of their braces, if the source is there. */
#include "source/sub_lines.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

static struct profile *p;
static struct profile_file *file;

static const char source[] = "my @all = (sub { 1 }, sub { 2 },\n"
			     "sub {\n"
			     "  $x = 1;\n"
			     "  return sub { 2 }\n"
			     "});\n"
			     "sub named\n"
			     "{\n"
			     "  3;\n"
			     "}\n";

static void set_up(void)
{
	p = profile_new();
	cr_assert_not_null(p);
	file = profile_file(p, "/a.pl", 0, 0, 0);
	cr_assert_not_null(file);
	cr_assert_eq(profile_set_source(file, source, strlen(source)), 0);
}

static void tear_down(void)
{
	profile_free(p);
}

TestSuite(sub_lines, .init = set_up, .fini = tear_down);

static struct profile_sub *add(const char *name, uint32_t first, uint32_t last)
{
	struct profile_sub *sub = profile_sub(p, name);

	cr_assert_not_null(sub);
	sub->by_stmts = true;
	sub->fid = file->fid;
	sub->first = first;
	sub->last = last;
	return sub;
}

static void add_call(const struct profile_sub *caller, const struct profile_sub *callee,
		     uint64_t cnt)
{
	const struct call_id id = {
		.callee = callee->id, .caller = caller->id, .fid = file->fid, .line = 1
	};
	const struct profile_counts counts = { .cnt = cnt };
	const struct call_node node = {
		.id = callee->id + 1, .sub = callee->id, .caller = caller->id, .cnt = cnt
	};

	cr_assert_eq(profile_add_call(p, &id, &counts), 0);
	cr_assert_eq(call_tree_add(&p->call_tree, &node), 0);
}

static const struct profile_sub *expect_sub(const char *name, uint32_t first, uint32_t last)
{
	struct profile_sub *sub;

	HASH_FIND_STR(p->subs_by_name, name, sub);
	cr_assert_not_null(sub, "%s", name);
	cr_expect_eq(sub->first, first, "%s: %u", name, sub->first);
	cr_expect_eq(sub->last, last, "%s: %u", name, sub->last);
	cr_expect_eq(p->subs[sub->id], sub);
	return sub;
}

Test(sub_lines, are_those_of_the_braces)
{
	add("main::__ANON__[a.pl:4]\n3", 3, 4);
	add("main::__ANON__[a.pl:4]\n4", 4, 4);
	add("main::named", 8, 8);
	cr_assert_eq(sub_lines_find(p), 0);
	cr_expect_eq(p->sub_cnt, 3u);
	expect_sub("main::__ANON__[a.pl:5]", 2, 5);
	expect_sub("main::__ANON__[a.pl:4]", 4, 4);
	expect_sub("main::named", 7, 9);
}

Test(sub_lines, without_source_stay_and_the_names_are_as_ever)
{
	profile_drop_source(file);
	add("main::__ANON__[a.pl:4]\n3", 3, 4);
	add("main::__ANON__[a.pl:4]\n4", 4, 4);
	cr_assert_eq(sub_lines_find(p), 0);
	cr_expect_eq(p->sub_cnt, 1u);
	expect_sub("main::__ANON__[a.pl:4]", 4, 4);
}

Test(sub_lines, of_text_that_may_be_another_stay)
{
	file->source_doubtful = true;
	add("main::named", 8, 8);
	cr_assert_eq(sub_lines_find(p), 0);
	expect_sub("main::named", 8, 8);
}

Test(sub_lines, of_text_that_has_another_sub_of_a_name_stay)
{
	add("main::named", 12, 12);
	add("main::__ANON__[a.pl:4]\n3", 3, 4);
	cr_assert_eq(sub_lines_find(p), 0);
	expect_sub("main::__ANON__[a.pl:4]", 3, 4);
}

Test(sub_lines, of_definitions_that_were_seen_stay)
{
	add("main::named", 6, 9)->by_braces = true;
	cr_assert_eq(sub_lines_find(p), 0);
	expect_sub("main::named", 6, 9);
}

Test(sub_lines, of_two_that_end_on_one_line_make_them_one)
{
	struct profile_sub *seen = profile_sub(p, "main::__ANON__[a.pl:5]");
	const struct profile_sub *caller = profile_sub(p, "main::RUNTIME");
	const struct profile_sub *met = add("main::__ANON__[a.pl:4]\n3", 3, 4);
	const struct profile_sub *one;
	struct call_node *node;

	seen->by_braces = true;
	add_call(caller, seen, 2);
	add_call(caller, met, 3);
	add_call(met, seen, 5);
	cr_assert_eq(sub_lines_find(p), 0);
	cr_expect_eq(p->sub_cnt, 2u);
	one = expect_sub("main::__ANON__[a.pl:5]", 2, 5);
	cr_expect(one->called);
	cr_assert_eq(HASH_COUNT(p->calls), 2u);
	cr_expect_eq(p->calls->counts.cnt, 5u);
	cr_expect_eq(p->calls->id.callee, one->id);
	for (node = p->call_tree.nodes; node; node = node->hh.next)
		cr_expect_eq(node->sub, one->id);
}

/* Whoever writes the text and its subs can make them as many, and their names as long, as he likes. */
Test(sub_lines, that_take_too_long_to_find_stay)
{
	const unsigned cnt = 800, len = 3000;
	char *text = NULL, name[16 + 3000 + 16];
	size_t size, i, found = 0;
	FILE *out = open_memstream(&text, &size);

	memset(name, 'n', sizeof(name));
	for (i = 0; i < cnt; i++)
		fprintf(out, "sub %.*s%zu\n{ 1\n}\n", (int)len, name, i);
	fclose(out);
	file = profile_file(p, "/b.pl", 0, 0, 0);
	cr_assert_eq(profile_set_source(file, text, strlen(text)), 0);
	memcpy(name, "main::", 6);
	for (i = 0; i < cnt; i++) {
		snprintf(name + 6 + len, 16, "%zu", i);
		add(name, (uint32_t)(3 * i + 2), (uint32_t)(3 * i + 2));
	}
	cr_assert_eq(sub_lines_find(p), 0);
	for (i = 0; i < p->sub_cnt; i++)
		found += p->subs[i]->first != p->subs[i]->last;
	cr_expect_eq(found, 0, "%zu", found);
	free(text);
}

/* Renaming makes all lists anew. */
Test(sub_lines, do_not_touch_names_that_stay)
{
	const struct profile_sub *sub = add("main::named", 8, 8);
	const char *name = sub->name;

	cr_assert_eq(sub_lines_find(p), 0);
	cr_expect_eq(sub->last, 9);
	cr_expect_eq(sub->name, name);
}
