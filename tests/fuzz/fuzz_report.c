// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: the input is a profile, which is read and printed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "report/report.h"
#include "util/error.h"
#include "text/plain.h"

/* Whatever the profile holds, nothing that is printed drives a terminal. */
static void expect_plain(const char *text, size_t len)
{
	size_t i, plain;

	for (i = 0; i < len; i += plain) {
		plain = text[i] == '\n' ? 1 : plain_len(text + i, len - i);
		if (!plain)
			abort();
	}
}

static void report(struct profile *p, struct report_options options)
{
	char *text = NULL;
	struct error err;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	report_write(p, &options, out, &err);
	fclose(out);
	expect_plain(text, len);
	free(text);
}

static void report_all(struct profile *p)
{
	const struct report_options usual = { .limit = 20, .depth = 3, .width = 80, .fit = true };
	struct report_options options = usual;
	size_t i;

	report(p, usual);
	options.fit = false;
	for (i = 0; i < p->file_cnt && i < 4; i++) {
		options.source = p->files[i]->name;
		report(p, options);
	}
	options = usual;
	for (i = 0; i < p->sub_cnt && i < 4; i++) {
		options.sub = p->subs[i]->name;
		report(p, options);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *in = size ? fmemopen((void *)data, size, "r") : NULL;
	struct profile *p;
	struct error err;

	if (!in)
		return -1;
	p = nytp_read(in, "input", &err);
	fclose(in);
	if (p)
		report_all(p);
	else
		expect_plain(err.text, strlen(err.text));
	profile_free(p);
	return 0;
}
