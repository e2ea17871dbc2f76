// SPDX-License-Identifier: GPL-2.0-or-later
/* A request of OTLP: a profile for each type of value, and the tables that they share. */
#include "push/encode.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <zlib.h>

#include "export/text.h"
#include "profile/profile.h"
#include "push/labels.h"
#include "receivers.pb-c.h"
#include "stacks/events.h"
#include "stacks/frames.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "stacks/values.h"
#include "util/cleanup.h"
#include "version.h"

#define LABELS_MAX   64
#define TIMES_MAX    3 /* profiles that are not of events */
#define PROFILES_MAX (TIMES_MAX + EVENT_KINDS_MAX)
#define ID_LEN	     16
#define GZIP	     16 /* to zlib's bits of the window: with a header of gzip */

/*
 * All of it, in one piece of memory for each kind of thing. An element of a table is its index; that
 * of a frame or a stack is one above its own number, as element 0 is the zero value.
 */
struct request {
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

static void *make(struct request *r, size_t cnt, size_t size)
{
	void *all = calloc(cnt + 1, size);

	r->failed |= !all;
	return all;
}

static void release(struct request *r)
{
	size_t i;

	for (i = 0; i < r->string_cnt; i++)
		free(r->strings[i]);
	free(r->strings);
	free(r->functions);
	free(r->function_table);
	free(r->locations);
	free(r->location_table);
	free(r->lines);
	free(r->line_table);
	free(r->stacks);
	free(r->stack_table);
	free(r->samples);
	free(r->sample_table);
	free(r->sample_values);
	free(r->indices);
}

/* ------------------------------------------------------------------------- tables */

/* As UTF-8, which strings of a message must be. There is room: see make_tables(). */
static int32_t add_string(struct request *r, const char *text)
{
	char *copy = NULL;
	size_t len;
	FILE *out = r->string_cnt < r->string_room ? open_memstream(&copy, &len) : NULL;

	if (out) {
		text_put_utf8(text, strlen(text), out);
		fclose(out);
	}
	if (!copy) {
		r->failed = true;
		return 0;
	}
	r->strings[r->string_cnt] = copy;
	return (int32_t)r->string_cnt++;
}

/* Stacks follow each other in their table: the zero value, calls, lines, events. */
static size_t first_line(const struct stacks *s)
{
	return s->cnt + 1;
}

static size_t first_event(const struct stacks *s)
{
	return first_line(s) + s->line_cnt;
}

static size_t location_cnt_of(const struct stacks *s)
{
	size_t cnt = 0, i;

	for (i = 0; i < s->cnt; i++)
		cnt += s->all[i].depth + 1;
	return cnt;
}

static void make_tables(struct request *r, const struct profile *p, const struct frames *frames,
			const struct stacks *s)
{
	const size_t kind_cnt = s->events ? s->events->kind_cnt : 0;
	const size_t event_cnt = s->events ? s->events->tree.cnt : 0;
	const size_t frame_cnt = frames->cnt + 1ull, location_cnt = frame_cnt + s->line_cnt;
	const size_t stack_cnt = first_event(s) + event_cnt;
	const size_t sample_cnt = TIMES_MAX * first_event(s) + kind_cnt * event_cnt;
	size_t depth = location_cnt_of(s) + s->line_cnt;

	if (s->events)
		depth += location_cnt_of(&s->events->tree);
	r->string_room = frames->cnt + p->file_cnt + 20ull + 4 * kind_cnt;
	r->strings = make(r, r->string_room, sizeof(*r->strings));
	r->functions = make(r, frame_cnt, sizeof(*r->functions));
	r->function_table = make(r, frame_cnt, sizeof(*r->function_table));
	r->locations = make(r, location_cnt, sizeof(*r->locations));
	r->location_table = make(r, location_cnt, sizeof(*r->location_table));
	r->lines = make(r, location_cnt, sizeof(*r->lines));
	r->line_table = make(r, location_cnt, sizeof(*r->line_table));
	r->stacks = make(r, stack_cnt, sizeof(*r->stacks));
	r->stack_table = make(r, stack_cnt, sizeof(*r->stack_table));
	r->samples = make(r, sample_cnt, sizeof(*r->samples));
	r->sample_table = make(r, sample_cnt, sizeof(*r->sample_table));
	r->sample_values = make(r, sample_cnt, sizeof(*r->sample_values));
	r->indices = make(r, depth, sizeof(*r->indices));
}

static void add_frames(struct request *r, const struct profile *p, const struct frames *frames,
		       int32_t *files)
{
	uint32_t i;

	for (i = 0; i < p->file_cnt; i++)
		files[i + 1] = add_string(r, p->files[i]->name);
	for (i = 0; i <= frames->cnt; i++) {
		const struct frame *f = &frames->all[i ? i - 1 : 0];
		Receivers__Function *function = &r->functions[i];

		*function = (Receivers__Function)RECEIVERS__FUNCTION__INIT;
		r->locations[i] = (Receivers__Location)RECEIVERS__LOCATION__INIT;
		r->function_table[i] = function;
		r->location_table[i] = &r->locations[i];
		if (!i)
			continue;
		function->name_strindex = add_string(r, f->name);
		function->filename_strindex = f->file ? files[f->file->fid] : 0;
		function->start_line = f->line;
		r->lines[i] = (Receivers__Line)RECEIVERS__LINE__INIT;
		r->lines[i].function_index = (int32_t)i;
		r->lines[i].line = f->line;
		r->line_table[i] = &r->lines[i];
		r->locations[i].lines = &r->line_table[i];
		r->locations[i].n_lines = 1;
	}
	r->dictionary.function_table = r->function_table;
	r->dictionary.location_table = r->location_table;
	r->dictionary.n_function_table = r->dictionary.n_location_table = frames->cnt + 1ull;
}

/* Behind those of the frames: a location for each line. */
static void add_lines(struct request *r, const struct frames *frames, const struct stacks *s)
{
	size_t i, nr;

	for (i = 0; i < s->line_cnt; i++) {
		nr = r->dictionary.n_location_table++;
		r->lines[nr] = (Receivers__Line)RECEIVERS__LINE__INIT;
		r->lines[nr].function_index = (int32_t)frames->of_lines[i] + 1;
		r->lines[nr].line = s->lines[i].line;
		r->line_table[nr] = &r->lines[nr];
		r->locations[nr] = (Receivers__Location)RECEIVERS__LOCATION__INIT;
		r->locations[nr].lines = &r->line_table[nr];
		r->locations[nr].n_lines = 1;
		r->location_table[nr] = &r->locations[nr];
	}
}

/* The next one, whose locations the caller adds. */
static Receivers__Stack *add_stack(struct request *r, int32_t *locations)
{
	const size_t nr = r->dictionary.n_stack_table++;
	Receivers__Stack *stack = &r->stacks[nr];

	*stack = (Receivers__Stack)RECEIVERS__STACK__INIT;
	stack->location_indices = locations;
	r->stack_table[nr] = stack;
	return stack;
}

/* of: the frame of each node. Returns where further locations go. */
static int32_t *add_tree(struct request *r, const struct stacks *s, const uint32_t *of,
			 int32_t *next)
{
	uint32_t chain[STACKS_DEPTH_MAX + 2], depth, at;
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		Receivers__Stack *stack = add_stack(r, next);

		depth = stack_chain(s, i, chain);
		stack->n_location_indices = depth + 1ull;
		for (at = 0; at <= depth; at++)
			*next++ = (int32_t)of[chain[depth - at]] + 1;
	}
	return next;
}

