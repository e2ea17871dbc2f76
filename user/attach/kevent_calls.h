/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is to be known of system calls that are counted. */
#ifndef NYTPROF_KEVENT_CALLS_H
#define NYTPROF_KEVENT_CALLS_H

#include <stdint.h>

#include "nytprof/waits.h"

/* Fills in KEVENT_CALL_*, by number. */
void kevent_calls_fill(uint16_t calls[WAIT_CALLS]);

#endif
