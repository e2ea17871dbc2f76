// SPDX-License-Identifier: GPL-2.0-or-later
#include "control_dir/circumstances.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/cleanup.h"

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

static bool read_boot_id(char *to)
{
	int fd __cleanup(close_fd) = open(BOOT_ID, O_RDONLY | O_CLOEXEC);

	return fd >= 0 && read(fd, to, BOOT_ID_LEN) == BOOT_ID_LEN;
}

static bool read_rights(uint64_t *rights)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];

	if (syscall(SYS_capget, &head, data))
		return false;
	*rights = (uint64_t)data[1].effective << 32 | data[0].effective;
	return true;
}

bool circumstances_read(struct circumstances *at, uint64_t kept_size)
{
	struct stat agent, ns;

	memset(at, 0, sizeof(*at));
	if (!read_boot_id(at->boot_id) || !read_rights(&at->rights) ||
	    stat("/proc/self/exe", &agent) || stat("/proc/self/ns/pid", &ns))
		return false;
	at->agent_dev = agent.st_dev;
	at->agent_ino = agent.st_ino;
	at->agent_size = (uint64_t)agent.st_size;
	at->agent_changed_ns =
		(uint64_t)agent.st_ctim.tv_sec * 1000000000u + (uint64_t)agent.st_ctim.tv_nsec;
	at->pid_ns = ns.st_ino;
	at->seccomp = (uint64_t)prctl(PR_GET_SECCOMP);
	at->kept_size = kept_size;
	return true;
}
