// SPDX-License-Identifier: GPL-2.0-or-later
/* The NYTProf file, both ways: bytes as the format has them, and what damaged files do. */
#include "nytp/nytp.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "profile/profile.h"
#include "records/format.h"
#include "util/error.h"

struct bytes {
	char *data;
	size_t size;
};

static struct bytes write_profile(struct profile *p, int compress)
{
	struct bytes b = {};
	FILE *f = open_memstream(&b.data, &b.size);
	const struct nytp_settings settings = { .compress = compress, .calls = 2 };
	struct error err;

	cr_assert_eq(nytp_write(p, f, &settings, &err), 0, "%s", err.text);
	fclose(f);
	return b;
}

static struct profile *read_bytes(const void *data, size_t size, struct error *err)
{
	FILE *f = fmemopen((void *)data, size ? size : 1, "r");
	struct profile *p;

	if (!size)
		fgetc(f);
	p = nytp_read(f, "test.out", err);
	fclose(f);
	return p;
}

static struct profile *sample(void)
{
	struct profile *p = profile_new();
	struct profile_file *a = profile_file(p, "/a.pl", 0, 0, 0x32);
	struct profile_file *e = profile_file(p, "(eval 1)[/a.pl:7]", 1, 7, 0x32);
	struct profile_sub *f = profile_sub(p, "main::f"), *run = profile_sub(p, "main::RUNTIME");
	struct profile_sub *xs = profile_sub(p, "List::Util::sum"),
			   *u = profile_sub(p, "main::gr\xc3\xb6sse");
	struct call_id id = { .callee = f->id, .caller = run->id, .fid = 1, .line = 7 };
	struct profile_counts counts = { 5, 1500000, 1000000, 250000, 2 };

	p->pid = 1234;
	p->ppid = 1;
	p->start = 1000.5;
	p->end = 1002.25;
	profile_set_attr(p, "application", "a.pl");
	profile_set_attr(p, "agent_waited_us", "1500");
	profile_set_option(p, "stmts", "1");
	profile_add_line(a, 7, 3, 1234500);
	profile_add_line(a, 300, 1, 0);
	profile_add_line(e, 1, 2, 700);
	profile_set_source(a, "one\ntwo\n", 8);
	f->fid = 1;
	f->first = 5;
	f->last = 9;
	u->fid = 1;
	u->first = u->last = 3;
	xs->xsub = true;
	profile_add_call(p, &id, &counts);
	id.callee = xs->id;
	profile_add_call(p, &id, &counts);
	id.callee = u->id;
	profile_add_call(p, &id, &counts);
	return p;
}

static void expect_sample(const struct profile *p)
{
	const struct profile_call *call;

	cr_expect_eq(p->pid, 1234u);
	cr_expect_float_eq(p->start, 1000.5, 1e-9);
	cr_expect_float_eq(p->end, 1002.25, 1e-9);
	cr_expect_eq(p->ticks_per_sec, 10000000u);
	cr_expect_str_eq(profile_attr(p, "application"), "a.pl");
	cr_expect_str_eq(profile_attr(p, "agent_waited_us"), "1500");
	cr_assert_eq(p->file_cnt, 2u);
	cr_expect_str_eq(p->files[1]->name, "(eval 1)[/a.pl:7]");
	cr_expect_eq(p->files[1]->eval_fid, 1u);
	cr_expect_eq(p->files[1]->eval_line, 7u);
	cr_expect_eq(p->files[0]->flags, 0x32u);
	cr_expect_eq(profile_line(p->files[0], 7).cnt, 3u);
	cr_expect_eq(profile_line(p->files[0], 7).ns, 1234500);
	cr_expect_eq(profile_line(p->files[0], 300).cnt, 1u);
	cr_expect_eq(profile_line(p->files[1], 1).ns, 700);
	cr_expect_str_eq(p->files[0]->source, "one\ntwo\n");
	cr_assert_eq(HASH_COUNT(p->calls), 3u);
	for (call = p->calls; call; call = call->hh.next) {
		const struct profile_sub *sub = p->subs[call->id.callee];

		cr_expect_str_eq(p->subs[call->id.caller]->name, "main::RUNTIME");
		cr_expect_eq(call->id.line, 7u);
		cr_expect_eq(call->counts.cnt, 5u);
		cr_expect_eq(call->counts.incl_ns, 1500000);
		cr_expect_eq(call->counts.excl_ns, 1000000);
		cr_expect_eq(call->counts.reci_ns, 250000);
		cr_expect_eq(call->counts.rec_depth, 2u);
		cr_expect_eq(sub->xsub, !strcmp(sub->name, "List::Util::sum"));
	}
}

