// SPDX-License-Identifier: GPL-2.0-or-later
/* Source is read as the target could, and not without end. */
#include "source/source.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../hanging_fs.h"
#include "evals/evals.h"
#include "perl_text/line_directive.h"
#include "profile/profile.h"
#include "rights/credentials.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"

#define MIB (1 << 20)

static char dir[] = "/tmp/test_source.XXXXXX";

static void in_a_directory(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	cr_assert_eq(chmod(dir, 0755), 0);
}

static void remove_it(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_expect_eq(system(command), 0);
}

TestSuite(source, .init = in_a_directory, .fini = remove_it);

static void make_file(const char *name, off_t size, mode_t mode)
{
	int fd = open(name, O_WRONLY | O_CREAT, mode);

	cr_assert_geq(fd, 0);
	cr_assert_eq(ftruncate(fd, size), 0);
	close(fd);
}

static struct creds creds_for(uid_t uid, gid_t gid, uint64_t caps)
{
	return (struct creds){ .caps = caps,
			       .uid = { uid, uid, uid, uid },
			       .gid = { gid, gid, gid, gid },
			       .flags = CREDS_KNOWN };
}

static struct tracee a_tracee(void)
{
	return (struct tracee){ .root = open("/", O_RDONLY | O_DIRECTORY),
				.creds = creds_for(geteuid(), getegid(), 0),
				.profile = profile_new() };
}

static struct profile_file *add(const struct tracee *t, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return profile_file(t->profile, path, 0, 0, FILE_HAS_SRC);
}

static void release(struct tracee *t)
{
	close(t->root);
	profile_free(t->profile);
}

Test(source, one_file_of_many_names_is_not_read_for_ever)
{
	struct tracee t = a_tracee();
	struct source_report report;
	struct profile_file *third, *small;

	make_file("large", 28 * MIB, 0644);
	make_file("small", 10, 0644);
	make_file("too_large", 33 * MIB, 0644);
	add(&t, "too_large");
	add(&t, "large");
	add(&t, "./large");
	third = add(&t, "././large");
	small = add(&t, "small");
	source_embed(&t, 0, &report);
	cr_expect_eq(report.embedded, 3u);
	cr_expect_eq(report.missing, 2u);
	cr_expect_null(third->source);
	cr_expect_not(third->flags & FILE_HAS_SRC);
	cr_expect_eq(small->source_len, 10u, "there is room for it");
	release(&t);
}

#define NOBODY 65534

static bool is_effective(cap_value_t cap)
{
	cap_flag_value_t value = CAP_CLEAR;
	cap_t caps = cap_get_proc();

	cap_get_flag(caps, cap, CAP_EFFECTIVE, &value);
	cap_free(caps);
	return value == CAP_SET;
}

/* As one that is started with capabilities, and not as root. */
static void become_nobody_with_capabilities(void)
{
	static const cap_value_t kept[] = { CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE, CAP_SETUID,
					    CAP_SETGID };
	cap_t caps = cap_init();

	cr_assert_eq(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0), 0);
	cr_assert_eq(setgid(NOBODY), 0);
	cr_assert_eq(setuid(NOBODY), 0);
	cr_assert_eq(cap_set_flag(caps, CAP_PERMITTED, 4, kept, CAP_SET), 0);
	cr_assert_eq(cap_set_flag(caps, CAP_EFFECTIVE, 4, kept, CAP_SET), 0);
	cr_assert_eq(cap_set_proc(caps), 0);
	cap_free(caps);
}

/* The same user's, another user's and root's program; what none of them could read stays unread. */
Test(source, capabilities_of_the_agent_are_not_the_targets)
{
	static const uid_t users[] = { NOBODY, NOBODY - 1, 0 };
	struct source_report report;
	struct tracee t;
	size_t i;

	if (geteuid())
		cr_skip_test("only root can become another one");
	make_file("open", 3, 0644);
	make_file("secret", 3, 0600);
	cr_assert_eq(chown("secret", 1, 1), 0);
	cr_assert_eq(chown(dir, NOBODY, NOBODY), 0); /* who removes it */
	become_nobody_with_capabilities();
	cr_assert_eq(faccessat(AT_FDCWD, "secret", R_OK, AT_EACCESS), 0);
	for (i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
		t = a_tracee();
		t.creds = creds_for(users[i], users[i], 0);
		add(&t, "open");
		add(&t, "secret");
		source_embed(&t, 0, &report);
		cr_expect_eq(report.embedded, 1u, "%u", users[i]);
		cr_expect_not_null(t.profile->files[0]->source);
		cr_expect_null(t.profile->files[1]->source, "%u", users[i]);
		cr_expect(is_effective(CAP_DAC_READ_SEARCH) && is_effective(CAP_DAC_OVERRIDE),
			  "%u: it has its own again", users[i]);
		release(&t);
	}
}

