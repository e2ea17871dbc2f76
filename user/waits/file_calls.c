// SPDX-License-Identifier: GPL-2.0-or-later
/* The arguments are those of the manual's section 2. Calls that an architecture lacks are left out. */
#include "waits/file_calls.h"

#include <sys/syscall.h>

#include "nytprof/kevents.h"

#define FD	KEVENT_CALL_FD
#define PATH	KEVENT_CALL_PATH
#define PATH_AT KEVENT_CALL_PATH2
#define OPEN	KEVENT_CALL_OPEN

static const struct file_call all[] = {
#ifdef SYS_open
	{ SYS_open, PATH | OPEN, "open" },
	{ SYS_creat, PATH | OPEN, "open" },
	{ SYS_stat, PATH, "stat" },
	{ SYS_lstat, PATH, "stat" },
	{ SYS_access, PATH, "access" },
	{ SYS_readlink, PATH, "readlink" },
	{ SYS_unlink, PATH, "unlink" },
	{ SYS_rmdir, PATH, "rmdir" },
	{ SYS_mkdir, PATH, "mkdir" },
	{ SYS_rename, PATH, "rename" },
	{ SYS_link, PATH, "link" },
	{ SYS_symlink, PATH_AT, "symlink" },
	{ SYS_chmod, PATH, "chmod" },
	{ SYS_chown, PATH, "chown" },
	{ SYS_lchown, PATH, "chown" },
	{ SYS_utime, PATH, "utime" },
	{ SYS_utimes, PATH, "utime" },
#endif
#ifdef SYS_renameat
	{ SYS_renameat, PATH_AT, "rename" },
#endif
#ifdef SYS_openat2
	{ SYS_openat2, PATH_AT | OPEN, "open" },
#endif
#ifdef SYS_faccessat2
	{ SYS_faccessat2, PATH_AT, "access" },
#endif
	{ SYS_openat, PATH_AT | OPEN, "open" },
	{ SYS_newfstatat, PATH_AT, "stat" },
	{ SYS_statx, PATH_AT, "stat" },
	{ SYS_fstat, FD, "stat" },
	{ SYS_faccessat, PATH_AT, "access" },
	{ SYS_readlinkat, PATH_AT, "readlink" },
	{ SYS_unlinkat, PATH_AT, "unlink" },
	{ SYS_mkdirat, PATH_AT, "mkdir" },
	{ SYS_renameat2, PATH_AT, "rename" },
	{ SYS_linkat, PATH_AT, "link" },
	{ SYS_fchmodat, PATH_AT, "chmod" },
	{ SYS_fchmod, FD, "chmod" },
	{ SYS_fchownat, PATH_AT, "chown" },
	{ SYS_fchown, FD, "chown" },
	{ SYS_utimensat, PATH_AT, "utime" },
	{ SYS_truncate, PATH, "truncate" },
	{ SYS_ftruncate, FD, "truncate" },
	{ SYS_statfs, PATH, "statfs" },
	{ SYS_fstatfs, FD, "statfs" },
	{ SYS_chdir, PATH, "chdir" },
	{ SYS_fchdir, FD, "chdir" },
	{ SYS_getdents64, FD, "list" },
	{ SYS_read, FD, "read" },
	{ SYS_pread64, FD, "read" },
	{ SYS_readv, FD, "read" },
	{ SYS_preadv, FD, "read" },
	{ SYS_preadv2, FD, "read" },
	{ SYS_recvfrom, FD, "read" },
	{ SYS_recvmsg, FD, "read" },
	{ SYS_write, FD, "write" },
	{ SYS_pwrite64, FD, "write" },
	{ SYS_writev, FD, "write" },
	{ SYS_pwritev, FD, "write" },
	{ SYS_pwritev2, FD, "write" },
	{ SYS_sendto, FD, "write" },
	{ SYS_sendmsg, FD, "write" },
	{ SYS_sendfile, FD, "write" },
	{ SYS_flock, FD, "flock" },
	{ SYS_fsync, FD, "sync" },
	{ SYS_fdatasync, FD, "sync" },
};

const struct file_call *file_calls(size_t *cnt)
{
	*cnt = sizeof(all) / sizeof(all[0]);
	return all;
}

const char *file_call_verb(int nr)
{
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (all[i].nr == nr)
			return all[i].verb;
	}
	return NULL;
}
