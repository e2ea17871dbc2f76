// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * All code and data is searched for bytes that may be a branch or an address. In code, they count if
 * an instruction has them; what can't be decoded counts. In data, they always count.
 */
#include "site/landings.h"

#include <string.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/decode.h"
#include "site/code.h"

#define BLOCK	  64 /* bytes of code, for a quick look at where something leads */
#define BLOCKS	  8192 /* blocks that are so far apart share a bit */
#define CASES_MAX (4u << 20) /* entries of all tables; Debian's perls have 130,000 */
/* Functions that get a second look, and their bytes. Without one, what may lead somewhere does. */
#define SUSPECTS     256
#define SUSPECT_SIZE (1 << 20)

struct search {
	const struct code *code;
	struct landing_zones *zones;
	uint64_t blocks[BLOCKS / 64]; /* a bit for each block with a zone */
	uint64_t suspects[SUSPECTS]; /* starts of functions */
	size_t suspect_cnt;
	uint64_t decoded; /* bytes of them */
	uint64_t case_cnt;
	bool strict; /* what may lead somewhere does */
};

static bool is_watched(const struct search *s, uint64_t to)
{
	uint64_t block = to / BLOCK;

	return s->blocks[block % BLOCKS / 64] >> block % 64 & 1;
}

static void watch(struct search *s)
{
	size_t i;

	for (i = 0; i < s->zones->cnt; i++) {
		const struct landing_zone *z = &s->zones->all[i];
		uint64_t block;

		for (block = z->first / BLOCK; block <= z->last / BLOCK; block++)
			s->blocks[block % BLOCKS / 64] |= 1ull << block % 64;
	}
}

static struct landing_zone *zone_of(const struct search *s, uint64_t to)
{
	size_t i;

	for (i = 0; is_watched(s, to) && i < s->zones->cnt; i++) {
		struct landing_zone *z = &s->zones->all[i];

		if (to >= z->first && to <= z->last)
			return z;
	}
	return NULL;
}

/* Zones overlap where a place may have its stub in two ways. */
static void land(struct search *s, uint64_t to)
{
	size_t i;

	for (i = 0; is_watched(s, to) && i < s->zones->cnt; i++) {
		struct landing_zone *z = &s->zones->all[i];

		if (to >= z->first && to <= z->last)
			z->landed = true;
	}
}

static void land_everywhere(struct search *s)
{
	size_t i;

	for (i = 0; i < s->zones->cnt; i++)
		s->zones->all[i].landed = true;
}

/* ------------------------------------------------------------------------- in the code */

static int64_t number_32(const uint8_t *b)
{
	int32_t n;

	memcpy(&n, b, sizeof(n));
	return n;
}

/* Bytes at from may lead to there: the function that has them gets a second look. */
static void suspect(struct search *s, uint64_t from, uint64_t to)
{
	uint64_t start, end;
	size_t i;

	if (!zone_of(s, to))
		return;
	if (s->strict || s->suspect_cnt == SUSPECTS ||
	    extents_find(s->code->extents, from, &start, &end)) {
		land(s, to);
		return;
	}
	for (i = 0; i < s->suspect_cnt; i++) {
		if (s->suspects[i] == start)
			return;
	}
	s->suspects[s->suspect_cnt++] = start;
}

/* Short jumps and branches; loop, loope, loopne and jrcxz */
static bool is_short(uint8_t opcode)
{
	return (opcode & 0xf0) == 0x70 || opcode == 0xeb || (opcode & 0xfc) == 0xe0;
}

/*
 * The table of a switch has distances from itself to code, of 4 bytes (or 8, with -mcmodel=large). An
 * instruction says where it is. It ends, at the latest, with what leads to no code.
 */
static void search_table(struct search *s, uint64_t table, unsigned size)
{
	size_t room, i;
	const uint8_t *entries = elf_bytes_from(s->code->elf, table, &room);
	uint64_t to, offset;
	int64_t distance;

	for (i = 0; entries && (i + 1) * size <= room; i++) {
		if (s->case_cnt++ >= CASES_MAX) {
			land_everywhere(s);
			return;
		}
		if (size == 4)
			distance = number_32(entries + 4 * i);
		else
			memcpy(&distance, entries + 8 * i, sizeof(distance));
		to = table + (uint64_t)distance;
		if (elf_code_offset(s->code->elf, to, &offset))
			return;
		land(s, to);
	}
}

