// SPDX-License-Identifier: GPL-2.0-or-later
#include "control_dir/lender.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "control_dir/sockets.h"
#include "util/cleanup.h"

#define LINK CONTROL_DIR "/lender"

static void name_socket(char *name, size_t size)
{
	snprintf(name, size, "%d.sock", getpid());
}

void lender_announce(void)
{
	char name[32], made[64];

	name_socket(name, sizeof(name));
	snprintf(made, sizeof(made), LINK ".%d", getpid());
	unlink(made);
	if (symlink(name, made) || rename(made, LINK))
		unlink(made);
}

void lender_withdraw(void)
{
	char name[32], now[32];
	ssize_t len = readlink(LINK, now, sizeof(now) - 1);

	name_socket(name, sizeof(name));
	if (len < 0)
		return;
	now[len] = '\0';
	if (!strcmp(now, name))
		unlink(LINK);
}

/* Only root can make what is in the directory; this is the second lock. */
static bool is_trusted(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) &&
	       (peer.uid == 0 || peer.uid == geteuid());
}

int lender_ask(void)
{
	const struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = LINK };
	/* One that hangs may have as many connections as there can be: nobody waits for a place. */
	int fd __cleanup(close_fd) =
		socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof(address)))
		return -errno;
	if (!is_trusted(fd))
		return -EPERM;
	if (send(fd, "lend", 4, MSG_NOSIGNAL) < 0 || fcntl(fd, F_SETFL, 0))
		return -errno;
	return take_fd(&fd);
}
