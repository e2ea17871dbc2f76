/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Signals on their way to the command. A signal to the whole process group (kill -INT -PGID,
 * timeout(1)) has already reached the command, and must not reach it twice. A siginfo does not
 * tell. So a process of the group, the witness, blocks the signals: a signal that is pending there
 * was sent to the whole group.
 */
#ifndef NYTPROF_SIGNAL_RELAY_H
#define NYTPROF_SIGNAL_RELAY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct signal_relay {
	pid_t witness; /* 0: none */
	int signo; /* the signal that is not decided yet; 0: none */
	uint64_t since_ns;
};

/* Forks the witness. The signals must be blocked. Without a witness every signal is passed on. */
void signal_relay_begin(struct signal_relay *p);
void signal_relay_end(struct signal_relay *p);

/* A signal for the command has come. */
void signal_relay_take(struct signal_relay *p, int signo, uint64_t now_ns);

/* Passes the signal on, if it is time to. To be called now and then. */
void signal_relay_decide(struct signal_relay *p, pid_t command, uint64_t now_ns);

#endif
