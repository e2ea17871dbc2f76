// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/let_read.h"

#include <string.h>
#include <sys/types.h>

#include "inspect/cgroup_path.h"
#include "log/log.h"
#include "options/readers.h"
#include "util/outfile.h"

#define OF_USERS "/user.slice/" /* users name their units as they like */

void let_read(struct outfile *out, const struct readers *readers, const char *cgroup)
{
	struct cgroup_name unit = {};
	gid_t group;
	int rc;

	if (cgroup && strncmp(cgroup, OF_USERS, strlen(OF_USERS)) != 0)
		cgroup_unit(cgroup, &unit);
	if (!readers || !readers_find(readers, unit.text, unit.len, &group))
		return;
	rc = outfile_set_readers(out, group);
	if (rc)
		log_warning("group %u can't read a profile: %s (needs CAP_CHOWN)", group,
			    strerror(-rc));
}
