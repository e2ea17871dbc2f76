/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a recorder with --all tells systemd's manager (sd_notify(3)). Without systemd nothing
 * happens.
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

/* To be called in the main loop, at most ten times a second. True: service_status() is due. */
bool service_tick(uint64_t now_ns);
void service_status(const struct service_counts *counts);

/*
 * Reads the configuration file again, and prints which options changed and which can't. apply()
 * puts new filters into use; if it fails, nothing changes. -errno with err set and printed.
 */
int service_reload(struct options *o,
		   int (*apply)(void *arg, const struct options *fresh, struct error *err),
		   void *arg, struct error *err);

#endif
