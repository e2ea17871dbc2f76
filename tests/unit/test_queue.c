// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/queue.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"

#define BODY 1000 /* bytes of a request */
#define NOW  1000000000000000000ull

static char base[64];
static struct error err;
static const struct queue_limits limits = { .size = 10 * BODY, .age_ns = 1000 };

static void begin(void)
{
	snprintf(base, sizeof(base), "/tmp/nytprof-queue.XXXXXX");
	cr_assert_not_null(mkdtemp(base));
}

static void end(void)
{
	char command[100];

	snprintf(command, sizeof(command), "rm -rf %s", base);
	cr_assert_eq(system(command), 0);
}

TestSuite(queue, .init = begin, .fini = end);

static struct queue *open_queue(const char *receiver)
{
	struct queue *q = queue_new(base, receiver, &limits, &err);

	cr_assert_not_null(q, "%s", err.text);
	return q;
}

/* A request of BODY bytes, all of them the same letter. */
static struct queue_sum put(struct queue *q, char letter, uint64_t values, uint64_t now_ns)
{
	char body[BODY];
	struct queue_sum dropped = {};
	int file = memfd_create("body", 0);

	memset(body, letter, sizeof(body));
	cr_assert_eq(write(file, body, BODY), BODY);
	cr_assert_eq(queue_put(q, file, values, now_ns, &dropped, &err), 0, "%s", err.text);
	close(file);
	return dropped;
}

/* The letter of the first one; '-': there is none. */
static char first(struct queue *q)
{
	struct queue_sum has;
	size_t size = 0;
	char letter = '-';
	int file = queue_first(q, &size, &has);

	if (file == -ENOENT)
		return '-';
	cr_assert_geq(file, 0);
	cr_assert_eq(size, BODY);
	cr_assert_eq(read(file, &letter, 1), 1);
	close(file);
	queue_put_back(q);
	return letter;
}

static uint64_t waiting(const struct queue *q, uint64_t *values)
{
	struct queue_sum sum;
	uint64_t bytes;

	queue_sum(q, &sum, &bytes);
	cr_expect_eq(bytes, sum.cnt * BODY);
	*values = sum.values;
	return sum.cnt;
}

Test(queue, the_oldest_goes_first)
{
	struct queue *q = open_queue("r");
	uint64_t values;

	cr_expect_eq(first(q), '-');
	put(q, 'a', 5, NOW);
	put(q, 'b', 7, NOW);
	put(q, 'c', 9, NOW - 1); /* the clock was set back */
	cr_expect_eq(waiting(q, &values), 3);
	cr_expect_eq(values, 21);
	cr_expect_eq(first(q), 'a');
	queue_remove_first(q);
	cr_expect_eq(first(q), 'b');
	queue_remove_first(q);
	cr_expect_eq(waiting(q, &values), 1);
	cr_expect_eq(values, 9);
	queue_remove_first(q);
	cr_expect_eq(first(q), '-');
	queue_free(q);
	cr_expect_eq(rmdir(base), 0, "nothing is left");
}

Test(queue, a_full_one_drops_the_oldest_but_not_what_is_being_sent)
{
	struct queue *q = open_queue("r");
	struct queue_sum has, dropped;
	uint64_t values;
	size_t size;
	int i, file;

	for (i = 0; i < 10; i++)
		put(q, (char)('a' + i), 1u << i, NOW);
	dropped = put(q, 'k', 1, NOW);
	cr_expect_eq(dropped.cnt, 1);
	cr_expect_eq(dropped.values, 1);
	file = queue_first(q, &size, &has);
	cr_expect_eq(has.values, 2);
	dropped = put(q, 'l', 1, NOW);
	cr_expect_eq(dropped.values, 4);
	queue_remove_first(q);
	close(file);
	cr_expect_eq(first(q), 'd');
	cr_expect_eq(waiting(q, &values), 9);
	queue_free(q);
}

Test(queue, one_that_is_larger_than_the_queue_is_refused)
{
	static char body[10 * BODY + 1];
	struct queue *q = open_queue("r");
	struct queue_sum dropped = {};
	int file = memfd_create("body", 0);

	put(q, 'a', 1, NOW);
	cr_assert_eq(write(file, body, sizeof(body)), sizeof(body));
	cr_expect_eq(queue_put(q, file, 1, NOW, &dropped, &err), -EFBIG);
	cr_expect_eq(dropped.cnt, 0);
	cr_expect_eq(first(q), 'a');
	close(file);
	queue_free(q);
}

