// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/writer.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

static char *term(const struct profile *p, unsigned top)
{
	const struct writer_options options = { .top = top };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	cr_assert_eq(writer_find("term")->write(p, &options, f), 0);
	fclose(f);
	return text;
}

static struct profile *sample(void)
{
	struct profile *p = profile_new();
	struct profile_file *a = profile_file(p, "/a.pl", 0, 0, 0);
	struct profile_sub *run = profile_sub(p, "main::RUNTIME"), *f = profile_sub(p, "main::f");
	struct profile_sub *xs = profile_sub(p, "X::\x1b[31mred");
	struct call_id id = { .callee = f->id, .caller = run->id, .fid = 1, .line = 2 };
	struct profile_counts slow = { 3, 2500000000, 1500000000, 0, 2 },
			      fast = { 1, 4500, 4500, 0, 0 };

	p->pid = 7;
	p->end = 2.5;
	profile_set_attr(p, "application", "a.pl");
	profile_add_line(a, 1, 1, 1000);
	profile_add_line(a, 2, 10, 1234567);
	profile_set_source(a, "first;\n\tsecond();\n", 18);
	xs->xsub = true;
	profile_add_call(p, &id, &slow);
	id.callee = xs->id;
	profile_add_call(p, &id, &fast);
	return p;
}

Test(term, shows_subs_and_lines_the_slowest_first)
{
	struct profile *p = sample();
	char *text = term(p, 10);

	cr_expect_str_eq(text,
			 "a.pl (pid 7): 11 statements on 2 lines, 4 calls of 2 subs, 2.500 s\n"
			 "\nSubs by exclusive time\n"
			 "     calls  exclusive  inclusive  sub\n"
			 "         3      1.50s      2.50s  main::f (recursive, depth 2)\n"
			 "         1     4.50us     4.50us  X::?[31mred (xsub)\n"
			 "\nLines by time\n"
			 "  executed       time       each  line\n"
			 "        10     1.23ms      123us  /a.pl:2  second();\n"
			 "         1     1.00us     1.00us  /a.pl:1  first;\n");
	free(text);
	profile_free(p);
}

Test(term, says_what_it_leaves_out)
{
	struct profile *p = sample();
	char *text;

	profile_set_attr(p, "agent_lost", "12");
	text = term(p, 1);
	cr_expect_not_null(strstr(text, "not recorded: 12 events"));
	cr_expect_not_null(strstr(text, "1 more"));
	cr_expect_null(strstr(text, "first;"));
	free(text);
	profile_free(p);
}
