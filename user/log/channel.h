/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A way out for lines on which the writer never waits.  A terminal may be stopped (^S), the reader of a pipe may sleep:
 * lines are kept then as far as there is room, and those that find none are counted.  Lines keep their order.
 */
#ifndef NYTPROF_CHANNEL_H
#define NYTPROF_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

#define CHANNEL_LINE 2048 /* bytes, at most */

struct channel {
	int fd;
	bool is_socket;
	bool may_block; /* it is to be asked first whether it takes anything */
	unsigned dropped; /* lines, since that was last taken */
	size_t len; /* of what waits */
	char waiting[64 << 10];
};

/*
 * Takes a descriptor over that others have, too: a terminal or a pipe is opened once more, as O_NONBLOCK on theirs would be
 * seen by the shell and by the command.
 */
void channel_share(struct channel *c, int fd);

/* Opens a file to append to, which may be a pipe that has a reader.  -errno. */
int channel_open(struct channel *c, const char *path);

/* Writes a line, or keeps it, or counts it. */
void channel_put(struct channel *c, const char *line, size_t len);

/* Writes what it can of what waits. */
void channel_flush(struct channel *c);

/* Is there room for another two lines? */
bool channel_has_room(const struct channel *c);

/* At the end: waits for the reader, but not for ever. */
void channel_drain(struct channel *c, int patience_ms);

/* In a forked process: what waits is the other one's to write. */
void channel_forget(struct channel *c);

#endif
