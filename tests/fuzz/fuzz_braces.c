// SPDX-License-Identifier: GPL-2.0-or-later
/* Perl text of a target, in which subs are looked for. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "perl_text/perl_subs.h"
#include "perl_text/text_subs.h"

static void expect_in_order(const struct text_sub *sub, const char *text, size_t size)
{
	if (sub->name &&
	    (sub->name < text || sub->name_len > size || sub->name > text + size - sub->name_len))
		abort();
}

static void match_all(struct text_subs *subs)
{
	const struct text_sub *found;
	size_t i;

	for (i = 0; i < subs->cnt && i < 64; i++) {
		const struct line_range stmts = { subs->subs[i].first_stmt.from,
						  subs->subs[i].last_stmt.to };

		found = text_subs_match(subs, NULL, &stmts);
		if (!found)
			continue;
		text_subs_take(subs, found, &stmts);
		if (text_subs_namesake(subs, found)->last != found->last)
			abort();
	}
	text_subs_contradict(subs, "a", &(struct line_range){ 1, 1 });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ?: 1); /* nothing behind it: an overrun is seen */
	struct text_subs subs;
	size_t i;

	memcpy(text, data, size);
	text_subs_find(text, size, "a.pl", &subs);
	for (i = 0; i < subs.cnt; i++)
		expect_in_order(&subs.subs[i], text, size);
	match_all(&subs);
	text_subs_release(&subs);
	free(text);
	return 0;
}
