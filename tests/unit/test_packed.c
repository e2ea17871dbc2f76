// SPDX-License-Identifier: GPL-2.0-or-later
/* A source that was deflated once is written again as it is; the stream is as if it had been deflated each time. */
#include "nytp/packed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "records/sink.h"

#define SIZE 100000

static char *text_of(char salt)
{
	char *text = malloc(SIZE);
	size_t i;

	for (i = 0; i < SIZE; i++)
		text[i] = (char)('a' + (i * i + (size_t)salt * i / 7) % 23);
	return text;
}

static struct packed_source source_of(const char *text, uint32_t fid)
{
	return (struct packed_source){ .text = text, .len = SIZE, .fid = fid, .level = 6 };
}

/* As the writer does it; true: it was known. */
static bool put(struct sink *s, struct packed *p, const char *text, uint32_t fid)
{
	const struct packed_source source = source_of(text, fid);
	const struct sink_part *known = packed_find(p, &source);
	struct sink_part part;

	if (known) {
		sink_put_part(s, known);
		return true;
	}
	sink_begin_part(s);
	sink_put(s, text, SIZE);
	cr_assert(sink_end_part(s, &part));
	packed_keep(p, &source, &part);
	return false;
}

/* A file with two sources, and something before, between and behind them. */
static size_t written(struct packed *p, const char *one, const char *other, bool known, char **data)
{
	size_t len;
	FILE *f = open_memstream(data, &len);
	struct sink *s = sink_new(f);

	cr_assert_eq(sink_start_deflate(s, 6), 0);
	sink_put(s, one, 1000);
	cr_assert_eq(put(s, p, one, 1), known);
	sink_put(s, one, 1000);
	cr_assert_eq(put(s, p, other, 2), known);
	cr_assert(put(s, p, other, 2), "a second time in the same file");
	sink_put(s, other, 1000);
	cr_assert_eq(sink_end(s), 0);
	fclose(f);
	return len;
}

static const char *check(const char *at, const char *text, size_t size)
{
	cr_assert_eq(memcmp(at, text, size), 0);
	return at + size;
}

/* uncompress() also checks the sum at the end. */
static void comes_out(const char *data, size_t len, const char *one, const char *other)
{
	uLongf room = 4 * SIZE;
	char *plain = malloc(room);
	const char *at = plain;

	cr_assert_eq(uncompress((Bytef *)plain, &room, (const Bytef *)data + 1, len - 1), Z_OK);
	cr_assert_eq(room, 3 * SIZE + 3000u);
	at = check(at, one, 1000);
	at = check(at, one, SIZE);
	at = check(at, one, 1000);
	at = check(at, other, SIZE);
	at = check(at, other, SIZE);
	check(at, other, 1000);
	free(plain);
}

Test(packed, a_file_is_the_same_whether_its_sources_were_known_or_not)
{
	struct packed *p = packed_new();
	char *one = text_of(1), *other = text_of(2), *first, *second;
	size_t first_len = written(p, one, other, false, &first);
	size_t second_len = written(p, one, other, true, &second);

	comes_out(first, first_len, one, other);
	cr_assert_eq(first_len, second_len);
	cr_assert_eq(memcmp(first, second, first_len), 0);
	packed_free(p);
	free(one);
	free(other);
	free(first);
	free(second);
}

static void keep(struct packed *p, const char *text, uint32_t fid)
{
	const struct packed_source source = source_of(text, fid);
	struct sink_part part = { .data = calloc(1, SIZE), .size = SIZE };

	packed_keep(p, &source, &part);
}

static bool has(struct packed *p, const char *text, uint32_t fid)
{
	const struct packed_source source = source_of(text, fid);

	return packed_find(p, &source) != NULL;
}

/* The records have the file's number, and one user's source is not another's. */
Test(packed, another_text_or_another_file_is_another_one)
{
	struct packed *p = packed_new();
	char *text = text_of(1);

	keep(p, text, 1);
	cr_expect(has(p, text, 1));
	cr_expect_not(has(p, text, 2));
	text[SIZE - 1]++;
	cr_expect_not(has(p, text, 1));
	packed_free(p);
	free(text);
}

/* 1000 of them would be 200 MB. */
Test(packed, those_that_were_not_used_for_long_make_room)
{
	struct packed *p = packed_new();
	char *text = text_of(1);
	uint32_t fid, cnt = 0;

	for (fid = 1; fid <= 1000; fid++) {
		keep(p, text, fid);
		cr_assert(has(p, text, 1), "the first one, used all the time, at %u", fid);
	}
	for (fid = 1; fid <= 1000; fid++)
		cnt += has(p, text, fid);
	cr_expect(cnt > 10 && cnt < 100, "%u are there", cnt);
	cr_expect(has(p, text, 1000));
	packed_free(p);
	free(text);
}

Test(packed, small_and_huge_ones_are_not_kept)
{
	struct packed_source source = { .text = "", .len = 100, .level = 6 };

	cr_expect_not(packed_takes(&source));
	source.len = SIZE;
	cr_expect(packed_takes(&source));
	source.level = 0;
	cr_expect_not(packed_takes(&source), "nothing is deflated");
	source.level = 6;
	source.len = 32 << 20;
	cr_expect_not(packed_takes(&source));
}
