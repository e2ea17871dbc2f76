/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The exit statuses of all commands, as nytprof-bpf(1) states them. */
#ifndef NYTPROF_EXIT_STATUS_H
#define NYTPROF_EXIT_STATUS_H

enum exit_status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_NOTHING = 3,
	STATUS_LOSSES = 4,
	STATUS_NOT_EXECUTABLE = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_AGAIN = 256, /* no exit status: it is to be run once more, see renewal.h */
};

#endif
