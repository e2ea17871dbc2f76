// SPDX-License-Identifier: GPL-2.0-or-later
/* Names the files, and keeps what is said of them at the end. */
#include "output/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evals/evals.h"
#include "log/log.h"
#include "options/options.h"
#include "output/file_names.h"
#include "output/hint.h"
#include "output/losses.h"
#include "output/missing_source.h"
#include "output/tally.h"
#include "probes/children.h"
#include "profile/profile.h"
#include "store/metadata.h"
#include "store/store.h"
#include "tracee/tracee.h"
#include "util/error.h"
#include "text/plain.h"

/* A file. */
struct written {
	char *path;
	struct profile_totals totals;
	double seconds;
	double stmts_seconds; /* statements are recorded up to then; 0: to the end */
	struct price price;
	unsigned windows; /* of --mode=burst; 0: another mode */
};

struct outputs {
	const struct options *options;
	const struct store *store; /* NULL: none */
	struct children *children; /* who know how much of a profile's begin is missing */
	struct tally *tally;
	struct written *written;
	unsigned cnt;
	bool only_sums; /* there is no end of files */
	struct profile_totals sums; /* of stmts and sub_calls, then, */
	struct price price; /* and of what that cost */
	struct file_names *names;
	struct losses losses;
	uint64_t unknown_sources;
	uint64_t merged_evals;
	bool no_builtin_ends; /* see struct finish, */
	unsigned switchers; /* and profiles of processes of which alone none were */
	unsigned unknown_scripts;
	struct missing_source lacking; /* files without source, of all profiles, */
	uint64_t modified; /* and that had been written to */
};

struct outputs *outputs_new(const struct options *options, struct children *children)
{
	struct outputs *out = calloc(1, sizeof(*out));

	if (!out)
		return NULL;
	out->options = options;
	out->children = children;
	out->tally = tally_new();
	out->names = file_names_new(options);
	if (out->tally && out->names)
		return out;
	outputs_free(out);
	return NULL;
}

void outputs_use_store(struct outputs *out, const struct store *store)
{
	out->store = store;
	file_names_use_store(out->names, store);
	out->only_sums = true;
}

void outputs_free(struct outputs *out)
{
	unsigned i;

	if (!out)
		return;
	for (i = 0; out->written && i < out->cnt; i++)
		free(out->written[i].path);
	free(out->written);
	file_names_free(out->names);
	tally_free(out->tally);
	missing_source_release(&out->lacking);
	free(out);
}

/* ------------------------------------------------------------------------- files */

int outputs_choose(struct outputs *out, struct tracee *t)
{
	return file_names_choose(out->names, t);
}

/*
 * What a program has named can't be written: by its word nothing goes anywhere else, so it is where
 * the recording puts it.
 */
static int write_where_we_want(struct outputs *out, struct tracee *t, struct metadata *f,
			       struct finished *done, struct error *err)
{
	const struct error why = *err;
	int rc;

	t->output.obeyed = false;
	free(t->output.path);
	if (file_names_choose_ours(out->names, t))
		return error_set(err, ENOMEM, "out of memory");
	f->path = t->output.path;
	rc = tracee_write(t, f, done, err);
	if (rc)
		*err = why;
	else
		log_error("%s; written to %s instead", why.text, done->path);
	return rc;
}

/* One that was written over is not there any more. */
static struct written *written_slot(struct outputs *out, const char *path)
{
	struct written *more;
	unsigned i;

	for (i = 0; i < out->cnt; i++) {
		if (!strcmp(out->written[i].path, path)) {
			free(out->written[i].path);
			return &out->written[i];
		}
	}
	more = reallocarray(out->written, out->cnt + 1, sizeof(*more));
	if (!more)
		return NULL;
	out->written = more;
	return &more[out->cnt++];
}

static int note_written(struct outputs *out, const struct tracee *t, char *path)
{
	struct profile_totals totals;
	struct written *w;

	if (out->only_sums) {
		profile_totals(t->profile, &totals);
		out->sums.stmts += totals.stmts;
		out->sums.sub_calls += totals.sub_calls;
		price_add(&out->price, &t->price);
		out->cnt++;
		free(path);
		return 0;
	}
	w = written_slot(out, path);
	if (!w) {
		free(path);
		return -ENOMEM;
	}
	w->path = path;
	w->price = t->price;
	w->seconds = t->profile->end - t->profile->start;
	w->stmts_seconds =
		t->no_stmts.at_ns ? (double)(t->no_stmts.at_ns - t->start_ns) / 1e9 + 1e-9 : 0;
	w->windows = t->profile->estimates ? t->profile->estimates->windows : 0;
	profile_totals(t->profile, &w->totals);
	return 0;
}

