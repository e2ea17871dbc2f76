// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/sight.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "options/options.h"
#include "store/let_read.h"
#include "tracee/tracee.h"

/* What the kernel says of a peer: ids as of connect(2). */
struct peer {
	struct ucred ucred;
	gid_t *groups; /* supplementary ones */
	size_t cnt;
};

/* Without memory, or before Linux 4.13, which has SO_PEERGROUPS, there are none. */
static void find_groups(int fd, struct peer *p)
{
	socklen_t size = 0;

	if (!getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, NULL, &size) || errno != ERANGE)
		return;
	p->groups = malloc(size);
	if (p->groups && !getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, p->groups, &size))
		p->cnt = size / sizeof(*p->groups);
}

static bool is_member(const struct peer *p, gid_t group)
{
	size_t i = 0;

	while (i < p->cnt && p->groups[i] != group)
		i++;
	return i < p->cnt || p->ucred.gid == group;
}

/* Root reads the profiles anyway. */
static uint32_t rules_of(const struct peer *p, const struct readers *readers)
{
	bool all = p->ucred.uid == 0 || p->ucred.uid == geteuid();
	uint32_t rules = 0;
	unsigned i;

	_Static_assert(READERS_MAX <= 32, "a bit for each");
	for (i = 0; i < readers->cnt; i++) {
		if (all || is_member(p, readers->all[i].group))
			rules |= UINT32_C(1) << i;
	}
	return rules;
}

bool sight_of_peer(struct sight *s, const struct options *o, int connection)
{
	struct peer p = {};
	socklen_t size = sizeof(p.ucred);

	if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &p.ucred, &size))
		return false;
	find_groups(connection, &p);
	*s = (struct sight){ .options = o,
			     .adopted = o->adopted,
			     .rules = rules_of(&p, &o->all.readers),
			     .uid = p.ucred.uid };
	free(p.groups);
	return true;
}

bool sight_is_over(const struct sight *s)
{
	return s->adopted != s->options->adopted;
}

bool sight_has(const struct sight *s, const struct tracee *t)
{
	const struct readers *readers = s ? &s->options->all.readers : NULL;
	const struct reader *rule;

	if (!s)
		return true;
	if (sight_is_over(s) || t->unwanted)
		return false;
	rule = let_read_rule(readers, t->cgroup);
	return rule && s->rules >> (rule - readers->all) & 1;
}
