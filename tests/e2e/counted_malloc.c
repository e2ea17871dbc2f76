// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A library to preload: counts the allocations of a program between umask(0111) and umask(0112), and what is left of
 * them when the program ends, into the file $COUNTED: ALLOCATIONS BYTES LIVE LIVE_BYTES.  One thread only.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ROOM (1u << 20) /* a power of two */

static struct {
	void *at;
	size_t size;
} live[ROOM];
static size_t cnt, bytes, live_cnt, live_bytes;
static int counting;

static void *(*next_malloc)(size_t size);
static void *(*next_calloc)(size_t cnt, size_t size);
static void *(*next_realloc)(void *at, size_t size);
static void (*next_free)(void *at);

/* dlsym() may ask for memory itself. */
static char early[4096];
static size_t early_size;

static void *early_alloc(size_t size)
{
	void *at = early + early_size;

	early_size += (size + 15) & ~15ul;
	return early_size <= sizeof(early) ? at : NULL;
}

static void find(void)
{
	static int finding;

	if (next_free || finding)
		return;
	finding = 1;
	next_malloc = dlsym(RTLD_NEXT, "malloc");
	next_calloc = dlsym(RTLD_NEXT, "calloc");
	next_realloc = dlsym(RTLD_NEXT, "realloc");
	next_free = dlsym(RTLD_NEXT, "free");
	finding = 0;
}

static size_t place_of(void *at)
{
	size_t i = (uintptr_t)at / 16 * 2654435761u % ROOM;

	while (live[i].at && live[i].at != at)
		i = (i + 1) % ROOM;
	return i;
}

static void came(void *at, size_t size)
{
	size_t i;

	if (!counting || !at)
		return;
	cnt++;
	bytes += size;
	i = place_of(at);
	live[i].at = at;
	live[i].size = size;
	live_cnt++;
	live_bytes += size;
}

/* The size of an entry that is gone is that of none. */
static void gone(void *at)
{
	size_t i = at ? place_of(at) : 0;

	if (!at || !live[i].at || live[i].size == SIZE_MAX)
		return;
	live_cnt--;
	live_bytes -= live[i].size;
	live[i].size = SIZE_MAX;
}

void *malloc(size_t size)
{
	void *at;

	find();
	at = next_malloc ? next_malloc(size) : early_alloc(size);
	came(at, size);
	return at;
}

void *calloc(size_t number, size_t size)
{
	void *at;

	find();
	at = next_calloc ? next_calloc(number, size) : early_alloc(number * size);
	came(at, number * size);
	return at;
}

void *realloc(void *was, size_t size)
{
	void *at;

	find();
	gone(was);
	at = next_realloc(was, size);
	came(at, size);
	return at;
}

void free(void *at)
{
	find();
	gone(at);
	if ((char *)at < early || (char *)at >= early + sizeof(early))
		next_free(at);
}

mode_t umask(mode_t mask)
{
	mode_t (*next)(mode_t mask) = dlsym(RTLD_NEXT, "umask");

	counting = mask == 0111 ? 1 : mask == 0112 ? 0 : counting;
	return next(mask);
}

__attribute__((destructor)) static void say(void)
{
	FILE *out = fopen(getenv("COUNTED"), "w");

	if (!out)
		return;
	fprintf(out, "%zu %zu %zu %zu\n", cnt, bytes, live_cnt, live_bytes);
	fclose(out);
}
