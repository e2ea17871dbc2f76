// SPDX-License-Identifier: GPL-2.0-or-later
/* A command, from its name to its execve. */
#include "spawn/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "log/log.h"
#include "perl/perl_image.h"
#include "rights/invoker.h"
#include "rights/limits.h"
#include "spawn/child.h"
#include "spawn/copies.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/signals.h"

struct launch {
	char *const *argv;
	char *file;
	struct finding *finding; /* NULL: not begun, or done */
	struct found_perls perls;
	struct account account; /* of the user who called sudo; without a name: ours */
	pid_t pid;
	dev_t dev; /* of the copies */
	int from_child; /* a struct report about the mounts, then one about execve if that failed */
	int to_child; /* a byte lets it go */
	struct error why_not_private;
};

struct report {
	int rc; /* -errno of err; 0: done */
	dev_t dev; /* of the copies */
	struct error err;
};

/* A script is often named as a program is. */
static int can_not_run(const char *name, int error, const char *why, struct error *err)
{
	if (may_be_perl_script(name))
		return error_set(err, error,
				 "can't run %s: %s; if it is a perl script, use \"perl %s\"", name,
				 why, name);
	return error_set(err, error, "can't run %s: %s", name, why);
}

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
		rc = can_not_run(argv[0], errno,
				 errno == ENOENT ? "no such command" : strerror(errno), err);
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

/* Somebody vouches for its content: fs-verity, or the kernel's integrity measurement. */
static bool is_vouched_for(int fd)
{
	struct statx stx;
	bool sealed = !statx(fd, "", AT_EMPTY_PATH, STATX_TYPE, &stx) &&
		      stx.stx_attributes & STATX_ATTR_VERITY;

	return sealed || fgetxattr(fd, "security.ima", NULL, 0) >= 0;
}

static void spare_vouched_for(const struct found_perls *perls)
{
	size_t i;

	for (i = 0; i < perls->image_cnt; i++) {
		struct perl_image *image = perls->images[i];

		if (!perl_image_stubs(image) || !is_vouched_for(image->fd))
			continue;
		log_verbose("%s has fs-verity or an IMA signature: its copy gets no stubs",
			    image->path);
		perl_image_forgo_stubs(image);
	}
}

void launch_seek_perls(struct launch *l)
{
	l->finding = find_perls_start(l->file, l->argv + 1, getenv("PATH"));
}

int launch_find_perls(struct launch *l, struct error *err)
{
	int rc;

	if (!l->finding)
		launch_seek_perls(l);
	if (!l->finding)
		return error_set(err, ENOMEM, "out of memory");
	rc = find_perls_finish(l->finding, &l->perls, err);
	finding_free(take_ptr(l->finding));
	spare_vouched_for(&l->perls);
	if (rc || l->perls.image_cnt)
		return rc;
	if (l->perls.refusal)
		return error_set(err, ENOEXEC, "nothing to record: %s would run a perl, but %s",
				 l->argv[0], l->perls.refusal);
	return error_set(err, ENOEXEC,
			 "nothing to record: %s is not a supported perl, and there is none "
			 "on the PATH",
			 l->argv[0]);
}

void launch_free(struct launch *l)
{
	if (!l)
		return;
	finding_free(l->finding);
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

/* ---------------------------------------------------------- in the child: the command */

/* sudo nytprof-bpf -- COMMAND is not meant to run COMMAND as root. */
static int become_invoking_user(const struct launch *l, struct report *report)
{
	int rc = l->account.name ? account_become(&l->account) : 0;

	if (!rc)
		return 0;
	report->rc =
		error_set(&report->err, -rc,
			  "can't run the command as the user who called sudo (needs CAP_SETUID and "
			  "CAP_SETGID): %s",
			  strerror(-rc));
	return report->rc;
}

static void send_report(int fd, const struct report *report)
{
	if (write(fd, report, sizeof(*report)) != sizeof(*report))
		_exit(127); /* nobody is there any more */
}

static void child(const struct launch *l, bool copies, int to_parent, int from_parent)
{
	struct report report = {};
	char go;

	if (copies)
		report.rc = copies_lay(&l->perls, &report.dev, &report.err);
	send_report(to_parent, &report);
	if (read(from_parent, &go, 1) != 1)
		_exit(127);
	memset(&report, 0, sizeof(report));
	if (!become_invoking_user(l, &report)) {
		child_restore_signals();
		signals_restore();
		limits_restore();
		execv(l->file, l->argv);
		report.rc = can_not_run(l->file, errno, strerror(errno), &report.err);
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

pid_t launch_fork(struct launch *l, bool copies, struct error *err)
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
		child(l, copies, up[1], down[0]);
	}
	close(up[1]);
	close(down[0]);
	l->from_child = up[0];
	l->to_child = down[1];
	if (read_report(l, &report) <= 0)
		return error_set(err, EIO, "the process for the command ended at once");
	l->dev = report.dev;
	if (report.rc)
		l->why_not_private = report.err;
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
	struct stat st;
	size_t i = 0;
	int fd;

	while (i < l->perls.path_cnt && l->perls.paths[i].image != image)
		i++;
	if (i == l->perls.path_cnt)
		return -ENOENT;
	snprintf(path, sizeof(path), "/proc/%d/root%s", l->pid, l->perls.paths[i].path);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	/* Or a file of somebody else's would be probed where a perl has its functions. */
	if (!fstat(fd, &st) && st.st_dev == l->dev)
		return fd;
	close(fd);
	return -ESTALE;
}

int launch_exec(struct launch *l, struct error *err)
{
	struct report report;
	int got;

	if (write(l->to_child, "g", 1) != 1)
		return error_set(err, errno, "the process for the command ended unexpectedly");
	got = read_report(l, &report); /* the pipe closes when execve succeeds */
	if (!got)
		return 0;
	waitpid(l->pid, NULL, 0);
	if (got < 0)
		return error_set(err, EIO, "the process for the command ended unexpectedly");
	*err = report.err;
	return report.rc;
}
