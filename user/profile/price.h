/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording costs the recorded programs: expected, and measured. */
#ifndef NYTPROF_PRICE_H
#define NYTPROF_PRICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the time of one or more programs went. */
struct price {
	int64_t program_ns; /* its own time, sleep included */
	int64_t probes_ns; /* traps and handlers */
	int64_t waited_ns; /* ready to run, but without a processor; no profile counts it */
};

void price_add(struct price *sum, const struct price *add);

/*
 * How many times as long the program took as without the probes. Leaves waiting out. 0: not known.
 */
double price_times(const struct price *p);

/*
 * The same in words: "about 6.1 times ...", and how long it waited, if that is at least a ms.
 * Empty: not known.
 */
void price_text(const struct price *p, char *text, size_t size);

/*
 * Estimates it for perl code. probe_ns: the price of a probe. bare_ns: the time of one statement of
 * the toy without a probe. stmts: statements are recorded, not only calls. 0: not known.
 */
double price_expected(uint32_t probe_ns, uint32_t bare_ns, bool stmts);

/*
 * Which part of a probe's price is not known: 0.05 is a twentieth. trap_ns: the price of a trap.
 * Where a trap takes more than 2 us, what it costs a program differs more from what it costs the
 * toy (docs/performance.md).
 */
double price_unknown(uint64_t trap_ns);

#endif
