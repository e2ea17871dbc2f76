/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terminal.  While a screen is there, messages on stderr are kept, as they would be written over
 * the page; screen_free() prints them.
 */
#ifndef NYTPROF_TOP_SCREEN_H
#define NYTPROF_TOP_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct page;
struct screen;

/* Can stdin and stdout be one?  Else a page is printed as text. */
bool screen_is_possible(void);

struct screen *screen_new(struct error *err); /* NULL with err set */
void screen_free(struct screen *s);

/* Sets the width and the height of the page to those of the terminal. */
void screen_fit(const struct screen *s, struct page *p);

/* prompt: what is being typed, on the last line; NULL: nothing is. */
void screen_draw(struct screen *s, const struct page *p, const char *prompt);

/* The next key that was hit (view.h); -1: there is none. */
int screen_key(struct screen *s);

/* The last message that was kept, without its line break; empty: none so far. */
void screen_message(const struct screen *s, char *to, size_t size);

#endif
