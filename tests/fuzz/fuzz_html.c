// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nytprof-bpf report --html: the first byte chooses the options, the rest is a profile. Whatever the
 * profile has, the page has its own tags only, and is UTF-8.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_page.h"
#include "html/html.h"
#include "nytp/nytp.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/error.h"

static void write_page(struct profile *p, unsigned options)
{
	const struct html_options o = { .all_lines = options & 1 };
	struct stacks stacks = {};
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out || stacks_make(&stacks, p) || html_write(p, &stacks, &o, out))
		abort();
	fclose(out);
	check_page(text, len);
	stacks_release(&stacks);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *in = size > 1 ? fmemopen((void *)(data + 1), size - 1, "r") : NULL;
	struct profile *p;
	struct error err;

	if (!in)
		return -1;
	p = nytp_read_with_tree(in, "input", &err);
	fclose(in);
	if (p)
		write_page(p, *data);
	profile_free(p);
	return 0;
}
