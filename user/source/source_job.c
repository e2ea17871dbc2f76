// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The worker's side of source.c.  Whatever blocks here, such as a file system that is somebody's
 * own program, blocks a worker.
 */
#include "source/source_job.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "inspect/roots.h"
#include "rights/credentials.h"
#include "util/cleanup.h"

#define LIMIT_MS   15000
#define MEMORY_MAX (512u << 20)
#define ANSWER_MAX (EMBEDDED_MAX + (1u << 20))

/* Files that were opened, to be read without any rights. */
struct opened {
	int fd; /* -1: not to be had, */
	int error; /* for that reason */
	off_t from;
	off_t to;
	time_t mtime;
	int64_t changed_ns;
	bool is_pmc;
};

struct opened_files {
	size_t cnt;
	struct opened files[];
};

/* ---------------------------------------------------------------------- opening */

/* Kernel interfaces look like files; some show secrets of whoever reads them: of us. */
static bool is_real_fs(int fd)
{
	static const unsigned long not_files[] = {
		PROC_SUPER_MAGIC,   SYSFS_MAGIC,    DEBUGFS_MAGIC,	TRACEFS_MAGIC,
		SECURITYFS_MAGIC,   BPF_FS_MAGIC,   CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
		DEVPTS_SUPER_MAGIC, PSTOREFS_MAGIC, EFIVARFS_MAGIC,	SELINUX_MAGIC,
	};
	struct statfs fs;
	size_t i;

	if (fstatfs(fd, &fs))
		return false;
	for (i = 0; i < sizeof(not_files) / sizeof(not_files[0]); i++) {
		if ((unsigned long)fs.f_type == not_files[i])
			return false;
	}
	return true;
}

/*
 * Only a regular file is opened at all: opening a device can do something.  path: of a descriptor
 * with O_PATH.
 */
static int open_to_read(int path)
{
	char name[64];

	snprintf(name, sizeof(name), "/proc/self/fd/%d", path);
	return open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* Packages and copies set the time of the text to an old one. */
static int64_t later_ns(const struct timespec *a, const struct timespec *b)
{
	int64_t a_ns = a->tv_sec * 1000000000ll + a->tv_nsec;
	int64_t b_ns = b->tv_sec * 1000000000ll + b->tv_nsec;

	return a_ns > b_ns ? a_ns : b_ns;
}

static int look_at_file(int path, struct opened *o)
{
	struct stat st;

	if (path < 0 || fstat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || !is_real_fs(path))
		return -EINVAL;
	if (st.st_size > SOURCE_MAX)
		return -EFBIG;
	o->to = st.st_size;
	o->mtime = st.st_mtime;
	o->changed_ns = later_ns(&st.st_mtim, &st.st_ctim);
	return 0;
}

/* path: -1 with errno if there is none. */
static void open_regular(int path, struct opened *o)
{
	o->error = look_at_file(path, o);
	o->fd = o->error ? -1 : open_to_read(path);
	if (!o->error && o->fd < 0)
		o->error = -errno;
}

static void open_source(int root, const char *name, struct opened *o)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC,
				.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
	int path __cleanup(close_fd) = (int)syscall(SYS_openat2, root, name, &how, sizeof(how));

	open_regular(path, o);
}

static bool is_module(const char *name)
{
	size_t len = strlen(name);

	return len > 3 && !strcmp(name + len - 3, ".pm");
}

/*
 * Whatever its age: perl has the .pmc if it can open it, and names the .pm (pp_ctl.c, S_doopen_pm,
 * 5.36).
 */
static void open_module(int root, const char *name, struct opened *o)
{
	char pmc[PATH_MAX];
	int len = snprintf(pmc, sizeof(pmc), "%sc", name);

	o->fd = -1;
	if (len < (int)sizeof(pmc))
		open_source(root, pmc, o);
	o->is_pmc = o->fd >= 0;
	if (!o->is_pmc)
		open_source(root, name, o);
}

