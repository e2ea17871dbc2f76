// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/measurements.h"

#include <string.h>

static void forget_first(struct measurements *m)
{
	memmove(&m->all[0], &m->all[1], sizeof(m->all) - sizeof(m->all[0]));
	memset(&m->all[MEASUREMENTS_MAX - 1], 0, sizeof(m->all[0]));
	m->cnt--;
}

void measurements_age(struct measurements *m, uint64_t now_ns)
{
	uint64_t i;

	if (m->cnt > MEASUREMENTS_MAX)
		memset(m, 0, sizeof(*m));
	for (i = 0; i < m->cnt; i++) {
		if (m->all[i].at_ns > now_ns)
			memset(m, 0, sizeof(*m));
	}
	while (m->cnt && now_ns - m->all[0].at_ns > MEASUREMENTS_AGE_NS)
		forget_first(m);
}

uint64_t measurements_since(const struct measurements *m, uint64_t now_ns)
{
	return now_ns - m->all[m->cnt - 1].at_ns;
}

bool measurements_are_few(const struct measurements *m, uint64_t now_ns)
{
	return !m->cnt || (m->cnt < MEASUREMENTS_MAX &&
			   measurements_since(m, now_ns) > MEASUREMENTS_DISTANCE_NS);
}

void measurements_add(struct measurements *m, const struct kernel *kernel, uint64_t now_ns)
{
	if (m->cnt == MEASUREMENTS_MAX)
		forget_first(m);
	m->all[m->cnt].at_ns = now_ns;
	m->all[m->cnt].kernel = *kernel;
	m->cnt++;
}

const struct kernel *measurements_middle(const struct measurements *m)
{
	uint64_t i, j, below;

	for (i = 0; i < m->cnt; i++) {
		const uint32_t price = m->all[i].kernel.trap_ns[PRICE_TRAP];

		below = 0;
		for (j = 0; j < m->cnt; j++) {
			const uint32_t other = m->all[j].kernel.trap_ns[PRICE_TRAP];

			below += other < price || (other == price && j < i);
		}
		if (below == (m->cnt - 1) / 2)
			return &m->all[i].kernel;
	}
	return NULL;
}
