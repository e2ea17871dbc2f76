// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/pids.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "options/options.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"

/* The number in /proc/PID/status behind a word; 0: there is none. */
static pid_t number_of(pid_t pid, const char *word)
{
	char path[64], line[256];
	FILE *status __cleanup(close_file) = NULL;
	int number;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	status = fopen(path, "re");
	while (status && fgets(line, sizeof(line), status)) {
		if (!strncmp(line, word, strlen(word)) &&
		    sscanf(line + strlen(word), "%d", &number) == 1)
			return number;
	}
	return 0;
}

int pid_check(pid_t pid, struct error *err)
{
	pid_t process = number_of(pid, "Tgid:");

	if (process && process != pid)
		return error_set(err, EINVAL,
				 "%d is a thread of process %d: give the id of "
				 "the process",
				 pid, process);
	return 0;
}

const char *pids_explain(const struct options *o, struct error *why)
{
	size_t i;

	for (i = 0; i < o->pid_cnt; i++) {
		if (!process_is_alive(o->pids[i]))
			continue;
		error_set(why, EAGAIN,
			  "process %d spent the whole recording in one operation, such as a "
			  "wait: record for longer, or read /proc/%d/stack",
			  o->pids[i], o->pids[i]);
		return why->text;
	}
	return NULL;
}
