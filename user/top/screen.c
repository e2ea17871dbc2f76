// SPDX-License-Identifier: GPL-2.0-or-later
/* ncurses, and only here. */
#include "top/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "top/page.h"
#include "top/view.h"
#include "util/cleanup.h"
#include "util/error.h"

#define HEIGHT_LEAST 6
#define KEPT_MAX     65536 /* bytes of messages that are printed at the end */

struct screen {
	FILE *out;
	SCREEN *term;
	bool colours;
	bool ascii;
	int messages; /* memory in place of stderr, */
	int stderr_fd; /* which is here */
};

bool screen_is_possible(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
	       strcmp(term, "dumb") != 0;
}

/* A terminal whose locale is not known shows no more than ASCII for sure. */
static bool is_utf8(void)
{
	setlocale(LC_CTYPE, "");
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* https://no-color.org */
static bool wants_colours(void)
{
	const char *no = getenv("NO_COLOR");

	return !no || !*no;
}

static void keep_messages(struct screen *s)
{
	s->messages = memfd_create("messages", MFD_CLOEXEC);
	s->stderr_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (s->messages >= 0 && s->stderr_fd >= 0)
		dup2(s->messages, STDERR_FILENO);
}

static void print_messages(struct screen *s)
{
	char text[4096];
	off_t end = s->messages < 0 ? 0 : lseek(s->messages, 0, SEEK_END), at;
	ssize_t got;

	if (s->stderr_fd >= 0)
		dup2(s->stderr_fd, STDERR_FILENO);
	for (at = end > KEPT_MAX ? end - KEPT_MAX : 0; at < end; at += got) {
		got = pread(s->messages, text, sizeof(text), at);
		if (got <= 0 || write(STDERR_FILENO, text, (size_t)got) != got)
			break;
	}
	close_fd(&s->messages);
	close_fd(&s->stderr_fd);
}

static void begin(struct screen *s)
{
	set_term(s->term);
	set_escdelay(25);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	leaveok(stdscr, TRUE);
	curs_set(0);
	s->colours = wants_colours() && has_colors() && start_color() == OK;
	if (!s->colours)
		return;
	use_default_colors();
	init_pair(STYLE_HEADS, COLOR_BLACK, COLOR_GREEN);
	init_pair(STYLE_CURSOR, COLOR_BLACK, COLOR_CYAN);
}

struct screen *screen_new(struct error *err)
{
	struct screen *s = calloc(1, sizeof(*s));
	int fd = s ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1;

	if (!s || fd < 0) {
		error_set(err, errno, "can't use the terminal: %s", strerror(errno));
		free(s);
		return NULL;
	}
	s->messages = s->stderr_fd = -1;
	s->ascii = !is_utf8();
	s->out = fdopen(fd, "w");
	s->term = s->out ? newterm(NULL, s->out, stdin) : NULL;
	if (!s->term) {
		error_set(err, ENOTTY,
			  "can't use the terminal: TERM=%s is not known here; --batch needs none",
			  getenv("TERM"));
		close_file(&s->out);
		free(s);
		return NULL;
	}
	begin(s);
	keep_messages(s);
	return s;
}

void screen_free(struct screen *s)
{
	if (!s)
		return;
	endwin();
	delscreen(s->term);
	fclose(s->out);
	print_messages(s);
	free(s);
}

void screen_fit(const struct screen *s, struct page *p)
{
	p->ascii = s->ascii;
	p->width = COLS > 0 ? (size_t)COLS : 80;
	p->height = LINES > HEIGHT_LEAST ? (size_t)LINES : HEIGHT_LEAST;
}

static void set_style(const struct screen *s, enum page_style style)
{
	static const attr_t plain[] = { [STYLE_STRONG] = A_BOLD,
					[STYLE_HEADS] = A_REVERSE,
					[STYLE_CURSOR] = A_REVERSE,
					[STYLE_FAINT] = A_DIM };
	bool pair = s->colours && (style == STYLE_HEADS || style == STYLE_CURSOR);

	attrset((int)(pair ? (attr_t)COLOR_PAIR(style) : plain[style]));
}

static void put_line(const struct screen *s, int y, const struct page_line *line)
{
	int x;

	set_style(s, line->style);
	mvaddstr(y, 0, line->text);
	getyx(stdscr, y, x);
	(void)y;
	for (; x < COLS && x > 0 && (line->style == STYLE_HEADS || line->style == STYLE_CURSOR);
	     x++)
		addch(' ');
	attrset(A_NORMAL);
}

void screen_draw(struct screen *s, const struct page *p, const char *prompt)
{
	size_t i;

	erase();
	for (i = 0; i < p->cnt && i < (size_t)LINES; i++)
		put_line(s, (int)i, &p->lines[i]);
	if (prompt) {
		move(LINES - 1, 0);
		clrtoeol();
		attrset(A_BOLD);
		addstr(prompt);
		attrset(A_NORMAL);
	}
	refresh();
}

int screen_key(struct screen *s)
{
	static const struct {
		int curses;
		enum top_key key;
	} keys[] = { { KEY_UP, TOP_KEY_UP },
		     { KEY_DOWN, TOP_KEY_DOWN },
		     { KEY_PPAGE, TOP_KEY_PAGE_UP },
		     { KEY_NPAGE, TOP_KEY_PAGE_DOWN },
		     { KEY_HOME, TOP_KEY_HOME },
		     { KEY_END, TOP_KEY_END },
		     { KEY_BACKSPACE, TOP_KEY_BACK },
		     { KEY_LEFT, TOP_KEY_BACK },
		     { 127, TOP_KEY_BACK },
		     { 8, TOP_KEY_BACK },
		     { 27, TOP_KEY_ESCAPE },
		     { KEY_RESIZE, TOP_KEY_RESIZE },
		     { KEY_ENTER, '\n' } };
	int key = getch();
	size_t i;

	(void)s;
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (keys[i].curses == key)
			return (int)keys[i].key;
	}
	return key == ERR ? -1 : key >= KEY_MIN ? 0 : key;
}

void screen_message(const struct screen *s, char *to, size_t size)
{
	off_t end = s->messages < 0 ? 0 : lseek(s->messages, 0, SEEK_END);
	off_t from = end > (off_t)size - 1 ? end - (off_t)size + 1 : 0;
	ssize_t got = end > 0 ? pread(s->messages, to, size - 1, from) : 0;
	char *line;

	to[got > 0 ? got : 0] = '\0';
	if (got > 0 && to[got - 1] == '\n')
		to[got - 1] = '\0';
	line = strrchr(to, '\n');
	if (line)
		memmove(to, line + 1, strlen(line));
}
