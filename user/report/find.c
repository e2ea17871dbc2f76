// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/find.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"

#define LINES_AROUND 10

/* Does a name end in these words? before: what is between words. */
static bool ends_in(const char *name, const char *end, const char *before)
{
	size_t len = strlen(name), own = strlen(end), mark = strlen(before);

	return len >= own + mark && !strcmp(name + len - own, end) &&
	       !strncmp(name + len - own - mark, before, mark);
}

/* My/Stack.pm of My::Stack. NULL: out of memory. */
static char *file_of_package(const char *package)
{
	char *path = malloc(strlen(package) + sizeof(".pm")), *to = path;

	for (; path && *package; package++) {
		if (!strncmp(package, "::", 2)) {
			*to++ = '/';
			package++;
		} else {
			*to++ = *package;
		}
	}
	if (path)
		memcpy(to, ".pm", sizeof(".pm"));
	return path;
}

static int refuse(struct error *err, const char *kind, const char *name, size_t cnt,
		  const char *some)
{
	if (!cnt)
		return error_set(err, ENOENT,
				 "the profile has no %s %s; the tables of nytprof-bpf report name "
				 "those that it has",
				 kind, name);
	return error_set(err, ENOENT,
			 "%s: the profile has %zu such %ss, for example %s; give more "
			 "of its name",
			 name, cnt, kind, some);
}

const struct profile_file *find_file(const struct profile *p, const char *name, struct error *err)
{
	char *path __cleanup(free_ptr) = file_of_package(name);
	const struct profile_file *found = NULL;
	size_t cnt = 0, i;

	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];

		if (!strcmp(file->name, name))
			return file;
		if (file->eval_fid ||
		    (!ends_in(file->name, name, "/") && !(path && ends_in(file->name, path, "/"))))
			continue;
		found = file;
		cnt++;
	}
	if (cnt == 1)
		return found;
	refuse(err, "file", name, cnt, found ? found->name : "");
	return NULL;
}

/* The lines behind the last colon of a name, where it ends then. NULL: there are none. */
static const char *take_lines(const char *name, struct file_lines *lines)
{
	const char *colon = strrchr(name, ':');
	unsigned long first, last;
	char *end;

	if (!colon || !isdigit((unsigned char)colon[1]))
		return NULL;
	first = strtoul(colon + 1, &end, 10);
	last = first + LINES_AROUND;
	if (end[0] == '-' && isdigit((unsigned char)end[1]))
		last = strtoul(end + 1, &end, 10);
	else
		first = first > LINES_AROUND ? first - LINES_AROUND : 1;
	if (*end || !first || last < first || last > LINE_MAX_NR)
		return NULL;
	lines->first = (uint32_t)first;
	lines->last = (uint32_t)last;
	return colon;
}

struct file_lines find_lines(const struct profile *p, const char *name, struct error *err)
{
	struct file_lines lines = { .file = find_file(p, name, err) };
	const char *colon = lines.file ? NULL : take_lines(name, &lines);
	char *file __cleanup(free_ptr) = colon ? strndup(name, (size_t)(colon - name)) : NULL;

	if (file)
		lines.file = find_file(p, file, err);
	return lines;
}

const struct profile_sub *find_sub(const struct profile *p, const char *name, struct error *err)
{
	const struct profile_sub *found = NULL;
	size_t cnt = 0, i;

	HASH_FIND_STR(p->subs_by_name, name, found);
	if (found)
		return found;
	for (i = 0; i < p->sub_cnt; i++) {
		if (!p->subs[i]->called || !ends_in(p->subs[i]->name, name, "::"))
			continue;
		found = p->subs[i];
		cnt++;
	}
	if (cnt == 1)
		return found;
	refuse(err, "sub", name, cnt, found ? found->name : "");
	return NULL;
}

const char *place_text(const struct profile *p, uint32_t fid, uint32_t line, uint32_t here,
		       char text[PLACE_TEXT])
{
	const struct profile_file *file = profile_find_fid(p, fid);
	const char *slash = file ? strrchr(file->name, '/') : NULL;

	if (!file)
		snprintf(text, PLACE_TEXT, "an unknown place");
	else if (fid == here)
		snprintf(text, PLACE_TEXT, "line %u", line);
	else
		snprintf(text, PLACE_TEXT, "%.200s:%u",
			 slash && !file->eval_fid ? slash + 1 : file->name, line);
	return text;
}
