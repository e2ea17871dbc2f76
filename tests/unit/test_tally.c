// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/tally.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Test(tally, has_what_a_forked_process_wrote)
{
	struct tally *t = tally_new();
	int status;

	tally_written(t, 100);
	if (!fork()) {
		tally_written(t, 11);
		tally_failed(t, ENOSPC);
		_exit(0);
	}
	wait(&status);
	cr_expect_eq(t->written, 2);
	cr_expect_eq(t->bytes, 111);
	cr_expect_eq(t->failed[FAILURE_NO_SPACE], 1);
	tally_free(t);
}

Test(tally, each_error_has_a_reason)
{
	struct tally *t = tally_new();

	tally_failed(t, EROFS);
	tally_failed(t, EACCES);
	tally_failed(t, ENOMEM);
	tally_failed(t, EIO);
	tally_failed(t, EDQUOT);
	cr_expect_eq(t->failed[FAILURE_DENIED], 2);
	cr_expect_eq(t->failed[FAILURE_NO_MEMORY], 1);
	cr_expect_eq(t->failed[FAILURE_OTHER], 1);
	cr_expect_eq(t->failed[FAILURE_NO_SPACE], 1);
	cr_expect_eq(t->written, 0);
	tally_free(t);
}
