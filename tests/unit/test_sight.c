// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/sight.h"

#include <criterion/criterion.h>
#include <sys/socket.h>
#include <unistd.h>

#include "options/options.h"
#include "tracee/tracee.h"
#include "util/error.h"

static struct options options;
static struct error err;

static void set_group(const char *text)
{
	cr_assert_eq(readers_parse(&options.all.readers, text, &err), 0);
}

/* Does it show a process of that control group? */
static bool shows(const struct sight *s, const char *cgroup)
{
	struct tracee t = { .cgroup = (char *)cgroup };

	return sight_has(s, &t);
}

Test(sight, the_first_rule_that_fits_decides)
{
	struct sight first = { .options = &options, .rules = 1 },
		     second = { .options = &options, .rules = 2 },
		     both = { .options = &options, .rules = 3 };

	set_group("shop*:11,*:12");
	cr_expect(shows(&first, "/system.slice/shop-web.service"));
	cr_expect(!shows(&first, "/system.slice/mail.service"));
	cr_expect(!shows(&second, "/system.slice/shop-web.service"));
	cr_expect(shows(&second, "/system.slice/mail.service"));
	cr_expect(shows(&both, "/system.slice/shop-web.service"));
	cr_expect(shows(&both, "/system.slice/mail.service"));
	cr_expect(!shows(&both, "/user.slice/user-1.slice/shop.service"), "a user has named it");
	cr_expect(!shows(&both, "/"));
	cr_expect(!shows(&both, NULL));
	cr_expect(shows(NULL, NULL), "root sees all");
}

Test(sight, the_rest_is_for_a_group_without_a_unit)
{
	struct sight rest = { .options = &options, .rules = 2 };

	set_group("shop:11,12");
	cr_expect(shows(&rest, NULL));
	cr_expect(shows(&rest, "/user.slice/x.service"));
	cr_expect(!shows(&rest, "/shop.service"));
}

Test(sight, who_is_not_wanted_is_not_seen)
{
	struct tracee t = { .unwanted = true };
	struct sight all = { .options = &options, .rules = 1 };

	set_group("11");
	cr_expect(!sight_has(&all, &t));
}

Test(sight, a_reload_ends_it)
{
	struct sight all = { .options = &options, .rules = 1 };

	set_group("11");
	cr_expect(!sight_is_over(&all));
	cr_expect(shows(&all, NULL));
	options.adopted++;
	cr_expect(sight_is_over(&all));
	cr_expect(!shows(&all, NULL));
}

Test(sight, the_agents_own_user_sees_all)
{
	struct sight s;
	int pair[2];

	set_group("11,12,13");
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	cr_assert(sight_of_peer(&s, &options, pair[0]));
	cr_expect_eq(s.rules, 7);
	cr_expect_eq(s.uid, geteuid());
	close(pair[0]);
	close(pair[1]);
	cr_expect(!sight_of_peer(&s, &options, -1));
}
