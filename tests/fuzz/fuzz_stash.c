// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The walk over the symbol tables of a target: the input is its memory.  The first byte says which perl it is; what
 * follows lies at BASE, with the pointer to the symbol tables DEFSTASH bytes behind that.
 */
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "inspect/memory_subs.h"
#include "inspect/memory.h"
#include "inspect/stash.h"
#include "perl/layout.h"

#define BASE	 0x10000000u
#define DEFSTASH 64u /* as in tests/unit/made_perl.h */
#define ALIGN	 8u

struct input {
	const uint8_t *data;
	size_t size;
};

static ssize_t read_input(void *arg, void *to, size_t size, uint64_t addr)
{
	const struct input *in = arg;

	if (addr < BASE || addr - BASE >= in->size)
		return 0;
	addr -= BASE;
	if (size > in->size - addr)
		size = in->size - addr;
	memcpy(to, in->data + addr, size);
	return (ssize_t)size;
}

/* Half of what is changed becomes a pointer to somewhere in the input: chance alone makes none. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	uint64_t words = size > 1 ? (size - 1) / ALIGN : 0, pointer, at;

	if (!words || seed & 1)
		return LLVMFuzzerMutate(data, size, max);
	at = seed / 2 * 2654435761u % words;
	pointer = BASE + (seed >> 8) * 40503u % words * ALIGN;
	memcpy(data + 1 + at * ALIGN, &pointer, sizeof(pointer));
	return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data + 1, size - 1 };
	struct perl_layout layout;
	struct stash_report report;
	struct stash_walk how = {
		.layout = &layout, .base = BASE, .interp = 1, .limit_ns = 1000000000
	};
	const struct layout_row *rows;
	struct memory_subs *found;
	size_t cnt;

	if (!size)
		return -1;
	rows = layout_rows(&cnt);
	layout = rows[data[0] % cnt].layout;
	layout.Idefstash = DEFSTASH;
	how.mem = memory_new(read_input, &in);
	found = memory_subs_new(NULL);
	stash_walk(&how, found, &report);
	memory_subs_free(found);
	memory_free(how.mem);
	return 0;
}
