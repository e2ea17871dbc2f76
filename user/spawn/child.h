/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command, once launch.c has started it: its end, which signals it gets, and which are the
 * agent's. Without a command all signals are the agent's.
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
	int signals; /* signalfd of the signals that the agent receives */
	struct signal_relay signal_relay;
	bool had_signal;
	bool stop; /* the recording is to end */
	bool hup_reloads; /* SIGHUP does not end the recording, but sets */
	bool reload;
};

/* Blocks the signals that the agent receives. -errno. */
int child_block_signals(struct child *l);

/* Restores the earlier mask, for the command. */
void child_restore_signals(void);

bool child_runs(const struct child *l);

/* Notes the end of the command, if it has ended. options are those of waitpid(2). */
void child_reap(struct child *l, int options);

/* Handles all pending signals. Returns whether a child of the agent has ended. */
bool child_take_signals(struct child *l, uint64_t now_ns);

/*
 * When the recording is over: waits until the command ends, or a second signal comes. tick_ms: how
 * often it looks at signals.
 */
void child_wait(struct child *l, int tick_ms);

/* Has a SIGHUP asked for a reload? True once for each. */
bool child_take_reload(struct child *l);

/* Passes a signal on to the command, if it is time to. To be called now and then. */
void child_pass_signal(struct child *l, uint64_t now_ns);

#endif
