// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"

/* Who finds no room here tries again after a second, or gives up. */
#define BACKLOG	  128
#define TEXT_SIZE 160

static void print_address(const struct sockaddr *address, char *text, size_t size)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)address;
	const struct sockaddr_in *in = (const struct sockaddr_in *)address;
	const struct sockaddr_un *un = (const struct sockaddr_un *)address;
	char host[INET6_ADDRSTRLEN] = "?";

	if (address->sa_family == AF_UNIX) {
		snprintf(text, size, "unix:%s", un->sun_path);
	} else if (address->sa_family == AF_INET6) {
		inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof(host));
		snprintf(text, size, "[%s]:%u", host, ntohs(in6->sin6_port));
	} else {
		inet_ntop(AF_INET, &in->sin_addr, host, sizeof(host));
		snprintf(text, size, "%s:%u", host, ntohs(in->sin_port));
	}
}

static bool address_of(int fd, struct sockaddr_storage *address)
{
	socklen_t len = sizeof(*address);

	memset(address, 0, sizeof(*address));
	return !getsockname(fd, (struct sockaddr *)address, &len);
}

void listen_address(int fd, char *text, size_t size)
{
	struct sockaddr_storage address;

	address_of(fd, &address);
	print_address((struct sockaddr *)&address, text, size);
}

void listen_remove(int fd)
{
	struct sockaddr_storage address;

	if (fd >= 0 && address_of(fd, &address) && address.ss_family == AF_UNIX)
		unlink(((struct sockaddr_un *)&address)->sun_path);
}

static const char *what_to_do(int code, bool path)
{
	switch (code) {
	case EADDRINUSE:
		return path ? "; choose another path, or stop the process that listens there" :
			      "; choose another port, or stop the process that uses it (ss -ltnp)";
	case EACCES:
		return path ? "" :
			      "; ports below 1024 need CAP_NET_BIND_SERVICE: choose a higher one";
	case EADDRNOTAVAIL:
		return "; this machine does not have that address (ip address)";
	case EAFNOSUPPORT:
		return "; the service may not use the network: nytprof-bpf.service(8) has "
		       "the lines that allow it";
	case EEXIST:
		return "; it is no socket: choose another path";
	default:
		return "";
	}
}

/* Of an agent that was killed. -errno: it is to stay. */
static int remove_stale(const struct sockaddr *address, socklen_t len)
{
	const char *path = ((const struct sockaddr_un *)address)->sun_path;
	int fd __cleanup(close_fd) = -1;
	struct stat st;

	if (lstat(path, &st))
		return 0;
	if (!S_ISSOCK(st.st_mode))
		return -EEXIST;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (!connect(fd, address, len) || errno != ECONNREFUSED)
		return -EADDRINUSE;
	return unlink(path) ? -errno : 0;
}

/* On our own, to know why it fails; and an IPv6 address is not to take IPv4's port as well. */
static int bind_to(int fd, const struct sockaddr *address, socklen_t len)
{
	int one = 1, rc = 0;

	if (address->sa_family == AF_UNIX)
		rc = fchmod(fd, 0600) ? -errno : remove_stale(address, len);
	else
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (address->sa_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (!rc && (bind(fd, address, len) || listen(fd, BACKLOG)))
		rc = -errno;
	return rc;
}

int listen_open(const struct sockaddr *address, socklen_t len, struct error *err)
{
	int fd __cleanup(close_fd) =
		socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0),
	       rc;
	char text[TEXT_SIZE];

	rc = fd < 0 ? -errno : bind_to(fd, address, len);
	if (!rc)
		return take_fd(&fd);
	print_address(address, text, sizeof(text));
	return error_set(err, -rc, "can't listen at %s: %s%s", text, strerror(-rc),
			 what_to_do(-rc, address->sa_family == AF_UNIX));
}
