// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/report.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/idle_out.h"
#include "figures/sums.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "report/cells.h"
#include "util/error.h"
#include "text/plain.h"

static char *report(struct profile *p, struct report_options options)
{
	struct error err;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	cr_assert_eq(report_write(p, &options, f, &err), 0);
	fclose(f);
	return text;
}

static char *term(struct profile *p, unsigned limit)
{
	return report(p, (struct report_options){ .limit = limit, .depth = 2, .width = 80 });
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

Test(report, shows_subs_files_and_lines_the_slowest_first)
{
	struct profile *p = sample();
	char *text = term(p, 10);

	cr_expect_str_eq(
		text,
		"a.pl (pid 7): 11 statements on 2 lines, 4 calls of 2 subs, 2.500 s\n"
		"mode    exact\n"
		"time    wall 2.500 s, in perl code 1.24ms\n"
		"\nSubs by exclusive time\n"
		"     calls exclusive     % inclusive     %  per call  sub\n"
		"         3     1.50s   100     2.50s   167     833ms  main::f (recursive, depth 2)\n"
		"         1    4.50us   0.0    4.50us   0.0    4.50us  X::?[31mred (xsub)\n"
		"\nSubs by inclusive time\n"
		"     calls exclusive     % inclusive     %  per call  sub\n"
		"         3     1.50s   100     2.50s   167     833ms  main::f (recursive, depth 2)\n"
		"         1    4.50us   0.0    4.50us   0.0    4.50us  X::?[31mred (xsub)\n"
		"\nFiles by time, with their string evals\n"
		"  executed      time     %     lines  file\n"
		"        11    1.24ms   0.1         2  /a.pl\n"
		"\nLines by time\n"
		"  executed      time     %      each  line\n"
		"        10    1.23ms   0.1     123us  /a.pl:2  second();\n"
		"         1    1.00us   0.0    1.00us  /a.pl:1  first;\n");
	free(text);
	profile_free(p);
}

Test(report, says_what_it_leaves_out)
{
	struct profile *p = sample();
	char *text;

	profile_set_attr(p, "agent_lost", "12");
	profile_set_attr(p, "agent_lost_SAMPLES", "7");
	profile_set_attr(p, "agent_lost_OF_ANOTHER_VERSION", "2");
	profile_set_attr(p, "agent_lost_CUT", "3");
	profile_set_attr(p, "agent_waited_us", "1234567");
	text = term(p, 1);
	cr_expect_not_null(strstr(text, "left out: 1.235 s of waiting for a processor\n"));
	cr_expect_not_null(strstr(text,
				  "not recorded: 7 samples that could not be read or stored "
				  "completely\n"
				  "not recorded: 3 names cut at 4096 bytes\n"
				  "not recorded: 2 events (see the attributes agent_lost_*)\n"));
	cr_expect_not_null(strstr(text, "1 more"));
	cr_expect_null(strstr(text, "first;"));
	free(text);
	profile_free(p);
}

/* The price of a probe is known to 50 ns, and each execution has one. */
Test(report, marks_what_is_less_than_its_error)
{
	struct profile *p = sample();
	struct profile_file *file = profile_file(p, "/short.pl", 0, 0, 0x32);
	char *text;

	profile_add_line(file, 1, 100000, 4900000);
	profile_add_line(file, 2, 100000, 5100000);
	profile_add_line(file, 3, 100, 10);
	profile_set_attr(p, "agent_probe_ns", "1000");
	profile_set_attr(p, "agent_below_zero_us", "2000000");
	text = term(p, 20);
	cr_expect_not_null(strstr(
		text,
		"error   about 0.05us for each probe; ~ marks a time below the error of its probes; "
		"sums of 2.00s below 0 are shown as 0\n"));
	cr_expect_not_null(strstr(text, "    100000   ~4.90ms "));
	cr_expect_not_null(strstr(text, "    100000    5.10ms "));
	cr_expect_not_null(strstr(text, "       100    0.01us "));
	free(text);
	profile_free(p);
}

/* outer has 300000 probes, which is 15 ms, and with those of inner 400000. */
Test(report, marks_both_times_of_a_sub)
{
	struct report_options options = { .limit = 9, .width = 80, .depth = 1 };
	struct profile *p = sample();
	struct call_id id = { .callee = profile_sub(p, "main::outer")->id, .fid = 1, .line = 2 };
	char *text;

	profile_set_attr(p, "agent_probe_ns", "1000");
	profile_add_call(p, &id, &(struct profile_counts){ 100000, 19000000, 16000000, 0, 0 });
	id.caller = id.callee;
	id.callee = profile_sub(p, "main::inner")->id;
	profile_add_call(p, &id, &(struct profile_counts){ 100000, 3000000, 3000000, 0, 0 });
	text = report(p, options);
	cr_expect_not_null(strstr(text, "    100000    16.0ms   1.1   ~19.0ms "), "%s", text);
	cr_expect_not_null(strstr(text, "    100000   ~3.00ms   0.2   ~3.00ms "), "%s", text);
	free(text);
	options.sub = "main::outer";
	text = report(p, options);
	cr_expect_not_null(strstr(text, "exclusive 16.0ms (1.1 %), inclusive ~19.0ms (1.3 %)"),
			   "%s", text);
	free(text);
	profile_sub(p, "main::inner")->fid = profile_sub(p, "main::inner")->first = 1;
	options = (struct report_options){ .width = 80, .source = "a.pl", .all_lines = true };
	text = report(p, options);
	cr_expect_not_null(strstr(text, "100000x ~3.00ms (own ~3.00ms) in main::inner"), "%s",
			   text);
	free(text);
	profile_free(p);
}

/* What is UTF-8 is shown, and what may be Latin-1; what drives a terminal is not, in whichever form. */
Test(report, nothing_drives_the_terminal)
{
	static const struct {
		const char *name, *shown;
	} all[] = {
		{ "a\x1b[2J\n\x7f", "a?[2J??" },
		{ "a\x9b[31m\x80\x9f", "a?[31m??" },
		{ "a\xc2\x9b"
		  "31m\xc2\x80\xc2\x9f",
		  "a??31m????" },
		{ "\xe0\x82\x9b \xc1\x9b \xf0\x80\x82\x9b", "\xe0?? \xc1? \xf0???" },
		{ "\xe2\x9b", "\xe2?" },
		{ "\xc2\xa0 gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\xab gr\xfc\xdf",
		  "\xc2\xa0 gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\xab gr\xfc\xdf" },
	};
	size_t i, size;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char *printed, *text = strdup(all[i].name);
		FILE *f = open_memstream(&printed, &size);

		plain_print(text, f);
		fclose(f);
		cr_expect_str_eq(printed, all[i].shown, "%zu", i);
		plain_text(text, strlen(text));
		cr_expect_str_eq(text, all[i].shown, "%zu", i);
		free(printed);
		free(text);
	}
}

