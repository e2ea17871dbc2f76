// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines into keys and values, and where on a line something is wrong. */
#include "options/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"

struct place {
	const char *path;
	unsigned number; /* of the line */
	const char *line;
};

/* where: in the line. */
__attribute__((format(printf, 4, 5))) static int wrong(const struct place *at, const char *where,
						       struct error *err, const char *fmt, ...)
{
	struct error what;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what.text, sizeof(what.text), fmt, ap);
	va_end(ap);
	return error_set(err, EINVAL, "%s:%u:%td: %s", at->path, at->number, where - at->line + 1,
			 what.text);
}

/* -------------------------------------------------------------------------- lines */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_of_key(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* Nothing that could not be seen in an editor; a carriage return only where lines end so. */
static int check_line(const struct place *at, size_t len, struct error *err)
{
	const char *line = at->line;
	size_t i;

	for (i = 0; i < len && i < CONFIG_LINE_MAX; i++) {
		unsigned char c = (unsigned char)line[i];

		if (!c)
			return wrong(at, line + i, err, "a NUL byte; expected text");
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return wrong(at, line + i, err,
				     "a control character (%#04x); expected text", c);
	}
	if (len > CONFIG_LINE_MAX)
		return wrong(at, line + i, err, "the line goes on; expected at most %d bytes",
			     CONFIG_LINE_MAX);
	return 0;
}

static int set(const struct place *at, const char *key, const char *value, config_take *take,
	       void *to, struct error *err)
{
	struct error why = {};
	int rc = take(to, key, value, &why);

	if (!rc)
		return 0;
	return wrong(at, rc == -ENOENT ? key : value, err, "%s", why.text);
}

/* line has a NUL behind it. */
static int take_line(const struct place *at, char *line, config_take *take, void *to,
		     struct error *err)
{
	char *key = line, *end, *value, *last;

	while (is_blank(*key))
		key++;
	if (!*key || *key == '#')
		return 0;
	for (end = key; is_of_key(*end); end++)
		;
	if (end == key || *key == '-')
		return wrong(
			at, key, err,
			"\"%c\"; expected a key (the name of an option without \"--\") or \"#\"",
			*key);
	for (value = end; is_blank(*value); value++)
		;
	if (*value && *value != '=')
		return wrong(at, value, err, "\"%c\"; expected \"=\" after the key", *value);
	if (!*value)
		return wrong(at, value, err, "the end of the line; expected \"=\" after the key");
	for (value++; is_blank(*value); value++)
		;
	if (!*value)
		return wrong(at, value, err, "the end of the line; expected a value after \"=\"");
	for (last = value + strlen(value); is_blank(last[-1]); last--)
		;
	*last = '\0';
	*end = '\0';
	return set(at, key, value, take, to, err);
}

static int take_lines(const char *path, char *text, size_t size, config_take *take, void *to,
		      struct error *err)
{
	struct place at = { .path = path };
	char *line = text;
	int rc = 0;

	while (!rc && line < text + size) {
		char *end = memchr(line, '\n', (size_t)(text + size - line));
		size_t len = (size_t)((end ?: text + size) - line);
		size_t shown = len && line[len - 1] == '\r' ? len - 1 : len;

		at.number++;
		at.line = line;
		rc = check_line(&at, shown, err);
		line[shown] = '\0';
		rc = rc ?: take_line(&at, line, take, to, err);
		line += len + 1;
	}
	return rc;
}

/* --------------------------------------------------------------------------- file */

/* The whole of it, and a NUL. */
static char *read_all(int fd, size_t *size)
{
	char *text __cleanup(free_ptr) = malloc(CONFIG_SIZE_MAX + 2);
	ssize_t got = 1;

	for (*size = 0; text && got && *size <= CONFIG_SIZE_MAX; *size += (size_t)got) {
		got = read(fd, text + *size, CONFIG_SIZE_MAX + 1 - *size);
		if (got < 0)
			return NULL;
	}
	if (!text)
		return NULL;
	text[*size] = '\0';
	return take_ptr(text);
}

int config_read(const char *path, config_take *take, void *to, char **text, struct error *err)
{
	int fd __cleanup(close_fd) = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	size_t size;

	if (fd < 0 || fstat(fd, &st))
		return error_set(err, EINVAL, "%s: can't read it: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, EINVAL,
				 "%s: not a regular file; expected one with "
				 "keys and values",
				 path);
	if (st.st_mode & S_IWOTH)
		return error_set(err, EINVAL,
				 "%s: everybody can write to it (mode %04o), and the agent would "
				 "follow it with its own rights: run chmod o-w on it",
				 path, st.st_mode & 07777);
	*text = read_all(fd, &size);
	if (!*text)
		return error_set(err, EINVAL, "%s: can't read it: %s", path, strerror(errno));
	if (size > CONFIG_SIZE_MAX)
		return error_set(err, EINVAL, "%s: too large; expected at most %d bytes", path,
				 CONFIG_SIZE_MAX);
	return take_lines(path, *text, size, take, to, err);
}
