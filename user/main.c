// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf: reads the command line, picks what to do. */
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/directory.h"
#include "command/help.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "sandbox/sandbox.h"
#include "session/renewal.h"
#include "util/error.h"
#include "util/fds.h"
#include "text/plain.h"
#include "util/signals.h"
#include "version.h"

/* What libbpf warns of (a program that the verifier refuses, say) is for -vv, the rest for -vvv. */
static int print_libbpf(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	log_verbose_lines(level <= LIBBPF_WARN ? LOG_LEVEL_PROBES : LOG_LEVEL_ALL, fmt, ap);
	return 0;
}

static int run(struct options *o)
{
	switch (o->command) {
	case COMMAND_RECORD:
		return run_record(o);
	case COMMAND_REPORT:
		return directory_run(o, run_report);
	case COMMAND_LIST:
		return run_list(o);
	case COMMAND_EXPORT:
		return directory_run(o, run_export);
	case COMMAND_MERGE:
		return directory_run(o, run_merge);
	case COMMAND_VERIFY:
		return run_verify(o);
	case COMMAND_DIFF:
		return run_diff(o);
	case COMMAND_CTL:
		return run_ctl(o);
	case COMMAND_DUMP:
		return run_dump(o);
	case COMMAND_TOP:
		return o->service ? run_watch(o) : run_top(o);
	case COMMAND_DOCTOR:
		return run_doctor(o);
	case COMMAND_HELP:
		help_print(o->about);
		return STATUS_DONE;
	case COMMAND_VERSION:
		printf("nytprof-bpf %s\n", NYTPROF_VERSION);
		return STATUS_DONE;
	case COMMAND_NONE:
		break;
	}
	return STATUS_USAGE;
}

int main(int argc, char **argv)
{
	struct options options;
	struct error err;
	int status;

	fds_fill_standard();
	signals_note();
	log_begin();
	/* Files and targets have a say in most of what is printed; log.c does the same for stderr. */
	stdout = plain_open(stdout) ?: stdout;
	if (options_parse(&options, argc, argv, getenv("NYTPROF"), &err)) {
		log_error("%s (see nytprof-bpf --help)", err.text);
		options_release(&options);
		log_end();
		return STATUS_USAGE;
	}
	log_set_level(options_log_level(&options));
	libbpf_set_print(print_libbpf);
	if (options.nytprof.log && log_set_file(options.nytprof.log))
		log_warning("can't write log=%s: %s", options.nytprof.log, strerror(errno));
	nytprof_options_explain(&options.nytprof);
	status = run(&options);
	sandbox_end();
	log_end();
	if (status == STATUS_AGAIN) {
		renewal_exec(argv);
		status = STATUS_FAILED;
	}
	options_release(&options);
	return status;
}
