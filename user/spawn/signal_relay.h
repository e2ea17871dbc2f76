/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Signals on their way to the command.  One that was sent to the whole process group (kill -INT
 * -PGID, timeout(1)) has reached the command, and is not to reach it twice.  Nothing in a siginfo
 * tells; so a process of the group, which blocks the signals, is witness: what is pending there was
 * sent to all.
 */
#ifndef NYTPROF_SIGNAL_RELAY_H
#define NYTPROF_SIGNAL_RELAY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct signal_relay {
	pid_t witness; /* 0: none */
	int signo; /* not decided yet; 0: nothing is */
	uint64_t since_ns;
};

/* With the signals blocked.  Without a witness each signal is passed on. */
void signal_relay_begin(struct signal_relay *p);
void signal_relay_end(struct signal_relay *p);

/* A signal for the command has come. */
void signal_relay_take(struct signal_relay *p, int signo, uint64_t now_ns);

/* Passes it on, if it is time to; to be called now and then. */
void signal_relay_decide(struct signal_relay *p, pid_t command, uint64_t now_ns);

#endif
