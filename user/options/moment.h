/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moments on the command line, in UTC, as list shows them. */
#ifndef NYTPROF_MOMENT_H
#define NYTPROF_MOMENT_H

#include <stdint.h>

#define MOMENT_FORMS "2026-11-22 14:00, yesterday 14:00, 14:00, or 2h for two hours ago"

/*
 * A day ("2026-11-22", "today", "yesterday"), a time of the day ("14:00", "14:00:05"), or both; today
 * if there is no day, its begin if there is no time. Or a duration before now, as in duration.h. In
 * seconds since the epoch. now: the same. -EINVAL.
 */
int moment_parse(const char *text, int64_t now, int64_t *moment);

#endif
