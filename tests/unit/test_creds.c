// SPDX-License-Identifier: GPL-2.0-or-later
/* Which rights a process is held to have, of those that it had at one time or another. */
#include "rights/creds.h"

#include <criterion/criterion.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALL_CAPS ((1ull << (CAP_LAST_CAP + 1)) - 1)

static struct creds creds_for(uid_t uid, gid_t gid)
{
	return (struct creds){ .caps = uid ? 0 : ALL_CAPS,
			       .uid = { uid, uid, uid, uid },
			       .gid = { gid, gid, gid, gid },
			       .flags = CREDS_KNOWN };
}

static struct creds lessened(struct creds c, struct creds other)
{
	creds_lessen(&c, &other);
	return c;
}

Test(creds, root_and_another_user_are_the_other_user)
{
	const struct creds root = creds_for(0, 0), user = creds_for(1000, 100);
	struct creds both = lessened(root, user);

	cr_expect_eq(both.uid[0], 1000u);
	cr_expect_eq(both.gid[0], 100u);
	cr_expect_eq(both.caps, 0u);
	cr_expect(creds_are_plain(&both));
	cr_expect_not(creds_are_constant(&both));
	both = lessened(user, root);
	cr_expect_eq(both.uid[0], 1000u);
	cr_expect_eq(both.gid[0], 100u);
	cr_expect_not(creds_are_constant(&both));
	both = lessened(both, root);
	cr_expect_not(creds_are_constant(&both), "it is not forgotten");
}

Test(creds, two_users_are_nobody)
{
	struct creds both = lessened(creds_for(1000, 100), creds_for(1001, 100));

	cr_expect_not(creds_are_plain(&both));
	both = lessened(creds_for(1000, 100), creds_for(1000, 101));
	cr_expect_not(creds_are_plain(&both), "two groups");
	both = lessened(both, creds_for(1000, 100));
	cr_expect_not(creds_are_plain(&both), "for good");
}

Test(creds, what_is_unknown_has_no_rights)
{
	struct creds both = lessened(creds_for(0, 0), (struct creds){});

	cr_expect_not(creds_are_plain(&both));
	both = lessened((struct creds){}, creds_for(0, 0));
	cr_expect_not(creds_are_plain(&both));
}

Test(creds, a_set_user_id_program_is_not_plain)
{
	struct creds c;
	int i;

	for (i = 1; i < 4; i++) {
		c = creds_for(1000, 100);
		c.uid[i] = 0;
		cr_expect_not(creds_are_plain(&c), "%d", i);
		c = creds_for(1000, 100);
		c.gid[i] = 0;
		cr_expect_not(creds_are_plain(&c), "%d", i);
	}
}

Test(creds, capabilities_are_those_that_both_have)
{
	struct creds one = creds_for(0, 0), two = creds_for(0, 0);

	one.caps = 1ull << CAP_DAC_OVERRIDE | 1ull << CAP_CHOWN;
	two.caps = 1ull << CAP_CHOWN | 1ull << CAP_KILL;
	one = lessened(one, two);
	cr_expect_eq(one.caps, 1ull << CAP_CHOWN);
	cr_expect(creds_are_constant(&one));
}

/* An exec of a set-user-ID program puts its rights in the place of those that the interpreter had. */
Test(creds, at_an_exec_only_the_real_ids_are_the_interpreters)
{
	struct interp in = { .end = END_EXEC, .last = creds_for(0, 0) };
	struct creds c;

	in.last.uid[0] = 1000;
	c = creds_at_end(&in);
	cr_expect(creds_are_plain(&c) && c.uid[0] == 1000);
	in.end = END_EXIT;
	c = creds_at_end(&in);
	cr_expect_not(creds_are_plain(&c));
}

Test(creds, of_a_process)
{
	struct creds c;
	pid_t pid;

	cr_assert(creds_of(getpid(), &c));
	cr_expect_eq(c.uid[1], geteuid());
	cr_expect_eq(c.gid[1], getegid());
	pid = fork();
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	cr_expect_not(creds_of(pid, &c));
}

Test(creds, what_confines_a_process)
{
	struct creds c = creds_for(0, 0);

	cr_expect_null(creds_confined_by(&c));
	c.caps = 0;
	cr_expect_not_null(creds_confined_by(&c));
	c = creds_for(1000, 100);
	cr_expect_null(creds_confined_by(&c));
	c.filters = 20;
	cr_expect_not_null(creds_confined_by(&c));
	c.filters = 0;
	cr_assert_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	cr_assert(creds_of(getpid(), &c));
	cr_expect_not_null(creds_confined_by(&c));
}
