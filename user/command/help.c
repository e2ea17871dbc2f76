// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The pages of --help, which are made from options.table: one of everything, and one for each
 * command.
 */
#include "command/help.h"

#include <stdio.h>

static const char *page_of(enum command about)
{
	switch (about) {
#define PAGE(id, text)     \
	case COMMAND_##id: \
		return text;
		HELP(PAGE)
#undef PAGE
	default:
		return HELP_OF_ALL;
	}
}

void help_print(enum command about)
{
	fputs(page_of(about), stdout);
}
