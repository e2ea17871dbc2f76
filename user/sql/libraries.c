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
#include "util/cleanup.h"
#include "util/error.h"

#define FILES_MAX 256 /* that are looked at: each takes two links of the kernel's */

/* Numbers of a file: those of stat(2), or those that the kernel tells of a mapping. */
struct seen {
	dev_t dev;
	uint64_t ino;
};

struct sql_libraries {
	struct probes *probes;
	struct mmaps *mmaps; /* NULL: nobody tells of mappings */
	struct seen probed[FILES_MAX];
	size_t probed_cnt;
	struct seen looked[FILES_MAX]; /* mappings */
	size_t looked_cnt;
	bool full; /* that was said */
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

/* False: it was known, or there is no room. */
static bool note(struct sql_libraries *l, struct seen *all, size_t *cnt, dev_t dev, uint64_t ino)
{
	size_t i;

	for (i = 0; i < *cnt; i++) {
		if (all[i].dev == dev && all[i].ino == ino)
			return false;
	}
	if (*cnt == FILES_MAX) {
		if (!l->full)
			log_warning("--sql: more than %d files of database libraries: others are "
				    "not probed",
				    FILES_MAX);
		l->full = true;
		return false;
	}
	all[(*cnt)++] = (struct seen){ dev, ino };
	return true;
}

static void probe(struct sql_libraries *l, const char *path, struct library_file *file)
{
	struct error err;

	if (!note(l, l->probed, &l->probed_cnt, file->dev, file->ino))
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

static void look_at_mapping(const struct mapped_file *m, void *arg)
{
	struct sql_libraries *l = arg;
	struct library_file file;
	struct error err;
	int rc;

	if (!is_named_so(m->path) || !note(l, l->looked, &l->looked_cnt, m->dev, m->ino))
		return;
	rc = library_file_look_mapped(LIBRARY_SQL, m, &file, &err);
	if (rc && rc != -ENOEXEC) /* a driver without a library of its own */
		log_verbose("--sql: %s", err.text);
	if (rc)
		return;
	probe(l, m->path, &file);
	close_fd(&file.fd);
}

static void take_mapped(const struct mmapped *what, void *arg)
{
	look_at_mapping(what->file, arg);
}

static void look_at_processes(struct sql_libraries *l)
{
	size_t cnt;
	pid_t *pids __cleanup(free_ptr) = processes_list(&cnt);

	maps_each(pids, cnt, true, look_at_mapping, l);
}

struct sql_libraries *sql_libraries_new(struct probes *probes, struct error *err)
{
	struct sql_libraries *l = calloc(1, sizeof(*l));

	if (!l) {
		error_set(err, ENOMEM, "out of memory");
		errno = ENOMEM;
		return NULL;
	}
	l->probes = probes;
	l->mmaps = mmaps_new(CLOCK_MONOTONIC, err);
	if (!l->mmaps)
		log_warning("--sql: %s: only libraries that are loaded now are probed", err->text);
	look_at_all(l);
	look_at_processes(l);
	if (!l->probed_cnt)
		log_info("--sql: there is no libpq, libmariadb, libmysqlclient or libsqlite3 yet; "
			 "one that a program loads will be probed");
	return l;
}

void sql_libraries_free(struct sql_libraries *l)
{
	if (!l)
		return;
	mmaps_free(l->mmaps);
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
