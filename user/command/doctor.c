// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf doctor: what this kernel, these rights and this perl allow, line by line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "attach/calibrate.h"
#include "attach/features.h"
#include "attach/object.h"
#include "command/command.h"
#include "log/exit_status.h"
#include "options/options.h"
#include "perl/perl_image.h"
#include "rights/limits.h"
#include "rights/rights.h"
#include "session/known_kernel.h"
#include "session/pids.h"
#include "target/find.h"
#include "target/process.h"
#include "target/shadow_stack.h"
#include "util/error.h"
#include "text/plain.h"

static void print_line(const char *verdict, const char *what, const char *text)
{
	printf("%-4s %-10s ", verdict, what);
	plain_print(text, stdout); /* the paths in it are the target's choice */
	putchar('\n');
}

static void say(bool good, const char *what, const char *text)
{
	print_line(good ? "ok" : "FAIL", what, text);
}

/* What of BPF there is, and what it is for. */
static bool check_features(void)
{
	const struct feature *f;
	struct error err;
	char text[256];
	size_t i;

	for (i = 0; (f = feature_needed(i)); i++) {
		bool works = feature_works(i);

		snprintf(text, sizeof(text), "%s: %s", f->name, f->use);
		if (!works)
			snprintf(text, sizeof(text), "no %s (Linux %s): %s", f->name, f->since,
				 f->use);
		say(works, "feature", text);
	}
	if (!features_check(&err))
		return true;
	say(false, "kernel", err.text);
	return false;
}

/* No failure: not every recording needs it. */
static void note_rights(const char *text)
{
	print_line("note", "rights", text);
}

static void say_links(const struct kernel *kernel)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "%s; a hit costs %u ns, or %u ns where the kernel "
		 "single-steps the instruction",
		 kernel->links == LINK_MULTI ?
			 "multi-uprobe links" :
			 "perf events, with two open files for each probe (multi-uprobe links "
			 "need Linux 6.6)",
		 kernel->trap_ns[PRICE_TRAP], kernel->trap_ns[PRICE_STEP]);
	say(true, "uprobes", text);
	if (kernel->multi_misses_threads)
		say(true, "threads",
		    "multi-uprobe links are not used: on this kernel they miss a process's "
		    "other threads");
	if (kernel->returns_kill)
		say(true, "returns",
		    "the ends of builtins are not probed: this kernel's return probes kill "
		    "programs that have a seccomp filter");
	else if (kernel->sessions)
		say(true, "sessions",
		    "with --all, the ends of builtins are probed in every process that does "
		    "not load Coro");
	else
		say(true, "sessions",
		    "none (they need Linux 6.13): with --all, a filter or one process that "
		    "loads Coro ends the probing of builtins' ends in all processes");
}

static void say_shadow_stacks(void)
{
	if (shadow_stack_can_break())
		say(true, "shadow",
		    shadow_stack_owner() ?
			    "a process has a shadow stack, which this kernel corrupts at a "
			    "probed call instruction: none is probed, and more XSUBs end at "
			    "a single-stepped probe" :
			    "no process has a shadow stack; a process that gets one during "
			    "the recording can be killed (before Linux 7.2)");
}

static bool check_kernel(struct kernel *kernel)
{
	struct utsname uts;
	struct error err;

	uname(&uts);
	say(true, "kernel", uts.release);
	if (check_rights(&err)) {
		say(false, "rights", err.text);
		return false;
	}
	say(true, "rights", "the agent can load BPF programs and read processes");
	if (limits_raise(&err)) {
		say(false, "limits", err.text);
		return false;
	}
	rights_each_lacking(note_rights);
	if (!check_features())
		return false;
	if (known_kernel_measure(kernel, &err)) {
		say(false, "uprobes", err.text);
		return false;
	}
	say_links(kernel);
	say_shadow_stacks();
	return true;
}

/* Loads the programs for a perl, as a recording would. */
static bool check_image(const struct perl_image *image, const struct kernel *kernel)
{
	const struct perl_build *b = &image->build;
	const struct object_config config = { .want_stmts = true,
					      .want_calls = true,
					      .forkdepth = -1 };
	struct object *object;
	struct error err;
	char text[4400];
	unsigned dear = 0;
	size_t i;

	for (i = 0; i < image->probe_cnt; i++)
		dear += image->probes[i].price == PRICE_STEP;
	object = object_new(NULL, image, kernel, &config, NULL, &err);
	if (!object) {
		say(false, "perl", err.text);
		return false;
	}
	object_free(object);
	snprintf(text, sizeof(text), "%s: %u.%u.%u, layout %s%s, %zu probes, %u of them stepped",
		 image->path, b->revision, b->version, b->subversion,
		 perl_is_derived(image) ? "derived from " : "", image->row->name, image->probe_cnt,
		 dear);
	say(true, "perl", text);
	return true;
}

static bool check_process_perls(pid_t pid, const struct kernel *kernel)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	const char *profiler;
	struct error err;
	int cnt = pid_check(pid, &err) ?: process_perls(pid, NULL, perls, &err), i;
	bool good = cnt > 0;

	if (cnt < 0) {
		say(false, "process", err.text);
		return false;
	}
	for (i = 0; i < cnt; i++) {
		good = check_image(perls[i], kernel) && good;
		perl_image_free(perls[i]);
	}
	profiler = process_profiler(pid);
	if (profiler)
		say(false, "profiler", profiler);
	return good;
}

static bool check_path_perls(const struct kernel *kernel)
{
	struct found_perls found;
	struct error err;
	char *perl = find_command("perl", getenv("PATH")), *none[] = { NULL };
	bool good = true;
	size_t i;

	if (!perl || find_perls(&found, perl, none, getenv("PATH"), &err)) {
		say(false, "perl", perl ? err.text : "there is no perl on the PATH");
		free(perl);
		return false;
	}
	for (i = 0; i < found.image_cnt; i++)
		good = check_image(found.images[i], kernel) && good;
	found_perls_release(&found);
	free(perl);
	return good;
}

int run_doctor(const struct options *o)
{
	struct kernel kernel;
	bool good = check_kernel(&kernel);
	size_t i;

	if (!good)
		return STATUS_FAILED;
	for (i = 0; i < o->pid_cnt; i++)
		good = check_process_perls(o->pids[i], &kernel) && good;
	if (!o->pid_cnt)
		good = check_path_perls(&kernel);
	return good ? STATUS_DONE : STATUS_FAILED;
}
