// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/waits.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/rename_subs.h"

static int add(struct profile *p, const struct wait_place *at, uint64_t cnt, uint64_t ns,
	       uint64_t max_ns)
{
	return profile_add_wait(p, at, &(struct wait_sum){ cnt, ns, max_ns });
}

/* A program whose sub f waits for a lock and for a peer, in one line. */
static struct profile *make(void)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_sub *run = profile_sub(p, "main::RUNTIME"), *f = profile_sub(p, "main::f");

	add(p, &(struct wait_place){ file->fid, 3, f->id, "flock", "/lock" }, 2, 700, 500);
	add(p, &(struct wait_place){ file->fid, 3, f->id, "read", "10.0.0.1:5432" }, 1, 50, 50);
	add(p, &(struct wait_place){ file->fid, 3, f->id, "flock", "/lock" }, 1, 300, 300);
	add(p, &(struct wait_place){ file->fid, 9, run->id, "run queue", NULL }, 4, 100, 90);
	add(p, &(struct wait_place){ 0, 17, 0, "page fault", "" }, 1, 10, 10);
	profile_add_sub_wait(p, f->id, 1050);
	return p;
}

Test(waits, of_one_place_and_object_add_up)
{
	struct profile *p = make();
	const struct profile_wait **sorted;
	size_t cnt;

	sorted = profile_sorted_waits(p, &cnt);
	cr_assert_eq(cnt, 4u);
	cr_expect_eq(sorted[0]->sum.cnt, 3u);
	cr_expect_eq(sorted[0]->sum.ns, 1000u);
	cr_expect_eq(sorted[0]->sum.max_ns, 500u);
	cr_expect_str_eq(profile_wait_reason(p, sorted[0]), "flock");
	cr_expect_str_eq(profile_wait_object(p, sorted[0]), "/lock");
	cr_expect_str_eq(profile_wait_reason(p, sorted[1]), "run queue");
	cr_expect_str_eq(profile_wait_object(p, sorted[1]), "");
	cr_expect_eq(sorted[3]->id.fid, 0u);
	cr_expect_eq(sorted[3]->id.line, 0u, "without a file a line says nothing");
	free(sorted);
	profile_free(p);
}

Test(waits, belong_to_lines_and_subs)
{
	struct profile *p = make();

	cr_expect_eq(profile_line(p->files[0], 3).wait_ns, 1050);
	cr_expect_eq(profile_line(p->files[0], 9).wait_ns, 100);
	cr_expect_eq(profile_line(p->files[0], 3).ns, 0, "the times do not change");
	cr_expect_eq(profile_next_line(p->files[0], 0), 3u);
	cr_expect_eq(p->subs[1]->wait_excl_ns, 1050);
	cr_expect_eq(p->subs[1]->wait_incl_ns, 1050);
	cr_expect_eq(p->subs[0]->wait_excl_ns, 100);
	cr_expect_eq(profile_waited(p), 1160u);
	profile_free(p);
}

Test(waits, have_sums_by_reason)
{
	struct profile *p = make();
	struct wait_reason *reasons = profile_wait_reasons(p);

	cr_expect_str_eq(reasons[0].reason, "flock");
	cr_expect_eq(reasons[0].sum.ns, 1000u);
	cr_expect_str_eq(reasons[1].reason, "run queue");
	cr_expect_eq(reasons[1].sum.cnt, 4u);
	cr_expect_str_eq(reasons[2].reason, "read");
	cr_expect_str_eq(reasons[3].reason, "page fault");
	cr_expect_null(reasons[4].reason);
	free(reasons);
	profile_free(p);
}

Test(waits, on_a_line_beyond_the_format_are_refused)
{
	struct profile *p = make();

	cr_expect_eq(add(p, &(struct wait_place){ 1, 70000, 0, "flock", NULL }, 1, 1, 1), -ERANGE);
	profile_free(p);
}

Test(waits, for_too_many_objects_become_waits_for_none)
{
	struct profile *p = make();
	struct wait_place at = { 1, 3, 1, "read", NULL };
	char object[32];
	uint64_t before = profile_waited(p);
	unsigned i;

	for (i = 0; i < WAITS_MAX + 100; i++) {
		snprintf(object, sizeof(object), "10.0.0.1:%u", i);
		at.object = object;
		cr_assert_eq(add(p, &at, 1, 7, 7), 0);
	}
	cr_expect_leq(HASH_COUNT(p->waits.waits), WAITS_MAX + 1);
	cr_expect_eq(profile_waited(p), before + 7 * (WAITS_MAX + 100));
	profile_free(p);
}

Test(waits, saturate)
{
	struct profile *p = make();
	const struct wait_place at = { 1, 3, 1, "flock", "/lock" };

	add(p, &at, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	add(p, &at, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	cr_expect_eq(profile_waited(p), UINT64_MAX);
	cr_expect_eq(profile_line(p->files[0], 3).wait_ns, INT64_MAX);
	profile_free(p);
}

Test(waits, follow_subs_that_become_one)
{
	struct profile *p = make();
	char *names[] = { "main::one", "main::one" };
	const struct profile_wait **sorted;
	size_t cnt;

	add(p, &(struct wait_place){ 1, 3, 0, "flock", "/lock" }, 1, 5, 5);
	cr_assert_eq(profile_rename_subs(p, names), 0);
	sorted = profile_sorted_waits(p, &cnt);
	cr_assert_eq(cnt, 4u);
	cr_expect_eq(sorted[0]->sum.ns, 1005u);
	cr_expect_eq(sorted[0]->id.sub, 0u);
	cr_expect_eq(p->subs[0]->wait_excl_ns, 1155);
	cr_expect_eq(p->subs[0]->wait_incl_ns, 1050);
	free(sorted);
	profile_free(p);
}

Test(waits, of_merged_profiles_add_up)
{
	struct merge *m = merge_new();
	struct profile *a = make(), *b = make(), *sum;
	const struct profile_wait **sorted;
	size_t cnt;

	cr_assert_eq(merge_add(m, a), 0);
	cr_assert_eq(merge_add(m, b), 0);
	sum = merge_profile(m);
	sorted = profile_sorted_waits(sum, &cnt);
	cr_assert_eq(cnt, 4u);
	cr_expect_eq(sorted[0]->sum.ns, 2000u);
	cr_expect_eq(sorted[0]->sum.max_ns, 500u);
	cr_expect_str_eq(profile_wait_object(sum, sorted[0]), "/lock");
	cr_expect_eq(profile_line(sum->files[0], 3).wait_ns, 2100);
	cr_expect_eq(profile_sub(sum, "main::f")->wait_incl_ns, 2100);
	free(sorted);
	profile_free(a);
	profile_free(b);
	merge_free(m);
}
