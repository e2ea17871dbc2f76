/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sub that is called, by the addresses of its code and name: found once, and then known (sub.bpf.h). */
#ifndef NYTPROF_CALLEE_BPF_H
#define NYTPROF_CALLEE_BPF_H

/* Is that its name?  Then what was called may have another one. */
static __noinline bool callee_is_autoload(const struct callee *c)
{
	struct sv_head gv;
	u64 hek = c->gv;
	char name[10] = {};

	if (!(layout.CVf_NAMED && (c->flags & layout.CVf_NAMED)))
		hek = sv_read(c->gv, &gv) ? 0 : user_u64(gv.any + layout.xgv_namehek);
	user_read_str(name, sizeof(name), hek + layout.hek_key);
	return name[0] == 'A' && name[1] == 'U' && name[2] == 'T' && name[3] == 'O' &&
	       name[4] == 'L' && name[5] == 'O' && name[6] == 'A' && name[7] == 'D' && !name[8];
}

/*
 * What tells a sub from the next one that gets its addresses.  CvOUTSIDE_SEQ would not do: that of a
 * sub in a string eval becomes the eval's.
 */
static __noinline u32 callee_seq(struct shadow *sh, const struct callee *c)
{
	struct stmt_slot *slot;
	u32 at;

	if (c->flags & layout.CVf_ISXSUB)
		return (u32)c->root;
	slot = slot_find(sh, c->start, &at);
	return slot && slot_is_current(slot, sh) ? slot->seq : user_u32(c->start + layout.cop_seq);
}

/*
 * The sub's id, by the addresses of its code and name if those are known; and into work.autoload, if it is
 * an XSUB called AUTOLOAD.
 */
__noinline u32 callee_id(struct shadow *sh, const struct callee *c)
{
	u64 before = faults;
	struct known_cv known;
	struct cv_key key;
	bool xsub;
	u32 id;

	if (!sh || !c)
		return 0;
	xsub = c->flags & layout.CVf_ISXSUB;
	key = (struct cv_key){ .code = xsub ? c->cv : c->root,
			       .name = c->gv,
			       .interp = sh->id,
			       .seq = callee_seq(sh, c) };

	/* A BEGIN may have no COP; the next one can have its addresses, but not its line. */
	if (sh->at.curcop == sh->base + layout.Icompiling)
		key.seq += user_u32(sh->at.curcop + layout.cop_line) << 8;
	if (!faulted_since(before) && lru_copy(&cvs, &key, &known)) {
		id = known.id;
	} else {
		id = sub_intern(sh->id, c->cv);
		if (id && xsub && callee_is_autoload(c))
			id |= XSUB_AUTOLOAD;
		if (faulted_since(before))
			id = 0;
		known = (struct known_cv){ .check = LRU_CHECK(&key), .id = id };
		if (id)
			bpf_map_update_elem(&cvs, &key, &known, BPF_ANY);
	}
	sh->work.autoload = xsub && (id & XSUB_AUTOLOAD);
	return xsub ? id & ~XSUB_AUTOLOAD : id;
}

#endif
