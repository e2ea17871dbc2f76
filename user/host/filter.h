/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The filters of --all.  User, name and control group are looked at by the BPF side, at the events of whoever is
 * not recorded; the executable and the command line here, when an interpreter is met.
 */
#ifndef NYTPROF_FILTER_H
#define NYTPROF_FILTER_H

#include <stdbool.h>
#include <sys/types.h>

struct all_options;
struct error;
struct interp;
struct maps;
struct wanted;

enum fit {
	FIT_NO,
	FIT_YES,
	FIT_GONE, /* who knows */
};

/* The texts of the options must outlive it.  NULL with err set. */
struct wanted *wanted_new(const struct all_options *options, struct error *err);
void wanted_free(struct wanted *w);

bool wanted_is_everybody(const struct wanted *w);

/* Tells the BPF side, once there are maps.  -errno. */
int wanted_begin(struct wanted *w, const struct maps *maps, struct error *err);

/* Takes the place of another one, which can be freed then.  -errno: all is as it was. */
int wanted_replace(struct wanted *w, struct wanted *old, struct error *err);

/* Control groups come and go: to be called now and then. */
void wanted_refresh(struct wanted *w);

/* By what /proc says. */
enum fit wanted_process(struct wanted *w, pid_t pid);

/* A process has executed that. */
void wanted_note_program(struct wanted *w, pid_t pid, const char *path);

/* Of an interpreter that the BPF side has let through; false: it is not to be recorded. */
bool wanted_interp(struct wanted *w, const struct interp *in);

#endif
