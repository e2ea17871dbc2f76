// SPDX-License-Identifier: GPL-2.0-or-later
#include "log/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/clock.h"

void channel_share(struct channel *c, int fd)
{
	char name[32];
	struct stat st;
	int own = -1;

	memset(c, 0, offsetof(struct channel, waiting));
	c->fd = fd;
	if (fstat(fd, &st))
		return;
	c->is_socket = S_ISSOCK(st.st_mode);
	if (!S_ISFIFO(st.st_mode) && !isatty(fd))
		return;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	c->may_block = own < 0; /* it is somebody else's */
	c->fd = own < 0 ? fd : own;
}

int channel_open(struct channel *c, const char *path)
{
	memset(c, 0, offsetof(struct channel, waiting));
	c->fd = open(path,
		     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC,
		     0600);
	return c->fd < 0 ? -errno : 0;
}

static ssize_t write_some(const struct channel *c)
{
	struct pollfd poll_fd = { .fd = c->fd, .events = POLLOUT };

	if (c->is_socket)
		return send(c->fd, c->waiting, c->len, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (c->may_block && poll(&poll_fd, 1, 0) <= 0) {
		errno = EAGAIN;
		return -1;
	}
	/* A pipe that takes anything takes that much, and a terminal of somebody else's is rare. */
	return write(c->fd, c->waiting, c->may_block && c->len > PIPE_BUF ? PIPE_BUF : c->len);
}

void channel_flush(struct channel *c)
{
	while (c->len) {
		ssize_t done = write_some(c);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0 && (errno == EAGAIN || errno == ENOBUFS))
			return;
		if (done <= 0) {
			c->len = 0; /* nobody is there any more */
			return;
		}
		c->len -= (size_t)done;
		memmove(c->waiting, c->waiting + done, c->len);
	}
}

bool channel_has_room(const struct channel *c)
{
	return sizeof(c->waiting) - c->len >= 2 * CHANNEL_LINE;
}

void channel_put(struct channel *c, const char *line, size_t len)
{
	channel_flush(c);
	if (len > sizeof(c->waiting) - c->len) {
		c->dropped++;
		return;
	}
	memcpy(c->waiting + c->len, line, len);
	c->len += len;
	channel_flush(c);
}

void channel_drain(struct channel *c, int patience_ms)
{
	uint64_t end = mono_ns() + (uint64_t)patience_ms * 1000000u, now;
	struct pollfd poll_fd = { .fd = c->fd, .events = POLLOUT };

	for (channel_flush(c); c->len && (now = mono_ns()) < end; channel_flush(c))
		poll(&poll_fd, 1, (int)((end - now) / 1000000u) + 1);
}

void channel_forget(struct channel *c)
{
	c->len = 0;
	c->dropped = 0;
}
