// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "log/log.h"

static int reader; /* of what is said */
static char said[1 << 20];

static void begin(void)
{
	int fds[2];

	cr_assert_eq(pipe(fds), 0);
	reader = fds[0];
	cr_assert_eq(dup2(fds[1], STDERR_FILENO), STDERR_FILENO);
	log_begin();
}

/* All that has been said: reads up to a line that is known to be the last. */
static void read_up_to(const char *last)
{
	size_t len = strlen(said);
	ssize_t got;

	while (!strstr(said, last)) {
		log_tick();
		got = read(reader, said + len, sizeof(said) - 1 - len);
		cr_assert_gt(got, 0);
		len += (size_t)got;
		said[len] = '\0';
	}
}

Test(log, says_what_nobody_read_when_somebody_reads_again, .init = begin, .timeout = 60)
{
	unsigned i, shown = 0, left_out = 0;
	const char *p;

	for (i = 0; i < 2000; i++)
		log_info("%06u %0200d", i, 0);
	read_up_to("dropped here, because nobody read stderr\n");
	log_info("after that");
	read_up_to("after that\n");
	for (p = said; (p = strstr(p, "nytprof-bpf: 00")); p++)
		shown++;
	p = strstr(said, "nytprof-bpf: warning: ");
	cr_assert_eq(sscanf(p, "nytprof-bpf: warning: %u messages were", &left_out), 1);
	cr_expect_eq(shown + left_out, 2000, "%u %u", shown, left_out);
	cr_expect_gt(left_out, 0);
	cr_expect_lt(p, strstr(said, "after that"));
}
