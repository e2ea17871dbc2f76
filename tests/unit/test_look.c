// SPDX-License-Identifier: GPL-2.0-or-later
/* Files that workers look at: by what is mapped, by a path that may lead anywhere, and what a worker may say of them. */
#include "target/look.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/sandbox.h"
#include "target/kept_looks.h"
#include "target/maps.h"
#include "target/perl.h"
#include "target/perl_answer.h"
#include "util/error.h"

static struct look look;
static struct error err;

/* By its path alone: nothing is mapped at address 0. */
static int look_at_path(pid_t pid, const char *path, dev_t dev, ino_t ino)
{
	const struct mapped_file m = { .pid = pid, .dev = dev, .ino = ino, .path = path };

	look_release(&look);
	return look_at_mapping(&m, NULL, &look, &err);
}

static pid_t ended_process(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

Test(look, a_path_is_followed_to_the_file_that_was_mapped)
{
	struct stat st;

	cr_assert_eq(stat("/usr/bin/perl", &st), 0);
	cr_expect_eq(look_at_path(getpid(), "/usr/bin/perl", st.st_dev, st.st_ino), 0, "%s",
		     err.text);
	cr_expect_eq(look.kind, LOOK_PERL);
	cr_expect_eq(look_at_path(getpid(), "/usr/bin/perl", st.st_dev, st.st_ino + 1), -ENOENT,
		     "another file is there now");
	cr_expect_eq(look_at_path(ended_process(), "/usr/bin/perl", st.st_dev, st.st_ino), 0,
		     "in our root, if it is that file");
	cr_expect_eq(look_at_path(ended_process(), "/usr/bin/perl", st.st_dev + 1, st.st_ino),
		     -ENOENT, "a file of that number, but of another device");
	look_release(&look);
}

/* A FIFO that is opened has a reader: whoever waits for one goes on, and knows of us. */
Test(look, what_is_no_regular_file_is_not_opened)
{
	char dir[] = "/tmp/test_look.XXXXXX", fifo[64];
	struct stat st;
	int writer;

	cr_assert_not_null(mkdtemp(dir));
	snprintf(fifo, sizeof(fifo), "%s/fifo", dir);
	cr_assert_eq(mkfifo(fifo, 0600), 0);
	cr_assert_eq(stat(fifo, &st), 0);
	cr_expect_eq(look_at_path(getpid(), fifo, st.st_dev, st.st_ino), -ENOENT);
	cr_expect_eq(look_at_path(ended_process(), fifo, st.st_dev, st.st_ino), -ENOENT);
	writer = open(fifo, O_WRONLY | O_NONBLOCK);
	cr_expect_lt(writer, 0);
	cr_expect_eq(errno, ENXIO);
	cr_expect_eq(stat("/dev/zero", &st), 0);
	cr_expect_eq(look_at_path(getpid(), "/dev/zero", st.st_dev, st.st_ino), -ENOENT);
	unlink(fifo);
	rmdir(dir);
}

Test(look, a_known_file_is_not_read)
{
	struct file_id id;
	bool met = false;
	const struct known_files known = { &id, 1, &met, NULL };
	struct mapped_file m = { .pid = getpid(), .path = "/usr/bin/perl" };
	struct stat st;

	cr_assert_eq(stat(m.path, &st), 0);
	id = (struct file_id){ st.st_dev, st.st_ino };
	m.dev = st.st_dev;
	m.ino = st.st_ino;
	cr_assert_eq(look_at_mapping(&m, &known, &look, &err), 0);
	cr_expect_eq(look.kind, LOOK_KNOWN);
	cr_expect_eq(look.file.ino, st.st_ino);
}

Test(look, a_perl_is_what_it_is_without_a_worker)
{
	int fd = open("/usr/bin/perl", O_RDONLY | O_CLOEXEC);
	struct perl_image *own = perl_image_new(fd, "/usr/bin/perl", &err);
	size_t i;

	cr_assert_not_null(own);
	cr_assert_eq(look_wait(look_start_file(fd, "/usr/bin/perl"), "/usr/bin/perl", &look, &err),
		     0, "%s", err.text);
	cr_assert_eq(look.kind, LOOK_PERL);
	cr_expect_eq(look.image->row, own->row);
	cr_expect_eq(look.image->ino, own->ino);
	cr_expect(!memcmp(&look.image->layout, &own->layout, sizeof(own->layout)));
	cr_expect(!memcmp(look.image->slow_ops, own->slow_ops, sizeof(own->slow_ops)));
	cr_assert_eq(look.image->probe_cnt, own->probe_cnt);
	for (i = 0; i < own->probe_cnt; i++) {
		cr_expect_eq(look.image->probes[i].offset, own->probes[i].offset);
		cr_expect_str_eq(look.image->probes[i].function, own->probes[i].function);
	}
	perl_image_free(own);
	look_release(&look);
	close(fd);
}

/* Whoever has a worker in his hands may have it say anything. */
Test(look, what_can_t_be_true_is_not_taken_over)
{
	char *data = malloc(1 << 20);
	struct sandbox_answer a = { .data = data, .len = 1 << 20 };
	int fd = open("/usr/bin/perl", O_RDONLY | O_CLOEXEC);
	unsigned fill;
	size_t at;

	for (fill = 0; fill < 256; fill += 15) {
		memset(data, (int)fill, 1 << 20);
		memset(data, 0, 8); /* the first row of the table */
		at = 0;
		cr_expect_null(perl_image_take(&a, &at, fd, "liar", &err), "%u", fill);
	}
	a.len = 100;
	at = 0;
	cr_expect_null(perl_image_take(&a, &at, fd, "liar", &err));
	free(data);
	close(fd);
}

Test(look, a_line_of_maps)
{
	static const struct {
		const char *line;
		bool is;
		const char *path;
	} cases[] = {
		{ "55d0-55e0 r-xp 00001000 08:01 42 /usr/bin/perl\n", true, "/usr/bin/perl" },
		{ "55d0-55e0 r-xp 00001000 08:01 42\n", true, "" },
		{ "55d0-55e0 rw-p 00000000 00:00 0 [heap]\n", false, NULL },
		{ "55d0-55e0 r-xp 00001000 08:01 42 /a b (deleted)\n", true, "/a b (deleted)" },
		{ "", false, NULL },
		{ "zzz", false, NULL },
		{ "55d0-55e0 r-xpppppppppppppppppp 0 08:01 42 /x\n", false, NULL },
	};
	char path[MAPS_PATH_MAX];
	struct mapped_file m;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(maps_parse(cases[i].line, &m, path), cases[i].is, "%zu", i);
		if (cases[i].is)
			cr_expect_str_eq(m.path, cases[i].path);
	}
}