Test(source, root_has_its_own_again)
{
	const struct creds nobody = creds_for(NOBODY, NOBODY, 0);
	struct credentials saved;

	if (geteuid())
		cr_skip_test("only root can become another one");
	cr_expect(credentials_take(&nobody, &saved));
	cr_expect_not(is_effective(CAP_DAC_READ_SEARCH));
	credentials_restore(&saved);
	cr_expect(is_effective(CAP_DAC_READ_SEARCH));
	cr_expect_eq(access("/etc/shadow", R_OK), 0);
}

/* Root in a container, or under a sandbox, may be without capabilities: files of other users are closed to it. */
Test(source, root_reads_what_its_capabilities_let_it_read)
{
	static const uint64_t all[] = { 0, 1ull << CAP_DAC_READ_SEARCH, 1ull << CAP_DAC_OVERRIDE };
	struct source_report report;
	struct tracee t;
	size_t i;

	if (geteuid())
		cr_skip_test("only root reads as root");
	make_file("theirs", 3, 0600);
	cr_assert_eq(chown("theirs", 1, 1), 0);
	for (i = 0; i < 3; i++) {
		t = a_tracee();
		t.creds = creds_for(0, 0, all[i]);
		add(&t, "theirs");
		source_embed(&t, 0, &report);
		cr_expect_eq(report.embedded, i ? 1u : 0u, "%zu", i);
		release(&t);
	}
}

Test(source, nothing_is_read_for_a_set_user_id_program)
{
	struct source_report report;
	struct tracee t = a_tracee();

	make_file("open", 3, 0644);
	add(&t, "open");
	t.creds.uid[1] = t.creds.uid[0] + 1;
	source_embed(&t, 0, &report);
	cr_expect_eq(report.missing, 1u);
	release(&t);
}

/* A name can be any file, and who opens a device may start something: a FIFO with a writer would be opened. */
Test(source, only_regular_files_are_opened)
{
	struct source_report report;
	struct tracee t = a_tracee();
	char text[8];
	int fd;

	cr_assert_eq(mkfifo("fifo", 0644), 0);
	fd = open("fifo", O_RDWR | O_NONBLOCK);
	cr_assert_eq(write(fd, "text", 4), 4);
	add(&t, "fifo");
	source_embed(&t, 0, &report);
	cr_expect_eq(report.missing, 1u);
	cr_expect_eq(read(fd, text, sizeof(text)), 4, "it was read");
	release(&t);
	close(fd);
}

/* More names than one request has room for. */
Test(source, many_files)
{
	struct source_report report;
	struct tracee t = a_tracee();
	char name[256];
	int i;

	make_file("open", 3, 0644);
	for (i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		mkdir(name, 0755);
		snprintf(name, sizeof(name), "%d/../open", i);
		add(&t, name);
	}
	source_embed(&t, 0, &report);
	cr_expect_eq(report.embedded, 1000u);
	cr_expect_eq(report.bytes, 3000u);
	cr_expect_eq(t.profile->files[999]->source_len, 3u);
	release(&t);
}

/* The file system is somebody's own program, which answers nobody who reads.  What was read before it is there. */
Test(source, a_file_system_that_does_not_answer, .timeout = 60)
{
	struct source_report report;
	struct tracee t = a_tracee();
	pid_t server;

	cr_assert_eq(mkdir("fs", 0755), 0);
	server = hanging_fs_start("fs");
	if (server < 0)
		cr_skip_test("needs FUSE, and root");
	make_file("open", 3, 0644);
	add(&t, "open");
	add(&t, "fs/x.pl");
	source_embed(&t, 0, &report);
	cr_expect(report.stuck);
	cr_expect_eq(report.embedded, 1u);
	cr_expect_eq(report.missing, 1u);
	release(&t);
	hanging_fs_stop(server, "fs");
}

