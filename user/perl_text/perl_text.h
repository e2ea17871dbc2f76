/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A place in Perl text, and what can be skipped there as a whole: literals, here-documents,
 * comments, POD.  The text may be hostile.  Each byte is read a few times at most, and nothing is
 * recursive.
 */
#ifndef NYTPROF_PERL_TEXT_H
#define NYTPROF_PERL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEREDOCS_MAX 8 /* that begin on one line */

struct heredoc {
	const char *word;
	size_t len;
	bool indented;
	bool code; /* it interpolates */
};

struct perl_text {
	const char *s;
	const char *text; /* all of it, up to .end */
	const char *end;
	const char *
		name; /* of the file: a #line with another name leads out of it; NULL: none is known */
	uint32_t line;
	bool foreign; /* this is not the file's text, by a #line */
	bool lost; /* what comes is not understood */
	unsigned heredoc_cnt;
	struct heredoc heredocs[HEREDOCS_MAX];
	/* Lines in which a literal may hold code. */
	void (*hidden)(void *arg, uint32_t from, uint32_t to);
	void *arg;
};

void perl_text_begin(struct perl_text *t, const char *text, size_t len, const char *name);

/* One byte on; behind a line break the bodies of here-documents are passed. */
void perl_text_step(struct perl_text *t);

/* Blanks, comments and line breaks; and POD, where a statement can begin. */
void perl_text_skip_space(struct perl_text *t, bool statement);

/* From the opening delimiter to behind the closing one. */
void perl_text_skip_quoted(struct perl_text *t, bool code);

/* From the delimiter, or the blanks before it, of q, qq, qw, qr, m, s, tr or y. */
void perl_text_skip_quote_like(struct perl_text *t, const char *op, size_t len);

/* From "<<" on, if a here-document begins there. */
bool perl_text_take_heredoc(struct perl_text *t);

/* Behind the line that ends a format. */
void perl_text_skip_format(struct perl_text *t);

/* How far to look ahead for what is short: further would take a time that is not linear. */
const char *perl_text_near(const struct perl_text *t);

/* Of a name with its package; 0: there is none. */
size_t perl_text_word_len(const struct perl_text *t);

/* Is this a byte of a name? */
bool perl_is_word(char c);

#endif
