// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf record: processes that run, or a command. */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attach/tracepoints.h"
#include "command/command.h"
#include "command/start_command.h"
#include "control_dir/claims.h"
#include "governor/forecast.h"
#include "host/admission.h"
#include "inspect/profilers.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "metrics/metrics.h"
#include "nytprof/settings.h"
#include "nytprof/slow.h"
#include "ondemand/order.h"
#include "ondemand/standby.h"
#include "ondemand/tracer.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/losses.h"
#include "output/outputs.h"
#include "probes/probes.h"
#include "push/push.h"
#include "rights/invoker.h"
#include "rights/limits.h"
#include "rights/rights.h"
#include "sample/ticks.h"
#include "sandbox/sandbox.h"
#include "session/family.h"
#include "session/known_looks.h"
#include "session/others.h"
#include "session/pids.h"
#include "session/recorder.h"
#include "session/group_server.h"
#include "session/server.h"
#include "session/service.h"
#include "site/site.h"
#include "slow/slow_log.h"
#include "spawn/caller.h"
#include "spawn/launch.h"
#include "store/store.h"
#include "top/watched.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"
#include "util/signals.h"

static int fail(const struct error *err, int status)
{
	log_error("%s", err->text);
	return status;
}

/* -------------------------------------------------------------------- --pid */

static void say_begin(const struct family *f)
{
	char children[64] = "";

	if (f->children)
		snprintf(children, sizeof(children), " and %zu of %s children", f->children,
			 f->named > 1 ? "their" : "its");
	log_info("recording %zu process%s%s; Ctrl-C stops", f->named, f->named > 1 ? "es" : "",
		 children);
}

static int start_pids(struct recorder *r, const struct options *o, int *status, struct error *err)
{
	struct family family = {};
	pid_t pids[OTHERS_PIDS];
	int rc;

	recorder_only_followed(r, family_size(o));
	rc = recorder_block_signals(r, err);
	rc = rc ?: family_attach(r, o, &family, err);
	*status = rc == -ENOEXEC ? STATUS_NOTHING : STATUS_FAILED;
	if (rc)
		return rc;
	say_begin(&family);
	if (o->to_stdout)
		return 0; /* the recorder that has sent us is known to the others */
	others_tell("join", pids, recorder_whom(r, pids));
	return 0;
}

/* What the order says takes the place of the options that the tracer was started with. */
static int obey_order(struct recorder *r, struct options *o, const struct order *order,
		      struct error *err)
{
	char *name = strdup(order->name);

	if (!name)
		return error_set(err, ENOMEM, "out of memory");
	free(o->nytprof.file);
	o->nytprof.file = name;
	o->pids[0] = order->pid;
	o->duration = order->ms / 1e3;
	log_set_level((enum log_level)order->level);
	recorder_harvest(r)->owner = order->owner < 0 ? INVOKER_NOBODY : (uid_t)order->owner;
	return 0;
}

static bool lend(void *r, int connection)
{
	return probes_lend(recorder_attached(r), connection);
}

/* If the programs can't be loaded now, that is said of the process that the order names. */
static int stand_by(struct recorder *r, struct options *o, struct error *err)
{
	struct order order;
	int rc;

	recorder_only_followed(r, 1);
	/* It may have ended meanwhile. */
	if (tracer_is_for_path() || probes_prepare(recorder_attached(r), o->pids[0], err))
		probes_prepare_command(recorder_attached(r), "perl", err);
	malloc_trim(0); /* it may wait for days */
	rc = standby_receive(&order, lend, r, err);
	return rc ?: obey_order(r, o, &order, err);
}

/* -------------------------------------------------------------------- --all */

static int start_all(struct recorder *r, struct options *o, struct store *store, struct metrics *m,
		     struct admission **e, struct error *err)
{
	const pid_t admission = 0;
	int rc = recorder_block_signals(r, err);

	if (rc)
		return rc;
	*e = admission_new(r, o, store, err);
	if (!*e)
		return -errno;
	rc = metrics_watch(m, r, admission_census(*e), err);
	if (rc)
		return rc;
	log_info("recording every perl%s into %s; Ctrl-C stops",
		 host_options_filter(&o->all) ? " that matches the filters" : "",
		 o->all.output_dir);
	service_ready();
	others_tell("whom", &admission, 1);
	return 0;
}

/* ----------------------------------------------------------------------- both */

/* The command's own status, if it has one, takes the place of ours. */
static int command_status(struct recorder *r)
{
	int status = recorder_wait_command(r);

	if (status < 0)
		return 0;
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	return WEXITSTATUS(status);
}

static const char *why_nothing(const struct options *o, const struct outputs *out,
			       struct error *why)
{
	const char *waits = o->nytprof.start == START_BEGIN ? pids_explain(o, why) : NULL;

