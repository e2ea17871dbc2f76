/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages, all on stderr.  Results go to stdout and do not come through here.
 */
#ifndef NYTPROF_LOG_H
#define NYTPROF_LOG_H

enum log_level {
	LOG_LEVEL_QUIET, /* errors only */
	LOG_LEVEL_NORMAL,
	LOG_LEVEL_VERBOSE,
	LOG_LEVEL_DEBUG, /* libbpf's own chatter too */
};

/* Where the lines of -v go from now on, appended; -errno. */
int log_set_file(const char *path);

void log_set_level(enum log_level level);
enum log_level log_get_level(void);

#define LOG_FORMAT __attribute__((format(printf, 1, 2)))

/* One line each, with "nytprof-bpf: " before it. */
LOG_FORMAT void log_error(const char *fmt, ...); /* always */
LOG_FORMAT void log_warning(const char *fmt, ...); /* unless quiet */
LOG_FORMAT void log_info(const char *fmt, ...); /* unless quiet */
LOG_FORMAT void log_verbose(const char *fmt, ...); /* with -v */

#endif
