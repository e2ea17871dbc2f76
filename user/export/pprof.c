// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pprof: a message of protocol buffers, compressed by gzip. Counts come first, as its readers want
 * it, and times are the default: of samples that of the processor, with what was waited beside it.
 * The executions of a line are a sample of its own, without callers and time. So are the events of
 * a stack.
 *
 * Samples and locations are written one by one, so memory holds the tables only: in this format,
 * the parts of a message may come in any order and one after the other.
 */
#include <errno.h>
#include <protobuf-c/protobuf-c.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "export/export.h"
#include "export/text.h"
#include "pprof.pb-c.h"
#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/frames.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "stacks/values.h"
#include "util/cleanup.h"

#define CHUNK	   16384u
#define VALUES_MAX (4 + EVENT_KINDS_MAX) /* of a sample */

/* ------------------------------------------------------------------------------ gzip */

struct packer {
	FILE *out;
	z_stream z;
	int rc;
};

static void pack(struct packer *k, const uint8_t *bytes, size_t len, int flush)
{
	uint8_t packed[CHUNK];
	int rc;

	k->z.next_in = (uint8_t *)(uintptr_t)bytes;
	k->z.avail_in = (unsigned)len;
	do {
		k->z.next_out = packed;
		k->z.avail_out = sizeof(packed);
		rc = deflate(&k->z, flush);
		fwrite(packed, 1, sizeof(packed) - k->z.avail_out, k->out);
	} while (rc == Z_OK && !k->z.avail_out && !ferror(k->out));
}

static void put_message(struct packer *k, const ProtobufCMessage *part)
{
	size_t size = protobuf_c_message_get_packed_size(part);
	uint8_t *bytes = size < UINT32_MAX ? malloc(size + 1) : NULL;

	if (bytes)
		pack(k, bytes, protobuf_c_message_pack(part, bytes), Z_NO_FLUSH);
	else
		k->rc = -ENOMEM;
	free(bytes);
}

/* --------------------------------------------------------------------------- strings */

struct strings {
	struct packer *k;
	int64_t cnt;
};

/* Strings must be UTF-8 to be read. */
static int64_t put_string(struct strings *s, const char *text)
{
	Pprof__Profile part = PPROF__PROFILE__INIT;
	ProtobufCBinaryData string = {};
	char *copy = NULL;
	FILE *out = open_memstream(&copy, &string.len);

	if (out) {
		text_put_utf8(text, strlen(text), out);
		fclose(out);
	}
	if (!copy) {
		s->k->rc = -ENOMEM;
		return 0;
	}
	string.data = (uint8_t *)copy;
	part.n_string_table = 1;
	part.string_table = &string;
	put_message(s->k, &part.base);
	free(copy);
	return s->cnt++;
}

/* ---------------------------------------------------------------------------- tables */

static void put_type(struct strings *s, const char *type, const char *unit)
{
	Pprof__ValueType value = PPROF__VALUE_TYPE__INIT, *values[] = { &value };
	Pprof__Profile part = PPROF__PROFILE__INIT;

	value.type = put_string(s, type);
	value.unit = put_string(s, unit);
	part.n_sample_type = 1;
	part.sample_type = values;
	put_message(s->k, &part.base);
}

/* A location for each function: the tree has no calling lines. */
static void put_frame(struct strings *s, const struct frame *f, uint64_t id, const int64_t *files)
{
	Pprof__Function function = PPROF__FUNCTION__INIT, *functions[] = { &function };
	Pprof__Line line = PPROF__LINE__INIT, *lines[] = { &line };
	Pprof__Location location = PPROF__LOCATION__INIT, *locations[] = { &location };
	Pprof__Profile part = PPROF__PROFILE__INIT;

	function.id = location.id = line.function_id = id;
	function.name = put_string(s, f->name);
	function.filename = f->file ? files[f->file->fid] : 0;
	function.start_line = line.line = f->line;
	location.n_line = 1;
	location.line = lines;
	part.n_function = part.n_location = 1;
	part.function = functions;
	part.location = locations;
	put_message(s->k, &part.base);
}

