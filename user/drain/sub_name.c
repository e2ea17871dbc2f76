// SPDX-License-Identifier: GPL-2.0-or-later
/* The names of subs, made of what the BPF side knows of them. */
#include "sub_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drain/names.h"
#include "drain/tracee.h"
#include "nytprof_bpf.h"

static const char *slow_op_name(uint32_t op)
{
	static const char *const names[SLOW_OP_CNT] = {
#define X(name) [SLOW_OP_##name] = #name,
		SLOW_OPS(X)
#undef X
	};

	return op < SLOW_OP_CNT && names[op] ? names[op] : "?";
}

static bool is_qualified(const char *name)
{
	return strstr(name, "::") || strchr(name, '\'');
}

/* A name as a program writes it, with its package: Foo'bar is Foo::bar, ::bar and bar are main::bar. */
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

char *sub_name(const struct naming *naming, struct names *names, const struct sub *sub,
	       const char *file)
{
	const struct name *pkg = names_string(names, sub->pkg),
			  *name = names_string(names, sub->name);
	const char *pkg_text = pkg ? pkg->utf8 : "main";
	char *full = NULL;
	int rc;

	if (sub->flags & SUB_SLOWOP)
		rc = asprintf(&full, "%s%s%s", pkg ? pkg->utf8 : "CORE::", pkg ? "::CORE:" : "",
			      slow_op_name(sub->name));
	else if (name && ((sub->flags & SUB_SYMBOL) || is_qualified(name->utf8)))
		full = symbol_name(name->utf8), rc = 0;
	else if ((sub->flags & SUB_ANON) && file && (!name || !strcmp(name->utf8, "__ANON__")))
		rc = naming->anon_subs ?
			     asprintf(&full, "%s::__ANON__[%s:%u]", pkg_text, file, sub->last) :
			     asprintf(&full, "%s::__ANON__", pkg_text);
	else if (!name)
		rc = asprintf(&full, "%s::__UNKNOWN__[%s:%u]", pkg_text, file ?: "?", sub->line);
	else if (!strcmp(name->utf8, "BEGIN"))
		rc = asprintf(&full, "%s::BEGIN@%u", pkg_text, sub->line);
	else
		rc = asprintf(&full, "%s::%s", pkg_text, name->utf8);
	return rc < 0 ? NULL : full;
}
