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

/* In the group's server, users differ: one who has many connections takes nobody's place. */
Test(server, who_has_most_connections_loses_one)
{
	int pair[2], i, other;
	char byte;

	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	cr_assert(clients_add(&s->clients, pair[0], 1001));
	other = pair[1];
	for (i = 0; i < 3 * CLIENTS_MAX; i++) {
		cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
		cr_assert(clients_add(&s->clients, pair[0], 1002));
	}
	cr_expect_eq(recv(other, &byte, 1, MSG_DONTWAIT), -1);
	cr_expect_eq(errno, EAGAIN, "it has its place");
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
		cr_expect_lt(s->clients.all[i].fd, 0);
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

static void expect_answer(const char *request, const char *expected)
{
	char text[64] = "";
	int fd = made_client(s);

	send(fd, request, strlen(request), 0);
	take(s);
	cr_expect_gt(recv(fd, text, sizeof(text) - 1, MSG_DONTWAIT), 0);
	cr_expect_str_eq(text, expected);
	cr_expect_eq(recv(fd, text, sizeof(text), MSG_DONTWAIT), 0, "more: %s", text);
	close(fd);
}

Test(server, who_stands_by_answers_who_asks_for_programs)
{
	expect_answer("lend", "2\n");
	stands_by = true;
	expect_answer("lend", "programs");
}

/* ------------------------------------------------------------------------- trace */

static void send_with_pipes(int fd, const char *text, const int *fds, size_t cnt)
{
	char room[CMSG_SPACE(4 * sizeof(int))] = "";
	struct iovec all = { (void *)text, strlen(text) };
	struct msghdr msg = { .msg_iov = &all,
			      .msg_iovlen = 1,
			      .msg_control = cnt ? room : NULL,
			      .msg_controllen = cnt ? CMSG_SPACE(cnt * sizeof(int)) : 0 };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	if (head) {
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(cnt * sizeof(int));
		memcpy(CMSG_DATA(head), fds, cnt * sizeof(int));
	}
	cr_assert_gt(sendmsg(fd, &msg, 0), 0);
}

static int open_files(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

static void expect_reply(const char *request, size_t fds, const char *reply)
{
	const int all[] = { 0, 0, 0, 0 };
	int fd = made_client(s), before;
	char text[256] = "";

	before = open_files();
	send_with_pipes(fd, request, all, fds);
	take(s);
	recv(fd, text, sizeof(text) - 1, MSG_DONTWAIT);
	cr_expect(!strncmp(text, reply, strlen(reply)), "%s: %s, not %s", request, text, reply);
	cr_expect_leq(open_files(), before, "%s: some descriptors were not closed", request);
	close(fd);
}

Test(server, a_trace_needs_an_order_and_two_descriptors)
{
	expect_reply("traces 1001", 0, "0\n");
	expect_reply("traces 1002", 0, "1\nprocess 1002 is being traced");
	expect_reply("traces 7", 0, "2\n");
	expect_reply("trace 1001 5000 -1 2 a.out", 0, "1\nthe request has no descriptors");
	expect_reply("trace 1001 5000 -1 2 a.out", 1, "1\nthe request has no descriptors");
	expect_reply("trace 1002 5000 -1 2 a.out", 2, "1\nprocess 1002 is being traced");
	expect_reply("trace 7 5000 -1 2 a.out", 2, "2\n");
	expect_reply("trace 1001 5000 -1 2 a.out", 4, ""); /* the kernel drops the others */
}

Test(server, an_order_that_is_wrong_starts_nothing)
{
	static const char *const wrong[] = {
		"trace 1001",
		"trace 1001 0 -1 2 a.out",
		"trace 1001 3600001 -1 2 a.out",
		"trace 1001 5000 -2 2 a.out",
		"trace 1001 5000 -1 9 a.out",
		"trace 1001 5000 -1 2",
		"trace 1001 5000 -1 2 ",
	};
	char text[CONTROL_REQUEST] = "trace 1001 5000 -1 2 ";
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		expect_reply(wrong[i], 2, "1\nthe request is not understood");
	memset(text + strlen(text), 'a', ORDER_NAME);
	expect_reply(text, 2, "1\nthe request is not understood");
}

Test(server, who_watches_needs_a_descriptor_that_is_a_socket)
{
	expect_reply("watches 0", 0, "0\n");
	expect_reply("watches 7", 0, "2\n");
	expect_reply("watch 0", 0, "1\nthe request has no stream socket");
	expect_reply("watch 0", 1, "1\nthe request has no stream socket");
	expect_reply("watch 7", 1, "2\n");
}

Test(server, who_watches_gets_what_is_sent_there)
{
	int pair[2], fd = made_client(s);
	char text[16] = "";

	cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	send_with_pipes(fd, "watch 0", &pair[1], 1);
	close(pair[1]);
	take(s);
	cr_expect_eq(recv(fd, text, sizeof(text), MSG_DONTWAIT), 2);
	cr_expect_eq(recv(pair[0], text, 5, MSG_WAITALL), 5);
	cr_expect_eq(recv(pair[0], text + 5, 1, 0), 0, "the recorder has the only other end");
	close(pair[0]);
	close(fd);
}

Test(server, a_trace_has_the_descriptors_of_its_client)
{
	int profile[2], messages[2], fd = made_client(s);
	char text[64] = "";

	cr_assert(!pipe(profile) && !pipe(messages));
	send_with_pipes(fd, "trace 1001 5000 -1 2 a b.out", (int[]){ profile[1], messages[1] }, 2);
	take(s);
	close(profile[1]);
	close(messages[1]);
	cr_expect_gt(read(profile[0], text, sizeof(text)), 0);
	cr_expect_str_eq(text, "a b.out for 5000 ms");
	cr_expect_eq(read(profile[0], text, sizeof(text)), 0, "the server has kept one");
	cr_expect_eq(read(messages[0], text, sizeof(text)), 8);
	cr_expect_eq(read(messages[0], text, sizeof(text)), 0, "the server has kept one");
}
