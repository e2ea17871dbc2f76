// SPDX-License-Identifier: GPL-2.0-or-later
#include "command/add_profiles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/open_profile.h"
#include "log/log.h"
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

	if (p->estimates)
		return error_set(
			err, EINVAL,
			"%s was recorded in short windows (--mode=burst); its counts do not add "
			"up with others",
			name);
	if (*hz >= 0 && *hz != its)
		return error_set(err, EINVAL,
				 "%s was recorded in another mode or at another rate than the "
				 "files before it; they do not add up",
				 name);
	*hz = its;
	return 0;
}

static int add_profile(struct merge *m, struct profile *p, const char *name,
		       const struct add_way *way, int *hz, struct error *err)
{
	int rc = check_mode(p, name, hz, err);

	if (!rc && (merge_add(m, p) || (way->look && way->look(p, way->arg))))
		rc = error_set(err, ENOMEM, "out of memory");
	return rc;
}

int add_profiles(struct merge *m, char **names, int cnt, const struct add_way *way,
		 struct error *err)
{
	int i, rc = 0, hz = -1;

	for (i = 0; i < cnt && !rc; i++) {
		struct profile *p = read_profile(names[i], err);

		if (p)
			rc = add_profile(m, p, names[i], way, &hz, err);
		else if (way->may_lack)
			log_warning("%s; it is left out", err->text);
		else
			rc = -EIO;
		profile_free(p);
	}
	return rc ?: hz >= 0 ? 0 : error_set(err, EIO, "no profile is left");
}

/* A merge owns its sum: what is written of that and read again is nobody else's. */
struct profile *sum_profiles(char **names, int cnt, const struct add_way *way, struct error *err)
{
	const struct nytp_settings settings = { .calls = 2 };
	struct merge *m = merge_new();
	struct profile *sum = NULL, *own = NULL;
	char *bytes = NULL;
	size_t len = 0;
	FILE *file;
	int rc = m ? add_profiles(m, names, cnt, way, err) :
		     error_set(err, ENOMEM, "out of memory");

	if (!rc && (!(sum = merge_profile(m)) || !(file = open_memstream(&bytes, &len))))
		rc = error_set(err, ENOMEM, "out of memory");
	if (!rc) {
		rc = nytp_write(sum, file, &settings, err);
		if (fclose(file) && !rc)
			rc = error_set(err, ENOMEM, "out of memory");
	}
	merge_free(m);
	file = rc ? NULL : fmemopen(bytes, len, "r");
	if (file) {
		own = nytp_read_with_tree(file, "the sum", err);
		fclose(file);
	}
	free(bytes);
	return own;
}
