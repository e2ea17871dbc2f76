// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/lost.h"

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "nytprof/losses.h"
#include "profile/profile.h"

#define PREFIX "agent_lost_"

/* NULL: it is no such attribute. */
static const char *text_of(const char *key)
{
	static const char *const kinds[][2] = {
#define X(id, text) { PREFIX #id, text },
		LOSSES(X)
#undef X
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!strcmp(key, kinds[i][0]))
			return kinds[i][1];
	}
	return NULL;
}

/* What the kinds do not explain. */
static uint64_t others(const struct profile *p)
{
	const char *sum = profile_attr(p, "agent_lost");
	uint64_t left = sum ? strtoull(sum, NULL, 10) : 0, cnt;
	size_t i;

	for (i = 0; i < p->attr_cnt; i++) {
		if (text_of(p->attrs[i].key)) {
			cnt = strtoull(p->attrs[i].value, NULL, 10);
			left -= MIN(left, cnt);
		}
	}
	return left;
}

bool lost_next(const struct profile *p, size_t *at, struct lost *lost)
{
	for (; *at < p->attr_cnt; (*at)++) {
		const struct profile_attr *attr = &p->attrs[*at];

		lost->what = text_of(attr->key);
		lost->cnt = lost->what ? strtoull(attr->value, NULL, 10) : 0;
		if (lost->cnt) {
			(*at)++;
			return true;
		}
	}
	if ((*at)++ > p->attr_cnt)
		return false;
	*lost = (struct lost){ others(p), "events (see the attributes " PREFIX "*)" };
	return lost->cnt;
}