/* In pieces of any size: a character may be cut in two. */
Test(report, a_plain_stream_passes_lines_and_characters)
{
	static const char text[] =
		"a\x1b[2J\n\xe2\x82\xac\x9b \xf0\x9f\x90\xab\n\xc2\x9b\r\xe2\x82";
	size_t piece, at, size;
	char *printed;
	FILE *to, *plain;

	for (piece = 1; piece < sizeof(text); piece++) {
		to = open_memstream(&printed, &size);
		plain = plain_open(to);
		setvbuf(plain, NULL, _IONBF, 0);
		for (at = 0; at < sizeof(text) - 1; at += piece)
			fwrite(text + at, 1,
			       sizeof(text) - 1 - at < piece ? sizeof(text) - 1 - at : piece,
			       plain);
		fclose(plain);
		fclose(to);
		cr_expect_str_eq(printed, "a?[2J\n\xe2\x82\xac? \xf0\x9f\x90\xab\n???\xe2?",
				 "%zu: %s", piece, printed);
		free(printed);
	}
}

Test(report, a_plain_stream_says_that_nothing_could_be_written)
{
	FILE *full = fopen("/dev/full", "w"), *plain = plain_open(full);

	cr_assert_not_null(plain);
	fputs("text\n", plain);
	cr_expect_neq(fflush(plain), 0);
	cr_expect_eq(errno, ENOSPC);
	fclose(plain);
	fclose(full);
}

