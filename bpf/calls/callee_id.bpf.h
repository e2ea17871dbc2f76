/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sub that is called, by the addresses of its code and name: found once, and then known
 * (names/sub.bpf.h).
 */
#ifndef NYTPROF_CALLS_CALLEE_ID_BPF_H
#define NYTPROF_CALLS_CALLEE_ID_BPF_H

#include "nytprof/caches.h"
#include "nytprof/counts.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/package.bpf.h"
#include "names/sub.bpf.h"
#include "stmts/slot.bpf.h"

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

/* Perl's own hash of a name (hv.h, struct hek: before its length, 5.14 to 5.42). */
static __always_inline u32 hek_hash(u64 hek)
{
	return hek ? user_u32(hek + layout.hek_len - 4) : 0;
}

/* A hash of the name and of its package's: the next name can have the addresses of both. */
static __noinline u32 callee_names(const struct callee *c)
{
	u64 gv[2]; /* xgv_namehek, xgv_stash */
	struct sv_head sv;

	if (layout.CVf_NAMED && (c->flags & layout.CVf_NAMED))
		return hek_hash(c->gv);
	if (sv_read(c->gv, &sv) || user_read(gv, sizeof(gv), sv.any + layout.xgv_namehek))
		return 0;
	return (u32)hash_pair(hek_hash(gv[0]), hek_hash(stash_hek(gv[1], &sv)));
}

/* The seq of the statement that it begins with; false: there is none. */
static __always_inline bool callee_seq(struct shadow *sh, const struct callee *c, u32 *seq)
{
	struct stmt_slot *slot;
	u32 at;

	slot = slot_find(sh, c->start, &at);
	if (slot && slot_is_current(slot, sh)) {
		*seq = slot->seq;
		return true;
	}
	*seq = user_u32(c->start + layout.cop_seq);
	return op_is_cop(c->start);
}

/*
 * What tells a sub from the next one that gets its addresses.  The lower half is the seq of its
 * first statement: CvOUTSIDE_SEQ would not do, as that of a sub in a string eval becomes the
 * eval's.  The upper half is its name, which takes up to eight reads: so only where the name can go
 * while the code stays, and where there is no statement.
 */
static __noinline u64 callee_identity(struct shadow *sh, const struct callee *c)
{
	bool named = c->own_name;
	u32 seq = (u32)c->root;

	if (!(c->flags & layout.CVf_ISXSUB) && !callee_seq(sh, c, &seq))
		named = true;
	return (named ? (u64)callee_names(c) << 32 : 0) | seq;
}

/*
 * The sub's id, by the addresses of its code and name if those are known; and into work.autoload,
 * if it is an XSUB called AUTOLOAD.
 */
__noinline u32 callee_id(struct shadow *sh, const struct callee *c)
{
	u64 before = faults;
	struct known_cv known;
	struct cv_key key;
	bool xsub;
	u64 own;
	u32 id;

	if (!sh || !c)
		return 0;
	xsub = c->flags & layout.CVf_ISXSUB;
	own = callee_identity(sh, c);
	key = (struct cv_key){ .code = xsub ? c->cv : c->root,
			       .name = c->gv + (own >> 32 << 32),
			       .interp = sh->id,
			       .seq = (u32)own };

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
