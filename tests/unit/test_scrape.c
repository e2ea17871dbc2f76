// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/scrape.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "metrics/pulls.h"
#include "util/error.h"

static struct scrape *scrape;
static struct pulls *pulls;
static struct sockaddr_in address;
static char answer[8192];

static void publish(const char *text)
{
	scrape_publish(scrape, strdup(text), strlen(text));
}

static void begin(void)
{
	struct sockaddr_in any = { .sin_family = AF_INET,
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct error err;
	char text[64];

	pulls = pulls_new();
	cr_assert_not_null(pulls);
	scrape = scrape_new((struct sockaddr *)&any, sizeof(any), pulls, &err);
	cr_assert_not_null(scrape, "%s", err.text);
	scrape_address(scrape, text, sizeof(text));
	cr_assert_eq(strncmp(text, "127.0.0.1:", 10), 0, "%s", text);
	address = any;
	address.sin_port = htons((uint16_t)atoi(text + 10));
	publish("one 1\n");
}

static void end(void)
{
	scrape_free(scrape);
	pulls_free(pulls);
}

TestSuite(scrape, .init = begin, .fini = end, .timeout = 60);

static int connect_to(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

/* The whole answer, up to the connection's end. */
static void ask(const char *request)
{
	int fd = connect_to();
	size_t len = 0;
	ssize_t got;

	cr_assert_eq(write(fd, request, strlen(request)), (ssize_t)strlen(request));
	while ((got = read(fd, answer + len, sizeof(answer) - 1 - len)) > 0)
		len += (size_t)got;
	answer[len] = '\0';
	close(fd);
}

#define expect(text) cr_expect_not_null(strstr(answer, text), "no \"%s\" in:\n%s", text, answer)

Test(scrape, tells_what_was_published)
{
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 200 OK\r\n");
	expect("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
	expect("\r\nContent-Length: 6\r\n");
	expect("\r\n\r\none 1\n");
}

Test(scrape, head_has_no_body)
{
	ask("HEAD /metrics HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 200 OK\r\n");
	expect("\r\nContent-Length: 6\r\n");
	cr_expect_str_eq(answer + strlen(answer) - 4, "\r\n\r\n");
}

Test(scrape, nothing_else_is_there_and_nothing_is_taken)
{
	ask("GET / HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 404 ");
	ask("GET /metrics/ HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 404 ");
	ask("GET /../metrics HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 404 ");
	ask("POST /metrics HTTP/1.0\r\nContent-Length: 3\r\n\r\na=b");
	expect("HTTP/1.1 405 ");
	expect("\r\nAllow: GET, HEAD\r\n");
	ask("DELETE /metrics HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 405 ");
	ask("GET /metrics?x=y HTTP/1.0\r\n\r\n");
	expect("HTTP/1.1 200 ");
}

/* Whatever it says to that, it goes on. */
Test(scrape, what_is_no_http_hurts_nobody)
{
	char *huge = malloc(100001);

	ask("\x16\x03\x01\r\n\r\n");
	memset(huge, 'x', 100000);
	huge[100000] = '\0';
	memcpy(huge, "GET /", 5);
	memcpy(huge + 99990, "\r\n\r\n", 4);
	signal(SIGPIPE, SIG_IGN);
	if (write(connect_to(), huge, 100000) < 0)
		cr_log_info("it has closed before");
	free(huge);
	close(connect_to());
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("one 1\n");
}

/* Nobody is there to make a newer text: they get the old one, the next ones at once. */
Test(scrape, a_loop_that_hangs_blocks_nobody)
{
	int i;

	usleep(1100000); /* so that it is old */
	for (i = 0; i < 25; i++) {
		ask("GET /metrics HTTP/1.0\r\n\r\n");
		expect("one 1\n");
	}
}

static void *answer_once(void *arg)
{
	struct pollfd asked = { .fd = scrape_fd(scrape), .events = POLLIN };
	eventfd_t cnt;

	(void)arg;
	cr_assert_eq(poll(&asked, 1, 30000), 1);
	eventfd_read(asked.fd, &cnt);
	publish("two 2\n");
	return NULL;
}

Test(scrape, who_asks_gets_what_is_made_for_them)
{
	pthread_t loop;

	usleep(1100000);
	pthread_create(&loop, NULL, answer_once, NULL);
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("two 2\n");
	pthread_join(loop, NULL);
}

/* Those that say nothing take places, for five seconds. */
Test(scrape, silent_connections_are_dropped)
{
	int i;

	for (i = 0; i < 40; i++)
		connect_to();
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("one 1\n");
}

/* Each says a little, again and again, and never comes to an end. */
static void *say_slowly(void *arg)
{
	int *fds = arg, i;

	while (!answer[0]) {
		for (i = 0; i < 40; i++)
			send(fds[i], "x", 1, MSG_NOSIGNAL);
		usleep(50000);
	}
	return NULL;
}

Test(scrape, slow_connections_keep_nobody_out)
{
	static const char begin[] = "GET /metrics HTTP/1.1\r\nHost: ";
	pthread_t slow;
	int fds[40], i;

	for (i = 0; i < 40; i++) {
		fds[i] = connect_to();
		send(fds[i], begin, sizeof(begin) - 1, MSG_NOSIGNAL);
	}
	pthread_create(&slow, NULL, say_slowly, fds);
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("one 1\n");
	pthread_join(slow, NULL);
}

/* They ask for a long text, and take none of it. */
Test(scrape, who_does_not_read_keeps_nobody_out)
{
	static const char request[] = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
	char *text = malloc(8 << 20);
	int i;

	memset(text, 'x', 8 << 20);
	scrape_publish(scrape, text, 8 << 20);
	for (i = 0; i < 40; i++)
		send(connect_to(), request, sizeof(request) - 1, MSG_NOSIGNAL);
	publish("two 2\n");
	ask("GET /metrics HTTP/1.0\r\n\r\n");
	expect("two 2\n");
}

Test(scrape, a_port_that_is_taken_is_said)
{
	struct error err;

	cr_expect_null(scrape_new((struct sockaddr *)&address, sizeof(address), pulls, &err));
	cr_expect_eq(errno, EADDRINUSE);
	cr_expect_not_null(strstr(err.text, "Address already in use; choose another port"), "%s",
			   err.text);
}

Test(scrape, an_ipv6_address_leaves_ipv4_alone)
{
	struct sockaddr_in6 six = { .sin6_family = AF_INET6,
				    .sin6_addr = IN6ADDR_ANY_INIT,
				    .sin6_port = address.sin_port };
	struct scrape *other;
	struct error err;
	char text[64];

	other = scrape_new((struct sockaddr *)&six, sizeof(six), pulls, &err);
	if (!other && errno == EAFNOSUPPORT)
		return; /* a kernel without */
	cr_assert_not_null(other, "%s", err.text);
	scrape_address(other, text, sizeof(text));
	cr_expect_eq(strncmp(text, "[::]:", 5), 0, "%s", text);
	scrape_free(other);
}
