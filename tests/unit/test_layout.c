// SPDX-License-Identifier: GPL-2.0-or-later
#include "perl/layout.h"

#include <criterion/criterion.h>
#include <elf.h>
#include <string.h>

#include "util/error.h"

static struct perl_build debian_5_36(void)
{
	return (struct perl_build){ .machine = EM_X86_64,
				    .revision = 5,
				    .version = 36,
				    .ithreads = true,
				    .multiplicity = true,
				    .interp_size = 3768,
				    .bincompat = " HAS_TIMES MULTIPLICITY USE_ITHREADS",
				    .options = " PERL_COPY_ON_WRITE PERL_MALLOC_WRAP" };
}

Test(layout, every_row_is_laid_out_as_the_programs_expect)
{
	const struct layout_row *rows;
	size_t cnt, i;

	rows = layout_rows(&cnt);
	cr_assert_eq(cnt, 100u);
	for (i = 0; i < cnt; i++)
		cr_expect(layout_is_regular(&rows[i].layout), "%s", rows[i].name);
}

Test(layout, a_build_finds_its_row)
{
	struct perl_build build = debian_5_36();
	const struct layout_row *row;
	struct error err;

	row = layout_find(&build, &err);
	cr_assert_not_null(row);
	cr_expect_str_eq(row->name, "debian-5.36.0-ithreads");
	cr_expect_eq(row->layout.Icurcop, 208u);
	build.debugging = true;
	cr_assert_not_null(layout_find(&build, &err));
	cr_expect_str_eq(layout_find(&build, &err)->name, "debian-5.36.0-ithreads-debugging");
}

Test(layout, a_machine_has_rows_of_its_own)
{
	struct perl_build build = debian_5_36();
	const struct layout_row *row;
	struct error err;

	build.machine = EM_AARCH64;
	cr_expect_null(layout_find(&build, &err), "its interpreter is larger there");
	build.interp_size = 3864;
	row = layout_find(&build, &err);
	cr_assert_not_null(row);
	cr_expect_str_eq(row->name, "debian-5.36.0-ithreads-arm64");
	/* What lies behind the buffers of stat and setjmp is elsewhere; what is before is not. */
	cr_expect_eq(row->layout.Iphase, 2608u);
	cr_expect_eq(row->layout.Icurcop, 208u);
	build.version = 14;
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "5.32 to 5.44"), "%s", err.text);
}

Test(layout, an_unthreaded_build_has_no_size_to_go_by)
{
	struct perl_build build = { .machine = EM_X86_64,
				    .revision = 5,
				    .version = 20,
				    .bincompat = " HAS_TIMES",
				    .options = " PERL_MALLOC_WRAP" };
	struct error err;

	cr_assert_not_null(layout_find(&build, &err));
	cr_expect_str_eq(layout_find(&build, &err)->name, "upstream-5.20.3-nothreads");
}

Test(layout, what_is_not_known_is_refused_and_described)
{
	struct perl_build build;
	struct error err;

	build = debian_5_36();
	build.version = 12;
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "5.12.0") && strstr(err.text, "threaded"), "%s", err.text);
	build = debian_5_36();
	build.interp_size = 4000;
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "4000") && strstr(err.text, "3768"), "%s", err.text);
	build = debian_5_36();
	build.bincompat = " MULTIPLICITY USE_ITHREADS USE_LONG_DOUBLE";
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "USE_LONG_DOUBLE"), "%s", err.text);
	build = debian_5_36();
	build.options = " PERL_MALLOC_WRAP PERL_RC_STACK";
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "PERL_RC_STACK"), "%s", err.text);
	build = debian_5_36();
	build.version = 35; /* a development version */
	cr_expect_null(layout_find(&build, &err));
}

Test(layout, a_version_above_all_gets_the_newest_row_if_the_size_is_the_same)
{
	struct perl_build build = debian_5_36();
	struct error err;

	build.version = 50;
	build.interp_size = 3776;
	cr_assert_not_null(layout_find(&build, &err));
	cr_expect_eq(layout_find(&build, &err)->version, 44u);
	build.interp_size = 3768; /* 5.42's */
	cr_expect_null(layout_find(&build, &err));
	cr_expect(strstr(err.text, "5.50.0") && strstr(err.text, "3768") &&
			  strstr(err.text, "5.44 has 3776"),
		  "%s", err.text);
}
