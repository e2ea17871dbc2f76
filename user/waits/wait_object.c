// SPDX-License-Identifier: GPL-2.0-or-later
/* From a system call and its arguments to what it waits for. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "waits/descriptor.h"
#include "waits/wait.h"

#define POLLED_MAX 8u /* descriptors that are named */
#define PATH_PEEK  200u

/* How a call says what it is for: where in its arguments that is. */
enum object {
	OBJECT_FD, /* a descriptor, the first one */
	OBJECT_LOCK, /* a file to be locked */
	OBJECT_CHILD, /* wait4 */
	OBJECT_CHILD_ID, /* waitid */
	OBJECT_SLEEP, /* nanosleep: a struct timespec, the first one */
	OBJECT_SLEEP_CLOCK, /* clock_nanosleep: the third one */
	OBJECT_POLL, /* an array of struct pollfd */
	OBJECT_SELECT, /* an fd_set */
	OBJECT_PATH, /* the second one */
	OBJECT_FUTEX,
};

static const struct {
	int call;
	enum object object;
} objects[] = {
	{ SYS_read, OBJECT_FD },	 { SYS_pread64, OBJECT_FD },
	{ SYS_readv, OBJECT_FD },	 { SYS_preadv, OBJECT_FD },
	{ SYS_write, OBJECT_FD },	 { SYS_pwrite64, OBJECT_FD },
	{ SYS_writev, OBJECT_FD },	 { SYS_recvfrom, OBJECT_FD },
	{ SYS_recvmsg, OBJECT_FD },	 { SYS_recvmmsg, OBJECT_FD },
	{ SYS_sendto, OBJECT_FD },	 { SYS_sendmsg, OBJECT_FD },
	{ SYS_accept, OBJECT_FD },	 { SYS_accept4, OBJECT_FD },
	{ SYS_connect, OBJECT_FD },	 { SYS_fsync, OBJECT_FD },
	{ SYS_fdatasync, OBJECT_FD },	 { SYS_ftruncate, OBJECT_FD },
	{ SYS_fallocate, OBJECT_FD },	 { SYS_ioctl, OBJECT_FD },
	{ SYS_getdents64, OBJECT_FD },	 { SYS_sendfile, OBJECT_FD },
	{ SYS_epoll_pwait, OBJECT_FD },	 { SYS_flock, OBJECT_LOCK },
	{ SYS_fcntl, OBJECT_LOCK },	 { SYS_wait4, OBJECT_CHILD },
	{ SYS_waitid, OBJECT_CHILD_ID }, { SYS_nanosleep, OBJECT_SLEEP },
	{ SYS_ppoll, OBJECT_POLL },	 { SYS_clock_nanosleep, OBJECT_SLEEP_CLOCK },
	{ SYS_pselect6, OBJECT_SELECT }, { SYS_futex, OBJECT_FUTEX },
	{ SYS_openat, OBJECT_PATH },
#ifdef SYS_poll
	{ SYS_poll, OBJECT_POLL },	 { SYS_select, OBJECT_SELECT },
	{ SYS_epoll_wait, OBJECT_FD },
#endif
};

static int object_of(const struct wait *w)
{
	size_t i;

	for (i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		if (objects[i].call == w->call)
			return objects[i].object;
	}
	return -1;
}

/* ------------------------------------------------------------------------ memory */

static uint32_t set_bytes(const struct wait *w)
{
	uint64_t fds = w->args[0] < FD_SETSIZE ? w->args[0] : FD_SETSIZE;

	return (uint32_t)((fds + 63) / 64 * 8);
}

/* The set that is read from; else the one that is written to, or the time. */
static void peek_select(const struct wait *w, struct wait_peek *peek)
{
	peek->addr = w->args[1] ?: w->args[2] ?: w->args[4];
	peek->len = w->args[1] || w->args[2] ? set_bytes(w) : 16;
}

void wait_wants(const struct wait *w, struct wait_peek *peek)
{
	*peek = (struct wait_peek){ .tid = w->tid };
	switch (object_of(w)) {
	case OBJECT_SLEEP:
	case OBJECT_SLEEP_CLOCK:
		peek->addr = w->args[w->call == SYS_nanosleep ? 0 : 2];
		peek->len = sizeof(struct timespec);
		break;
	case OBJECT_POLL:
		peek->addr = w->args[0];
		peek->len = (uint32_t)((w->args[1] < POLLED_MAX ? w->args[1] : POLLED_MAX) *
				       sizeof(struct pollfd));
		break;
	case OBJECT_SELECT:
		peek_select(w, peek);
		break;
	case OBJECT_PATH:
		peek->addr = w->args[1];
		peek->len = PATH_PEEK;
		break;
	default:
		break;
	}
	if (!peek->addr)
		peek->len = 0;
}

