// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Folded stacks, as flamegraph.pl, inferno and speedscope read them: the frames of a stack with ";"
 * between them, a blank, and its exclusive time in ns.
 */
#include <inttypes.h>
#include <string.h>

#include "export/export.h"
#include "export/text.h"
#include "stacks/stacks.h"

int export_folded(const struct profile *p, const struct stacks *s, FILE *out)
{
	uint32_t chain[STACKS_DEPTH_MAX + 2], depth, i;
	const char *name;
	size_t nr;

	for (nr = 0; nr < s->cnt && !ferror(out); nr++) {
		if (!s->all[nr].ns)
			continue;
		depth = stack_chain(s, nr, chain);
		for (i = 0; i <= depth; i++) {
			name = stack_name(p, &s->all[chain[i]]);
			if (i)
				putc(';', out);
			text_put_line(name, strlen(name), ";", out);
		}
		fprintf(out, " %" PRId64 "\n", s->all[nr].ns);
	}
	return 0;
}
