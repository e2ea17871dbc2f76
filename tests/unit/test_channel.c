// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "log/channel.h"

static struct channel channel;
static char buffer[1 << 20];

static void put(const char *line)
{
	channel_put(&channel, line, strlen(line));
}

/* All that is to be read now, from a descriptor that may block. */
static size_t read_all(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	size_t len = 0;
	ssize_t got;

	while (len < sizeof(buffer) - 1 && poll(&poll_fd, 1, 0) > 0 &&
	       (got = read(fd, buffer + len, sizeof(buffer) - 1 - len)) > 0)
		len += (size_t)got;
	buffer[len] = '\0';
	return len;
}

/* Puts lines until some find no room; how many were put. */
static unsigned overfill(void)
{
	char line[256];
	unsigned i;

	for (i = 0; channel.dropped < 5 && i < 100000; i++) {
		snprintf(line, sizeof(line), "%06u %0200d\n", i, 0);
		put(line);
	}
	cr_assert_eq(channel.dropped, 5);
	return i;
}

/* Those that were not left out, whole and in order. */
static void expect_lines(unsigned cnt)
{
	const char *p = buffer;
	unsigned i;

	for (i = 0; i < cnt; i++, p += 208)
		cr_assert_eq(strtoul(p, NULL, 10), i, "%u: %.210s", i, p);
	cr_expect_eq(*p, '\0', "%.210s", p);
}

Test(channel, a_full_pipe_makes_nobody_wait_and_keeps_the_order, .timeout = 60)
{
	char first[sizeof(buffer) / 2] = "";
	unsigned cnt;
	int fds[2];

	cr_assert_eq(pipe(fds), 0);
	channel_share(&channel, fds[1]);
	cnt = overfill() - 5;
	cr_expect_gt(cnt, 500);
	cr_assert_lt(read_all(fds[0]), sizeof(first));
	strcpy(first, buffer);
	channel_flush(&channel);
	cr_expect_eq(channel.len, 0);
	cr_expect(channel_has_room(&channel));
	read_all(fds[0]);
	memmove(buffer + strlen(first), buffer, strlen(buffer) + 1);
	memcpy(buffer, first, strlen(first));
	expect_lines(cnt);
}

/* Whoever shares it, as a shell does, would find it changed. */
Test(channel, what_others_have_of_it_does_not_become_non_blocking)
{
	int fds[2];

	cr_assert_eq(pipe(fds), 0);
	channel_share(&channel, fds[1]);
	cr_expect_neq(channel.fd, fds[1]);
	cr_expect_eq(fcntl(fds[1], F_GETFL) & O_NONBLOCK, 0);
	cr_expect_neq(fcntl(channel.fd, F_GETFD) & FD_CLOEXEC, 0);
	put("hello\n");
	read_all(fds[0]);
	cr_expect_str_eq(buffer, "hello\n");
}

Test(channel, a_pipe_that_can_not_be_opened_again_is_asked_first, .timeout = 60)
{
	int fds[2];

	cr_assert_eq(pipe(fds), 0);
	channel = (struct channel){ .fd = fds[1], .may_block = true };
	overfill();
	cr_assert_eq(read(fds[0], buffer, 8192), 8192);
	channel_flush(&channel); /* of which there is more than now has room */
	cr_expect_gt(channel.len, 50000);
	cr_expect_gt(read_all(fds[0]), 50000);
}

Test(channel, a_socket_makes_nobody_wait, .timeout = 60)
{
	int fds[2];

	cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	channel_share(&channel, fds[1]);
	overfill();
	cr_expect_gt(read_all(fds[0]), 1000);
}

Test(channel, a_stopped_terminal_makes_nobody_wait, .timeout = 60)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave;

	cr_assert(master >= 0 && !grantpt(master) && !unlockpt(master));
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	cr_assert_geq(slave, 0);
	channel_share(&channel, slave);
	put("first\n");
	cr_assert_eq(tcflow(slave, TCOOFF), 0);
	put("second\n");
	channel_drain(&channel, 10);
	cr_expect_eq(channel.len, 7);
	cr_assert_eq(tcflow(slave, TCOON), 0);
	channel_drain(&channel, 10000);
	cr_expect_eq(channel.len, 0);
}

static void *read_later(void *arg)
{
	while (!strstr(buffer, "last\n"))
		read_all(*(int *)arg);
	return NULL;
}

Test(channel, at_the_end_a_reader_is_waited_for, .timeout = 60)
{
	pthread_t reader;
	int fds[2];

	cr_assert_eq(pipe(fds), 0);
	channel_share(&channel, fds[1]);
	overfill();
	channel.len = 0;
	put("last\n");
	cr_expect_eq(channel.len, 5);
	cr_assert_eq(pthread_create(&reader, NULL, read_later, &fds[0]), 0);
	channel_drain(&channel, 50000);
	pthread_join(reader, NULL);
	cr_expect_eq(channel.len, 0);
}

Test(channel, nobody_there_is_no_reason_to_keep_anything)
{
	int fds[2];

	signal(SIGPIPE, SIG_IGN);
	cr_assert_eq(pipe(fds), 0);
	channel_share(&channel, fds[1]);
	close(fds[0]);
	put("hello\n");
	cr_expect_eq(channel.len, 0);
}

Test(channel, a_file_is_appended_to_and_a_pipe_without_a_reader_refused)
{
	char dir[] = "/tmp/nytprof-channel.XXXXXX", text[64] = "";
	FILE *f;

	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	cr_assert_eq(system("echo before >file; mkfifo pipe; ln -s file link"), 0);
	cr_assert_eq(channel_open(&channel, "file"), 0);
	put("after\n");
	f = fopen("file", "r");
	cr_expect_eq(fread(text, 1, sizeof(text) - 1, f), 13);
	cr_expect_str_eq(text, "before\nafter\n");
	fclose(f);
	cr_expect_eq(channel_open(&channel, "pipe"), -ENXIO);
	cr_expect_eq(channel_open(&channel, "link"), -ELOOP);
	cr_expect_eq(system("rm file pipe link"), 0);
	rmdir(dir);
}