Test(nytp, what_is_written_is_read_again)
{
	static const int levels[] = { 0, 1, 6, 9 };
	struct profile *p = sample(), *again;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		struct bytes b = write_profile(p, levels[i]);

		again = read_bytes(b.data, b.size, &err);
		cr_assert_not_null(again, "%s", err.text);
		expect_sample(again);
		profile_free(again);
		free(b.data);
	}
	profile_free(p);
}

/* The stock reader warns of what looks like a #line to it (nytp/blank.h). */
Test(nytp, a_line_that_the_reader_would_warn_of_has_a_blank_before_it)
{
	static const char source[] =
		"#line 3 \"x\"\n# line 4\n#line 5x\n#lines 6\n#\n##line 7\n#line 8";
	struct profile *p = sample(), *again;
	struct bytes b;
	struct error err;

	profile_set_source(p->files[0], source, sizeof(source) - 1);
	b = write_profile(p, 6);
	again = read_bytes(b.data, b.size, &err);
	cr_assert_not_null(again, "%s", err.text);
	cr_expect_str_eq(again->files[0]->source,
			 " #line 3 \"x\"\n # line 4\n#line 5x\n#lines 6\n#\n##line 7\n #line 8");
	free(b.data);
	profile_free(again);
	profile_free(p);
}

/* A text of some bytes, other lines for each file, and no newline at its end. */
static char *text_of(unsigned nr, size_t size)
{
	char *text = NULL;
	size_t len = 0, written;
	FILE *to = open_memstream(&text, &written);

	while (len < size)
		len += (size_t)fprintf(to, "my $line_%zu = %u;\n", len, nr);
	fputs("1;", to);
	fclose(to);
	return text;
}

/* More than a thread deflates at once, in files of all sizes. */
Test(nytp, much_source_is_read_as_it_was_written)
{
	static const size_t sizes[] = { 300, 500000, 40000, 700000, 0, 524288, 70000, 5 };
	const size_t cnt = sizeof(sizes) / sizeof(sizes[0]);
	struct profile *p = profile_new(), *again;
	struct bytes written;
	struct error err;
	char name[16];
	unsigned i;

	for (i = 0; i < cnt; i++) {
		char *text = text_of(i, sizes[i]);

		snprintf(name, sizeof(name), "/%u.pl", i);
		profile_set_source(profile_file(p, name, 0, 0, 0x32), text, strlen(text));
		free(text);
	}
	written = write_profile(p, 6);
	again = read_bytes(written.data, written.size, &err);
	cr_assert(again, "%s", err.text);
	cr_assert_eq(again->file_cnt, cnt);
	for (i = 0; i < cnt; i++) {
		char *text = text_of(i, sizes[i]);

		cr_expect_str_eq(again->files[i]->source, text, "file %u", i);
		free(text);
	}
	profile_free(again);
	profile_free(p);
	free(written.data);
}

