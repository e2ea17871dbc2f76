// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * speedscope's own format (version 1.25.0, src/lib/file-format-spec.ts): frames, stacks of their indices with the
 * program first, and a weight in ns for each stack.  The order of the stacks means nothing.
 */
#include <inttypes.h>

#include "export/export.h"
#include "profile/profile.h"
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

static void put_stack(const struct stacks *s, const struct frames *frames, size_t nr, FILE *out)
{
	uint32_t chain[STACKS_DEPTH_MAX + 2];
	uint32_t depth = stack_chain(s, nr, chain), i;

	for (i = 0; i <= depth; i++)
		fprintf(out, "%c%u", i ? ',' : '[', frames->of[chain[i]]);
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
		put_stack(s, frames, i, out);
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
	fputs("]}]}\n", out);
	frames_release(&frames);
	return 0;
}
