/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What recording will cost the programs: said before anything is attached. */
#ifndef NYTPROF_EXPECTED_PRICE_H
#define NYTPROF_EXPECTED_PRICE_H

struct kernel;
struct options;

/* How much slower programs will be, as far as that can be told from what was measured at the start. */
void expected_price_say(const struct kernel *kernel, const struct options *options);

#endif
