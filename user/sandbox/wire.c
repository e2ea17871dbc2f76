// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages with descriptors (unix(7), SCM_RIGHTS). */
#include "sandbox/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define FDS_MAX (SANDBOX_FDS + 1)

union control {
	struct cmsghdr align;
	char bytes[CMSG_SPACE(sizeof(int) * FDS_MAX)];
};

ssize_t wire_send(int socket, const struct iovec *parts, size_t part_cnt, const int *fds,
		  size_t cnt)
{
	union control control = {};
	struct msghdr msg = { .msg_iov = (struct iovec *)parts, .msg_iovlen = part_cnt };
	struct cmsghdr *head;
	ssize_t sent;

	if (cnt) {
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(sizeof(int) * cnt);
		head = CMSG_FIRSTHDR(&msg);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof(int) * cnt);
		memcpy(CMSG_DATA(head), fds, sizeof(int) * cnt);
	}
	do
		sent = sendmsg(socket, &msg, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -errno : sent;
}

ssize_t wire_receive(int socket, void *data, size_t size, int flags, int *fds, size_t *cnt)
{
	struct iovec part = { data, size };
	union control control = {};
	struct msghdr msg = { .msg_iov = &part,
			      .msg_iovlen = 1,
			      .msg_control = control.bytes,
			      .msg_controllen = sizeof(control.bytes) };
	ssize_t got = recvmsg(socket, &msg, flags | MSG_CMSG_CLOEXEC);
	struct cmsghdr *head;

	*cnt = 0;
	if (got < 0)
		return -errno;
	for (head = CMSG_FIRSTHDR(&msg); head; head = CMSG_NXTHDR(&msg, head)) {
		if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
			continue;
		*cnt = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(fds, CMSG_DATA(head), *cnt * sizeof(int));
	}
	return got;
}