static void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static struct opened_files *new_files(struct sandbox_worker *w, size_t cnt)
{
	struct opened_files *all = calloc(1, sizeof(*all) + cnt * sizeof(all->files[0]));

	if (all)
		all->cnt = cnt;
	return w->state = all;
}

static int open_sources(struct sandbox_worker *w)
{
	const struct source_request *request = w->request;
	const char *name = (const char *)(request + 1), *end = (const char *)w->request + w->len;
	struct opened_files *all = new_files(w, request->cnt);
	uint64_t room = request->room;
	int rc = all ? credentials_become(&request->creds) : -ENOMEM;
	size_t i;

	raise_file_limit();
	for (i = 0; !rc && i < all->cnt && name < end; i++, name += strlen(name) + 1) {
		struct opened *o = &all->files[i];

		if (is_module(name) && i + 1 != request->script)
			open_module(w->fds[0], name, o);
		else
			open_source(w->fds[0], name, o);
		if (o->fd >= 0 && (uint64_t)o->to > room)
			close_fd(&o->fd), o->fd = -1, o->error = -EFBIG;
		room -= o->fd >= 0 ? (uint64_t)o->to : 0;
	}
	return rc;
}

/* The file that was its stdin at its first event, in whatever way it is open here. */
static bool is_stdin(int fd, const struct stdin_request *request)
{
	struct place_id id;

	return fd >= 0 && place_id_of(fd, &id) && place_id_equal(&id, &request->id);
}

/* Opened anew, and so with a check of the target's rights: its descriptor may be for writing only. */
static int open_stdin(struct sandbox_worker *w)
{
	const struct stdin_request *request = w->request;
	struct opened_files *all = new_files(w, 1);
	int path __cleanup(close_fd) = -1, rc;
	char name[64];

	if (!all)
		return -ENOMEM;
	if (request->own_from >= 0 && is_stdin(w->fds[0], request)) {
		open_regular(w->fds[0], &all->files[0]);
		all->files[0].from = request->own_from;
		return all->files[0].fd < 0 ? -EACCES : 0;
	}
	snprintf(name, sizeof(name), "/proc/%u/fd/0", request->tgid);
	path = open(name, O_PATH | O_CLOEXEC);
	rc = credentials_become(&request->creds);
	if (!rc && !is_stdin(path, request))
		rc = -ESTALE;
	if (!rc)
		open_regular(path, &all->files[0]);
	return rc;
}

/* ---------------------------------------------------------------------- reading */

/* The text of a file, which may shrink meanwhile; -errno. */
static ssize_t read_text(const struct opened *o, char *text, size_t size)
{
	ssize_t got = 1;
	size_t len = 0;

	while (got > 0 && len < size) {
		got = pread(o->fd, text + len, size - len, o->from + (off_t)len);
		len += got > 0 ? (size_t)got : 0;
	}
	return got < 0 ? -errno : (ssize_t)len;
}

static int say_file(struct sandbox_worker *w, const struct opened *o)
{
	struct source_answer answer = {
		.len = o->error, .mtime = o->mtime, .changed_ns = o->changed_ns, .is_pmc = o->is_pmc
	};
	size_t size = o->to > o->from ? (size_t)(o->to - o->from) : 0;
	char *text __cleanup(free_ptr) = o->fd < 0 ? NULL : malloc(size + 1);
	ssize_t len = text ? read_text(o, text, size) : -ENOMEM;
	int rc;

	if (o->fd >= 0)
		answer.len = len;
	rc = sandbox_say(w, &answer, sizeof(answer));
	if (len > 0)
		rc = rc ?: sandbox_say(w, text, (size_t)len);
	return rc ?: sandbox_flush(w);
}

static int read_opened(struct sandbox_worker *w)
{
	const struct opened_files *all = w->state;
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < all->cnt; i++)
		rc = say_file(w, &all->files[i]);
	return rc;
}

const struct sandbox_task source_task = {
	.name = "nytprof-source",
	.open = open_sources,
	.work = read_opened,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

const struct sandbox_task stdin_task = {
	.name = "nytprof-stdin",
	.open = open_stdin,
	.work = read_opened,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};
