// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf ctl, the recorder's end: the input is what a client sends. */
#include "../unit/made_server.h"

/* An answer is a digit, a line break, and what else there is to say. */
static void expect_answer(int fd)
{
	char answer[CONTROL_PART];
	ssize_t got = recv(fd, answer, sizeof(answer), 0);

	if (got > 0 && (got < 2 || answer[0] < '0' || answer[0] > '2' || answer[1] != '\n'))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct server *s;
	int fd;

	s = s ?: made_server();
	fd = size > 4096 ? -1 : made_client(s);
	if (fd < 0)
		return -1;
	send(fd, data, size, MSG_NOSIGNAL);
	shutdown(fd, SHUT_WR);
	take(s);
	expect_answer(fd);
	close(fd);
	return 0;
}
