// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf export: profiles for other tools. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/add_profiles.h"
#include "command/command.h"
#include "export/export.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"

/* ------------------------------------------------------------------------ format out */

static void say_estimates(const struct exporter *e, const struct stacks *s)
{
	if (!e->stacks)
		return;
	if (s->pairs)
		log_warning("the profile has no stacks (it was recorded with calls=0): each stack "
			    "has a sub and its caller only");
	if (s->deeper)
		log_warning("stacks are cut at %u calls; what is deeper is one frame",
			    STACKS_DEPTH_MAX);
	if (s->shared_cnts)
		log_verbose("the profile has no calls per stack (it was recorded without calls=2): "
			    "they are estimates");
}

static int write_to(const struct exporter *e, struct profile *p, FILE *out, struct error *err)
{
	struct stacks s = {};
	int rc = e->stacks ? stacks_make(&s, p) : 0;

	if (!rc) {
		say_estimates(e, &s);
		rc = e->write(p, e->stacks ? &s : NULL, out);
	}
	stacks_release(&s);
	return rc ? error_set(err, -rc, "can't export: %s", strerror(-rc)) : 0;
}

static int write_file(const struct exporter *e, struct profile *p, const char *name,
		      struct error *err)
{
	struct outfile *out = outfile_new(AT_FDCWD, name, err);
	int rc;

	if (!out)
		return -EIO;
	rc = write_to(e, p, outfile_stream(out), err);
	if (rc)
		outfile_abort(out);
	return rc ?: outfile_commit(out, err);
}

/* Not through the stream that takes away what drives a terminal: a format may be binary, and the others escape that. */
static int write_stdout(const struct exporter *e, struct profile *p, struct error *err)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), rc;
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out)
		return error_set(err, errno, "can't write to stdout: %s", strerror(errno));
	rc = write_to(e, p, out, err);
	errno = 0;
	if (!rc && (fflush(out) || ferror(out)))
		rc = error_set(err, EIO, "can't write to stdout: %s", strerror(errno ?: EIO));
	fclose(out);
	return rc;
}

static int write_out(const struct exporter *e, struct profile *p, const char *name,
		     struct error *err)
{
	if (!p)
		return error_set(err, ENOMEM, "out of memory");
	return name ? write_file(e, p, name, err) : write_stdout(e, p, err);
}

/* ----------------------------------------------------------------------------- both */

/* The one profile as it is; the sum of several. */
static int export(const struct exporter *e, const struct options *o, struct error *err)
{
	const char *name = o->said[OPTION_FILE] ?: o->said[OPTION_OUTPUT];
	struct merge *m;
	struct profile *p;
	int rc;

	if (o->argc < 2) {
		p = read_profile(o->argc ? o->argv[0] : "nytprof.out", err);
		rc = p ? write_out(e, p, name, err) : -EIO;
		profile_free(p);
		return rc;
	}
	m = merge_new();
	rc = m ? add_profiles(m, o->argv, o->argc, err) : error_set(err, ENOMEM, "out of memory");
	rc = rc ?: write_out(e, merge_profile(m), name, err);
	merge_free(m);
	return rc;
}

static void list_formats(char *text, size_t size)
{
	const char *name;
	size_t i, len = 0;

	for (i = 0; (name = export_name(i)) && len < size; i++)
		len += (size_t)snprintf(text + len, size - len, "%s%s",
					!i		   ? "" :
					export_name(i + 1) ? ", " :
							     " or ",
					name);
}

int run_export(const struct options *o)
{
	const char *format = o->said[OPTION_FORMAT];
	const struct exporter *e = format ? export_find(format) : NULL;
	struct error err = {};
	char formats[256] = "";

	list_formats(formats, sizeof(formats));
	if (!e) {
		log_error(format ? "--format=%s: must be %s" :
				   "export: in which format? Give --format=%s%s",
			  format ?: "", format ? formats : formats);
		return STATUS_USAGE;
	}
	if (e->binary && !o->said[OPTION_FILE] && !o->said[OPTION_OUTPUT] &&
	    isatty(STDOUT_FILENO)) {
		log_error("%s is binary, and stdout is a terminal: use -o FILE", format);
		return STATUS_USAGE;
	}
	if (!export(e, o, &err))
		return STATUS_DONE;
	log_error("%s", err.text);
	return STATUS_FAILED;
}
