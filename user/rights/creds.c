// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares credentials; /proc/PID tells those of now. */
#include "rights/creds.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"

#define ID_CNT 4

static FILE *open_status(const char *pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%s/status", pid);
	return fopen(path, "re");
}

/* Capabilities in a user namespace of its own are none for the host's files. */
static bool has_our_user_namespace(pid_t pid)
{
	struct stat theirs, ours;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/ns/user", pid);
	return !stat(path, &theirs) && !stat("/proc/self/ns/user", &ours) &&
	       theirs.st_ino == ours.st_ino;
}

static bool scan_ids(const char *line, const char *name, uint32_t id[ID_CNT])
{
	size_t len = strlen(name);

	return !strncmp(line, name, len) &&
	       sscanf(line + len, "%u %u %u %u", &id[0], &id[1], &id[2], &id[3]) == ID_CNT;
}

bool creds_of(pid_t pid, struct creds *c)
{
	char line[256], name[16];
	FILE *status __cleanup(close_file) = NULL;
	unsigned long long caps = 0;
	unsigned ids = 0, no_new_privs = 0;

	snprintf(name, sizeof(name), "%d", pid);
	status = open_status(name);
	memset(c, 0, sizeof(*c));
	while (status && fgets(line, sizeof(line), status)) {
		ids += scan_ids(line, "Uid:", c->uid) || scan_ids(line, "Gid:", c->gid);
		sscanf(line, "CapEff: %llx", &caps);
		sscanf(line, "NoNewPrivs: %u", &no_new_privs);
		sscanf(line, "Seccomp_filters: %u", &c->filters);
	}
	if (ids != 2)
		return false;
	c->caps = has_our_user_namespace(pid) ? caps : 0;
	c->flags = CREDS_KNOWN | (no_new_privs ? CREDS_NO_NEW_PRIVS : 0);
	return true;
}

struct creds creds_at_end(const struct interp *in)
{
	struct creds c = in->last;
	int i;

	for (i = 1; in->end == END_EXEC && i < ID_CNT; i++) {
		c.uid[i] = c.uid[0];
		c.gid[i] = c.gid[0];
	}
	return c;
}

bool creds_are_plain(const struct creds *c)
{
	int i;

	for (i = 1; i < ID_CNT; i++) {
		if (c->uid[i] != c->uid[0] || c->gid[i] != c->gid[0])
			return false;
	}
	return c->flags & CREDS_KNOWN;
}

bool creds_are_constant(const struct creds *c)
{
	return creds_are_plain(c) && !(c->flags & CREDS_CHANGED);
}

void creds_lessen(struct creds *c, const struct creds *other)
{
	uint32_t from = c->uid[0], to = other->uid[0];
	bool plain = creds_are_plain(c) && creds_are_plain(other);

	if (!plain || (from == to ? c->gid[0] != other->gid[0] : from && to)) {
		c->flags &= ~(uint32_t)CREDS_KNOWN;
		return;
	}
	if (from != to)
		c->flags |= CREDS_CHANGED;
	if (!from && to) {
		memcpy(c->uid, other->uid, sizeof(c->uid));
		memcpy(c->gid, other->gid, sizeof(c->gid));
	}
	c->caps &= other->caps;
	c->flags |= other->flags;
	if (other->filters > c->filters)
		c->filters = other->filters;
}

/* In a container the agent may have some, and what it starts has them, too. */
static unsigned own_filters(void)
{
	FILE *status __cleanup(close_file) = open_status("self");
	unsigned filters = 0;
	char line[256];

	while (status && fgets(line, sizeof(line), status))
		sscanf(line, "Seccomp_filters: %u", &filters);
	return filters;
}

const char *creds_confined_by(const struct creds *c)
{
	if (c->flags & CREDS_NO_NEW_PRIVS)
		return "no_new_privs confines it, as with Landlock";
	if (c->filters > own_filters())
		return "a seccomp filter confines it";
	if (!c->uid[0] && !(c->caps & 1ull << CAP_DAC_OVERRIDE))
		return "it is root without root's capabilities";
	return NULL;
}

static bool read_label(const char *pid, char *label, size_t size)
{
	char path[64];
	int fd __cleanup(close_fd) = -1;
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%s/attr/current", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? -1 : read(fd, label, size - 1);
	label[len > 0 ? len : 0] = '\0';
	label[strcspn(label, "\n")] = '\0';
	return len >= 0;
}

enum label label_of(pid_t pid)
{
	char ours[512], theirs[512], name[16];

	if (!read_label("self", ours, sizeof(ours)) || !*ours)
		return LABEL_FREE; /* no security module gives any */
	snprintf(name, sizeof(name), "%d", pid);
	if (!read_label(name, theirs, sizeof(theirs)))
		return LABEL_UNKNOWN;
	return !strcmp(theirs, "unconfined") || !strcmp(theirs, ours) ? LABEL_FREE : LABEL_CONFINED;
}
