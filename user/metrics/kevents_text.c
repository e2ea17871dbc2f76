// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events of the kernel (--event) by name and kind. What an event never has, such as a time, it does
 * not show.
 */
#include <inttypes.h>
#include <stdbool.h>

#include "drain/kevent_totals.h"
#include "metrics/metrics_parts.h"
#include "metrics/metrics_text.h"

struct measure {
	const char *name;
	const char *type;
	const char *help;
	bool (*has)(const struct kevent_total *t);
	void (*put)(FILE *to, const struct kevent_total *t);
};

static bool always(const struct kevent_total *t)
{
	(void)t;
	return true;
}

static bool has_errors(const struct kevent_total *t)
{
	return t->sum.errors > 0;
}

static bool has_time(const struct kevent_total *t)
{
	return t->sum.ns > 0;
}

static bool has_bytes(const struct kevent_total *t)
{
	return !t->by_bytes && t->sum.bytes > 0;
}

static bool is_by_bytes(const struct kevent_total *t)
{
	return t->by_bytes;
}

static void put_cnt(FILE *to, const struct kevent_total *t)
{
	fprintf(to, "%" PRIu64, (uint64_t)t->sum.cnt);
}

static void put_errors(FILE *to, const struct kevent_total *t)
{
	fprintf(to, "%" PRIu64, (uint64_t)t->sum.errors);
}

/* All digits: a sum of short times is not to be rounded down. */
static void put_time(FILE *to, const struct kevent_total *t)
{
	fprintf(to, "%" PRIu64 ".%09" PRIu64, (uint64_t)t->sum.ns / 1000000000,
		(uint64_t)t->sum.ns % 1000000000);
}

static void put_bytes(FILE *to, const struct kevent_total *t)
{
	fprintf(to, "%" PRId64, (int64_t)t->sum.bytes);
}

static const struct measure measures[] = {
	{ "kernel_events_total", "counter",
	  "Events of the kernel in the recorded programs, by the name that --event has for them "
	  "and by kind.",
	  always, put_cnt },
	{ "kernel_event_errors_total", "counter", "Those of them that have failed.", has_errors,
	  put_errors },
	{ "kernel_event_seconds_total", "counter",
	  "Time from the begins to the ends of those that have both, with what they waited.",
	  has_time, put_time },
	{ "kernel_event_bytes_total", "counter", "Bytes that they have moved.", has_bytes,
	  put_bytes },
	{ "kernel_event_net_bytes", "gauge",
	  "Bytes that the programs have taken and not given back in these events, since the "
	  "recording began.",
	  is_by_bytes, put_bytes },
};

static void put_measure(FILE *to, const struct kevent_total *all, const struct measure *m)
{
	const struct kevent_total *t;
	bool begun = false;

	for (t = all; t; t = t->hh.next) {
		if (!m->has(t))
			continue;
		if (!begun)
			metrics_begin(to, m->name, m->type, m->help);
		begun = true;
		fprintf(to, PREFIX "%s", m->name);
		metrics_label(to, '{', "event", t->id.event);
		metrics_label(to, ',', "kind", t->id.kind);
		fputs("} ", to);
		m->put(to, t);
		fputc('\n', to);
	}
}

void metrics_put_kevents(FILE *to, const struct figures *f)
{
	size_t i;

	for (i = 0; i < sizeof(measures) / sizeof(measures[0]); i++)
		put_measure(to, f->kevents, &measures[i]);
}
