/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of perl_subs.c: a stack of open brackets, and the current statement. */
#ifndef NYTPROF_PERL_SCAN_H
#define NYTPROF_PERL_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perl_text/perl_text.h"
#include "perl_text/perl_words.h"

struct text_subs;

#define DEPTH_MAX 512

/* What comes before the next token. */
enum before {
	AT_STATEMENT,
	AT_TERM, /* an operator, a comma, a parenthesis */
	AFTER_VALUE,
	AFTER_VARIABLE, /* behind which a brace is a subscript */
	AFTER_ARROW,
	AFTER_SIGIL,
	AFTER_WORD, /* .word */
	AFTER_BLOCK, /* of something that may take operands behind it, or end a statement */
};

enum frame_kind {
	FRAME_PAREN,
	FRAME_SIGNATURE,
	FRAME_BLOCK,
	FRAME_HASH,
	FRAME_SUBSCRIPT,
	FRAME_VALUE, /* a block with a value */
	FRAME_LIST, /* the block of map, print and such */
	FRAME_SUB,
	FRAME_MAYBE, /* behind a word that is none of perl's: it is a sub if that has the prototype & */
};

struct header {
	uint32_t first;
	uint32_t signature; /* line of the parenthesis, if that may be one; 0: there is none */
	const char *name;
	size_t name_len;
	bool only_signature; /* it is no prototype */
};

struct frame {
	enum frame_kind kind;
	char open;
	bool compound; /* in a block: its statement is an if, while or such, whose block is to come */
	bool counts; /* the statement has a line of its own */
	bool sure; /* nothing makes perl leave it out */
	bool unclear;
	uint32_t stmt; /* line of the statement; 0: none has begun */
	uint32_t label; /* line of its label; 0: none */
	uint32_t line; /* of the brace */
	uint32_t from; /* of the first token; 0: none */
	uint32_t first_to; /* by that line there was a statement that is not left out; 0: not yet */
	uint32_t last_from; /* of the last statement that counts; 0: none */
	struct header header;
};

struct scan {
	struct perl_text t;
	struct text_subs *found;
	enum before before;
	enum perl_word word;
	bool opened; /* the token before is a brace of a subscript */
	bool no_memory;
	enum printing {
		PRINTS_NOT,
		PRINTS, /* behind print */
		PRINTS_TO, /* behind print $fh */
	} printing;
	size_t depth;
	struct frame frames[DEPTH_MAX];
};

struct frame *scan_top(struct scan *sc);

/*
 * The next token begins a statement, if none has begun.  counts: the statement has a line of its
 * own.  sure: perl never optimizes it away.
 */
void scan_begin_statement(struct scan *sc, bool counts, bool sure);
void scan_end_statement(struct scan *sc);

/* The same for a statement with a line of its own that is sure if a variable is next. */
void scan_begin_term(struct scan *sc);

/* Is what is next a variable, or surely computed from one? */
bool scan_variable_ahead(const struct scan *sc);

/* Code that was not looked at is in these lines; arg: the scan. */
void scan_add_hidden(void *arg, uint32_t from, uint32_t to);

/* Of the bracket that is next; NULL: too many are open. */
struct frame *scan_push(struct scan *sc, enum frame_kind kind);
void scan_open_bracket(struct scan *sc);
void scan_open_sub(struct scan *sc, const struct header *h);
void scan_open_brace(struct scan *sc);
void scan_close_brace(struct scan *sc);

/* The token that is next. */
void scan_take_number(struct scan *sc);
void scan_take_operator(struct scan *sc, size_t len);
void scan_take_slash(struct scan *sc);
void scan_take_less(struct scan *sc);
void scan_take_minus(struct scan *sc);
void scan_take_sigil(struct scan *sc);

#endif
