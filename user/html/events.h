/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of the kernel, in a page. */
#ifndef NYTPROF_HTML_EVENTS_H
#define NYTPROF_HTML_EVENTS_H

#include <stdio.h>

struct event_stacks;
struct profile;

/* Members of the page's data, behind others. Nothing if the profile has no events. */
void events_put(const struct profile *p, const struct event_stacks *e, FILE *out);

/* For the page's head: the sum of each event. Nothing if the profile has no events. */
void events_put_facts(const struct event_stacks *e, FILE *out);

#endif
