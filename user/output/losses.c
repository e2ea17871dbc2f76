// SPDX-License-Identifier: GPL-2.0-or-later
/* A line for each reason. */
#include "output/losses.h"

#include "log/log.h"
#include "profile/profile.h"

static const char *const loss_texts[] = {
#define X(id, text) text,
	LOSSES(X)
#undef X
};

bool losses_any(const struct losses *l)
{
	const struct missed *m = &l->missed;
	uint64_t sum = l->beyond + l->unwritten + m->refused + m->ended + m->late + m->met_late +
		       m->unknown + m->perls;
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		sum += l->lost[i];
	return sum > 0;
}

static const char *plural(uint64_t cnt, const char *one, const char *more)
{
	return cnt == 1 ? one : more;
}

static void print_missed(const struct missed *m)
{
	if (m->refused)
		log_warning("not recorded: %u process%s that can't be attached to", m->refused,
			    plural(m->refused, "", "es"));
	if (m->ended)
		log_warning("not recorded: %u forked process%s that ended before the agent "
			    "attached to %s",
			    m->ended, plural(m->ended, "", "es"), plural(m->ended, "it", "them"));
	if (m->late)
		log_warning("not recorded: the beginning of %u process%s; the agent attached "
			    "%s%.1f ms after fork or exec",
			    m->late, plural(m->late, "", "es"), plural(m->late, "", "up to "),
			    m->late_ms);
	if (m->met_late)
		log_warning("not recorded: the earlier work of %llu process%s that started before "
			    "%s perl was probed",
			    (unsigned long long)m->met_late, plural(m->met_late, "", "es"),
			    plural(m->met_late, "its", "their"));
	if (m->unknown)
		log_warning("not recorded: %llu process%s that ended before %s perl was probed and "
			    "the filters were checked",
			    (unsigned long long)m->unknown, plural(m->unknown, "", "es"),
			    plural(m->unknown, "its", "their"));
	if (m->perls)
		log_warning("not recorded: all that ran on %u perl%s that the agent can't "
			    "profile",
			    m->perls, plural(m->perls, "", "s"));
}

void losses_print(const struct losses *l)
{
	int i;

	for (i = 0; i < LOSS_CNT; i++) {
		if (l->lost[i])
			log_warning("not recorded: %llu %s", (unsigned long long)l->lost[i],
				    loss_texts[i]);
	}
	if (l->beyond)
		log_warning("not recorded: %llu executions of lines above %u, the highest "
			    "line number of the format",
			    (unsigned long long)l->beyond, LINE_MAX_NR);
	if (l->unwritten)
		log_warning("not recorded: %llu statements and %llu calls of %u profile%s that "
			    "could not be written",
			    (unsigned long long)l->unwritten_stmts,
			    (unsigned long long)l->unwritten_calls, l->unwritten,
			    plural(l->unwritten, "", "s"));
	print_missed(&l->missed);
}
