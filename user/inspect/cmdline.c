// SPDX-License-Identifier: GPL-2.0-or-later
/* perl's own reading of its options, as far as needed (perlrun; perl.c, S_parse_body, 5.36). */
#include "inspect/cmdline.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"

/* One argument after the other. */
struct args {
	const char *next;
	const char *end;
};

static const char *next_arg(struct args *args)
{
	const char *arg = args->next;

	if (arg >= args->end || !memchr(arg, '\0', (size_t)(args->end - arg)))
		return NULL;
	args->next += strlen(arg) + 1;
	return arg;
}

/* The first argument of a perl that reads its script from stdin is all that it has. */
static bool is_perl(const char *arg, size_t len)
{
	const char *base = memrchr(arg, '/', len);
	size_t skipped = base ? (size_t)(base + 1 - arg) : 0;

	return len == skipped || (len - skipped >= 4 && !memcmp(arg + skipped, "perl", 4));
}

/*
 * Is the command line the name that a program has given itself ($0)?  perl leaves nothing else
 * of it, and fills the rest with blanks (mg.c, Perl_magic_set, 5.36).  /proc may cut these off.
 */
static bool is_title(const char *args, size_t len)
{
	size_t first = strnlen(args, len), i = first;

	while (i < len && (!args[i] || args[i] == ' '))
		i++;
	return i == len && (memchr(args, ' ', len) || !is_perl(args, first));
}

/* Behind the e of -e, -E or a cluster such as -lne; NULL: this is no such option. */
static const char *behind_e(const char *arg)
{
	size_t flags = strspn(arg + 1, "acflnpstuwWXTU0123456789") + 1;

	return arg[flags] == 'e' || arg[flags] == 'E' ? arg + flags + 1 : NULL;
}

char *cmdline_application(const char *args, size_t len)
{
	struct args walk = { args, args + len };
	const char *arg;

	if (is_title(args, len))
		return strndup(args, len);
	next_arg(&walk);
	while ((arg = next_arg(&walk))) {
		if (arg[0] != '-' || !arg[1])
			return strdup(arg);
		if (!strcmp(arg, "--")) {
			arg = next_arg(&walk);
			return strdup(arg && *arg ? arg : "-");
		}
		if (behind_e(arg))
			return strdup("-e");
		if (!strcmp(arg, "-I"))
			next_arg(&walk); /* its directory */
	}
	return strdup("-");
}

char *cmdline_code(const char *args, size_t len)
{
	struct args walk = { args, args + len };
	char *code = NULL, *more;
	const char *arg, *text;

	next_arg(&walk);
	while ((arg = next_arg(&walk)) && arg[0] == '-' && arg[1] && strcmp(arg, "--") != 0) {
		if (!strcmp(arg, "-I"))
			next_arg(&walk);
		text = behind_e(arg);
		if (text && !*text)
			text = next_arg(&walk);
		if (!text)
			continue;
		if (asprintf(&more, "%s%s\n", code ? code : "", text) < 0)
			more = NULL;
		free(code);
		code = more;
	}
	return code;
}

char *cmdline_text(const char *args, size_t len)
{
	char *text = malloc(len + 1);
	size_t i;

	if (!text)
		return NULL;
	while (len && (!args[len - 1] || args[len - 1] == ' '))
		len--;
	for (i = 0; i < len; i++)
		text[i] = args[i] ? args[i] : ' ';
	text[len] = '\0';
	return text;
}
