// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_group_server.h"

#include <criterion/criterion.h>

static struct group_server *g;

static void begin(void)
{
	g = made_group_server();
	cr_assert_not_null(g);
}

static void end(void)
{
	group_server_free(g);
}

TestSuite(group_server, .init = begin, .fini = end, .timeout = 60);

static void turn(void)
{
	struct error err;

	g->rest_until_ns = 0;
	cr_assert_eq(tick(g, mono_ns(), &err), 0);
}

static void expect_reply(uint32_t rules, const char *request, const char *reply)
{
	int fd = made_guest(g, rules);
	char text[512] = "";

	send(fd, request, strlen(request), 0);
	turn();
	recv(fd, text, sizeof(text) - 1, MSG_DONTWAIT);
	cr_expect_str_eq(text, reply, "%s: %s", request, text);
	close(fd);
}

Test(group_server, each_sees_his_own)
{
	expect_reply(SHOP, "status 0", "0\n1001\n");
	expect_reply(MAIL, "status 0", "0\n1002\n");
	expect_reply(SHOP | MAIL, "status 0", "0\n1001\n1002\n");
	expect_reply(0, "status 0", "0\n");
	expect_reply(SHOP, "flush 0", "0\n1001\n");
	expect_reply(MAIL, "flush 1002", "0\n1002\n");
	expect_reply(SHOP, "watches 1001", "0\n");
	expect_reply(SHOP, "watch 0", "1\nthe request has no stream socket\n");
}

#define NOT_YOURS                                                                             \
	" is not recorded in a unit that your groups read: \"nytprof-bpf ctl status\" shows " \
	"those that are\n"

Test(group_server, what_is_anothers_is_as_what_is_not_there)
{
	static const char *const verbs[] = { "status", "flush", "watches", "watch" };
	char request[64];
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		snprintf(request, sizeof(request), "%s 1002", verbs[i]);
		expect_reply(SHOP, request, "1\nprocess 1002" NOT_YOURS);
		snprintf(request, sizeof(request), "%s 77", verbs[i]);
		expect_reply(SHOP, request, "1\nprocess 77" NOT_YOURS);
		snprintf(request, sizeof(request), "%s -1001", verbs[i]);
		expect_reply(SHOP, request, "1\nprocess -1001" NOT_YOURS);
	}
}

Test(group_server, what_is_roots_is_refused)
{
	static const char *const verbs[] = { "start", "stop", "reload", "trace", "traces" };
	char request[64], reply[256];
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		snprintf(request, sizeof(request), "%s 1001", verbs[i]);
		snprintf(reply, sizeof(reply),
			 "1\nctl %s is root's alone: use sudo; your groups let you use ctl status, "
			 "ctl flush and top --service\n",
			 i < 4 ? verbs[i] : "trace");
		expect_reply(SHOP, request, reply);
	}
	expect_reply(SHOP, "whom 0", "1\nunknown request \"whom\"\n");
	expect_reply(SHOP, "started", "1\nunknown request \"started\"\n");
	expect_reply(SHOP, "\n", "");
}

/* Else whoever asks again and again has the main loop. */
Test(group_server, it_rests_after_a_flush)
{
	int fd = made_guest(g, SHOP);
	struct error err;
	char byte;

	expect_reply(SHOP, "flush 0", "0\n1001\n");
	send(fd, "status 0", 8, 0);
	cr_assert_eq(tick(g, mono_ns(), &err), 0);
	cr_expect_eq(recv(fd, &byte, 1, MSG_DONTWAIT), -1);
	cr_assert_eq(tick(g, mono_ns() + FLUSH_REST_NS, &err), 0);
	cr_expect_eq(recv(fd, &byte, 1, MSG_DONTWAIT), 1);
	close(fd);
}

Test(group_server, it_looks_at_few_in_a_tick)
{
	int fds[2 * EVENTS_MAX], i, answered_cnt = 0;
	char text[64];

	for (i = 0; i < 2 * EVENTS_MAX; i++) {
		fds[i] = made_guest(g, SHOP);
		send(fds[i], "status 0", 8, 0);
	}
	turn();
	for (i = 0; i < 2 * EVENTS_MAX; i++)
		answered_cnt += recv(fds[i], text, sizeof(text), MSG_DONTWAIT) > 0;
	cr_expect_eq(answered_cnt, EVENTS_MAX);
	for (i = 0; i < 2 * EVENTS_MAX; i++)
		close(fds[i]);
}