	if (o->empty_probes)
		return "--empty-probes records nothing";
	if (o->burst)
		return "in no window did perl execute a statement or a call";
	if (outputs_have_losses(out))
		return "all that ran is listed above as not recorded";
	if (waits)
		return waits;
	return o->nytprof.start == START_BEGIN ?
		       "no perl executed a statement or a call" :
		       "the start that the option start= asks for did not come, or nothing "
		       "ran after it";
}

static void say_probes(struct recorder *r, const struct options *o)
{
	uint64_t set_ns, removed_ns;

	if (!o->to_stdout)
		return;
	probes_took(recorder_attached(r), &set_ns, &removed_ns);
	if (removed_ns)
		log_info("probes: set in %.0f ms, removed in %.0f ms", (double)set_ns / 1e6,
			 (double)removed_ns / 1e6);
}

static int finish(struct recorder *r, const struct options *o, int rc, struct error *err)
{
	const struct outputs *out = recorder_outputs(r);
	struct error finish_err, why;
	int finish_rc, of_command;

	if (o->all.on && !recorder_is_worn(r))
		service_stopping();
	if (rc)
		log_error("%s", err->text);
	finish_rc = recorder_finish(r, &finish_err);
	say_probes(r, o);
	outputs_print_summary(out);
	if (finish_rc)
		log_error("%s", finish_err.text);
	else if (!rc && !o->all.on && !outputs_cnt(out) && !outputs_unwritten(out))
		log_error("nothing was recorded: %s", why_nothing(o, out, &why));
	of_command = command_status(r);
	if (rc || finish_rc || outputs_unwritten(out)) {
		if (o->argc && recorder_command_status(r) >= 0)
			log_error("the command itself ran and ended with status %d", of_command);
		return STATUS_FAILED;
	}
	if (of_command)
		return of_command;
	if (o->strict && outputs_have_losses(out))
		return STATUS_LOSSES;
	/* A command's 0 stays 0: it is what a script or a build goes by, and stderr has the rest. */
	return outputs_cnt(out) || o->all.on || o->argc ? STATUS_DONE : STATUS_NOTHING;
}

static unsigned uprobe_rights(const struct recorder *r)
{
	return recorder_links_by_perf(r) ? RIGHTS_PERF_UPROBES : 0;
}

static int record_command(struct recorder *r, const struct options *o, struct launch *l,
			  struct metrics *m)
{
	int status = STATUS_FAILED, rc;
	struct error err;

	rc = metrics_watch(m, r, NULL, &err);
	rc = rc ?: start_command(r, o, l, &status, &err);
	if (rc)
		return fail(&err, status);
	known_looks_keep(); /* while the command runs */
	drop_rights(RIGHTS_FILES | RIGHTS_OTHERS | uprobe_rights(r));
	rc = recorder_run(r, &err);
	return finish(r, o, rc, &err);
}

static int record_pids(struct recorder *r, struct options *o, struct metrics *m)
{
	struct error err;
	int status = STATUS_FAILED, rc = metrics_watch(m, r, NULL, &err);

	rc = rc ?: tracer_waits() ? stand_by(r, o, &err) : 0;
	rc = rc ?: start_pids(r, o, &status, &err);
	if (rc)
		return fail(&err, status);
	drop_rights(RIGHTS_FILES | RIGHTS_OTHERS | uprobe_rights(r));
	forecast_say(recorder_harvest(r), o);
	rc = recorder_run(r, &err);
	return finish(r, o, rc, &err);
}

static int record_all(struct recorder *r, struct options *o, struct metrics *m)
{
	struct admission *e = NULL;
	struct store *store;
	struct error err;
	int rc;

	store = store_new(&o->all, &err);
	rc = store ? start_all(r, o, store, m, &e, &err) : -errno;
	if (rc) {
		admission_free(e);
		store_free(store);
		return fail(&err, STATUS_FAILED);
	}
	drop_rights((o->metrics.file ? RIGHTS_FILES : 0) | uprobe_rights(r));
	rc = recorder_run(r, &err);
	rc = finish(r, o, rc, &err);
	admission_free(e);
	store_free(store);
	return recorder_is_worn(r) ? STATUS_AGAIN : rc;
}

static int launch_status(int rc)
{
	switch (-rc) {
	case ENOENT:
		return STATUS_NOT_FOUND;
	case EACCES:
		return STATUS_NOT_EXECUTABLE;
	case ENOEXEC:
		return STATUS_NOTHING;
	default:
		return STATUS_FAILED;
	}
}

static void claim(struct options *o, const char *file)
{
	char *claimed = claim_file(file);

	if (!claimed)
		return;
	free(o->nytprof.file);
	o->nytprof.file = claimed;
}

/* What a recording needs until its end. */
struct recording {
	struct launch *launch; /* NULL: there is no command */
	struct metrics *metrics;
	struct push *push;
	struct slow_log *slow;
	struct recorder *recorder;
	struct server *server;
	struct group_server *group_server;
	struct watched *watched; /* NULL: nobody can watch */
};

