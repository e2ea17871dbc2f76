// SPDX-License-Identifier: GPL-2.0-or-later
/* The pages of --help: one of everything, and one for each command. */
#include "command/help.h"

#include <stdio.h>

/* clang-format off */

#define RECORD_USAGE \
"  nytprof-bpf [record] [OPTIONS] --pid PID[,PID...]   until Ctrl-C, --duration or its end\n" \
"  nytprof-bpf [record] [OPTIONS] -- COMMAND [ARG...]  to the command's end\n" \
"  nytprof-bpf [record] [OPTIONS] --all [FILTERS]      every perl on the host, now and later\n"
#define REPORT_USAGE \
"  nytprof-bpf report [--top=N] [FILE...]              subs and lines, in the terminal\n"
#define CTL_USAGE \
"  nytprof-bpf ctl start|stop|flush|status|reload [PID]  to a recorder that runs\n"
#define DOCTOR_USAGE \
"  nytprof-bpf doctor [--pid PID]                      what this machine and that perl allow\n"

static const char record_options[] =
"\n"
"Recording:\n"
"  -p, --pid=PID[,PID]   processes to attach to, with their children, now and later\n"
"      --no-children     without them\n"
"  -o, --file=FILE       output (nytprof.out); the first process writes FILE, another FILE.PID;\n"
"      --output=FILE     the same\n"
"  -d, --duration=TIME   stop after this long: seconds, or 500ms, 30s, 5m, 2h, 1d\n"
"      --interval=TIME   how often profiles are written while processes run (60)\n"
"      --mode=trace|subs every statement and call (trace), or every call only\n"
"      --strict          exit with status 4 when anything could not be recorded\n"
"      --listen=ADDR:PORT  metrics for Prometheus there, at /metrics; a PORT alone: for this machine\n"
"      --metrics-file=FILE  the same into a file, for node_exporter, once in an --interval\n"
"      --no-source       no source text is read or written, whatever savesrc is\n"
"      --empty-probes    for benchmarks: the probes do nothing, and nothing is recorded\n"
"      --unsafe-nops     for a perl built with nops, on Linux 6.18 to 7.1, and a program that never\n"
"                        forks: what it forks is killed (docs/perl-builds.md)\n"
"      --nytprof=A=B:C=D options in the form of the environment variable NYTPROF, which is\n"
"                        read as well; each of them also as --name=value\n";

static const char host_options[] =
"With --all, where all filters that are given must hold:\n"
"      --comm=NAME --uid=USER --exe=PATTERN            the process's name, user, executable\n"
"      --match=REGEX                                   its command line (the first 511 bytes)\n"
"      --cgroup=PATH --container=ID                    it, and those below; an id, or its begin\n"
"      --output-dir=DIR  a file for each process there (/var/lib/nytprof-bpf)\n"
"      --max-size=SIZE --keep=N  of all files, the oldest go first (1G, 10000; 0: no limit)\n"
"      --owner=root|target  whose the files are (root)\n"
"      --program-files=yes|no  does a program say where its profile goes? (no)\n"
"      --merge=unit|container  one more file for each of these, the sum of its processes\n";

static const char other_options[] =
"Options in a file, and what is said:\n"
"      --config=FILE     key = value, one a line: these options without \"--\", yes or no for\n"
"                        those without a value; the command line goes over it\n"
"      --log-level=error|warning|info|debug|debug2|debug3  which messages (info)\n"
"  -v, --verbose         debug: each perl, its probes of statements and calls, their price; what\n"
"                        becomes of processes\n"
"  -vv                   debug2: also the probes of builtins, and what libbpf warns of\n"
"  -vvv                  debug3: all that libbpf says\n"
"  -q, --quiet           error\n"
"\n"
"NYTProf's options that have an effect here: addpid addtimestamp blocks calls clock compress file\n"
"forkdepth leave log nameanonsubs nameevals savesrc slowops start stmts subs trace.\n";

static const char record_status[] =
"Exit status: 0 recorded, 1 failed, 2 usage, 3 nothing to record, 4 recorded with losses under\n"
"--strict.  Of a command that ran it is the command's own, whether anything was recorded or not.\n";

static const char report_help[] =
"Shows profiles in the terminal: where the time went, by sub and by line.\n"
"\n"
REPORT_USAGE
"\n"
"Without a FILE it is nytprof.out in the current directory.\n"
"      --top=N           how many subs and lines are shown (15)\n"
"\n"
"  nytprof-bpf report --top=5 nytprof.out\n"
"\n"
"Exit status: 0 shown, 1 a file can't be read or is no profile, 2 usage.\n";

static const char ctl_help[] =
"Talks to the recorders that run, as root.\n"
"\n"
CTL_USAGE
"\n"
"  status                what each process has recorded so far, and into which file\n"
"  flush                 writes the profiles as they are now, and goes on\n"
"  stop, start           turns the recording off, and on again\n"
"  reload                has the configuration file of --all --config read again\n"
"\n"
"PID is a process that is recorded, or the recorder.  It can be left out if one recorder runs.\n"
"\n"
"Exit status: 0 done, 1 failed, 2 usage.\n";

static const char doctor_help[] =
"Says line by line what this kernel, these rights and the perls allow.\n"
"\n"
DOCTOR_USAGE
"\n"
"Without --pid it looks at the perls on the PATH.\n"
"  -p, --pid=PID[,PID]   the processes to look at\n"
"\n"
"Exit status: 0 all is well, 1 something is not, 2 usage.\n";

static void print_record_options(void)
{
	fputs(record_options, stdout);
	fputs(host_options, stdout);
	fputs(other_options, stdout);
	fputs(record_status, stdout);
}

static void print_all(void)
{
	fputs(
"Profiles perl programs as they run, and writes NYTProf files.\n"
"\n"
RECORD_USAGE REPORT_USAGE CTL_USAGE DOCTOR_USAGE
"  nytprof-bpf --version | --help | record|report|ctl|doctor --help\n", stdout);
	print_record_options();
}

static void print_record(void)
{
	fputs(
"Records processes that run, or a command, into NYTProf files.  The word \"record\" can be left out.\n"
"\n"
RECORD_USAGE, stdout);
	print_record_options();
}

/* clang-format on */

void help_print(enum command about)
{
	switch (about) {
	case COMMAND_RECORD:
		print_record();
		return;
	case COMMAND_REPORT:
		fputs(report_help, stdout);
		return;
	case COMMAND_CTL:
		fputs(ctl_help, stdout);
		return;
	case COMMAND_DOCTOR:
		fputs(doctor_help, stdout);
		return;
	default:
		print_all();
	}
}
