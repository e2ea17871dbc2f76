// SPDX-License-Identifier: GPL-2.0-or-later
/* A number and its unit. */
#include "options/duration.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a unit, in seconds; 0: there is no such unit. */
static double unit_seconds(const char *unit)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "", 1 },   { "ms", 1e-3 }, { "s", 1 },
		      { "m", 60 }, { "h", 3600 },  { "d", 86400 } };
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!strcmp(unit, units[i].name))
			return units[i].seconds;
	}
	return 0;
}

int duration_parse(const char *text, double *seconds)
{
	char *end;
	double number = strtod(text, &end), unit = unit_seconds(end);

	/* Not a number compares with nothing. */
	if (end == text || unit == 0 || !(number * unit > -1e9 && number * unit < 1e9))
		return -EINVAL;
	*seconds = number * unit;
	return 0;
}
