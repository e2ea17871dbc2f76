// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf verify --repair: what is made of any input has no fault that stops a reader. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "util/error.h"
#include "verify/verify.h"

static void expect_readable(struct profile *p)
{
	const struct nytp_settings settings = { .calls = 1 };
	struct profile *again;
	struct error err;
	char *bytes = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&bytes, &len);
	int rc = nytp_write(p, f, &settings, &err);

	fclose(f);
	f = rc ? NULL : fmemopen(bytes, len, "r");
	again = f ? nytp_read_with_tree(f, "repaired", &err) : NULL;
	if (f)
		fclose(f);
	if (f && !again) {
		fprintf(stderr, "%s\n", err.text);
		abort();
	}
	profile_free(again);
	free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *in = size ? fmemopen((void *)data, size, "r") : NULL;
	FILE *out = fopen("/dev/null", "w");
	struct verify v = { .name = "input", .out = out };
	struct profile *p;

	if (!in) {
		fclose(out);
		return -1;
	}
	p = verify_read(&v, in);
	if (p && !verify_repair(&v, p))
		expect_readable(p);
	profile_free(p);
	fclose(in);
	fclose(out);
	return 0;
}
