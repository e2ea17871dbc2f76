// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes to perl images, by what they have mapped and not by what they are called. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "target/elf.h"
#include "target/perl.h"
#include "util/cleanup.h"
#include "util/error.h"

struct mapping {
	uint64_t start;
	uint64_t end;
	unsigned dev_major;
	unsigned dev_minor;
	uint64_t ino;
	bool code;
	char path[4096];
};

static bool parse_mapping(const char *line, struct mapping *m)
{
	char perms[8];
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*x %x:%x %" SCNu64 " %n", &m->start, &m->end,
		   perms, &m->dev_major, &m->dev_minor, &m->ino, &at) < 6)
		return false;
	m->code = strchr(perms, 'x') != NULL;
	snprintf(m->path, sizeof(m->path), "%s", at ? line + at : "");
	m->path[strcspn(m->path, "\n")] = '\0';
	return m->ino != 0;
}

/*
 * The next file that is mapped.  A path can be longer than any name that may be opened (mkdirat), and its owner
 * chooses it: the rest of a line is not a line.
 */
static bool next_mapping(FILE *maps, struct mapping *m)
{
	char line[4400];
	int c;

	while (fgets(line, sizeof(line), maps)) {
		for (c = strchr(line, '\n') ? '\n' : 0; c != '\n' && c != EOF;)
			c = getc(maps);
		if (parse_mapping(line, m))
			return true;
	}
	return false;
}

/* The process's name for a file, if that still is the file; where the process is gone, ours.  -1: it isn't. */
static int open_by_path(const struct mapped_file *m)
{
	char path[4200];
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/root%s", m->pid, m->path);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		fd = open(m->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0 && (fstat(fd, &st) || st.st_ino != m->ino)) {
		close(fd);
		return -1;
	}
	return fd;
}

int mapped_file_open(const struct mapped_file *m)
{
	char path[128];
	int fd, why;

	/* Not a path that can be replaced: works for deleted files too.  Needs CAP_SYS_ADMIN or
	 * CAP_CHECKPOINT_RESTORE (fs/proc/base.c, proc_map_files_get_link, 5.9).  Who holds a lease of the
	 * file could keep us waiting for 45 s (fs/locks.c, __break_lease, lease_break_time). */
	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, m->pid, m->start,
		 m->end);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0)
		return fd;
	why = errno;
	fd = open_by_path(m);
	return fd < 0 ? -why : fd;
}

static struct mapped_file file_of(pid_t pid, const struct mapping *m)
{
	return (struct mapped_file){ .pid = pid,
				     .dev = makedev(m->dev_major, m->dev_minor),
				     .ino = m->ino,
				     .start = m->start,
				     .end = m->end,
				     .path = m->path };
}

/* CAP_SYS_PTRACE in effect? */
static bool may_look(void)
{
	struct __user_cap_header_struct of = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3] = {};

	return !syscall(SYS_capget, &of, caps) &&
	       caps[CAP_TO_INDEX(CAP_SYS_PTRACE)].effective & CAP_TO_MASK(CAP_SYS_PTRACE);
}

static FILE *open_maps(pid_t pid, struct error *err)
{
	char path[64];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "re");
	if (!maps && (errno == ENOENT || errno == ESRCH))
		error_set(err, ESRCH, "no process %d", pid);
	else if (!maps)
		error_set(err, errno, "can't look into process %d: %s%s", pid, strerror(errno),
			  may_look() ? "" : " (needs root, or CAP_SYS_PTRACE)");
	if (!maps && errno != EACCES && errno != EPERM)
		errno = ESRCH;
	return maps;
}

/*
 * Looks at one mapped file: 1 and the image if it is a supported perl, or none if it is known; 0 if it is no perl;
 * -ENOTSUP; as mapped_file_open if nobody knows.
 */
static int try_mapping(pid_t pid, const struct mapping *m, const struct known_files *known,
		       struct perl_image **image, struct error *err)
{
	const struct mapped_file file = file_of(pid, m);
	int fd __cleanup(close_fd) = mapped_file_open(&file);
	struct stat st;

	*image = NULL;
	if (fd < 0)
		return fd;
	if (known && !fstat(fd, &st) && known->has(&st, known->arg))
		return 1;
	*image = perl_image_new(fd, m->path, err);
	if (*image)
		return 1;
	return errno == ENOTSUP ? -ENOTSUP : 0;
}

/* What it has mapped can't be looked at, at least this. */
static int say_closed(pid_t pid, const struct mapping *m, int why, struct error *err)
{
	char comm[32];

	process_comm(pid, comm);
	if (why != EACCES && why != EPERM)
		return error_set(err, why, "can't open %s, which process %d (%s) has mapped: %s",
				 m->path, pid, comm, strerror(why));
	return error_set(
		err, EPERM,
		"can't open %s, which process %d (%s) has mapped: for files that not everybody may "
		"read CAP_DAC_READ_SEARCH is needed, for deleted and replaced ones "
		"CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN",
		m->path, pid, comm);
}

/*
 * What is mapped now; as process_perls.  changed: not any more, as by an exec.  The maps of a program that
 * another one has replaced are empty (fs/proc/task_mmu.c, m_start).
 */
