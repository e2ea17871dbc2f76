// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages for people, on stderr. */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static enum log_level level_now = LOG_LEVEL_NORMAL;
static FILE *verbose_file; /* NULL: stderr */

int log_set_file(const char *path)
{
	int fd =
		open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, 0600);

	if (fd < 0)
		return -errno;
	verbose_file = fdopen(fd, "a");
	if (verbose_file)
		return 0;
	close(fd);
	return -ENOMEM;
}

void log_set_level(enum log_level level)
{
	level_now = level;
}

enum log_level log_get_level(void)
{
	return level_now;
}

/* One write per line, so that lines of several processes do not mix. */
static void log_line(FILE *to, const char *prefix, const char *fmt, va_list ap)
{
	char line[2048];
	size_t len = (size_t)snprintf(line, sizeof(line), "nytprof-bpf: %s", prefix);
	size_t room = sizeof(line) - len - 1;
	int more = vsnprintf(line + len, room, fmt, ap);

	if (more > 0)
		len += (size_t)more < room ? (size_t)more : room - 1;
	line[len++] = '\n';
	fwrite(line, 1, len, to);
	fflush(to);
}

#define DEFINE_LOG(name, at_least, to, prefix) \
	void name(const char *fmt, ...)        \
	{                                      \
		va_list ap;                    \
                                               \
		if (level_now < (at_least))    \
			return;                \
		va_start(ap, fmt);             \
		log_line(to, prefix, fmt, ap); \
		va_end(ap);                    \
	}

DEFINE_LOG(log_error, LOG_LEVEL_QUIET, stderr, "")
DEFINE_LOG(log_warning, LOG_LEVEL_NORMAL, stderr, "warning: ")
DEFINE_LOG(log_info, LOG_LEVEL_NORMAL, stderr, "")
DEFINE_LOG(log_verbose, LOG_LEVEL_VERBOSE, verbose_file ? verbose_file : stderr, "")
