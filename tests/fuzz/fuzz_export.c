// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf export: the first byte chooses the format, the rest is a profile. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "nytp/nytp.h"
#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "util/error.h"
#include "text/plain.h"

/* Text for a tool and a terminal: lines of UTF-8, without what drives the latter. */
static void expect_text(const char *text, size_t len)
{
	size_t i, plain;

	for (i = 0; i < len; i += plain) {
		plain = strchr("\r\n\t", text[i]) ? 1 : plain_len(text + i, len - i);
		if (!plain || (plain == 1 && (unsigned char)text[i] >= 0x80))
			abort();
	}
}

static int64_t sum_of(const struct stacks *s)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		if (s->all[i].ns < 0 || (i && s->all[i].up >= i) ||
		    __builtin_add_overflow(sum, s->all[i].ns, &sum))
			return INT64_MAX;
	}
	return sum;
}

static void export(const struct exporter *e, struct profile *p)
{
	struct event_stacks events = {};
	struct stacks stacks = {};
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (e->stacks && stacks_make(&stacks, p))
		abort();
	if (e->events && event_stacks_make(&events, p))
		abort();
	stacks.events = e->events ? &events : NULL;
	if (e->lines && stack_lines_add(&stacks, p))
		abort();
	if (e->stacks && sum_of(&stacks) != stacks.all[0].total_ns)
		abort();
	e->write(p, e->stacks || e->events ? &stacks : NULL, out);
	fclose(out);
	if (!e->binary)
		expect_text(text, len);
	stacks_release(&stacks);
	event_stacks_release(&events);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t formats = 0;
	FILE *in = size > 1 ? fmemopen((void *)(data + 1), size - 1, "r") : NULL;
	struct profile *p;
	struct error err;

	if (!in)
		return -1;
	while (export_name(formats))
		formats++;
	p = nytp_read_with_tree(in, "input", &err);
	fclose(in);
	if (p)
		export(export_find(export_name(*data % formats)), p);
	profile_free(p);
	return 0;
}
