// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes a profile with many statement records, for the bench of the reader:
 *
 *   many_stmts RECORDS LINES merged|mixed >FILE
 *
 * merged: the records of a line follow each other, as the agent writes them.  mixed: they alternate, each
 * with a time of its own, as Devel::NYTProf writes them.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/nytp.h"
#include "profile/profile.h"
#include "records/encode.h"
#include "records/sink.h"
#include "util/error.h"

#define FILES 10u

static struct profile *make_profile(uint64_t records, uint32_t lines)
{
	struct profile *p = profile_new();
	char name[32];
	uint32_t i;

	for (i = 0; i < FILES; i++) {
		snprintf(name, sizeof(name), "/bench/file%u.pl", i);
		profile_file(p, name, 0, 0, FILE_VIA_STMT);
	}
	for (i = 0; i < lines; i++)
		profile_add_line(p->files[i % FILES], 1 + i / FILES, records / lines,
				 1000 * (int64_t)i);
	profile_set_attr(p, "application", "bench");
	profile_set_attr(p, "basetime", "1700000000");
	profile_set_attr(p, "nv_size", "8");
	p->pid = 1;
	p->start = 1700000000;
	p->end = p->start + 100;
	return p;
}

static void put_text(struct sink *s, const char *text)
{
	sink_put(s, text, strlen(text));
}

static void put_files(struct sink *s)
{
	static const uint32_t rest[] = { 0, 0, FILE_VIA_STMT, 0, 0 };
	char name[32];
	uint32_t i, k;

	for (i = 0; i < FILES; i++) {
		snprintf(name, sizeof(name), "/bench/file%u.pl", i);
		nytp_put_tag(s, NYTP_NEW_FID);
		nytp_put_u32(s, i + 1);
		for (k = 0; k < sizeof(rest) / sizeof(rest[0]); k++)
			nytp_put_u32(s, rest[k]);
		nytp_put_string(s, name);
	}
}

/* Loops of 20 lines; most times are short, some are not. */
static void put_mixed(struct sink *s, uint64_t records, uint32_t lines)
{
	uint32_t state = 1, loop = 0, line;
	uint64_t i;

	for (i = 0; i < records; i++) {
		state = state * 1664525 + 1013904223;
		if (i % 1000 == 0)
			loop = (state >> 8) % lines;
		line = (uint32_t)((loop + i % 20) % lines);
		nytp_put_tag(s, NYTP_TIME_LINE);
		nytp_put_u32(s, state >> 16 & (state >> 30 ? 0x7 : 0x1ff));
		nytp_put_u32(s, 1 + line % FILES);
		nytp_put_u32(s, 1 + line / FILES);
	}
}

static int write_mixed(uint64_t records, uint32_t lines)
{
	struct sink *s = sink_new(stdout);

	put_text(s, "NYTProf 5 0\n:basetime=1700000000\n:application=bench\n:nv_size=8\n"
		    ":ticks_per_sec=10000000\n");
	sink_start_deflate(s, 6);
	nytp_put_tag(s, NYTP_PID_START);
	nytp_put_u32(s, 1);
	nytp_put_u32(s, 0);
	nytp_put_nv(s, 1700000000);
	put_files(s);
	put_mixed(s, records, lines);
	nytp_put_tag(s, NYTP_PID_END);
	nytp_put_u32(s, 1);
	nytp_put_nv(s, 1700100000);
	return sink_end(s);
}

int main(int argc, char **argv)
{
	const struct nytp_settings settings = { .compress = NYTP_COMPRESS_DEFAULT };
	uint64_t records = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
	uint32_t lines = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
	struct profile *p;
	struct error err;
	int rc;

	if (!lines || lines > FILES * LINE_MAX_NR) {
		fprintf(stderr, "usage: %s RECORDS LINES merged|mixed >FILE\n", argv[0]);
		return 2;
	}
	if (argc > 3 && !strcmp(argv[3], "mixed"))
		return write_mixed(records, lines) || fflush(stdout);
	p = make_profile(records, lines);
	rc = nytp_write(p, stdout, &settings, &err);
	profile_free(p);
	return rc || fflush(stdout);
}
