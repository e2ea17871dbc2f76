// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is written when, by whom: real files, and real processes that write them.  The maps are the kernel's, so what
 * reads them, and what has probes, is made here: a list of tracees.
 */
#include "output/flush.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attach/object_maps.h"
#include "drain/drain.h"
#include "evals/evals.h"
#include "inspect/memory_subs.h"
#include "nytp/nytp.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/outputs.h"
#include "perl/perl_image.h"
#include "probes/children.h"
#include "probes/probes.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/error.h"

#define FILE_NAME "perl.out"

/* ----------------------------------------------------------------- a drain, and probes */

struct drain {
	struct tracee *all;
	int collect; /* what a collection returns */
	unsigned last; /* how many collections were said to be the last */
	bool holds; /* who writes what there is so far does not come to an end */
};

int drain_collect(struct drain *d, struct error *err)
{
	return d->collect ? error_set(err, -d->collect, "the maps can't be read") : 0;
}

int drain_collect_last(struct drain *d, struct error *err)
{
	d->last++;
	return drain_collect(d, err);
}

static void take_out(struct drain *d, struct tracee *t)
{
	struct tracee **at = &d->all;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	t->next = NULL;
}

struct tracee *drain_take(struct drain *d, bool any,
			  bool (*stays)(const struct tracee *t, void *arg), void *arg)
{
	struct tracee *t = d->all;

	while (t && ((t->live && !any) || (stays && stays(t, arg))))
		t = t->next;
	if (t)
		take_out(d, t);
	return t;
}

struct tracee *drain_tracees(struct drain *d)
{
	return d->all;
}

int drain_list_defined(struct drain *d, struct tracee *t)
{
	(void)t;
	if (d->holds)
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
	while (d->holds)
		pause();
	return 0;
}

void drain_note_waiting(struct drain *d)
{
	(void)d;
}

int drain_rotate(struct drain *d)
{
	(void)d;
	return 0;
}

bool drain_is_pressed(const struct drain *d)
{
	(void)d;
	return false;
}

void drain_age(struct drain *d)
{
	(void)d;
}

void drain_answer(const struct drain *d, const struct tracee *t)
{
	(void)d;
	(void)t;
}

void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg)
{
	(void)d;
	(void)visit;
	(void)arg;
}

void drain_free(struct drain *d)
{
	(void)d;
}

const struct perl_image *probes_image(const struct probes *a, unsigned build)
{
	static const struct layout_row row = { .name = "made" };
	static const struct perl_image image = { .row = &row };

	(void)a;
	(void)build;
	return &image;
}

bool probes_spares_returns(const struct probes *a)
{
	(void)a;
	return false;
}

void probes_maps(const struct probes *a, struct maps *maps)
{
	(void)a;
	(void)maps;
}

uint64_t children_begin_lost(struct children *c, pid_t pid, bool forked)
{
	(void)c;
	(void)pid;
	(void)forked;
	return 0;
}

/* ----------------------------------------------------------------------------- tracees */

static char dir[] = "/tmp/nyt-flush.XXXXXX";
static struct options options;
static struct drain drain;
static struct flush flush;
static struct error err;

static void init(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	options.nytprof = (struct nytprof_options){
		.file = (char *)FILE_NAME, .stmts = true, .subs = true, .calls = 1
	};
	options.all.interval = 1;
	drain = (struct drain){};
	flush = (struct flush){ .drain = &drain,
				.clock = CLOCK_MONOTONIC,
				.owner = (uid_t)-1,
				.outputs = outputs_new(&options, NULL) };
	cr_assert_not_null(flush.outputs);
}

