// SPDX-License-Identifier: GPL-2.0-or-later
#include "command/open_profile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>

#include "util/cleanup.h"
#include "util/error.h"

/* Opened without waiting, a pipe is at its end as long as nobody has it open for writing. */
static int check_pipe(FILE *in, const char *name, struct error *err)
{
	struct pollfd readable = { .fd = fileno(in), .events = POLLIN };
	int byte;

	poll(&readable, 1, 1000); /* one who is about to come */
	byte = fgetc(in);
	if (byte == EOF && feof(in))
		return error_set(err, EPIPE, "can't read %s: no process writes to this pipe", name);
	clearerr(in);
	if (byte != EOF)
		ungetc(byte, in);
	return 0;
}

/* It must have an end: a file, or a pipe that somebody writes to. */
static int check_kind(FILE *in, const char *name, struct error *err)
{
	struct stat st;
	int rc = 0;

	if (fstat(fileno(in), &st))
		return error_set(err, errno, "can't read %s: %s", name, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return error_set(err, EISDIR, "can't read %s: it is a directory; name a file in it",
				 name);
	if (S_ISFIFO(st.st_mode))
		rc = check_pipe(in, name, err);
	else if (!S_ISREG(st.st_mode))
		rc = error_set(err, EINVAL, "can't read %s: it is neither a file nor a pipe", name);
	fcntl(fileno(in), F_SETFL, O_RDONLY); /* from here on it waits */
	return rc;
}

FILE *open_profile(const char *name, struct error *err)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	FILE *in __cleanup(close_file) = fd < 0 ? NULL : fdopen(fd, "r");

	if (!in) {
		error_set(err, errno, "can't read %s: %s", name, strerror(errno));
		return NULL;
	}
	return check_kind(in, name, err) ? NULL : take_ptr(in);
}
