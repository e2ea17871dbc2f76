// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The environment that sudo was given is that of its process, /proc/PID/environ, which shows what a
 * process was executed with.  That of the caller's shell would not do: what a shell exports later
 * is not in it.
 *
 * The caller decides what is in there.  Variables are only compared and named, never shown or taken
 * over, and files are looked for with the caller's rights.
 */
#include "spawn/caller.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"
#include "rights/credentials.h"
#include "rights/creds.h"
#include "rights/invoker.h"
#include "target/find.h"
#include "util/cleanup.h"
#include "util/error.h"

#define ANCESTORS_MAX	16
#define ENVIRONMENT_MAX (1 << 20)

/* ----------------------------------------------------------------- whose and where */

static pid_t parent_of(pid_t pid)
{
	FILE *status __cleanup(close_file) = NULL;
	char line[256];
	int parent;

	snprintf(line, sizeof(line), "/proc/%d/status", pid);
	status = fopen(line, "re");
	while (status && fgets(line, sizeof(line), status)) {
		if (sscanf(line, "PPid: %d", &parent) == 1)
			return parent;
	}
	return 0;
}

/*
 * sudo is the last of our ancestors that is not the caller's: whatever is between it and us (its
 * monitor, env, a shell) is root's as well.  0: no ancestor is the caller's.  rights: those of the
 * caller's process that has started it.
 */
static pid_t find_sudo(const struct invoker *who, struct creds *rights)
{
	pid_t pid = getppid(), sudo = 0;
	int i;

	for (i = 0; i < ANCESTORS_MAX && pid > 1 && creds_of(pid, rights); i++) {
		if (rights->uid[0] == who->uid && rights->uid[1] == who->uid)
			return sudo;
		sudo = pid;
		pid = parent_of(pid);
	}
	return 0;
}

