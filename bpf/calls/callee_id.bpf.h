/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The id of the called sub. It is found once, and then known by the addresses of its code and name
 * (names/sub.bpf.h).
 */
#ifndef NYTPROF_CALLS_CALLEE_ID_BPF_H
#define NYTPROF_CALLS_CALLEE_ID_BPF_H

#include "nytprof/caches.h"
#include "nytprof/counts.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/front.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/package.bpf.h"
#include "names/sub.bpf.h"
#include "stmts/slot.bpf.h"

/* Is this the name AUTOLOAD? Then the call may have been made by another name. */
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

/* Perl's own hash of a name, which is before its length (hv.h, struct hek, 5.14 to 5.42). */
static __always_inline u32 hek_hash(u64 hek)
{
	return hek ? user_u32(hek + layout.hek_len - 4) : 0;
}

/* A hash of the sub's and the package's name. Other names can get the addresses of both later. */
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

/* The seq of the statement that the sub begins with. False: it has none. */
static __always_inline bool callee_seq(struct shadow *sh, const struct callee *c, u32 *seq)
{
	struct stmt_slot *slot;
	u32 at;

	/* Without probes there are no slots, and to see that takes two misses of the cache. */
	slot = settings.sample_ns ? NULL : slot_find(sh, c->start, &at);
	if (slot && slot_is_current(slot, sh)) {
		*seq = slot->seq;
		return true;
	}
	*seq = user_u32(c->start + layout.cop_seq);
	return op_is_cop(c->start);
}

/*
 * What distinguishes a sub from a later one at the same addresses. The lower half is the seq of its
 * first statement. CvOUTSIDE_SEQ does not serve: for a sub in a string eval it becomes the eval's.
 * The upper half is a hash of its name, which takes up to eight reads. So it is only used where the
 * name can change while the code stays, and where there is no statement.
 */
static __noinline u64 callee_identity(struct shadow *sh, const struct callee *c)
{
	bool named = c->own_name;
	u32 seq = (u32)c->root;

	if (!(c->flags & layout.CVf_ISXSUB) && !callee_seq(sh, c, &seq))
		named = true;
	return (named ? (u64)callee_names(c) << 32 : 0) | seq;
}

/* The id that the cache has for this key; 0: none. */
static __always_inline u32 known_id(const struct cv_key *key)
{
	const struct front_key *front = (const struct front_key *)key;
	struct known_cv known;
	u64 id;

	if (front_get(&front_cvs, front, &id))
		return (u32)id;
	if (!lru_copy(&cvs, key, &known))
		return 0;
	front_put(&front_cvs, front, known.id);
	return known.id;
}

/*
 * The sub's id, from the cache if its addresses are known. Sets work.autoload if it is an XSUB
 * called AUTOLOAD.
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

	/*
	 * A BEGIN block may have no COP. The next one can have the same addresses, but has another
	 * line.
	 */
	if (sh->at.curcop == sh->base + layout.Icompiling)
		key.seq += user_u32(sh->at.curcop + layout.cop_line) << 8;
	id = faulted_since(before) ? 0 : known_id(&key);
	if (!id) {
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
