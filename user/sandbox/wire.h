/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The messages between the agent, the process that forks, and the workers. */
#ifndef NYTPROF_SANDBOX_WIRE_H
#define NYTPROF_SANDBOX_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "sandbox/sandbox.h"

/* A request: a message of a SOCK_SEQPACKET socket, with the worker's end and the descriptors. */
struct wire_head {
	const struct sandbox_task *task; /* valid in both: one process is a fork of the other */
	uint32_t len; /* of the request's data */
	uint32_t pad;
};

struct wire_request {
	struct wire_head head;
	char data[SANDBOX_REQUEST];
};

/* An answer: frames on a stream, the last one with .over. */
struct wire_frame {
	uint32_t len; /* of what follows */
	int32_t rc; /* with .over */
	uint32_t over;
	uint32_t pad;
};

/*
 * Sends or receives bytes with descriptors. Returns the number of bytes, or -errno. wire_receive()
 * sets *cnt to the number of received descriptors, at most SANDBOX_FDS + 1; the caller closes them.
 */
ssize_t wire_send(int socket, const struct iovec *parts, size_t part_cnt, const int *fds,
		  size_t cnt);
ssize_t wire_receive(int socket, void *data, size_t size, int flags, int *fds, size_t *cnt);

/* Forks workers until the agent is gone; never returns. */
_Noreturn void sandbox_serve(int requests);

#endif
