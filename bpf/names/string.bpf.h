/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names met for the first time: strings and files (sub.bpf.h: subs).  The rare path: an event
 * comes here only when the address caches do not know the COP or CV.
 *
 * An id is a hash of what it stands for, and the entry under it says what that
 * is, so that a second name with the same hash takes the next id.  User space
 * pulls what it needs by id (user/tracee/names.c).
 *
 * string_intern, file_intern, sub_intern, and callee_id, callee_of_cv, callee_resolve and costs_of elsewhere, are
 * global functions on purpose: the verifier checks those once in a program, and not again for each caller (all
 * programs together 1.2 million instructions with them static, 0.5 million so).  What only string_intern calls is
 * inlined, as no more than eight frames of functions may be open (kernel: MAX_CALL_FRAMES).
 */
#ifndef NYTPROF_INTERN_BPF_H
#define NYTPROF_INTERN_BPF_H

#include "node_hash.h"
#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/cwd.bpf.h"
#include "state/budget.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/cost.bpf.h"

/* The id that a hash asks for; the callers count on from there. */
static __always_inline u32 hash_id(u64 hash)
{
	u32 id = (u32)(hash >> 16) & ~FILE_EVAL;

	return id < ID_FIRST ? id + ID_FIRST : id;
}

struct hashing {
	struct scratch *s;
	u64 h1;
	u64 h2;
};

static int scratch_hash_word(u32 i, void *arg)
{
	struct hashing *h = arg;
	u64 word;

	if (i >= STRING_MAX / 8)
		return 1;
	word = *(u64 *)(h->s->buf + i * 8);
	h->h1 = (h->h1 ^ word) * HASH_K1;
	h->h1 ^= h->h1 >> 29;
	h->h2 = (h->h2 + word) * HASH_K2;
	h->h2 ^= h->h2 >> 31;
	return 0;
}

/* Over the len bytes of the buffer, behind which there are zeros. */
static __always_inline void scratch_hash(struct scratch *s, u32 len)
{
	struct hashing h = { .s = s, .h1 = len, .h2 = s->flags };

	bpf_loop((len + 7) / 8, scratch_hash_word, &h, 0);
	s->hash[0] = hash_mix(h.h1);
	s->hash[1] = hash_mix(h.h2);
}

enum storing_end {
	STORING_ON,
	STORING_FREE,
	STORING_FOUND,
	STORING_FAILED,
	STORING_REFUSED
};

/* A string in the scratch, and the id that is tried for it.  One structure for both loops, as the stack is short. */
struct storing {
	struct scratch *s;
	u32 id;
	u32 len;
	u32 interp; /* whose user is charged */
	enum storing_end end;
};

/* Part i + 1 of a string; the head is part 0. */
static int string_store_part(u32 i, void *arg)
{
	struct storing *st = arg;
	u32 off = sizeof(((struct string_head *)0)->data) + i * STRING_PART;
	struct string_key key = { .id = st->id, .part = i + 1 };

	if (off > STRING_MAX || off >= st->len)
		return 1;
	if (bpf_map_update_elem(&strings, &key, st->s->buf + off, BPF_ANY))
		st->end = STORING_FAILED;
	return st->end == STORING_FAILED;
}

/* Stores the parts behind the head, then the head: who finds a head finds all. */
static __always_inline long string_store(struct storing *st)
{
	struct string_key key = { .id = st->id };
	struct usage *u = usage_of(USAGE_ADDED);
	u32 item = st->s->flags & STRING_SOURCE ? BUDGET_SOURCE : BUDGET_NAMES;

	if (!budget_take_for(st->interp, item, 1 + st->len / STRING_PART)) {
		st->end = STORING_REFUSED;
		return -1;
	}
	if (st->len > sizeof(((struct string_head *)0)->data))
		bpf_loop(STRING_MAX / STRING_PART, string_store_part, st, 0);
	if (st->end == STORING_FAILED || bpf_map_update_elem(&strings, &key, st->s, BPF_NOEXIST))
		return -1;
	if (u)
		__sync_fetch_and_add(&u->string_parts, 1 + st->len / STRING_PART);
	return 0;
}

