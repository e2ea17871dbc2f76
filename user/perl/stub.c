// SPDX-License-Identifier: GPL-2.0-or-later
/* The bytes of stubs, for x86-64. */
#include "perl/stub.h"

#include <string.h>

#define CALL 0xe8
#define JUMP 0xe9

static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
static const uint8_t nop10[] = { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00 };

static size_t moved_size(const struct stub *stub)
{
	return stub->kind == STUB_VIA ? 0 : stub->size;
}

size_t stub_size(const struct stub *stub)
{
	return moved_size(stub) + stub->nop + STUB_JUMP;
}

uint64_t stub_nop(const struct stub *stub)
{
	return stub->cave + (stub->kind == STUB_BEFORE ? stub->size : 0);
}

/* A jump or call of one place in the file to another. */
static bool put_jump(uint8_t *to, uint8_t opcode, uint64_t from, uint64_t target)
{
	int64_t distance = (int64_t)(target - from - STUB_JUMP);
	int32_t rel = (int32_t)distance;

	to[0] = opcode;
	memcpy(to + 1, &rel, sizeof(rel));
	return rel == distance;
}

/* Where control goes on behind the nop and what was displaced. */
static uint64_t way_on(const struct stub *stub)
{
	int32_t rel;

	if (stub->kind != STUB_VIA)
		return stub->at + stub->size;
	memcpy(&rel, stub->was + 1, sizeof(rel));
	return stub->at + STUB_JUMP + (uint64_t)(int64_t)rel;
}

bool stub_make(const struct stub *stub, uint8_t code[STUB_CODE], uint8_t jump[STUB_JUMP])
{
	const uint8_t *nop = stub->nop == 5 ? nop5 : nop10;
	size_t moved = moved_size(stub), nop_at = stub_nop(stub) - stub->cave;
	bool via = stub->kind == STUB_VIA;

	if (via && *stub->was != CALL && *stub->was != JUMP)
		return false;
	memcpy(code + nop_at, nop, stub->nop);
	memcpy(code + (nop_at ? 0 : stub->nop), stub->was, moved);
	return put_jump(code + moved + stub->nop, JUMP, stub->cave + moved + stub->nop,
			way_on(stub)) &&
	       put_jump(jump, via ? *stub->was : JUMP, stub->at, stub->cave);
}

bool stub_is_possible(const struct stub *stub, uint64_t file_size)
{
	if ((unsigned)stub->kind >= STUB_KINDS || (unsigned)stub->refusal >= STUB_REFUSALS)
		return false;
	if (stub->kind == STUB_NONE)
		return true;
	return (stub->nop == 5 || stub->nop == 10) && stub->size >= STUB_JUMP &&
	       stub->size <= STUB_DISPLACED &&
	       (stub->kind != STUB_VIA || stub->size == STUB_JUMP) && stub->at < file_size &&
	       stub->size <= file_size - stub->at && stub->cave < file_size &&
	       stub_size(stub) <= file_size - stub->cave;
}

const char *stub_refusal_text(enum stub_refusal refusal)
{
	switch (refusal) {
	case STUB_NO_LINE:
		return "no five bytes of instructions that can be moved";
	case STUB_LANDED:
		return "a branch may lead into the instructions to be moved";
	case STUB_RED_ZONE:
		return "the function may use memory below the stack pointer";
	case STUB_NO_ROOM:
		return "no room behind the code";
	default:
		return "not asked for";
	}
}
