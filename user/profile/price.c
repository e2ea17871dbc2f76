// SPDX-License-Identifier: GPL-2.0-or-later
#include "price.h"

#include <stdio.h>

/*
 * After how many statements of the toy a program comes by its next probe: the median of the programs in
 * docs/performance.md, which are from 1.6 to 10 with statements.
 */
#define APART_STMTS  3
#define APART_CALLS  7

#define UNKNOWN	     0.05 /* docs/accuracy.md */
#define UNKNOWN_SLOW 0.2 /* docs/performance.md, "Where the time goes" */
#define SLOW_TRAP_NS 2000

void price_add(struct price *sum, const struct price *add)
{
	sum->program_ns += add->program_ns;
	sum->probes_ns += add->probes_ns;
	sum->waited_ns += add->waited_ns;
}

double price_times(const struct price *p)
{
	if (p->program_ns <= 0 || p->probes_ns <= 0)
		return 0;
	return (double)(p->program_ns + p->probes_ns) / (double)p->program_ns;
}

void price_text(const struct price *p, char *text, size_t size)
{
	double times = price_times(p);
	bool waited = p->waited_ns >= 1000000;
	int len = 0;

	text[0] = '\0';
	if (times > 0)
		len = snprintf(text, size, "about %.*f times as long as without the probes",
			       times < 1.1 ? 2 :
			       times < 10  ? 1 :
					     0,
			       times);
	if (waited && len >= 0 && (size_t)len < size)
		snprintf(text + len, size - (size_t)len,
			 "%s%.3f s of waiting for a processor left out", len ? "; " : "",
			 (double)p->waited_ns / 1e9);
}

double price_expected(uint32_t probe_ns, uint32_t bare_ns, bool stmts)
{
	double between = (double)bare_ns * (stmts ? APART_STMTS : APART_CALLS);

	return between > 0 && probe_ns ? 1 + probe_ns / between : 0;
}

double price_unknown(uint64_t trap_ns)
{
	return trap_ns > SLOW_TRAP_NS ? UNKNOWN_SLOW : UNKNOWN;
}
