// SPDX-License-Identifier: GPL-2.0-or-later
/* The table is made of the C library's headers at build time. */
#include <asm/unistd.h>
#include <stddef.h>

#include "waits/wait.h"

static const char *const names[] = {
#include "system_calls.inc"
};

const char *call_name(int call)
{
	return call >= 0 && (size_t)call < sizeof(names) / sizeof(names[0]) ? names[call] : NULL;
}
