// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: the input is a profile, which is read and printed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "util/error.h"
#include "util/plain.h"
#include "write/writer.h"

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

static void report(const struct profile *p)
{
	const struct writer_options options = { .top = 20 };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	writer_find("term")->write(p, &options, out);
	fclose(out);
	expect_plain(text, len);
	free(text);
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
		report(p);
	else
		expect_plain(err.text, strlen(err.text));
	profile_free(p);
	return 0;
}