static void note_unwritten(struct outputs *out, const struct tracee *t)
{
	struct profile_totals totals;

	profile_totals(t->profile, &totals);
	out->losses.unwritten++;
	out->losses.unwritten_stmts += totals.stmts;
	out->losses.unwritten_calls += totals.sub_calls;
}

static bool is_idle(const struct outputs *out, const struct tracee *t)
{
	const struct options *o = out->options;

	return out->store && o->sampled && tracee_is_idle(t, (uint64_t)(o->all.interval * 1e9));
}

bool outputs_want(const struct outputs *out, const struct tracee *t)
{
	return !t->unwanted && !t->closed && tracee_has_data(t) && !is_idle(out, t);
}

int outputs_complete(const struct outputs *out, struct tracee *t, struct metadata *f,
		     struct error *err)
{
	struct finished done;

	f->options = &out->options->nytprof;
	return tracee_complete(t, f, &done, err);
}

static int write_profile(struct outputs *out, struct tracee *t, struct metadata *f,
			 struct finished *done, struct error *err)
{
	int rc;

	f->path = t->output.path;
	rc = tracee_complete(t, f, done, err) ?: tracee_write(t, f, done, err);
	if (!rc || rc == -ENOMEM || !t->output.obeyed)
		return rc;
	return write_where_we_want(out, t, f, done, err);
}

int outputs_write(struct outputs *out, struct tracee *t, struct metadata *f, struct error *err)
{
	struct finished done = {};
	int rc;

	if (t->unwanted)
		return 0;
	outputs_add_lost(out, t->lost);
	out->losses.beyond += t->beyond;
	out->no_builtin_ends |= f->no_builtin_ends && out->options->nytprof.slowops;
	out->switchers += t->no_returns;
	out->unknown_sources += t->unknown_sources;
	out->merged_evals += tracee_merged_evals(t);
	out->unknown_scripts += out->options->nytprof.savesrc && tracee_lacks_stdin(t);
	if (!outputs_want(out, t))
		return 0;
	if (out->options->to_stdout && out->cnt) {
		log_warning("process %u began another program or another profile, which %s does "
			    "not have",
			    t->tgid, out->written[0].path);
		return 0;
	}
	if (outputs_choose(out, t))
		return error_set(err, ENOMEM, "out of memory");
	f->options = &out->options->nytprof;
	f->to_stdout = out->options->to_stdout;
	f->page = out->options->html;
	f->store = out->store ? store_dir(out->store) : -1;
	f->to_target = out->options->all.to_target;
	f->readers = &out->options->all.readers;
	f->begin_lost_ns = children_begin_lost(out->children, (pid_t)t->tgid, t->forked);
	rc = write_profile(out, t, f, &done, err);
	missing_source_add(&out->lacking, &done.source);
	out->modified += done.source.modified;
	rc = rc ?: note_written(out, t, done.path);
	if (!rc) {
		tally_written(out->tally, t->output.bytes);
		return 0;
	}
	tally_failed(out->tally, -rc);
	note_unwritten(out, t);
	return rc;
}

void outputs_drop(struct outputs *out, const struct tracee *t)
{
	if (t->unwanted)
		return;
	outputs_add_lost(out, t->lost);
	out->losses.beyond += t->beyond;
	if (!outputs_want(out, t))
		return;
	out->losses.lost[LOSS_BUDGET]++;
	note_unwritten(out, t);
}

unsigned outputs_cnt(const struct outputs *out)
{
	return out->cnt;
}

void outputs_note_merged(struct outputs *out, int rc, uint64_t bytes, bool last)
{
	if (!rc) {
		tally_written(out->tally, bytes);
		return;
	}
	tally_failed(out->tally, -rc);
	out->losses.unwritten += last;
}

unsigned outputs_unwritten(const struct outputs *out)
{
	return out->losses.unwritten;
}

void outputs_forget(struct outputs *out)
{
	unsigned i;

	for (i = 0; out->written && i < out->cnt; i++)
		free(out->written[i].path);
	out->cnt = 0;
	out->only_sums = false;
}

void outputs_print_files(const struct outputs *out, FILE *to)
{
	unsigned i;

	for (i = 0; i < out->cnt; i++) {
		plain_print(out->written[i].path, to);
		fprintf(to, ": %llu statements, %llu calls\n",
			(unsigned long long)out->written[i].totals.stmts,
			(unsigned long long)out->written[i].totals.sub_calls);
	}
}

/* ------------------------------------------------------------------------ losses */

