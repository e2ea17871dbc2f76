// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/source_records.h"

#include <pthread.h>
#include <stdatomic.h>
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

#define PIECE \
	(512 << 10) /* bytes of source that are deflated at once: less of it takes more room */

/*
 * Most of what is deflated for a program of many modules is their source. For perlcritic's, 6.9 MB,
 * zlib's level 5 takes 0.15 s instead of the 0.21 s of level 6. Larger pieces make up for what it
 * adds to the file. Whoever asks for another level than the usual one gets that.
 */
static int source_level(int level)
{
	return level == NYTP_COMPRESS_DEFAULT ? NYTP_COMPRESS_DEFAULT - 1 : level;
}

/* Files one after the other. */
struct piece {
	uint32_t first, end;
	struct sink_part part; /* .data NULL: not deflated, or memory was short */
};

struct source_records {
	const struct order *o;
	const struct nytp_settings *settings;
	bool started;
	pthread_t thread;
	atomic_uint next; /* piece that nobody deflates yet */
	uint32_t cnt;
	struct piece pieces[];
};

static struct packed_source source_of(const struct source_records *r, uint32_t i)
{
	const struct profile_file *file = r->o->files[i];

	return (struct packed_source){ file->source, file->source_len, i + 1,
				       r->settings->compress };
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

static void put_files(const struct source_records *r, struct sink *s, const struct piece *piece)
{
	uint32_t i;

	for (i = piece->first; i < piece->end; i++) {
		const struct packed_source source = source_of(r, i);

		put_source(s, &source);
	}
}

/*
 * Deflates one piece after the other, beside another thread that does the same. What lacks memory here
 * is deflated when it is written.
 */
static void *deflate_ahead(void *arg)
{
	struct source_records *r = arg;
	struct sink *s = sink_new(NULL);
	uint32_t i;

	if (!s)
		return NULL;
	if (!sink_start_deflate(s, source_level(r->settings->compress))) {
		while ((i = atomic_fetch_add(&r->next, 1)) < r->cnt) {
			struct piece *piece = &r->pieces[i];

			sink_begin_part(s);
			put_files(r, s, piece);
			if (!sink_end_part(s, &piece->part))
				piece->part.data = NULL;
		}
	}
	sink_end(s);
	return NULL;
}

static void cut_pieces(struct source_records *r)
{
	size_t bytes = 0;
	uint32_t i;

	for (i = 0; i < r->o->written; i++) {
		bytes += r->o->files[i]->source_len;
		r->pieces[r->cnt].end = i + 1;
		if (bytes < PIECE)
			continue;
		bytes = 0;
		r->pieces[++r->cnt].first = i + 1;
	}
	r->cnt += bytes > 0;
}

struct source_records *source_records_begin(const struct order *o,
					    const struct nytp_settings *settings)
{
	struct source_records *r = calloc(1, sizeof(*r) + (o->written + 1) * sizeof(r->pieces[0]));

	if (!r)
		return NULL;
	r->o = o;
	r->settings = settings;
	if (settings->packed || !settings->compress)
		return r;
	cut_pieces(r);
	r->started = r->cnt > 1 && !pthread_create(&r->thread, NULL, deflate_ahead, r);
	return r;
}

static void put_pieces(struct source_records *r, struct sink *s)
{
	uint32_t i;

	deflate_ahead(r);
	pthread_join(r->thread, NULL);
	for (i = 0; i < r->cnt; i++) {
		struct piece *piece = &r->pieces[i];

		if (piece->part.data)
			sink_put_part(s, &piece->part);
		else
			put_files(r, s, piece);
		free(piece->part.data);
	}
}

/* What was deflated of it before is not deflated again. */
static void put_packed(struct sink *s, const struct packed_source *source, struct packed *packed)
{
	const struct sink_part *known;
	struct sink_part part;

	if (!packed || !source->text || !packed_takes(source)) {
		put_source(s, source);
		return;
	}
	known = packed_find(packed, source);
	if (known) {
		sink_put_part(s, known);
		return;
	}
	sink_begin_part(s);
	put_source(s, source);
	if (sink_end_part(s, &part))
		packed_keep(packed, source, &part);
}

void source_records_put(struct source_records *r, struct sink *s)
{
	uint32_t i;

	if (r->started) {
		put_pieces(r, s);
	} else {
		for (i = 0; i < r->o->written; i++) {
			const struct packed_source source = source_of(r, i);

			put_packed(s, &source, r->settings->packed);
		}
	}
	free(r);
}
