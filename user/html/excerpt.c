// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/excerpt.h"

#include <stdint.h>
#include <string.h>

#include "profile/profile.h"
#include "text/json.h"

/* A walk through the lines of a file. */
struct walk {
	const struct profile_file *file;
	const char *at; /* the line nr */
	const char *end; /* of it, behind its line break */
	uint32_t nr;
	uint32_t ran; /* the first line that ran and is not far above this one */
};

static bool find_end(struct walk *w)
{
	size_t left = w->file->source_len - (size_t)(w->at - w->file->source);
	const char *eol = left ? memchr(w->at, '\n', left) : NULL;

	w->end = eol ? eol + 1 : w->at + left;
	return left;
}

static bool begin(struct walk *w, const struct profile_file *file)
{
	*w = (struct walk){ file, file->source, NULL, 1, profile_next_line(file, 1) };
	return w->at && find_end(w);
}

static bool next(struct walk *w)
{
	w->at = w->end;
	w->nr++;
	while (w->ran != LINE_NONE && (uint64_t)w->ran + EXCERPT_NEAR < w->nr)
		w->ran = profile_next_line(w->file, w->ran + 1);
	return find_end(w);
}

static bool is_near(const struct walk *w)
{
	return w->ran != LINE_NONE && w->ran <= (uint64_t)w->nr + EXCERPT_NEAR;
}

static void put_pieces(const struct profile_file *file, bool all_lines, FILE *out)
{
	const char *piece = NULL, *comma = "";
	struct walk w;
	bool more = begin(&w, file), kept;

	for (; more || piece; more = more && next(&w)) {
		kept = more && (all_lines || is_near(&w));
		if (kept && !piece) {
			fprintf(out, "%s%u,", comma, w.nr);
			piece = w.at;
			comma = ",";
		}
		if (!kept && piece) {
			json_put_text(piece, (size_t)(w.at - piece), out);
			piece = NULL;
		}
	}
}

static uint32_t count_lines(const struct profile_file *file)
{
	struct walk w;
	bool more = begin(&w, file);

	w.ran = LINE_NONE;
	while (more)
		more = next(&w);
	return w.nr - 1;
}

void excerpts_put(const struct profile *p, bool all_lines, FILE *out)
{
	size_t i;

	fputs(",\n\"source\":[", out);
	for (i = 0; i < p->file_cnt; i++) {
		fputs(i ? ",\n[" : "\n[", out);
		put_pieces(p->files[i], all_lines, out);
		putc(']', out);
	}
	fputs("],\n\"lineCounts\":[", out);
	for (i = 0; i < p->file_cnt; i++)
		fprintf(out, i ? ",%u" : "%u", count_lines(p->files[i]));
	putc(']', out);
}
