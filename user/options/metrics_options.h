/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of the metrics: where somebody may ask for them, where they are written to.
 */
#ifndef NYTPROF_METRICS_OPTIONS_H
#define NYTPROF_METRICS_OPTIONS_H

#include <sys/socket.h>

struct error;

enum metrics_option {
	METRICS_LISTEN,
	METRICS_FILE,
	METRICS_OPTION_CNT,
};

struct metrics_options {
	socklen_t address_len; /* 0: nobody may ask */
	struct sockaddr_storage address;
	const char *file; /* NULL: none */
};

/* arg stays in use.  -EINVAL with err set. */
int metrics_option_set(struct metrics_options *o, enum metrics_option option, const char *arg,
		       struct error *err);

#endif
