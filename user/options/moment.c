// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/moment.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "options/duration.h"

#define DAY_SECONDS 86400

/* The begin of the day of that second. */
static struct tm day_of(int64_t second)
{
	const time_t at = (time_t)second;
	struct tm day = {};

	gmtime_r(&at, &day);
	day.tm_hour = day.tm_min = day.tm_sec = 0;
	return day;
}

/* What follows the day; text itself, if it does not begin with one. */
static const char *take_day(const char *text, int64_t now, struct tm *day)
{
	struct tm date = {};
	const char *rest = strptime(text, "%Y-%m-%d", &date);

	*day = day_of(now);
	if (rest) {
		*day = date;
		return rest;
	}
	if (!strncmp(text, "today", 5))
		return text + 5;
	if (strncmp(text, "yesterday", 9) != 0)
		return text;
	*day = day_of(now - DAY_SECONDS);
	return text + 9;
}

/* Non-zero: it is no time of the day. */
static int take_time(const char *text, struct tm *moment)
{
	const char *rest = strptime(text, "%H:%M:%S", moment);

	if (!rest || *rest)
		rest = strptime(text, "%H:%M", moment);
	return !rest || *rest ? -EINVAL : 0;
}

static int take_duration(const char *text, int64_t now, int64_t *moment)
{
	double seconds;

	if (duration_parse(text, &seconds) || seconds < 0 || seconds > (double)now)
		return -EINVAL;
	*moment = now - (int64_t)seconds;
	return 0;
}

int moment_parse(const char *text, int64_t now, int64_t *moment)
{
	struct tm at;
	const char *rest = take_day(text, now, &at);
	bool has_day = rest != text;

	if (has_day && (*rest == ' ' || *rest == 'T'))
		rest++;
	if ((!has_day || *rest) && take_time(rest, &at))
		return has_day ? -EINVAL : take_duration(text, now, moment);
	*moment = timegm(&at);
	return 0;
}