static void add_stacks(struct request *r, const struct frames *frames, const struct stacks *s)
{
	int32_t *next = r->indices;
	size_t i;

	add_stack(r, next);
	next = add_tree(r, s, frames->of, next);
	for (i = 0; i < s->line_cnt; i++) {
		add_stack(r, next)->n_location_indices = 1;
		*next++ = (int32_t)(frames->cnt + 1 + i);
	}
	if (s->events)
		add_tree(r, &s->events->tree, frames->of_events, next);
	r->dictionary.stack_table = r->stack_table;
}

/* ----------------------------------------------------------------------- profiles */

static Receivers__Profile *add_profile(struct request *r, const struct profile *p, const char *type,
				       const char *unit)
{
	size_t nr = r->scope_profiles.n_profiles++;
	Receivers__Profile *one = &r->profiles[nr];

	*one = (Receivers__Profile)RECEIVERS__PROFILE__INIT;
	r->profile_table[nr] = one;
	r->types[nr] = (Receivers__ValueType)RECEIVERS__VALUE_TYPE__INIT;
	r->types[nr].type_strindex = add_string(r, type);
	r->types[nr].unit_strindex = add_string(r, unit);
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

static void set_period(struct request *r, Receivers__Profile *one, const char *type, int64_t period)
{
	Receivers__ValueType *v = &r->periods[one - r->profiles];

	*v = (Receivers__ValueType)RECEIVERS__VALUE_TYPE__INIT;
	v->type_strindex = add_string(r, type);
	v->unit_strindex = add_string(r, "nanoseconds");
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

static void add_sample(struct request *r, Receivers__Profile *one, size_t stack, int64_t value)
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

static void add_samples(struct request *r, Receivers__Profile *one, const struct profile *p,
			const struct stacks *s, enum value which)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		struct stack_values v = stack_values(p, s, i);

		add_sample(r, one, v.nr + 1, value_of(&v, which));
	}
}

