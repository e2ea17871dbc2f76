// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/sched_times.h"

#include <inttypes.h>
#include <stdio.h>

struct sched_times sched_times(pid_t pid)
{
	struct sched_times times;
	char path[64];
	FILE *f;
	int cnt;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return (struct sched_times){ 0 };
	cnt = fscanf(f, "%" SCNu64 " %" SCNu64, &times.ran_ns, &times.delay_ns);
	fclose(f);
	return cnt == 2 ? times : (struct sched_times){ 0 };
}
