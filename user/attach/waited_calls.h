/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the arguments of system calls say of what they wait for. */
#ifndef NYTPROF_WAITED_CALLS_H
#define NYTPROF_WAITED_CALLS_H

#include <stdint.h>

#include "nytprof/waits.h"

/* Fills in enum wait_argument for each call, by its number on this machine. */
void waited_calls(uint8_t arguments[WAIT_CALLS]);

#endif
