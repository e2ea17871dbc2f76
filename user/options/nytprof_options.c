// SPDX-License-Identifier: GPL-2.0-or-later
/* NYTProf's options: which there are, and what they mean here. */
#include "options/nytprof_options.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log/log.h"
#include "nytp/nytp.h"
#include "nytprof/settings.h"
#include "option_rows.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "text/nearest.h"

enum kind {
	KIND_TEXT,
	KIND_FLAG, /* a number, of which only zero or not counts */
	KIND_NUMBER,
	KIND_INTEGER, /* of any sign */
	KIND_START,
	KIND_CLOCK,
	KIND_ENDS, /* about ends that NYTProf would miss */
	KIND_IGNORED, /* nothing to do here; .note says why */
};

static const struct option_spec {
	const char *name;
	enum kind kind;
	size_t offset; /* of the field */
	int max; /* KIND_NUMBER, KIND_INTEGER */
	const char *note; /* the reason why it changes nothing */
} specs[] = {
#define FIELD(name)		    offsetof(struct nytprof_options, name)
#define SPEC(name, kind, max)	    { #name, KIND_##kind, FIELD(name), max, NULL },
#define NO_EFFECT(name, kind, note) { #name, KIND_##kind, 0, 0, note },
	NYTPROF_OPTIONS(SPEC, NO_EFFECT)
#undef SPEC
#undef NO_EFFECT
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
	o->start = START_BEGIN;
	o->forkdepth = -1;
	o->clock = CLOCK_MONOTONIC;
	o->nameevals = true;
	o->nameanonsubs = true;
}

void nytprof_options_release(struct nytprof_options *o)
{
	free(o->file);
	free(o->log);
	o->file = o->log = NULL;
}

void nytprof_options_unname(struct nytprof_options *o)
{
	free(o->file);
	o->file = NULL;
	o->addpid = o->addtimestamp = false;
	o->about_file = NULL;
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
	if (number < (spec->kind == KIND_INTEGER ? INT_MIN : 0) || number > spec->max)
		return error_set(err, EINVAL, "%s=%s: must be %d to %d", spec->name, value,
				 spec->kind == KIND_INTEGER ? INT_MIN : 0, spec->max);
	*(int *)((char *)o + spec->offset) = (int)number;
	return 0;
}

static int set_start(struct nytprof_options *o, const char *value, struct error *err)
{
	static const char *const words[] = {
		[START_BEGIN] = "begin", [START_INIT] = "init", [START_END] = "end", [START_NO] = "no"
	};
	unsigned i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(value, words[i])) {
			o->start = i;
			return 0;
		}
	}
	return error_set(err, EINVAL, "start=%s: must be begin, init, end or no", value);
}

/* A BPF program can read but few clocks. */
static int set_clock(struct nytprof_options *o, const char *value, struct error *err)
{
	char *end;
	long number = strtol(value, &end, 10);
	bool is_number = *value && !*end;

	o->cpu_time = !strcmp(value, "cpu") || (is_number && number == CLOCK_PROCESS_CPUTIME_ID);
	if (o->cpu_time || !strcmp(value, "wall") ||
	    (is_number && (number == -1 || number == CLOCK_MONOTONIC)))
		o->clock = CLOCK_MONOTONIC;
	else if (is_number && number == CLOCK_BOOTTIME)
		o->clock = CLOCK_BOOTTIME;
	else
		return error_set(err, EINVAL,
				 "clock=%s: not supported; use %d (CLOCK_MONOTONIC, or wall), "
				 "%d (CLOCK_PROCESS_CPUTIME_ID, or cpu) or %d (CLOCK_BOOTTIME)",
				 value, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_BOOTTIME);
	return 0;
}

static int set_text(char **field, const char *value, struct error *err)
{
	free(*field);
	*field = strdup(value);
	return *field ? 0 : error_set(err, ENOMEM, "out of memory");
}

static int set_spec(struct nytprof_options *o, const struct option_spec *spec, const char *value,
		    struct error *err)
{
	switch (spec->kind) {
	case KIND_TEXT:
		return set_text((char **)(void *)((char *)o + spec->offset), value, err);
	case KIND_FLAG:
	case KIND_NUMBER:
	case KIND_INTEGER:
		return set_number(o, spec, value, err);
	case KIND_START:
		return set_start(o, value, err);
	case KIND_CLOCK:
		return set_clock(o, value, err);
	case KIND_ENDS:
	case KIND_IGNORED:
		o->given |= 1u << (spec - specs);
		return 0;
	}
	return 0;
}

void nytprof_options_explain(const struct nytprof_options *o)
{
	size_t i;

	_Static_assert(SPEC_CNT <= 8 * sizeof(o->given), "a bit for each option");
	for (i = 0; i < SPEC_CNT; i++) {
		if (!(o->given & 1u << i))
			continue;
		if (specs[i].kind == KIND_ENDS)
			log_verbose("option %s changes nothing: %s", specs[i].name, specs[i].note);
		else
			log_info("option %s changes nothing: %s", specs[i].name, specs[i].note);
	}
}

static bool is_about_file(const struct option_spec *spec)
{
	return !spec->note && (spec->offset == FIELD(file) || spec->offset == FIELD(addpid) ||
			       spec->offset == FIELD(addtimestamp));
}

int nytprof_option_set(struct nytprof_options *o, const char *name, const char *value,
		       struct error *err)
{
	const char *near;
	size_t i;

	for (i = 0; i < SPEC_CNT; i++) {
		if (strcmp(specs[i].name, name) != 0)
			continue;
		if (is_about_file(&specs[i]) && specs[i].kind == KIND_TEXT && !strcmp(value, "-"))
			return error_set(
				err, EINVAL,
				"file=-: a profile can't be written to stdout: name a file "
				"(./- for "
				"one of that name)");
		if (is_about_file(&specs[i]))
			o->about_file = specs[i].name;
		return set_spec(o, &specs[i], value, err);
	}
	near = nearest_name(name, nytprof_option_name);
	if (near)
		log_warning("unknown NYTPROF option \"%s\" (nearest: %s)", name, near);
	else
		log_warning("unknown NYTPROF option \"%s\"", name);
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
				       "option \"%s\" has no value: write "
				       "name=value",
				       name);
	}
	return rc;
}
