// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/write_page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/html.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "profile/profile.h"
#include "rights/creds.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"

/* The descriptor is for writing; this one is of the same file. */
static struct profile *read_back(int written, const char *path, struct error *err)
{
	char name[32];
	FILE *in __cleanup(close_file) = NULL;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", written);
	in = fopen(name, "re");
	if (in)
		return nytp_read_with_tree(in, path, err);
	error_set(err, errno, "can't read %s: %s", path, strerror(errno));
	return NULL;
}

static int write_to(struct profile *p, FILE *out, const char *page, struct error *err)
{
	const struct html_options options = {};
	struct stacks s = {};
	int rc;

	errno = 0;
	rc = stacks_make(&s, p) ?: html_write(p, &s, &options, out);
	if (!rc && ferror(out))
		rc = -(errno ?: EIO);
	stacks_release(&s);
	return rc ? error_set(err, -rc, "can't write %s: %s", page, strerror(-rc)) : 0;
}

static int make_page(int written, int root, const char *path, const char *page,
		     const struct creds *owner, struct error *err)
{
	struct profile *p = read_back(written, path, err);
	struct outfile *out = p ? outfile_new(root, page, err) : NULL;
	int rc = out ? write_to(p, outfile_stream(out), page, err) : -EIO;

	profile_free(p);
	if (rc) {
		outfile_abort(out);
		return rc;
	}
	if (owner)
		outfile_set_owner(out, owner->uid[0], owner->gid[0]);
	return outfile_commit(out, err);
}

void write_page(int written, int root, const char *path, const struct creds *owner)
{
	char *page __cleanup(free_ptr) = NULL;
	struct error err;

	if (asprintf(&page, "%s.html", path) < 0) {
		page = NULL;
		log_error("can't write a page of %s: out of memory", path);
	} else if (make_page(written, root, path, page, owner, &err)) {
		log_error("%s", err.text);
	} else {
		log_info("%s: a page for a browser", page);
	}
}
