// SPDX-License-Identifier: GPL-2.0-or-later
#include "profiles/entry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "figures/sums.h"
#include "nytp/nytp.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"

#define HEAD_MAX (64u << 10) /* bytes that have the attributes */

void entry_release(struct entry *e)
{
	free(e->name);
	free(e->script);
	free(e->command);
	free(e->unit);
	free(e->comm);
	free(e->cgroup);
	free(e->top_sub);
	*e = (struct entry){};
}

/* The first one counts, as for the reader. */
static void set_text(char **to, const char *value)
{
	if (!*to && value)
		*to = strdup(value);
}

static void set_fact(struct entry *e, const char *key, const char *value)
{
	if (!strcmp(key, "basetime") && !e->start)
		e->start = strtoll(value, NULL, 10);
	else if (!strcmp(key, "application"))
		set_text(&e->script, value);
	else if (!strcmp(key, "agent_command"))
		set_text(&e->command, value);
	else if (!strcmp(key, "agent_unit"))
		set_text(&e->unit, value);
	else if (!strcmp(key, "agent_comm"))
		set_text(&e->comm, value);
	else if (!strcmp(key, "agent_cgroup"))
		set_text(&e->cgroup, value);
	else if (!strcmp(key, "agent_top_sub"))
		set_text(&e->top_sub, value);
	else if (!strcmp(key, "agent_merged"))
		e->merged = true;
	else if (!strcmp(key, "agent_uid") && e->uid < 0)
		e->uid = (int64_t)strtoul(value, NULL, 10);
	else if (!strcmp(key, "agent_pid") && !e->pid)
		e->pid = (uint32_t)strtoul(value, NULL, 10);
	else if (!strcmp(key, "agent_wall_us"))
		e->wall = strtod(value, NULL) / 1e6;
}

/* Lines begin with the tag of an attribute or a comment; the first other byte ends them. */
static bool read_head(struct entry *e, char *head)
{
	char *line = strchr(head, '\n'), *end, *value;

	if (strncmp(head, "NYTProf ", 8))
		return false;
	for (line = line ? line + 1 : head; (end = strchr(line, '\n')); line = end + 1) {
		if (!strchr("#:!", *line))
			break;
		*end = '\0';
		value = strchr(line, '=');
		if (!value || *line == '!')
			continue;
		*value = '\0';
		set_fact(e, line + (*line == '#' ? 2 : 1), value + 1);
	}
	return true;
}

static void take_top_sub(struct entry *e, const struct profile *p)
{
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	size_t top = 0, i;

	for (i = 0; sums && i < p->sub_cnt; i++) {
		if (sums[i].excl_ns > sums[top].excl_ns)
			top = i;
	}
	if (sums && p->sub_cnt && sums[top].cnt)
		set_text(&e->top_sub, p->subs[top]->name);
}

static int read_whole(struct entry *e, FILE *in, const char *name, struct error *err)
{
	struct profile *p;

	rewind(in);
	p = nytp_read(in, name, err);
	if (!p)
		return -EBADMSG;
	e->start = e->start ?: (int64_t)p->start;
	e->wall = p->end - p->start;
	e->pid = e->pid ?: p->pid;
	take_top_sub(e, p);
	profile_free(p);
	return 0;
}

static FILE *open_entry(struct entry *e, int dir, const char *name, struct error *err)
{
	int fd = openat(dir, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
	int why = in ? EINVAL : errno;
	struct stat st;

	if (in && !fstat(fd, &st) && S_ISREG(st.st_mode)) {
		e->bytes = (uint64_t)st.st_size;
		e->uid = -1;
		e->wall = -1;
		e->name = strdup(name);
		return in;
	}
	error_set(err, why, "can't read %s: %s", name, in ? "it is not a file" : strerror(why));
	if (in)
		fclose(in);
	errno = why;
	return NULL;
}

int entry_read(struct entry *e, int dir, const char *name, struct error *err)
{
	char *head __cleanup(free_ptr) = malloc(HEAD_MAX + 1);
	FILE *in __cleanup(close_file) = NULL;

	*e = (struct entry){};
	if (!head)
		return error_set(err, ENOMEM, "out of memory");
	in = open_entry(e, dir, name, err);
	if (!in)
		return errno == EINVAL ? -ENOMSG : -errno;
	head[fread(head, 1, HEAD_MAX, in)] = '\0';
	if (!read_head(e, head))
		return error_set(err, ENOMSG, "%s is not a NYTProf profile", name);
	if (e->wall >= 0 && e->top_sub)
		return 0;
	return read_whole(e, in, name, err);
}
