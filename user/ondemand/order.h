/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An order to trace one process exactly for a while, as "ctl trace" sends it behind its verb:
 *
 *   PID MILLISECONDS OWNER LEVEL NAME
 *
 * OWNER is the user who called sudo, or -1. LEVEL is the level of messages. NAME is what messages
 * call the profile; nobody opens it.
 */
#ifndef NYTPROF_ORDER_H
#define NYTPROF_ORDER_H

#include <stddef.h>
#include <sys/types.h>

struct error;

#define ORDER_NAME   1024
#define ORDER_MS_MAX 3600000

struct order {
	pid_t pid;
	unsigned ms; /* how long */
	long owner;
	unsigned level; /* enum log_level */
	char name[ORDER_NAME];
	int profile; /* descriptor that takes the profile; -1: none */
	int messages; /* likewise the messages; -1: stderr */
};

/* Sets all but the descriptors. -EINVAL with err set. */
int order_parse(const char *text, struct order *order, struct error *err);

/* The number of bytes that it takes, as snprintf(). */
int order_print(const struct order *order, char *text, size_t size);

#endif
