// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages for people, on stderr. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>

static enum log_level level_now = LOG_LEVEL_NORMAL;

void log_set_level(enum log_level level)
{
	level_now = level;
}

enum log_level log_get_level(void)
{
	return level_now;
}

/* One write per line, so that lines of several processes do not mix. */
static void log_line(const char *prefix, const char *fmt, va_list ap)
{
	char line[2048];
	size_t len = (size_t)snprintf(line, sizeof(line), "nytprof-bpf: %s", prefix);
	size_t room = sizeof(line) - len - 1;
	int more = vsnprintf(line + len, room, fmt, ap);

	if (more > 0)
		len += (size_t)more < room ? (size_t)more : room - 1;
	line[len++] = '\n';
	fwrite(line, 1, len, stderr);
	fflush(stderr);
}

#define DEFINE_LOG(name, at_least, prefix)  \
	void name(const char *fmt, ...)     \
	{                                   \
		va_list ap;                 \
                                            \
		if (level_now < (at_least)) \
			return;             \
		va_start(ap, fmt);          \
		log_line(prefix, fmt, ap);  \
		va_end(ap);                 \
	}

DEFINE_LOG(log_error, LOG_LEVEL_QUIET, "")
DEFINE_LOG(log_warning, LOG_LEVEL_NORMAL, "warning: ")
DEFINE_LOG(log_info, LOG_LEVEL_NORMAL, "")
DEFINE_LOG(log_verbose, LOG_LEVEL_VERBOSE, "")
