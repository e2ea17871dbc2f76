/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files: the id of the file that a COP names, and the directory of a relative name. */
#ifndef NYTPROF_NAMES_FILE_BPF_H
#define NYTPROF_NAMES_FILE_BPF_H

#include "nytprof/caches.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/cwd.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/scratch.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/cost.bpf.h"
#include "names/string.bpf.h"

/*
 * "(eval 123)" -> FILE_EVAL | 123; 0 for any other name.  A program that has set $^P & 0x100 has
 * "(eval 123)[FILE:LINE]" (pp_ctl.c, pp_entereval, 5.36).
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

_Static_assert(sizeof(struct path_walk) == sizeof(((struct scratch *)0)->walk), "room for it");

/* The name of the working directory, to the scratch; false: it has none. */
static __always_inline bool cwd_fetch(u32 interp)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &interp);
	char *from;
	u32 len;

	if (!s)
		return false;
	from = s->buf + STRING_MAX - CWD_ROOM;
	len = cwd_of_current(from, (struct path_walk *)s->walk);
	from += len;
	len = CWD_MAX - len;
	if (!len || len > CWD_MAX)
		return false;
	bpf_probe_read_kernel(s->buf, len, from);
	__builtin_memset(s->buf + len, 0, 8);
	s->len = len;
	s->flags = 0;
	scratch_hash(s, len);
	return true;
}

/* The id of the name of the working directory; 0: none. */
static __always_inline u32 cwd_intern(u32 interp)
{
	return cwd_fetch(interp) ? string_place(interp) : 0;
}

static __always_inline struct cwd_key cwd_key_of(u32 interp, u32 file)
{
	struct interp *in = bpf_map_lookup_elem(&interps, &interp);

	return (struct cwd_key){ .family = in && in->family ? in->family : interp, .file = file };
}

/* If none is known for that file yet, the working directory goes to the scratch. */
static __noinline bool cwd_fetch_new(u32 interp, u32 file)
{
	struct cwd_key key = cwd_key_of(interp, file);

	return !bpf_map_lookup_elem(&cwds, &key) && cwd_fetch(interp);
}

static __noinline int cwd_know(u32 interp, u32 file, u32 cwd)
{
	struct cwd_key key = cwd_key_of(interp, file);
	struct known_cwd known = { .check = LRU_CHECK(&key), .cwd = cwd };

	if (cwd)
		bpf_map_update_elem(&cwds, &key, &known, BPF_NOEXIST);
	return 0;
}

/*
 * A relative name is resolved where it is first seen, as NYTProf does. Three functions side by side,
 * as the stack is short.
 */
static __always_inline void cwd_note(u32 interp, u32 file)
{
	if (cwd_fetch_new(interp, file))
		cwd_know(interp, file, string_place(interp));
}

/* Not "/path", "-" or "-e". */
static __always_inline bool name_is_relative(const char *name)
{
	if (name[0] == '-')
		return name[1] && (name[1] != 'e' || name[2]);
	return name[0] && name[0] != '/';
}

/*
 * Has perl freed this name, so far that a pointer of the allocator is there? A tick can interrupt
 * perl between that and the next name of PL_compiling. glibc has the next free chunk there, of six
 * bytes, and hides it since 2.32 by the bits of its own address (malloc/malloc.c, PROTECT_PTR). So
 * it is a short name that is no UTF-8 or has control characters, or none.
 */
static __always_inline bool name_is_freed(const char *name)
{
	bool odd = !name[0];
	u32 more = 0, i;

	for (i = 0; i < 7 && name[i]; i++) {
		u8 c = name[i];

		odd |= c < ' ' || c == 0x7f || (more ? (c & 0xc0) != 0x80 : c >= 0x80 && c < 0xc2);
		if (more)
			more--;
		else if (c >= 0xc2)
			more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
	}
	return i < 7 && (odd || more);
}

/* The id of the file that a COP names. addr: of a string, or of an unthreaded perl's GV. */
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
	if (settings.sample_ns && layout.ithreads && name_is_freed(name)) {
		fault_note();
		return 0;
	}
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
	p->line = line ?: 1; /* line 0: code that perl made up, such as the loop of -n */
	p->block_line = settings.want_blocks ? p->line : 0;
	p->sub_line = p->block_line;
}

/*
 * Linux before 6.2 takes a map's key from the stack or from a map, and a global function's argument
 * is neither to it. In functions of their own, as a stack is short (see state/state.bpf.h), and
 * these are over before others are called.
 */
static __noinline struct known_cop *cop_known(struct shadow *sh)
{
	struct cop_key key = sh->work.cop_key;

	return bpf_map_lookup_elem(&cops, &key);
}

/* Caches what work has of the COP. */
static __noinline int cop_know(struct shadow *sh)
{
	struct cop_key key = sh->work.cop_key;
	struct known_cop known = { .check = LRU_CHECK(&key),
				   .place = sh->work.place,
				   .costs = sh->work.costs };

	bpf_map_update_elem(&cops, &key, &known, BPF_ANY);
	return 0;
}

/*
 * The file of a COP, from the cache if its address is known. Puts the rest of its place into
 * work.place, and its costs into work.costs. PL_compiling is no statement: its address, line and
 * buffer are used again with other contents.
 */
__noinline u32 cop_file_id(struct shadow *sh, const struct cop *cop)
{
	struct known_cop *known;
	u64 before = faults;
	struct cop_key *key;
	struct place *place;

	if (!sh || !cop)
		return 0;
	key = &sh->work.cop_key;
	place = &sh->work.place;
	key->cop = cop->addr;
	key->file = cop->file;
	key->interp = sh->id;
	key->seq = cop->seq;
	key->line = cop->line;
	known = cop_known(sh);
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
	/* The block is only known where the COP runs (stmts/block.bpf.h). */
	if (place->file && !settings.want_blocks && !faulted_since(before))
		cop_know(sh);
	return place->file;
}

#endif
