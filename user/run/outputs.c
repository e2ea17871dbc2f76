// SPDX-License-Identifier: GPL-2.0-or-later
/* Names the files, and keeps what is said of them at the end. */
#include "outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "drain/evals.h"
#include "drain/tracee.h"
#include "options.h"
#include "profile/profile.h"
#include "run/finish.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/log.h"

static const char *const loss_texts[] = {
#define X(id, text) text,
	LOSSES(X)
#undef X
};

/* A file. */
struct written {
	char *path;
	struct profile_totals totals;
	double seconds;
	double overhead; /* seconds that the probes took, which no time in the file has */
};

struct outputs {
	const struct options *options;
	char *base; /* of the files' names */
	struct written *written;
	unsigned cnt;
	uint64_t lost[LOSS_CNT];
	uint64_t beyond;
	uint64_t unknown_sources;
	uint64_t merged_evals;
	unsigned unknown_scripts;
};

static char *base_name(const struct options *o)
{
	const char *file = o->nytprof.file ? o->nytprof.file : "nytprof.out";
	char *base;

	if (!o->nytprof.addtimestamp)
		return strdup(file);
	return asprintf(&base, "%s.%lld", file, (long long)time(NULL)) < 0 ? NULL : base;
}

struct outputs *outputs_new(const struct options *options)
{
	struct outputs *out = calloc(1, sizeof(*out));

	if (!out)
		return NULL;
	out->options = options;
	out->base = base_name(options);
	if (!out->base) {
		free(out);
		return NULL;
	}
	return out;
}

void outputs_free(struct outputs *out)
{
	unsigned i;

	if (!out)
		return;
	for (i = 0; i < out->cnt; i++)
		free(out->written[i].path);
	free(out->written);
	free(out->base);
	free(out);
}

/* ------------------------------------------------------------------------- files */

/* FILE for the first process, FILE.PID for the others; an exec can give a second FILE.PID. */
static char *file_name(const struct outputs *out, const struct tracee *t)
{
	char *path;
	unsigned i, again = 0;
	int rc;

	if (!t->order && !out->options->nytprof.addpid)
		return strdup(out->base);
	rc = asprintf(&path, "%s.%u", out->base, t->tgid);
	for (i = 0; rc >= 0 && i < out->cnt; i++) {
		if (strcmp(out->written[i].path, path) != 0)
			continue;
		free(path);
		rc = asprintf(&path, "%s.%u.%u", out->base, t->tgid, ++again);
		i = (unsigned)-1; /* from the start */
	}
	return rc < 0 ? NULL : path;
}

static int note_written(struct outputs *out, const struct tracee *t, char *path)
{
	struct written *more = reallocarray(out->written, out->cnt + 1, sizeof(*more));

	if (!more) {
		free(path);
		return -ENOMEM;
	}
	out->written = more;
	more[out->cnt].path = path;
	more[out->cnt].overhead = (double)t->overhead_ns / 1e9;
	more[out->cnt].seconds = t->profile->end - t->profile->start;
	profile_totals(t->profile, &more[out->cnt++].totals);
	return 0;
}

int outputs_write(struct outputs *out, struct tracee *t, struct finish *f, struct error *err)
{
	char *path __cleanup(free_ptr) = NULL, *written = NULL;
	int rc;

	outputs_add_lost(out, t->lost);
	out->beyond += t->beyond;
	out->unknown_sources += t->unknown_sources;
	out->merged_evals += tracee_merged_evals(t);
	out->unknown_scripts += tracee_lacks_stdin(t);
	if (!tracee_has_data(t))
		return 0;
	path = file_name(out, t);
	if (!path)
		return error_set(err, ENOMEM, "out of memory");
	f->path = path;
	f->options = &out->options->nytprof;
	rc = tracee_finish(t, f, &written, err);
	return rc ?: note_written(out, t, written);
}

unsigned outputs_cnt(const struct outputs *out)
{
	return out->cnt;
}

/* ------------------------------------------------------------------------ losses */

void outputs_add_lost(struct outputs *out, const uint64_t *lost)
{
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		out->lost[i] += lost[i];
}

bool outputs_have_losses(const struct outputs *out)
{
	uint64_t sum = out->beyond;
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		sum += out->lost[i];
	return sum > 0;
}

static void print_losses(const struct outputs *out)
{
	int i;

	if (!outputs_have_losses(out)) {
		log_info("not recorded: nothing (0)");
		return;
	}
	for (i = 0; i < LOSS_CNT; i++) {
		if (out->lost[i])
			log_warning("not recorded: %llu %s", (unsigned long long)out->lost[i],
				    loss_texts[i]);
	}
	if (out->beyond)
		log_warning("not recorded: %llu executions of lines above %u",
			    (unsigned long long)out->beyond, LINE_MAX_NR);
}

void outputs_print_summary(const struct outputs *out)
{
	unsigned i;

	for (i = 0; i < out->cnt; i++) {
		const struct written *w = &out->written[i];

		log_info("%s: %llu statements on %llu lines, %llu calls of %llu subs, %.3f s "
			 "(about %.3f s of it the probes')",
			 w->path, (unsigned long long)w->totals.stmts,
			 (unsigned long long)w->totals.lines,
			 (unsigned long long)w->totals.sub_calls,
			 (unsigned long long)w->totals.subs, w->seconds, w->overhead);
	}
	if (!out->cnt)
		return;
	print_losses(out);
	if (out->unknown_sources)
		log_warning("the source of %llu string evals was not kept: there was no room",
			    (unsigned long long)out->unknown_sources);
	if (out->unknown_scripts)
		log_info(
			"the source of %u scripts from stdin is not in the profile: it was no file, or perl "
			"was over before it could be read",
			out->unknown_scripts);
	if (out->merged_evals)
		log_info("%llu string evals share a file with another one of their line: each has "
			 "its own for the first %u of a line only",
			 (unsigned long long)out->merged_evals, EVALS_APART);
	log_info("next: nytprofhtml -f %s --open, or nytprof-bpf report %s", out->written[0].path,
		 out->written[0].path);
}
