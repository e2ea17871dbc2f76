// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/unit_name.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define SERVICE ".service"

bool unit_name_fits(const char *pattern, size_t pattern_len, const char *unit, size_t len)
{
	char with[UNIT_NAME_MAX + sizeof(SERVICE)], name[UNIT_NAME_MAX + 1];

	if (pattern_len > UNIT_NAME_MAX || len > UNIT_NAME_MAX)
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)len, unit);
	snprintf(with, sizeof(with), "%.*s", (int)pattern_len, pattern);
	if (!fnmatch(with, name, 0))
		return true;
	strcat(with, SERVICE);
	return !fnmatch(with, name, 0);
}
