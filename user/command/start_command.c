// SPDX-License-Identifier: GPL-2.0-or-later
/* Probes on the command's perls, before it may run. */
#include "command/start_command.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "perl/perl_image.h"
#include "session/others.h"
#include "session/recorder.h"
#include "spawn/launch.h"
#include "util/cleanup.h"
#include "util/error.h"

static int use_stubs(struct perl_image *image, int copy, struct error *err)
{
	size_t cnt = perl_image_stubs(image);
	int rc = cnt ? perl_image_become_copy(image, copy) : 0;

	if (rc)
		return error_set(err, -rc, "can't open the copy of %s: %s", image->path,
				 strerror(-rc));
	if (cnt)
		log_verbose("%s: the private copy has stubs for %zu of the places below",
			    image->path, cnt);
	else if (perl_image_refusal(image) != STUB_NOT_ASKED)
		log_verbose("%s: the private copy has no stubs: %s", image->path,
			    stub_refusal_text(perl_image_refusal(image)));
	return 0;
}

/*
 * Attaches to the command's own copies of the perls, or (not private) to the process alone;
 * sampled: to nothing.
 */
static int attach_launch(struct recorder *r, struct launch *l, pid_t pid, bool private,
			 bool sampled, struct error *err)
{
	struct found_perls *perls = launch_perls(l);
	size_t i;
	int rc = 0;

	for (i = 0; i < perls->image_cnt && !rc; i++) {
		int copy __cleanup(close_fd) = private ? launch_open_copy(l, i) : -1;
		int image;

		if (private && copy < 0)
			return error_set(err, -copy, "can't open the copy of %s: %s",
					 perls->images[i]->path, strerror(-copy));
		rc = private ? use_stubs(perls->images[i], copy, err) : 0;
		if (rc)
			return rc;
		image = recorder_add_image(r, take_ptr(perls->images[i]), err);
		rc = image < 0 ? image : 0;
		if (!rc && !sampled)
			rc = recorder_attach(r, image, private ? 0 : pid, copy, err);
	}
	return rc ?: recorder_follow(r, pid, err);
}

static int exec_status(int rc)
{
	return rc == -ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE;
}

int start_command(struct recorder *r, const struct options *o, struct launch *l, int *status,
		  struct error *err)
{
	struct error why;
	bool private;
	pid_t pid;
	int rc;

	rc = recorder_block_signals(r, err);
	if (rc)
		return rc;
	recorder_watch_group(r);
	pid = launch_fork(l, !o->sampled, err);
	if (pid < 0)
		return pid;
	private = !o->sampled && launch_is_private(l, &why);
	if (!private && !o->sampled)
		log_warning("can't give the command a private copy of perl (%s): its "
			    "children may lose their first statements",
			    why.text);
	if (!private)
		recorder_only_followed(r, o->sampled ? 2 :
						       1); /* a private copy has links of its own */
	rc = attach_launch(r, l, pid, private, o->sampled, err);
	if (rc)
		return rc;
	recorder_expect(r, pid);
	rc = launch_exec(l, err);
	*status = exec_status(rc);
	if (rc)
		return rc;
	recorder_set_command(r, pid);
	others_tell("join", &pid, 1);
	return 0;
}