/* All that comes from the file, wherever it is printed. */
Test(report, nor_does_an_attribute)
{
	static const char *const keys[] = { "application", "agent_lost", "agent_lost_BEGIN_US" };
	struct profile *p = sample();
	char *text, *c;
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		profile_set_attr(p, keys[i], "12\x1b]0;title\x07\xc2\x9b");
	text = term(p, 10);
	for (c = text; *c; c++)
		cr_expect(*c == '\n' || plain_len(c, strlen(c)), "%#x in %s", *c, text);
	cr_expect_not_null(strstr(text, "not recorded: 12 events"), "%s", text);
	free(text);
	profile_free(p);
}

Test(report, says_that_source_is_missing)
{
	struct profile *p = sample();
	char *text;

	p->source_cut = true;
	text = term(p, 10);
	cr_expect_not_null(strstr(text, "more than fits"), "%s", text);
	free(text);
	profile_free(p);
}

Test(report, nor_does_a_line_of_source)
{
	static const char source[] = "\xc2\x9b\x9b[3m\x1b[3m;\n\tsecond(\"\xc3\x9f\");\n";
	struct profile *p = sample();
	char *text;

	profile_set_source(p->files[0], source, sizeof(source) - 1);
	text = term(p, 10);
	cr_expect_not_null(strstr(text, "/a.pl:1  ??[3m?[3m;\n"), "%s", text);
	cr_expect_not_null(strstr(text, "/a.pl:2  second(\"\xc3\x9f\");\n"), "%s", text);
	free(text);
	profile_free(p);
}

Test(report, columns_are_those_of_the_terminal)
{
	const struct report_options options = { .limit = 9, .width = 60, .fit = true };
	struct profile *p = sample();
	static const char source[] = "\xe6\xbc\xa2\xe5\xad\x97 long long long text\n\tx\n";
	char *text, *line;

	profile_set_source(p->files[0], source, sizeof(source) - 1);
	text = report(p, options);
	for (line = strstr(text, "Subs"); line && *line; line += strcspn(line, "\n") + 1)
		cr_expect_leq(strcspn(line, "\n"), 62u, "%s", line);
	free(text);
	profile_free(p);
}

Test(report, finds_files_and_subs_by_the_end_of_their_names)
{
	struct report_options options = { .limit = 9, .width = 80, .depth = 1 };
	struct profile *p = sample();
	struct error err = {};
	char *text;

	options.source = "a.pl";
	text = report(p, options);
	cr_expect_not_null(strstr(text, "1.23ms     123us     2  \tsecond();") ||
				   strstr(text, "     2          second();"),
			   "%s", text);
	cr_expect_not_null(strstr(text, "# 3x 2.50s to main::f, 833ms each"), "%s", text);
	free(text);
	options.source = NULL;
	options.sub = "f";
	text = report(p, options);
	cr_expect_not_null(strstr(text, "main::RUNTIME, a.pl:2\n"), "%s", text);
	free(text);
	options.sub = "g";
	cr_expect_eq(report_write(p, &options, stderr, &err), -ENOENT);
	cr_expect_not_null(strstr(err.text, "no sub g"));
	profile_sub(p, "A::f")->called = true;
	options.sub = "f";
	cr_expect_eq(report_write(p, &options, stderr, &err), -ENOENT);
	cr_expect_not_null(strstr(err.text, "2 such subs"), "%s", err.text);
	profile_free(p);
}

Test(report, waiting_for_events_is_kept_apart)
{
	struct report_options options = { .limit = 9, .width = 80 };
	struct profile *p = sample();
	struct call_id id = { profile_sub(p, "Server::CORE:accept")->id, 0, 1, 2 };
	struct profile_counts long_one = { 1, 60000000000, 60000000000, 0, 0 };
	char *text;

	profile_add_call(p, &id, &long_one);
	text = report(p, options);
	cr_expect_null(strstr(text, "accept"), "%s", text);
	cr_expect_not_null(strstr(text, "60.0s of waiting for events (--idle shows it)"));
	free(text);
	options.idle = true;
	text = report(p, options);
	cr_expect_not_null(strstr(text, "Server::CORE:accept"));
	free(text);
	profile_free(p);
}

