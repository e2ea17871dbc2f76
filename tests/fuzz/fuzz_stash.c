// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The walk over the symbol tables of a target: the input is its memory.  The first byte says which perl it is; what
 * follows lies at INPUT_BASE, with the pointer to the symbol tables DEFSTASH bytes behind that.
 */
#include <stdint.h>

#include "input_memory.h"
#include "inspect/memory.h"
#include "inspect/memory_subs.h"
#include "inspect/stash.h"
#include "perl/layout.h"

#define DEFSTASH 64u /* as in tests/unit/made_perl.h */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	return input_mutate(data, size, max, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data + 1, size - 1 };
	struct perl_layout layout;
	struct stash_report report;
	struct stash_walk how = {
		.layout = &layout, .base = INPUT_BASE, .interp = 1, .limit_ns = 1000000000
	};
	const struct layout_row *rows;
	struct memory_subs *found;
	size_t cnt;

	if (!size)
		return -1;
	rows = layout_rows(&cnt);
	layout = rows[data[0] % cnt].layout;
	layout.Idefstash = DEFSTASH;
	how.mem = memory_new(input_read, &in);
	found = memory_subs_new(NULL);
	stash_walk(&how, found, &report);
	memory_subs_free(found);
	memory_free(how.mem);
	return 0;
}
