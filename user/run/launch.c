// SPDX-License-Identifier: GPL-2.0-or-later
/* A command, from its name to its execve. */
#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "run/invoker.h"
#include "run/recorder.h"
#include "target/perl.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/signals.h"

struct launch {
	char *const *argv;
	char *file;
	struct found_perls perls;
	struct account account; /* of the user who called sudo; without a name: ours */
	pid_t pid;
	int from_child; /* a struct report about the mounts, then one about execve if that failed */
	int to_child; /* a byte lets it go */
	struct error why_not_private;
};

struct report {
	int error; /* errno; 0: done */
	char what[128];
};

int launch_new(struct launch **launch, char *const argv[], const struct invoker *who,
	       struct error *err)
{
	struct launch *l = calloc(1, sizeof(*l));
	int rc;

	if (!l)
		return error_set(err, ENOMEM, "out of memory");
	l->argv = argv;
	l->from_child = l->to_child = -1;
	l->file = find_command(argv[0], getenv("PATH"));
	if (!l->file) {
		rc = error_set(err, errno, "can't run %s: %s", argv[0],
			       errno == ENOENT ? "no such command" : strerror(errno));
		launch_free(l);
		return rc;
	}
	rc = who->uid == INVOKER_NOBODY ? 0 : account_find(&l->account, who, err);
	if (rc) {
		launch_free(l);
		return rc == -ENOENT ? -EINVAL : rc; /* the command is there */
	}
	*launch = l;
	return 0;
}

int launch_find_perls(struct launch *l, struct error *err)
{
	int rc = find_perls(&l->perls, l->file, l->argv + 1, getenv("PATH"), err);

	if (!rc && !l->perls.image_cnt)
		rc = error_set(
			err, ENOEXEC,
			"nothing to record: %s is no supported perl, and none is on the PATH",
			l->argv[0]);
	return rc;
}

void launch_free(struct launch *l)
{
	if (!l)
		return;
	found_perls_release(&l->perls);
	account_release(&l->account);
	close_fd(&l->from_child);
	close_fd(&l->to_child);
	free(l->file);
	free(l);
}

struct found_perls *launch_perls(struct launch *l)
{
	return &l->perls;
}

/* ------------------------------------------------------- in the child: the copies */

/* A directory to mount the copies on for a moment: none of the perls may be below it. */
static const char *staging_dir(const struct launch *l)
{
	static const char *const dirs[] = {
		"/dev/shm", "/run", "/mnt", "/media", "/var/tmp", "/tmp"
	};
	struct stat st;
	size_t i, j;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		size_t len = strlen(dirs[i]);

		if (stat(dirs[i], &st) || !S_ISDIR(st.st_mode))
			continue;
		for (j = 0; j < l->perls.path_cnt; j++) {
			if (!strncmp(l->perls.paths[j].path, dirs[i], len))
				break;
		}
		if (j == l->perls.path_cnt)
			return dirs[i];
	}
	return NULL;
}

/* File capabilities and labels go with a copy. */
static void copy_attributes(int from, int to)
{
	char names[4096], value[4096], *name;
	ssize_t len = flistxattr(from, names, sizeof(names)), size;

	for (name = names; len > 0 && name < names + len; name += strlen(name) + 1) {
		size = fgetxattr(from, name, value, sizeof(value));
		if (size >= 0 && fsetxattr(to, name, value, (size_t)size, 0))
			continue; /* not every file system keeps every attribute */
	}
}

static int copy_file(int from, const char *path)
{
	int to __cleanup(close_fd) = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	struct timespec times[2];
	struct stat st;
	off_t at = 0;

	if (to < 0 || fstat(from, &st))
		return -errno;
	while (at < st.st_size) {
		if (sendfile(to, from, &at, (size_t)(st.st_size - at)) <= 0)
			return errno ? -errno : -EIO;
	}
	times[0] = st.st_atim;
	times[1] = st.st_mtim;
	if (fchown(to, st.st_uid, st.st_gid) || fchmod(to, st.st_mode & 07777) ||
	    futimens(to, times))
		return -errno;
	copy_attributes(from, to);
	return 0;
}

static int report_error(struct report *report, int rc, const char *what)
{
	report->error = -rc;
	snprintf(report->what, sizeof(report->what), "%.100s", what);
	return rc;
}

