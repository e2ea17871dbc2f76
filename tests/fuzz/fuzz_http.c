// SPDX-License-Identifier: GPL-2.0-or-later
/* The metrics' server: the input is what a client sends.  Whatever that is, the next client is answered. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "metrics/pulls.h"
#include "metrics/scrape.h"
#include "util/error.h"

static struct scrape *scrape;
static struct pulls *pulls;
static struct sockaddr_in address = { .sin_family = AF_INET };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct error err;
	char text[64];

	(void)argc;
	(void)argv;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	pulls = pulls_new();
	if (!pulls)
		abort();
	pulls_end(pulls); /* nobody would answer */
	scrape = scrape_new((struct sockaddr *)&address, sizeof(address), pulls, &err);
	if (!scrape)
		abort();
	scrape_address(scrape, text, sizeof(text));
	address.sin_port = htons((uint16_t)atoi(strrchr(text, ':') + 1));
	return 0;
}

static void fail(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	abort();
}

/* Closed with a reset: a thousand executions a second would use up the ports by connections that wait for their end. */
static int connect_to(void)
{
	const struct linger reset = { .l_onoff = 1 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) ||
	    connect(fd, (struct sockaddr *)&address, sizeof(address)))
		fail("can't connect to the server");
	return fd;
}

/* False: it has closed before. */
static bool say(int fd, const void *data, size_t size)
{
	return send(fd, data, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* libFuzzer's own timer interrupts whoever waits. */
static ssize_t receive(int fd, char *to, size_t size)
{
	ssize_t got;

	do
		got = recv(fd, to, size, 0);
	while (got < 0 && errno == EINTR);
	return got;
}

static bool receive_all(int fd, char *to, size_t size)
{
	ssize_t got = 1;
	size_t at;

	for (at = 0; at < size && got > 0; at += (size_t)(got > 0 ? got : 0))
		got = receive(fd, to + at, size - at);
	return at == size;
}

static void expect_answer(void)
{
	static const char request[] = "GET /metrics HTTP/1.0\r\n\r\n";
	char answer[64] = "", rest[1024];
	int fd = connect_to();

	if (!say(fd, request, strlen(request)) || !receive_all(fd, answer, 12))
		fail("the next client got no answer");
	if (strcmp(answer, "HTTP/1.1 200") != 0)
		fail(answer);
	while (receive(fd, rest, sizeof(rest)) > 0)
		;
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = connect_to();

	scrape_publish(scrape, strdup("one 1\n"), 6);
	say(fd, data, size);
	expect_answer();
	close(fd);
	return 0;
}