/* ------------------------------------------------------------------------- words */

static void put_fd(const struct wait *w, int fd, char text[WAIT_TEXT])
{
	size_t len = strlen(text);

	snprintf(text + len, WAIT_TEXT - len, "%s", len ? ", " : "");
	len = strlen(text);
	descriptor_text(w->pid, fd, text + len, WAIT_TEXT - len);
}

static void put_lock(const struct wait *w, char text[WAIT_TEXT])
{
	size_t len;

	put_fd(w, (int)w->args[0], text);
	len = strlen(text);
	lock_holder_text(w->pid, text + len, WAIT_TEXT - len);
}

static void put_child(const struct wait *w, pid_t child, char text[WAIT_TEXT])
{
	if (child > 0)
		child_text(child, text, WAIT_TEXT);
	else
		children_text(w->pid, text, WAIT_TEXT);
}

static void put_seconds(const void *peek, double unit, char text[WAIT_TEXT])
{
	int64_t parts[2];

	memcpy(parts, peek, sizeof(parts));
	snprintf(text, WAIT_TEXT, "%.10g s", (double)parts[0] + (double)parts[1] * unit);
}

static void put_sleep(const struct wait *w, const void *peek, char text[WAIT_TEXT])
{
	const bool until = w->call == SYS_clock_nanosleep && w->args[1] & TIMER_ABSTIME;

	if (peek && !until)
		put_seconds(peek, 1e-9, text);
}

static void put_poll(const struct wait *w, const void *peek, char text[WAIT_TEXT])
{
	struct pollfd fds[POLLED_MAX];
	size_t cnt = w->args[1] < POLLED_MAX ? w->args[1] : POLLED_MAX, i;

	if (!peek)
		return;
	memcpy(fds, peek, cnt * sizeof(*fds));
	for (i = 0; i < cnt; i++)
		put_fd(w, fds[i].fd, text);
}

static void put_select(const struct wait *w, const void *peek, char text[WAIT_TEXT])
{
	const unsigned char *set = peek;
	unsigned fd, named = 0;

	if (!peek)
		return;
	if (!w->args[1] && !w->args[2]) {
		put_seconds(peek, w->call == SYS_pselect6 ? 1e-9 : 1e-6, text);
		return;
	}
	for (fd = 0; fd < set_bytes(w) * 8 && named < POLLED_MAX; fd++) {
		if (set[fd / 8] & 1u << fd % 8) {
			put_fd(w, (int)fd, text);
			named++;
		}
	}
}

static bool is_lock_command(const struct wait *w)
{
	return w->call == SYS_flock || w->args[1] == F_SETLKW || w->args[1] == F_OFD_SETLKW;
}

void wait_object(const struct wait *w, const void *peek, char text[WAIT_TEXT])
{
	text[0] = '\0';
	switch (object_of(w)) {
	case OBJECT_LOCK:
		if (is_lock_command(w))
			put_lock(w, text);
		break;
	case OBJECT_FD:
		put_fd(w, (int)w->args[0], text);
		break;
	case OBJECT_CHILD:
		put_child(w, (pid_t)w->args[0], text);
		break;
	case OBJECT_CHILD_ID:
		put_child(w, w->args[0] == P_PID ? (pid_t)w->args[1] : -1, text);
		break;
	case OBJECT_SLEEP:
	case OBJECT_SLEEP_CLOCK:
		put_sleep(w, peek, text);
		break;
	case OBJECT_POLL:
		put_poll(w, peek, text);
		break;
	case OBJECT_SELECT:
		put_select(w, peek, text);
		break;
	case OBJECT_PATH:
		if (peek)
			snprintf(text, WAIT_TEXT, "%.*s", (int)PATH_PEEK, (const char *)peek);
		break;
	case OBJECT_FUTEX:
		snprintf(text, WAIT_TEXT, "the lock at 0x%" PRIx64, w->args[0]);
		break;
	}
}