static void add_executions(struct request *r, Receivers__Profile *one, const struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->line_cnt; i++)
		add_sample(r, one, first_line(s) + i, count_value(s->lines[i].cnt));
}

static void add_events(struct request *r, const struct profile *p, const struct stacks *s)
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
			add_sample(r, one, first_event(s) + i, event_amount(e, i, kind));
	}
}

/*
 * Pyroscope takes samples of a period of "cpu" for its process_cpu, off_cpu without a period for its
 * off_cpu, and else names the profile by the type of the period (pkg/ingester/otlp/convert.go).
 */
static void add_profiles(struct request *r, const struct profile *p, const struct stacks *s)
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

static void add_resource(struct request *r, const struct labels *l)
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

static void add_zeros(struct request *r)
{
	r->no_mapping = (Receivers__Mapping)RECEIVERS__MAPPING__INIT;
	r->mapping_table[0] = &r->no_mapping;
	r->dictionary.mapping_table = r->mapping_table;
	r->no_link = (Receivers__Link)RECEIVERS__LINK__INIT;
	r->link_table[0] = &r->no_link;
	r->dictionary.link_table = r->link_table;
	r->no_attribute = (Receivers__KeyValueAndUnit)RECEIVERS__KEY_VALUE_AND_UNIT__INIT;
	r->no_attribute_table[0] = &r->no_attribute;
	r->dictionary.attribute_table = r->no_attribute_table;
	r->dictionary.n_mapping_table = r->dictionary.n_link_table =
		r->dictionary.n_attribute_table = 1;
}

static void join(struct request *r)
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

static int put_request(struct request *r, FILE *out)
{
	size_t size = receivers__export_request__get_packed_size(&r->all);
	uint8_t *bytes __cleanup(free_ptr) = malloc(size + 1);

	if (!bytes)
		return -ENOMEM;
	return put_packed(bytes, receivers__export_request__pack(&r->all, bytes), out);
}

static int fill(struct request *r, const struct labels *l, const struct profile *p,
		const struct stacks *s, const struct frames *frames)
{
	int32_t *files __cleanup(free_ptr) = calloc(p->file_cnt + 1, sizeof(*files));

	make_tables(r, p, frames, s);
	if (r->failed || !files)
		return -ENOMEM;
	r->dictionary = (Receivers__Dictionary)RECEIVERS__DICTIONARY__INIT;
	r->scope_profiles = (Receivers__ScopeProfiles)RECEIVERS__SCOPE_PROFILES__INIT;
	add_string(r, "");
	add_zeros(r);
	add_frames(r, p, frames, files);
	add_lines(r, frames, s);
	add_stacks(r, frames, s);
	add_profiles(r, p, s);
	add_resource(r, l);
	join(r);
	return r->failed ? -ENOMEM : 0;
}

int encode_otlp(const struct labels *l, const struct profile *p, const struct stacks *s, FILE *out)
{
	struct request *r = calloc(1, sizeof(*r));
	struct frames frames;
	int rc = r ? frames_make(&frames, p, s) : -ENOMEM;

	if (!rc) {
		rc = fill(r, l, p, s, &frames) ?: put_request(r, out);
		frames_release(&frames);
	}
	if (r)
		release(r);
	free(r);
	return rc;
}
