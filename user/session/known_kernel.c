// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_kernel.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "control_dir/kept.h"
#include "log/log.h"
#include "session/measurements.h"
#include "util/cleanup.h"

#define NAME	    "kernel"
#define BOOT_ID	    "/proc/sys/kernel/random/boot_id"
#define BOOT_ID_LEN 36

/* What a measurement holds for. It has no padding that is not zero: it is compared as bytes. */
struct circumstances {
	char boot_id[BOOT_ID_LEN + 4];
	uint64_t agent_dev; /* its program file */
	uint64_t agent_ino;
	uint64_t agent_size;
	uint64_t agent_changed_ns;
	uint64_t pid_ns; /* inode number */
	uint64_t rights; /* effective capabilities */
	uint64_t seccomp;
	uint64_t kernel_size; /* of the struct */
};

struct kept_kernel {
	struct circumstances at;
	struct measurements measured;
};

static uint64_t boot_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

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

/* False: they can't be told, and nothing is kept. */
static bool read_circumstances(struct circumstances *at)
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
	at->kernel_size = sizeof(struct kernel);
	return true;
}

/* None, if nothing was kept or it was measured elsewhere. False: nothing can be kept. */
static bool take_kept(struct kept_kernel *kept)
{
	struct circumstances now;
	bool known = read_circumstances(&now);

	if (kept_read(NAME, kept, sizeof(*kept)) || memcmp(&now, &kept->at, sizeof(now)) != 0)
		memset(kept, 0, sizeof(*kept));
	kept->at = now;
	measurements_age(&kept->measured, boot_ns());
	return known;
}

static int measure(struct kept_kernel *kept, bool known, struct kernel *kernel, struct error *err)
{
	int rc = kernel_calibrate(kernel, err);

	if (rc || !known)
		return rc;
	measurements_add(&kept->measured, kernel, boot_ns());
	kept_write(NAME, kept, sizeof(*kept));
	*kernel = *measurements_middle(&kept->measured);
	return 0;
}

int known_kernel(struct kernel *kernel, struct error *err)
{
	struct kept_kernel kept;
	bool known = take_kept(&kept);
	uint64_t now_ns = boot_ns();

	if (!known || measurements_are_few(&kept.measured, now_ns))
		return measure(&kept, known, kernel, err);
	*kernel = *measurements_middle(&kept.measured);
	log_verbose("what a probe costs was measured %llu s ago",
		    (unsigned long long)(measurements_since(&kept.measured, now_ns) / 1000000000u));
	return 0;
}

int known_kernel_measure(struct kernel *kernel, struct error *err)
{
	struct kept_kernel kept;
	bool known = take_kept(&kept);

	return measure(&kept, known, kernel, err);
}
