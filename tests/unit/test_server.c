// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_server.h"

#include <criterion/criterion.h>

static struct server *s;

static void begin(void)
{
	s = made_server();
}

static void end(void)
{
	server_free(s);
}

TestSuite(server, .init = begin, .fini = end, .timeout = 60);

/* What has come for a client so far; the server may have more. */
static size_t read_some(int fd, char *text, size_t size)
{
	size_t len = 0;
	ssize_t got;

	while ((got = recv(fd, text + len, size - len, MSG_DONTWAIT)) > 0)
		len += (size_t)got;
	return len;
}

static void expect_status(int fd)
{
	static char answer[1 << 20];
	size_t len = 0, some;
	char head[64];

	do {
		some = read_some(fd, answer + len, sizeof(answer) - len);
		len += some;
		server_take(s, NULL);
	} while (some);
	snprintf(head, sizeof(head), "0\nrecorder %d: on\n", getpid());
	cr_expect_eq(len, strlen(head) + 8 * status_lines);
	cr_expect(!strncmp(answer, head, strlen(head)), "%.64s", answer);
}

Test(server, answers_a_request)
{
	int fd = made_client(s);

	send(fd, "status 0", 8, 0);
	server_take(s, NULL);
	expect_status(fd);
}

/* They may stay until others need their places. */
Test(server, who_says_nothing_or_half_holds_nobody_up)
{
	int silent[3 * CLIENTS_MAX], i, fd;
	char byte;

	for (i = 0; i < 3 * CLIENTS_MAX; i++)
		silent[i] = made_client(s);
	send(silent[3 * CLIENTS_MAX - 1], "stat", 4, 0);
	fd = made_client(s);
	send(fd, "status 0", 8, 0);
	server_take(s, NULL);
	expect_status(fd);
	cr_expect_eq(recv(silent[0], &byte, 1, MSG_DONTWAIT), 0,
		     "the first one has lost its place");
}

Test(server, who_reads_late_holds_nobody_up_and_gets_all)
{
	int late = made_client(s), fd;

	status_lines = 100000;
	send(late, "status 0", 8, 0);
	server_take(s, NULL);
	fd = made_client(s);
	send(fd, "status 0", 8, 0);
	server_take(s, NULL);
	expect_status(fd);
	expect_status(late);
}

Test(server, who_never_reads_loses_its_place)
{
	int i, fd;

	log_set_level(LOG_LEVEL_QUIET);
	status_lines = 100000;
	for (i = 0; i < 3 * CLIENTS_MAX; i++) {
		fd = made_client(s);
		send(fd, "status 0", 8, 0);
		server_take(s, NULL);
	}
	fd = made_client(s);
	send(fd, "status 0", 8, 0);
	server_take(s, NULL);
	expect_status(fd);
}

Test(server, who_has_gone_is_forgotten)
{
	int i, fd;

	for (i = 0; i < 3 * CLIENTS_MAX; i++) {
		fd = made_client(s);
		send(fd, "status 0", i % 2 ? 8 : 3, 0);
		close(fd);
		server_take(s, NULL);
	}
	for (i = 0; i < CLIENTS_MAX; i++)
		cr_expect_lt(s->clients[i].fd, 0);
}
