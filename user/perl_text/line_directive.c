// SPDX-License-Identifier: GPL-2.0-or-later
/* Perl's own parser reads a buffer that ends with a NUL; this one reads a line of any text. */
#include "perl_text/line_directive.h"

#include <string.h>

static const char *skip(const char *s, const char *end, const char *these)
{
	while (s < end && *s && strchr(these, *s))
		s++;
	return s;
}

/* At least one blank. */
static bool skip_blanks(const char **s, const char *end)
{
	const char *from = *s;

	*s = skip(from, end, " \t");
	return *s > from;
}

/* As grok_atoUV() takes it (numeric.c, 5.36): no zero in front of other digits. */
static bool read_number(const char **s, const char *end, uint32_t *number)
{
	const char *from = *s;
	uint64_t n = 0;

	*s = skip(from, end, "0123456789");
	if (*s == from || (*from == '0' && *s > from + 1))
		return false;
	for (; from < *s; from++) {
		n = 10 * n + (uint64_t)(*from - '0');
		if (n > UINT32_MAX)
			n = UINT32_MAX;
	}
	*number = (uint32_t)n;
	return true;
}

/* Leaves s behind it. */
static void read_name(const char **s, const char *end, struct line_directive *d)
{
	const char *quote = *s < end && **s == '"' ? memchr(*s + 1, '"', (size_t)(end - *s - 1)) :
						     NULL;

	d->name = quote ? *s + 1 : *s;
	if (!quote) {
		while (*s < end && **s && !strchr(" \t\r\f\v", **s))
			(*s)++;
	}
	d->name_len = (size_t)((quote ?: *s) - d->name);
	if (quote)
		*s = quote + 1;
}

bool line_directive_read(const char *s, const char *end, struct line_directive *d)
{
	if (s == end || *s++ != '#')
		return false;
	skip_blanks(&s, end);
	if (end - s < 4 || memcmp(s, "line", 4))
		return false;
	s += 4;
	if (!skip_blanks(&s, end) || !read_number(&s, end, &d->line))
		return false;
	if (s < end && !strchr(" \t\r", *s))
		return false;
	skip_blanks(&s, end);
	read_name(&s, end, d);
	return skip(s, end, " \t\r\f") == end;
}
