// SPDX-License-Identifier: GPL-2.0-or-later
/* A request of OTLP: a profile for each type of value; their tables are in otlp_tables.c. */
#include "push/encode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <zlib.h>

#include "profile/profile.h"
#include "push/labels.h"
#include "push/otlp_parts.h"
#include "stacks/events.h"
#include "stacks/frames.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "stacks/values.h"
#include "util/cleanup.h"
#include "version.h"

#define GZIP 16 /* to zlib's bits of the window: with a header of gzip */

/* ----------------------------------------------------------------------- profiles */

static Receivers__Profile *add_profile(struct otlp *r, const struct profile *p, const char *type,
				       const char *unit)
{
	size_t nr = r->scope_profiles.n_profiles++;
	Receivers__Profile *one = &r->profiles[nr];

	*one = (Receivers__Profile)RECEIVERS__PROFILE__INIT;
	r->profile_table[nr] = one;
	r->types[nr] = (Receivers__ValueType)RECEIVERS__VALUE_TYPE__INIT;
	r->types[nr].type_strindex = otlp_add_string(r, type);
	r->types[nr].unit_strindex = otlp_add_string(r, unit);
	one->sample_type = &r->types[nr];
	one->samples = &r->sample_table[r->sample_cnt];
	one->time_unix_nano = (uint64_t)seconds_to_ns(p->start);
	one->duration_nano = (uint64_t)seconds_to_ns(p->end - p->start);
	if (getrandom(r->ids[nr], ID_LEN, 0) == ID_LEN) {
		one->profile_id.data = r->ids[nr];
		one->profile_id.len = ID_LEN;
	}
	return one;
}

static void set_period(struct otlp *r, Receivers__Profile *one, const char *type, int64_t period)
{
	Receivers__ValueType *v = &r->periods[one - r->profiles];

	*v = (Receivers__ValueType)RECEIVERS__VALUE_TYPE__INIT;
	v->type_strindex = otlp_add_string(r, type);
	v->unit_strindex = otlp_add_string(r, "nanoseconds");
	one->period_type = v;
	one->period = period;
}

enum value {
	COUNT,
	TIME,
	WAITED,
};

static int64_t value_of(const struct stack_values *v, enum value which)
{
	return which == COUNT ? v->cnt : which == TIME ? v->ns : v->waited_ns;
}

static void add_sample(struct otlp *r, Receivers__Profile *one, size_t stack, int64_t value)
{
	size_t nr;

	if (!value)
		return;
	nr = r->sample_cnt++;
	r->samples[nr] = (Receivers__Sample)RECEIVERS__SAMPLE__INIT;
	r->samples[nr].stack_index = (int32_t)stack;
	r->sample_values[nr] = value;
	r->samples[nr].values = &r->sample_values[nr];
	r->samples[nr].n_values = 1;
	r->sample_table[nr] = &r->samples[nr];
	one->n_samples++;
}

static void add_samples(struct otlp *r, Receivers__Profile *one, const struct profile *p,
			const struct stacks *s, enum value which)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		struct stack_values v = stack_values(p, s, i);

		add_sample(r, one, v.nr + 1, value_of(&v, which));
	}
}

static void add_executions(struct otlp *r, Receivers__Profile *one, const struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->line_cnt; i++)
		add_sample(r, one, otlp_first_line(s) + i, count_value(s->lines[i].cnt));
}

static void add_events(struct otlp *r, const struct profile *p, const struct stacks *s)
{
	const struct event_stacks *e = s->events;
	char type[EVENT_TYPE_SIZE];
	uint32_t kind;
	size_t i;

	for (kind = 0; e && kind < e->kind_cnt; kind++) {
		Receivers__Profile *one;

		event_type(e, kind, type);
		one = add_profile(r, p, type, event_unit(e, kind));
		set_period(r, one, s->hz ? "cpu" : "wall", s->hz ? 1000000000 / s->hz : 1);
		for (i = 0; i < e->tree.cnt; i++)
			add_sample(r, one, otlp_first_event(s) + i, event_amount(e, i, kind));
	}
}

/*
 * Pyroscope takes samples of a period of "cpu" for its process_cpu, off_cpu without a period for its
 * off_cpu, and else names the profile by the type of the period (pkg/ingester/otlp/convert.go).
 */
static void add_profiles(struct otlp *r, const struct profile *p, const struct stacks *s)
{
	Receivers__Profile *one;

	if (s->hz) {
		one = add_profile(r, p, "samples", "count");
		set_period(r, one, "cpu", 1000000000 / s->hz);
		add_samples(r, one, p, s, COUNT);
	} else {
		one = add_profile(r, p, "calls", "count");
		set_period(r, one, "wall", 1);
		add_samples(r, one, p, s, COUNT);
		one = add_profile(r, p, "statements", "count");
		set_period(r, one, "wall", 1);
		add_executions(r, one, s);
		one = add_profile(r, p, "wall", "nanoseconds");
		set_period(r, one, "wall", 1);
		add_samples(r, one, p, s, TIME);
	}
	if (s->waits) {
		one = add_profile(r, p, "off_cpu", "nanoseconds");
		add_samples(r, one, p, s, WAITED);
	}
	add_events(r, p, s);
}

