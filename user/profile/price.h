/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording costs the programs that are recorded: expected before, and as it was. */
#ifndef NYTPROF_PRICE_H
#define NYTPROF_PRICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the time of a program went, or of several together. */
struct price {
	int64_t program_ns; /* its own, sleep included */
	int64_t probes_ns; /* probes and their handlers */
	int64_t waited_ns; /* it was ready to run and had no processor: in no time of a profile */
};

void price_add(struct price *sum, const struct price *add);

/* How many times as long the program took as it would have without the probes, waiting left out; 0: not known. */
double price_times(const struct price *p);

/* That in words, and what it has waited if that can be seen in ms: "about 6.1 times ..."; empty if nothing is known. */
void price_text(const struct price *p, char *text, size_t size);

/*
 * An estimate of it for perl code, from what a probe costs and what a statement of the calibration's toy of a perl
 * takes without one; stmts: statements are recorded, not only calls.  0: not known.
 */
double price_expected(uint32_t probe_ns, uint32_t bare_ns, bool stmts);

#endif