static int string_probe(u32 i, void *arg)
{
	struct storing *st = arg;
	struct string_key key = { .id = st->id };
	struct string_part *part = bpf_map_lookup_elem(&strings, &key);

	if (!part)
		st->end = STORING_FREE;
	else if (part->head.hash[0] == st->s->hash[0] && part->head.hash[1] == st->s->hash[1])
		st->end = STORING_FOUND;
	else
		st->id++;
	return st->end != STORING_ON;
}

/*
 * By bpf_loop, since the verifier follows each turn of another loop on each way that leads here: that
 * took it three times as long.
 */
static __always_inline u32 string_find_or_store(struct scratch *s, u32 interp, u32 len)
{
	struct storing st = { .s = s, .id = hash_id(s->hash[0]), .len = len, .interp = interp };

	bpf_loop(STRING_PROBES, string_probe, &st, 0);
	if (st.end == STORING_FREE) {
		if (!string_store(&st))
			return st.id;
		if (st.end == STORING_REFUSED) {
			loss_count(interp, LOSS_BUDGET);
			return 0;
		}
		/* Another CPU may have been first. */
		st.end = STORING_ON;
		bpf_loop(STRING_PROBES, string_probe, &st, 0);
	}
	if (st.end == STORING_FOUND)
		return st.id;
	loss_count(interp, LOSS_STRINGS);
	return 0;
}

/*
 * The id of the string of len bytes at addr; of one that ends with a NUL if len is 0.
 * 0 if it can't be read or stored.  Its hash is in the interpreter's scratch then.
 */
__noinline u32 string_intern(u32 interp, u64 addr, u32 len, u32 flags)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	long n = len;

	if (!s || !addr)
		return 0;
	if (!len) {
		n = user_read_str(s->buf, STRING_MAX, addr);
		if (n <= 0)
			return 0;
		n--;
		if (n == STRING_MAX - 1)
			flags |= STRING_CUT;
	} else {
		if (n > STRING_MAX) {
			n = STRING_MAX;
			flags |= STRING_CUT;
		}
		if (n <= 0 || user_read(s->buf, n, addr))
			return 0;
	}
	if (n < 0 || n > STRING_MAX)
		return 0;
	if (flags & STRING_CUT)
		loss_count(interp, LOSS_CUT);
	__builtin_memset(s->buf + n, 0, 8);
	s->len = n;
	s->flags = flags & ~STRING_UNSTORED;
	scratch_hash(s, n);
	if (flags & STRING_UNSTORED)
		return 0;
	return string_find_or_store(s, interp, n);
}

/* ---------------------------------------------------------------------- files */

/*
 * "(eval 123)" -> FILE_EVAL | 123; 0 for any other name.  A program that has set $^P & 0x100 has "(eval 123)[FILE:LINE]"
 * (pp_ctl.c, pp_entereval, 5.36).
 */
static __always_inline u32 eval_number(const char *name)
{
	u32 n = 0, i;

	if (name[0] != '(' || name[1] != 'e' || name[2] != 'v' || name[3] != 'a' ||
	    name[4] != 'l' || name[5] != ' ')
		return 0;
	for (i = 6; i < 16; i++) {
		char c = name[i];

		if (c == ')')
			return i > 6 && (!name[i + 1] || name[i + 1] == '[') ? FILE_EVAL | n : 0;
		if (c < '0' || c > '9')
			return 0;
		n = n * 10 + (c - '0');
	}
	return 0;
}

/* The bytes of a HEK: address, length (0: none), and whether it is UTF-8. */
struct hek {
	u64 addr;
	u32 len;
	u32 flags;
};

static __always_inline void hek_read(u64 addr, struct hek *hek)
{
	s32 len = addr ? (s32)user_u32(addr + layout.hek_len) : 0;
	u8 flags = 0;

	hek->addr = addr + layout.hek_key;
	hek->len = len > 0 ? len : 0; /* HEf_SVKEY is -2 */
	if (hek->len && hek->len < STRING_MAX)
		user_read(&flags, 1, hek->addr + hek->len + 1);
	hek->flags = flags & layout.HVhek_UTF8 ? STRING_UTF8 : 0;
}

_Static_assert(sizeof(struct path_walk) == sizeof(((struct scratch *)0)->walk), "room for it");

