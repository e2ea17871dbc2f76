/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command, once launch.c has started it: its end, and which signals are its own and which ours.
 * Without one they are all ours.
 */
#ifndef NYTPROF_CHILD_H
#define NYTPROF_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "spawn/signal_relay.h"

struct child {
	pid_t pid; /* 0: there is none */
	int status; /* as wait(2) has it; -1: still runs */
	int signals; /* those that we take: a signalfd */
	struct signal_relay signal_relay;
	bool had_signal;
	bool stop; /* the recording is to end */
	bool hup_reloads; /* SIGHUP is no end, but sets */
	bool reload;
};

/* Blocks the signals that we take.  -errno. */
int child_block_signals(struct child *l);

/* The mask of before, which the command is to have. */
void child_restore_signals(void);

bool child_runs(const struct child *l);

/* Takes note of its end, if that has come; options as waitpid(2) has them. */
void child_reap(struct child *l, int options);

/* What signals there are.  Has a child of ours ended? */
bool child_take_signals(struct child *l, uint64_t now_ns);

/* When the recording is over: until the command ends, or a second signal comes.  tick_ms: how often signals are looked at. */
void child_wait(struct child *l, int tick_ms);

/* Was there a SIGHUP that is no end?  Once. */
bool child_take_reload(struct child *l);

/* Passes a signal on, if it is time to; to be called now and then. */
void child_pass_signal(struct child *l, uint64_t now_ns);

#endif
