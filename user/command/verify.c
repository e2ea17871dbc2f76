// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf verify: checks profiles, and repairs those that were cut off. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "command/command.h"
#include "command/open_profile.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/save.h"
#include "options/options.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "verify/verify.h"

static void say_result(const struct verify *v, const struct profile *p)
{
	struct profile_totals totals;

	if (v->faults > VERIFY_SHOWN)
		printf("%s: %" PRIu64 " more faults\n", v->name, v->faults - VERIFY_SHOWN);
	if (!p)
		return;
	profile_totals(p, &totals);
	printf("%s: %s: %" PRIu64 " statements on %" PRIu64 " lines of %zu files, %" PRIu64
	       " calls of %" PRIu64 " subs\n",
	       v->name,
	       v->fatal	 ? "can be read" :
	       v->faults ? "has faults" :
			   "is valid",
	       totals.stmts, totals.lines, p->file_cnt, totals.sub_calls, totals.subs);
}

static int repair(struct verify *v, struct profile *p, const char *to)
{
	const struct nytp_settings settings = { .compress = NYTP_COMPRESS_DEFAULT, .calls = 1 };
	struct error err = {};
	int rc = verify_repair(v, p);

	if (rc)
		error_set(&err, -rc,
			  rc == -ENODATA ?
				  "can't repair %s: nothing was recorded before the fault" :
				  "can't repair %s: out of memory",
			  v->name);
	rc = rc ?: nytp_save(p, to, &settings, &err);
	if (rc)
		log_error("%s", err.text);
	else
		printf("%s: what can be read is in %s\n", v->name, to);
	return rc;
}

/* to: NULL, or what the repaired profile is written to. */
static int verify_file(const char *name, const char *to)
{
	struct verify v = { .name = name, .out = stdout };
	FILE *in __cleanup(close_file) = open_profile(name, &v.why);
	struct profile *p = in ? verify_read(&v, in) : NULL;
	int rc = p && !v.faults ? 0 : -EBADMSG;

	if (!p)
		log_error("%s", v.why.text);
	if (p && to)
		rc = repair(&v, p, to);
	say_result(&v, p);
	profile_free(p);
	return rc;
}

static int check_words(const struct options *o, const char *to)
{
	if (!o->argc)
		log_error("verify: which profiles? Name their files");
	else if (o->repair && (!to || o->argc > 1))
		log_error("verify --repair: %s",
			  to ? "repair one file at a time" : "where to? Give -o FILE");
	else if (to && !o->repair)
		log_error("verify: -o FILE belongs to --repair");
	else
		return 0;
	return -EINVAL;
}

int run_verify(const struct options *o)
{
	const char *to = o->said[OPTION_FILE] ?: o->said[OPTION_OUTPUT];
	int i, rc = 0;

	if (check_words(o, to))
		return STATUS_USAGE;
	for (i = 0; i < o->argc; i++) {
		if (verify_file(o->argv[i], to))
			rc = -EBADMSG;
	}
	if (fflush(stdout)) {
		log_error("can't write to stdout");
		rc = -EIO;
	}
	return rc ? STATUS_FAILED : STATUS_DONE;
}
