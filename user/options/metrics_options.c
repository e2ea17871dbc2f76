// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads addresses: numbers only, as a name can mean another machine tomorrow. */
#include "options/metrics_options.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "options/option_table.h"
#include "util/error.h"

#define PATH_PREFIX "unix:"

/* 0 to 65535, in digits; -1: it is not. */
static int parse_port(const char *text)
{
	size_t len = strspn(text, "0123456789");
	long port = len && len < 6 && !text[len] ? strtol(text, NULL, 10) : -1;

	return port > UINT16_MAX ? -1 : (int)port;
}

static int set_ipv4(struct metrics_options *o, const char *host, uint16_t port)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&o->address;

	memset(&o->address, 0, sizeof(o->address));
	in->sin_family = AF_INET;
	in->sin_port = htons(port);
	o->address_len = sizeof(*in);
	if (!*host || !strcmp(host, "localhost"))
		host = "127.0.0.1";
	return inet_pton(AF_INET, host, &in->sin_addr) == 1 ? 0 : -EINVAL;
}

static int set_ipv6(struct metrics_options *o, const char *host, uint16_t port)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&o->address;

	memset(&o->address, 0, sizeof(o->address));
	in6->sin6_family = AF_INET6;
	in6->sin6_port = htons(port);
	o->address_len = sizeof(*in6);
	return inet_pton(AF_INET6, host, &in6->sin6_addr) == 1 ? 0 : -EINVAL;
}

static int set_path(struct metrics_options *o, const char *arg, const char *path, struct error *err)
{
	struct sockaddr_un *un = (struct sockaddr_un *)&o->address;

	if (*path != '/' || strlen(path) >= sizeof(un->sun_path))
		return error_set(err, EINVAL,
				 "--listen=%s: must be an absolute path of at most %zu characters "
				 "behind unix:",
				 arg, sizeof(un->sun_path) - 1);
	memset(&o->address, 0, sizeof(o->address));
	un->sun_family = AF_UNIX;
	strcpy(un->sun_path, path);
	o->address_len = sizeof(*un);
	return 0;
}

/* unix:/PATH, ADDR:PORT, [ADDR]:PORT, :PORT, PORT */
static int parse_listen(struct metrics_options *o, const char *arg, struct error *err)
{
	const char *colon = strrchr(arg, ':'), *port_text = colon ? colon + 1 : arg;
	size_t len = colon ? (size_t)(colon - arg) : 0;
	bool brackets = len > 1 && arg[0] == '[' && arg[len - 1] == ']';
	char host[INET6_ADDRSTRLEN + 2] = "";
	int port = parse_port(port_text), rc;

	if (!strncmp(arg, PATH_PREFIX, strlen(PATH_PREFIX)))
		return set_path(o, arg, arg + strlen(PATH_PREFIX), err);
	if (port < 0)
		return error_set(err, EINVAL,
				 "--listen=%s: must end with a port, 0 to 65535, as in "
				 "127.0.0.1:9811, [::1]:9811 or 9811",
				 arg);
	if (len >= sizeof(host))
		rc = -EINVAL;
	else if (brackets)
		rc = set_ipv6(o, memcpy(host, arg + 1, len - 2), (uint16_t)port);
	else
		rc = set_ipv4(o, memcpy(host, arg, len), (uint16_t)port);
	if (rc)
		return error_set(err, EINVAL,
				 "--listen=%s: must be an IPv4 address in numbers, an IPv6 address "
				 "in brackets, or nothing before the port",
				 arg);
	return 0;
}

static int parse_pprof(struct metrics_options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, "yes") != 0 && strcmp(arg, "no") != 0)
		return error_set(err, EINVAL, "--pprof=%s: must be yes or no", arg);
	o->pprof = !strcmp(arg, "yes");
	return 0;
}

int metrics_option_set(struct metrics_options *o, size_t nr, const char *arg, struct error *err)
{
	if (nr == OPTION_LISTEN)
		return parse_listen(o, arg, err);
	if (nr == OPTION_PPROF)
		return parse_pprof(o, arg, err);
	if (!*arg)
		return error_set(err, EINVAL, "--metrics-file=: must not be empty");
	o->file = arg;
	return 0;
}