/* A part of a module is written as the module; so are its calls, subs and evals. */
Test(nytp, an_alias_is_written_as_the_file_that_it_is_a_part_of)
{
	struct profile *p = sample(), *again;
	struct profile_file *part = profile_file(p, "/part.al", 0, 0, 0x32);
	struct profile_file *e = profile_file(p, "(eval 2)[/part.al:3]", part->fid, 3, 0x32);
	struct profile_sub *g = profile_sub(p, "main::g");
	struct call_id id = { .callee = g->id, .caller = 0, .fid = part->fid, .line = 4 };
	struct profile_counts counts = { 2, 0, 0, 0, 0 };
	struct bytes b;
	struct error err;

	part->alias_of = 1;
	profile_add_line(part, 7, 2, 100);
	profile_add_line(e, 1, 1, 100);
	profile_set_source(part, "no\n", 3);
	g->fid = part->fid;
	g->first = g->last = 4;
	profile_add_call(p, &id, &counts);
	b = write_profile(p, 6);
	again = read_bytes(b.data, b.size, &err);
	cr_assert_not_null(again, "%s", err.text);
	cr_assert_eq(again->file_cnt, 3u);
	cr_expect_eq(profile_line(again->files[0], 7).cnt, 5u);
	cr_expect_str_eq(again->files[0]->source, "one\ntwo\n");
	cr_expect_str_eq(again->files[2]->name, "(eval 2)[/part.al:3]");
	cr_expect_eq(again->files[2]->eval_fid, 1u);
	cr_expect_eq(profile_sub(again, "main::g")->fid, 1u);
	free(b.data);
	profile_free(again);
	profile_free(p);
}

/* Short calls took less than nothing; f, which made them, has more exclusive than inclusive time. */
static void add_impossible(struct profile *p)
{
	struct call_id id = { .callee = 2, .caller = 0, .fid = 1, .line = 6 };
	struct profile_counts xs = { 100, -30000, -30000, 0, 0 }, f = { 1, 40000, 70000, 0, 0 };
	struct call_node node = {
		.id = 1, .sub = 0, .caller = 1, .cnt = 1, .incl_ns = 40000, .excl_ns = 70000
	};

	profile_add_call(p, &id, &xs);
	id = (struct call_id){ .callee = 0, .caller = 1, .fid = 1, .line = 8 };
	profile_add_call(p, &id, &f);
	cr_assert_eq(call_tree_add(&p->call_tree, &node), 0);
	node = (struct call_node){ .id = 2, .parent = 1, .sub = 2, .cnt = 100 };
	node.incl_ns = node.excl_ns = -30000;
	cr_assert_eq(call_tree_add(&p->call_tree, &node), 0);
}

Test(nytp, no_call_has_more_exclusive_than_inclusive_time)
{
	struct profile *p = sample(), *again;
	const struct profile_call *call;
	struct bytes first, second;
	struct error err;

	add_impossible(p);
	first = write_profile(p, 0);
	again = read_bytes(first.data, first.size, &err);
	cr_assert_eq(HASH_COUNT(again->calls), 5u);
	for (call = again->calls; call; call = call->hh.next) {
		int64_t incl = call->id.line == 6 ? 0 : 40000;

		if (call->id.line == 7)
			continue;
		cr_expect_eq(call->counts.incl_ns, incl);
		cr_expect_eq(call->counts.excl_ns, incl);
	}
	/* An interim profile does not change what is written later. */
	second = write_profile(p, 0);
	cr_expect_eq(first.size, second.size);
	cr_expect_arr_eq(first.data, second.data, first.size);
	free(first.data);
	free(second.data);
	profile_free(again);
	profile_free(p);
}

