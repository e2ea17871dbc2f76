// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/event_options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nytprof/kevents.h"
#include "text/nearest.h"
#include "util/error.h"

static const struct {
	const char *name;
	unsigned events;
} events[] = {
	{ "page-faults", KEVENT_BIT(KEVENT_MINOR_FAULT) | KEVENT_BIT(KEVENT_MAJOR_FAULT) },
	{ "context-switches", KEVENT_BIT(KEVENT_SWITCH) },
	{ "migrations", KEVENT_BIT(KEVENT_MIGRATION) },
	{ "syscalls", KEVENT_BIT(KEVENT_CALL) },
	{ "futex", KEVENT_BIT(KEVENT_FUTEX) },
	{ "memory", KEVENT_BIT(KEVENT_MEMORY) },
	{ "malloc", KEVENT_BIT(KEVENT_MALLOC) },
	{ "files", KEVENT_BIT(KEVENT_FILE) },
	{ "locks", KEVENT_BIT(KEVENT_LOCK) },
	{ "block-io", KEVENT_BIT(KEVENT_BLOCK) },
	{ "tcp", KEVENT_BIT(KEVENT_CONNECT) | KEVENT_BIT(KEVENT_TCP_BYTES) |
			 KEVENT_BIT(KEVENT_RETRANSMIT) },
	{ "signals", KEVENT_BIT(KEVENT_SIGNAL) },
	{ "contention", KEVENT_BIT(KEVENT_CONTENTION) },
	{ "tcp-bytes", KEVENT_BIT(KEVENT_TCP_BYTES) },
	{ "tcp-retransmits", KEVENT_BIT(KEVENT_RETRANSMIT) },
	{ "oom-kills", KEVENT_BIT(KEVENT_OOM_KILL) },
};

#define EVENTS (sizeof(events) / sizeof(events[0]))

static const char *nth_name(size_t i)
{
	return i < EVENTS ? events[i].name : NULL;
}

static int unknown(const char *name, struct error *err)
{
	const char *near = nearest_name(name, nth_name);
	char all[300] = "";
	size_t i, len = 0;

	if (near)
		return error_set(err, EINVAL, "--event=%s: no such event; did you mean %s?", name,
				 near);
	for (i = 0; i < EVENTS; i++)
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s, ", events[i].name);
	return error_set(err, EINVAL,
			 "--event=%s: no such event; there are %sand " TRACEPOINT_PREFIX
			 "CATEGORY:NAME",
			 name, all);
}

/* ------------------------------------------------------------------- tracepoints */

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

static bool is_category(const char *name, const char *category)
{
	size_t len = strlen(category);

	return !strncmp(name, category, len) && name[len] == ':';
}

/* name: CATEGORY:NAME. */
static int check_tracepoint(const char *name, struct error *err)
{
	size_t category = strspn(name, LETTERS), len;

	len = name[category] == ':' ? strspn(name + category + 1, LETTERS) : 0;
	if (!category || !len || name[category + 1 + len] || strlen(name) > TRACEPOINT_NAME_MAX)
		return error_set(err, EINVAL,
				 "--event=" TRACEPOINT_PREFIX "%s: must be " TRACEPOINT_PREFIX
				 "CATEGORY:NAME, as in " TRACEPOINT_PREFIX "sched:sched_wakeup",
				 name);
	if (is_category(name, "syscalls") || is_category(name, "raw_syscalls"))
		return error_set(
			err, EINVAL,
			"--event=" TRACEPOINT_PREFIX
			"%s: a tracepoint of system calls has the agent's own with it; use "
			"--event=syscalls",
			name);
	if (is_category(name, "ftrace"))
		return error_set(err, EINVAL,
				 "--event=" TRACEPOINT_PREFIX
				 "%s: what ftrace writes itself is no tracepoint",
				 name);
	return 0;
}

static int add_tracepoint(struct event_options *o, const char *name, struct error *err)
{
	unsigned i;

	if (check_tracepoint(name, err))
		return -EINVAL;
	o->events |= KEVENT_BIT(KEVENT_TRACEPOINT);
	for (i = 0; i < o->tracepoint_cnt; i++) {
		if (!strcmp(o->tracepoints[i].name, name))
			return 0;
	}
	if (o->tracepoint_cnt == TRACEPOINTS_MAX)
		return error_set(err, EINVAL, "--event: more than %d tracepoints", TRACEPOINTS_MAX);
	/* There is room: its length was checked. */
	memcpy(o->tracepoints[o->tracepoint_cnt++].name, name, strlen(name) + 1);
	return 0;
}

/* --------------------------------------------------------------------------- all */

/* Its index; EVENTS: there is none. */
static size_t find_event(const char *name)
{
	size_t i;

	for (i = 0; i < EVENTS && strcmp(name, events[i].name) != 0; i++)
		;
	return i;
}

int event_options_each(const struct event_options *o, int (*visit)(const char *name, void *arg),
		       void *arg)
{
	char name[EVENT_NAME_SIZE];
	unsigned i;
	int rc = 0;

	for (i = 0; i < EVENTS && !rc; i++) {
		if ((o->events & events[i].events) == events[i].events)
			rc = visit(events[i].name, arg);
	}
	for (i = 0; i < o->tracepoint_cnt && !rc; i++) {
		snprintf(name, sizeof(name), TRACEPOINT_PREFIX "%s", o->tracepoints[i].name);
		rc = visit(name, arg);
	}
	return rc;
}

static bool is_event(const char *name)
{
	const size_t prefix = strlen(TRACEPOINT_PREFIX);
	struct error err;

	if (strncmp(name, TRACEPOINT_PREFIX, prefix) != 0)
		return find_event(name) < EVENTS || !strcmp(name, "malloc-live");
	return !check_tracepoint(name + prefix, &err);
}

/* 0: it is none. */
static unsigned measure_of(const char *word)
{
	static const char *const words[] = { "count", "time", "bytes", "errors" };
	unsigned i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(word, words[i]))
			return i + 1;
	}
	return 0;
}

/* A tracepoint has colons, too, and its last word may be any. */
bool event_option_split(const char *text, char name[EVENT_NAME_SIZE], unsigned *measure)
{
	const char *last = strrchr(text, ':');
	size_t len = strlen(text);

	*measure = 0;
	if (len < EVENT_NAME_SIZE && is_event(text)) {
		memcpy(name, text, len + 1);
		return true;
	}
	len = last ? (size_t)(last - text) : 0;
	if (!len || len >= EVENT_NAME_SIZE)
		return false;
	memcpy(name, text, len);
	name[len] = '\0';
	*measure = measure_of(last + 1);
	return *measure && is_event(name);
}

static int add_event(struct event_options *o, const char *at, size_t len, struct error *err)
{
	const size_t prefix = strlen(TRACEPOINT_PREFIX);
	char name[EVENT_NAME_SIZE];
	size_t i;

	snprintf(name, sizeof(name), "%.*s", (int)len, at);
	if (!strncmp(name, TRACEPOINT_PREFIX, prefix))
		return add_tracepoint(o, name + prefix, err);
	i = find_event(name);
	if (i == EVENTS)
		return unknown(name, err);
	o->events |= events[i].events;
	return 0;
}

int event_option_set(struct event_options *o, const char *arg, struct error *err)
{
	int rc;

	*o = (struct event_options){ 0 };
	for (;;) {
		size_t len = strcspn(arg, ",");

		rc = add_event(o, arg, len, err);
		if (rc || !arg[len])
			return rc;
		arg += len + 1;
	}
}
