// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine/arch.h"

static const struct arch *const known[] = { &arch_x86_64, &arch_aarch64 };

const struct arch *arch_of(uint16_t machine)
{
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i]->machine == machine)
			return known[i];
	}
	return NULL;
}

const struct arch *arch_host(void)
{
#if defined(__x86_64__)
	return &arch_x86_64;
#elif defined(__aarch64__)
	return &arch_aarch64;
#else
#error "this machine needs a file like arch_x86_64.c"
#endif
}
