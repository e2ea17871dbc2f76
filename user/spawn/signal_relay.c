// SPDX-License-Identifier: GPL-2.0-or-later
/* The witness, and what it says. */
#include "spawn/signal_relay.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/cleanup.h"

/* timeout(1) sends a signal to us, and then one to the group. */
#define PATIENCE_NS 20000000ull

void signal_relay_begin(struct signal_relay *p)
{
	pid_t parent = getpid();

	p->witness = fork();
	if (p->witness < 0)
		p->witness = 0;
	if (p->witness || getpid() == parent)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (close_range(0, ~0u, 0) || getppid() != parent)
		_exit(1);
	for (;;)
		pause();
}

void signal_relay_end(struct signal_relay *p)
{
	if (!p->witness)
		return;
	kill(p->witness, SIGKILL);
	waitpid(p->witness, NULL, 0);
	p->witness = 0;
}

void signal_relay_take(struct signal_relay *p, int signo, uint64_t now_ns)
{
	p->signo = signo;
	p->since_ns = now_ns;
}

static bool has_pending(pid_t pid, int signo)
{
	unsigned long long pending = 0;
	char name[32], line[256];
	FILE *status __cleanup(close_file) = NULL;

	snprintf(name, sizeof(name), "/proc/%d/status", pid);
	status = fopen(name, "re");
	while (status && fgets(line, sizeof(line), status)) {
		if (sscanf(line, "ShdPnd: %llx", &pending) == 1)
			break;
	}
	return pending & 1ull << (signo - 1);
}

void signal_relay_decide(struct signal_relay *p, pid_t command, uint64_t now_ns)
{
	if (!p->signo || now_ns - p->since_ns < PATIENCE_NS)
		return;
	if (!p->witness || getpgid(command) != getpgrp() || !has_pending(p->witness, p->signo))
		kill(command, p->signo);
	p->signo = 0;
}
