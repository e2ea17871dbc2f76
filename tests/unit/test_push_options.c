// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/push_options.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "options/option_table.h"
#include "util/error.h"

static struct push_options o;
static struct error err;

static void begin(void)
{
	push_options_init(&o);
}

TestSuite(push_options, .init = begin);

static int set(size_t nr, const char *text)
{
	return push_option_set(&o, nr, text, &err);
}

Test(push_options, addresses)
{
	static const char *const good[] = { "http://h", "https://h:4040/a/b", "http://[::1]:1",
					    "http://10.0.0.1/" };
	static const char *const bad[] = { "",		 "h:80",	"ftp://h",    "http://",
					   "http:///a",	 "http://:80",	"http://a@h", "http://h/?a",
					   "http://h#a", "http://h/a b" };
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		cr_expect_eq(set(OPTION_PUSH, good[i]), 0, "%s: %s", good[i], err.text);
		cr_expect_str_eq(o.url, good[i]);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_eq(set(OPTION_PUSH, bad[i]), -EINVAL, "%s", bad[i]);
	cr_expect_eq(set(OPTION_PUSH, "http://me:secret@h"), -EINVAL);
	cr_expect_null(strstr(err.text, "secret"));
	cr_expect_eq(set(OPTION_PUSH, "http://h/a@b"), 0, "an @ in the path is none of a user");
}

Test(push_options, labels)
{
	cr_assert_eq(set(OPTION_LABEL, "a=b,_c1=d e=f,service_name=\xc3\xa4"), 0, "%s", err.text);
	cr_assert_eq(o.label_cnt, 3);
	cr_expect_eq(o.labels[0].name_len, 1);
	cr_expect(o.labels[1].text_len == 5 && !strncmp(o.labels[1].text, "d e=f", 5));
	cr_expect_eq(o.labels[2].name_len, 12);
	cr_assert_eq(set(OPTION_LABEL, "x=y"), 0);
	cr_expect_eq(o.label_cnt, 1, "a later source goes over an earlier one");
	cr_expect_eq(set(OPTION_LABEL, ""), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a="), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "=a"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a=b,"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a-b=c"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "1a=c"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "__name__=c"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a=b\nc"), -EINVAL);
	cr_expect_eq(set(OPTION_LABEL, "a=b,a=c"), -EINVAL);
}

Test(push_options, too_many_labels_are_refused)
{
	char text[300] = "";
	int i;

	for (i = 0; i <= PUSH_LABELS_MAX; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%sl%d=x", i ? "," : "",
			 i);
	cr_expect_eq(set(OPTION_LABEL, text), -EINVAL);
	cr_expect(strstr(err.text, "more than 20"), "%s", err.text);
}

Test(push_options, what_splits)
{
	cr_assert_eq(set(OPTION_PUSH_BY, "script,pid"), 0);
	cr_expect_eq(o.by, PUSH_BY_SCRIPT | PUSH_BY_PID);
	cr_assert_eq(set(OPTION_PUSH_BY, "user"), 0);
	cr_expect_eq(o.by, PUSH_BY_USER);
	cr_expect_eq(set(OPTION_PUSH_BY, "user,"), -EINVAL);
	cr_expect_eq(set(OPTION_PUSH_BY, ""), -EINVAL);
	cr_expect_eq(set(OPTION_PUSH_BY, "use"), -EINVAL);
}

Test(push_options, sizes_and_times)
{
	cr_assert_eq(set(OPTION_PUSH_QUEUE_SIZE, "2G"), 0);
	cr_expect_eq(o.queue_size, 2ull << 30);
	cr_expect_eq(set(OPTION_PUSH_QUEUE_SIZE, "1000"), -EINVAL);
	cr_expect_eq(set(OPTION_PUSH_QUEUE_SIZE, "1x"), -EINVAL);
	cr_assert_eq(set(OPTION_PUSH_QUEUE_AGE, "2h"), 0);
	cr_expect_float_eq(o.queue_age, 7200, 1e-9);
	cr_expect_eq(set(OPTION_PUSH_QUEUE_AGE, "0"), -EINVAL);
}

Test(push_options, they_need_an_address)
{
	cr_expect_eq(push_options_check(&o, &err), 0);
	set(OPTION_PUSH_TENANT, "t");
	cr_expect_eq(push_options_check(&o, &err), -EINVAL);
	set(OPTION_PUSH, "http://h");
	cr_expect_eq(push_options_check(&o, &err), 0);
	set(OPTION_PUSH_CA, "/ca.pem");
	cr_expect_eq(push_options_check(&o, &err), -EINVAL);
	set(OPTION_PUSH, "https://h");
	cr_expect_eq(push_options_check(&o, &err), 0);
}
