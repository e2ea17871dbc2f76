// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/status.h"

#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "drain/drain.h"
#include "nytprof/interp.h"
#include "output/flush.h"
#include "output/outputs.h"
#include "profile/profile.h"
#include "session/recorder.h"
#include "session/sight.h"
#include "store/metadata.h"
#include "text/plain.h"
#include "tracee/tracee.h"

static const char *state_text(const struct recorder *r, uint32_t paused)
{
	if (paused & PAUSED_START)
		return "off (waiting for start=)";
	if (paused & PAUSED_PROGRAM)
		return "off (the program disabled it)";
	return recorder_is_off(r) ? "off (ctl stop)" : "on";
}

struct describing {
	struct recorder *recorder;
	const struct sight *sight;
	FILE *to;
	unsigned cnt;
};

static void describe_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct describing *d = arg;
	struct profile_totals totals;
	char since[32];
	uint64_t lost = tracee_lost(t);
	time_t start = (time_t)(((int64_t)t->start_ns + t->to_epoch_ns) / 1000000000);
	struct tm tm;
	int i;

	if (!sight_has(d->sight, t))
		return;
	for (i = 0; i < LOSS_CNT; i++)
		lost += in->lost[i];
	/* One that was met just now has no name for its file yet. */
	if (outputs_choose(recorder_harvest(d->recorder)->outputs, t))
		return;
	d->cnt++;
	profile_totals(t->profile, &totals);
	strftime(since, sizeof(since), "%F %T", localtime_r(&start, &tm));
	fprintf(d->to, "%u", t->tgid);
	if (t->own_pid && t->own_pid != t->tgid)
		fprintf(d->to, " (%u in its container)", t->own_pid);
	fputc(' ', d->to);
	plain_print(t->application, d->to);
	fprintf(d->to, ": %s, ", state_text(d->recorder, in->paused));
	plain_print(t->output.path, d->to);
	fprintf(d->to, ", %llu statements, %llu calls since %s, %llu not recorded\n",
		(unsigned long long)totals.stmts, (unsigned long long)totals.sub_calls, since,
		(unsigned long long)lost);
}

int status_describe(struct recorder *r, FILE *to, struct error *err)
{
	return status_describe_some(r, NULL, to, err);
}

int status_describe_some(struct recorder *r, const struct sight *sight, FILE *to, struct error *err)
{
	struct describing d = { .recorder = r, .sight = sight, .to = to };
	int rc = flush_update(recorder_harvest(r), err);

	if (rc)
		return rc;
	fprintf(to, "0\nrecorder %d: %s\n", getpid(), recorder_is_off(r) ? "off" : "on");
	drain_each_interp(recorder_harvest(r)->drain, describe_interp, &d);
	if (sight && !d.cnt)
		fprintf(to, "no process is recorded now in the units of your groups\n");
	return 0;
}
