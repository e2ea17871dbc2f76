// SPDX-License-Identifier: GPL-2.0-or-later
/* Which slow calls are wanted, and their way to the file. */
#include "slow/slow_log.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "drain/drain.h"
#include "log/log.h"
#include "nytprof/slow.h"
#include "options/options.h"
#include "output/flush.h"
#include "rights/invoker.h"
#include "slow/slow_line.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/path.h"
#include "write/time_text.h"

#define SECOND_NS 1000000000ull
#define SIZE_MOST (64 << 20) /* bytes of a file: then it is FILE.1, and another one begins */

struct slow_log {
	const struct options *options;
	struct flush *flush; /* NULL: nobody can be named */
	char *path;
	const char *base; /* the last part of it, */
	int dir; /* and the directory that it is in */
	uid_t owner; /* of the file; INVOKER_NOBODY: the agent's user */
	FILE *out; /* NULL: it could not be opened again */
	uint64_t second_ns; /* mono_ns(): when this second of the limit began */
	unsigned in_second; /* lines in it */
	uint64_t dropped; /* since the last line, */
	uint64_t dropped_all; /* and in all */
	uint64_t lines;
	bool failed; /* to write, which is said once */
};

/* Beside the profile, or in the directory of --all. */
static char *choose_path(const struct options *o)
{
	char *path;

	if (o->slow.log)
		return strdup(o->slow.log);
	if (o->all.on)
		return asprintf(&path, "%s/slow.jsonl", o->all.output_dir) < 0 ? NULL : path;
	return asprintf(&path, "%s.slow.jsonl", o->nytprof.file ?: "nytprof.out") < 0 ? NULL : path;
}

/* Nobody else decides which directory that is: see path_open_dir(). */
static int open_dir(struct slow_log *log, struct error *err)
{
	char *slash = strrchr(log->path, '/');
	char *dir __cleanup(free_ptr) =
		slash ? strndup(log->path, (size_t)(slash - log->path) + 1) : strdup(".");

	log->base = slash ? slash + 1 : log->path;
	log->dir = dir ? path_open_dir(dir) : -1;
	return log->dir < 0 ? error_set(err, errno, "--slow-log=%s: its directory: %s", log->path,
					strerror(errno)) :
			      0;
}

/* A file of others, or a link that they have made, is not to be written. */
static int open_log(struct slow_log *log, struct error *err)
{
	int fd = openat(log->dir, log->base,
			O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
				O_NOCTTY,
			0600);
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		close_fd(&fd);
		return error_set(err, errno, "--slow-log=%s: can't write it: %s", log->path,
				 strerror(errno));
	}
	if (!S_ISREG(st.st_mode) || st.st_nlink > 1 ||
	    (st.st_uid != geteuid() && st.st_uid != log->owner)) {
		close(fd);
		return error_set(err, EPERM,
				 "--slow-log=%s: must be a regular file of the agent's user, with "
				 "one name",
				 log->path);
	}
	if (log->owner != INVOKER_NOBODY && fchown(fd, log->owner, (gid_t)-1))
		log_verbose("slow: %s stays the agent's: %s", log->path, strerror(errno));
	log->out = fdopen(fd, "a");
	return log->out ? 0 : error_set(err, ENOMEM, "out of memory");
}

int slow_log_new(struct slow_log **made, const struct options *options, struct error *err)
{
	struct slow_log *log;
	int rc;

	*made = NULL;
	if (!options->slow.cnt)
		return 0;
	log = calloc(1, sizeof(*log));
	if (log)
		log->path = choose_path(options);
	if (!log || !log->path) {
		free(log);
		return error_set(err, ENOMEM, "out of memory");
	}
	log->options = options;
	log->dir = -1;
	/* All processes of a command are those of who called sudo. Others' are not. */
	log->owner = options->argc ? invoking_user() : INVOKER_NOBODY;
	rc = open_dir(log, err) ?: open_log(log, err);
	if (rc) {
		slow_log_free(log);
		return rc;
	}
	*made = log;
	return 0;
}

void slow_log_watch(struct slow_log *log, struct flush *flush)
{
	log->flush = flush;
}

/* ----------------------------------------------------------------------------- wanted */

static struct tracee *tracee_of(const struct slow_log *log, const struct slow *call)
{
	struct drain *d = log->flush ? log->flush->drain : NULL;
	struct tracee *t = d ? drain_tracee_of(d, call->interp, call->part) : NULL;

	return t && !t->unwanted ? t : NULL;
}

/* A pattern is for the whole name, or for what is before "[value]": see --group-arg. */
static bool is_wanted(const struct slow_log *log, const char *name, uint64_t ns)
{
	const struct slow_options *o = &log->options->slow;
	char *short_name __cleanup(free_ptr) = strndup(name, strcspn(name, "["));
	unsigned i;

	for (i = 0; i < o->cnt; i++) {
		if (ns > o->subs[i].ns &&
		    (!fnmatch(o->subs[i].pattern, name, 0) ||
		     (short_name && !fnmatch(o->subs[i].pattern, short_name, 0))))
			return true;
	}
	return false;
}

