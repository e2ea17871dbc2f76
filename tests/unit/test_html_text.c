// SPDX-License-Identifier: GPL-2.0-or-later
/* Texts of a page: what is escaped, and which lines of source it gets. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/excerpt.h"
#include "html/text.h"
#include "profile/profile.h"

static void expect_text(void (*put)(const char *text, FILE *out), const char *text,
			const char *shown)
{
	char *is = NULL;
	size_t len;
	FILE *out = open_memstream(&is, &len);

	put(text, out);
	fclose(out);
	cr_expect_str_eq(is, shown);
	free(is);
}

Test(html_text, escapes_what_html_has)
{
	expect_text(html_put, "a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;");
	expect_text(html_put, "</script>", "&lt;/script&gt;");
}

Test(html_text, takes_what_is_no_utf8_for_latin_1)
{
	expect_text(html_put, "gr\xfc\xdf gr\xc3\xbc", "gr\xc3\xbc\xc3\x9f gr\xc3\xbc");
}

Test(html_text, replaces_what_is_not_seen)
{
	expect_text(html_put, "a\x1b\xe2\x80\xae\xe2\x80\xa8z",
		    "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
	expect_text(html_put, "\x80\xc2\x85", "\xef\xbf\xbd\xef\xbf\xbd");
}

Test(html_text, encodes_links)
{
	expect_text(html_put_hash, "A::b[/x y.pl:3]\"<", "A::b%5B/x%20y.pl:3%5D%22%3C");
	expect_text(html_put_hash, "\xfc\xc3\xbc", "%C3%BC%C3%BC");
}

/* Of 40 lines, of which these ran; 0: no more. */
static void expect_source(const uint32_t *ran, bool all_lines, const char *shown)
{
	struct profile *p = profile_new();
	struct profile_file *file = profile_file(p, "/x.pl", 0, 0, 0);
	char source[128] = "", *is = NULL;
	size_t len, i;
	FILE *out = open_memstream(&is, &len);

	for (i = 1; i <= 40; i++)
		snprintf(source + strlen(source), 4, "%c\n", (int)('@' + i % 26));
	profile_set_source(file, source, strlen(source));
	for (; *ran; ran++)
		profile_add_line(file, *ran, 1, 1);
	excerpts_put(p, all_lines, out);
	fclose(out);
	cr_expect_str_eq(is, shown);
	free(is);
	profile_free(p);
}

#define EXCERPT(pieces) ",\n\"source\":[\n[" pieces "]],\n\"lineCounts\":[40]"

Test(excerpt, has_what_is_near)
{
	const uint32_t first[] = { 1, 0 }, last[] = { 40, 0 }, both[] = { 1, 2, 20, 0 },
		       none[] = { 0 }, beyond[] = { 60, 0 };

	expect_source(first, false,
		      EXCERPT("1,\"A\\u000aB\\u000aC\\u000aD\\u000aE\\u000aF\\u000aG"
			      "\\u000aH\\u000aI\\u000a\""));
	expect_source(
		last, false,
		EXCERPT("32,\"F\\u000aG\\u000aH\\u000aI\\u000aJ\\u000aK\\u000aL\\u000aM\\u000aN\\u000a\""));
	expect_source(
		both, false,
		EXCERPT("1,\"A\\u000aB\\u000aC\\u000aD\\u000aE\\u000aF\\u000aG\\u000aH\\u000aI\\u000aJ\\u000a\","
			"12,\"L\\u000aM\\u000aN\\u000aO\\u000aP\\u000aQ\\u000aR\\u000aS\\u000aT\\u000aU\\u000aV"
			"\\u000aW\\u000aX\\u000aY\\u000a@\\u000aA\\u000aB\\u000a\""));
	expect_source(none, false, EXCERPT(""));
	expect_source(beyond, false, EXCERPT(""));
}

Test(excerpt, has_all_if_that_is_asked_for)
{
	const uint32_t none[] = { 0 };

	expect_source(
		none, true,
		EXCERPT("1,\"A\\u000aB\\u000aC\\u000aD\\u000aE\\u000aF\\u000aG\\u000aH\\u000aI\\u000aJ\\u000aK"
			"\\u000aL\\u000aM\\u000aN\\u000aO\\u000aP\\u000aQ\\u000aR\\u000aS\\u000aT\\u000aU\\u000aV"
			"\\u000aW\\u000aX\\u000aY\\u000a@\\u000aA\\u000aB\\u000aC\\u000aD\\u000aE\\u000aF\\u000aG"
			"\\u000aH\\u000aI\\u000aJ\\u000aK\\u000aL\\u000aM\\u000aN\\u000a\""));
}
