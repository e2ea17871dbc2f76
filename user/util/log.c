// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages for people, on stderr, which may be the journal's. */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "util/plain.h"
#include "util/repeats.h"

static enum log_level level_now = LOG_LEVEL_NORMAL;
static FILE *verbose_file; /* NULL: stderr */
static bool to_journal;
static struct repeats warnings;

void log_begin(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long dev, ino;
	struct stat st;

	to_journal = stream && sscanf(stream, "%llu:%llu", &dev, &ino) == 2 &&
		     !fstat(STDERR_FILENO, &st) && st.st_dev == dev && st.st_ino == ino;
}

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

/*
 * One write per line, so that lines of several processes do not mix.  The journal gets the priority (sd-daemon(3)) and
 * knows by itself who says it.
 */
static void write_line(FILE *to, int priority, const char *text)
{
	static const char warning[] = "warning: ";
	char line[2048];
	size_t len;

	if (to == stderr && to_journal)
		len = (size_t)snprintf(line, sizeof(line) - 1, "<%d>%s", priority, text);
	else
		len = (size_t)snprintf(line, sizeof(line) - 1, "nytprof-bpf: %s%s",
				       priority == LOG_WARNING ? warning : "", text);
	if (len > sizeof(line) - 2)
		len = sizeof(line) - 2;
	plain_text(line, len); /* paths and names in it may come from a target */
	line[len++] = '\n';
	fwrite(line, 1, len, to);
	fflush(to);
}

static uint64_t now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec;
}

static void say_held(uint64_t now)
{
	const char *text;
	char line[256];
	unsigned held;

	while ((text = repeats_held(&warnings, now, &held))) {
		snprintf(line, sizeof(line), "and %u more like this: %s", held, text);
		write_line(stderr, LOG_WARNING, line);
	}
}

void log_tick(void)
{
	say_held(now_s());
}

void log_end(void)
{
	say_held(UINT64_MAX);
}

void log_begin_child(void)
{
	repeats_leave_held(&warnings);
}

static void say(FILE *to, int priority, const char *fmt, va_list ap)
{
	char text[2000];

	if (vsnprintf(text, sizeof(text), fmt, ap) < 0)
		return;
	if (priority == LOG_WARNING) {
		log_tick();
		if (!repeats_allow(&warnings, fmt, text, now_s()))
			return;
	}
	write_line(to, priority, text);
}

void log_verbose_lines(const char *fmt, va_list ap)
{
	FILE *to = verbose_file ? verbose_file : stderr;
	char *text = NULL, *line, *rest;

	if (level_now < LOG_LEVEL_VERBOSE || vasprintf(&text, fmt, ap) < 0)
		return;
	for (rest = text; (line = strsep(&rest, "\n"));) {
		if (*line)
			write_line(to, LOG_DEBUG, line);
	}
	free(text);
}

#define DEFINE_LOG(name, at_least, to, priority) \
	void name(const char *fmt, ...)          \
	{                                        \
		va_list ap;                      \
                                                 \
		if (level_now < (at_least))      \
			return;                  \
		va_start(ap, fmt);               \
		say(to, priority, fmt, ap);      \
		va_end(ap);                      \
	}

DEFINE_LOG(log_error, LOG_LEVEL_QUIET, stderr, LOG_ERR)
DEFINE_LOG(log_warning, LOG_LEVEL_WARNING, stderr, LOG_WARNING)
DEFINE_LOG(log_info, LOG_LEVEL_NORMAL, stderr, LOG_INFO)
DEFINE_LOG(log_verbose, LOG_LEVEL_VERBOSE, verbose_file ? verbose_file : stderr, LOG_DEBUG)
