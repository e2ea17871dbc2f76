/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages, all on stderr. Results go to stdout and do not pass through here. If stderr is
 * systemd's journal, each line has its priority.
 *
 * No message waits for a reader. While stderr takes nothing, some lines are kept, and further ones
 * are dropped and counted. A line says how many, when stderr takes lines again.
 */
#ifndef NYTPROF_LOG_H
#define NYTPROF_LOG_H

#include <stdarg.h>

enum log_level {
	LOG_LEVEL_QUIET, /* errors only */
	LOG_LEVEL_WARNING,
	LOG_LEVEL_NORMAL,
	LOG_LEVEL_VERBOSE, /* -v: decisions, probes of statements and calls, fates of processes */
	LOG_LEVEL_PROBES, /* -vv: every probe, and libbpf's warnings */
	LOG_LEVEL_ALL, /* -vvv: all messages of libbpf */
};

/* Finds out where stderr goes. To be called before the first message. */
void log_begin(void);

/* Appends the lines of -v to this file from now on; -errno. */
int log_set_file(const char *path);

void log_set_level(enum log_level level);
enum log_level log_get_level(void);

/*
 * Shows only some warnings of one kind (of one format) in a minute (log/repeats.h). These functions
 * print how many more there were: log_tick() for minutes that are over, log_end() for all. They
 * also write kept lines; log_end() gives the reader some seconds.
 */
void log_tick(void);
void log_end(void);

/* To be called in a forked process. It leaves warnings that were held back to its parent. */
void log_begin_child(void);

#define LOG_FORMAT __attribute__((format(printf, 1, 2)))

/* One line each, with "nytprof-bpf: " before it. */
LOG_FORMAT void log_error(const char *fmt, ...); /* always */
LOG_FORMAT void log_warning(const char *fmt, ...); /* unless only errors are wanted */
LOG_FORMAT void log_info(const char *fmt, ...); /* and warnings, too */
LOG_FORMAT void log_verbose(const char *fmt, ...); /* with -v */
LOG_FORMAT void log_probe(const char *fmt, ...); /* with -vv */

/* As log_verbose(), from a level on. The text may have several lines. */
__attribute__((format(printf, 2, 0))) void log_verbose_lines(enum log_level at_least,
							     const char *fmt, va_list ap);

#endif