/* A record must stand in the uncompressed file byte for byte. */
#define expect_bytes(b, text) \
	cr_expect_not_null(memmem((b).data, (b).size, text, sizeof(text) - 1), "no %s", #text)

Test(nytp, records_have_the_bytes_of_the_format)
{
	struct profile *p = sample();
	char mark[5 + 1 + 24 + 1 + 17];
	struct bytes b;
	int i;

	for (i = 0; i < 8; i++)
		profile_add_line(p->files[0], 3, 1, i ? 0 : 30000);
	b = write_profile(p, 0);
	cr_expect_eq(memcmp(b.data, "NYTProf 5 0\n", 12), 0);
	expect_bytes(b, "\n:ticks_per_sec=10000000\n!stmts=1\n");
	expect_bytes(b, "P\x84\xd2\x01\x00\x00\x00\x00\x00\x44\x8f\x40"); /* pid 1234, 1000.5 */
	expect_bytes(b, "@\x01\x00\x00\x32\x00\x00'\x05/a.pl");
	expect_bytes(b, "@\x02\x01\x07\x32\x00\x00'\x11(eval 1)[/a.pl:7]");
	expect_bytes(b, "+\x81\x2c\x01\x03+\x00\x01\x03+\x00\x01\x03"); /* 300 ticks, then none */
	expect_bytes(b, "+\x00\x01\x81\x2c"); /* line 300 */
	expect_bytes(b, "S\x01\x01'\x04one\nS\x01\x02'\x04two\n");
	expect_bytes(b, "s\x01'\x07main::f\x05\x09");
	expect_bytes(b, "s\x01'\x0dmain::gr\xc3\xb6sse\x03\x03");
	expect_bytes(b, "s\x01'\x0fList::Util::sum\x00\x00");
	/* The mark of an xsub: place 0, no caller, a count, three times and a depth of 0. */
	memset(mark, 0, sizeof(mark));
	memcpy(mark, "c\x00\x00'\x00", 5);
	memcpy(mark + 5 + 1 + 24 + 1, "'\x0fList::Util::sum", 17);
	cr_expect_not_null(memmem(b.data, b.size, mark, sizeof(mark)));
	profile_free(p);
	free(b.data);
}

Test(nytp, statements_in_blocks_have_records_of_their_own)
{
	const struct block_id inner = { 7, 5, 3 }, outer = { 7, 3, 3 };
	struct profile *p = profile_new();
	struct profile_file *f = profile_file(p, "/a", 0, 0, 0);
	struct bytes b;

	p->ticks_per_sec = 10000000;
	profile_add_block(f, &inner, 2, 400);
	profile_add_block(f, &outer, 1, 900);
	cr_expect_eq(profile_line(f, 7).cnt, 3u);
	cr_expect_eq(profile_line(f, 7).ns, 1300);
	b = write_profile(p, 0);
	expect_bytes(b, "*\x09\x01\x07\x03\x03*\x04\x01\x07\x05\x03*\x00\x01\x07\x05\x03");
	profile_free(p);
	free(b.data);
}

Test(nytp, integers_take_the_bytes_that_they_need)
{
	static const struct {
		uint32_t line;
		char bytes[8];
		size_t len;
	} cases[] = {
		{ 127, "\x7f", 1 },	  { 128, "\x80\x80", 2 },	{ 16383, "\xbf\xff", 2 },
		{ 16384, "\xc0\x40", 2 }, { 65535, "\xc0\xff\xff", 3 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct profile *p = profile_new();
		char record[16] = { '+', 0, 1 };
		struct bytes b;

		p->end = 1;
		profile_add_line(profile_file(p, "/a", 0, 0, 0), cases[i].line, 1, 0);
		memcpy(record + 3, cases[i].bytes, cases[i].len);
		b = write_profile(p, 0);
		cr_expect_not_null(memmem(b.data, b.size, record, 3 + cases[i].len), "line %u",
				   cases[i].line);
		profile_free(p);
		free(b.data);
	}
}

Test(nytp, time_that_no_record_can_hold_takes_more_of_them_at_no_count)
{
	struct profile *p = profile_new(), *again;
	struct profile_file *f = profile_file(p, "/a", 0, 0, 0);
	struct error err;
	struct bytes b;

	p->end = 1;
	profile_add_line(f, 1, 2, 1000000000000); /* 1,000 s: 5 records of 214 s at most */
	profile_add_line(f, 2, 0, 5000); /* time, and no count */
	profile_add_line(f, 3, 4, -100); /* the clock's noise */
	b = write_profile(p, 6);
	again = read_bytes(b.data, b.size, &err);
	cr_assert_not_null(again, "%s", err.text);
	cr_expect_eq(profile_line(again->files[0], 1).cnt, 2u);
	cr_expect_eq(profile_line(again->files[0], 1).ns, 1000000000000);
	cr_expect_eq(profile_line(again->files[0], 2).cnt, 0u);
	cr_expect_eq(profile_line(again->files[0], 2).ns, 5000);
	cr_expect_eq(profile_line(again->files[0], 3).cnt, 4u);
	cr_expect_eq(profile_line(again->files[0], 3).ns, 0);
	profile_free(again);
	profile_free(p);
	free(b.data);
}

Test(nytp, many_executions_make_a_small_file)
{
	struct profile *p = profile_new(), *again;
	struct error err;
	struct bytes b;

	p->end = 1;
	profile_add_line(profile_file(p, "/a", 0, 0, 0), 10, 3000000, 12345678900);
	b = write_profile(p, 6);
	cr_expect_lt(b.size, 20000u);
	again = read_bytes(b.data, b.size, &err);
	cr_expect_eq(profile_line(again->files[0], 10).cnt, 3000000u);
	profile_free(again);
	profile_free(p);
	free(b.data);
}

Test(nytp, a_file_that_is_cut_anywhere_is_an_error_and_no_profile)
{
	struct profile *p = sample();
	struct error err;
	size_t size;
	int level;

	for (level = 0; level <= 6; level += 6) {
		struct bytes b = write_profile(p, level);

		for (size = 0; size < b.size; size++) {
			struct profile *cut = read_bytes(b.data, size, &err);

			/* The checksum behind the zlib stream is all that may be missing. */
			if (cut && level && b.size - size <= 4)
				profile_free(cut);
			else
				cr_expect_null(cut, "%zu of %zu bytes, level %d", size, b.size,
					       level);
		}
		free(b.data);
	}
	profile_free(p);
}

Test(nytp, a_damaged_file_never_crashes_the_reader)
{
	struct profile *p = sample();
	struct bytes b = write_profile(p, 0);
	char *copy = malloc(b.size);
	struct error err;
	size_t i;
	int v;

	for (i = 0; i < b.size; i++) {
		for (v = 0; v < 256; v += 5) {
			memcpy(copy, b.data, b.size);
			copy[i] = (char)v;
			profile_free(read_bytes(copy, b.size, &err));
		}
	}
	cr_expect(true); /* it came to here */
	free(copy);
	free(b.data);
	profile_free(p);
}

Test(nytp, what_is_no_profile_is_said)
{
	static const char *const texts[] = { "", "hello\n", "NYTProf 4 0\n",
					     "\x7f"
					     "ELF" };
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		err.text[0] = '\0';
		cr_expect_null(read_bytes(texts[i], strlen(texts[i]), &err));
		cr_expect_eq(errno, EBADMSG);
		cr_expect_not_null(strstr(err.text, "test.out"), "%s", err.text);
	}
}

/* The same files, subs and calls, met in another order (0 or 1). */
static struct profile *met_in_order(int backwards)
{
	static const char *const files[] = { "/prog", "/b.pm", "/a.pm" };
	static const char *const subs[] = { "main::z", "A::f", "B::f" };
	struct profile *p = profile_new();
	uint32_t prog, parent, subs_met[3];
	struct profile_counts one = { 1, 10, 10, 0, 0 };
	int i, at;

	p->pid = 7;
	p->start = 1;
	p->end = 2;
	for (i = 0; i < 3; i++) {
		at = backwards ? 2 - i : i;
		profile_add_line(profile_file(p, files[at], 0, 0, 0x32), 1, 1, 10);
		subs_met[at] = profile_sub(p, subs[at])->id;
	}
	prog = profile_file(p, "/prog", 0, 0, 0x32)->fid;
	p->main_fid = prog;
	parent = profile_file(p, "/b.pm", 0, 0, 0x32)->fid;
	for (i = 0; i < 12; i++) {
		char name[64];

		at = backwards ? 12 - i : i + 1;
		snprintf(name, sizeof(name), "(eval %d)[/b.pm:%d]", at, at);
		profile_add_line(profile_file(p, name, parent, (uint32_t)at, 0x32), 1, 1, 10);
	}
	for (i = 0; i < 6; i++) {
		at = backwards ? 5 - i : i;
		struct call_id id = { .callee = subs_met[at % 3],
				      .caller = subs_met[at / 2],
				      .fid = at & 1 ? prog : parent,
				      .line = 1 + (uint32_t)at };

		profile_add_call(p, &id, &one);
	}
	return p;
}

Test(nytp, order_is_that_of_names_and_not_of_arrival)
{
	struct profile *one = met_in_order(0), *two = met_in_order(1), *back;
	struct bytes a = write_profile(one, 0), b = write_profile(two, 0);
	struct error err;

	cr_expect_eq(a.size, b.size);
	cr_expect(!memcmp(a.data, b.data, a.size));
	back = read_bytes(a.data, a.size, &err);
	cr_assert_not_null(back);
	cr_expect_str_eq(profile_find_fid(back, 1)->name, "/prog");
	cr_expect_str_eq(profile_find_fid(back, 2)->name, "/a.pm");
	cr_expect_str_eq(profile_find_fid(back, 4)->name, "(eval 1)[/b.pm:1]");
	cr_expect_str_eq(profile_find_fid(back, 15)->name, "(eval 12)[/b.pm:12]");
	profile_free(one);
	profile_free(two);
	profile_free(back);
	free(a.data);
	free(b.data);
}

/* As a device has it. */
Test(nytp, what_has_no_end_is_not_read_to_its_end, .timeout = 20)
{
	static const char *const begins[] = { "", "NYTProf 5 0\n",
					      "NYTProf 5 0\n:a=", "NYTProf 5 0\n#" };
	static char many[1 << 14];
	FILE *zeros;
	struct error err;
	int ends[2];
	size_t i;

	memset(many, 'x', sizeof(many));
	zeros = fopen("/dev/zero", "r");
	cr_expect_null(nytp_read(zeros, "zero", &err));
	cr_expect_not_null(strstr(err.text, "not a NYTProf profile"), "%s", err.text);
	fclose(zeros);
	for (i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
		cr_assert_eq(pipe(ends), 0);
		if (!fork()) {
			close(ends[0]);
			if (write(ends[1], begins[i], strlen(begins[i])) < 0)
				_exit(1);
			while (write(ends[1], many, sizeof(many)) > 0)
				;
			_exit(0);
		}
		close(ends[1]);
		zeros = fdopen(ends[0], "r");
		cr_expect_null(nytp_read(zeros, "endless", &err));
		fclose(zeros);
		wait(NULL);
	}
}

/* ------------------------------------------------------- what was written to do harm */

struct made {
	char *data;
	size_t size;
	FILE *to;
};

static void made_begin(struct made *m, const char *attributes)
{
	m->to = open_memstream(&m->data, &m->size);
	fprintf(m->to, "NYTProf 5 0\n%s", attributes);
}

static void put_u32(FILE *to, uint32_t v)
{
	const unsigned char bytes[] = { 0xff, (unsigned char)(v >> 24), (unsigned char)(v >> 16),
					(unsigned char)(v >> 8), (unsigned char)v };

	fwrite(bytes, 1, sizeof(bytes), to);
}

static void put_numbers(FILE *to, char tag, const uint32_t *numbers, size_t cnt)
{
	size_t i;

	fputc(tag, to);
	for (i = 0; i < cnt; i++)
		put_u32(to, numbers[i]);
}

static void put_string(FILE *to, const char *text)
{
	fputc(NYTP_STRING, to);
	put_u32(to, (uint32_t)strlen(text));
	fputs(text, to);
}

static void put_file(FILE *to, uint32_t fid, const char *name)
{
	const uint32_t numbers[] = { fid, 0, 0, 0, 0, 0 };

	put_numbers(to, NYTP_NEW_FID, numbers, 6);
	put_string(to, name);
}

static void put_nv(FILE *to, double v)
{
	fwrite(&v, sizeof(v), 1, to);
}

static void put_end(FILE *to)
{
	const uint32_t pid = 7;

	put_numbers(to, NYTP_PID_END, &pid, 1);
	put_nv(to, 1);
}

static struct profile *made_read(struct made *m, struct error *err)
{
	struct profile *p;

	fclose(m->to);
	p = read_bytes(m->data, m->size, err);
	free(m->data);
	return p;
}

Test(nytp, attributes_are_looked_for_among_few)
{
	struct made m;
	struct error err;
	int i;

	made_begin(&m, "");
	for (i = 0; i < 40000; i++)
		fprintf(m.to, ":%x=\n", i);
	put_end(m.to);
	cr_expect_null(made_read(&m, &err));
	cr_expect_not_null(strstr(err.text, "more attributes than any profile"), "%s", err.text);
}

Test(nytp, a_high_file_number_takes_no_room)
{
	struct made m;
	struct profile *p;
	struct error err;

	made_begin(&m, "");
	put_file(m.to, UINT32_MAX, "/a.pl");
	put_end(m.to);
	p = made_read(&m, &err);
	cr_assert_not_null(p, "%s", err.text);
	cr_expect_eq(p->files[0]->fid, 1u);
	profile_free(p);
}

Test(nytp, sums_end_at_what_their_type_holds)
{
	const uint32_t longest[] = { INT32_MAX, 1, 3 };
	const uint32_t call[] = { 1, 3 };
	struct made m;
	struct profile_totals totals;
	struct profile *p;
	struct error err;
	int i;

	made_begin(&m, ":ticks_per_sec=1\n");
	put_file(m.to, 1, "/a.pl");
	for (i = 0; i < 10; i++) {
		put_numbers(m.to, NYTP_TIME_LINE, longest, 3);
		put_numbers(m.to, NYTP_SUB_CALLERS, call, 2);
		put_string(m.to, "main::a");
		put_u32(m.to, UINT32_MAX);
		put_nv(m.to, 1e300);
		put_nv(m.to, 5e9);
		put_nv(m.to, -1e300);
		put_u32(m.to, 0);
		put_string(m.to, "main::b");
	}
	put_end(m.to);
	p = made_read(&m, &err);
	cr_assert_not_null(p, "%s", err.text);
	cr_expect_eq(profile_line(p->files[0], 3).ns, INT64_MAX);
	cr_expect_eq(p->calls->counts.incl_ns, INT64_MAX);
	cr_expect_eq(p->calls->counts.excl_ns, INT64_MAX);
	cr_expect_eq(p->calls->counts.reci_ns, -INT64_MAX);
	profile_totals(p, &totals);
	cr_expect_eq(totals.stmt_ns, INT64_MAX);
	profile_free(p);
}

Test(nytp, a_tick_is_some_part_of_a_second)
{
	static const char *const wrong[] = { ":ticks_per_sec=0\n", ":ticks_per_sec=x\n",
					     ":ticks_per_sec=18446744073709551615\n" };
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct made m;

		made_begin(&m, wrong[i]);
		put_end(m.to);
		cr_expect_null(made_read(&m, &err));
		cr_expect_not_null(strstr(err.text, "ticks"), "%s", err.text);
	}
}

