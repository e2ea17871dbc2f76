// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/places.h"

#include <errno.h>
#include <stdbool.h>

#include "attach/calibrate.h"
#include "attach/links.h"
#include "attach/programs.h"
#include "nytprof/sites.h"

static enum place_group group_of(enum site_id site, bool sessions)
{
	switch (site) {
	case SITE_NEXTSTATE:
	case SITE_DBSTATE:
		return PLACES_STATEMENTS;
	case SITE_ACCEPT_RET:
	case SITE_SLOWOP_RET:
		return PLACES_RETURNS;
	case SITE_SLOWOP:
		return sessions ? PLACES_SESSIONS : PLACES_CALLS;
	default:
		return PLACES_CALLS;
	}
}

static uint64_t probe_cookie(const struct probe *p, uint64_t ns)
{
	return p->vaddr | (uint64_t)p->site << COOKIE_SITE_SHIFT |
	       (uint64_t)p->reg << COOKIE_REG_SHIFT | (uint64_t)p->cv_reg << COOKIE_CV_SHIFT |
	       (ns < COOKIE_NS_MAX ? ns : COOKIE_NS_MAX) << COOKIE_NS_SHIFT;
}

static int add_site(struct places *places, const struct perl_image *image,
		    const struct kernel *kernel, enum site_id site)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->site != site)
			continue;
		if (p->vaddr >> COOKIE_VADDR_BITS)
			return -ENOTSUP;
		places->cookies[places->cnt] = probe_cookie(p, kernel->trap_ns[p->price]);
		places->offsets[places->cnt++] = p->offset;
	}
	return 0;
}

int places_collect(struct places *places, const struct programs *programs,
		   const struct perl_image *image, const struct kernel *kernel,
		   enum place_group group)
{
	/*
	 * The ways out before the ways in: what is entered is never missed at its end. The kernel
	 * sets the probes of a link in their order (kernel/trace/bpf_trace.c,
	 * bpf_uprobe_multi_link_attach, 6.18).
	 */
	static const enum site_id order[] = {
		SITE_FREE,	SITE_LEX,	 SITE_SLOWOP_RET, SITE_SLOWOP,	  SITE_ACCEPT_RET,
		SITE_ACCEPT,	SITE_NEWSUB,	 SITE_SUBPARSE,	  SITE_LEAVE,	  SITE_LEAVETRY,
		SITE_LEAVEEVAL, SITE_LEAVEWRITE, SITE_DIE,	  SITE_ENTEREVAL, SITE_DOUNWIND,
		SITE_XSUB_RET,	SITE_LEAVESUB,	 SITE_LEAVESUBLV, SITE_RETURN,	  SITE_GOTO,
		SITE_CROAK,	SITE_XSUB,	 SITE_ENTERSUB,	  SITE_DBSTATE,	  SITE_NEXTSTATE,
	};
	size_t i;
	int rc = 0;

	places->cnt = 0;
	places->program = NULL;
	for (i = 0; i < sizeof(order) / sizeof(order[0]) && !rc; i++) {
		if (!programs->used[order[i]] || group_of(order[i], programs->sessions) != group)
			continue;
		places->program = &programs->at[order[i]];
		rc = add_site(places, image, kernel, order[i]);
	}
	return rc;
}

void places_specify(const struct places *places, enum place_group group, struct link_spec *spec)
{
	static const char *const names[PLACE_GROUPS] = {
		[PLACES_RETURNS] = "the returns of builtins",
		[PLACES_SESSIONS] = "builtins",
		[PLACES_CALLS] = "calls and blocks",
		[PLACES_STATEMENTS] = "statements",
	};

	spec->name = names[group];
	spec->offsets = places->offsets;
	spec->cookies = places->cookies;
	spec->cnt = places->cnt;
	spec->at_return = group == PLACES_RETURNS;
	spec->session = group == PLACES_SESSIONS;
}
