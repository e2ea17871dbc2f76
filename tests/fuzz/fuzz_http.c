// SPDX-License-Identifier: GPL-2.0-or-later
/* The metrics' server: the input is what a client sends.  Whatever that is, the next client is answered. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/scrape.h"
#include "util/error.h"

static struct scrape *scrape;
static struct sockaddr_in address = { .sin_family = AF_INET };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct error err;
	char text[64];

	(void)argc;
	(void)argv;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	scrape = scrape_new((struct sockaddr *)&address, sizeof(address), &err);
	if (!scrape)
		abort();
	scrape_address(scrape, text, sizeof(text));
	address.sin_port = htons((uint16_t)atoi(strrchr(text, ':') + 1));
	return 0;
}

static int connect_to(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (connect(fd, (struct sockaddr *)&address, sizeof(address)))
		abort(); /* the server is gone */
	return fd;
}

/* False: it has closed before. */
static bool say(int fd, const void *data, size_t size)
{
	return send(fd, data, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static void expect_answer(void)
{
	static const char request[] = "GET /metrics HTTP/1.0\r\n\r\n";
	char answer[64] = "", rest[1024];
	int fd = connect_to();

	if (!say(fd, request, strlen(request)) || recv(fd, answer, 12, MSG_WAITALL) != 12 ||
	    strcmp(answer, "HTTP/1.1 200") != 0)
		abort();
	while (recv(fd, rest, sizeof(rest), 0) > 0)
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
