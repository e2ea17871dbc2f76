/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An output for lines, on which the writer never waits. A terminal may be stopped (^S), and the
 * reader of a pipe may sleep. Lines are then kept while there is room, and further ones are
 * counted. Lines keep their order.
 */
#ifndef NYTPROF_CHANNEL_H
#define NYTPROF_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

#define CHANNEL_LINE 2048 /* bytes, at most */

struct channel {
	int fd;
	bool is_socket;
	bool may_block; /* poll it before each write */
	unsigned dropped; /* lines, since this was last reset */
	size_t len; /* of what waits */
	char waiting[64 << 10];
};

/*
 * Uses a descriptor that others have, too. A terminal or a pipe is opened once more, because the
 * shell and the command would see O_NONBLOCK on the shared one.
 */
void channel_share(struct channel *c, int fd);

/* Opens a file to append to. It may be a pipe that has a reader. -errno. */
int channel_open(struct channel *c, const char *path);

/* Writes a line, keeps it, or drops and counts it. */
void channel_put(struct channel *c, const char *line, size_t len);

/* Writes as many kept lines as it can. */
void channel_flush(struct channel *c);

/* Is there room for another two lines? */
bool channel_has_room(const struct channel *c);

/* At the end: waits for the reader, but not for ever. */
void channel_drain(struct channel *c, int patience_ms);

/* In a forked process: leaves the kept lines to the parent. */
void channel_forget(struct channel *c);

#endif
