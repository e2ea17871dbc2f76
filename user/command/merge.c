// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf merge: the sum of profiles, as a profile. */
#include <errno.h>
#include <stdio.h>

#include "command/add_profiles.h"
#include "command/command.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "nytp/save.h"
#include "options/options.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "util/error.h"

static int merge(const struct options *o, const char *name, struct error *err)
{
	const struct nytp_settings settings = { .compress = o->nytprof.compress,
						.calls = o->nytprof.calls };
	const struct add_way way = { .may_lack = o->of_directory };
	struct merge *m = merge_new();
	struct profile *sum;
	int rc = m ? add_profiles(m, o->argv, o->argc, &way, err) :
		     error_set(err, ENOMEM, "out of memory");

	if (!rc) {
		sum = merge_profile(m);
		rc = sum ? nytp_save(sum, name, &settings, err) :
			   error_set(err, ENOMEM, "out of memory");
	}
	merge_free(m);
	return rc;
}

int run_merge(const struct options *o)
{
	const char *name = o->said[OPTION_FILE] ?: o->said[OPTION_OUTPUT];
	struct error err = {};

	if (!name || !o->argc) {
		log_error("merge: %s",
			  name ? "which profiles? Name their files" : "where to? Give -o FILE");
		return STATUS_USAGE;
	}
	if (!merge(o, name, &err))
		return STATUS_DONE;
	log_error("%s", err.text);
	return STATUS_FAILED;
}