void outputs_add_lost(struct outputs *out, const uint64_t *lost)
{
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		out->losses.lost[i] += lost[i];
}

const struct tally *outputs_tally(const struct outputs *out)
{
	return out->tally;
}

const struct losses *outputs_losses(const struct outputs *out)
{
	return &out->losses;
}

struct missed *outputs_missed(struct outputs *out)
{
	return &out->losses.missed;
}

bool outputs_have_losses(const struct outputs *out)
{
	return losses_any(&out->losses);
}

static uint64_t fullness(const struct written *w)
{
	return w->totals.stmts + w->totals.sub_calls;
}

/* The fullest: a master that waits for its workers has next to nothing in the first. */
static void print_next(const struct outputs *out)
{
	const struct written *w, *fullest = out->written;

	for (w = out->written; w < out->written + out->cnt; w++) {
		if (fullness(w) > fullness(fullest))
			fullest = w;
	}
	print_hint(fullest->path);
}

static void print_notes(const struct outputs *out)
{
	if (out->unknown_sources)
		log_warning("the source of %llu string evals is not in the profile: there "
			    "was no room",
			    (unsigned long long)out->unknown_sources);
	missing_source_print(&out->lacking);
	if (out->modified)
		log_warning("%llu source file%s changed during the recording: the text in "
			    "the profile may not be what ran",
			    (unsigned long long)out->modified,
			    out->modified > 1 ? "s were" : " was");
	if (out->unknown_scripts)
		log_info("the source of %u scripts from stdin is not in the profile: stdin "
			 "was not a file, or perl ended before the agent could read it",
			 out->unknown_scripts);
	if (out->no_builtin_ends && host_options_filter(&out->options->all))
		log_info("the ends of builtins are not probed, because there are filters: the "
			 "time of a builtin lasts until the next statement or call");
	else if (out->no_builtin_ends)
		log_warning("the ends of builtins were not probed, because a program loaded Coro "
			    "or this kernel's return probes can kill programs (nytprof-bpf "
			    "doctor): the time of a builtin lasts until the next statement or "
			    "call");
	if (out->switchers)
		log_info("the ends of builtins were not probed in %u process%s with Coro: "
			 "there, the time of a builtin lasts until the next statement or call",
			 out->switchers, out->switchers > 1 ? "es" : "");
	if (out->merged_evals)
		log_info("%llu string evals share a file with another eval of the same line: "
			 "only the first %u evals of a line have their own",
			 (unsigned long long)out->merged_evals, EVALS_APART);
}

static void print_written(const struct written *w, bool sampled)
{
	char price[128], until[64] = "";

	if (w->windows)
		snprintf(until, sizeof(until), " (in %u windows)", w->windows);

	price_text(&w->price, price, sizeof(price));
	if (w->stmts_seconds > 0)
		snprintf(until, sizeof(until), " (only up to %.3f s)", w->stmts_seconds);
	if (sampled)
		log_info("%s: %llu samples on %llu lines, of %llu subs, %.3f s", w->path,
			 (unsigned long long)w->totals.stmts, (unsigned long long)w->totals.lines,
			 (unsigned long long)w->totals.subs, w->seconds);
	else
		log_info("%s: %llu statements on %llu lines%s, %llu calls of %llu subs, %.3f s%s%s",
			 w->path, (unsigned long long)w->totals.stmts,
			 (unsigned long long)w->totals.lines, until,
			 (unsigned long long)w->totals.sub_calls,
			 (unsigned long long)w->totals.subs, w->seconds, *price ? "; " : "", price);
}

static void print_sums(const struct outputs *out)
{
	const char *plural = out->cnt == 1 ? "" : "s";
	char price[128];

	price_text(&out->price, price, sizeof(price));
	if (out->options->sampled)
		log_info("%s: %u profile%s, %llu samples", out->options->all.output_dir, out->cnt,
			 plural, (unsigned long long)out->sums.stmts);
	else
		log_info("%s: %u profile%s, %llu statements and %llu calls%s%s",
			 out->options->all.output_dir, out->cnt, plural,
			 (unsigned long long)out->sums.stmts,
			 (unsigned long long)out->sums.sub_calls, *price ? "; " : "", price);
}

void outputs_print_summary(const struct outputs *out)
{
	unsigned i;

	if (out->only_sums)
		print_sums(out);
	for (i = 0; !out->only_sums && i < out->cnt; i++)
		print_written(&out->written[i], out->options->sampled);
	losses_print(&out->losses);
	if (!out->cnt)
		return;
	if (!outputs_have_losses(out))
		log_info("not recorded: nothing (0)");
	print_notes(out);
	if (!out->only_sums)
		print_next(out);
}
