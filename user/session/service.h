/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all as a service of systemd: what its manager is told (sd_notify(3)).  Where there is none, nothing happens.
 */
#ifndef NYTPROF_SERVICE_H
#define NYTPROF_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct options;

void service_ready(void); /* all probes are in place */
void service_stopping(void);

struct service_counts {
	unsigned perls; /* that are probed */
	unsigned processes; /* that are recorded now */
	unsigned profiles; /* that were written */
};

/*
 * The main loop goes round: to be called ten times a second, or less.  True: the counts are due, for service_status().
 */
bool service_tick(uint64_t now_ns);
void service_status(const struct service_counts *counts);

/*
 * Reads the configuration file again, and says what has changed and what can't.  apply() puts new filters to use, and
 * all stays as it was if it fails.  -errno with err set, which was said already.
 */
int service_reload(struct options *o,
		   int (*apply)(void *arg, const struct options *fresh, struct error *err),
		   void *arg, struct error *err);

#endif
