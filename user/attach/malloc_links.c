// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/malloc_links.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>

#include "attach/calibrate.h"
#include "nytprof/group_names.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "util/error.h"
#include "nytprof.skel.h"

void malloc_links_choose(struct nytprof_bpf *part, const struct kernel *kernel, bool wanted,
			 bool first)
{
	bpf_program__set_autoload(part->progs.malloc_enter, wanted && !kernel->sessions);
	bpf_program__set_autoload(part->progs.malloc_leave, wanted && !kernel->sessions);
	bpf_program__set_autoload(part->progs.malloc_session, wanted && kernel->sessions);
	bpf_program__set_autoload(part->progs.malloc_free, wanted);
	if (wanted || !first)
		return;
	bpf_map__set_max_entries(part->maps.malloc_lives, 1);
	bpf_map__set_max_entries(part->maps.malloc_places, 1);
	bpf_map__set_max_entries(part->maps.malloc_calls, 1);
}

static int add(struct malloc_links *l, const struct kernel *kernel, const struct bpf_program *prog,
	       const struct link_spec *spec, struct error *err)
{
	const struct program program = { .fd = bpf_program__fd(prog), .prog = prog };
	struct link **more = reallocarray(l->all, l->cnt + 1, sizeof(struct link *));

	if (!more)
		return error_set(err, ENOMEM, "out of memory");
	l->all = more;
	more[l->cnt] = link_new(&program, kernel->links, spec, err);
	if (!more[l->cnt])
		return -errno;
	l->cnt++;
	return 0;
}

/* Two names of one function have one probe. Returns how many there are. */
static size_t list_places(const uint64_t offsets[MALLOC_FUNCTIONS], uint64_t trap_ns,
			  uint64_t *places, uint64_t *cookies)
{
	size_t cnt = 0, i;
	uint64_t function;

	for (function = 0; function < MALLOC_FREE; function++) {
		for (i = 0; i < cnt && places[i] != offsets[function]; i++)
			;
		if (!offsets[function] || i < cnt)
			continue;
		places[cnt] = offsets[function];
		cookies[cnt++] = function | trap_ns << MALLOC_COOKIE_SHIFT;
	}
	return cnt;
}

/* Ends first, and what frees before what allocates: nothing is followed whose end would be missed. */
int malloc_links_add(struct malloc_links *l, const struct nytprof_bpf *part,
		     const struct kernel *kernel, int file, pid_t pid,
		     const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err)
{
	const uint64_t trap_ns = kernel->trap_ns[PRICE_TRAP];
	uint64_t free_cookie = MALLOC_FREE | trap_ns << MALLOC_COOKIE_SHIFT;
	uint64_t places[MALLOC_FREE], cookies[MALLOC_FREE], leave[MALLOC_FREE];
	const size_t cnt = list_places(offsets, trap_ns, places, cookies);
	const struct link_spec frees = { .name = "free()",
					 .file = file,
					 .offsets = &offsets[MALLOC_FREE],
					 .cookies = &free_cookie,
					 .cnt = 1,
					 .pid = pid };
	struct link_spec spec = {
		.name = "malloc()", .file = file, .offsets = places, .cnt = cnt, .pid = pid
	};
	int rc = add(l, kernel, part->progs.malloc_free, &frees, err);

	if (!rc && !kernel->sessions) {
		list_places(offsets, kernel->trap_ns[PRICE_RETURN], places, leave);
		spec.cookies = leave;
		spec.at_return = true;
		rc = add(l, kernel, part->progs.malloc_leave, &spec, err);
	}
	spec.cookies = cookies;
	spec.at_return = false;
	spec.session = kernel->sessions;
	rc = rc	   ?:
		     add(l, kernel,
			 kernel->sessions ? part->progs.malloc_session : part->progs.malloc_enter,
			 &spec, err);
	if (rc)
		malloc_links_drop(l, pid);
	return rc;
}

void malloc_links_drop(struct malloc_links *l, pid_t pid)
{
	size_t kept = 0, i;

	for (i = 0; i < l->cnt; i++) {
		struct link *link = l->all[i];

		if (pid && link_pid(link) != pid) {
			l->all[i] = l->all[kept];
			l->all[kept++] = link;
		}
	}
	links_free(l->all + kept, l->cnt - kept);
	l->cnt = kept;
	if (!kept) {
		free(l->all);
		l->all = NULL;
	}
}
