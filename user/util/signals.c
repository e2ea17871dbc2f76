// SPDX-License-Identifier: GPL-2.0-or-later
/* By the system call itself where sigaction() refuses the signals. */
#include "signals.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST 32
#define CNT   2

/* As the kernel has it where there is SA_RESTORER: x86-64, arm64 (include/linux/signal_types.h, struct sigaction). */
struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long mask;
};

static bool ignored[CNT];
static struct sigaction pipe_before;

void signals_note(void)
{
	struct kernel_action action;
	int i;

	sigaction(SIGPIPE, NULL, &pipe_before);
	for (i = 0; i < CNT; i++)
		ignored[i] =
			!syscall(SYS_rt_sigaction, FIRST + i, NULL, &action, sizeof(action.mask)) &&
			action.handler == SIG_IGN;
}

void signals_ignore_pipe(void)
{
	signal(SIGPIPE, SIG_IGN);
}

void signals_restore(void)
{
	const struct kernel_action ignore = { .handler = SIG_IGN };
	int i;

	sigaction(SIGPIPE, &pipe_before, NULL);
	for (i = 0; i < CNT; i++) {
		if (ignored[i])
			syscall(SYS_rt_sigaction, FIRST + i, &ignore, NULL, sizeof(ignore.mask));
	}
}
