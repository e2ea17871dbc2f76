// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages for people, on stderr, which may be the journal's.  Nobody waits for whoever reads them. */
#include "log/log.h"

#include <pthread.h>
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

#include "log/channel.h"
#include "log/repeats.h"
#include "text/plain.h"

static enum log_level level_now = LOG_LEVEL_NORMAL;
static struct channel to_stderr = { .fd = STDERR_FILENO }, to_file;
static struct channel *verbose = &to_stderr;
static bool to_journal;
static struct repeats warnings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all of these */

#define PATIENCE_MS 3000 /* with a reader, at the end */

void log_begin(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long dev, ino;
	struct stat st;

	channel_share(&to_stderr, STDERR_FILENO);
	to_journal = stream && sscanf(stream, "%llu:%llu", &dev, &ino) == 2 &&
		     !fstat(STDERR_FILENO, &st) && st.st_dev == dev && st.st_ino == ino;
}

int log_set_file(const char *path)
{
	int rc = channel_open(&to_file, path);

	if (!rc)
		verbose = &to_file;
	return rc;
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
 * A line is put whole, so that those of several processes do not mix.  The journal gets the
 * priority (sd-daemon(3)) and knows by itself who says it.
 */
static void put_line(struct channel *to, int priority, const char *text)
{
	static const char warning[] = "warning: ";
	char line[CHANNEL_LINE];
	size_t len;

	if (to == &to_stderr && to_journal)
		len = (size_t)snprintf(line, sizeof(line) - 1, "<%d>%s", priority, text);
	else
		len = (size_t)snprintf(line, sizeof(line) - 1, "nytprof-bpf: %s%s",
				       priority == LOG_WARNING ? warning : "", text);
	if (len > sizeof(line) - 2)
		len = sizeof(line) - 2;
	plain_text(line, len); /* paths and names in it may come from a target */
	line[len++] = '\n';
	channel_put(to, line, len);
}

/* As soon as there is room again, and before what comes next. */
static void say_dropped(struct channel *to)
{
	char text[128];

	if (!to->dropped)
		return;
	channel_flush(to);
	if (!channel_has_room(to))
		return;
	snprintf(text, sizeof(text), "%u message%s dropped here, because nobody read stderr",
		 to->dropped, to->dropped == 1 ? " was" : "s were");
	to->dropped = 0;
	put_line(to, LOG_WARNING, text);
}

static void write_line(struct channel *to, int priority, const char *text)
{
	say_dropped(to);
	put_line(to, priority, text);
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
		write_line(&to_stderr, LOG_WARNING, line);
	}
}

static void catch_up(uint64_t now)
{
	say_held(now);
	say_dropped(&to_stderr);
	channel_flush(&to_stderr);
	channel_flush(&to_file);
}

void log_tick(void)
{
	pthread_mutex_lock(&lock);
	catch_up(now_s());
	pthread_mutex_unlock(&lock);
}

void log_end(void)
{
	pthread_mutex_lock(&lock);
	catch_up(UINT64_MAX);
	channel_drain(&to_stderr, PATIENCE_MS);
	say_dropped(&to_stderr);
	channel_drain(&to_file, PATIENCE_MS);
	pthread_mutex_unlock(&lock);
}

void log_begin_child(void)
{
	/* A thread of the other process may have had it. */
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	channel_forget(&to_stderr);
	channel_forget(&to_file);
	repeats_leave_held(&warnings);
}

static void say(struct channel *to, int priority, const char *fmt, va_list ap)
{
	char text[2000];

	if (vsnprintf(text, sizeof(text), fmt, ap) < 0)
		return;
	pthread_mutex_lock(&lock);
	if (priority == LOG_WARNING)
		say_held(now_s());
	if (priority != LOG_WARNING || repeats_allow(&warnings, fmt, text, now_s()))
		write_line(to, priority, text);
	pthread_mutex_unlock(&lock);
}

void log_verbose_lines(enum log_level at_least, const char *fmt, va_list ap)
{
	char *text = NULL, *line, *rest;

	if (level_now < at_least || vasprintf(&text, fmt, ap) < 0)
		return;
	pthread_mutex_lock(&lock);
	for (rest = text; (line = strsep(&rest, "\n"));) {
		if (*line)
			write_line(verbose, LOG_DEBUG, line);
	}
	pthread_mutex_unlock(&lock);
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

DEFINE_LOG(log_error, LOG_LEVEL_QUIET, &to_stderr, LOG_ERR)
DEFINE_LOG(log_warning, LOG_LEVEL_WARNING, &to_stderr, LOG_WARNING)
DEFINE_LOG(log_info, LOG_LEVEL_NORMAL, &to_stderr, LOG_INFO)
DEFINE_LOG(log_verbose, LOG_LEVEL_VERBOSE, verbose, LOG_DEBUG)
DEFINE_LOG(log_probe, LOG_LEVEL_PROBES, verbose, LOG_DEBUG)
