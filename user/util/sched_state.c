// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/sched_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static FILE *open_of(pid_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return fopen(path, "re");
}

uint64_t sched_delay_ns(pid_t pid)
{
	FILE *f = open_of(pid, "schedstat");
	uint64_t ns;

	if (!f)
		return 0;
	if (fscanf(f, "%*u %" SCNu64, &ns) != 1)
		ns = 0;
	fclose(f);
	return ns;
}

struct sched_state sched_state(pid_t pid)
{
	struct sched_state state = { .delay_ns = sched_delay_ns(pid) };
	FILE *f = open_of(pid, "status");
	char line[256], letter;

	if (!f)
		return state;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "State: %c", &letter) == 1)
			state.asleep = !strchr("RX", letter);
		else if (sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &state.sleeps) == 1)
			break;
	}
	fclose(f);
	return state;
}
