// SPDX-License-Identifier: GPL-2.0-or-later
/* Signals by a file descriptor, and what each one means. */
#include "spawn/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/log.h"
#include "util/clock.h"

static sigset_t blocked_before; /* this process's mask, which a command is to have */

static const int handled[] = { SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGCHLD };

static void handled_set(sigset_t *set)
{
	size_t i;

	sigemptyset(set);
	for (i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
		sigaddset(set, handled[i]);
}

int child_block_signals(struct child *l)
{
	sigset_t set;

	handled_set(&set);
	sigprocmask(SIG_BLOCK, &set, &blocked_before);
	l->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return l->signals < 0 ? -errno : 0;
}

void child_restore_signals(void)
{
	sigprocmask(SIG_SETMASK, &blocked_before, NULL);
}

bool child_runs(const struct child *l)
{
	return l->pid && l->status < 0;
}

void child_reap(struct child *l, int options)
{
	int status;

	if (child_runs(l) && waitpid(l->pid, &status, options) == l->pid)
		l->status = status;
}

/*
 * With a command a first signal is the command's: from a terminal it got it too, from
 * elsewhere it is passed on (see passing.h), and its end is recorded.  A second one ends the recording.
 */
static void take_signal(struct child *l, const struct signalfd_siginfo *si, uint64_t now_ns)
{
	if (si->ssi_signo == SIGXCPU) {
		log_warning(
			"reached the limit of processor time (ulimit -t): ending the recording");
		l->stop = true;
		return;
	}
	if (l->hup_reloads && si->ssi_signo == SIGHUP) {
		l->reload = true;
		return;
	}
	if (child_runs(l) && !l->had_signal) {
		l->had_signal = true;
		if (si->ssi_code != SI_KERNEL)
			signal_relay_take(&l->signal_relay, (int)si->ssi_signo, now_ns);
		log_verbose("%s: waiting for the command to end; a second signal stops the "
			    "recording",
			    strsignal((int)si->ssi_signo));
		return;
	}
	/* Sent to us and to the group: that was one. */
	if (l->signal_relay.signo != (int)si->ssi_signo)
		l->stop = true;
}

bool child_take_signals(struct child *l, uint64_t now_ns)
{
	struct signalfd_siginfo si;
	bool child_ended = false;

	while (read(l->signals, &si, sizeof(si)) == sizeof(si)) {
		if (si.ssi_signo != SIGCHLD) {
			take_signal(l, &si, now_ns);
			continue;
		}
		child_reap(l, WNOHANG);
		child_ended = true;
	}
	return child_ended;
}

void child_pass_signal(struct child *l, uint64_t now_ns)
{
	if (child_runs(l)) {
		signal_relay_decide(&l->signal_relay, l->pid, now_ns);
		return;
	}
	/* It came when the command was ending: what goes on is not to be recorded for ever. */
	if (l->signal_relay.signo && !WIFSIGNALED(l->status))
		l->stop = true;
	l->signal_relay.signo = 0;
}

void child_wait(struct child *l, int tick_ms)
{
	struct pollfd signals = { .fd = l->signals, .events = POLLIN };

	l->stop = l->had_signal = false;
	child_reap(l, WNOHANG);
	while (child_runs(l) && !l->stop) {
		if (poll(&signals, 1, tick_ms) > 0)
			child_take_signals(l, mono_ns());
		child_pass_signal(l, mono_ns());
		log_tick();
	}
}

bool child_take_reload(struct child *l)
{
	bool reload = l->reload;

	l->reload = false;
	return reload;
}