/* All of from in a zlib stream. */
static void made_deflated(struct made *m, struct made *from)
{
	uLongf size;
	char *data;

	fclose(from->to);
	size = compressBound(from->size);
	data = malloc(size);
	cr_assert_eq(compress2((Bytef *)data, &size, (const Bytef *)from->data, from->size, 1),
		     Z_OK);
	made_begin(m, "z");
	fwrite(data, 1, size, m->to);
	free(data);
	free(from->data);
}

static void put_names(FILE *to, unsigned cnt)
{
	const uint32_t lines[] = { 1, 1, 1 };
	char name[32];
	unsigned i;

	put_file(to, 1, "/a.pl");
	for (i = 0; i < cnt; i++) {
		put_numbers(to, NYTP_SUB_INFO, lines, 1);
		snprintf(name, sizeof(name), "a::%x", i);
		put_string(to, name);
		put_u32(to, 1);
		put_u32(to, 1);
	}
	put_end(to);
}

/* A megabyte stands for a gigabyte. */
Test(nytp, what_it_takes_in_memory_is_in_proportion_to_the_file)
{
	const uint32_t line[] = { 1, 1 };
	struct made inner, m;
	char *text = calloc(1, 1 << 20);
	struct profile *p;
	struct error err;
	int i;

	memset(text, 'x', (1 << 20) - 1);
	inner.to = open_memstream(&inner.data, &inner.size);
	put_file(inner.to, 1, "/a.pl");
	for (i = 0; i < 150; i++) {
		put_numbers(inner.to, NYTP_SRC_LINE, line, 2);
		put_string(inner.to, text);
	}
	free(text);
	put_end(inner.to);
	made_deflated(&m, &inner);
	p = made_read(&m, &err);
	cr_assert_not_null(p, "%s", err.text);
	cr_expect(p->source_cut);
	cr_expect_gt(p->files[0]->source_len, 1u << 20);
	cr_expect_lt(p->files[0]->source_len, 130u << 20);
	profile_free(p);
}

