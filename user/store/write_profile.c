// SPDX-License-Identifier: GPL-2.0-or-later
/* A completed profile's way to the disk. */
#include "store/metadata.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"
#include "nytp/nytp.h"
#include "options/nytprof_options.h"
#include "profile/profile.h"
#include "rights/credentials.h"
#include "store/let_read.h"
#include "store/write_page.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"

/*
 * The profile of a program that had other rights before may have source in it that its user of now
 * could not read, as that of its string evals; so may that of a set-user-ID program.
 */
static bool is_for_user(const struct tracee *t, const struct metadata *f)
{
	return creds_are_constant(&t->creds) &&
	       (f->to_target || (f->owner != (uid_t)-1 && f->owner == t->creds.uid[0]));
}

static int write_to(struct tracee *t, const struct metadata *f, int root, const char *path,
		    struct error *err)
{
	const struct nytp_settings settings = { .compress = f->options->compress,
						.packed = f->packed,
						.calls = f->options->calls };
	struct outfile *out = outfile_new(root, path, err);
	int written __cleanup(close_fd) = -1, rc;
	bool page = f->page && !f->interim;

	if (!out)
		return -errno;
	rc = nytp_write(t->profile, outfile_stream(out), &settings, err);
	if (rc) {
		outfile_abort(out);
		return rc == -ENOMEM ?
			       rc :
			       error_set(err, -rc, "can't write %s: %s", path, strerror(-rc));
	}
	t->output.bytes = (uint64_t)ftello(outfile_stream(out));
	if (is_for_user(t, f))
		outfile_set_owner(out, t->creds.uid[0], t->creds.gid[0]);
	if (f->store >= 0 && root == f->store)
		let_read(out, f->readers, t->cgroup);
	if (page)
		written = dup(fileno(outfile_stream(out)));
	rc = outfile_commit(out, err);
	if (!rc && page)
		write_page(written, root, path, is_for_user(t, f) ? &t->creds : NULL);
	return rc;
}

/* For who has sent us: see ondemand/tracer.h.  The pipe has an owner, as a file has. */
static int write_to_stdout(struct tracee *t, const struct metadata *f, struct error *err)
{
	const struct nytp_settings settings = { .compress = f->options->compress,
						.calls = f->options->calls };
	FILE *out __cleanup(close_file) = fdopen(dup(STDOUT_FILENO), "w");
	int rc;

	if (!out)
		return error_set(err, ENOMEM, "out of memory");
	rc = nytp_write(t->profile, out, &settings, err);
	if (!rc && (fflush(out) || ferror(out)))
		rc = -(errno ?: EIO);
	if (!rc && is_for_user(t, f) && fchown(fileno(out), t->creds.uid[0], t->creds.gid[0]))
		log_verbose("%s stays root's: %s", f->path, strerror(errno));
	if (rc && rc != -ENOMEM)
		return error_set(err, -rc, "can't write %s: %s", f->path, strerror(-rc));
	return rc;
}

/* Where the program has said, with no more rights than the program has. */
static int write_as_target(struct tracee *t, const struct metadata *f, struct error *err)
{
	struct credentials saved;
	int rc;

	if (credentials_take(&t->asked, &saved))
		rc = write_to(t, f, t->root, f->path, err);
	else
		rc = error_set(err, EPERM, "can't write %s as user %u", f->path, t->asked.uid[0]);
	credentials_restore(&saved);
	return rc;
}

/* A name that nobody has; NULL: there is none, or no memory. */
static char *free_name(const char *dir, uint32_t tgid)
{
	char *path, again[16] = "";
	struct stat st;
	unsigned i;

	for (i = 1; i < 1000; i++) {
		if (asprintf(&path, "%s/nytprof.out.%u%s", dir, tgid, again) < 0)
			return NULL;
		if (lstat(path, &st))
			return path;
		free(path);
		snprintf(again, sizeof(again), ".%u", i);
	}
	return NULL;
}

/* A full disk, or a directory that has gone or is closed, must not lose what was recorded. */
static int write_elsewhere(struct tracee *t, const struct metadata *f, char **written,
			   const struct error *err)
{
	const char *const dirs[] = { getenv("TMPDIR"), "/var/tmp", "/tmp", "/dev/shm" };
	struct error ignored;
	char *path;
	size_t i;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		path = dirs[i] ? free_name(dirs[i], t->tgid) : NULL;
		if (path && !write_to(t, f, AT_FDCWD, path, &ignored)) {
			log_error("%s; written to %s instead", err->text, path);
			*written = path;
			return 0;
		}
		free(path);
	}
	return -ENOSPC;
}

int tracee_write(struct tracee *t, const struct metadata *f, struct finished *done,
		 struct error *err)
{
	int rc;

	if (f->to_stdout)
		rc = write_to_stdout(t, f, err);
	else if (t->output.obeyed)
		rc = write_as_target(t, f, err);
	else if (f->store >= 0)
		rc = write_to(t, f, f->store, strrchr(f->path, '/'), err);
	else
		rc = write_to(t, f, AT_FDCWD, f->path, err);
	if (!rc) {
		done->path = strdup(f->path);
		return done->path ? 0 : -ENOMEM;
	}
	/* The host's temporary directories are not a service's to fill. */
	if (rc != -ENOMEM && !t->output.obeyed && !f->to_stdout && f->store < 0 && !f->interim &&
	    !write_elsewhere(t, f, &done->path, err))
		return 0;
	return rc;
}