/* main::RUNTIME calls turn(), which waits in accept: 60 s, and calls itself once before. */
static struct profile *server(void)
{
	struct profile *p = sample();
	struct profile_file *file = profile_find_fid(p, 1);
	uint32_t accept = profile_sub(p, "Server::CORE:accept")->id;
	uint32_t turn = profile_sub(p, "Server::turn")->id;
	uint32_t program = profile_sub(p, "main::RUNTIME")->id;
	const int64_t wait = 60000000000, own = 1000000000;
	const struct call_id outer = { turn, program, 1, 1 }, inner = { turn, turn, 1, 2 };
	const struct call_id waits = { accept, turn, 1, 2 };
	const struct wait_place place = { 1, 2, accept, "accept", "clients of port 80" };
	const struct wait_sum waited = { 1, (uint64_t)wait, (uint64_t)wait };
	const struct call_node nodes[] = {
		{ .id = 1, .sub = turn, .caller = program, .incl_ns = wait + own, .excl_ns = own },
		{ .id = 2,
		  .parent = 1,
		  .sub = turn,
		  .caller = turn,
		  .recursive = true,
		  .incl_ns = wait },
		{ .id = 3,
		  .parent = 2,
		  .sub = accept,
		  .caller = turn,
		  .incl_ns = wait,
		  .excl_ns = wait },
	};
	size_t i;

	profile_add_call(p, &outer, &(struct profile_counts){ 1, wait + own, own, 0, 0 });
	profile_add_call(p, &inner, &(struct profile_counts){ 1, 0, 0, wait, 1 });
	profile_add_call(p, &waits, &(struct profile_counts){ 1, wait, wait, 0, 0 });
	for (i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++)
		cr_assert_eq(call_tree_add(&p->call_tree, &nodes[i]), 0);
	cr_assert_eq(profile_add_line(file, 2, 1, wait), 0);
	cr_assert_eq(profile_add_wait(p, &place, &waited), 0);
	profile_add_sub_wait(p, accept, wait);
	profile_add_sub_wait(p, turn, wait);
	return p;
}

Test(report, waiting_for_events_is_in_no_caller_nor_line)
{
	struct profile *p = server();
	int64_t line_ns = profile_line(profile_find_fid(p, 1), 2).ns, idle_ns;
	const struct profile_sub *turn = profile_sub(p, "Server::turn");
	const struct profile_sub *accept = profile_sub(p, "Server::CORE:accept");
	struct profile_counts *sums;

	cr_expect(idle_is_in(p));
	cr_expect_eq(idle_leave_out(p, &idle_ns), 0);
	cr_expect_eq(idle_ns, 60000000000);
	sums = sub_sums(p);
	cr_assert_not_null(sums);
	cr_expect_eq(sums[turn->id].incl_ns, 1000000000);
	cr_expect_eq(sums[turn->id].excl_ns, 1000000000);
	cr_expect_eq(sums[turn->id].reci_ns, 0);
	cr_expect_eq(sums[accept->id].incl_ns, 0);
	cr_expect_eq(sums[accept->id].excl_ns, 0);
	cr_expect_eq(sums[accept->id].cnt, 1);
	cr_expect_eq(turn->wait_incl_ns, 0);
	cr_expect_eq(accept->wait_excl_ns, 0);
	cr_expect_eq(profile_line(profile_find_fid(p, 1), 2).ns, line_ns - 60000000000);
	cr_expect_eq(profile_line(profile_find_fid(p, 1), 2).wait_ns, 0);
	cr_expect_eq(profile_waited(p), 0);
	free(sums);
	profile_free(p);
}

/* Without stacks nobody knows whose calls they were: the callers keep it. */
Test(report, without_stacks_waiting_for_events_stays_in_its_callers)
{
	struct profile *p = server();
	const struct profile_sub *turn = profile_sub(p, "Server::turn");
	struct profile_counts *sums;
	int64_t idle_ns;

	call_tree_release(&p->call_tree);
	cr_expect_eq(idle_leave_out(p, &idle_ns), 0);
	cr_expect_eq(idle_ns, 60000000000);
	sums = sub_sums(p);
	cr_assert_not_null(sums);
	cr_expect_eq(sums[turn->id].incl_ns, 61000000000);
	cr_expect_eq(sums[profile_sub(p, "Server::CORE:accept")->id].incl_ns, 0);
	free(sums);
	profile_free(p);
}

Test(report, counts_fit_into_their_columns)
{
	char text[COUNT_TEXT];

	cr_expect_str_eq(count_text(0, text), "0");
	cr_expect_str_eq(count_text(999999999, text), "999999999");
	cr_expect_str_eq(count_text(1234567890, text), "1.23G");
	cr_expect_str_eq(count_text(UINT64_MAX, text), "18.4E");
}
