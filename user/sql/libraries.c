// SPDX-License-Identifier: GPL-2.0-or-later
#include "sql/libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "attach/mmaps.h"
#include "log/log.h"
#include "probes/probes.h"
#include "target/library_file.h"
#include "target/maps.h"
#include "target/process.h"
#include "target/process_looks.h"
#include "util/cleanup.h"
#include "util/error.h"

#define FILES_MAX 256 /* that are probed: each takes two links of the kernel's */
#define SEEN_MAX  1024 /* mappings; the oldest one makes room: it would be looked at again */
#define BEGIN_MS  2000 /* that the begin waits for what is loaded then */

/* Numbers of a file: those of stat(2), or those that the kernel tells of a mapping. */
struct seen {
	dev_t dev;
	uint64_t ino;
};

struct sql_libraries {
	struct probes *probes;
	struct mmaps *mmaps; /* NULL: nobody tells of mappings */
	struct process_looks *looks;
	struct seen probed[FILES_MAX];
	size_t probed_cnt;
	struct seen seen[SEEN_MAX]; /* mappings of what was looked at */
	size_t seen_cnt; /* since the begin */
	bool full; /* that was said, */
	bool blocked; /* and that, of any process */
};

/* The begin of the last part of a path; drivers may be linked with a library of their own. */
static const char *const prefixes[] = { "libpq.so",   "libmariadb.so", "libmysqlclient.so",
					"libsqlite3", "SQLite.so",     "Pg.so",
					"mysql.so",   "MariaDB.so" };

/* Debian's, Fedora's and PostgreSQL's own directories. */
static const char *const patterns[] = {
	"/usr/lib/*-linux-gnu*/", "/usr/lib64/",       "/usr/lib/",
	"/usr/local/lib/",	  "/usr/local/lib64/", "/usr/pgsql-*/lib/",
};
static const char *const files[] = { "libpq.so.5", "libmariadb.so.3", "libmysqlclient.so.2[0-9]",
				     "libsqlite3.so.0" };

static bool is_named_so(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t i;

	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	}
	return false;
}

static bool find(const struct seen *all, size_t cnt, dev_t dev, uint64_t ino)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (all[i].dev == dev && all[i].ino == ino)
			return true;
	}
	return false;
}

/* False: it is probed, or there is no room. */
static bool note_probed(struct sql_libraries *l, dev_t dev, uint64_t ino)
{
	if (find(l->probed, l->probed_cnt, dev, ino))
		return false;
	if (l->probed_cnt == FILES_MAX) {
		if (!l->full)
			log_warning("--sql: more than %d files of database libraries: others are "
				    "not probed",
				    FILES_MAX);
		l->full = true;
		return false;
	}
	l->probed[l->probed_cnt++] = (struct seen){ dev, ino };
	return true;
}

static void probe(struct sql_libraries *l, const char *path, struct library_file *file)
{
	struct error err;

	if (!note_probed(l, file->dev, file->ino))
		return;
	if (probes_attach_sql(l->probes, file->fd, file->offsets, &err))
		log_warning("--sql: %s: %s", path, err.text);
	else
		log_verbose("--sql: probes %s", path);
}

static void look_at(struct sql_libraries *l, const char *path)
{
	int fd __cleanup(close_fd) = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct library_file file;
	struct error err;

	if (fd < 0)
		return;
	if (library_file_look(LIBRARY_SQL, fd, path, &file, &err)) {
		log_verbose("--sql: %s", err.text);
		return;
	}
	probe(l, path, &file);
	close_fd(&file.fd);
}

static void look_at_all(struct sql_libraries *l)
{
	char pattern[128];
	size_t i, k, at;
	glob_t found;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		for (k = 0; k < sizeof(files) / sizeof(files[0]); k++) {
			snprintf(pattern, sizeof(pattern), "%s%s", patterns[i], files[k]);
			if (glob(pattern, 0, NULL, &found))
				continue;
			for (at = 0; at < found.gl_pathc; at++)
				look_at(l, found.gl_pathv[at]);
			globfree(&found);
		}
	}
}

/* ------------------------------------------------------------------------- mappings */

static bool knows(const struct mapped_file *m, void *arg)
{
	const struct sql_libraries *l = arg;

	return find(l->seen, l->seen_cnt < SEEN_MAX ? l->seen_cnt : SEEN_MAX, m->dev, m->ino);
}

