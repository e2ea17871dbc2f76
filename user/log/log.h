/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages, all on stderr.  Results go to stdout and do not come through here.  Where stderr is the journal of systemd,
 * each line tells it how bad it is.
 *
 * Nobody waits for a reader: while stderr takes nothing some lines are kept, and further ones are counted, which is said
 * when it takes lines again.
 */
#ifndef NYTPROF_LOG_H
#define NYTPROF_LOG_H

#include <stdarg.h>

enum log_level {
	LOG_LEVEL_QUIET, /* errors only */
	LOG_LEVEL_WARNING,
	LOG_LEVEL_NORMAL,
	LOG_LEVEL_VERBOSE, /* -v: what is decided, probes of statements and calls, what becomes of processes */
	LOG_LEVEL_PROBES, /* -vv: every probe, and what libbpf warns of */
	LOG_LEVEL_ALL, /* -vvv: all that libbpf says */
};

/* Finds out where stderr goes; before the first message. */
void log_begin(void);

/* Where the lines of -v go from now on, appended; -errno. */
int log_set_file(const char *path);

void log_set_level(enum log_level level);
enum log_level log_get_level(void);

/*
 * Of warnings of one kind (of one format) some in a minute are shown (log/repeats.h).  How many more there were is
 * said by these: now and then, for the minutes that are over; at the end, for all.  They also write what was kept; at
 * the end they give the reader some seconds.
 */
void log_tick(void);
void log_end(void);

/* In a process that was forked: those that were held back before are the other one's to say. */
void log_begin_child(void);

#define LOG_FORMAT __attribute__((format(printf, 1, 2)))

/* One line each, with "nytprof-bpf: " before it. */
LOG_FORMAT void log_error(const char *fmt, ...); /* always */
LOG_FORMAT void log_warning(const char *fmt, ...); /* unless only errors are wanted */
LOG_FORMAT void log_info(const char *fmt, ...); /* and warnings, too */
LOG_FORMAT void log_verbose(const char *fmt, ...); /* with -v */
LOG_FORMAT void log_probe(const char *fmt, ...); /* with -vv */

/* As log_verbose(), from a level on, of a text that may have several lines. */
__attribute__((format(printf, 2, 0))) void log_verbose_lines(enum log_level at_least,
							     const char *fmt, va_list ap);

#endif
