/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strings that are seen for the first time. This path is rare: an event comes here only if the
 * address caches do not know the COP or CV.
 *
 * An id is a hash of what it stands for. The entry of the id has the thing itself, so a second name
 * with the same hash gets the next id. The agent looks up the ids that it needs
 * (user/tracee/names.c).
 *
 * string_read, string_place, file_intern and sub_intern, and elsewhere all functions that are
 * __noinline and not static, are global on purpose. The verifier checks a global function once per
 * program, and not on each path to each call: 0.14 million instructions for all programs together.
 * Functions that only they call are inlined, because at most eight frames may be open, of 512 bytes
 * together, each rounded up to 32 (kernel/bpf/verifier.c, 6.1: MAX_CALL_FRAMES and
 * check_max_stack_depth). A global function takes no map's key from memory that it was given, as
 * Linux before 6.2 refuses that.
 */
#ifndef NYTPROF_NAMES_STRING_BPF_H
#define NYTPROF_NAMES_STRING_BPF_H

#include "nytprof/budgets.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/budget.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "perl/memory.bpf.h"

/* The first id to try for a hash. Callers try the next numbers after it. */
static __always_inline u32 hash_id(u64 hash)
{
	u32 id = (u32)(hash >> 16) & ~FILE_EVAL;

	return id < ID_FIRST ? id + ID_FIRST : id;
}

static int scratch_hash_word(u32 i, void *arg)
{
	struct scratch *s = *(struct scratch **)arg;
	u64 word;

	if (i >= STRING_MAX / 8)
		return 1;
	word = *(u64 *)(s->buf + i * 8);
	s->hash[0] = string_hash_one(s->hash[0], word);
	s->hash[1] = string_hash_two(s->hash[1], word);
	return 0;
}

/* Hashes the len bytes in the buffer. Zeros must follow them. */
static __always_inline void scratch_hash(struct scratch *s, u32 len)
{
	s->hash[0] = len;
	s->hash[1] = s->flags;
	bpf_loop((len + 7) / 8, scratch_hash_word, &s, CALLED);
	s->hash[0] = hash_mix(s->hash[0]);
	s->hash[1] = hash_mix(s->hash[1]);
}

enum storing_end {
	STORING_ON,
	STORING_FREE,
	STORING_FOUND,
	STORING_FAILED,
	STORING_REFUSED
};

/*
 * A string in the scratch, and the id that is tried. Both loops share this structure, as the stack
 * is small.
 */
struct storing {
	struct scratch *s;
	u32 id;
	u32 len;
	u32 interp; /* its user is charged */
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

/* Stores the parts before the head, so an entry with a head is complete. */
static __always_inline long string_store(struct storing *st)
{
	struct string_key key = { .id = st->id };
	struct usage *u = usage_of(USAGE_ADDED);
	u32 item = st->s->flags & STRING_SOURCE ? BUDGET_SOURCE : BUDGET_NAMES;

	if (!budget_charge_for(st->interp, item, 1 + st->len / STRING_PART)) {
		st->end = STORING_REFUSED;
		return -1;
	}
	if (st->len > sizeof(((struct string_head *)0)->data))
		bpf_loop(STRING_MAX / STRING_PART, string_store_part, st, CALLED);
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
 * There was no room. During a tick the kernel may have no memory, and has some again right after
 * it. So the thing stays unknown for now, as if it could not be read.
 */
static __always_inline u32 store_failed(u32 interp, u32 loss)
{
	if (settings.sample_ns)
		fault_note();
	else
		loss_count(interp, loss);
	return 0;
}

/*
 * Reads the string of len bytes at addr into the interpreter's scratch, with its hash; len 0: up to its
 * NUL. -1: it can't be read.
 */
__noinline int string_read(u32 interp, u64 addr, u32 len, u32 flags)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	long n = len;

	if (!s || !addr)
		return -1;
	if (!len) {
		n = user_read_str(s->buf, STRING_MAX, addr);
		if (n <= 0)
			return -1;
		n--;
		if (n == STRING_MAX - 1)
			flags |= STRING_CUT;
	} else {
		if (n > STRING_MAX) {
			n = STRING_MAX;
			flags |= STRING_CUT;
		}
		if (n <= 0 || user_read(s->buf, n, addr))
			return -1;
	}
	if (n < 0 || n > STRING_MAX)
		return -1;
	if (flags & STRING_CUT)
		loss_count(interp, LOSS_CUT);
	__builtin_memset(s->buf + n, 0, 8);
	s->len = n;
	s->flags = flags & ~STRING_UNSTORED;
	scratch_hash(s, n);
	return 0;
}

/*
 * The id of the string in the scratch. 0: it can't be stored.
 *
 * Uses bpf_loop: the verifier follows each turn of any other loop on each path to here, which took
 * three times as long.
 */
__noinline u32 string_place(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	struct storing st = { .s = s, .interp = interp };

	if (!s)
		return 0;
	st.id = hash_id(s->hash[0]);
	st.len = s->len;
	bpf_loop(STRING_PROBES, string_probe, &st, CALLED);
	if (st.end == STORING_FREE) {
		if (!string_store(&st))
			return st.id;
		if (st.end == STORING_REFUSED) {
			loss_count(interp, LOSS_BUDGET);
			return 0;
		}
		/* Another CPU may have been first. */
		st.end = STORING_ON;
		bpf_loop(STRING_PROBES, string_probe, &st, CALLED);
	}
	return st.end == STORING_FOUND ? st.id : store_failed(interp, LOSS_STRINGS);
}

/*
 * The id of the string of len bytes at addr; len 0: up to its NUL. 0: it can't be read or stored.
 * Leaves its hash in the interpreter's scratch. Two functions side by side: the verifier looks at
 * what stores a string once, and not for each way to read one.
 */
static __always_inline u32 string_intern(u32 interp, u64 addr, u32 len, u32 flags)
{
	if (string_read(interp, addr, len, flags) || flags & STRING_UNSTORED)
		return 0;
	return string_place(interp);
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

static __always_inline u32 hek_intern(u32 interp, u64 addr)
{
	struct hek hek;

	hek_read(addr, &hek);
	return hek.len ? string_intern(interp, hek.addr, hek.len, hek.flags) : 0;
}

/* Is this the name? It has 8 bytes or more; zeros after both fill them up to 16. */
static __always_inline bool scratch_is(const struct scratch *s, const char *name16)
{
	const u64 *words = (const u64 *)s->buf;
	u64 want[2];

	__builtin_memcpy(want, name16, sizeof(want));
	return s->len < 16 && words[0] == want[0] && words[1] == want[1];
}

#endif
