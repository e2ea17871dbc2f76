// SPDX-License-Identifier: GPL-2.0-or-later
#include "early_waits/describe.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inspect/roots.h"
#include "nytprof/interp.h"
#include "rights/creds.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"

static void put_args(pid_t pid, struct interp *in)
{
	char text[sizeof(in->args) + 1];
	ssize_t len = proc_read(pid, "cmdline", text, sizeof(text));

	if (len <= 0)
		return;
	in->args_len = (__u32)len;
	memcpy(in->args, text, (size_t)len);
}

static void put_cwd(pid_t pid, struct interp *in)
{
	char path[32], cwd[CWD_MAX];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/cwd", pid);
	len = readlink(path, cwd, sizeof(cwd) - 1);
	in->cwd_at = CWD_MAX;
	if (len <= 0 || cwd[0] != '/')
		return;
	in->cwd_at = CWD_MAX - (__u32)len;
	memcpy(in->cwd + in->cwd_at, cwd, (size_t)len);
}

static void put_root(pid_t pid, struct interp *in)
{
	char path[32];
	struct stat ns;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", pid);
	if (!stat(path, &ns))
		in->mnt_ns = (__u32)ns.st_ino;
	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 && !place_id_of(fd, &in->root))
		in->mnt_ns = 0;
	close_fd(&fd);
}

bool early_describe(pid_t pid, unsigned build, clockid_t clock, struct interp *in)
{
	char comm[32];

	*in = (struct interp){ .filled = 1,
			       .tgid = (__u32)pid,
			       .own_pid = (__u32)pid,
			       .ppid = (__u32)process_parent(pid),
			       .build = build,
			       .start_ns = clock_ns(clock),
			       .task_start_ns = process_start(pid) };
	if (!creds_of(pid, &in->creds))
		return false;
	in->uid = in->user = in->creds.uid[0];
	in->gid = in->creds.gid[0];
	process_comm(pid, comm);
	snprintf(in->comm, sizeof(in->comm), "%.15s", comm);
	put_args(pid, in);
	put_cwd(pid, in);
	put_root(pid, in);
	return in->task_start_ns != 0;
}
