/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for otlp*.c. */
#ifndef NYTPROF_OTLP_PARTS_H
#define NYTPROF_OTLP_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receivers.pb-c.h"
#include "stacks/events.h"

struct frames;
struct profile;
struct stacks;

#define LABELS_MAX   64
#define TIMES_MAX    3 /* profiles that are not of events */
#define PROFILES_MAX (TIMES_MAX + EVENT_KINDS_MAX)
#define ID_LEN	     16

/*
 * All of it, in one piece of memory for each kind of thing. An element of a table is its index; that
 * of a frame or a stack is one above its own number, as element 0 is the zero value.
 */
struct otlp {
	Receivers__ExportRequest all;
	Receivers__ResourceProfiles resource_profiles, *resource_profiles_table[1];
	Receivers__Resource resource;
	Receivers__KeyValue attributes[LABELS_MAX], *attribute_table[LABELS_MAX];
	Receivers__AnyValue values[LABELS_MAX];
	Receivers__ScopeProfiles scope_profiles, *scope_profiles_table[1];
	Receivers__Scope scope;
	Receivers__Profile profiles[PROFILES_MAX], *profile_table[PROFILES_MAX];
	Receivers__ValueType types[PROFILES_MAX], periods[PROFILES_MAX];
	uint8_t ids[PROFILES_MAX][ID_LEN];
	Receivers__Dictionary dictionary;
	Receivers__Mapping no_mapping, *mapping_table[1];
	Receivers__Link no_link, *link_table[1];
	Receivers__KeyValueAndUnit no_attribute, *no_attribute_table[1];
	Receivers__Function *functions, **function_table;
	Receivers__Location *locations, **location_table;
	Receivers__Line *lines, **line_table;
	Receivers__Stack *stacks, **stack_table;
	Receivers__Sample *samples, **sample_table; /* of all profiles, one after the other */
	int64_t *sample_values;
	size_t sample_cnt;
	int32_t *indices; /* of locations, of all stacks */
	char **strings;
	size_t string_cnt, string_room;
	bool failed; /* for want of memory */
};

/* Stacks follow each other in their table: the zero value, calls, lines, events. The first of each: */
size_t otlp_first_line(const struct stacks *s);
size_t otlp_first_event(const struct stacks *s);

/* Makes all tables but those of the strings and samples, which have room. -ENOMEM. */
int otlp_make_tables(struct otlp *r, const struct profile *p, const struct frames *frames,
		     const struct stacks *s);

/* The index of a new string. text: any bytes. For want of memory 0, with .failed. */
int32_t otlp_add_string(struct otlp *r, const char *text);

/* Frees the tables, also those of a failure. */
void otlp_release(struct otlp *r);

#endif