static int put_frames(struct strings *s, const struct profile *p, const struct frames *frames)
{
	int64_t *files __cleanup(free_ptr) = calloc(p->file_cnt + 1, sizeof(*files));
	uint32_t i;

	if (!files)
		return -ENOMEM;
	for (i = 0; i < p->file_cnt; i++)
		files[i + 1] = put_string(s, p->files[i]->name);
	for (i = 0; i < frames->cnt && !s->k->rc; i++)
		put_frame(s, &frames->all[i], i + 1ull, files);
	return 0;
}

/* Behind those of the functions: a location for each line. */
static void put_lines(struct packer *k, const struct stacks *s, const struct frames *frames)
{
	size_t i;

	for (i = 0; i < s->line_cnt && !k->rc; i++) {
		Pprof__Line line = PPROF__LINE__INIT, *lines[] = { &line };
		Pprof__Location location = PPROF__LOCATION__INIT, *locations[] = { &location };
		Pprof__Profile part = PPROF__PROFILE__INIT;

		location.id = frames->cnt + 1 + i;
		line.function_id = frames->of_lines[i] + 1ull;
		line.line = s->lines[i].line;
		location.n_line = 1;
		location.line = lines;
		part.n_location = 1;
		part.location = locations;
		put_message(k, &part.base);
	}
}

/* Of those that are not of events, which follow. */
static size_t value_cnt(const struct stacks *s)
{
	return 2u + (s->lines != NULL) + 2u * s->waits;
}

static size_t all_values(const struct stacks *s)
{
	return value_cnt(s) + (s->events ? s->events->kind_cnt : 0);
}

static void put_executions(struct packer *k, const struct stacks *s, const struct frames *frames)
{
	int64_t values[VALUES_MAX] = {};
	size_t i;

	for (i = 0; i < s->line_cnt && !k->rc && !ferror(k->out); i++) {
		Pprof__Sample sample = PPROF__SAMPLE__INIT, *samples[] = { &sample };
		Pprof__Profile part = PPROF__PROFILE__INIT;
		uint64_t id = frames->cnt + 1 + i;

		if (!s->lines[i].cnt)
			continue;
		values[1] = count_value(s->lines[i].cnt);
		sample.value = values;
		sample.n_value = all_values(s);
		sample.location_id = &id;
		sample.n_location_id = 1;
		part.n_sample = 1;
		part.sample = samples;
		put_message(k, &part.base);
	}
}

/* In the order of the types: see put_head(). */
static void put_values(const struct stacks *s, const struct stack_values *v, int64_t *values)
{
	size_t cnt = 0;

	values[cnt++] = v->cnt;
	if (s->lines)
		values[cnt++] = 0;
	values[cnt++] = v->ns;
	if (s->waits) {
		values[cnt++] = v->waited_ns;
		values[cnt] = v->ns + v->waited_ns;
	}
}

/* of: the frame of each node. */
static void put_sample(struct packer *k, const struct stacks *s, size_t nr, const uint32_t *of,
		       int64_t *values, size_t cnt)
{
	Pprof__Sample sample = PPROF__SAMPLE__INIT, *samples[] = { &sample };
	Pprof__Profile part = PPROF__PROFILE__INIT;
	uint32_t chain[STACKS_DEPTH_MAX + 2], depth = stack_chain(s, nr, chain), at;
	uint64_t ids[STACKS_DEPTH_MAX + 2];

	for (at = 0; at <= depth; at++)
		ids[at] = of[chain[depth - at]] + 1ull;
	sample.n_location_id = depth + 1;
	sample.location_id = ids;
	sample.n_value = cnt;
	sample.value = values;
	part.n_sample = 1;
	part.sample = samples;
	put_message(k, &part.base);
}