/* ----------------------------------------------------------------------- resource */

/* OpenTelemetry's names (semantic conventions 1.37), where it has some. */
static const char *attribute_name(const char *label)
{
	static const char *const names[][2] = {
		{ LABEL_SERVICE, "service.name" }, { "host", "host.name" },
		{ "container", "container.id" },   { "pod", "k8s.pod.uid" },
		{ "pid", "process.pid" },	   { "perl_version", "process.runtime.version" },
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(names[i][0], label))
			return names[i][1];
	}
	return label;
}

static void add_resource(struct otlp *r, const struct labels *l)
{
	const char *name, *text;
	size_t at = 0, cnt = 0;

	r->resource = (Receivers__Resource)RECEIVERS__RESOURCE__INIT;
	while (cnt < LABELS_MAX && labels_next(l, &at, &name, &text)) {
		r->attributes[cnt] = (Receivers__KeyValue)RECEIVERS__KEY_VALUE__INIT;
		r->values[cnt] = (Receivers__AnyValue)RECEIVERS__ANY_VALUE__INIT;
		r->values[cnt].value_case = RECEIVERS__ANY_VALUE__VALUE_STRING_VALUE;
		r->values[cnt].string_value = (char *)(uintptr_t)text;
		r->attributes[cnt].key = (char *)(uintptr_t)attribute_name(name);
		r->attributes[cnt].value = &r->values[cnt];
		r->attribute_table[cnt] = &r->attributes[cnt];
		cnt++;
	}
	r->resource.attributes = r->attribute_table;
	r->resource.n_attributes = cnt;
}

/* ---------------------------------------------------------------------------- all */

static void join(struct otlp *r)
{
	static char name[] = "nytprof-bpf", version[] = NYTPROF_VERSION;

	r->scope = (Receivers__Scope)RECEIVERS__SCOPE__INIT;
	r->scope.name = name;
	r->scope.version = version;
	r->scope_profiles.scope = &r->scope;
	r->scope_profiles.profiles = r->profile_table;
	r->resource_profiles = (Receivers__ResourceProfiles)RECEIVERS__RESOURCE_PROFILES__INIT;
	r->scope_profiles_table[0] = &r->scope_profiles;
	r->resource_profiles.resource = &r->resource;
	r->resource_profiles.scope_profiles = r->scope_profiles_table;
	r->resource_profiles.n_scope_profiles = 1;
	r->dictionary.string_table = r->strings;
	r->dictionary.n_string_table = r->string_cnt;
	r->resource_profiles_table[0] = &r->resource_profiles;
	r->all = (Receivers__ExportRequest)RECEIVERS__EXPORT_REQUEST__INIT;
	r->all.resource_profiles = r->resource_profiles_table;
	r->all.n_resource_profiles = 1;
	r->all.dictionary = &r->dictionary;
}

static int put_packed(const uint8_t *bytes, size_t len, FILE *out)
{
	uint8_t *packed __cleanup(free_ptr) = NULL;
	z_stream z = {};
	size_t room;
	int rc;

	if (len > UINT32_MAX / 2 ||
	    deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MAX_MEM_LEVEL,
			 Z_DEFAULT_STRATEGY))
		return -ENOMEM;
	room = deflateBound(&z, len);
	packed = malloc(room);
	z.next_in = (uint8_t *)(uintptr_t)bytes;
	z.avail_in = (unsigned)len;
	z.next_out = packed;
	z.avail_out = (unsigned)room;
	rc = packed && deflate(&z, Z_FINISH) == Z_STREAM_END ? 0 : -ENOMEM;
	if (!rc)
		fwrite(packed, z.total_out, 1, out);
	deflateEnd(&z);
	return rc;
}

static int put_request(struct otlp *r, FILE *out)
{
	size_t size = receivers__export_request__get_packed_size(&r->all);
	uint8_t *bytes __cleanup(free_ptr) = malloc(size + 1);

	if (!bytes)
		return -ENOMEM;
	return put_packed(bytes, receivers__export_request__pack(&r->all, bytes), out);
}

static int fill(struct otlp *r, const struct labels *l, const struct profile *p,
		const struct stacks *s, const struct frames *frames)
{
	int rc = otlp_make_tables(r, p, frames, s);

	if (rc)
		return rc;
	r->scope_profiles = (Receivers__ScopeProfiles)RECEIVERS__SCOPE_PROFILES__INIT;
	add_profiles(r, p, s);
	add_resource(r, l);
	join(r);
	return r->failed ? -ENOMEM : 0;
}

int encode_otlp(const struct labels *l, const struct profile *p, const struct stacks *s, FILE *out)
{
	struct otlp *r = calloc(1, sizeof(*r));
	struct frames frames;
	int rc = r ? frames_make(&frames, p, s) : -ENOMEM;

	if (!rc) {
		rc = fill(r, l, p, s, &frames) ?: put_request(r, out);
		frames_release(&frames);
	}
	if (r)
		otlp_release(r);
	free(r);
	return rc;
}
