// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf top: a recording by samples that is shown and not written. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/tracepoints.h"
#include "command/command.h"
#include "host/admission.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "rights/limits.h"
#include "rights/rights.h"
#include "sample/ticks.h"
#include "sandbox/sandbox.h"
#include "session/family.h"
#include "session/recorder.h"
#include "target/maps.h"
#include "text/screen_text.h"
#include "top/top.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/signals.h"

/* The command line of a process, of which the words are apart. */
static void put_command(FILE *to, pid_t pid)
{
	char text[TEXT_MAX], clean[TEXT_MAX];
	ssize_t read = proc_read(pid, "cmdline", text, sizeof(text));
	size_t len = read > 0 ? (size_t)read : 0, i;

	while (len && !text[len - 1])
		len--;
	for (i = 0; i < len; i++)
		text[i] = text[i] ?: ' ';
	text_clean(clean, text, len);
	fprintf(to, ": %s", clean);
}

static char *describe_host(const struct options *o)
{
	char host[256] = "", *text;

	gethostname(host, sizeof(host) - 1);
	return asprintf(&text, "every perl of %s%s", host,
			host_options_filter(&o->all) ? " that passes the filters" : "") < 0 ?
		       NULL :
		       text;
}

static char *describe(const struct options *o)
{
	char *text = NULL;
	size_t size, i;
	FILE *to = open_memstream(&text, &size);

	if (o->all.on || !to) {
		if (to)
			fclose(to);
		free(text);
		return describe_host(o);
	}
	fputs(o->pid_cnt > 1 ? "processes" : "process", to);
	for (i = 0; i < o->pid_cnt; i++)
		fprintf(to, "%s %d", i ? "," : "", o->pids[i]);
	if (o->pid_cnt == 1)
		put_command(to, o->pids[0]);
	fclose(to);
	return text;
}

static int fail(const struct error *err, int status)
{
	log_error("%s", err->text);
	return status;
}

static int start_pids(struct recorder *r, const struct options *o, int *status, struct error *err)
{
	struct family family = {};
	int rc;

	recorder_only_followed(r, family_size(o));
	rc = recorder_block_signals(r, err);
	rc = rc ?: family_attach(r, o, &family, err);
	*status = rc == -ENOEXEC ? STATUS_NOTHING : STATUS_FAILED;
	return rc;
}

static int start_all(struct recorder *r, struct options *o, struct admission **e, struct error *err)
{
	int rc = recorder_block_signals(r, err);

	if (rc)
		return rc;
	*e = admission_new(r, o, NULL, err);
	return *e ? 0 : -errno;
}

static void say_end(const struct options *o, struct recorder *r)
{
	if (*recorder_end(r))
		return;
	if (o->pid_cnt == 1)
		log_info("process %d has ended", o->pids[0]);
	else
		log_info("all processes have ended");
}

static int run(struct recorder *r, const struct options *o, struct top *t)
{
	struct error err, finish_err;
	int rc, finish_rc;

	drop_rights(o->all.on ? 0 : RIGHTS_FILES | RIGHTS_OTHERS);
	rc = top_begin(t, &err);
	rc = rc ?: recorder_run(r, &err);
	finish_rc = recorder_finish(r, &finish_err);
	top_end(t);
	if (rc)
		return fail(&err, STATUS_FAILED);
	if (finish_rc)
		return fail(&finish_err, STATUS_FAILED);
	say_end(o, r);
	return STATUS_DONE;
}

static int show(struct recorder *r, struct options *o, struct top *t)
{
	struct admission *e = NULL;
	int status = STATUS_FAILED, rc;
	struct error err;

	rc = o->all.on ? start_all(r, o, &e, &err) : start_pids(r, o, &status, &err);
	status = rc ? fail(&err, status) : run(r, o, t);
	admission_free(e);
	return status;
}

/* Everything that can be wrong is found before anything is attached. */
static struct recorder *prepare(struct options *o, struct error *err)
{
	int rc = sandbox_begin(err);

	rc = rc ?: check_rights(err);
	rc = rc ?: limits_raise(err);
	rc = rc ?: tracepoints_find(o->event.tracepoints, o->event.tracepoint_cnt, err);
	rc = rc ?: ticks_check_rate(options_rate(o), err);
	return rc ? NULL : recorder_new(o, err);
}

int run_top(struct options *o)
{
	char *what __cleanup(free_ptr) = NULL;
	int status = STATUS_FAILED;
	struct recorder *r;
	struct error err;
	struct top *t;

	signals_ignore();
	r = prepare(o, &err);
	if (!r)
		return fail(&err, STATUS_FAILED);
	what = describe(o);
	t = top_new(r, o, what ?: "", &err);
	status = t ? show(r, o, t) : fail(&err, STATUS_FAILED);
	top_free(t);
	recorder_free(r);
	return status;
}
