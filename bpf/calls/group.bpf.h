/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls of some subs are told apart by the value of an argument: each value makes a sub of its own, with
 * the value behind its name. So all that is known of subs is known of these.
 *
 * Of an interpreter so many different values are kept; the others are one. Only the outermost call of a
 * sub is told apart, so that its inclusive time has all that it calls.
 */
#ifndef NYTPROF_CALLS_GROUP_BPF_H
#define NYTPROF_CALLS_GROUP_BPF_H

#include "nytprof/frames.h"
#include "nytprof/group_names.h"
#include "nytprof/names.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/memory.bpf.h"
#include "names/string.bpf.h"
#include "names/sub.bpf.h"

/* The string in the scratch becomes this one; with a NUL, of 16 bytes in all. */
static __always_inline void group_put(struct scratch *s, const char *text16, u32 len)
{
	__builtin_memset(s->buf, 0, 24);
	__builtin_memcpy(s->buf, text16, 16);
	s->len = len;
	s->flags = 0;
	scratch_hash(s, len);
}

#define GROUP_PUT(s, text) group_put((s), text "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof(text) - 1)

/*
 * The SV of the argument, at the first statement, which has not taken anything from @_ yet. That is the
 * first entry of PL_curpad (perl's pad.c, 5.14 to 5.42). 0: there is none.
 */
static __always_inline u64 group_argument(const struct shadow *sh)
{
	struct sv_head args;
	s64 last;

	if (sv_read(user_u64(user_u64(sh->base + layout.Icurpad)), &args) ||
	    sv_type(&args) != layout.SVt_PVAV)
		return 0;
	last = (s64)user_u64(args.any + layout.xav_fill);
	if (last < (s64)settings.group_arg - 1)
		return 0;
	return user_u64(args.u + 8 * (u64)(settings.group_arg - 1));
}

/* Reads the value into the scratch. */
static __noinline int group_read(struct shadow *sh)
{
	u32 interp = sh->id, len;
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	u64 arg = group_argument(sh);
	struct sv_head sv;

	if (!s)
		return -1;
	if (!arg) {
		GROUP_PUT(s, "none");
		return 0;
	}
	if (sv_read(arg, &sv))
		return -1;
	if (!(sv.flags & layout.SVf_POK)) {
		if (sv.flags & (layout.SVf_IOK | layout.SVf_NOK | layout.SVf_ROK))
			GROUP_PUT(s, "no string");
		else
			GROUP_PUT(s, "undef");
		return 0;
	}
	len = user_u32(sv.any + layout.xpv_cur);
	if (!len) {
		GROUP_PUT(s, "empty");
		return 0;
	}
	return string_read(interp, sv.u, len > GROUP_VALUE_MAX ? GROUP_VALUE_MAX : len,
			   sv.flags & layout.SVf_UTF8 ? STRING_UTF8 : 0);
}

/* Is the string in the scratch known? */
static __always_inline bool group_value_is_known(struct scratch *s)
{
	struct storing st = { .s = s, .id = hash_id(s->hash[0]), .len = s->len };

	bpf_loop(STRING_PROBES, string_probe, &st, CALLED);
	return st.end == STORING_FOUND;
}

/* The id of the value. 0: it can't be stored. */
static __noinline u32 group_value(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);

	if (!s)
		return 0;
	if (!group_value_is_known(s) && s->group_values++ >= GROUP_VALUES)
		GROUP_PUT(s, "others");
	return string_place(interp);
}

static __noinline u32 group_sub(u32 interp, u32 callee, u32 arg)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	const struct sub *sub = bpf_map_lookup_elem(&subs, &callee);

	if (!s || !sub)
		return 0;
	s->work.sub = *sub;
	s->work.sub.arg = arg;
	return sub_find_or_store(interp, &s->work.sub);
}

/* The call that the frame describes begins, and is the innermost one. */
static __noinline int group_call(struct shadow *sh, struct frame *f)
{
	u32 callee = f->callee, arg;
	const struct sub *sub = bpf_map_lookup_elem(&subs, &callee);

	if (!sub || !(sub->flags & SUB_GROUPED) || group_read(sh))
		return 0;
	arg = group_value(sh->id);
	if (arg)
		f->callee = group_sub(sh->id, callee, arg) ?: callee;
	return 0;
}

#endif
