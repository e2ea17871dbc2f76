/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording will cost the programs: printed before the agent attaches. */
#ifndef NYTPROF_EXPECTED_PRICE_H
#define NYTPROF_EXPECTED_PRICE_H

struct kernel;
struct options;

/* Prints how much slower programs will be, as estimated from the measurements at the start. */
void expected_price_say(const struct kernel *kernel, const struct options *options);

#endif
