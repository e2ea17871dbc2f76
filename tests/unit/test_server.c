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
		take(s);
	} while (some);
	snprintf(head, sizeof(head), "0\nrecorder %d: on\n", getpid());
	cr_expect_eq(len, strlen(head) + 8 * status_lines);
	cr_expect(!strncmp(answer, head, strlen(head)), "%.64s", answer);
}

Test(server, answers_a_request)
{
	int fd = made_client(s);

	send(fd, "status 0", 8, 0);
	take(s);
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
	take(s);
	expect_status(fd);
	cr_expect_eq(recv(silent[0], &byte, 1, MSG_DONTWAIT), 0,
		     "the first one has lost its place");
}

Test(server, who_reads_late_holds_nobody_up_and_gets_all)
{
	int late = made_client(s), fd;

	status_lines = 100000;
	send(late, "status 0", 8, 0);
	take(s);
	fd = made_client(s);
	send(fd, "status 0", 8, 0);
	take(s);
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
		take(s);
	}
	fd = made_client(s);
	send(fd, "status 0", 8, 0);
	take(s);
	expect_status(fd);
}

Test(server, who_has_gone_is_forgotten)
{
	int i, fd;

	for (i = 0; i < 3 * CLIENTS_MAX; i++) {
		fd = made_client(s);
		send(fd, "status 0", i % 2 ? 8 : 3, 0);
		close(fd);
		take(s);
	}
	for (i = 0; i < CLIENTS_MAX; i++)
		cr_expect_lt(s->clients[i].fd, 0);
}

static void expect_pids(const char *text, size_t cnt, pid_t last)
{
	pid_t pids[OTHERS_PIDS];
	size_t found = others_parse(text, pids);

	cr_expect_eq(found, cnt, "%s: %zu", text, found);
	cr_expect(!cnt || pids[cnt - 1] == last, "%s", text);
}

Test(server, the_processes_that_another_recorder_names)
{
	char many[4 * OTHERS_PIDS + 8] = "1", *at = many + 1;

	expect_pids("", 0, 0);
	expect_pids("x", 0, 0);
	expect_pids("0", 1, 0);
	expect_pids("17,4194304", 2, 4194304);
	expect_pids("17,-1", 1, 17);
	expect_pids("17,99999999999", 1, 17);
	expect_pids("17 18", 1, 17);
	while (at < many + 4 * OTHERS_PIDS)
		at += sprintf(at, ",2");
	expect_pids(many, OTHERS_PIDS, 2);
}

/* What another recorder says is no request: it has no answer. */
Test(server, words_of_recorders_are_not_answered)
{
	static const char *const words[] = { "whom 0", "join 5,2000", "join 0", "joined 2000",
					     "join 99999999999" };
	char text[64];
	size_t i;
	int fd;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		fd = made_client(s);
		send(fd, words[i], strlen(words[i]), 0);
		take(s);
		cr_expect_eq(recv(fd, text, sizeof(text), MSG_DONTWAIT), 0, "%s: %s", words[i],
			     strerror(errno));
		close(fd);
	}
}
