// SPDX-License-Identifier: GPL-2.0-or-later
/* Long runs of one record: whatever way they are deflated, all of them come out again. */
#include "records/sink.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "records/format.h"

static const char before[] = "before", after[] = "after", record[] = "A-RECORD-OF-16-B";

static size_t written(uint64_t cnt, size_t size, int level, char **data)
{
	size_t len;
	FILE *f = open_memstream(data, &len);
	struct sink *s = sink_new(f);

	cr_assert_eq(sink_start_deflate(s, level), 0);
	sink_put(s, before, sizeof(before));
	sink_put_repeated(s, record, size, cnt);
	sink_put(s, after, sizeof(after));
	sink_put_repeated(s, record, size, cnt);
	sink_put(s, after, sizeof(after));
	cr_assert_eq(sink_end(s), 0);
	fclose(f);
	return len;
}

static const uint8_t *check_text(const uint8_t *at, const char *text, size_t size)
{
	cr_assert_eq(memcmp(at, text, size), 0, "not \"%s\"", text);
	return at + size;
}

static const uint8_t *check_run(const uint8_t *at, uint64_t cnt, size_t size)
{
	uint64_t i;

	for (i = 0; i < cnt && !memcmp(at, record, size); i++)
		at += size;
	cr_assert_eq(i, cnt, "%lu of %lu records of %zu bytes", i, cnt, size);
	return at;
}

/* uncompress() also checks zlib's header, and the sum at the end. */
static void comes_out_again(uint64_t cnt, size_t size, int level)
{
	uLongf len = sizeof(before) + 2 * (cnt * size + sizeof(after));
	uLongf room = len + 1;
	uint8_t *plain = malloc(room);
	const uint8_t *at = plain;
	char *data;
	size_t packed = written(cnt, size, level, &data);

	cr_assert_eq(data[0], NYTP_START_DEFLATE);
	cr_assert_eq(uncompress(plain, &room, (uint8_t *)data + 1, packed - 1), Z_OK,
		     "%lu records of %zu bytes, level %d", cnt, size, level);
	cr_assert_eq(room, len);
	at = check_text(at, before, sizeof(before));
	at = check_run(at, cnt, size);
	at = check_text(at, after, sizeof(after));
	at = check_run(at, cnt, size);
	check_text(at, after, sizeof(after));
	cr_assert_lt(packed, len / 180 + 400, "%zu bytes of %lu", packed, len);
	free(plain);
	free(data);
}

Test(sink, runs_of_any_length_come_out_again)
{
	static const uint64_t cnts[] = { 0,	 1,	  4095,	   70000,   524287,
					 524288, 1398102, 5000003, 17000001 };
	size_t i;

	for (i = 0; i < sizeof(cnts) / sizeof(cnts[0]); i++) {
		comes_out_again(cnts[i], 5, 6);
		comes_out_again(cnts[i], i ? 16 / i : 1, 1);
	}
	comes_out_again(600000, 16, 9);
}

Test(sink, a_long_run_takes_a_thousandth_of_its_bytes)
{
	char *data;
	size_t few = written(20000000, 4, 6, &data), many;

	free(data);
	many = written(40000000, 4, 6, &data);
	free(data);
	cr_assert_lt(many - few, 2 * 20000000 * 4 / 1000, "%zu bytes", many - few);
}

Test(sink, a_full_disk_is_an_error)
{
	FILE *f = fopen("/dev/full", "w");
	struct sink *s = sink_new(f);

	cr_assert_eq(sink_start_deflate(s, 6), 0);
	sink_put_repeated(s, record, 16, 400000000);
	cr_assert(sink_end(s) || fflush(f));
	fclose(f);
}