static void fini(void)
{
	char command[64];

	if (flush.flusher) {
		kill(flush.flusher, SIGKILL);
		waitpid(flush.flusher, NULL, 0);
	}
	cr_expect_eq(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_expect_eq(system(command), 0);
}

TestSuite(flush, .init = init, .fini = fini);

static void count(struct tracee *t, uint64_t cnt)
{
	struct profile_file *file = profile_file(t->profile, "/srv/app.pl", 0, 0, 0);

	cr_assert_eq(profile_add_line(file, 3, cnt, 1000), 0);
}

/* The first process's file is FILE_NAME, that of another one has its id behind that. */
static struct tracee *add(unsigned pid, unsigned nr, unsigned live)
{
	const struct interp in = { .tgid = pid, .own_pid = pid, .cwd_at = CWD_MAX };
	const struct naming naming = { .clock = CLOCK_MONOTONIC };
	const struct tracee_parts parts = { .root = -1,
					    .evals = evals_new(NULL, 0, 0),
					    .memory_subs = memory_subs_new(NULL) };
	struct tracee *t = tracee_new(pid, &in, &naming, &parts);

	cr_assert_not_null(t);
	t->first = !nr;
	t->live = live;
	count(t, 7);
	t->next = drain.all;
	drain.all = t;
	return t;
}

/* How often the line was executed, by a file; 0: there is no such file. */
static uint64_t written(const char *name)
{
	struct profile *p;
	uint64_t cnt;
	FILE *in = fopen(name, "r");

	if (!in)
		return 0;
	p = nytp_read(in, name, &err);
	fclose(in);
	cr_assert_not_null(p, "%s", err.text);
	cnt = profile_line(profile_find_fid(p, 1), 3).cnt;
	profile_free(p);
	return cnt;
}

/* --------------------------------------------------------------------------------- who */

Test(flush, what_has_ended_is_written_and_the_others_stay)
{
	struct tracee *lives = add(12, 1, 1);

	add(11, 0, 0);
	cr_assert_eq(flush_write(&flush, false, &err), 0);
	cr_expect_eq(written(FILE_NAME), 7u);
	cr_expect_eq(access(FILE_NAME ".12", F_OK), -1);
	cr_expect_eq(drain.all, lives);
	cr_expect_eq(drain.last, 0u, "who lives may still be counting");
	cr_assert_eq(flush_write(&flush, true, &err), 0);
	cr_expect_eq(drain.last, 1u);
	cr_expect_eq(written(FILE_NAME ".12"), 7u);
	cr_expect_null(drain.all);
}

static void limit_files(rlim_t bytes)
{
	struct rlimit limit;

	cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = bytes;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

Test(flush, who_can_not_be_written_is_counted_and_is_no_error)
{
	signal(SIGXFSZ, SIG_IGN);
	limit_files(16);
	add(11, 0, 0);
	cr_expect_eq(flush_write(&flush, false, &err), 0);
	limit_files(RLIM_INFINITY);
	cr_expect_eq(outputs_unwritten(flush.outputs), 1u);
	cr_expect_eq(outputs_cnt(flush.outputs), 0u);
	cr_expect_null(drain.all);
	add(12, 1, 0);
	cr_expect_eq(flush_write(&flush, false, &err), 0);
	cr_expect_eq(written(FILE_NAME ".12"), 7u);
	cr_expect_eq(outputs_unwritten(flush.outputs), 1u);
}

Test(flush, maps_that_can_not_be_read_stay_an_error)
{
	add(11, 0, 0);
	drain.collect = -EIO;
	cr_expect_eq(flush_write(&flush, false, &err), -EIO);
	cr_expect_eq(written(FILE_NAME), 7u);
	drain.collect = 0;
	cr_expect_eq(flush_write(&flush, false, &err), -EIO);
	cr_expect_str_eq(err.text, "the maps can't be read");
	cr_expect_eq(flush_write(&flush, true, &err), 0);
}

/* ------------------------------------------------------------- while the recording goes on */

Test(flush, what_runs_is_written_by_another_process)
{
	struct tracee *t = add(11, 0, 1);

	cr_assert_eq(flush_start(&flush, NULL, NULL, &err), 0, "%s", err.text);
	cr_expect_gt(flush.flusher, 0);
	cr_expect_eq(flush.flushed, 0);
	flush_reap(&flush, 0);
	cr_expect_eq(flush.flusher, 0);
	cr_expect_gt(flush.flushed, 0);
	cr_expect_eq(written(FILE_NAME), 7u);
	cr_expect_eq(drain.all, t);
	count(t, 2);
	t->live = 0;
	cr_assert_eq(flush_write(&flush, false, &err), 0);
	cr_expect_eq(written(FILE_NAME), 9u);
}

static void say(const struct outputs *out, int rc, void *arg)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%u files, %d", outputs_cnt(out), rc);

	cr_assert_eq(write(*(int *)arg, text, (size_t)len), len);
}

Test(flush, who_asks_is_told_by_the_process_that_writes)
{
	char text[32] = "";
	int pipes[2];

	cr_assert_eq(pipe(pipes), 0);
	add(11, 0, 1);
	add(12, 1, 1);
	cr_assert_eq(flush_start(&flush, say, &pipes[1], &err), 0);
	cr_assert_gt(read(pipes[0], text, sizeof(text) - 1), 0);
	cr_expect_str_eq(text, "2 files, 0");
	flush_reap(&flush, 0);
}

static void start_held(void)
{
	drain.holds = true;
	cr_assert_eq(flush_start(&flush, NULL, NULL, &err), 0);
	drain.holds = false; /* here; not in its copy */
}

static void kill_flusher(void)
{
	cr_assert_eq(kill(flush.flusher, SIGKILL), 0);
	flush_reap(&flush, 0);
	cr_expect_eq(flush.flusher, 0);
}

Test(flush, what_is_being_written_is_written_again_only_behind_that)
{
	struct tracee *t = add(11, 0, 1);

	start_held();
	count(t, 2);
	t->live = 0;
	cr_assert_eq(flush_write(&flush, false, &err), 0);
	cr_expect(flush.behind);
	cr_expect_eq(drain.all, t);
	kill_flusher();
	cr_assert_eq(flush_turn(&flush, true, &options, &err), 0);
	cr_expect_null(drain.all);
	cr_expect_eq(written(FILE_NAME), 9u);
}

Test(flush, of_one_that_was_killed_nothing_counts_as_written)
{
	struct tracee *t = add(11, 0, 1);

	start_held();
	cr_expect_gt(t->output.weight, 0u);
	kill_flusher();
	cr_expect_eq(flush.flushed, 0);
	cr_expect_eq(t->output.weight, 0u);
	cr_expect_eq(written(FILE_NAME), 0u);
	cr_assert_eq(flush_write(&flush, true, &err), 0);
	cr_expect_eq(written(FILE_NAME), 7u);
}

Test(flush, a_second_one_waits_for_the_first_but_not_for_ever)
{
	add(11, 0, 1);
	start_held();
	cr_expect_eq(flush_start(&flush, NULL, NULL, &err), -EBUSY);
	cr_expect_not_null(strstr(err.text, "is still running"), "%s", err.text);
}

/* ---------------------------------------------------------------------------- intervals */

/* As if the interval were over. */
static void let_due(void)
{
	flush.flush_at_ns = 1;
	cr_assert_eq(flush_turn(&flush, true, &options, &err), 0);
}

Test(flush, an_interval_writes_what_is_new_and_else_starts_nobody)
{
	struct tracee *t = add(11, 0, 1);

	cr_assert_eq(flush_turn(&flush, true, &options, &err), 0);
	cr_expect_eq(flush.flusher, 0); /* the first has only begun */
	let_due();
	cr_expect_gt(flush.flusher, 0);
	flush_reap(&flush, 0);
	cr_expect_eq(written(FILE_NAME), 7u);
	let_due();
	cr_expect_eq(flush.flusher, 0);
	count(t, 1);
	let_due();
	flush_reap(&flush, 0);
	cr_expect_eq(written(FILE_NAME), 8u);
}

Test(flush, what_ends_between_two_ticks_waits_for_the_second)
{
	add(11, 0, 0);
	flush.ended = true;
	cr_assert_eq(flush_turn(&flush, false, &options, &err), 0);
	cr_expect_not_null(drain.all);
	cr_assert_eq(flush_turn(&flush, true, &options, &err), 0);
	cr_expect_null(drain.all);
	cr_expect_eq(written(FILE_NAME), 7u);
}

Test(flush, a_program_that_waits_for_its_file_is_not_kept_for_a_tick)
{
	add(11, 0, 0);
	flush.ended = flush.awaited = true;
	cr_assert_eq(flush_turn(&flush, false, &options, &err), 0);
	cr_expect_eq(written(FILE_NAME), 7u);
}

/* ------------------------------------------------------------------------------ header */

/* As a share of a second, which is how long it ran. */
static double overhead_of(const char *name)
{
	FILE *in = fopen(name, "r");
	struct profile *p;
	double share;

	cr_assert_not_null(in);
	p = nytp_read(in, name, &err);
	fclose(in);
	cr_assert_not_null(p, "%s", err.text);
	share = strtod(profile_attr(p, "cumulative_overhead_ticks"), NULL) /
		(double)p->ticks_per_sec;
	profile_free(p);
	return share;
}

Test(flush, what_was_taken_off_too_much_is_no_overhead)
{
	struct tracee *t = add(11, 0, 0), *other = add(12, 1, 0);

	t->start_ns = other->start_ns = 5000000000;
	t->end_ns = other->end_ns = 6000000000;
	t->price.probes_ns = other->price.probes_ns = 400000000;
	cr_assert_eq(profile_add_line(profile_file(t->profile, "/srv/app.pl", 0, 0, 0), 4, 1,
				      -100000000),
		     0);
	cr_assert_eq(flush_write(&flush, false, &err), 0);
	cr_expect_float_eq(overhead_of(FILE_NAME), 0.3, 1e-6);
	cr_expect_float_eq(overhead_of(FILE_NAME ".12"), 0.4, 1e-6);
}

Test(flush, threads_have_the_time_that_is_shown)
{
	struct tracee *t = add(11, 0, 0);
	struct profile_file *file = profile_file(t->profile, "/srv/app.pl", 0, 0, 0);

	t->start_ns = 5000000000;
	t->end_ns = 6000000000;
	t->interp_cnt = 2;
	cr_assert_eq(profile_add_line(file, 4, 1, 1200000000), 0);
	cr_assert_eq(profile_add_line(file, 5, 1, -100000000), 0);
	cr_assert_eq(flush_write(&flush, false, &err), 0);
	cr_expect_float_eq(overhead_of(FILE_NAME), -0.2, 1e-5, "they show 1.2 s of 1 s");
}
