// SPDX-License-Identifier: GPL-2.0-or-later
/* Which options can change. */
#include "options/reload.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "options/options.h"
#include "util/cleanup.h"

static bool differ(const char *a, const char *b)
{
	return a != b && (!a || !b || strcmp(a, b) != 0);
}

void options_adopt(struct options *o, struct options *fresh, void (*fixed)(const char *key))
{
	const char *key;
	size_t i;

	for (i = 0; (key = option_name(i)); i++) {
		if (option_has(i, OPTION_CAN_CHANGE))
			o->said[i] = fresh->said[i];
		else if (differ(o->said[i], fresh->said[i]))
			fixed(key);
	}
	host_options_adopt(&o->all, &fresh->all);
	o->adopted++;
	o->strict = fresh->strict;
	o->log_level = fresh->log_level;
	/* What can't change is in the first text, all else now in this one. */
	free(o->text_again);
	o->text_again = take_ptr(fresh->text);
}