/* Once: who likes can make it happen again and again. */
static void say_blocked(struct sql_libraries *l, pid_t pid, const char *path, const char *why)
{
	if (l->blocked)
		log_verbose("--sql: process %d: %s: %s", pid, path, why);
	else
		log_warning(
			"--sql: process %d: %s: %s: the statements that it executes with that are not "
			"recorded",
			pid, path, why);
	l->blocked = true;
}

static void look_at_mapping(pid_t pid, const struct mapped_file *m, void *arg)
{
	struct sql_libraries *l = arg;

	if (is_named_so(m->path) && !knows(m, l) && process_looks_ask_file(l->looks, m) == -EDQUOT)
		say_blocked(l, pid, m->path, "it has mapped too many libraries at once");
}

/*
 * A file whose look failed is not known: another process may have it in another way, or be faster.
 * -ENOEXEC: a driver without a library of its own.
 */
static void take_file(const struct mapped_file *m, struct library_file *file, int rc,
		      const struct error *err, void *arg)
{
	struct sql_libraries *l = arg;

	if (rc == -ETIMEDOUT || rc == -EBUSY)
		say_blocked(l, m->pid, m->path, "it blocks whoever reads it");
	else if (rc && rc != -ENOEXEC)
		log_verbose("--sql: process %d: %s", m->pid, err->text);
	else if (!knows(m, l))
		l->seen[l->seen_cnt++ % SEEN_MAX] = (struct seen){ m->dev, m->ino };
	if (!file)
		return;
	probe(l, m->path, file);
	close_fd(&file->fd);
}

static void take_mapped(const struct mmapped *what, void *arg)
{
	look_at_mapping(what->file->pid, what->file, arg);
}

static void look_at_processes(struct sql_libraries *l)
{
	size_t cnt;
	pid_t *pids __cleanup(free_ptr) = processes_list(&cnt);

	process_looks_ask_all(l->looks, pids, cnt);
}

/* ------------------------------------------------------------------------- new, free */

/* Whoever blocks a worker then is told of, and looked at while others are recorded. */
static void look_at_loaded(struct sql_libraries *l)
{
	look_at_all(l);
	look_at_processes(l);
	if (!process_looks_finish(l->looks, BEGIN_MS))
		log_info(
			"--sql: not all processes could be looked at yet: what one executes before "
			"its library is probed is not recorded");
	if (!l->probed_cnt)
		log_info("--sql: there is no libpq, libmariadb, libmysqlclient or libsqlite3 yet; "
			 "one that a program loads will be probed");
}

struct sql_libraries *sql_libraries_new(struct probes *probes, struct error *err)
{
	struct sql_libraries *l = calloc(1, sizeof(*l));
	const struct process_looks_asker asker = {
		.arg = l, .mapping = look_at_mapping, .knows = knows, .looked = take_file
	};

	if (l)
		l->looks = process_looks_new(LIBRARY_SQL, &asker);
	if (!l || !l->looks) {
		free(l);
		error_set(err, ENOMEM, "out of memory");
		errno = ENOMEM;
		return NULL;
	}
	l->probes = probes;
	l->mmaps = mmaps_new(CLOCK_MONOTONIC, err);
	if (!l->mmaps)
		log_warning("--sql: %s: only libraries that are loaded now are probed", err->text);
	look_at_loaded(l);
	return l;
}

void sql_libraries_free(struct sql_libraries *l)
{
	if (!l)
		return;
	mmaps_free(l->mmaps);
	process_looks_free(l->looks);
	free(l);
}

int sql_libraries_fd(const struct sql_libraries *l)
{
	return l->mmaps ? mmaps_fd(l->mmaps) : -1;
}

void sql_libraries_look(struct sql_libraries *l)
{
	if (mmaps_read(l->mmaps, take_mapped, l))
		look_at_processes(l); /* it may be among what was lost */
}

int sql_libraries_looks_fd(const struct sql_libraries *l)
{
	return process_looks_fd(l->looks);
}

void sql_libraries_take(struct sql_libraries *l)
{
	process_looks_take(l->looks);
}

int sql_libraries_tick(void *l, uint64_t now_ns, struct error *err)
{
	(void)now_ns;
	(void)err;
	sql_libraries_take(l);
	return 0;
}
