// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/let_read.h"

#include <string.h>
#include <sys/types.h>

#include "inspect/cgroup_path.h"
#include "log/log.h"
#include "options/readers.h"
#include "util/outfile.h"

void let_read(struct outfile *out, const struct readers *readers, const char *cgroup)
{
	struct cgroup_name unit = {};
	gid_t group;
	int rc;

	if (cgroup && !cgroup_is_of_user(cgroup))
		cgroup_unit(cgroup, &unit);
	if (!readers || !readers_find(readers, unit.text, unit.len, &group))
		return;
	rc = outfile_set_readers(out, group);
	if (rc)
		log_warning("group %u can't read a profile: %s (needs CAP_CHOWN)", group,
			    strerror(-rc));
}
