/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The filters of --all.  User, name and control group are looked at by the BPF side, at the events of whoever is
 * not recorded; the executable and the command line here, when an interpreter is met.
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
	FIT_GONE, /* who knows */
};

/* The texts of the options must outlive it.  NULL with err set. */
struct process_filter *filter_new(const struct host_options *options, struct error *err);
void filter_free(struct process_filter *w);

bool filter_is_everybody(const struct process_filter *w);

/* Tells the BPF side, once there are maps.  -errno. */
int filter_begin(struct process_filter *w, const struct maps *maps, struct error *err);

/* Takes the place of another one, which can be freed then.  -errno: all is as it was. */
int filter_replace(struct process_filter *w, struct process_filter *old, struct error *err);

/* Control groups come and go: to be called now and then. */
void filter_refresh(struct process_filter *w);

/* By what /proc says. */
enum fit filter_process(struct process_filter *w, pid_t pid);

/* A process has executed that. */
void filter_note_program(struct process_filter *w, pid_t pid, const char *path);

/* Of an interpreter that the BPF side has let through; false: it is not to be recorded. */
bool filter_interp(struct process_filter *w, const struct interp *in);

#endif
