/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Durations on the command line and in the configuration file. */
#ifndef NYTPROF_DURATION_H
#define NYTPROF_DURATION_H

/* The units, for messages. */
#define DURATION_UNITS "ms, s, m, h or d"

/*
 * Parses a number of seconds, or a number with a unit: 1.5, 500ms, 30s, 5m, 2h, 1d. -EINVAL: it is
 * not a duration, or not between -1e9 and 1e9 seconds. Sets *seconds on success only.
 */
int duration_parse(const char *text, double *seconds);

#endif