static int look_at_mapped(pid_t pid, const struct known_files *known,
			  struct perl_image *perls[PROCESS_PERLS_MAX], bool *changed,
			  struct error *err)
{
	FILE *maps __cleanup(close_file) = open_maps(pid, err);
	struct mapping m, seen = {};
	char comm[32];
	struct error ignored, closed;
	int cnt = 0, mapped = 0, rc, failed = 0, closed_rc = 0;
	bool any_known = false;

	*changed = false;
	if (!maps)
		return -errno;
	while (cnt < PROCESS_PERLS_MAX && next_mapping(maps, &m)) {
		if (!m.code)
			continue;
		mapped++;
		if (m.ino == seen.ino && m.dev_minor == seen.dev_minor &&
		    m.dev_major == seen.dev_major)
			continue;
		seen = m;
		rc = try_mapping(pid, &m, known, &perls[cnt], failed ? &ignored : err);
		if (rc > 0 && perls[cnt])
			cnt++;
		else if (rc > 0)
			any_known = true;
		else if (rc == -ENOTSUP)
			failed = rc;
		else if (rc == -ENOENT || rc == -ESRCH)
			*changed = true;
		else if (rc < 0)
			closed_rc = closed_rc ?: say_closed(pid, &m, -rc, &closed);
	}
	if (cnt || any_known)
		return cnt;
	if (failed)
		return failed;
	*changed |= !mapped;
	if (closed_rc && process_is_alive(pid)) {
		*err = closed;
		return closed_rc;
	}
	process_comm(pid, comm);
	if (!mapped)
		return error_set(err, ESRCH, "process %d has ended, or is a kernel thread", pid);
	return error_set(err, ENOEXEC,
			 "process %d (%s) is no perl: nothing it has mapped exports PL_op_name and "
			 "PL_ppaddr",
			 pid, comm);
}

int process_perls(pid_t pid, const struct known_files *known,
		  struct perl_image *perls[PROCESS_PERLS_MAX], struct error *err)
{
	const struct timespec while_it_execs = { .tv_nsec = 1000000 };
	int rc, tries = 10;
	bool changed;

	while ((rc = look_at_mapped(pid, known, perls, &changed, err)) < 0 && changed &&
	       process_is_alive(pid) && --tries)
		nanosleep(&while_it_execs, NULL);
	return rc;
}

int process_each_mapped(pid_t pid, void (*visit)(const struct mapped_file *file, void *arg),
			void *arg)
{
	struct error ignored;
	FILE *maps __cleanup(close_file) = open_maps(pid, &ignored);
	struct mapped_file file;
	struct mapping m;

	if (!maps)
		return -errno;
	while (next_mapping(maps, &m)) {
		if (!m.code)
			continue;
		file = file_of(pid, &m);
		visit(&file, arg);
	}
	return 0;
}

void process_comm(pid_t pid, char comm[32])
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "re");
	if (!f || !fgets(comm, 32, f))
		snprintf(comm, 32, "?");
	comm[strcspn(comm, "\n")] = '\0';
}

/* Reads /proc/PID/stat from the state on: what follows the name, which may hold anything. */
static bool read_stat(pid_t pid, char text[1024], const char **state)
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	text[fread(text, 1, 1023, f)] = '\0';
	*state = strrchr(text, ')');
	return *state && (*state)[1] == ' ' && (*state += 2);
}

bool process_is_alive(pid_t pid)
{
	const unsigned exiting =
		4; /* include/linux/sched.h, PF_EXITING: set before its end is told */
	const char *stat;
	unsigned flags;
	char text[1024];

	return read_stat(pid, text, &stat) && *stat != 'Z' && *stat != 'X' &&
	       sscanf(stat, "%*c %*d %*d %*d %*d %*d %u", &flags) == 1 && !(flags & exiting);
}

uint64_t process_start(pid_t pid)
{
	const char *p;
	char text[1024];
	uint64_t ticks;
	int i;

	if (!read_stat(pid, text, &p))
		return 0;
	for (i = 3; p && i < 22; i++) { /* field 3 is the state, 22 the time */
		p = strchr(p, ' ');
		p += p ? 1 : 0;
	}
	if (!p || sscanf(p, "%" SCNu64, &ticks) != 1)
		return 0;
	return ticks * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* The first of the files with such names that it has mapped. */
static const char *find_mapped(pid_t pid, const char *const *names, size_t cnt)
{
	struct error ignored;
	FILE *maps __cleanup(close_file) = open_maps(pid, &ignored);
	struct mapping m;
	size_t i, len;

	while (maps && next_mapping(maps, &m)) {
		for (i = 0; i < cnt; i++) {
			len = strlen(m.path) - strlen(names[i]);
			if (len <= strlen(m.path) && !strcmp(m.path + len, names[i]))
				return names[i];
		}
	}
	return NULL;
}

const char *process_profiler(pid_t pid)
{
	static const char *const known[] = { "/NYTProf.so", "/DProf.so", "/FastProf.so",
					     "/Cover.so", "/SmallProf.so" };
	const char *name = find_mapped(pid, known, sizeof(known) / sizeof(known[0]));

	return name ? name + 1 : NULL;
}

static const char *const coro = "/Coro/State/State.so";

bool mapped_file_is_coro(const struct mapped_file *file)
{
	size_t len = strlen(file->path);

	return len >= strlen(coro) && !strcmp(file->path + len - strlen(coro), coro);
}

bool process_has_coro(pid_t pid)
{
	return find_mapped(pid, &coro, 1);
}
