// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads source files as the target itself could. */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "drain/credentials.h"
#include "drain/tracee.h"
#include "profile/profile.h"
#include "util/cleanup.h"

#define SOURCE_MAX (32 << 20) /* bytes of a file; a larger one is no source */
#define EMBEDDED_MAX \
	(64 << 20) /* bytes of all files of a profile: one can have any number of names (#line) */

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

static int open_source(const struct tracee *t, const char *path)
{
	struct open_how how = { .flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
				.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };

	return (int)syscall(SYS_openat2, t->root, path, &how, sizeof(how));
}

/* The rest of a file, with a NUL behind it; its offset stays.  NULL: it can't be read. */
static char *read_text(int fd, off_t from, off_t to, size_t *text_len)
{
	size_t size = to > from ? (size_t)(to - from) : 0, len = 0;
	char *text = malloc(size + 1);
	ssize_t got = 1;

	while (text && got > 0 && len < size) {
		got = pread(fd, text + len, size - len, from + (off_t)len);
		len += got > 0 ? (size_t)got : 0;
	}
	if (!text || got < 0) {
		free(text);
		return NULL;
	}
	text[len] = '\0';
	*text_len = len;
	return text;
}

static int read_source(int fd, const struct stat *st, struct profile_file *file)
{
	size_t len;
	char *text __cleanup(free_ptr) = read_text(fd, 0, st->st_size, &len);

	return text ? profile_set_source(file, text, len) : -EIO;
}

static void embed_file(struct tracee *t, struct profile_file *file, double process_start,
		       off_t *room, struct source_report *report)
{
	int fd __cleanup(close_fd) = open_source(t, file->name);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > SOURCE_MAX ||
	    st.st_size > *room || !is_real_fs(fd) || read_source(fd, &st, file)) {
		file->flags &= ~FILE_HAS_SRC;
		report->missing++;
		return;
	}
	report->embedded++;
	*room -= st.st_size;
	/* One from the future says no more than that the clock was set back. */
	report->modified += (double)st.st_mtime > process_start && st.st_mtime <= time(NULL);
}

void source_embed(struct tracee *t, double process_start, struct source_report *report)
{
	off_t room = EMBEDDED_MAX;
	struct credentials saved;
	bool taken;
	size_t i;

	memset(report, 0, sizeof(*report));
	if (t->root < 0)
		return;
	taken = credentials_take(t->uid, t->gid, &saved);
	for (i = 0; taken && i < t->profile->file_cnt; i++) {
		struct profile_file *file = t->profile->files[i];

		if (!file->eval_fid && file->name[0] == '/' && !(file->flags & FILE_FAKE))
			embed_file(t, file, process_start, &room, report);
	}
	credentials_restore(&saved);
}

/* The file that was its stdin at its first event, in whatever way it is open here. */
static bool is_stdin(int fd, const struct interp *in, struct stat *st)
{
	const uint32_t minor_bits = 20; /* linux/kdev_t.h */

	return fd >= 0 && !fstat(fd, st) && S_ISREG(st->st_mode) && st->st_ino == in->stdin_ino &&
	       major(st->st_dev) == in->stdin_dev >> minor_bits &&
	       minor(st->st_dev) == (in->stdin_dev & ((1u << minor_bits) - 1)) &&
	       st->st_size <= SOURCE_MAX && is_real_fs(fd);
}

/* Opened anew, and so with a check of the target's rights: its descriptor may be for writing only. */
static int open_stdin(const struct tracee *t)
{
	struct credentials saved;
	char path[64];
	int fd = -1;

	snprintf(path, sizeof(path), "/proc/%u/fd/0", t->tgid);
	if (credentials_take(t->uid, t->gid, &saved))
		fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	credentials_restore(&saved);
	return fd;
}

char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from)
{
	int fd __cleanup(close_fd) = -1;
	struct stat st;
	size_t len;

	if (own_from >= 0 && is_stdin(STDIN_FILENO, in, &st))
		return read_text(STDIN_FILENO, own_from, st.st_size, &len);
	fd = open_stdin(t);
	return is_stdin(fd, in, &st) ? read_text(fd, 0, st.st_size, &len) : NULL;
}

void source_drop(struct tracee *t)
{
	size_t i;

	for (i = 0; i < t->profile->file_cnt; i++)
		profile_drop_source(t->profile->files[i]);
}
