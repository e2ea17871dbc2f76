// SPDX-License-Identifier: GPL-2.0-or-later
/* Statement records of all lengths, wherever they are in the buffer of the reader. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "records/encode.h"
#include "util/error.h"

#define MANY	   200000u /* their bytes fill the reader's buffer several times */
#define MANY_FILES 4u

struct many {
	uint8_t *p;
	uint32_t state;
	struct profile_line sums[MANY_FILES][LINE_MAX_NR + 1];
};

static uint32_t next_random(struct many *m)
{
	m->state = m->state * 1664525 + 1013904223;
	return m->state >> 8;
}

static void put_u32(struct many *m, uint32_t v)
{
	m->p += nytp_encode_u32(m->p, v);
}

/* A number of any length. */
static uint32_t any_length(struct many *m, uint32_t most)
{
	uint32_t v = next_random(m);

	return (v & 0x7fffff) >> (v % 23) & most;
}

static void put_some(struct many *m, const uint32_t *fids)
{
	const uint32_t nr = next_random(m) % MANY_FILES, line = any_length(m, LINE_MAX_NR);
	const uint32_t ticks = next_random(m) % 3 ? any_length(m, 0x7fffffff) : 0;
	const bool block = next_random(m) % 8 == 0, discount = next_random(m) % 8 == 0;
	uint32_t times = next_random(m) % 5 ? 1 : 1 + next_random(m) % 50, i;

	for (i = 0; i < times; i++) {
		if (discount)
			*m->p++ = NYTP_DISCOUNT;
		*m->p++ = block ? NYTP_TIME_BLOCK : NYTP_TIME_LINE;
		put_u32(m, ticks);
		put_u32(m, fids[nr]);
		put_u32(m, line);
		if (block)
			put_u32(m, any_length(m, LINE_MAX_NR)), put_u32(m, 7);
	}
	m->sums[nr][line].cnt += discount ? 0 : times;
	m->sums[nr][line].ns += 100ll * ticks * times;
}

Test(load_stmts, statements_are_the_same_wherever_the_buffer_ends)
{
	static const uint32_t fids[MANY_FILES] = { 1, 130, 65535, 70000 };
	static const char head[] = "NYTProf 5 0\n:ticks_per_sec=10000000\nP\1\1";
	struct many *m = calloc(1, sizeof(*m));
	uint8_t *bytes = calloc(MANY, 64);
	struct profile *p;
	struct error err;
	uint32_t i, line;
	FILE *in;

	m->p = bytes;
	memcpy(m->p, head, sizeof(head) - 1);
	m->p += sizeof(head) - 1 + sizeof(double);
	for (i = 0; i < MANY_FILES; i++) {
		*m->p++ = NYTP_NEW_FID;
		put_u32(m, fids[i]);
		m->p += 5;
		m->p += sprintf((char *)m->p, "'\1%c", 'a' + (int)i);
	}
	while (m->p < bytes + 12 * MANY)
		put_some(m, fids);
	*m->p++ = NYTP_PID_END;
	*m->p++ = 1;
	m->p += sizeof(double);
	in = fmemopen(bytes, (size_t)(m->p - bytes), "r");
	p = nytp_read(in, "test.out", &err);
	fclose(in);
	cr_assert(p, "%s", err.text);
	for (i = 0; i < MANY_FILES; i++) {
		for (line = 0; line <= LINE_MAX_NR; line++) {
			const struct profile_line is = profile_line(p->files[i], line);

			cr_assert_eq(is.cnt, m->sums[i][line].cnt, "%u:%u", fids[i], line);
			cr_assert_eq(is.ns, m->sums[i][line].ns, "%u:%u", fids[i], line);
		}
	}
	profile_free(p);
	free(bytes);
	free(m);
}
