// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/let_read.h"

#include <string.h>
#include <sys/types.h>

#include "inspect/cgroup_path.h"
#include "log/log.h"
#include "options/readers.h"
#include "util/outfile.h"

const struct reader *let_read_rule(const struct readers *readers, const char *cgroup)
{
	struct cgroup_name unit = {};

	if (cgroup && !cgroup_is_of_user(cgroup))
		cgroup_unit(cgroup, &unit);
	return readers_find(readers, unit.text, unit.len);
}

void let_read(struct outfile *out, const struct readers *readers, const char *cgroup)
{
	const struct reader *rule = readers ? let_read_rule(readers, cgroup) : NULL;
	int rc = rule ? outfile_set_readers(out, rule->group) : 0;

	if (rc)
		log_warning("group %u can't read a profile: %s (needs CAP_CHOWN)", rule->group,
			    strerror(-rc));
}
