// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes the names of subs from what the BPF side recorded. */
#include "tracee/sub_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytprof/names.h"
#include "nytprof/slow_ops.h"
#include "tracee/names.h"
#include "tracee/tracee.h"

static const char *slow_op_name(uint32_t op)
{
	static const char *const names[SLOW_OP_CNT] = {
#define X(name) [SLOW_OP_##name] = #name,
		SLOW_OPS(X)
#undef X
	};

	return op < SLOW_OP_CNT && names[op] ? names[op] : "?";
}

static char *slow_op_full_name(const char *pkg, uint32_t op)
{
	char *full;
	int rc = asprintf(&full, "%s%s%s", pkg ?: "CORE::", pkg ? "::CORE:" : "", slow_op_name(op));

	return rc < 0 ? NULL : full;
}

static bool is_qualified(const char *name)
{
	return strstr(name, "::") || strchr(name, '\'');
}

/* Normalises a name with its package: Foo'bar is Foo::bar; ::bar and bar are main::bar. */
static char *symbol_name(const char *name)
{
	char *full = malloc(sizeof("main::") + 2 * strlen(name)), *to = full;

	while (!strncmp(name, "::", 2) || !strncmp(name, "main::", 6))
		name += *name == 'm' ? 6 : 2;
	if (!full)
		return NULL;
	if (!is_qualified(name))
		to = stpcpy(to, "main::");
	for (; *name; name++)
		to = *name == '\'' ? stpcpy(to, "::") : (*to = *name, to + 1);
	*to = '\0';
	return full;
}

/*
 * Known by its statements only: several subs can have the same last line, so the first line is
 * appended to the name (see sub_lines.h).
 */
static int anonymous_name(const struct naming *naming, const struct sub_words *sub, const char *pkg,
			  const char *file, char **full)
{
	if (!naming->anon_subs)
		return asprintf(full, "%s::__ANON__", pkg);
	if (sub->flags & SUB_STMTS)
		return asprintf(full, "%s::__ANON__[%s:%u]\n%u", pkg, file, sub->last, sub->first);
	return asprintf(full, "%s::__ANON__[%s:%u]", pkg, file, sub->last);
}

char *sub_full_name(const struct naming *naming, const struct sub_words *sub, const char *file)
{
	const char *pkg = sub->pkg ?: "main", *name = sub->name;
	char *full = NULL;
	int rc;

	if (name && ((sub->flags & SUB_SYMBOL) || is_qualified(name)))
		full = symbol_name(name), rc = 0;
	else if ((sub->flags & SUB_ANON) && file && (!name || !strcmp(name, "__ANON__")))
		rc = anonymous_name(naming, sub, pkg, file, &full);
	else if (!name)
		rc = asprintf(&full, "%s::__UNKNOWN__[%s:%u]", pkg, file ?: "?", sub->first);
	else if (!strcmp(name, "BEGIN"))
		rc = asprintf(&full, "%s::BEGIN@%u", pkg, sub->first);
	else
		rc = asprintf(&full, "%s::%s", pkg, name);
	return rc < 0 ? NULL : full;
}

/*
 * Whoever sends a request may choose the value, and nytprofhtml writes names as they are into
 * pages, scripts and graphs (Devel::NYTProf 6.12, bin/nytprofhtml). So what means something there
 * is replaced. A semicolon is between the names of a stack; the end of a name is behind the first
 * line break.
 */
static bool is_plain(unsigned char c)
{
	return c >= ' ' && c != 0x7f && !strchr("<>&\"'`;\\", c);
}

static char *add_value(char *name, const struct name *value)
{
	char *full, *at;
	int rc = name && value ? asprintf(&full, "%s[%s]", name, value->utf8) : -1;

	if (rc < 0)
		return name;
	for (at = full + strlen(name); *at; at++) {
		if (!is_plain((unsigned char)*at))
			*at = '?';
	}
	free(name);
	return full;
}

char *sub_name(const struct naming *naming, struct names *names, const struct sub *sub,
	       const char *file)
{
	const struct name *pkg = names_string(names, sub->pkg), *name;
	struct sub_words words = { .pkg = pkg ? pkg->utf8 : NULL,
				   .flags = sub->flags,
				   .first = sub->line,
				   .last = sub->last };

	if (sub->flags & SUB_SLOWOP)
		return slow_op_full_name(words.pkg, sub->name);
	name = names_string(names, sub->name);
	words.name = name ? name->utf8 : NULL;
	return add_value(sub_full_name(naming, &words, file), names_string(names, sub->arg));
}
