/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An input as the memory of a process: it lies at INPUT_BASE, and there is nothing else. */
#ifndef NYTPROF_INPUT_MEMORY_H
#define NYTPROF_INPUT_MEMORY_H

#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define INPUT_BASE  0x10000000u
#define INPUT_ALIGN 8u

struct input {
	const uint8_t *data;
	size_t size;
};

/* As memory_new() wants it; arg: a struct input. */
static inline ssize_t input_read(void *arg, void *to, size_t size, uint64_t addr)
{
	const struct input *in = arg;

	if (addr < INPUT_BASE || addr - INPUT_BASE >= in->size)
		return 0;
	addr -= INPUT_BASE;
	if (size > in->size - addr)
		size = in->size - addr;
	memcpy(to, in->data + addr, size);
	return (ssize_t)size;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/*
 * Half of the changes write a pointer into the input: chance alone makes none.  The first byte is
 * not memory.
 */
static inline size_t input_mutate(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	uint64_t words = size > 1 ? (size - 1) / INPUT_ALIGN : 0, pointer, at;

	if (!words || seed & 1)
		return LLVMFuzzerMutate(data, size, max);
	at = seed / 2 * 2654435761u % words;
	pointer = INPUT_BASE + (seed >> 8) * 40503u % words * INPUT_ALIGN;
	memcpy(data + 1 + at * INPUT_ALIGN, &pointer, sizeof(pointer));
	return size;
}

#endif