/* False: there were too many in this second. */
static bool is_allowed(struct slow_log *log, uint64_t now_ns)
{
	if (now_ns - log->second_ns >= SECOND_NS) {
		log->second_ns = now_ns;
		log->in_second = 0;
	}
	return log->in_second++ < log->options->slow.limit;
}

/* ------------------------------------------------------------------------------ write */

static void find_names(const struct slow_log *log, struct tracee *t, const struct slow *call,
		       struct slow_names *names)
{
	struct drain *d = log->flush->drain;
	uint32_t interp = call->interp, i;

	for (i = 0; i < SLOW_TOPS; i++) {
		if (call->tops[i].callee)
			names->tops[i] = drain_sub_name(d, t, interp, call->tops[i].callee);
	}
	for (i = 0; i < call->cnt && i < SLOW_FRAMES; i++) {
		if (call->frames[i].callee)
			names->subs[i] = drain_sub_name(d, t, interp, call->frames[i].callee);
		if (call->frames[i].file)
			names->files[i] = drain_file_name(d, t, interp, call->frames[i].file);
	}
}

static void say_failed(struct slow_log *log, const char *why)
{
	if (!log->failed)
		log_error("can't write to %s: %s; slow calls are only counted", log->path, why);
	log->failed = true;
}

/* A service writes for months. */
static void turn_over(struct slow_log *log)
{
	char old[NAME_MAX + 3];
	struct error err;

	if (ftell(log->out) < SIZE_MOST)
		return;
	fclose(log->out);
	log->out = NULL;
	snprintf(old, sizeof(old), "%s.1", log->base);
	if (renameat(log->dir, log->base, log->dir, old))
		say_failed(log, strerror(errno));
	else if (open_log(log, &err))
		say_failed(log, err.text);
}

static void flush_line(struct slow_log *log)
{
	if (fflush(log->out) || ferror(log->out)) {
		say_failed(log, strerror(errno));
		clearerr(log->out);
		return;
	}
	turn_over(log);
}

/* Now and then, in case of a clock that was set. */
static int64_t epoch_ns(uint64_t mono)
{
	return (int64_t)(clock_ns(CLOCK_REALTIME) - mono_ns() + mono);
}

static void say(const struct slow_log *log, const struct tracee *t, const struct slow *call,
		const struct slow_names *names)
{
	char time[TIME_TEXT];

	if (log->options->all.on)
		log_info("slow: %s took %s, called at %s line %u (process %u)", names->sub,
			 time_text((int64_t)call->ns, time), names->files[0] ?: "?",
			 call->cnt ? call->frames[0].line : 0, t->tgid);
}

void slow_log_take(void *arg, const struct slow *call)
{
	struct slow_log *log = arg;
	struct tracee *t = tracee_of(log, call);
	struct slow_names names = {};

	if (t)
		names.sub = drain_sub_name(log->flush->drain, t, call->interp, call->callee);
	if (!names.sub || !is_wanted(log, names.sub, call->ns))
		return;
	if (!log->out || !is_allowed(log, mono_ns())) {
		log->dropped++;
		log->dropped_all++;
		return;
	}
	find_names(log, t, call, &names);
	if (log->dropped)
		slow_line_put_dropped(log->dropped, epoch_ns(call->end_ns), log->out);
	log->dropped = 0;
	slow_line_put(call, &names, t->tgid, t->comm, epoch_ns(call->end_ns),
		      options_off_cpu(log->options), log->out);
	flush_line(log);
	log->lines++;
	say(log, t, call, &names);
}

void slow_log_finish(struct slow_log *log, const struct slow_budget *missed)
{
	if (!log)
		return;
	if (log->dropped && log->out) {
		slow_line_put_dropped(log->dropped, (int64_t)clock_ns(CLOCK_REALTIME), log->out);
		flush_line(log);
	}
	log_info("slow calls: %" PRIu64 " in %s", log->lines, log->path);
	if (missed->untold)
		log_warning("slow calls: %" PRIu64
			    " of any sub were not looked at, as there were too many at once",
			    (uint64_t)missed->untold);
	if (missed->unknown)
		log_warning("slow calls: %" PRIu64
			    " calls and waits are in no line, as there were too many open calls",
			    (uint64_t)missed->unknown);
	if (log->dropped_all)
		log_warning("slow calls: %" PRIu64 " more have no line%s", log->dropped_all,
			    log->failed ? ", as the file could not be written" :
					  ", as there were more than --slow-limit in a second");
}

void slow_log_free(struct slow_log *log)
{
	if (!log)
		return;
	if (log->out)
		fclose(log->out);
	close_fd(&log->dir);
	free(log->path);
	free(log);
}
