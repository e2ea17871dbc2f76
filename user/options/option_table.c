// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of options.table, as getopt_long and others want them. */
#include "options/option_table.h"

#include <getopt.h>

#define NO_LETTER 256 /* above all letters */

static const struct {
	const char *name;
	int letter; /* 0: none */
	enum option_set_by set_by;
	unsigned traits;
} rows[] = {
#define ROW(id, name, letter, set_by, traits) { name, letter, OPTION_SET_BY_##set_by, traits },
	OPTIONS(ROW)
#undef ROW
};

bool option_has(size_t nr, enum option_trait trait)
{
	return rows[nr].traits & trait;
}

enum option_set_by option_set_by(size_t nr)
{
	return rows[nr].set_by;
}

const char *option_name(size_t nr)
{
	return nr < OPTION_CNT ? rows[nr].name : NULL;
}

/* How getopt_long names it. */
static int getopt_val(size_t nr)
{
	return rows[nr].letter ?: NO_LETTER + (int)nr;
}

void option_fill_getopt(struct option *all, char letters[OPTION_LETTERS_MAX])
{
	size_t nr;

	*letters++ = '+'; /* up to the first word that is none */
	*letters++ = ':'; /* and which of two errors it is */
	for (nr = 0; nr < OPTION_CNT; nr++) {
		all[nr] = (struct option){ rows[nr].name,
					   option_has(nr, OPTION_HAS_VALUE) ? required_argument :
									      no_argument,
					   NULL, getopt_val(nr) };
		if (!rows[nr].letter)
			continue;
		*letters++ = (char)rows[nr].letter;
		if (option_has(nr, OPTION_HAS_VALUE))
			*letters++ = ':';
	}
	all[nr] = (struct option){};
	*letters = '\0';
}

size_t option_of_getopt(int val)
{
	size_t nr = 0;

	while (nr < OPTION_CNT && getopt_val(nr) != val)
		nr++;
	return nr;
}
