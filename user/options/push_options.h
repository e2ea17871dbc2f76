/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of --push: where profiles are sent, in which form, and with which labels. */
#ifndef NYTPROF_PUSH_OPTIONS_H
#define NYTPROF_PUSH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

#define PUSH_LABELS_MAX	    20
#define PUSH_LABEL_NAME_MAX 100 /* bytes */
#define PUSH_LABEL_TEXT_MAX 200

enum push_format {
	PUSH_PYROSCOPE,
	PUSH_OTLP,
};

/* What splits profiles besides the service, its unit, its container and the version of perl. */
enum push_by {
	PUSH_BY_PID = 1,
	PUSH_BY_USER = 2,
	PUSH_BY_SCRIPT = 4,
};

struct push_label {
	const char *name, *text; /* not terminated */
	size_t name_len, text_len;
};

struct push_options {
	const char *url; /* NULL: nothing is sent */
	enum push_format format;
	const char *auth; /* a file; NULL: none */
	const char *tenant; /* NULL: none */
	const char *ca; /* a file with certificates; NULL: those of the system */
	const char *pods; /* a file; NULL: none */
	const char *queue; /* a directory */
	uint64_t queue_size; /* bytes, at most */
	double queue_age; /* seconds, at most */
	unsigned by; /* a set of enum push_by */
	struct push_label labels[PUSH_LABELS_MAX];
	unsigned label_cnt;
	bool given; /* an option was given that has no default and needs --push */
};

void push_options_init(struct push_options *o);

/* nr: an enum option_nr. arg must outlive o. -EINVAL with err set. */
int push_option_set(struct push_options *o, size_t nr, const char *arg, struct error *err);
int push_options_check(const struct push_options *o, struct error *err);

#endif
