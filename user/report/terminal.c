// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/signals.h"

#define WIDTH_USUAL 80u
#define WIDTH_LEAST 40u
#define WIDTH_MOST  1000u

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static void set_width(struct terminal *t, bool terminal)
{
	const char *columns = variable("COLUMNS");
	unsigned long width = columns ? strtoul(columns, NULL, 10) : 0;
	struct winsize size = {};

	t->fit = terminal || width;
	if (!width && terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		width = size.ws_col;
	if (!width)
		width = WIDTH_USUAL;
	t->width = width < WIDTH_LEAST ? WIDTH_LEAST :
		   width > WIDTH_MOST  ? WIDTH_MOST :
					 (unsigned)width;
}

/* In the child. less leaves what fits on one page, and shows colours. */
__attribute__((noreturn)) static void run_pager(int in, const char *pager)
{
	dup2(in, STDIN_FILENO);
	setenv("LESS", "FRX", 0);
	signals_restore();
	if (pager)
		execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
	else
		execlp("less", "less", (char *)NULL);
	execlp("cat", "cat", (char *)NULL);
	_exit(127);
}

/* Without a pager the report is still shown. */
static int start_pager(struct terminal *t)
{
	const char *pager = getenv("PAGER");
	int ends[2];

	if ((pager && (!*pager || !strcmp(pager, "cat"))) || pipe2(ends, O_CLOEXEC))
		return -1;
	fflush(stdout);
	t->pager = fork();
	if (!t->pager)
		run_pager(ends[0], pager);
	close(ends[0]);
	if (t->pager > 0)
		return ends[1];
	t->pager = 0;
	close(ends[1]);
	return -1;
}

int terminal_open(struct terminal *t)
{
	const char *term = variable("TERM");
	bool terminal = isatty(STDOUT_FILENO);
	int fd = -1;

	*t = (struct terminal){};
	set_width(t, terminal);
	t->colour = terminal && !variable("NO_COLOR") && term && strcmp(term, "dumb") != 0;
	if (terminal)
		fd = start_pager(t);
	if (fd < 0)
		fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	t->out = fd < 0 ? NULL : fdopen(fd, "w");
	return t->out ? 0 : -errno;
}

int terminal_close(struct terminal *t)
{
	int rc = fflush(t->out) || ferror(t->out) ? -errno : 0;

	/* Who leaves the pager has seen enough. */
	if (fclose(t->out) && !rc)
		rc = -errno;
	if (!t->pager)
		return rc;
	while (waitpid(t->pager, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}
