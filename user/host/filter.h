/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The filters of --all. The BPF side checks user, name and control group, at the events of
 * processes that are not recorded. This file checks the executable and the command line, when an
 * interpreter is first seen.
 */
#ifndef NYTPROF_FILTER_H
#define NYTPROF_FILTER_H

#include <stdbool.h>
#include <sys/types.h>

struct host_options;
struct error;
struct interp;
struct maps;
struct process_filter;

enum fit {
	FIT_NO,
	FIT_YES,
	FIT_GONE, /* the process has ended */
};

/* The texts of the options must outlive the filter. NULL with err set. */
struct process_filter *filter_new(const struct host_options *options, struct error *err);
void filter_free(struct process_filter *w);

bool filter_is_everybody(const struct process_filter *w);

/* Gives the filter to the BPF side, once the maps exist. -errno. */
int filter_begin(struct process_filter *w, const struct maps *maps, struct error *err);

/* Replaces another filter, which the caller may free then. -errno: nothing has changed. */
int filter_replace(struct process_filter *w, struct process_filter *old, struct error *err);

/* Looks for new control groups. To be called now and then. */
void filter_refresh(struct process_filter *w);

/* Does the process match, by what /proc says? */
enum fit filter_process(struct process_filter *w, pid_t pid);

/* A process has executed this program. */
void filter_note_program(struct process_filter *w, pid_t pid, const char *path);

/* Does an interpreter match that the BPF side has let through? false: it is not recorded. */
bool filter_interp(struct process_filter *w, const struct interp *in);

#endif