/* The id of the working directory's name; 0: it has none. */
static __always_inline u32 cwd_intern(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	char *from;
	u32 len;

	if (!s)
		return 0;
	from = s->buf + STRING_MAX - CWD_ROOM;
	len = cwd_of_current(from, (struct path_walk *)s->walk);
	from += len;
	len = CWD_MAX - len;
	if (!len || len > CWD_MAX)
		return 0;
	bpf_probe_read_kernel(s->buf, len, from);
	__builtin_memset(s->buf + len, 0, 8);
	s->len = len;
	s->flags = 0;
	scratch_hash(s, len);
	return string_find_or_store(s, interp, len);
}

/* A relative name means what it means where it is first met, as for NYTProf. */
static __noinline int cwd_note(u32 interp, u32 file)
{
	struct interp *in = bpf_map_lookup_elem(&interps, &interp);
	struct cwd_key key = { .family = interp, .file = file };
	struct known_cwd known;

	if (in && in->family)
		key.family = in->family;
	if (bpf_map_lookup_elem(&cwds, &key))
		return 0;
	known.check = LRU_CHECK(&key);
	known.cwd = cwd_intern(interp);
	if (known.cwd)
		bpf_map_update_elem(&cwds, &key, &known, BPF_NOEXIST);
	return 0;
}

/* Not "/path", "-" or "-e". */
static __always_inline bool name_is_relative(const char *name)
{
	if (name[0] == '-')
		return name[1] && (name[1] != 'e' || name[2]);
	return name[0] && name[0] != '/';
}

/* The id of the file that a COP names at addr: a string, or an unthreaded perl's GV. */
__noinline u32 file_intern(u32 interp, u64 addr)
{
	struct hek hek = { .addr = addr };
	char name[20] = {};
	u64 before = faults;
	u32 id;

	if (!layout.ithreads) {
		struct sv_head gv;

		if (sv_read(addr, &gv))
			return 0;
		hek_read(user_u64(gv.any + layout.xgv_namehek), &hek);
		if (hek.len < 3)
			return 0;
		hek.addr += 2; /* "_<" */
		hek.len -= 2;
	}
	if (user_read_str(name, sizeof(name), hek.addr) <= 0 || faulted_since(before))
		return 0;
	id = eval_number(name);
	if (id)
		return id;
	id = string_intern(interp, hek.addr, hek.len, 0);
	if (id && name_is_relative(name))
		cwd_note(interp, id);
	return id;
}

static __always_inline void place_set(struct place *p, u32 file, u32 line)
{
	p->file = file;
	p->line = line ?: 1; /* code that perl made up, such as the loop of -n; as NYTProf has it */
	p->block_line = settings.want_blocks ? p->line : 0;
	p->sub_line = p->block_line;
}

/* Keeps what work has of the COP that was asked for. */
static __always_inline void cop_know(struct shadow *sh)
{
	struct known_cop known = { .check = LRU_CHECK(&sh->work.cop_key),
				   .place = sh->work.place,
				   .costs = sh->work.costs };

	bpf_map_update_elem(&cops, &sh->work.cop_key, &known, BPF_ANY);
}

/*
 * The file of a COP, by its address if that is known; with the rest of its place in work.place, and
 * what it costs in work.costs.
 * PL_compiling is no statement: its address, line and buffer come again with other contents.
 */
static __noinline u32 cop_file_id(struct shadow *sh, const struct cop *cop)
{
	struct cop_key *key = &sh->work.cop_key;
	struct place *place = &sh->work.place;
	struct known_cop *known;
	u64 before = faults;

	key->cop = cop->addr;
	key->file = cop->file;
	key->interp = sh->id;
	key->seq = cop->seq;
	key->line = cop->line;
	known = bpf_map_lookup_elem(&cops, key);
	if (known && cop->addr != sh->base + layout.Icompiling) {
		*place = known->place;
		sh->work.costs = known->costs;
		sh->work.place_known = lru_holds(known, key);
		if (sh->work.place_known)
			return place->file;
	}
	sh->work.place_known = 0;
	place_set(place, file_intern(sh->id, cop->file), cop->line);
	if (cop->addr == sh->base + layout.Icompiling)
		return place->file;
	costs_of(cop->addr, &sh->work.costs);
	/* Which block it is in shows only where it runs (block.bpf.h). */
	if (place->file && !settings.want_blocks && !faulted_since(before))
		cop_know(sh);
	return place->file;
}

#endif
