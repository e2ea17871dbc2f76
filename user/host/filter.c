// SPDX-License-Identifier: GPL-2.0-or-later
/* Who is recorded: the options, held against /proc and against what the BPF side notes. */
#include "host/filter.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/object_maps.h"
#include "host/cgroups.h"
#include "nytprof/filter.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "options/host_options.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"

#define PROGRAMS 4096 /* a power of two */

/* Whose executable can't be looked at any more, as it has ended. */
struct program {
	pid_t pid;
	bool fits;
};

struct process_filter {
	struct host_options own;
	const struct host_options *options; /* that */
	regex_t match;
	int cgroups; /* the BPF maps, -1: there are none yet */
	int filters;
	struct cgroups *groups; /* NULL: all */
	struct program programs[PROGRAMS]; /* by pid */
};

struct process_filter *filter_new(const struct host_options *options, struct error *err)
{
	struct process_filter *w = calloc(1, sizeof(*w));

	if (!w) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	w->own = *options;
	w->options = &w->own;
	w->cgroups = w->filters = -1;
	if (options->match)
		regcomp(&w->match, options->match, REG_EXTENDED | REG_NOSUB);
	if (!options->cgroup && !options->container)
		return w;
	w->groups = cgroups_new(options->cgroup, options->container, err);
	if (w->groups)
		return w;
	filter_free(w);
	return NULL;
}

void filter_free(struct process_filter *w)
{
	if (!w)
		return;
	if (w->options->match)
		regfree(&w->match);
	cgroups_free(w->groups);
	free(w);
}

int filter_replace(struct process_filter *w, struct process_filter *old, struct error *err)
{
	const struct maps maps = { .cgroups = old->cgroups, .filters = old->filters };
	int rc = old->filters < 0 ? 0 : filter_begin(w, &maps, err);

	if (!rc && old->groups && old->cgroups >= 0)
		cgroups_retire(old->groups, w->groups, old->cgroups);
	return rc;
}

bool filter_is_everybody(const struct process_filter *w)
{
	return !host_options_filter(w->options);
}

int filter_begin(struct process_filter *w, const struct maps *maps, struct error *err)
{
	const struct host_options *o = w->options;
	struct filter filter = {};
	uint32_t zero = 0;

	w->cgroups = maps->cgroups;
	w->filters = maps->filters;
	if (o->has_uid)
		filter.by |= FILTER_UID;
	filter.uid = o->uid;
	if (o->comm)
		filter.by |= FILTER_COMM;
	if (o->comm) /* as the kernel cuts it */
		memcpy(filter.comm, o->comm, strnlen(o->comm, sizeof(filter.comm) - 1));
	if (w->groups)
		filter.by |= FILTER_CGROUP;
	filter.cgroup_levels = w->groups ? cgroups_update(w->groups, w->cgroups) : 0;
	if (bpf_map_update_elem(w->filters, &zero, &filter, BPF_ANY))
		return error_set(err, errno, "can't tell the probes: %s", strerror(errno));
	return 0;
}

void filter_refresh(struct process_filter *w)
{
	struct filter filter;
	uint32_t zero = 0, levels;

	if (!w->groups || w->cgroups < 0 || bpf_map_lookup_elem(w->filters, &zero, &filter))
		return;
	levels = cgroups_update(w->groups, w->cgroups);
	if (levels == filter.cgroup_levels)
		return;
	filter.cgroup_levels = levels;
	bpf_map_update_elem(w->filters, &zero, &filter, BPF_ANY);
}

/* ------------------------------------------------------------------------- /proc */

static bool fits_uid(const struct process_filter *w, pid_t pid)
{
	return proc_owner(pid) == w->options->uid;
}

static bool fits_comm(const struct process_filter *w, pid_t pid)
{
	char comm[32];

	process_comm(pid, comm);
	return !strncmp(comm, w->options->comm, 15);
}

static enum fit fits_exe(const struct process_filter *w, pid_t pid)
{
	static const char deleted[] = " (deleted)";
	char link[64], path[4096];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/%d/exe", pid);
	len = readlink(link, path, sizeof(path) - 1);
	if (len <= 0)
		return FIT_GONE;
	path[len] = '\0';
	if ((size_t)len > strlen(deleted) && !strcmp(path + len - strlen(deleted), deleted))
		path[(size_t)len - strlen(deleted)] = '\0';
	return fnmatch(w->options->exe, path, 0) ? FIT_NO : FIT_YES;
}

/* The arguments lie one behind the other, each with a NUL behind it. */
static bool fits_match(const struct process_filter *w, const char *args, size_t len)
{
	char line[ARGS_MAX] = "";
	size_t i;

	if (len > sizeof(line) - 1)
		len = sizeof(line) - 1;
	while (len && !args[len - 1])
		len--;
	for (i = 0; i < len; i++)
		line[i] = args[i] ? args[i] : ' ';
	line[len] = '\0';
	return !regexec(&w->match, line, 0, NULL, 0);
}

enum fit filter_process(struct process_filter *w, pid_t pid)
{
	const struct host_options *o = w->options;
	char text[ARGS_MAX + 1];
	enum fit fit = FIT_YES;
	ssize_t len;

	if (o->has_uid && !fits_uid(w, pid))
		fit = FIT_NO;
	if (fit && o->comm && !fits_comm(w, pid))
		fit = FIT_NO;
	if (fit && o->exe && fits_exe(w, pid) != FIT_YES)
		fit = FIT_NO;
	if (fit && o->match) {
		len = proc_read(pid, "cmdline", text, sizeof(text));
		fit = len >= 0 && fits_match(w, text, (size_t)len) ? FIT_YES : FIT_NO;
	}
	if (fit && w->groups && !cgroups_have_process(w->groups, pid))
		fit = FIT_NO;
	if (fit == FIT_YES || process_is_alive(pid))
		return fit;
	return FIT_GONE;
}

/* ------------------------------------------------------------------ interpreters */

void filter_note_program(struct process_filter *w, pid_t pid, const char *path)
{
	struct program *p = &w->programs[(unsigned)pid % PROGRAMS];

	if (!w->options->exe)
		return;
	p->pid = pid;
	p->fits = !fnmatch(w->options->exe, path, 0);
}

bool filter_interp(struct process_filter *w, const struct interp *in)
{
	const struct program *p = &w->programs[in->tgid % PROGRAMS];
	enum fit fit;

	if (w->options->match && !fits_match(w, in->args, in->args_len))
		return false;
	if (!w->options->exe)
		return true;
	fit = fits_exe(w, (pid_t)in->tgid);
	return fit == FIT_GONE ? p->pid == (pid_t)in->tgid && p->fits : fit == FIT_YES;
}
