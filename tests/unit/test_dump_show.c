// SPDX-License-Identifier: GPL-2.0-or-later
/* Nothing of a target's drives a terminal or begins a line, in whatever field it is. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "dump/answer.h"
#include "dump/dump.h"
#include "dump/show.h"

#define EVIL "\033[2J\n\a\x9b\xc2\x9b\x7f\"\\"

static char path[] = EVIL;
static struct dump_perl perl = { .path = path, .revision = 5, .version = 36 };
static struct dump_local local = { EVIL, EVIL, EVIL };
static struct dump_frame frames[CALL_KINDS];
static struct dump_interp interp = { .op = EVIL, .why = EVIL, .frame_cnt = CALL_KINDS };
static struct dump dump = { .perls = &perl,
			    .perl_cnt = 1,
			    .interps = &interp,
			    .interp_cnt = 1,
			    .frames = frames,
			    .frame_cnt = CALL_KINDS,
			    .locals = &local,
			    .local_cnt = 1 };
static struct shown_wait evil_wait = { .wait = { .state = 'S', .call = -1, .wchan = EVIL },
				       .object = EVIL };

static char *shown(void (*show)(const struct dump *, pid_t, const struct shown_wait *, FILE *))
{
	char *text = NULL;
	size_t len, i;
	FILE *out = open_memstream(&text, &len);

	prctl(PR_SET_NAME, EVIL);
	interp.tid = getpid();
	for (i = 0; i < CALL_KINDS; i++)
		frames[i] = (struct dump_frame){ .kind = (enum call_kind)i,
						 .sub = EVIL,
						 .file = EVIL,
						 .text = EVIL,
						 .local_cnt = i == 0 };
	show(&dump, 1, &evil_wait, out);
	fclose(out);
	return text;
}

/* The lines; no other character drives a terminal. */
static unsigned plain_lines(const char *text)
{
	unsigned lines = 0;

	for (; *text; text++) {
		lines += *text == '\n';
		cr_expect(*text == '\n' || (*text >= ' ' && *text < 0x7f), "%#x in %s",
			  (unsigned char)*text, text);
	}
	return lines;
}

Test(dump_show, text_has_only_lines_of_its_own)
{
	char *text = shown(show_text);

	cr_expect_eq(plain_lines(text), 2 + CALL_KINDS + 1, "%s", text);
	free(text);
}

Test(dump_show, json_is_one_line)
{
	char *text = shown(show_json);

	cr_expect_eq(plain_lines(text), 1, "%s", text);
	cr_expect(strstr(text, "\"op\":\"\\u001b[2J\\u000a\\u0007\\u009b\\u009b\\u007f\\\"\\\\\""),
		  "%s", text);
	free(text);
}