Test(queue, what_is_too_old_goes)
{
	struct queue *q = open_queue("r");
	struct queue_sum dropped = {};

	put(q, 'a', 3, NOW);
	put(q, 'b', 4, NOW + 500);
	queue_expire(q, NOW - 100000, &dropped); /* the clock was set back */
	queue_expire(q, NOW + 1000, &dropped);
	cr_expect_eq(dropped.cnt, 0);
	queue_expire(q, NOW + 1001, &dropped);
	cr_expect_eq(dropped.cnt, 1);
	cr_expect_eq(dropped.values, 3);
	cr_expect_eq(first(q), 'b');
	queue_free(q);
}

/* In a process of its own, which leaves them: two, for this receiver. */
static void leave(const char *receiver, char letter, bool killed)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct queue *q = open_queue(receiver);

		put(q, letter, 1, NOW + (uint64_t)letter);
		put(q, (char)(letter + 1), 1, NOW + (uint64_t)letter + 1);
		if (killed)
			raise(SIGKILL);
		queue_free(q);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(WIFSIGNALED(status), killed);
}

Test(queue, what_others_have_left_for_the_same_receiver_is_taken_over)
{
	struct queue *q;
	uint64_t values;

	leave("here", 'c', false);
	leave("there", 'x', false);
	leave("here", 'a', true);
	q = open_queue("here");
	cr_expect_eq(waiting(q, &values), 4);
	cr_expect_eq(first(q), 'a');
	put(q, 'e', 1, NOW);
	cr_expect_eq(waiting(q, &values), 5);
	queue_free(q);
	q = open_queue("there");
	cr_expect_eq(waiting(q, &values), 2);
	cr_expect_eq(first(q), 'x');
	queue_free(q);
}

Test(queue, one_that_is_in_use_is_left_alone)
{
	struct queue *q = open_queue("r"), *other;
	pid_t pid;
	int status;

	put(q, 'a', 1, NOW);
	pid = fork();
	if (!pid) {
		uint64_t values;

		other = open_queue("r");
		_exit(waiting(other, &values) == 0 ? 0 : 1);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect(WIFEXITED(status) && !WEXITSTATUS(status));
	cr_expect_eq(first(q), 'a');
	queue_free(q);
}

/* Each one that begins looks for what others have left, and may meet one that is just beginning. */
Test(queue, many_may_begin_at_once)
{
	int i, round, status;

	for (i = 0; i < 8; i++) {
		if (fork())
			continue;
		for (round = 0; round < 100; round++) {
			struct queue *q = queue_new(base, "r", &limits, &err);

			if (!q)
				_exit(1);
			if (round % 10 == 0)
				put(q, 'a', 1, NOW);
			queue_free(q);
		}
		_exit(0);
	}
	while (wait(&status) > 0)
		cr_expect(WIFEXITED(status) && !WEXITSTATUS(status));
}

Test(queue, what_is_no_request_is_no_request)
{
	char path[500];
	struct queue *q;
	uint64_t values;

	leave("r", 'a', false);
	snprintf(path, sizeof(path), "cd %s/r-*; touch strange 1-2 new; mkdir 1-2-3", base);
	cr_assert_eq(system(path), 0);
	q = open_queue("r");
	cr_expect_eq(waiting(q, &values), 2);
	queue_free(q);
}

Test(queue, a_directory_of_anybody_is_refused)
{
	cr_assert_eq(chmod(base, 0777), 0);
	cr_expect_null(queue_new(base, "r", &limits, &err));
	cr_expect(strstr(err.text, "nobody else may write to it"), "%s", err.text);
}

Test(queue, a_full_disk_drops_the_oldest)
{
	struct queue_sum dropped = {};
	char command[200];
	struct queue *q;
	int i;

	snprintf(command, sizeof(command),
		 "mount -t tmpfs -o size=32k,mode=0700 none %s 2>/dev/null", base);
	if (geteuid() || system(command))
		cr_skip_test("needs root");
	q = open_queue("r");
	for (i = 0; i < 20 && !dropped.cnt; i++)
		dropped = put(q, (char)('a' + i), 1, NOW); /* a page each */
	cr_expect_eq(dropped.cnt, 1);
	cr_expect_eq(first(q), 'b');
	queue_free(q);
	snprintf(command, sizeof(command), "umount -l %s", base);
	cr_assert_eq(system(command), 0);
}
