/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The begin of nytprof-bpf -- COMMAND. */
#ifndef NYTPROF_START_COMMAND_H
#define NYTPROF_START_COMMAND_H

struct error;
struct launch;
struct options;
struct recorder;

/*
 * Attaches to the perls that the command may run, and lets it run. *status: the exit status of the
 * agent, if this fails. -errno with err set.
 */
int start_command(struct recorder *r, const struct options *o, struct launch *l, int *status,
		  struct error *err);

#endif
