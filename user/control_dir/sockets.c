// SPDX-License-Identifier: GPL-2.0-or-later
/* The sockets that there are, and which of them nobody listens at. */
#include "control_dir/sockets.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/cleanup.h"

void socket_address(struct sockaddr_un *address, const char *dir, int pid)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(address->sun_path, sizeof(address->sun_path), "%s/%d.sock", dir, pid);
}

int socket_next(DIR *dir)
{
	const struct dirent *d;
	int pid, len;

	while ((d = readdir(dir))) {
		len = 0;
		if (sscanf(d->d_name, "%9d.sock%n", &pid, &len) == 1 && len && !d->d_name[len] &&
		    pid > 0)
			return pid;
	}
	return 0;
}

static bool has_gone(int pid)
{
	return kill(pid, 0) && errno == ESRCH;
}

int socket_connect(const char *dir, int pid, int flags)
{
	struct sockaddr_un address;
	int fd __cleanup(close_fd) = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0), rc;

	socket_address(&address, dir, pid);
	if (fd >= 0 && !connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return take_fd(&fd);
	rc = -errno;
	/*
	 * One that has just begun does not listen yet; one may be out of sight, in another
	 * namespace of pids.
	 */
	if (rc == -ECONNREFUSED && has_gone(pid))
		unlink(address.sun_path);
	return rc;
}

void sockets_remove_left(const char *name)
{
	DIR *dir __cleanup(close_dir) = opendir(name);
	int pid, fd;

	while (dir && (pid = socket_next(dir))) {
		if (!has_gone(pid))
			continue;
		fd = socket_connect(name, pid, SOCK_NONBLOCK);
		close_fd(&fd);
	}
}
