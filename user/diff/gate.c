// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "util/error.h"

/* "10%", "5ms", "300us", "2s" */
static int parse_limit(struct diff_gate *gate, const char *text)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
	char *end;
	double limit = strtod(text, &end);
	size_t i;

	if (end == text || !isfinite(limit) || limit < 0)
		return -EINVAL;
	if (!strcmp(end, "%")) {
		gate->percent = limit;
		return 0;
	}
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!strcmp(end, units[i].unit)) {
			gate->ns = limit * units[i].ns;
			return 0;
		}
	}
	return -EINVAL;
}

int diff_gate_parse(struct diff_gate *gate, const char *text, struct error *err)
{
	const char *more = strrchr(text, '>');
	size_t len = more ? (size_t)(more - text) : 0;

	*gate = (struct diff_gate){ .percent = -1, .ns = -1 };
	if (len && len < sizeof(gate->name) && !parse_limit(gate, more + 1)) {
		memcpy(gate->name, text, len);
		gate->kind = strstr(gate->name, "::") ? 's' : gate->name[0];
		if (strstr(gate->name, "::"))
			return 0;
		len = strcmp(gate->name, "sub") && strcmp(gate->name, "line") &&
				      strcmp(gate->name, "total") ?
			      0 :
			      len;
		gate->name[0] = '\0';
		if (len)
			return 0;
	}
	return error_set(
		err, EINVAL,
		"--fail-if=%s: must be sub, line, total or the name of a sub, and >, and a "
		"percentage or a time: sub>10%%, total>50ms",
		text);
}

/* Of something that takes a thousandth of the time, twice as much is nothing yet. */
static bool exceeds(const struct diff_gate *gate, const struct diff *d, const struct diff_row *row)
{
	double change = diff_change(row);

	if (row->noise || change <= 0)
		return false;
	if (gate->percent < 0)
		return change > gate->ns;
	return change > DIFF_JUDGED * d->all_ns && diff_percent(row) > gate->percent;
}

static const struct diff_row *find(const struct diff_gate *gate, const struct diff *d,
				   const struct diff_row *rows, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (*gate->name && strcmp(gate->name, rows[i].name) != 0)
			continue;
		if (exceeds(gate, d, &rows[i]))
			return &rows[i];
	}
	return NULL;
}

const struct diff_row *diff_gate_find(const struct diff_gate *gate, const struct diff *d)
{
	if (gate->kind == 't')
		return exceeds(gate, d, &d->total) ? &d->total : NULL;
	if (gate->kind == 'l')
		return find(gate, d, d->lines, d->line_cnt);
	return find(gate, d, d->subs, d->sub_cnt);
}
