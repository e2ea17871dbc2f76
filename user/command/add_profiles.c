// SPDX-License-Identifier: GPL-2.0-or-later
#include "command/add_profiles.h"

#include <errno.h>
#include <stdio.h>

#include "command/open_profile.h"
#include "nytp/nytp.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/error.h"

struct profile *read_profile(const char *name, struct error *err)
{
	FILE *in __cleanup(close_file) = open_profile(name, err);

	return in ? nytp_read_with_tree(in, name, err) : NULL;
}

/* Samples of another rate are other units, and statements are none. */
static int check_mode(const struct profile *p, const char *name, int *hz, struct error *err)
{
	int its = (int)profile_hz(p);

	if (*hz >= 0 && *hz != its)
		return error_set(err, EINVAL,
				 "%s was recorded in another mode or at another rate than the "
				 "files before it; they do not add up",
				 name);
	*hz = its;
	return 0;
}

int add_profiles(struct merge *m, char **names, int cnt, struct error *err)
{
	int i, rc = 0, hz = -1;

	for (i = 0; i < cnt && !rc; i++) {
		struct profile *p = read_profile(names[i], err);

		rc = p ? check_mode(p, names[i], &hz, err) : -EIO;
		if (!rc && merge_add(m, p))
			rc = error_set(err, ENOMEM, "out of memory");
		profile_free(p);
	}
	return rc;
}