static void recording_release(struct recording *rec)
{
	group_server_free(rec->group_server);
	server_free(rec->server);
	watched_free(rec->watched);
	metrics_unwatch(rec->metrics);
	push_unwatch(rec->push);
	recorder_free(rec->recorder);
	metrics_free(rec->metrics);
	push_free(rec->push);
	slow_log_free(rec->slow);
	launch_free(rec->launch);
}

/* Everything that can be wrong is found before anything is attached or started. */
static int check_all(struct options *o, const char *file, struct error *err)
{
	int rc = check_rights(err);

	rc = rc ?: limits_raise(err);
	rc = rc ?: tracepoints_find(o->event.tracepoints, o->event.tracepoint_cnt, err);
	if (o->sampled)
		rc = rc ?: ticks_check_rate(options_rate(o), err);
	if (!o->all.on && !o->to_stdout)
		rc = rc ?: outfile_check(file, err);
	return rc;
}

/* Samples can be watched: without memory for that they can't. */
static void let_watch(struct recording *rec, const struct options *o)
{
	rec->watched = watched_new(rec->recorder, o);
	if (rec->watched)
		recorder_let_watch(rec->recorder, watched_add, rec->watched);
}

/* Returns the exit status, 0 if the recording can begin. */
static int prepare(struct recording *rec, struct options *o, const struct invoker *who,
		   const char *file, struct error *err)
{
	int rc = o->argc ? launch_new(&rec->launch, o->argv, who, err) : 0;

	if (rc == -ENOENT)
		caller_explain_missing(who, o->argv[0], err);
	if (rc)
		return launch_status(rc);
	rc = check_all(o, file, err);
	rc = rc ?: push_new(&rec->push, o, err); /* it forks, and metrics have a thread */
	rc = rc ?: slow_log_new(&rec->slow, o, err);
	rc = rc ?: metrics_new(&rec->metrics, o, err);
	rec->recorder = rc ? NULL : recorder_new(o, err);
	if (!rec->recorder || push_watch(rec->push, recorder_harvest(rec->recorder),
					 recorder_loop(rec->recorder), err))
		return STATUS_FAILED;
	metrics_add_push(rec->metrics, rec->push);
	if (rec->slow) {
		slow_log_watch(rec->slow, recorder_harvest(rec->recorder));
		recorder_tell_slow(rec->recorder, slow_log_take, rec->slow);
	}
	rec->server = o->to_stdout ? NULL : server_new(rec->recorder);
	rec->group_server = rec->server && o->all.on ? group_server_new(rec->recorder, o) : NULL;
	if (rec->server && o->sampled)
		let_watch(rec, o);
	/* The recorder knows the kernel, on which it depends where a perl is probed. */
	if (rec->launch) {
		known_looks_take();
		launch_seek_perls(rec->launch);
		recorder_get_ready(rec->recorder);
		rc = launch_find_perls(rec->launch, err);
	}
	sites_plan_stubs(false); /* what is looked at later has no private copy */
	return rc ? launch_status(rc) : 0;
}

static void warn(const struct options *o, const struct invoker *who)
{
	if (o->nytprof.start == START_NO && !o->nytprof.subs)
		log_warning("with start=no and subs=0 the agent does not see calls of "
			    "DB::enable_profile: start the recording with \"nytprof-bpf ctl "
			    "start\"");
	if (!o->argc)
		return;
	profilers_warn_command(o->argv);
	caller_warn(who, o->argv);
}

int run_record(struct options *o)
{
	const char *file = o->nytprof.file ? o->nytprof.file : "nytprof.out";
	struct recording rec = {};
	struct slow_budget missed;
	struct invoker who;
	struct error err;
	int status;

	signals_ignore();
	o->to_stdout = tracer_is_one();
	if (o->to_stdout && !tracer_bind())
		return STATUS_FAILED;
	if (sandbox_begin(&err) || /* while there is nothing that a worker could have of ours */
	    invoker_find(&who, &err))
		return fail(&err, STATUS_FAILED);
	status = prepare(&rec, o, &who, file, &err);
	if (status) {
		recording_release(&rec);
		return fail(&err, status);
	}
	warn(o, &who);
	if (!o->all.on && !o->to_stdout)
		claim(o, file);
	if (o->all.on)
		status = record_all(rec.recorder, o, rec.metrics);
	else if (rec.launch)
		status = record_command(rec.recorder, o, rec.launch, rec.metrics);
	else
		status = record_pids(rec.recorder, o, rec.metrics);
	if (!o->to_stdout)
		claim_drop();
	recorder_missed_slow(rec.recorder, &missed);
	slow_log_finish(rec.slow, &missed);
	push_finish(rec.push);
	recording_release(&rec);
	return status;
}
