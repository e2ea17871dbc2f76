// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/source_records.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/blank.h"
#include "nytp/nytp.h"
#include "nytp/order.h"
#include "nytp/packed.h"
#include "profile/profile.h"
#include "records/encode.h"
#include "records/format.h"
#include "records/sink.h"

#define LEAST_AHEAD (256 << 10) /* bytes of source for which a thread pays */

struct source_records {
	const struct order *o;
	const struct nytp_settings *settings;
	bool started;
	pthread_t thread;
	struct sink_part parts[]; /* by file; .data NULL: not deflated ahead */
};

static struct packed_source source_of(const struct source_records *r, uint32_t i)
{
	const struct profile_file *file = r->o->files[i];

	return (struct packed_source){ file->source, file->source_len, i + 1,
				       r->settings->compress };
}

/* Is it deflated as a part of its own? */
static bool is_part(const struct source_records *r, const struct packed_source *source)
{
	return r->settings->packed && source->text && packed_takes(source);
}

/* As a part of its own that is not deflated yet. */
static bool is_new(const struct source_records *r, const struct packed_source *source)
{
	return is_part(r, source) && !packed_find(r->settings->packed, source);
}

static void put_source(struct sink *s, const struct packed_source *source)
{
	const char *text = source->text ?: "", *end = text + source->len;
	uint32_t line;

	for (line = 1; text < end && line <= LINE_MAX_NR; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t len = newline ? (size_t)(newline + 1 - text) : (size_t)(end - text);
		bool blank = blank_is_needed(text, len);

		nytp_put_tag(s, NYTP_SRC_LINE);
		nytp_put_u32(s, source->fid);
		nytp_put_u32(s, line);
		nytp_put_tag(s, NYTP_STRING);
		nytp_put_u32(s, (uint32_t)(len + blank));
		sink_put(s, " ", blank);
		sink_put(s, text, len);
		text += len;
	}
}

/* What lacks memory here is deflated by the caller. */
static void *deflate_ahead(void *arg)
{
	struct source_records *r = arg;
	struct sink *s = sink_new(NULL);
	uint32_t i;

	if (!s)
		return NULL;
	if (!sink_start_deflate(s, r->settings->compress)) {
		for (i = 0; i < r->o->written; i++) {
			const struct packed_source source = source_of(r, i);

			if (!is_new(r, &source))
				continue;
			sink_begin_part(s);
			put_source(s, &source);
			if (!sink_end_part(s, &r->parts[i]))
				r->parts[i].data = NULL;
		}
	}
	sink_end(s);
	return NULL;
}

static size_t new_bytes(const struct source_records *r)
{
	size_t bytes = 0;
	uint32_t i;

	for (i = 0; i < r->o->written && bytes < LEAST_AHEAD; i++) {
		const struct packed_source source = source_of(r, i);

		if (is_new(r, &source))
			bytes += source.len;
	}
	return bytes;
}

struct source_records *source_records_begin(const struct order *o,
					    const struct nytp_settings *settings)
{
	struct source_records *r = calloc(1, sizeof(*r) + o->written * sizeof(r->parts[0]));

	if (!r)
		return NULL;
	r->o = o;
	r->settings = settings;
	r->started = new_bytes(r) >= LEAST_AHEAD &&
		     !pthread_create(&r->thread, NULL, deflate_ahead, r);
	return r;
}

/* What was deflated of it before is not deflated again. */
static void put_part(struct source_records *r, struct sink *s, const struct packed_source *source,
		     struct sink_part *ahead)
{
	const struct sink_part *known;
	struct sink_part part = *ahead;

	if (part.data) {
		sink_put_part(s, &part);
		packed_keep(r->settings->packed, source, &part);
		return;
	}
	known = packed_find(r->settings->packed, source);
	if (known) {
		sink_put_part(s, known);
		return;
	}
	sink_begin_part(s);
	put_source(s, source);
	if (sink_end_part(s, &part))
		packed_keep(r->settings->packed, source, &part);
}

void source_records_put(struct source_records *r, struct sink *s)
{
	uint32_t i;

	if (r->started)
		pthread_join(r->thread, NULL);
	for (i = 0; i < r->o->written; i++) {
		const struct packed_source source = source_of(r, i);

		if (is_part(r, &source))
			put_part(r, s, &source, &r->parts[i]);
		else
			put_source(s, &source);
	}
	free(r);
}
