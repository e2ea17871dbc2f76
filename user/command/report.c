// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: profiles in the terminal. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command/command.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "options/options.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "write/writer.h"

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

static FILE *open_profile(const char *name, struct error *err)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	FILE *in __cleanup(close_file) = fd < 0 ? NULL : fdopen(fd, "r");

	if (!in) {
		error_set(err, errno, "can't read %s: %s", name, strerror(errno));
		return NULL;
	}
	return check_kind(in, name, err) ? NULL : take_ptr(in);
}

/* hint: behind an error. */
static int report_file(const char *name, const char *hint, const struct writer_options *options)
{
	struct error err = {};
	FILE *in __cleanup(close_file) = open_profile(name, &err);
	struct profile *profile = in ? nytp_read(in, name, &err) : NULL;
	int rc;

	if (!profile) {
		log_error("%s%s", err.text, hint);
		return -EIO;
	}
	rc = writer_find("term")->write(profile, options, stdout);
	profile_free(profile);
	return rc;
}

int run_report(const struct options *o)
{
	const struct writer_options options = { .top = o->top };
	int i, rc = 0;

	if (!o->argc)
		rc = report_file("nytprof.out",
				 "; to read another file, run nytprof-bpf "
				 "report FILE",
				 &options);
	for (i = 0; i < o->argc; i++) {
		if (i)
			putchar('\n');
		if (report_file(o->argv[i], "", &options))
			rc = -EIO;
	}
	if (fflush(stdout)) {
		log_error("can't write to stdout: %s", strerror(errno));
		rc = -EIO;
	}
	return rc ? STATUS_FAILED : STATUS_DONE;
}
