// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/trace_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options/duration.h"
#include "options/option_table.h"
#include "util/error.h"

void trace_options_init(struct trace_options *o)
{
	*o = (struct trace_options){ .max = 4, .seconds = 5 };
}

void trace_options_release(struct trace_options *o)
{
	free(o->sub);
	o->sub = NULL;
}

static int parse_when(struct trace_options *o, const char *text, struct error *err)
{
	const char *than = strrchr(text, '>');
	const size_t len = than ? (size_t)(than - text) : 0;
	int end = 0;

	free(o->sub);
	o->sub = NULL;
	o->open = 0;
	if (sscanf(text, "cpu>%3u%%%n", &o->cpu, &end) == 1 && end && !text[end] && o->cpu)
		return 0;
	o->cpu = 0;
	if (!len || (len == 3 && !strncmp(text, "cpu", 3)) || text[strlen(text) - 1] == '%' ||
	    duration_parse(than + 1, &o->open))
		return error_set(
			err, EINVAL,
			"--trace-when=%s: must be cpu>N%%, of one processor, as cpu>90%%, or "
			"NAME>TIME, as My::sub>500ms or sub>500ms (any sub)",
			text);
	if (!(o->open >= WHEN_OPEN_MIN && o->open <= WHEN_OPEN_MAX))
		return error_set(err, EINVAL,
				 "--trace-when=%s: a sub can be open for %g to %d seconds", text,
				 WHEN_OPEN_MIN, WHEN_OPEN_MAX);
	if (len == 3 && !strncmp(text, "sub", 3))
		return 0;
	o->sub = strndup(text, len);
	return o->sub ? 0 : error_set(err, ENOMEM, "out of memory");
}

static int parse_for(struct trace_options *o, const char *text, struct error *err)
{
	if (duration_parse(text, &o->seconds) || o->seconds < 0.001 || o->seconds > 60)
		return error_set(err, EINVAL,
				 "--trace-for=%s: must be a number of seconds up to 60, "
				 "or one with " DURATION_UNITS,
				 text);
	return 0;
}

static int parse_max(struct trace_options *o, const char *text, struct error *err)
{
	char *end;
	long max = strtol(text, &end, 10);

	if (end == text || *end || max < 1 || max > TRACE_WHEN_MAX)
		return error_set(err, EINVAL,
				 "--trace-when-max=%s: not a number of traces an hour from 1 to %d",
				 text, TRACE_WHEN_MAX);
	o->max = (unsigned)max;
	return 0;
}

int trace_option_set(struct trace_options *o, size_t nr, const char *arg, struct error *err)
{
	if (nr == OPTION_TRACE_WHEN)
		return parse_when(o, arg, err);
	if (nr == OPTION_TRACE_FOR)
		return parse_for(o, arg, err);
	return parse_max(o, arg, err);
}