/* The environment that it was executed with; the caller frees it. */
static char *read_environment(pid_t pid, size_t *size)
{
	char path[64], *env __cleanup(free_ptr) = malloc(ENVIRONMENT_MAX);
	int fd __cleanup(close_fd) = -1;
	ssize_t got = 1;

	snprintf(path, sizeof(path), "/proc/%d/environ", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	for (*size = 0; env && fd >= 0 && got > 0 && *size < ENVIRONMENT_MAX;
	     *size += (size_t)got) {
		got = read(fd, env + *size, ENVIRONMENT_MAX - *size);
		if (got < 0)
			return NULL;
	}
	return *size ? take_ptr(env) : NULL;
}

/* NULL: nobody called sudo, or it can't be told. */
static char *find_environment(const struct invoker *who, struct creds *rights, size_t *size)
{
	pid_t sudo = who->uid == INVOKER_NOBODY ? 0 : find_sudo(who, rights);

	return sudo ? read_environment(sudo, size) : NULL;
}

const char *caller_getenv(const char *env, size_t size, const char *name)
{
	size_t name_len = strlen(name), len;

	for (; size; env += len, size -= len) {
		len = strnlen(env, size) + 1;
		if (len > size)
			return NULL; /* its end is not there */
		if (!strncmp(env, name, name_len) && env[name_len] == '=')
			return env + name_len + 1;
	}
	return NULL;
}

/* --------------------------------------------------------------------- comparing */

/* As find_command, with the caller's rights; NULL also where these can't be had. */
static char *find_for(const struct creds *rights, const char *name, const char *path)
{
	struct credentials ours;
	char *file = NULL;

	if (!rights)
		return find_command(name, path);
	if (credentials_take(rights, &ours))
		file = find_command(name, path);
	credentials_restore(&ours);
	return file;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat of_a, of_b;

	return !stat(a, &of_a) && !stat(b, &of_b) && of_a.st_dev == of_b.st_dev &&
	       of_a.st_ino == of_b.st_ino;
}

/*
 * Is a perl that the command runs found on the PATH?  Not if it is one with its path, or a script
 * that names one so.
 */
static bool uses_path(const char *command)
{
	const char *name = strrchr(command, '/');
	FILE *f __cleanup(close_file) = NULL;
	char line[256];
	int fd;

	if (!name)
		return true;
	if (!strncmp(name, "/perl", 5))
		return false;
	fd = open(command, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); /* it may be a FIFO */
	f = fd < 0 ? NULL : fdopen(fd, "r");
	if (!f)
		close_fd(&fd);
	return !f || !fgets(line, sizeof(line), f) || strncmp(line, "#!", 2) != 0 ||
	       strstr(line, "env ");
}

/* Appends to a list; first: what is before the first one of it. */
__attribute__((format(printf, 3, 4))) static void add(struct error *text, const char *first,
						      const char *fmt, ...)
{
	size_t len = strlen(text->text);
	va_list ap;

	len += (size_t)snprintf(text->text + len, sizeof(text->text) - len, "%s", first);
	if (len >= sizeof(text->text))
		return;
	va_start(ap, fmt);
	vsnprintf(text->text + len, sizeof(text->text) - len, fmt, ap);
	va_end(ap);
}

/*
 * Another file on our PATH than on the caller's.  Of one that is on one of them only launch_new()
 * has to say something.
 */
static bool add_other_file(struct error *text, const char *name, const char *theirs,
			   const struct creds *rights)
{
	char *our_file __cleanup(free_ptr) = find_command(name, getenv("PATH"));
	char *their_file __cleanup(free_ptr) = find_for(rights, name, theirs);

	if (!our_file || !their_file || is_same_file(our_file, their_file))
		return false;
	add(text, "", "%s is %.200s, not %.200s", name, our_file, their_file);
	return true;
}

/* One that has another value here was given one on purpose: sudo passes none of these changed. */
static bool add_unset(struct error *text, const char *env, size_t size, char *how, size_t how_size)
{
	static const char *const names[] = { "PERL5LIB", "PERLLIB", "PERL5OPT", "NYTPROF" };
	bool any = false;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = caller_getenv(env, size, names[i]);
		size_t len = strlen(how);

		if (!value || !*value || getenv(names[i]))
			continue;
		add(text,
		    any		? " and " :
		    *text->text ? ", without your " :
				  "it runs without your ",
		    "%s", names[i]);
		snprintf(how + len, how_size - len, " %s=\"$%s\"", names[i], names[i]);
		any = true;
	}
	return any;
}

bool caller_differs(const char *env, size_t size, const struct creds *rights, char *const argv[],
		    struct error *text)
{
	const char *path = caller_getenv(env, size, "PATH");
	bool other_file = false, unset;
	char how[128] = "";

	text->text[0] = '\0';
	if (path && !strchr(argv[0], '/'))
		other_file = add_other_file(text, argv[0], path, rights);
	if (path && !other_file && uses_path(argv[0]))
		other_file = add_other_file(text, "perl", path, rights);
	if (other_file)
		strcpy(how, " PATH=\"$PATH\"");
	unset = add_unset(text, env, size, how, sizeof(how));
	add(text, "", "; to pass yours: sudo env%s nytprof-bpf ...", how);
	return other_file || unset;
}

void caller_warn(const struct invoker *who, char *const argv[])
{
	struct error text;
	struct creds rights;
	size_t size;
	char *env __cleanup(free_ptr) = find_environment(who, &rights, &size);

	if (env && caller_differs(env, size, &rights, argv, &text))
		log_warning("the command gets sudo's environment: %s", text.text);
}

void caller_explain_missing(const struct invoker *who, const char *name, struct error *err)
{
	struct creds rights;
	size_t size;
	char *env __cleanup(free_ptr) = find_environment(who, &rights, &size);
	const char *path = env ? caller_getenv(env, size, "PATH") : NULL;
	char *file __cleanup(free_ptr) =
		path && !strchr(name, '/') ? find_for(&rights, name, path) : NULL;

	if (file)
		error_set(err, ENOENT,
			  "can't run %s: it is not on the PATH that sudo sets, only on yours "
			  "(%.400s); to pass yours: sudo env PATH=\"$PATH\" nytprof-bpf ...",
			  name, file);
}
