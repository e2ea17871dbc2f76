// SPDX-License-Identifier: GPL-2.0-or-later
/* By the system call itself where sigaction() refuses the signals. */
#include "signals.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST 32
#define CNT   2

/*
 * As the kernel has it where there is SA_RESTORER: x86-64, arm64 (include/linux/signal_types.h,
 * struct sigaction).
 */
struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long mask;
};

static bool ignored[CNT];

static const int of_writing[] = {
	SIGPIPE, /* whoever reads our messages may have had enough */
	SIGXFSZ, /* ulimit -f: write(2) fails with EFBIG then */
	SIGTTOU, /* the terminal is another job's (stty tostop) */
};
#define OF_WRITING_CNT (sizeof(of_writing) / sizeof(of_writing[0]))
static struct sigaction before[OF_WRITING_CNT];

void signals_note(void)
{
	struct kernel_action action;
	size_t i;

	for (i = 0; i < OF_WRITING_CNT; i++)
		sigaction(of_writing[i], NULL, &before[i]);
	for (i = 0; i < CNT; i++)
		ignored[i] =
			!syscall(SYS_rt_sigaction, FIRST + i, NULL, &action, sizeof(action.mask)) &&
			action.handler == SIG_IGN;
}

void signals_ignore(void)
{
	size_t i;

	for (i = 0; i < OF_WRITING_CNT; i++)
		signal(of_writing[i], SIG_IGN);
}

void signals_restore(void)
{
	const struct kernel_action ignore = { .handler = SIG_IGN };
	size_t i;

	for (i = 0; i < OF_WRITING_CNT; i++)
		sigaction(of_writing[i], &before[i], NULL);
	for (i = 0; i < CNT; i++) {
		if (ignored[i])
			syscall(SYS_rt_sigaction, FIRST + i, &ignore, NULL, sizeof(ignore.mask));
	}
}