/* Copies onto the file system at dir, then lays each copy over its original. */
static int lay_copies(const struct launch *l, const char *dir, struct report *report)
{
	const struct found_perls *perls = &l->perls;
	char copy[64];
	size_t i;
	int rc;

	for (i = 0; i < perls->image_cnt; i++) {
		snprintf(copy, sizeof(copy), "%s/%zu", dir, i);
		rc = copy_file(perls->images[i]->fd, copy);
		if (rc)
			return report_error(report, rc,
					    rc == -EPERM ?
						    "copying a perl (takes CAP_CHOWN, CAP_FOWNER)" :
						    "copying a perl");
	}
	for (i = 0; i < perls->path_cnt; i++) {
		snprintf(copy, sizeof(copy), "%s/%zu", dir, perls->paths[i].image);
		if (mount(copy, perls->paths[i].path, NULL, MS_BIND, NULL))
			return report_error(report, -errno, perls->paths[i].path);
	}
	return 0;
}

static int make_private(const struct launch *l, struct report *report)
{
	const char *dir = staging_dir(l);
	int rc;

	if (!dir)
		return report_error(report, -ENOENT, "a directory to work in");
	/* What is mounted elsewhere still appears here; what is mounted here stays here. */
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL))
		return report_error(report, -errno, "a mount namespace of its own");
	if (mount("nytprof-bpf", dir, "tmpfs", 0, "mode=0755"))
		return report_error(report, -errno, "a temporary file system");
	rc = lay_copies(l, dir, report);
	umount2(dir, MNT_DETACH); /* the copies live on in their places */
	return rc;
}

/* ---------------------------------------------------------- in the child: the command */

/* sudo nytprof-bpf -- COMMAND is not meant to run COMMAND as root. */
static int become_invoking_user(const struct launch *l, struct report *report)
{
	int rc = l->account.name ? account_become(&l->account) : 0;

	return rc ? report_error(report, rc,
				 "the command as the user of sudo (takes CAP_SETUID, CAP_SETGID)") :
		    0;
}

static void send_report(int fd, const struct report *report)
{
	if (write(fd, report, sizeof(*report)) != sizeof(*report))
		_exit(127); /* nobody is there any more */
}

static void child(const struct launch *l, int to_parent, int from_parent)
{
	struct report report = {};
	char go;

	make_private(l, &report);
	send_report(to_parent, &report);
	if (read(from_parent, &go, 1) != 1)
		_exit(127);
	memset(&report, 0, sizeof(report));
	if (!become_invoking_user(l, &report)) {
		recorder_restore_signals();
		signals_restore();
		execv(l->file, l->argv);
		report_error(&report, -errno, l->file);
	}
	send_report(to_parent, &report);
	_exit(127);
}

/* -------------------------------------------------------------------- in the parent */

static int read_report(struct launch *l, struct report *report)
{
	ssize_t got;

	do
		got = read(l->from_child, report, sizeof(*report));
	while (got < 0 && errno == EINTR);
	if (got == 0)
		return 0;
	return got == sizeof(*report) ? 1 : -EIO;
}

pid_t launch_fork(struct launch *l, struct error *err)
{
	int up[2] = { -1, -1 }, down[2] = { -1, -1 };
	struct report report;

	if (pipe2(up, O_CLOEXEC) || pipe2(down, O_CLOEXEC) || (l->pid = fork()) < 0) {
		close_fd(&up[0]);
		close_fd(&up[1]);
		return error_set(err, errno, "can't start a process: %s", strerror(errno));
	}
	if (!l->pid) {
		close(up[0]);
		close(down[1]);
		child(l, up[1], down[0]);
	}
	close(up[1]);
	close(down[0]);
	l->from_child = up[0];
	l->to_child = down[1];
	if (read_report(l, &report) <= 0)
		return error_set(err, EIO, "the process for the command ended at once");
	if (report.error)
		error_set(&l->why_not_private, report.error, "%s: %s", report.what,
			  strerror(report.error));
	return l->pid;
}

bool launch_is_private(const struct launch *l, struct error *why)
{
	if (l->why_not_private.text[0])
		*why = l->why_not_private;
	return !l->why_not_private.text[0];
}

int launch_open_copy(const struct launch *l, size_t image)
{
	char path[4200];
	size_t i;
	int fd;

	for (i = 0; i < l->perls.path_cnt; i++) {
		if (l->perls.paths[i].image != image)
			continue;
		snprintf(path, sizeof(path), "/proc/%d/root%s", l->pid, l->perls.paths[i].path);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		return fd < 0 ? -errno : fd;
	}
	return -ENOENT;
}

int launch_exec(struct launch *l, struct error *err)
{
	struct report report;
	int got;

	if (write(l->to_child, "g", 1) != 1)
		return error_set(err, errno, "the process for the command is gone");
	got = read_report(l, &report); /* the pipe closes when execve succeeds */
	if (!got)
		return 0;
	waitpid(l->pid, NULL, 0);
	if (got < 0)
		return error_set(err, EIO, "the process for the command is gone");
	return error_set(err, report.error, "can't run %s: %s", report.what,
			 strerror(report.error));
}