/* Perl loads the .pmc if it can, whichever is newer; but not for the script itself. */
Test(source, the_text_of_a_module_is_that_of_its_pmc)
{
	struct source_report report;
	struct tracee t = a_tracee();
	struct profile_file *compiled, *plain, *script, *closed;

	make_file("Compiled.pm", 1, 0644);
	make_file("Compiled.pmc", 2, 0644);
	make_file("Plain.pm", 3, 0644);
	make_file("Script.pm", 4, 0644);
	make_file("Script.pmc", 5, 0644);
	make_file("Closed.pm", 6, 0644);
	cr_assert_eq(mkdir("Closed.pmc", 0755), 0);
	compiled = add(&t, "Compiled.pm");
	plain = add(&t, "Plain.pm");
	script = add(&t, "Script.pm");
	closed = add(&t, "Closed.pm");
	t.profile->main_fid = script->fid;
	cr_assert_eq(source_embed(&t, 0, &report), 0);
	cr_expect_eq(compiled->source_len, 2u);
	cr_expect(compiled->flags & FILE_IS_PMC);
	cr_expect_eq(plain->source_len, 3u);
	cr_expect_not(plain->flags & FILE_IS_PMC);
	cr_expect_eq(script->source_len, 4u);
	cr_expect_eq(closed->source_len, 6u);
	release(&t);
}

Test(source, what_is_lacking_has_its_reason)
{
	struct source_report report;
	struct tracee t = a_tracee();
	size_t i;

	make_file("too_large", 33 * MIB, 0644);
	cr_assert_eq(mkdir("directory", 0755), 0);
	add(&t, "gone");
	add(&t, "too_large");
	add(&t, "too_large/none");
	add(&t, "directory");
	profile_file(t.profile, "/loader/0x55aa/Hook.pm", 0, 0, FILE_HAS_SRC);
	cr_assert_eq(source_embed(&t, 0, &report), 0);
	cr_expect_eq(report.missing, 5u);
	cr_expect_eq(report.lacking[LACK_FILE], 2u);
	cr_expect_eq(report.lacks[LACK_FILE], t.profile->files[0]->name);
	cr_expect_eq(report.lacking[LACK_ROOM], 1u);
	cr_expect_eq(report.lacking[LACK_KIND], 1u);
	cr_expect_eq(report.lacking[LACK_HOOK], 1u);
	t.creds.uid[1]++;
	source_embed(&t, 0, &report);
	cr_expect_eq(report.lacking[LACK_MIXED], 5u);
	for (i = LACK_NOTHING + 1; i < LACK_CNT; i++)
		cr_expect_not_null(source_lack_text((enum source_lack)i), "%zu", i);
	release(&t);
}

/* -------------------------------------------------------------------- by #line */

static bool read_directive(const char *text, struct line_directive *d)
{
	return line_directive_read(text, text + strlen(text), d);
}

Test(source, line_directives_are_what_perl_takes_for_them)
{
	static const char *const none[] = {
		"",	    " #line 1 \"x\"", "#line",		"#line ",	   "#line x",
		"#line 1x", "#lines 1",	      "#line 01 \"x\"", "#line 1 \"x\" y", "#line 1 x y",
		"# lin"
	};
	static const struct {
		const char *text;
		uint32_t line;
		const char *name;
	} some[] = {
		{ "#line 1 \"x\"", 1, "x" },
		{ "# \tline\t 12 \t\"a b\" \r", 12, "a b" },
		{ "#line 3 a.tt", 3, "a.tt" },
		{ "#line 3 \"a.tt", 3, "\"a.tt" },
		{ "#line 0", 0, "" },
		{ "#line 7\r", 7, "" },
		{ "#line 99999999999 \"x\"", UINT32_MAX, "x" },
	};
	struct line_directive d;
	size_t i;

	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		cr_expect_not(read_directive(none[i], &d), "%s", none[i]);
	for (i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		cr_assert(read_directive(some[i].text, &d), "%s", some[i].text);
		cr_expect_eq(d.line, some[i].line, "%s", some[i].text);
		cr_expect_eq(d.name_len, strlen(some[i].name), "%s", some[i].text);
		cr_expect_eq(strncmp(d.name, some[i].name, d.name_len), 0, "%s", some[i].text);
	}
}

/* The name as perl has it; the profile has it as a file of the working directory. */
static struct profile_file *add_named(struct tracee *t, uint32_t id, char *perl_name)
{
	struct tracee_file *entry = calloc(1, sizeof(*entry));

	cr_assert_not_null(entry);
	entry->id = id;
	entry->perl_name = perl_name;
	entry->file = add(t, perl_name);
	HASH_ADD(hh, t->files, id, sizeof(entry->id), entry);
	return entry->file;
}

static void put_text(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	cr_assert_not_null(f);
	fputs(text, f);
	fclose(f);
}

static void add_eval(struct evals *e, uint32_t seq, const char *text)
{
	const struct eval_key key = { .interp = 1, .seq = seq };
	const struct eval eval = { .file = 5, .line = seq, .source = seq, .kind = EVAL_TEXT };
	uint32_t number = evals_add(e, &key, &eval);

	cr_assert_eq(evals_set_text(e, number, strdup(text), strlen(text)), 0);
}

