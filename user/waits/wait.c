// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads what the kernel makes of its own data: nothing here comes from the thread's memory. */
#include "waits/wait.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"

#define CALL_NONE -1

/* The beginning of /proc/PID/task/TID/FILE; its length. */
static size_t read_file(pid_t pid, pid_t tid, const char *file, char *text, size_t size)
{
	FILE *f __cleanup(close_file) = NULL;
	char path[96];
	size_t len = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", pid, tid, file);
	f = fopen(path, "re");
	if (f)
		len = fread(text, 1, size - 1, f);
	text[len] = '\0';
	return len;
}

/* From the state on, which is behind the name: that may hold anything. */
static void read_stat(struct wait *w)
{
	char text[1024];
	const char *p;
	int i;

	if (!read_file(w->pid, w->tid, "stat", text, sizeof(text)) || !(p = strrchr(text, ')')) ||
	    p[1] != ' ')
		return;
	w->state = p[2];
	for (i = 2; p && i < 39; i++) /* field 2 ends here, and 39 is the processor */
		p = strchr(p + 1, ' ');
	if (!p || sscanf(p, " %d", &w->cpu) != 1)
		w->cpu = -1;
}

/* "running", or a number, "-1" outside of a call, and arguments (fs/proc/base.c, proc_pid_syscall). */
static void read_call(struct wait *w)
{
	char text[256];

	if (!read_file(w->pid, w->tid, "syscall", text, sizeof(text)))
		return;
	w->known = true;
	if (sscanf(text, "%d %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64,
		   &w->call, &w->args[0], &w->args[1], &w->args[2], &w->args[3], &w->args[4],
		   &w->args[5]) < 7)
		w->call = CALL_NONE;
}

void wait_read(pid_t pid, pid_t tid, struct wait *w)
{
	*w = (struct wait){ .pid = pid, .tid = tid, .cpu = -1, .call = CALL_NONE };
	read_stat(w);
	read_call(w);
	if (read_file(pid, tid, "wchan", w->wchan, sizeof(w->wchan)) && !strcmp(w->wchan, "0"))
		w->wchan[0] = '\0';
}

bool wait_is_same(const struct wait *a, const struct wait *b)
{
	return a->state == b->state && a->call == b->call &&
	       !memcmp(a->args, b->args, sizeof(a->args));
}

const char *wait_state(const struct wait *w)
{
	switch (w->state) {
	case 'R':
		return "runs";
	case 'D':
	case 'S': /* outside of a call, of a page that somebody's own file system is to bring */
		return w->call == CALL_NONE && w->known ? "waits for a page of memory" : "waits";
	case 'T':
		return "is stopped by a signal";
	case 't':
		return "is stopped by a tracer";
	case 'I':
		return "is idle";
	default:
		return "has ended";
	}
}

/* --------------------------------------------------------------------- since when */

/*
 * When it was put on its processor last, or left it, in that processor's own time
 * (kernel/sched/debug.c).
 */
static uint64_t exec_start_ns(pid_t pid, pid_t tid)
{
	char text[512];
	const char *p;
	uint64_t ms;
	unsigned ns;

	if (!read_file(pid, tid, "sched", text, sizeof(text)) ||
	    !(p = strstr(text, "se.exec_start")) || !(p = strchr(p, ':')) ||
	    sscanf(p + 1, " %" SCNu64 ".%u", &ms, &ns) != 2)
		return 0;
	return ms * 1000000 + ns;
}

/* The processor's time leaves out its interrupts: only a task that has just begun there knows it. */
static uint64_t processor_now_ns(int cpu)
{
	const struct timespec short_sleep = { .tv_nsec = 1000 };
	const pid_t pid = getpid(), tid = (pid_t)syscall(SYS_gettid);
	cpu_set_t before, only;
	uint64_t now = 0;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(before), &before))
		return 0;
	CPU_ZERO(&only);
	CPU_SET((unsigned)cpu, &only);
	if (!sched_setaffinity(0, sizeof(only), &only) && !nanosleep(&short_sleep, NULL))
		now = exec_start_ns(pid, tid);
	sched_setaffinity(0, sizeof(before), &before);
	return now;
}

uint64_t wait_since_ns(const struct wait *w)
{
	uint64_t left, now;

	if (!strchr("SDTt", w->state) || !w->state)
		return 0;
	left = exec_start_ns(w->pid, w->tid);
	now = left ? processor_now_ns(w->cpu) : 0;
	return now > left ? now - left : 0;
}
