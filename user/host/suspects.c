// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/suspects.h"

#include <stdbool.h>
#include <stddef.h>

#include "host/exec_files.h"
#include "probes/probes.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"

struct suspect {
	const struct exec_files *files;
	struct probes *probes;
	const struct known_file *coming; /* will be probed at once */
	pid_t pid;
	bool coro;
	bool perl;
};

/* The mappings of a process come one after the other. */
static void look_at(const struct mapped_file *file, void *arg)
{
	struct suspect *s = arg;
	const struct known_file *k = exec_files_find(s->files, file);

	if (file->pid != s->pid)
		s->coro = s->perl = false;
	s->pid = file->pid;
	if (s->coro && s->perl)
		return; /* that was told */
	s->coro |= mapped_file_is_coro(file);
	s->perl |= k && (k == s->coming || k->state == FILE_ATTACHED);
	if (s->coro && s->perl)
		probes_spare_returns(s->probes, file->pid);
}

void suspects_spare(const struct exec_files *files, struct probes *a, pid_t pid)
{
	struct suspect s = { .files = files, .probes = a };

	maps_each(&pid, 1, true, look_at, &s);
}

void suspects_spare_all(const struct exec_files *files, struct probes *a,
			const struct known_file *coming)
{
	struct suspect s = { .files = files, .probes = a, .coming = coming };
	size_t cnt;
	pid_t *pids __cleanup(free_ptr) = processes_list(&cnt);

	maps_each(pids, cnt, true, look_at, &s);
}