/* ------------------------------------------------------------------- kept looks */

static struct looked_at of(int fd)
{
	struct looked_at at;

	if (!looked_at_read(fd, &at))
		cr_skip_test("the file system does not tell of changes");
	return at;
}

/* An answer that nobody gives: what is found is known by it. */
static void keep(const struct looked_at *at, int fd, char mark)
{
	const struct sandbox_answer a = { .data = &mark, .len = 1 };

	kept_look_add(at, fd, &a);
}

static char found(const struct looked_at *at)
{
	struct sandbox_answer a;

	return kept_look(at, &a) && a.len == 1 ? a.data[0] : 0;
}

Test(kept_looks, a_look_holds_until_somebody_changes_the_file)
{
	int perl = open("/usr/bin/perl", O_RDONLY | O_CLOEXEC);
	struct looked_at at = of(perl), other = at;
	void *data;
	size_t size;

	cr_expect_null(kept_looks_new(&size));
	other.changed_ns--;
	keep(&other, perl, 'x');
	cr_expect_eq(found(&other), 0, "it changed while somebody looked");
	keep(&at, perl, 'p');
	cr_expect_eq(found(&at), 'p');
	cr_expect_eq(found(&other), 0);
	other = at;
	other.how[0]++;
	cr_expect_eq(found(&other), 0, "places are chosen in another way");
	data = kept_looks_new(&size);
	cr_expect_not_null(data);
	free(data);
	close(perl);
}

Test(kept_looks, a_file_that_has_just_changed_may_change_again_unseen)
{
	char name[] = "/tmp/test_kept.XXXXXX";
	int fd = mkstemp(name);
	struct looked_at at = of(fd);

	keep(&at, fd, 'x');
	cr_expect_eq(found(&at), 0);
	unlink(name);
	close(fd);
}

Test(kept_looks, what_others_fill_tells_no_changes)
{
	struct looked_at at;
	int fd = open("/proc/version", O_RDONLY | O_CLOEXEC);

	cr_expect_not(looked_at_read(fd, &at));
	close(fd);
}

Test(kept_looks, the_next_agent_takes_them_and_no_nonsense)
{
	int perl = open("/usr/bin/perl", O_RDONLY | O_CLOEXEC);
	struct looked_at at = of(perl), others[40];
	struct {
		struct looked_at at;
		uint64_t len;
		char data[1];
	} one = { .len = 1 };
	char *data = malloc(1 << 16), *to = data;
	const size_t size = sizeof(one.at) + sizeof(one.len) + 1;
	size_t i, all;

	for (i = 0; i < 40; i++) {
		one.at = others[i] = at;
		one.at.ino = others[i].ino = i;
		one.data[0] = (char)('A' + i);
		to = mempcpy(to, &one, size);
	}
	kept_looks_take(data, (size_t)(to - data) - 1);
	cr_expect_eq(found(&others[39]), 0, "it is cut off");
	cr_expect_eq(found(&others[38]), 'A' + 38);
	cr_expect_eq(found(&others[0]), 0, "the oldest ones make room");
	cr_expect_null(kept_looks_new(&all), "nothing is new");
	keep(&at, perl, 'p');
	free(data);
	data = kept_looks_new(&all);
	cr_assert_not_null(data);
	cr_expect_eq(all, 32 * size);
	cr_expect_eq(data[all - 1], 'p', "the newest comes last");
	memset(&one, 0xff, sizeof(one));
	kept_looks_take(&one, sizeof(one));
	cr_expect_eq(found(&at), 'p');
	free(data);
	close(perl);
}
