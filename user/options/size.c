// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/size.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int size_parse(const char *text, uint64_t *bytes)
{
	static const char units[] = "kMGT";
	char *end;
	unsigned long long size = strtoull(text, &end, 10);
	const char *unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
	int shift = unit ? 10 * (int)(unit - units + 1) : 0;

	if (*text < '0' || *text > '9' || (*end && (!unit || end[1])) || size > UINT64_MAX >> shift)
		return -EINVAL;
	*bytes = (uint64_t)size << shift;
	return 0;
}
