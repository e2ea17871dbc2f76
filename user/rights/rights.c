// SPDX-License-Identifier: GPL-2.0-or-later
/* Which capabilities there are, which are missing, and which are not needed any more. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "log/log.h"
#include "rights/rights.h"
#include "util/cleanup.h"
#include "util/error.h"

/*
 * CAP_BPF and CAP_PERFMON load and attach the programs (CAP_SYS_ADMIN includes both, and is all
 * there was before 5.8); CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH look into the target.
 */
static const struct {
	cap_value_t cap;
	const char *name;
	bool admin_does; /* CAP_SYS_ADMIN serves as well */
} needed[] = { { CAP_BPF, "CAP_BPF", true },
	       { CAP_PERFMON, "CAP_PERFMON", true },
	       { CAP_SYS_PTRACE, "CAP_SYS_PTRACE", false } };

static bool has_capability(cap_t caps, cap_value_t cap)
{
	cap_flag_value_t value = CAP_CLEAR;

	return !cap_get_flag(caps, cap, CAP_EFFECTIVE, &value) && value == CAP_SET;
}

int check_rights(struct error *err)
{
	cap_t caps = cap_get_proc();
	char missing[128] = "";
	bool admin;
	size_t i;

	if (!caps)
		return 0; /* let the kernel say it */
	admin = has_capability(caps, CAP_SYS_ADMIN);
	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (has_capability(caps, needed[i].cap) || (admin && needed[i].admin_does))
			continue;
		snprintf(missing + strlen(missing), sizeof(missing) - strlen(missing), "%s%s",
			 *missing ? ", " : "", needed[i].name);
	}
	cap_free(caps);
	if (!*missing)
		return 0;
	if (geteuid())
		return error_set(err, EPERM,
				 "needs root or the missing capabilities (%s): use sudo", missing);
	return error_set(err, EPERM,
			 "root lacks %s, as in a container: add what is missing with "
			 "--cap-add or securityContext.capabilities.add",
			 missing);
}

void rights_each_lacking(void (*say)(const char *text))
{
	static const struct {
		cap_value_t cap;
		bool admin_does, root_does;
		const char *text;
	} wanted[] = {
		{ CAP_CHECKPOINT_RESTORE, true, false,
		  "no CAP_CHECKPOINT_RESTORE: perls whose files were deleted or replaced are "
		  "not found" },
		{ CAP_DAC_READ_SEARCH, false, false,
		  "no CAP_DAC_READ_SEARCH: perls that are not readable by everybody, or were "
		  "deleted, are not found" },
		{ CAP_SETUID, false, false,
		  "no CAP_SETUID: no source text of other users' programs, and no command "
		  "under sudo" },
		{ CAP_SETGID, false, false,
		  "no CAP_SETGID: no source text from files that only a group may read, and "
		  "no command under sudo" },
		{ CAP_SYS_ADMIN, false, false,
		  "no CAP_SYS_ADMIN: children of -- COMMAND may lose their first statements" },
		{ CAP_CHOWN, false, true,
		  "no CAP_CHOWN: children of -- COMMAND may lose their first statements" },
		{ CAP_FOWNER, false, true,
		  "no CAP_FOWNER: children of -- COMMAND may lose their first statements" },
	};
	cap_t caps = cap_get_proc();
	bool admin;
	size_t i;

	if (!caps)
		return;
	admin = has_capability(caps, CAP_SYS_ADMIN);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		if (!has_capability(caps, wanted[i].cap) && !(admin && wanted[i].admin_does) &&
		    !(!geteuid() && wanted[i].root_does))
			say(wanted[i].text);
	}
	cap_free(caps);
}

/*
 * What a recording needs that has begun: as perls come, they are attached to, and maps change
 * places (BPF, PERFMON); memory, roots and mapped files of processes are looked at (SYS_PTRACE,
 * CHECKPOINT_RESTORE, DAC_READ_SEARCH), as their user where that matters (SETUID, SETGID); profiles
 * become somebody's (CHOWN).
 */
static const cap_value_t lasting[] = {
	CAP_BPF,    CAP_PERFMON, CAP_SYS_PTRACE, CAP_CHECKPOINT_RESTORE, CAP_DAC_READ_SEARCH,
	CAP_SETUID, CAP_SETGID,	 CAP_CHOWN
};

/* The output can be anywhere, and the command another user's. */
static const cap_value_t for_files[] = { CAP_DAC_OVERRIDE };
static const cap_value_t for_others[] = { CAP_FOWNER, CAP_KILL };

static int keep(cap_t to, cap_t from, const cap_value_t *caps, size_t cnt)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < cnt && !rc; i++) {
		cap_flag_value_t has = CAP_CLEAR;

		if (cap_get_flag(from, caps[i], CAP_PERMITTED, &has) || has != CAP_SET)
			continue;
		rc = cap_set_flag(to, CAP_PERMITTED, 1, &caps[i], CAP_SET) |
		     cap_set_flag(to, CAP_EFFECTIVE, 1, &caps[i], CAP_SET);
	}
	return rc;
}

/*
 * CAP_SYS_ADMIN stands for what is missing of its parts: some kernels have not all of them, nor
 * some containers.
 */
static bool has_parts_of_admin(cap_t caps)
{
	return has_capability(caps, CAP_BPF) && has_capability(caps, CAP_PERFMON) &&
	       has_capability(caps, CAP_CHECKPOINT_RESTORE);
}

/*
 * kernel.perf_event_paranoid is above 2: Debian and Ubuntu have added that, and then all perf
 * events take CAP_SYS_ADMIN.
 */
static bool perf_events_are_restricted(void)
{
	FILE *in __cleanup(close_file) = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	long paranoid;

	return in && fscanf(in, "%ld", &paranoid) == 1 && paranoid > 2;
}

/*
 * CAP_PERFMON does not do for all that takes perf events later: uprobes before Linux 6.6 (seen on
 * 6.1.176), and any event where Debian or Ubuntu restrict them.
 */
static bool takes_admin(unsigned besides)
{
	return besides & RIGHTS_PERF_UPROBES || perf_events_are_restricted();
}

static void drop_bounds(cap_t kept)
{
	cap_value_t cap;

	for (cap = 0; cap < cap_max_bits(); cap++) {
		if (!has_capability(kept, cap))
			cap_drop_bound(cap); /* or it stays, and nothing is executed anyway */
	}
}

static int keep_only(cap_t kept)
{
	drop_bounds(kept);
	cap_reset_ambient();
	return cap_set_proc(kept) | prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int drop_all_rights(void)
{
	cap_t none = cap_init();
	int rc = none && !keep_only(none) ? 0 : -errno;

	cap_free(none);
	return rc;
}

void drop_rights(unsigned besides)
{
	static const cap_value_t admin = CAP_SYS_ADMIN;
	cap_t now = cap_get_proc(), kept = cap_init();
	int rc = now && kept ? 0 : -1;

	rc = rc ?: keep(kept, now, lasting, sizeof(lasting) / sizeof(lasting[0]));
	if (besides & RIGHTS_FILES)
		rc = rc ?: keep(kept, now, for_files, sizeof(for_files) / sizeof(for_files[0]));
	if (besides & RIGHTS_OTHERS)
		rc = rc ?: keep(kept, now, for_others, sizeof(for_others) / sizeof(for_others[0]));
	if (!rc && (!has_parts_of_admin(now) || takes_admin(besides)))
		rc = keep(kept, now, &admin, 1);
	if (rc || keep_only(kept))
		log_warning("can't drop the rights that are no longer needed: %s", strerror(errno));
	cap_free(now);
	cap_free(kept);
}