static void release_named(struct tracee *t)
{
	struct tracee_file *entry, *next;

	HASH_ITER(hh, t->files, entry, next) {
		HASH_DEL(t->files, entry);
		free(entry);
	}
	evals_free(t->evals);
	release(t);
}

Test(source, names_that_a_file_gives_have_their_lines)
{
	struct source_report report;
	struct tracee t = a_tracee();
	struct profile_file *first, *second, *high;

	put_text("a.pl", "0;\n#line 3 \"first\"\n3;\n4;\n#line 2 \"second\"\n2;\n"
			 "# line 5 \"first\"\n5;\n# line 4\nfour;\n#line 65536 \"high\"\nno;\n"
			 "__END__\n#line 1 \"second\"\nno;\n");
	add(&t, "a.pl");
	first = add_named(&t, 1, "first");
	second = add_named(&t, 2, "second");
	high = add_named(&t, 3, "high");
	cr_assert_eq(source_embed(&t, 0, &report), 0);
	cr_assert_not_null(first->source);
	cr_expect_eq(first->source_len, strlen("\n\n3;\nfour;\n5;\n"));
	cr_expect_eq(memcmp(first->source, "\n\n3;\nfour;\n5;\n", first->source_len), 0);
	cr_assert_not_null(second->source);
	cr_expect_eq(memcmp(second->source, "\n2;\n", second->source_len), 0);
	cr_expect_null(high->source, "no reader has such a line");
	cr_expect_eq(report.missing, 1u);
	cr_expect_eq(report.lacking[LACK_FILE], 1u);
	release_named(&t);
}

/* As perl -d keeps it: all that is behind the first #line with the name. */
Test(source, names_that_an_eval_gives_have_its_text)
{
	struct source_report report;
	struct tracee t = a_tracee();
	struct profile_file *own, *of_parent, *there;
	struct evals *parent = evals_new(NULL, 0, 0);

	put_text("there", "the file\n");
	there = add_named(&t, 1, "there");
	own = add_named(&t, 2, "own");
	of_parent = add_named(&t, 3, "of parent");
	add_eval(parent, 1, "#line 1 \"own\"\nthe parent's\n\n;");
	add_eval(parent, 2, "my $x;\n#line 1 \"of parent\"\n1;\n#line 9 \"of parent\"\n2;\n\n;");
	t.evals = evals_new(parent, 1, 1);
	add_eval(t.evals, 3, "#line 2 \"own\"\nsame numbers\n\n;");
	add_eval(t.evals, 4, "#line 1 \"own\"\nlater\n\n;");
	add_eval(t.evals, 5, "#line 1 \"there\"\nthe eval\n\n;");
	cr_assert_eq(source_embed(&t, 0, &report), 0);
	cr_expect_str_eq(there->source, "the file\n", "%s", there->source);
	cr_assert_not_null(own->source);
	cr_expect_eq(
		strncmp(own->source, "#line 2 \"own\"\nsame numbers\n\n;", own->source_len - 1), 0);
	cr_assert_not_null(of_parent->source);
	cr_expect_eq(strncmp(of_parent->source, "1;\n#line 9 \"of parent\"\n2;\n\n",
			     of_parent->source_len),
		     0);
	cr_expect_eq(report.missing, 0u);
	evals_free(parent);
	release_named(&t);
}

/* Each name makes its text once more, and a program can give any number of names. */
Test(source, names_of_one_text_have_no_end_of_room)
{
	struct source_report report;
	struct tracee t = a_tracee();
	static char names[40][16];
	static char text[3 * MIB];
	size_t len = 0, i;

	t.evals = evals_new(NULL, 0, 0);
	for (i = 0; i < 40; i++) {
		snprintf(names[i], sizeof(names[i]), "name%zu", i);
		len += (size_t)sprintf(text + len, "#line 1 \"%s\"\n", names[i]);
		add_named(&t, (uint32_t)i + 1, names[i]);
	}
	memset(text + len, 'x', 2 * MIB);
	strcpy(text + len + 2 * MIB, "\n\n;");
	add_eval(t.evals, 1, text);
	cr_assert_eq(source_embed(&t, 0, &report), 0);
	cr_expect_leq(report.bytes, 64u * MIB);
	cr_expect_gt(report.bytes, 60u * MIB);
	cr_expect_eq(report.lacking[LACK_ROOM], 40u - (unsigned)(report.bytes / (2 * MIB)));
	release_named(&t);
}