/* One number for two files, and one file with two numbers. */
Test(nytp, source_is_of_the_file_that_has_the_number_now)
{
	static const char *const texts[] = { "first\n", "second\n", "third\n" };
	static const uint32_t lines[][2] = { { 1, 1 }, { 1, 1 }, { 2, 1 } };
	struct made m;
	struct profile *p;
	struct error err;
	size_t i;

	made_begin(&m, "");
	for (i = 0; i < 3; i++) {
		put_file(m.to, lines[i][0], i ? "/b.pl" : "/a.pl");
		put_numbers(m.to, NYTP_SRC_LINE, lines[i], 2);
		put_string(m.to, texts[i]);
	}
	put_end(m.to);
	p = made_read(&m, &err);
	cr_assert_not_null(p, "%s", err.text);
	cr_expect_str_eq(p->files[0]->source, "first\n");
	cr_expect_str_eq(p->files[1]->source, "second\nthird\n");
	profile_free(p);
}

Test(nytp, what_is_promised_takes_no_room)
{
	struct made m;
	struct error err;

	made_begin(&m, "");
	fputc(NYTP_NEW_FID, m.to);
	fwrite("\1\0\0\0\0\0", 1, 6, m.to);
	fputc(NYTP_STRING, m.to);
	put_u32(m.to, 64u << 20);
	fputs("short", m.to);
	cr_expect_null(made_read(&m, &err));
	cr_expect_not_null(strstr(err.text, "ends in the middle of a record"), "%s", err.text);
}

Test(nytp, many_subs_are_no_harm)
{
	struct made m;
	struct profile *p;
	struct error err;

	made_begin(&m, "");
	put_names(m.to, 300000);
	p = made_read(&m, &err);
	cr_assert_not_null(p, "%s", err.text);
	cr_expect_eq(p->sub_cnt, 300000u);
	profile_free(p);
}
