// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/source_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "source/source.h"
#include "tracee/tracee.h"

/* A worker is asked once.  What it can't read, nobody asks for again. */
static bool is_known(struct tracee *t, struct profile_file *file)
{
	if (file->source)
		return true;
	if (!(file->flags & FILE_HAS_SRC))
		return false;
	t->profile->main_fid = tracee_main_fid(t);
	if (source_read(t, file))
		return true;
	file->flags &= ~FILE_HAS_SRC;
	return false;
}

static const char *find_line(const struct profile_file *file, uint32_t line)
{
	const char *p = file->source, *end = p + file->source_len;

	for (; p && line > 1; line--) {
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : NULL;
	}
	return p;
}

bool source_line(char *to, size_t size, struct tracee *t, struct profile_file *file, uint32_t line)
{
	const char *p = is_known(t, file) ? find_line(file, line) : NULL;
	size_t left, len;

	if (!p)
		return false;
	left = (size_t)(file->source + file->source_len - p);
	for (; left && (*p == ' ' || *p == '\t'); left--)
		p++;
	for (len = 0; len < left && len + 1 < size && p[len] != '\n' && p[len] != '\r' && p[len];)
		len++;
	memcpy(to, p, len);
	to[len] = '\0';
	return true;
}

bool source_line_named(char *to, size_t size, struct tracee *list, const char *place)
{
	const char *colon = strrchr(place, ':');
	size_t len = colon ? (size_t)(colon - place) : 0;
	struct profile_file *file;
	struct tracee *t;

	for (t = list; t && len; t = t->next) {
		HASH_FIND(hh, t->profile->files_by_name, place, len, file);
		if (file && source_line(to, size, t, file, (uint32_t)strtoul(colon + 1, NULL, 10)))
			return true;
	}
	return false;
}
