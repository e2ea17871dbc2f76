// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nytprof-bpf diff: the input is two profiles, one behind the other; the first byte halves it. The
 * page of the changes has its own tags only, and is UTF-8.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_page.h"
#include "diff/diff.h"
#include "diff/flame.h"
#include "diffpage/diffpage.h"
#include "nytp/nytp.h"
#include "profile/profile.h"
#include "util/error.h"

static int add(struct diff_side *side, const uint8_t *data, size_t size)
{
	FILE *in = size ? fmemopen((void *)data, size, "r") : NULL;
	struct profile *p = NULL;
	struct error err;

	if (in) {
		p = nytp_read_with_tree(in, "input", &err);
		fclose(in);
	}
	return p ? diff_side_add(side, p, "input", &err) : -1;
}

/* Without source, if the number of files is even. */
static void write_page(const struct diff_side *old, const struct diff_side *new,
		       const struct diff *d)
{
	char *names[] = { "<b>\"'&\xff", "name" };
	struct diff_stacks stacks;
	const struct diff_page page = {
		.diff = d,
		.stacks = &stacks,
		.old = old,
		.new = new,
		.old_names = names,
		.new_names = names,
		.no_source = old->sum->file_cnt % 2 == 0,
	};
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out || diff_stacks_make(&stacks, old, new) || diffpage_write(&page, out))
		abort();
	fclose(out);
	check_page(text, len);
	diff_stacks_release(&stacks);
	free(text);
}

static void compare(const struct diff_side *old, const struct diff_side *new)
{
	FILE *out = fopen("/dev/null", "w");
	struct diff_gate gate;
	struct error err;
	struct diff d;

	if (!diff_make(&d, old, new)) {
		diff_show(&d, 20, 0, out);
		diff_show(&d, 20, 20 + (unsigned)(d.sub_cnt % 100), out);
		diff_show_json(&d, out);
		diff_gate_parse(&gate, "sub>1%", &err);
		diff_gate_find(&gate, &d);
		write_page(old, new, &d);
	}
	diff_release(&d);
	diff_flame(old, new, out);
	fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diff_side old = {}, new = {};
	size_t half = size ? size * data[0] / 256 : 0;

	if (size < 2)
		return -1;
	data++, size--;
	if (!add(&old, data, half ? half : size) && !add(&new, data + half, size - half))
		compare(&old, &new);
	diff_side_release(&old);
	diff_side_release(&new);
	return 0;
}
