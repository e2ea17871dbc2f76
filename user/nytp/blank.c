// SPDX-License-Identifier: GPL-2.0-or-later
/* The reader's pattern: m/^\# \s* line \s+ (\d+) \b/x */
#include "nytp/blank.h"

#include <ctype.h>
#include <string.h>

static const char *skip_space(const char *s, const char *end)
{
	while (s < end && isspace((unsigned char)*s))
		s++;
	return s;
}

bool blank_is_needed(const char *line, size_t len)
{
	const char *s = line, *end = line + len, *from;

	if (!len || *s++ != '#')
		return false;
	s = skip_space(s, end);
	if (end - s < 4 || memcmp(s, "line", 4))
		return false;
	s += 4;
	from = s;
	s = skip_space(s, end);
	if (s == from || s == end || !isdigit((unsigned char)*s))
		return false;
	while (s < end && isdigit((unsigned char)*s))
		s++;
	return s == end || !(isalpha((unsigned char)*s) || *s == '_');
}
