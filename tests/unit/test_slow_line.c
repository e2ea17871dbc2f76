// SPDX-License-Identifier: GPL-2.0-or-later
#include "slow/slow_line.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "nytprof/waits.h"

static char *text;

static void end(void)
{
	free(text);
}

TestSuite(slow_line, .fini = end);

static const char *put(const struct slow *call, const struct slow_names *names, const char *comm,
		       bool waits)
{
	size_t len;
	FILE *out = open_memstream(&text, &len);

	slow_line_put(call, names, 12, comm, 1795743667312999999, waits, out);
	fclose(out);
	return text;
}

Test(slow_line, all_of_it)
{
	struct slow call = { .ns = 81000000,
			     .waited_ns = 80000000,
			     .tid = 13,
			     .depth = 40,
			     .cnt = 2,
			     .tops = { { 7, 1, 10 }, { 8, 3, 90 } },
			     .waits = { { WAIT_FAULT << 16 | WAIT_NO_CALL, 2, 30 },
					{ WAIT_CALL << 16 | SYS_read, 1, 70 } },
			     .frames = { { .callee = 2, .line = 8 },
					 { .callee = 1, .line = 12 } } };
	struct slow_names names = { .sub = "A::b",
				    .tops = { "X::few", "X::most" },
				    .subs = { "A::b", "main::run" },
				    .files = { "/a.pl", NULL } };

	cr_expect_str_eq(put(&call, &names, "app", true),
			 "{\"when\":\"2026-11-27T01:41:07.312Z\",\"pid\":12,\"tid\":13,"
			 "\"comm\":\"app\",\"sub\":\"A::b\",\"ns\":81000000,"
			 "\"on_cpu_ns\":1000000,\"waited_ns\":80000000,\"waits\":["
			 "{\"reason\":\"read\",\"waits\":1,\"ns\":70},"
			 "{\"reason\":\"page fault\",\"waits\":2,\"ns\":30}],\"stack\":["
			 "{\"sub\":\"main::run\",\"file\":null,\"line\":12},"
			 "{\"sub\":\"A::b\",\"file\":\"/a.pl\",\"line\":8}],"
			 "\"more_callers\":38,\"called\":["
			 "{\"sub\":\"X::most\",\"calls\":3,\"ns\":90},"
			 "{\"sub\":\"X::few\",\"calls\":1,\"ns\":10}]}\n");
}

Test(slow_line, names_are_those_of_programs)
{
	struct slow call = { .depth = 1, .cnt = 1000, .ns = 5, .waited_ns = 9 };
	struct slow_names names = { .sub = "a\"\n\x01\xff" };

	put(&call, &names, "x", false);
	cr_expect(strstr(text, "\\u000a\\u0001\\u00ff"), "%s", text);
	cr_expect_eq(strchr(text, '\n'), text + strlen(text) - 1, "one line");
}

Test(slow_line, what_has_no_line_is_counted)
{
	size_t len;
	FILE *out = open_memstream(&text, &len);

	slow_line_put_dropped(7, 1795743667000000000, out);
	fclose(out);
	cr_expect_str_eq(text, "{\"when\":\"2026-11-27T01:41:07.000Z\",\"dropped\":7}\n");
}
