/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a bareword means for the braces and slashes behind it. */
#ifndef NYTPROF_PERL_WORDS_H
#define NYTPROF_PERL_WORDS_H

#include <stddef.h>

enum perl_word {
	WORD_OTHER, /* a sub, a method, a class: its block may be a sub */
	WORD_BUILTIN, /* takes operands; a brace behind it is a hash or a place to print to */
	WORD_LIST_BLOCK, /* map, grep, sort: a block, and then operands */
	WORD_VALUE, /* an operand by itself, such as time */
	WORD_OPERATOR, /* and, x, eq */
	WORD_COMPOUND, /* if, while: a condition, and then a block */
	WORD_BLOCK, /* else, continue: a block */
	WORD_VALUE_BLOCK, /* do, eval: a block that has a value */
	WORD_PHASE, /* BEGIN, END: a block that is a sub of this name */
	WORD_SUB,
	WORD_DECLARES, /* use, package: no statement */
	WORD_QUOTE, /* q, m, s */
	WORD_END, /* of the program */
	WORD_FORMAT,
};

enum perl_word perl_word_kind(const char *s, size_t len);

#endif
