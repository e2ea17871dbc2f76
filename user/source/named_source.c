// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What perl -d has for such a name, and so NYTProf, is what this finds.  For a #line in a string
 * eval that is all the text behind the first one that has the name (toke.c, S_incline, 5.36),
 * whatever #line there is in it.  In a file, each line has the name and the number that the last
 * #line before it gave, and the last of two with one number counts.
 */
#include "source/named_source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "evals/evals.h"
#include "perl_text/line_directive.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"

/* Lines of a text that follow each other in the file, too. */
struct run {
	uint32_t line; /* the first one's number */
	const char *from;
	const char *end;
	struct run *next;
};

/* A file that lacks its source. */
struct wanted {
	struct profile_file *file;
	struct run *runs, **last; /* in the text that is looked at */
	struct wanted *next_found;
	UT_hash_handle hh; /* by the name that perl has */
};

struct text_line {
	const char *text;
	size_t len;
};

/*
 * A text may name 20,000 files, each with all the lines behind it: the user who wrote it must not
 * hold up the agent.
 */
#define SPREAD_MAX (4u << 20)

struct search {
	struct wanted *wanted;
	struct wanted *found; /* in this text */
	struct text_line *lines; /* LINE_MAX_NR + 1 */
	enum named_source *files;
	uint64_t *bytes;
	uint64_t most;
	uint32_t spread; /* lines so far, of all files */
	int rc;
};

/* ---------------------------------------------------------------------- wanted */

static bool lacks_source(const struct tracee_file *entry)
{
	const struct profile_file *file = entry->file;

	return !file->source && !file->eval_fid && !file->alias_of &&
	       !(file->flags & (FILE_FAKE | FILE_IS_EVAL));
}

static int note_wanted(struct search *s, const struct tracee *t)
{
	const struct tracee_file *entry;
	struct wanted *w;

	for (entry = t->files; entry; entry = entry->hh.next) {
		if (s->files[entry->file->fid] != NAMED_WANTED || !lacks_source(entry))
			continue;
		w = calloc(1, sizeof(*w));
		if (!w)
			return -ENOMEM;
		w->file = entry->file;
		w->last = &w->runs;
		HASH_ADD_KEYPTR(hh, s->wanted, entry->perl_name, strlen(entry->perl_name), w);
	}
	return 0;
}

static struct wanted *find_wanted(const struct search *s, const struct line_directive *d)
{
	struct wanted *w;

	HASH_FIND(hh, s->wanted, d->name, d->name_len, w);
	return w;
}

static void free_runs(struct wanted *w)
{
	struct run *run;

	while ((run = w->runs)) {
		w->runs = run->next;
		free(run);
	}
	w->last = &w->runs;
}

static void free_wanted(struct search *s)
{
	struct wanted *w, *next;

	HASH_ITER(hh, s->wanted, w, next) {
		HASH_DEL(s->wanted, w);
		free_runs(w);
		free(w);
	}
}

/* ------------------------------------------------------------------------ runs */

static struct run *add_run(struct search *s, struct wanted *w, uint32_t line, const char *from,
			   const char *end)
{
	struct run *run = from < end ? calloc(1, sizeof(*run)) : NULL;

	if (!run) {
		s->rc = from < end ? -ENOMEM : s->rc;
		return NULL;
	}
	*run = (struct run){ .line = line, .from = from, .end = end };
	if (!w->runs) {
		w->next_found = s->found;
		s->found = w;
	}
	*w->last = run;
	w->last = &run->next;
	return run;
}

static const char *line_end(const char *from, const char *end)
{
	return memchr(from, '\n', (size_t)(end - from)) ?: end;
}

static bool ends_code(const char *from, const char *end)
{
	return (end - from == 7 && !memcmp(from, "__END__", 7)) ||
	       (end - from == 8 && !memcmp(from, "__DATA__", 8));
}

/* Walks the #lines of a text. */
struct walk {
	const char *next; /* line */
	const char *end;
	uint32_t nr; /* of the line that the #line is on */
	const char *at; /* where that begins */
	struct line_directive d;
};

static bool next_directive(struct walk *walk)
{
	const char *line, *end;

	while (walk->next < walk->end) {
		line = walk->next;
		end = line_end(line, walk->end);
		walk->next = end < walk->end ? end + 1 : end;
		walk->nr++;
		if (ends_code(line, end))
			return false;
		walk->at = line;
		if (line_directive_read(line, end, &walk->d))
			return true;
	}
	return false;
}

