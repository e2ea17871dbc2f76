// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf ctl of a member of a group, the recorder's end: nothing of the other unit is in an answer. */
#include "../unit/made_group_server.h"

static void expect_answer(int fd)
{
	char answer[CONTROL_PART + 1];
	ssize_t got = recv(fd, answer, CONTROL_PART, MSG_DONTWAIT);

	if (got <= 0)
		return;
	answer[got] = '\0';
	if (got < 2 || answer[0] < '0' || answer[0] > '2' || answer[1] != '\n')
		abort();
	if (answer[0] == '0' && strstr(answer, "1002"))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct group_server *g;
	struct error err;
	int fd;

	g = g ?: made_group_server();
	fd = size > 4096 ? -1 : made_guest(g, SHOP);
	if (fd < 0)
		return -1;
	send(fd, data, size, MSG_NOSIGNAL);
	shutdown(fd, SHUT_WR);
	g->rest_until_ns = 0;
	tick(g, mono_ns(), &err);
	expect_answer(fd);
	close(fd);
	g->rest_until_ns = 0;
	tick(g, mono_ns(), &err); /* it sees the end */
	return 0;
}
