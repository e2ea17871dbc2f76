// SPDX-License-Identifier: GPL-2.0-or-later
/* Which capabilities there are, and which are missing. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/resource.h>
#include <unistd.h>

#include "run/run.h"
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
		return error_set(
			err, EPERM,
			"needs root, or the capabilities that are missing (%s): use sudo, or "
			"setcap cap_bpf,cap_perfmon,cap_sys_ptrace,cap_dac_read_search,"
			"cap_sys_admin=ep on this program",
			missing);
	return error_set(err, EPERM,
			 "root without %s, as in a container: start it with --cap-add, or "
			 "securityContext.capabilities.add, for what is missing",
			 missing);
}

void rights_each_lacking(void (*say)(const char *text))
{
	static const struct {
		cap_value_t cap;
		bool admin_does;
		const char *text;
	} wanted[] = {
		{ CAP_CHECKPOINT_RESTORE, true,
		  "no CAP_CHECKPOINT_RESTORE: perls whose files were deleted or replaced are not found" },
		{ CAP_DAC_READ_SEARCH, false,
		  "no CAP_DAC_READ_SEARCH: perls that not everybody may read, or that were deleted, are not found" },
		{ CAP_SETUID, false,
		  "no CAP_SETUID: no source of files that only their owner may read, and no command under sudo" },
		{ CAP_SETGID, false,
		  "no CAP_SETGID: no source of files that only a group may read, and no command under sudo" },
		{ CAP_SYS_ADMIN, false,
		  "no CAP_SYS_ADMIN: children of -- COMMAND may lose their first statements" },
	};
	cap_t caps = cap_get_proc();
	bool admin;
	size_t i;

	if (!caps)
		return;
	admin = has_capability(caps, CAP_SYS_ADMIN);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		if (!has_capability(caps, wanted[i].cap) && !(admin && wanted[i].admin_does))
			say(wanted[i].text);
	}
	cap_free(caps);
}

void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

uid_t invoking_user(void)
{
	const char *sudo = getenv("SUDO_UID");
	char *end;
	unsigned long uid = sudo ? strtoul(sudo, &end, 10) : 0;

	return sudo && *sudo && !*end && !geteuid() ? (uid_t)uid : (uid_t)-1;
}
