// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A branch to behind a function's entry, up to the probed instruction, would make the probe
 * fire again, or for another reason.  None of the known perls has one; where there is, the
 * entry is probed.
 */
#include <errno.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/decode.h"
#include "site/site_parts.h"
#include "util/error.h"

#define OWN_BRANCHES 256 /* behind the probe, that a statement op may have */
#define BLOCK	     64 /* bytes of code, for a quick look at where a branch leads */
#define BLOCKS	     8192 /* blocks that are so far apart share a bit */
#define SUSPECTS     64 /* functions that are decoded one by one; more: all code is */
#define SUSPECT_SIZE (1 << 20) /* bytes of them together */

struct landings {
	struct chooser *chooser;
	const struct extents *functions; /* branches of others don't count; NULL: all do */
	size_t watched[PROBES_MAX]; /* probes with code between the entry and them */
	size_t watched_cnt;
	uint64_t blocks[BLOCKS / 64]; /* a bit for each block with such code */
	struct suspect {
		uint64_t start;
		uint64_t end;
	} suspects[SUSPECTS]; /* functions that may have such a branch */
	size_t suspect_cnt;
	uint64_t suspect_size;
	bool too_many; /* the list does not have all */
	bool landed[PROBES_MAX];
	bool any;
};

static void watch_blocks(struct landings *l, const struct probe *p)
{
	uint64_t first = p->function_vaddr / BLOCK, cnt = p->vaddr / BLOCK - first + 1, i;

	for (i = 0; i < cnt && i < BLOCKS; i++)
		l->blocks[(first + i) % BLOCKS / 64] |= 1ull << (first + i) % 64;
}

static void watch_probes(struct landings *l)
{
	const struct perl_image *image = l->chooser->image;
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->inside || p->vaddr <= p->function_vaddr)
			continue;
		l->watched[l->watched_cnt++] = i;
		watch_blocks(l, p);
	}
}

static bool is_watched(const struct landings *l, uint64_t to)
{
	uint64_t block = to / BLOCK;

	return l->blocks[block % BLOCKS / 64] >> block % 64 & 1;
}

/* Marks the probes that this branch leads to. False: there are none. */
static bool mark_landed(struct landings *l, uint64_t from, uint64_t to)
{
	const struct perl_image *image = l->chooser->image;
	bool any = false;
	size_t i;

	for (i = 0; i < l->watched_cnt; i++) {
		const struct probe *p = &image->probes[l->watched[i]];

		/*
		 * Where the line is long only the function's own are looked at: others would be
		 * found by chance.
		 */
		if (p->curcop && (from < p->function_vaddr || from > p->vaddr + OWN_BRANCHES))
			continue;
		if (to > p->function_vaddr && to <= p->vaddr)
			l->landed[l->watched[i]] = any = true;
	}
	return any;
}

static void add_suspect(struct landings *l, uint64_t start, uint64_t end)
{
	size_t i;

	for (i = 0; i < l->suspect_cnt; i++) {
		if (l->suspects[i].start == start)
			return;
	}
	if (l->suspect_cnt == SUSPECTS || end - start > SUSPECT_SIZE - l->suspect_size) {
		l->too_many = true;
		return;
	}
	l->suspects[l->suspect_cnt++] = (struct suspect){ start, end };
	l->suspect_size += end - start;
}

static int suspect_branch(uint64_t from, uint64_t to, void *arg)
{
	struct landings *l = arg;
	uint64_t start, end;

	if (!is_watched(l, to))
		return 0;
	/* What is in no function is data: arm64 executables have theirs between the code. */
	if (l->functions && extents_find(l->functions, from, &start, &end))
		return 0;
	if (!mark_landed(l, from, to))
		return 0;
	l->any = true;
	if (l->functions)
		add_suspect(l, start, end);
	else
		l->too_many = true;
	return 0;
}

static int check_branch(uint64_t from, uint64_t to, void *arg)
{
	struct landings *l = arg;
	uint64_t start, end;

	if (is_watched(l, to) && (!l->functions || !extents_find(l->functions, from, &start, &end)))
		mark_landed(l, from, to);
	return 0;
}

static int guess_branches(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	struct landings *l = arg;

	return decode_branches_like(l->chooser->code.decoder, code, size, vaddr, suspect_branch, l);
}

static int decode_all(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	struct landings *l = arg;

	return decode_branches(l->chooser->code.decoder, code, size, vaddr, check_branch, l);
}

/* A byte that looks like a branch need not be one: only decoded instructions count. */
static void decode_suspects(struct landings *l)
{
	const struct elf *elf = l->chooser->image->elf;
	size_t i;

	memset(l->landed, 0, sizeof(l->landed));
	if (l->too_many) {
		elf_each_code(elf, decode_all, l);
		return;
	}
	for (i = 0; i < l->suspect_cnt; i++) {
		const struct suspect *s = &l->suspects[i];
		const uint8_t *code = elf_bytes(elf, s->start, s->end - s->start);

		if (code)
			decode_all(code, s->end - s->start, s->start, l);
	}
}

int avoid_landings(struct chooser *c)
{
	struct landings l = { .chooser = c, .functions = c->image->extents };
	struct function f;
	struct insn insn;
	size_t i;

	watch_probes(&l);
	if (elf_each_code(c->image->elf, guess_branches, &l))
		return error_set(c->err, ENOTSUP,
				 "%s has more code than any known perl: not "
				 "supported",
				 c->image->path);
	if (!l.any)
		return 0;
	decode_suspects(&l);
	for (i = 0; i < c->image->probe_cnt; i++) {
		struct probe *p = &c->image->probes[i];

		if (!l.landed[i])
			continue;
		f = code_function(&c->code, p->function, p->function_vaddr);
		if (!code_insn(&c->code, f.start, &insn) ||
		    (insn.nop && !function_begin(c, &f, &insn)))
			return error_set(c->err, ENOTSUP, "%s: %s can't be decoded: not supported",
					 c->image->path, p->function);
		probe_set(p, &insn, entry_register(c));
		append(p->how, sizeof(p->how), ", branches lead behind the entry");
		if (probe_finish(c, p))
			return -ENOTSUP;
	}
	return 0;
}
