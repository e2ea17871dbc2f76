/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Uprobe links of the best kind that the kernel has: multi-uprobe links (6.6), or else perf events.
 * The agent tries them, and does not trust version numbers.
 */
#ifndef NYTPROF_LINKS_H
#define NYTPROF_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct bpf_program;
struct error;
struct link;

enum link_kind {
	LINK_PERF, /* a perf event per probe */
	LINK_MULTI, /* one link for all places of a program */
};

/* A loaded program. */
struct program {
	int fd;
	const struct bpf_program *prog; /* may be NULL with LINK_MULTI */
};

/* Where a program is to run. */
struct link_spec {
	const char *name; /* of the place, for messages */
	int file; /* an open file of the inode to probe */
	const uint64_t *offsets; /* in it */
	const uint64_t *cookies; /* bpf_get_attach_cookie() for each; NULL: none */
	size_t cnt;
	const void *owner; /* for link_owner */
	pid_t pid; /* this process only; 0: every process that maps the inode */
	bool at_return;
	bool session; /* LINK_MULTI: at the entry; if the program returns 0, at the return, too */
};

/* Prepares a program for this kind of link. To be called before it is loaded. */
void link_prepare(struct bpf_program *prog, enum link_kind kind);

/* The same for a program that is linked as a session. */
void link_prepare_session(struct bpf_program *prog);

/* NULL with errno and err set. */
struct link *link_new(const struct program *prog, enum link_kind kind, const struct link_spec *spec,
		      struct error *err);
void link_free(struct link *link);
pid_t link_pid(const struct link *link); /* of its link_spec, */
const void *link_owner(const struct link *link); /* likewise, */
bool link_at_return(const struct link *link); /* likewise */

/*
 * Forks a process that has all links open, and nothing else. Links that it has, too, are freed at once
 * elsewhere; who frees them last waits. Returns as fork(2).
 */
pid_t links_fork(void);

/*
 * Frees several links; entries may be NULL. Freeing a link waits some 50 ms, until its program no
 * longer runs; these waits run side by side.
 */
void links_free(struct link **links, size_t cnt);

/*
 * In a fork of the agent: closes its copies of the links. So the probes end with the agent's own
 * links, whatever the fork is doing.
 */
void links_close_in_child(void);

#endif