static int search_code(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	struct search *s = arg;
	size_t i;

	for (i = 0; i + 2 <= size; i++) {
		const uint8_t *b = code + i;
		uint64_t at = vaddr + i;

		if (is_short(*b))
			suspect(s, at, at + 2 + (uint64_t)(int64_t)(int8_t)b[1]);
		if (i + 4 > size)
			continue;
		/* Whatever the opcode before it is, it ends an instruction or is its operand. */
		suspect(s, at, at + 4 + (uint64_t)number_32(b));
		suspect(s, at, (uint64_t)number_32(b) & UINT32_MAX);
		if (i + 6 <= size && *b == 0x8d && (b[1] & 0xc7) == 0x05) { /* lea x(%rip),%reg */
			search_table(s, at + 6 + (uint64_t)number_32(b + 2), 4);
			search_table(s, at + 6 + (uint64_t)number_32(b + 2), 8);
		}
	}
	return 0;
}

/* --------------------------------------------------------------- the second look at code */

/*
 * An address in an instruction: an operand in memory, or a number, which is at the end. And the
 * branches that decode() does not know as such: a loop, xbegin, or one with a prefix.
 */
static void check_operands(struct search *s, const struct insn *insn, const uint8_t *b)
{
	const uint8_t *last = b + insn->size - (insn->size < 4 ? insn->size : 4);
	bool memory = (insn->memory || insn->address) && insn->base < 0;
	uint64_t behind = insn->vaddr + insn->size;

	if (memory)
		land(s, (uint64_t)insn->disp);
	if (insn->size >= 2 && is_short(b[insn->size - 2]) &&
	    (insn->size == 2 || insn->flow == FLOW_OTHER))
		land(s, behind + (uint64_t)(int64_t)(int8_t)b[insn->size - 1]);
	if (insn->size <= 4)
		return;
	if (insn->flow == FLOW_OTHER)
		land(s, behind + (uint64_t)number_32(last));
	if (memory && behind + (uint64_t)number_32(last) == (uint64_t)insn->disp)
		return; /* there is no number behind it */
	land(s, (uint64_t)number_32(last) & UINT32_MAX);
	if (insn->size == 10) /* it may have 8 bytes */
		land(s, (uint64_t)number_32(last - 4) & UINT32_MAX);
}

static void check_function(struct search *s, uint64_t start)
{
	uint64_t at = start, begin, end = start;
	const uint8_t *code;
	struct insn insn;

	extents_find(s->code->extents, start, &begin, &end);
	s->decoded += end - start;
	for (; s->decoded <= SUSPECT_SIZE && at < end && code_insn(s->code, at, &insn);
	     at += insn.size) {
		const uint8_t *b = elf_bytes(s->code->elf, at, insn.size);

		if (!b)
			break;
		if (insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH || insn.flow == FLOW_CALL)
			land(s, insn.target);
		else
			check_operands(s, &insn, b);
	}
	if (at == end)
		return;
	s->strict = true;
	code = elf_bytes(s->code->elf, start, end - start);
	if (!code || search_code(code, end - start, start, s))
		land_everywhere(s);
	s->strict = false;
}

/* ------------------------------------------------------------------------- in the data */

/* A pointer, or the addend of a relocation. */
static int search_data(const uint8_t *data, size_t size, uint64_t vaddr, void *arg)
{
	struct search *s = arg;
	uint64_t word;
	size_t i;

	for (i = -vaddr % 8; i + 8 <= size; i += 8) {
		memcpy(&word, data + i, sizeof(word));
		if (zone_of(s, word))
			land(s, word);
	}
	return 0;
}

void landings_find(const struct code *code, struct landing_zones *zones)
{
	struct search s = { .code = code, .zones = zones };
	size_t i;

	if (!zones->cnt)
		return;
	watch(&s);
	if (elf_each_code(code->elf, search_code, &s) ||
	    elf_each_segment(code->elf, search_data, &s))
		land_everywhere(&s);
	for (i = 0; i < s.suspect_cnt; i++)
		check_function(&s, s.suspects[i]);
}
