/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of --trace-when: what starts an exact trace beside samples, and how much is traced. */
#ifndef NYTPROF_TRACE_OPTIONS_H
#define NYTPROF_TRACE_OPTIONS_H

#include <stddef.h>

struct error;

#define TRACE_WHEN_MAX 60 /* in an hour, at most */
#define WHEN_OPEN_MIN  0.02 /* seconds: samples see no less */
#define WHEN_OPEN_MAX  86400

struct trace_options {
	unsigned cpu; /* --trace-when=cpu>N%; 0: not given */
	char *sub; /* --trace-when=NAME>TIME: the pattern; NULL: any sub, or not given */
	double open; /* and the time in seconds; 0: not given */
	unsigned max; /* such traces in an hour */
	double seconds; /* how long each one takes */
};

void trace_options_init(struct trace_options *o);
void trace_options_release(struct trace_options *o);

/* nr: an enum option_nr. -EINVAL or -ENOMEM with err set. */
int trace_option_set(struct trace_options *o, size_t nr, const char *arg, struct error *err);

#endif
