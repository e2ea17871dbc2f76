// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/save.h"

#include <errno.h>
#include <fcntl.h>

#include "nytp/nytp.h"
#include "util/outfile.h"

int nytp_save(struct profile *p, const char *path, const struct nytp_settings *settings,
	      struct error *err)
{
	struct outfile *out = outfile_new(AT_FDCWD, path, err);
	int rc;

	if (!out)
		return -EIO;
	rc = nytp_write(p, outfile_stream(out), settings, err);
	if (rc) {
		outfile_abort(out);
		return rc;
	}
	return outfile_commit(out, err);
}
