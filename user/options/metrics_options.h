/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of the metrics: the address to serve them at, and the file to write them to. */
#ifndef NYTPROF_METRICS_OPTIONS_H
#define NYTPROF_METRICS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct error;

struct metrics_options {
	socklen_t address_len; /* 0: they are not served */
	struct sockaddr_storage address;
	bool pprof; /* profiles are served there, too */
	const char *file; /* NULL: none */
};

/* nr: an enum option_nr. arg must outlive o. -EINVAL with err set. */
int metrics_option_set(struct metrics_options *o, size_t nr, const char *arg, struct error *err);

#endif
