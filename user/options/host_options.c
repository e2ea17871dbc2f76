// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the values of the options of --all. */
#include "options/host_options.h"

#include <errno.h>
#include <pwd.h>
#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "options/duration.h"
#include "options/option_table.h"
#include "options/size.h"
#include "util/error.h"

#define DIR_DEFAULT	 "/var/lib/nytprof-bpf"
#define MAX_SIZE_DEFAULT (1ull << 30)
#define KEEP_DEFAULT	 10000
#define INTERVAL_DEFAULT 60
#define INTERVAL_SAMPLED 300

void host_options_init(struct host_options *o)
{
	*o = (struct host_options){ .output_dir = DIR_DEFAULT,
				    .max_size = MAX_SIZE_DEFAULT,
				    .keep = KEEP_DEFAULT };
}

void host_options_settle(struct host_options *o, bool sampled)
{
	if (o->interval <= 0)
		o->interval = sampled ? INTERVAL_SAMPLED : INTERVAL_DEFAULT;
}

static int parse_uid(struct host_options *o, const char *arg, struct error *err)
{
	const struct passwd *user;
	char *end;
	unsigned long uid = strtoul(arg, &end, 10);

	if (*arg >= '0' && *arg <= '9' && !*end && uid < (uid_t)-1) {
		o->uid = (uid_t)uid;
	} else {
		user = getpwnam(arg);
		if (!user)
			return error_set(err, EINVAL,
					 "--uid=%s: neither a number nor a user's name", arg);
		o->uid = user->pw_uid;
	}
	o->has_uid = true;
	return 0;
}

static int parse_size(struct host_options *o, const char *arg, struct error *err)
{
	if (size_parse(arg, &o->max_size))
		return error_set(err, EINVAL,
				 "--max-size=%s: not a number of bytes, with k, M, G or T", arg);
	return 0;
}

static int parse_keep(struct host_options *o, const char *arg, struct error *err)
{
	char *end;
	unsigned long keep = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || keep > 100000000)
		return error_set(err, EINVAL, "--keep=%s: not a number of files", arg);
	o->keep = (unsigned)keep;
	return 0;
}

static int parse_interval(struct host_options *o, const char *arg, struct error *err)
{
	if (duration_parse(arg, &o->interval) || o->interval < 1)
		return error_set(err, EINVAL,
				 "--interval=%s: must be a number of seconds from 1 on, "
				 "or one with " DURATION_UNITS,
				 arg);
	return 0;
}

static int parse_owner(struct host_options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, "root") != 0 && strcmp(arg, "target") != 0)
		return error_set(err, EINVAL, "--owner=%s: must be root or target", arg);
	o->to_target = !strcmp(arg, "target");
	return 0;
}

static int parse_program_files(struct host_options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, "yes") != 0 && strcmp(arg, "no") != 0)
		return error_set(err, EINVAL, "--program-files=%s: must be yes or no", arg);
	o->program_files = !strcmp(arg, "yes");
	return 0;
}

static int parse_merge(struct host_options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, "unit") != 0 && strcmp(arg, "container") != 0)
		return error_set(err, EINVAL, "--merge=%s: must be unit or container", arg);
	o->merge = *arg == 'u' ? MERGE_UNIT : MERGE_CONTAINER;
	return 0;
}

static int parse_match(struct host_options *o, const char *arg, struct error *err)
{
	char why[128];
	regex_t regex;
	int rc = regcomp(&regex, arg, REG_EXTENDED | REG_NOSUB);

	if (rc) {
		regerror(rc, &regex, why, sizeof(why));
		return error_set(err, EINVAL, "--match=%s: %s", arg, why);
	}
	regfree(&regex);
	o->match = arg;
	return 0;
}

/* Those that are kept as they are. */
static int keep_text(struct host_options *o, size_t nr, const char *arg, struct error *err)
{
	const struct {
		const char **text;
		bool path;
	} texts[OPTION_CNT] = {
		[OPTION_COMM] = { &o->comm, false },
		[OPTION_EXE] = { &o->exe, true },
		[OPTION_CGROUP] = { &o->cgroup, true },
		[OPTION_CONTAINER] = { &o->container, false },
		[OPTION_OUTPUT_DIR] = { &o->output_dir, false },
	};

	if (!*arg || (texts[nr].path && *arg != '/'))
		return error_set(err, EINVAL, "--%s=%s: must %s", option_name(nr), arg,
				 texts[nr].path ? "begin with a slash" : "not be empty");
	*texts[nr].text = arg;
	return 0;
}

int host_option_set(struct host_options *o, size_t nr, const char *arg, struct error *err)
{
	o->given |= nr != OPTION_INTERVAL; /* which is for every recording */
	switch (nr) {
	case OPTION_UID:
		return parse_uid(o, arg, err);
	case OPTION_MATCH:
		return parse_match(o, arg, err);
	case OPTION_MAX_SIZE:
		return parse_size(o, arg, err);
	case OPTION_KEEP:
		return parse_keep(o, arg, err);
	case OPTION_INTERVAL:
		return parse_interval(o, arg, err);
	case OPTION_OWNER:
		return parse_owner(o, arg, err);
	case OPTION_GROUP:
		return readers_parse(&o->readers, arg, err);
	case OPTION_MERGE:
		return parse_merge(o, arg, err);
	case OPTION_PROGRAM_FILES:
		return parse_program_files(o, arg, err);
	default:
		return keep_text(o, nr, arg, err);
	}
}

int host_options_check(const struct host_options *o, struct error *err)
{
	if (o->given && !o->on)
		return error_set(err, EINVAL,
				 "filters and --output-dir, --max-size, --keep, --owner, "
				 "--group, --merge, --program-files need --all");
	if (o->cgroup && o->container)
		return error_set(err, EINVAL, "use either --cgroup or --container, not both");
	return 0;
}

bool host_options_filter(const struct host_options *o)
{
	return o->comm || o->exe || o->cgroup || o->container || o->match || o->has_uid;
}
void host_options_adopt(struct host_options *o, const struct host_options *fresh)
{
	o->comm = fresh->comm;
	o->exe = fresh->exe;
	o->cgroup = fresh->cgroup;
	o->container = fresh->container;
	o->match = fresh->match;
	o->has_uid = fresh->has_uid;
	o->uid = fresh->uid;
	o->max_size = fresh->max_size;
	o->keep = fresh->keep;
	o->interval = fresh->interval;
	o->to_target = fresh->to_target;
	o->readers = fresh->readers;
	o->program_files = fresh->program_files;
}
