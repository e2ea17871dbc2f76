/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Subs in Perl text, and the lines that their statements can have. */
#ifndef NYTPROF_TEXT_SUBS_H
#define NYTPROF_TEXT_SUBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_range {
	uint32_t from;
	uint32_t to;
};

struct text_sub {
	uint32_t first; /* as perl has it: where its parser was when it began the sub */
	uint32_t last; /* of the closing brace */
	struct line_range first_stmt; /* in which the statement is that runs first */
	struct line_range last_stmt; /* in which the highest line of a statement is */
	const char *name; /* in the text; NULL: it is anonymous, or a block that may be a sub */
	size_t name_len;
	bool certain; /* it has the word sub */
	bool unclear; /* .first may be another */
	bool twin; /* the same as the one before, if what looks like a prototype is a signature */
	struct line_range taken; /* the statements that it has; .from 0: not known */
};

struct text_subs {
	struct text_sub *subs;
	size_t cnt;
	size_t room;
	struct line_range *hidden; /* where literals hold code that was not looked at */
	size_t hidden_cnt;
	size_t hidden_room;
	bool whole; /* all of the text was understood */
};

void text_subs_release(struct text_subs *subs);

/*
 * The sub of that name (NULL: an anonymous sub) whose first and last statement can be in these
 * lines.  NULL: there is none, or more than one.
 */
const struct text_sub *text_subs_match(struct text_subs *subs, const char *name,
				       const struct line_range *stmts);

/* Is there exactly one sub of that name, and can it not have these statements? */
bool text_subs_contradict(const struct text_subs *subs, const char *name,
			  const struct line_range *stmts);

/* Notes that the sub has these statements.  It then matches no others. */
void text_subs_take(struct text_subs *subs, const struct text_sub *taken,
		    const struct line_range *stmts);

/*
 * The last of the anonymous subs that end on the same line as this one.  They share one name, and
 * its place.
 */
const struct text_sub *text_subs_namesake(const struct text_subs *subs, const struct text_sub *sub);

#endif
