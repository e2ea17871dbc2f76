/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interpreters that ended with more open calls than the BPF side may close at once, in a
 * tracepoint. User space tells it to close the rest, in steps.
 */
#ifndef NYTPROF_UNCLOSED_H
#define NYTPROF_UNCLOSED_H

#include <stdbool.h>
#include <stdint.h>

struct maps;

/*
 * Closes calls until none is open or the map of calls is half full; at least one step. True: there
 * are more, and the map must be emptied first. Adds to *failed if the kernel refuses.
 */
bool unclosed_close(const struct maps *maps, uint32_t interp, uint64_t *failed);

#endif
