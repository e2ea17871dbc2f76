/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of which series of profiles a process is: its service, host, unit, and what else tells it apart. */
#ifndef NYTPROF_PUSH_LABELS_H
#define NYTPROF_PUSH_LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "options/push_options.h"

struct perl_build;
struct pods;
struct tracee;

#define LABEL_SERVICE "service_name"

/* Names and texts by turns, each with its NUL, in the order of the names. Texts are UTF-8. */
struct labels {
	char *text;
	size_t len;
};

/* False: out of memory. build: NULL if it is not known. The caller frees the text. */
bool labels_of(struct labels *l, const struct tracee *t, const struct perl_build *build,
	       const struct push_options *o);

/* Those of all services beyond the limit. */
bool labels_of_others(struct labels *l, const struct push_options *o);

/*
 * The same with the names of the pod and the container, as far as pods has them, and for a receiver
 * of that format. A process that is in no pod keeps its labels. False: out of memory. The caller
 * frees the text.
 */
bool labels_with_pods(struct labels *l, const struct labels *of, const struct pods *pods,
		      enum push_format format);

/* The next one; *at begins with 0. False: there is none. */
bool labels_next(const struct labels *l, size_t *at, const char **name, const char **text);

const char *labels_service(const struct labels *l);

#endif
