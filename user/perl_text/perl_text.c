// SPDX-License-Identifier: GPL-2.0-or-later
/* As perl's tokenizer (toke.c, 5.36) reads them; what is unclear sets .lost. */
#include "perl_text/perl_text.h"

#include <string.h>

#include "perl_text/line_directive.h"

bool perl_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

size_t perl_text_word_len(const struct perl_text *t)
{
	const char *s = t->s;

	while (s < t->end) {
		if (perl_is_word(*s))
			s++;
		else if (t->end - s > 2 && s[0] == ':' && s[1] == ':' && perl_is_word(s[2]))
			s += 2;
		else if (t->end - s > 1 && *s == '\'' && s > t->s && perl_is_word(s[1]))
			s++;
		else
			break;
	}
	if (t->end - s > 1 && s > t->s && s[0] == ':' && s[1] == ':')
		s += 2;
	return (size_t)(s - t->s);
}

#define NEAR 64

const char *perl_text_near(const struct perl_text *t)
{
	return t->end - t->s > NEAR ? t->s + NEAR : t->end;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static const char *line_end(const char *s, const char *end)
{
	const char *nl = s < end ? memchr(s, '\n', (size_t)(end - s)) : NULL;

	return nl ?: end;
}

/* The number holds for the line behind; .line is that of this one. */
static void take_directive(struct perl_text *t)
{
	const char *end = line_end(t->s, t->end);
	struct line_directive d;

	if (t->s == t->end || *t->s != '#' || !line_directive_read(t->s, end, &d))
		return;
	t->line = d.line - 1;
	if (d.name_len)
		t->foreign = !t->name || strlen(t->name) != d.name_len ||
			     memcmp(t->name, d.name, d.name_len) != 0;
}

void perl_text_begin(struct perl_text *t, const char *text, size_t len, const char *name)
{
	*t = (struct perl_text){
		.s = text, .text = text, .end = text + len, .name = name, .line = 1
	};
	take_directive(t);
}

/* Behind the first of these, is there a brace? */
static bool opens_behind(const char *s, const char *end, const char *these)
{
	size_t len = strlen(these);
	const char *at = memmem(s, (size_t)(end - s), these, len);

	return at && memchr(at + len, '{', (size_t)(end - at) - len);
}

/* Does this text of an interpolating literal hold code with a block, which could be a sub? */
static bool holds_code(const char *s, const char *end)
{
	return opens_behind(s, end, "@{[") || opens_behind(s, end, "${\\") ||
	       opens_behind(s, end, "?{");
}

static void note_code(struct perl_text *t, const char *from, const char *to, uint32_t line)
{
	if (t->hidden && holds_code(from, to))
		t->hidden(t->arg, line, t->line);
}

/* ------------------------------------------------------------------ here-documents */

static bool is_terminator(const struct heredoc *h, const char *s, const char *end)
{
	while (h->indented && s < end && is_blank(*s))
		s++;
	if (end > s && end[-1] == '\r')
		end--;
	return (size_t)(end - s) == h->len && !memcmp(s, h->word, h->len);
}

static void skip_body(struct perl_text *t, const struct heredoc *h)
{
	const char *from = t->s, *end;
	uint32_t line = t->line;
	bool found = false;

	while (t->s < t->end && !found) {
		end = line_end(t->s, t->end);
		found = is_terminator(h, t->s, end);
		t->s = end < t->end ? end + 1 : end;
		t->line++;
	}
	t->lost |= !found;
	if (h->code)
		note_code(t, from, t->s, line);
}

void perl_text_step(struct perl_text *t)
{
	unsigned i;

	if (*t->s++ != '\n')
		return;
	t->line++;
	for (i = 0; i < t->heredoc_cnt; i++)
		skip_body(t, &t->heredocs[i]);
	t->heredoc_cnt = 0;
}

bool perl_text_take_heredoc(struct perl_text *t)
{
	const char *s = t->s + 2, *end = line_end(t->s, perl_text_near(t)), *word;
	struct heredoc h = { .code = true };
	char quote;

	if (s < end && *s == '~')
		h.indented = true, s++;
	if (s >= end)
		return false;
	for (word = s; word < end && is_blank(*word); word++)
		;
	if (word < end && (*word == '"' || *word == '\''))
		s = word;
	quote = *s == '"' || *s == '\'' || *s == '`' ? *s : '\0';
	h.code = quote != '\'';
	if (!quote && *s == '\\')
		h.code = false, s++;
	word = s + (quote != '\0');
	if (!quote && (word >= end || !perl_is_word(*word) || (*word >= '0' && *word <= '9')))
		return false;
	for (s = word; !quote && s < end && perl_is_word(*s); s++)
		;
	if (quote && !(s = memchr(word, quote, (size_t)(end - word))))
		return false;
	h.word = word;
	h.len = (size_t)(s - word);
	if (t->heredoc_cnt == HEREDOCS_MAX)
		t->lost = true;
	else
		t->heredocs[t->heredoc_cnt++] = h;
	t->s = s + (quote != '\0');
	return true;
}

/* ------------------------------------------------------------------ literals */

static char closing(char open)
{
	switch (open) {
	case '(':
		return ')';
	case '[':
		return ']';
	case '{':
		return '}';
	case '<':
		return '>';
	default:
		return open;
	}
}

void perl_text_skip_quoted(struct perl_text *t, bool code)
{
	char open = *t->s, close = closing(open), c;
	const char *from = t->s;
	uint32_t line = t->line;
	size_t depth = 0;

	do {
		c = *t->s;
		if (c == '\\' && open != '\\' && t->s > from) {
			perl_text_step(t);
			c = '\0';
		} else if (c == close && (open != close || t->s > from)) {
			depth--;
		} else if (c == open) {
			depth++;
		}
		if (t->s < t->end)
			perl_text_step(t);
	} while (depth && t->s < t->end);
	t->lost |= depth != 0;
	if (code)
		note_code(t, from, t->s, line);
}

static bool has_two_parts(const char *op, size_t len)
{
	return (len == 1 && (*op == 's' || *op == 'y')) || (len == 2 && *op == 't');
}

/* s///e: its second part is code. */
static bool has_flag_e(const struct perl_text *t)
{
	const char *s;

	for (s = t->s; s < t->end && perl_is_word(*s); s++) {
		if (*s == 'e')
			return true;
	}
	return false;
}

static void skip_second_part(struct perl_text *t, char open, bool code)
{
	uint32_t line = t->line;
	const char *from;

	if (closing(open) == open)
		t->s--; /* the first part's end is where this one begins */
	else
		perl_text_skip_space(t, false);
	from = t->s;
	if (t->s >= t->end) {
		t->lost = true;
		return;
	}
	perl_text_skip_quoted(t, code);
	if (code && t->hidden && has_flag_e(t) && memchr(from, '{', (size_t)(t->s - from)))
		t->hidden(t->arg, line, t->line);
}

void perl_text_skip_quote_like(struct perl_text *t, const char *op, size_t len)
{
	bool two = has_two_parts(op, len), code = *op != 'y' && *op != 't';
	char open;

	if (*op == 'q' && (len == 1 || op[1] == 'w'))
		code = false;
	if (t->s < t->end && *t->s != '#')
		perl_text_skip_space(t, false);
	if (t->s >= t->end) {
		t->lost = true;
		return;
	}
	open = *t->s;
	perl_text_skip_quoted(t, code);
	if (two && !t->lost)
		skip_second_part(t, open, code);
	while (*op != 'q' && t->s < t->end && perl_is_word(*t->s))
		t->s++;
	while (len == 2 && op[1] == 'r' && t->s < t->end && perl_is_word(*t->s))
		t->s++;
}

/* ------------------------------------------------------------------ blanks */

static void skip_pod(struct perl_text *t)
{
	const char *end;
	bool cut = false;

	while (t->s < t->end && !cut) {
		end = line_end(t->s, t->end);
		cut = end - t->s >= 4 && !memcmp(t->s, "=cut", 4) &&
		      (end - t->s == 4 || !perl_is_word(t->s[4]));
		t->s = end < t->end ? end + 1 : end;
		t->line++;
	}
}

static bool at_pod(const struct perl_text *t)
{
	return t->end - t->s > 1 && *t->s == '=' && (t->s == t->text || t->s[-1] == '\n') &&
	       ((t->s[1] | 32) >= 'a' && (t->s[1] | 32) <= 'z');
}

void perl_text_skip_space(struct perl_text *t, bool statement)
{
	while (t->s < t->end && !t->lost) {
		if (*t->s == '\n') {
			perl_text_step(t);
			take_directive(t);
		} else if (is_blank(*t->s)) {
			t->s++;
		} else if (*t->s == '#') {
			t->s = line_end(t->s, t->end);
		} else if (statement && at_pod(t)) {
			skip_pod(t);
			take_directive(t);
		} else {
			break;
		}
	}
}

void perl_text_skip_format(struct perl_text *t)
{
	const char *end;
	bool over = false;

	while (t->s < t->end && !over) {
		end = line_end(t->s, t->end);
		over = end > t->s && *t->s == '.' && (end == t->s + 1 || is_blank(t->s[1]));
		t->s = end < t->end ? end + 1 : end;
		t->line++;
	}
	t->lost |= !over;
}
