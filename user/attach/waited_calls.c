// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/waited_calls.h"

#include <stddef.h>
#include <sys/syscall.h>

static const struct {
	int call;
	enum wait_argument argument;
} calls[] = {
	{ SYS_read, WAIT_ARG_FD },	 { SYS_pread64, WAIT_ARG_FD },
	{ SYS_readv, WAIT_ARG_FD },	 { SYS_preadv, WAIT_ARG_FD },
	{ SYS_write, WAIT_ARG_FD },	 { SYS_pwrite64, WAIT_ARG_FD },
	{ SYS_writev, WAIT_ARG_FD },	 { SYS_pwritev, WAIT_ARG_FD },
	{ SYS_recvfrom, WAIT_ARG_FD },	 { SYS_recvmsg, WAIT_ARG_FD },
	{ SYS_recvmmsg, WAIT_ARG_FD },	 { SYS_sendto, WAIT_ARG_FD },
	{ SYS_sendmsg, WAIT_ARG_FD },	 { SYS_accept, WAIT_ARG_FD },
	{ SYS_accept4, WAIT_ARG_FD },	 { SYS_connect, WAIT_ARG_FD },
	{ SYS_fsync, WAIT_ARG_FD },	 { SYS_fdatasync, WAIT_ARG_FD },
	{ SYS_ftruncate, WAIT_ARG_FD },	 { SYS_fallocate, WAIT_ARG_FD },
	{ SYS_getdents64, WAIT_ARG_FD }, { SYS_ioctl, WAIT_ARG_FD },
	{ SYS_flock, WAIT_ARG_FD },	 { SYS_fcntl, WAIT_ARG_FD },
	{ SYS_wait4, WAIT_ARG_CHILD },	 { SYS_waitid, WAIT_ARG_CHILD_ID },
	{ SYS_ppoll, WAIT_ARG_POLL },	 { SYS_pselect6, WAIT_ARG_SELECT },
	{ SYS_futex, WAIT_ARG_FUTEX },
#ifdef SYS_poll
	{ SYS_poll, WAIT_ARG_POLL },	 { SYS_select, WAIT_ARG_SELECT },
#endif
};

void waited_calls(uint8_t arguments[WAIT_CALLS])
{
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (calls[i].call < (int)WAIT_CALLS)
			arguments[calls[i].call] = (uint8_t)calls[i].argument;
	}
}
