// SPDX-License-Identifier: GPL-2.0-or-later
#include "command/write_out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "command/add_profiles.h"
#include "log/log.h"
#include "options/options.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "util/error.h"
#include "util/outfile.h"

static void say_estimates(const struct output *e, const struct stacks *s)
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

/* where: for messages. */
static int write_to(const struct output *e, struct profile *p, FILE *out, const char *where,
		    struct error *err)
{
	struct event_stacks events = {};
	struct stacks s = {};
	int rc = e->stacks ? stacks_make(&s, p) : 0;

	if (!rc && e->lines)
		rc = stack_lines_add(&s, p);
	if (!rc && e->events) {
		rc = event_stacks_make(&events, p);
		s.events = &events;
	}
	errno = 0;
	if (!rc) {
		say_estimates(e, &s);
		rc = e->write(p, e->stacks || e->events ? &s : NULL, e->arg, out);
	}
	if (!rc && ferror(out)) /* a later call has no errno for it */
		rc = -(errno ?: EIO);
	stacks_release(&s);
	event_stacks_release(&events);
	return rc ? error_set(err, -rc, "can't write %s: %s", where, strerror(-rc)) : 0;
}

static int write_file(const struct output *e, struct profile *p, const char *name,
		      struct error *err)
{
	struct outfile *out = outfile_new(AT_FDCWD, name, err);
	int rc;

	if (!out)
		return -EIO;
	rc = write_to(e, p, outfile_stream(out), name, err);
	if (rc)
		outfile_abort(out);
	return rc ?: outfile_commit(out, err);
}

/*
 * Not through the stream that takes away what drives a terminal: a format may be binary, and the
 * others escape that.
 */
static int write_stdout(const struct output *e, struct profile *p, struct error *err)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), rc;
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out)
		return error_set(err, errno, "can't write to stdout: %s", strerror(errno));
	rc = write_to(e, p, out, "to stdout", err);
	if (!rc && fflush(out))
		rc = error_set(err, errno, "can't write to stdout: %s", strerror(errno));
	fclose(out);
	return rc;
}

static int write_out(const struct output *e, struct profile *p, const char *name, struct error *err)
{
	if (!p)
		return error_set(err, ENOMEM, "out of memory");
	return name ? write_file(e, p, name, err) : write_stdout(e, p, err);
}

int write_out_files(const struct output *e, const struct options *o, struct error *err)
{
	const struct add_way way = { .may_lack = o->of_directory,
				     .look = e->look,
				     .arg = e->look_arg };
	const char *name = o->said[OPTION_FILE] ?: o->said[OPTION_OUTPUT];
	struct merge *m;
	struct profile *p;
	int rc;

	if (o->argc < 2 && !o->of_directory) {
		p = read_profile(o->argc ? o->argv[0] : "nytprof.out", err);
		rc = p ? write_out(e, p, name, err) : -EIO;
		profile_free(p);
		return rc;
	}
	m = merge_new();
	rc = m ? add_profiles(m, o->argv, o->argc, &way, err) :
		 error_set(err, ENOMEM, "out of memory");
	rc = rc ?: write_out(e, merge_profile(m), name, err);
	merge_free(m);
	return rc;
}
