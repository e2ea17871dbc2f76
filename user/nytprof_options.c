// SPDX-License-Identifier: GPL-2.0-or-later
/* NYTProf's options: which there are, and what they mean here. */
#include "nytprof_options.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/log.h"

enum kind {
	KIND_FILE,
	KIND_FLAG, /* a number, of which only zero or not counts */
	KIND_NUMBER,
	KIND_IGNORED, /* nothing to do here; .note says why */
	KIND_LATER, /* known, but only this value is supported so far */
};

static const struct option_spec {
	const char *name;
	enum kind kind;
	size_t offset; /* of the field; KIND_FLAG and KIND_NUMBER */
	int max; /* KIND_NUMBER */
	const char *note; /* KIND_IGNORED: the reason; KIND_LATER: the value */
} specs[] = {
#define FIELD(name) offsetof(struct nytprof_options, name)
	{ "file", KIND_FILE, 0, 0, NULL },
	{ "addpid", KIND_FLAG, FIELD(addpid), 0, NULL },
	{ "addtimestamp", KIND_FLAG, FIELD(addtimestamp), 0, NULL },
	{ "compress", KIND_NUMBER, FIELD(compress), 9, NULL },
	{ "stmts", KIND_FLAG, FIELD(stmts), 0, NULL },
	{ "subs", KIND_FLAG, FIELD(subs), 0, NULL },
	{ "savesrc", KIND_FLAG, FIELD(savesrc), 0, NULL },
	{ "leave", KIND_FLAG, FIELD(leave), 0, NULL },
	{ "slowops", KIND_NUMBER, FIELD(slowops), 2, NULL },
	{ "blocks", KIND_FLAG, FIELD(blocks), 0, NULL },
	{ "calls", KIND_NUMBER, FIELD(calls), 2, NULL },
	{ "start", KIND_LATER, 0, 0, "begin" },
	{ "forkdepth", KIND_LATER, 0, 0, "-1" },
	{ "clock", KIND_LATER, 0, 0, "1" },
	{ "nameevals", KIND_LATER, 0, 0, "1" },
	{ "nameanonsubs", KIND_LATER, 0, 0, "1" },
	{ "log", KIND_IGNORED, 0, 0, "messages go to stderr" },
	{ "trace", KIND_IGNORED, 0, 0, "use -v" },
	{ "sigexit", KIND_IGNORED, 0, 0, "every end of a process is seen" },
	{ "posix_exit", KIND_IGNORED, 0, 0, "every end of a process is seen" },
	{ "libcexit", KIND_IGNORED, 0, 0, "every end of a process is seen" },
	{ "endatexit", KIND_IGNORED, 0, 0, "every end of a process is seen" },
	{ "use_db_sub", KIND_IGNORED, 0, 0, "perl's debugger is not used" },
	{ "findcaller", KIND_IGNORED, 0, 0, "callers come from perl's own stack anyway" },
	{ "optimize", KIND_IGNORED, 0, 0, "the program runs as perl compiled it" },
	{ "usecputime", KIND_IGNORED, 0, 0, "NYTProf itself has dropped it" },
	{ "evals", KIND_IGNORED, 0, 0, "string evals are always recorded" },
	{ "expand", KIND_IGNORED, 0, 0, "it has no effect in NYTProf either" },
	{ "perldb", KIND_IGNORED, 0, 0, "perl's debugger is not used" },
#undef FIELD
};

#define SPEC_CNT (sizeof(specs) / sizeof(specs[0]))

const char *nytprof_option_name(size_t i)
{
	return i < SPEC_CNT ? specs[i].name : NULL;
}

void nytprof_options_init(struct nytprof_options *o)
{
	memset(o, 0, sizeof(*o));
	o->compress = NYTP_COMPRESS_DEFAULT;
	o->calls = 1;
	o->stmts = true;
	o->subs = true;
	o->savesrc = true;
	o->leave = true;
	o->slowops = 2;
}

void nytprof_options_release(struct nytprof_options *o)
{
	free(o->file);
	o->file = NULL;
}

/* How many letters must be added, dropped or changed to make one of the other (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
	size_t len = strlen(b), row[64], i, j;

	if (len >= sizeof(row) / sizeof(row[0]))
		return SIZE_MAX;
	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (j = 0; j < len; j++) {
			size_t change = diagonal + (a[i] != b[j]);
			size_t best = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;

			diagonal = row[j + 1];
			row[j + 1] = change < best ? change : best;
		}
	}
	return row[len];
}

static const char *nearest(const char *name)
{
	const char *best = specs[0].name;
	size_t i;

	for (i = 1; i < SPEC_CNT; i++) {
		if (distance(name, specs[i].name) < distance(name, best))
			best = specs[i].name;
	}
	return best;
}

static int set_number(struct nytprof_options *o, const struct option_spec *spec, const char *value,
		      struct error *err)
{
	char *end;
	long number = strtol(value, &end, 10);

	if (!*value || *end)
		return error_set(err, EINVAL, "%s=%s: not a number", spec->name, value);
	if (spec->kind == KIND_FLAG) {
		*(bool *)((char *)o + spec->offset) = number != 0;
		return 0;
	}
	if (number < 0 || number > spec->max)
		return error_set(err, EINVAL, "%s=%s: must be 0 to %d", spec->name, value,
				 spec->max);
	*(int *)((char *)o + spec->offset) = (int)number;
	return 0;
}

static int set_spec(struct nytprof_options *o, const struct option_spec *spec, const char *value,
		    struct error *err)
{
	switch (spec->kind) {
	case KIND_FILE:
		free(o->file);
		o->file = strdup(value);
		return o->file ? 0 : error_set(err, ENOMEM, "out of memory");
	case KIND_FLAG:
	case KIND_NUMBER:
		return set_number(o, spec, value, err);
	case KIND_IGNORED:
		log_verbose("option %s=%s changes nothing: %s", spec->name, value, spec->note);
		return 0;
	case KIND_LATER:
		if (strcmp(value, spec->note) != 0)
			log_warning("option %s=%s is not supported yet: %s=%s is in effect",
				    spec->name, value, spec->name, spec->note);
		return 0;
	}
	return 0;
}

int nytprof_option_set(struct nytprof_options *o, const char *name, const char *value,
		       struct error *err)
{
	size_t i;

	for (i = 0; i < SPEC_CNT; i++) {
		if (!strcmp(specs[i].name, name))
			return set_spec(o, &specs[i], value, err);
	}
	log_warning("unknown NYTPROF option \"%s\" (nearest: %s)", name, nearest(name));
	return 0;
}

/* Up to an unescaped stop character or the end, backslashes resolved; moves *text behind it. */
static char *take_part(const char **text, const char *stops)
{
	char *part = malloc(strlen(*text) + 1), *p = part;

	while (part && **text && !strchr(stops, **text)) {
		if (**text == '\\' && (*text)[1])
			++*text;
		*p++ = *(*text)++;
	}
	if (part)
		*p = '\0';
	return part;
}

int nytprof_options_parse(struct nytprof_options *o, const char *text, struct error *err)
{
	int rc = 0;

	while (*text && !rc) {
		char *name __cleanup(free_ptr) = take_part(&text, ":="),
			   *value __cleanup(free_ptr) = NULL;

		if (*text == '=') {
			text++;
			value = take_part(&text, ":");
		}
		if (*text == ':')
			text++;
		if (name && value)
			rc = nytprof_option_set(o, name, value, err);
		else if (name && *name)
			rc = error_set(err, EINVAL,
				       "NYTPROF option \"%s\" has no value: name=value", name);
	}
	return rc;
}