static void search_file(struct search *s, const char *text, size_t len)
{
	struct walk walk = { .next = text, .end = text + len };
	struct wanted *w = NULL;
	struct run *run = NULL;

	while (next_directive(&walk)) {
		if (run)
			run->end = walk.at;
		if (walk.d.name_len)
			w = find_wanted(s, &walk.d);
		run = w ? add_run(s, w, walk.d.line, walk.next, walk.end) : NULL;
	}
}

/* Its last line is the semicolon that perl has put there, which S_incline leaves out. */
static void search_eval(struct search *s, const char *text, size_t len)
{
	struct walk walk = { .next = text, .end = text + len };
	struct wanted *w;

	while (next_directive(&walk)) {
		w = walk.d.name_len ? find_wanted(s, &walk.d) : NULL;
		if (!w || w->runs)
			continue;
		/* Where the numbers stay it takes all lines, those before the #line, too. */
		if (walk.d.line == walk.nr + 1)
			add_run(s, w, 1, text, walk.end);
		else
			add_run(s, w, walk.d.line, walk.next, walk.end - 1);
	}
}

/* ----------------------------------------------------------------------- texts */

/* The last line's number. */
static uint32_t spread_run(struct search *s, const struct run *run)
{
	const char *at = run->from, *end;
	uint32_t line;

	for (line = run->line; at < run->end && line <= LINE_MAX_NR; line++) {
		end = line_end(at, run->end);
		end += end < run->end;
		s->lines[line] = (struct text_line){ at, (size_t)(end - at) };
		at = end;
	}
	s->spread += line - run->line;
	return line - 1;
}

static bool lacks_newline(const struct text_line *line)
{
	return !line->len || line->text[line->len - 1] != '\n';
}

static int set_text(struct search *s, struct wanted *w, uint32_t last)
{
	char *text __cleanup(free_ptr) = NULL;
	size_t len = 0;
	uint32_t i;

	for (i = 1; i <= last; i++)
		len += s->lines[i].len + lacks_newline(&s->lines[i]);
	if (len > s->most - *s->bytes) {
		s->files[w->file->fid] = NAMED_NO_ROOM;
		return 0;
	}
	text = malloc(len);
	if (!text)
		return -ENOMEM;
	for (len = 0, i = 1; i <= last; i++) {
		if (s->lines[i].len)
			memcpy(text + len, s->lines[i].text, s->lines[i].len);
		len += s->lines[i].len;
		if (lacks_newline(&s->lines[i]))
			text[len++] = '\n';
	}
	*s->bytes += len;
	return profile_set_source(w->file, text, len);
}

static void take_found(struct search *s)
{
	const struct run *run;
	uint32_t last, end;
	struct wanted *w;

	while ((w = s->found)) {
		s->found = w->next_found;
		for (last = 0, run = w->runs; run; run = run->next) {
			end = run->line <= LINE_MAX_NR && s->spread <= SPREAD_MAX ?
				      spread_run(s, run) :
				      0;
			last = end > last ? end : last;
		}
		if (s->spread > SPREAD_MAX)
			s->files[w->file->fid] = NAMED_NO_ROOM;
		else if (last)
			s->rc = set_text(s, w, last) ?: s->rc;
		memset(s->lines, 0, (last + 1ul) * sizeof(*s->lines));
		HASH_DEL(s->wanted, w);
		free_runs(w);
		free(w);
	}
}

static bool search_one_eval(void *arg, const char *text, size_t len)
{
	struct search *s = arg;

	search_eval(s, text, len);
	take_found(s);
	return s->wanted && !s->rc;
}

static void search_all(struct search *s, const struct tracee *t)
{
	size_t i;

	for (i = 0; i < t->profile->file_cnt && s->wanted && !s->rc; i++) {
		const struct profile_file *file = t->profile->files[i];

		if (!file->source || file->eval_fid)
			continue;
		search_file(s, file->source, file->source_len);
		take_found(s);
	}
	if (s->wanted && !s->rc)
		evals_each_text(t->evals, search_one_eval, s);
}

int named_source_find(struct tracee *t, enum named_source *files, uint64_t *bytes, uint64_t most)
{
	struct search s = { .files = files, .bytes = bytes, .most = most };

	s.rc = note_wanted(&s, t);
	s.lines = s.wanted ? calloc(LINE_MAX_NR + 1ul, sizeof(*s.lines)) : NULL;
	if (s.lines && !s.rc)
		search_all(&s, t);
	else if (s.wanted)
		s.rc = -ENOMEM;
	free_wanted(&s);
	free(s.lines);
	return s.rc;
}
