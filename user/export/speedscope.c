// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * speedscope's own format (version 1.25.0, src/lib/file-format-spec.ts): frames, stacks of their
 * indices with the program first, and a weight in ns for each stack.  The order of the stacks means
 * nothing.  Each event of the kernel is one more profile of the file, whose weights are counts.
 */
#include <inttypes.h>

#include "export/export.h"
#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/frames.h"
#include "stacks/stacks.h"
#include "text/json.h"

static void put_frame(const struct frame *f, FILE *out)
{
	fputs("{\"name\":", out);
	json_put_string(f->name, out);
	if (f->file) {
		fputs(",\"file\":", out);
		json_put_string(f->file->name, out);
	}
	if (f->file && f->line)
		fprintf(out, ",\"line\":%u", f->line);
	putc('}', out);
}

/* of: the frame of each node. */
static void put_stack(const struct stacks *s, const uint32_t *of, size_t nr, FILE *out)
{
	uint32_t chain[STACKS_DEPTH_MAX + 2];
	uint32_t depth = stack_chain(s, nr, chain), i;

	for (i = 0; i <= depth; i++)
		fprintf(out, "%c%u", i ? ',' : '[', of[chain[i]]);
	putc(']', out);
}

static void put_samples(const struct stacks *s, const struct frames *frames, FILE *out)
{
	const char *comma = "";
	size_t i;

	for (i = 0; i < s->cnt && !ferror(out); i++) {
		if (!s->all[i].ns)
			continue;
		fputs(comma, out);
		put_stack(s, frames->of, i, out);
		comma = ",\n";
	}
	fputs("],\n\"weights\":[", out);
	comma = "";
	for (i = 0; i < s->cnt && !ferror(out); i++) {
		if (!s->all[i].ns)
			continue;
		fprintf(out, "%s%" PRId64, comma, s->all[i].ns);
		comma = ",";
	}
}

/* A stack that has given back more than it took has none: readers know no weights below 0. */
static int64_t weight(const struct event_stacks *e, size_t node, uint32_t kind)
{
	const int64_t amount = event_amount(e, node, kind);

	return amount > 0 ? amount : 0;
}

/* Ends the profile before it, and leaves its own weights open. */
static void put_event(const struct event_stacks *e, const struct frames *frames, uint32_t kind,
		      FILE *out)
{
	const char *comma = "";
	int64_t total = 0;
	size_t i;

	for (i = 0; i < e->tree.cnt; i++)
		event_add(&total, weight(e, i, kind));
	fputs("]},\n{\"type\":\"sampled\",\"name\":", out);
	json_put_string(e->kinds[kind], out);
	fprintf(out, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":%" PRId64 ",\n\"samples\":[",
		e->by_bytes[kind] ? "bytes" : "none", total);
	for (i = 0; i < e->tree.cnt && !ferror(out); i++) {
		if (!weight(e, i, kind))
			continue;
		fputs(comma, out);
		put_stack(&e->tree, frames->of_events, i, out);
		comma = ",\n";
	}
	fputs("],\n\"weights\":[", out);
	comma = "";
	for (i = 0; i < e->tree.cnt && !ferror(out); i++) {
		if (!weight(e, i, kind))
			continue;
		fprintf(out, "%s%" PRId64, comma, weight(e, i, kind));
		comma = ",";
	}
}

int export_speedscope(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct frames frames;
	int rc = frames_make(&frames, p, s);
	size_t i;

	if (rc)
		return rc;
	fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
	      "\"version\":\"1.25.0\",\"exporter\":\"nytprof-bpf\",\"name\":",
	      out);
	json_put_string(frames_title(p), out);
	fputs(",\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[", out);
	for (i = 0; i < frames.cnt; i++) {
		fputs(i ? ",\n" : "", out);
		put_frame(&frames.all[i], out);
	}
	fputs("]},\n\"profiles\":[{\"type\":\"sampled\",\"name\":", out);
	json_put_string(frames_title(p), out);
	fprintf(out,
		",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":%" PRId64
		",\n\"samples\":[",
		s->all[0].total_ns);
	put_samples(s, &frames, out);
	for (i = 0; s->events && i < s->events->kind_cnt; i++)
		put_event(s->events, &frames, (uint32_t)i, out);
	fputs("]}]}\n", out);
	frames_release(&frames);
	return 0;
}
