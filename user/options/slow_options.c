// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/slow_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options/duration.h"
#include "options/option_table.h"
#include "util/error.h"

#define TIME_MAX 60 /* bytes of a time */
#define LEAST_S	 1e-6
#define MOST_S	 86400

void slow_options_init(struct slow_options *o)
{
	*o = (struct slow_options){ .limit = SLOW_LIMIT };
}

static int parse_time(const char *text, size_t len, double *seconds)
{
	char time[TIME_MAX + 1];

	if (len > TIME_MAX)
		return -EINVAL;
	snprintf(time, sizeof(time), "%.*s", (int)len, text);
	return duration_parse(time, seconds) || !(*seconds >= LEAST_S && *seconds <= MOST_S) ?
		       -EINVAL :
		       0;
}

static int add_sub(struct slow_options *o, const char *at, size_t len, struct error *err)
{
	const char *than = memchr(at, '>', len);
	size_t name_len = than ? (size_t)(than - at) : len;
	struct slow_sub *sub = &o->subs[o->cnt];
	double seconds;

	if (!than || !name_len || name_len > SLOW_NAME_MAX ||
	    parse_time(than + 1, len - name_len - 1, &seconds))
		return error_set(err, EINVAL,
				 "--slow=%.*s: must be SUB>TIME, as in 'My::Sub>50ms' or "
				 "'DBI::st::*>0.2'",
				 (int)len, at);
	if (o->cnt == SLOW_SUBS_MAX)
		return error_set(err, EINVAL, "--slow: more than %d", SLOW_SUBS_MAX);
	snprintf(sub->pattern, sizeof(sub->pattern), "%.*s", (int)name_len, at);
	sub->ns = (uint64_t)(seconds * 1e9);
	o->cnt++;
	return 0;
}

static int parse_subs(struct slow_options *o, const char *arg, struct error *err)
{
	int rc;

	o->cnt = 0;
	for (;;) {
		size_t len = strcspn(arg, ",");

		rc = add_sub(o, arg, len, err);
		if (rc || !arg[len])
			return rc;
		arg += len + 1;
	}
}

static int parse_limit(struct slow_options *o, const char *arg, struct error *err)
{
	char *end;
	unsigned long limit = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || !limit || limit > SLOW_LIMIT_MOST)
		return error_set(err, EINVAL,
				 "--slow-limit=%s: must be a number of lines a second from 1 to %d",
				 arg, SLOW_LIMIT_MOST);
	o->limit = (unsigned)limit;
	return 0;
}

int slow_option_set(struct slow_options *o, size_t nr, const char *arg, struct error *err)
{
	if (nr == OPTION_SLOW)
		return parse_subs(o, arg, err);
	if (nr == OPTION_SLOW_LIMIT)
		return parse_limit(o, arg, err);
	if (!*arg)
		return error_set(err, EINVAL, "--slow-log=: must not be empty");
	o->log = arg;
	return 0;
}

int slow_options_check(const struct slow_options *o, struct error *err)
{
	return o->log && !o->cnt ? error_set(err, EINVAL, "--slow-log needs --slow") : 0;
}

uint64_t slow_options_least(const struct slow_options *o)
{
	uint64_t least = 0;
	unsigned i;

	for (i = 0; i < o->cnt; i++) {
		if (!least || o->subs[i].ns < least)
			least = o->subs[i].ns;
	}
	return least;
}
