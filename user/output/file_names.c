// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/file_names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inspect/profilers.h"
#include "log/log.h"
#include "options/options.h"
#include "store/store.h"
#include "tracee/tracee.h"

struct file_names {
	const struct options *options;
	const struct store *store; /* NULL: none */
	struct timespec since; /* CLOCK_REALTIME */
	char **taken; /* names that were chosen */
	unsigned taken_cnt;
	bool said_unnamed;
};

struct file_names *file_names_new(const struct options *options)
{
	struct file_names *n = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	n->options = options;
	clock_gettime(CLOCK_REALTIME, &n->since);
	return n;
}

void file_names_free(struct file_names *n)
{
	unsigned i;

	for (i = 0; n && i < n->taken_cnt; i++)
		free(n->taken[i]);
	if (n)
		free(n->taken);
	free(n);
}

void file_names_use_store(struct file_names *n, const struct store *store)
{
	n->store = store;
}

/*
 * FILE for the first process, FILE.PID for the others; where the program has named it, .PID for the
 * children of a fork.  again: an exec can give a second FILE.PID.
 */
static char *make_name(const struct file_names *n, const struct tracee *t, unsigned again)
{
	const struct nytprof_options *o = &n->options->nytprof;
	const char *named = t->output.obeyed ? t->file : NULL;
	int64_t start_ns = (int64_t)t->start_ns + t->to_epoch_ns;
	const char *base = named ? named : o->file ? o->file : "nytprof.out";
	bool with_pid = o->addpid || (named ? t->forked : !t->first);
	char pid[16] = "", second[16] = "", stamp[32] = "", *name;

	/* Of the one process nothing else begins in the same microsecond. */
	if (n->store && !named)
		return store_name(n->store, t, start_ns + again * 1000);
	if (with_pid || again)
		snprintf(pid, sizeof(pid), ".%u", t->tgid);
	if (again)
		snprintf(second, sizeof(second), ".%u", again);
	if (o->addtimestamp)
		snprintf(stamp, sizeof(stamp), ".%lld", (long long)(start_ns / 1000000000));
	return asprintf(&name, "%s%s%s%s", base, pid, second, stamp) < 0 ? NULL : name;
}

static bool is_taken(const struct file_names *n, const char *name)
{
	unsigned i;

	for (i = 0; i < n->taken_cnt; i++) {
		if (!strcmp(n->taken[i], name))
			return true;
	}
	return false;
}

static int take_name(struct file_names *n, const char *name)
{
	char **more = reallocarray(n->taken, n->taken_cnt + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	n->taken = more;
	more[n->taken_cnt] = strdup(name);
	return more[n->taken_cnt] ? (n->taken_cnt++, 0) : -ENOMEM;
}

/*
 * A program that names its profiles decides itself what it writes over.  Else it may not be what we
 * have written, nor what another one does, such as a Devel::NYTProf that the program has loaded.
 */
static bool is_free(const struct file_names *n, const struct tracee *t, const char *name)
{
	if ((t->part && (t->output.obeyed || !t->file)) || (n->store && !t->output.obeyed))
		return true;
	if (is_taken(n, name))
		return false;
	if (t->output.obeyed || !profilers_own(name, &n->since, (pid_t)t->tgid))
		return true;
	log_warning("another recorder or program writes to %s: process %u gets another file", name,
		    t->tgid);
	return false;
}

int file_names_choose_ours(struct file_names *n, struct tracee *t)
{
	unsigned again = 0;

	t->output.path = make_name(n, t, 0);
	while (t->output.path && !is_free(n, t, t->output.path)) {
		free(t->output.path);
		t->output.path = make_name(n, t, ++again);
	}
	if (!t->output.path)
		return -ENOMEM;
	return n->store ? 0 : take_name(n, t->output.path);
}

static bool programs_may_name(const struct file_names *n)
{
	return !n->options->all.on || n->options->all.program_files;
}

static void say_disobeyed(struct file_names *n, const struct tracee *t)
{
	if (programs_may_name(n))
		log_warning("process %u asked for %s: its profile goes to %s instead, "
			    "because %s",
			    t->tgid, t->file, t->output.path, t->astray);
	else if (!n->said_unnamed)
		log_info("process %u asked for %s: without --program-files=yes all profiles "
			 "go to %s",
			 t->tgid, t->file, n->options->all.output_dir);
	n->said_unnamed |= !programs_may_name(n);
}

int file_names_choose(struct file_names *n, struct tracee *t)
{
	int rc;

	if (t->output.path)
		return 0;
	t->output.obeyed = t->file && !t->astray && programs_may_name(n) && !n->options->to_stdout;
	rc = file_names_choose_ours(n, t);
	if (!rc && t->file && !t->output.obeyed && !t->unwanted && !n->options->to_stdout)
		say_disobeyed(n, t);
	return rc;
}