static void put_samples(struct packer *k, const struct profile *p, const struct stacks *s,
			const struct frames *frames)
{
	int64_t values[VALUES_MAX] = {};
	size_t i;

	for (i = 0; i < s->cnt && !k->rc && !ferror(k->out); i++) {
		struct stack_values v = stack_values(p, s, i);

		if (!v.cnt && !v.ns && !v.waited_ns)
			continue;
		put_values(s, &v, values);
		put_sample(k, s, v.nr, frames->of, values, all_values(s));
	}
}

static void put_events(struct packer *k, const struct stacks *s, const struct frames *frames)
{
	const struct event_stacks *e = s->events;
	int64_t values[VALUES_MAX] = {};
	uint32_t kind;
	bool any;
	size_t i;

	for (i = 0; e && i < e->tree.cnt && !k->rc && !ferror(k->out); i++) {
		any = false;
		for (kind = 0; kind < e->kind_cnt; kind++) {
			values[value_cnt(s) + kind] = event_amount(e, i, kind);
			any |= values[value_cnt(s) + kind] != 0;
		}
		if (any)
			put_sample(k, &e->tree, i, frames->of_events, values, all_values(s));
	}
}

/* ------------------------------------------------------------------------------- head */

/* For readers that show comments.  The title of a profile of samples says that it has estimates. */
static int64_t put_comment(struct strings *strings, const struct profile *p, const struct stacks *s)
{
	char text[400];

	snprintf(text, sizeof(text), "%.300s%s%s", frames_title(p),
		 s->pairs ? "; no stacks were recorded: a sub and its caller each" : "",
		 s->shared_cnts ? "; calls of each stack are estimates" : "");
	return put_string(strings, text);
}

static void put_event_types(struct strings *strings, const struct event_stacks *e)
{
	char type[EVENT_TYPE_SIZE];
	uint32_t i;

	for (i = 0; e && i < e->kind_cnt; i++) {
		event_type(e, i, type);
		put_type(strings, type, event_unit(e, i));
	}
}

static void put_head(struct strings *strings, const struct profile *p, const struct stacks *s)
{
	Pprof__ValueType period = PPROF__VALUE_TYPE__INIT;
	Pprof__Profile part = PPROF__PROFILE__INIT;
	int64_t comment;

	put_string(strings, "");
	put_type(strings, s->hz ? "samples" : "calls", "count");
	if (s->lines)
		put_type(strings, "statements", "count");
	part.default_sample_type = strings->cnt;
	put_type(strings, s->hz ? "cpu" : "wall", "nanoseconds");
	if (s->waits) {
		put_type(strings, "off_cpu", "nanoseconds");
		put_type(strings, "wall", "nanoseconds");
	}
	put_event_types(strings, s->events);
	period.type = part.default_sample_type;
	period.unit = part.default_sample_type + 1;
	part.period_type = &period;
	part.period = s->hz ? 1000000000 / s->hz : 1;
	part.time_nanos = seconds_to_ns(p->start);
	part.duration_nanos = seconds_to_ns(p->end - p->start);
	comment = put_comment(strings, p, s);
	part.n_comment = 1;
	part.comment = &comment;
	put_message(strings->k, &part.base);
}

int export_pprof(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct packer k = { .out = out };
	struct strings strings = { .k = &k };
	struct frames frames;

	/* 16: a gzip header */
	if (deflateInit2(&k.z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY))
		return -ENOMEM;
	k.rc = frames_make(&frames, p, s);
	if (!k.rc) {
		put_head(&strings, p, s);
		k.rc = k.rc ?: put_frames(&strings, p, &frames);
		put_lines(&k, s, &frames);
		put_samples(&k, p, s, &frames);
		put_executions(&k, s, &frames);
		put_events(&k, s, &frames);
		pack(&k, NULL, 0, Z_FINISH);
		frames_release(&frames);
	}
	deflateEnd(&k.z);
	return k.rc;
}
