/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lengths of time, as people write them. */
#ifndef NYTPROF_DURATION_H
#define NYTPROF_DURATION_H

/* What can stand behind the number, for messages. */
#define DURATION_UNITS "ms, s, m, h or d"

/*
 * A number of seconds, or a number and its unit: 1.5, 500ms, 30s, 5m, 2h, 1d.  -EINVAL: it is none, or not between
 * -1e9 and 1e9 seconds.  *seconds is set on success only.
 */
int duration_parse(const char *text, double *seconds);

#endif
