// SPDX-License-Identifier: GPL-2.0-or-later
/* Rights, limits and system calls; knows nothing of jobs. */
#include "confine.h"

#include <errno.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define NOBODY 65534 /* the kernel's overflow user; every distribution has it */

/* AddressSanitizer maps terabytes, starts threads when it reports, and opens files then. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static uid_t worker_uid = NOBODY;
static gid_t worker_gid = NOBODY;

void confine_find_user(void)
{
	const struct passwd *pw = geteuid() ? NULL : getpwnam("nytprof-bpf");

	if (!pw || !pw->pw_uid)
		return;
	worker_uid = pw->pw_uid;
	worker_gid = pw->pw_gid;
}

/* ------------------------------------------------------------------ capabilities */

/*
 * To look into processes, to find deleted files, to read what only some may read, and to become
 * others.
 */
static const cap_value_t openers[] = { CAP_SYS_PTRACE,	    CAP_CHECKPOINT_RESTORE,
				       CAP_DAC_READ_SEARCH, CAP_SETUID,
				       CAP_SETGID,	    CAP_SYS_ADMIN };

static bool has_capability(cap_t caps, cap_value_t cap)
{
	cap_flag_value_t value = CAP_CLEAR;

	return !cap_get_flag(caps, cap, CAP_PERMITTED, &value) && value == CAP_SET;
}

/*
 * CAP_SYS_ADMIN only where it has to stand for CAP_CHECKPOINT_RESTORE (before 5.9, and in some
 * containers).
 */
int confine_keep_openers(void)
{
	cap_t now = cap_get_proc(), kept = cap_init();
	size_t i, cnt = sizeof(openers) / sizeof(openers[0]);
	int rc = now && kept ? 0 : -ENOMEM;

	if (!rc && has_capability(now, CAP_CHECKPOINT_RESTORE))
		cnt--;
	for (i = 0; !rc && i < cnt; i++) {
		if (has_capability(now, openers[i]) &&
		    (cap_set_flag(kept, CAP_PERMITTED, 1, &openers[i], CAP_SET) ||
		     cap_set_flag(kept, CAP_EFFECTIVE, 1, &openers[i], CAP_SET)))
			rc = -errno;
	}
	if (!rc && (cap_set_proc(kept) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)))
		rc = -errno;
	cap_free(now);
	cap_free(kept);
	return rc;
}

static int drop_capabilities(void)
{
	cap_t none = cap_init();
	int rc = none && !cap_set_proc(none) ? 0 : -errno;

	cap_free(none);
	return rc;
}

/* ------------------------------------------------------------------------ limits */

static void set_limit(__rlimit_resource_t resource, rlim_t most)
{
	const struct rlimit limit = { most, most };

	setrlimit(resource, &limit);
}

void confine_limit(unsigned limit_ms)
{
	const struct itimerval timer = { .it_value = { .tv_sec = limit_ms / 1000,
						       .tv_usec = limit_ms % 1000 * 1000l } };
	sigset_t none;

	signal(SIGALRM, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	set_limit(RLIMIT_CORE, 0);
	set_limit(RLIMIT_FSIZE, 0);
	if (!SANITIZED)
		set_limit(RLIMIT_NPROC, 0);
}

/* ------------------------------------------------------------------- system calls */

/*
 * What the C library, libelf, capstone and an answer take.  None of them opens, executes, creates
 * or signals anything. Others fail, since C libraries differ in what they try first.
 */
static const unsigned allowed[] = {
	SYS_read,	SYS_pread64, SYS_readv,		 SYS_write,	    SYS_writev,
	SYS_sendmsg,	SYS_lseek,   SYS_close,		 SYS_fstat,	    SYS_mmap,
	SYS_munmap,	SYS_mremap,  SYS_mprotect,	 SYS_madvise,	    SYS_brk,
	SYS_futex,	SYS_getpid,  SYS_gettid,	 SYS_clock_gettime, SYS_getrandom,
	SYS_exit,	SYS_fcntl,   SYS_rt_sigprocmask, SYS_rt_sigreturn,  SYS_exit_group,
	SYS_newfstatat, SYS_sysinfo, SYS_fstatfs,
};

#define ALLOWED (sizeof(allowed) / sizeof(allowed[0]))

#if defined(__x86_64__)
#define OWN_ARCH  AUDIT_ARCH_X86_64
#define FIRST_X32 0x40000000u /* the other table of system calls of the same architecture */
#elif defined(__aarch64__)
#define OWN_ARCH  AUDIT_ARCH_AARCH64
#define FIRST_X32 UINT32_MAX
#else
#error "which architecture has the system calls?"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define KILL	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define REFUSE	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int allow_few_calls(void)
{
	const struct sock_filter begin[] = {
		LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),  KILL,
		LOAD(nr),   BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_X32, 0, 1), KILL,
	};
	const size_t head = sizeof(begin) / sizeof(begin[0]);
	struct sock_filter code[sizeof(begin) / sizeof(begin[0]) + ALLOWED + 2];
	const struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };
	size_t i;

	for (i = 0; i < head; i++)
		code[i] = begin[i];
	for (i = 0; i < ALLOWED; i++) /* to the last instruction, or on to the next */
		code[head + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i],
							      (uint8_t)(ALLOWED - i), 0);
	code[head + ALLOWED] = (struct sock_filter)REFUSE;
	code[head + ALLOWED + 1] = (struct sock_filter)ALLOW;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) ? -errno : 0;
}

/* -------------------------------------------------------------------------- all */

/*
 * An agent that may not become another user stays who it is: without capabilities, and without
 * system calls.
 */
static int become_nobody(void)
{
	if (setgroups(0, NULL) || setresgid(worker_gid, worker_gid, worker_gid) ||
	    setresuid(worker_uid, worker_uid, worker_uid))
		return errno == EPERM ? 0 : -errno;
	return 0;
}

int confine(size_t memory_max)
{
	int rc = become_nobody();

	rc = rc ?: drop_capabilities();
	if (!rc && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)))
		rc = -errno;
	if (rc || SANITIZED)
		return rc;
	set_limit(RLIMIT_AS, memory_max);
	return allow_few_calls();
}
