/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stubs: a nop that the kernel makes a call of, for a place that has none. Five bytes of the code
 * become a jump to unused bytes behind the code, the cave. There lie the nop, what the jump has
 * displaced, and a jump back. Only a private copy of a perl gets stubs.
 *
 * A stub is data: where it is, and of which kind. site/stubs.h chooses them.
 */
#ifndef NYTPROF_STUB_H
#define NYTPROF_STUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STUB_JUMP      5 /* bytes of a jump or call */
#define STUB_DISPLACED 24 /* bytes of instructions that a jump may displace, at most */
#define STUB_CODE      40 /* bytes of a stub in the cave, at most */

enum stub_kind {
	STUB_NONE,
	STUB_BEFORE, /* the displaced instructions end at the place: they come first, then the nop */
	STUB_AT, /* they begin at the place: the nop comes first */
	STUB_VIA, /* the place is a jump or call: it leads to the nop, and a jump leads on from there */
	STUB_KINDS,
};

/* Why a place has no stub. */
enum stub_refusal {
	STUB_NOT_ASKED,
	STUB_NO_LINE, /* no five bytes of instructions that can be moved, at it or before it */
	STUB_LANDED, /* a branch leads, or may lead, into them */
	STUB_RED_ZONE, /* the function may use memory below the stack pointer */
	STUB_NO_ROOM, /* the cave is full, or there is none */
	STUB_REFUSALS,
};

struct stub {
	enum stub_kind kind;
	enum stub_refusal refusal; /* of STUB_NONE */
	unsigned nop; /* its size: 5 or 10 bytes */
	unsigned size; /* of the displaced instructions; of STUB_VIA: 5 */
	uint64_t at; /* offset in the file of the bytes that become a jump, */
	uint64_t cave; /* and of the stub */
	uint8_t was[STUB_DISPLACED]; /* what the file has at .at: .size bytes */
};

size_t stub_size(const struct stub *stub); /* in the cave */
uint64_t stub_nop(const struct stub *stub); /* offset of the nop in the file */

/*
 * The bytes of a stub in the cave, of which there are stub_size(), and of the jump to it. False: it
 * can't be: a jump would be too long, or what is there is no jump (STUB_VIA).
 */
bool stub_make(const struct stub *stub, uint8_t code[STUB_CODE], uint8_t jump[STUB_JUMP]);

/* Can it be one, in a file of this size? */
bool stub_is_possible(const struct stub *stub, uint64_t file_size);

const char *stub_refusal_text(enum stub_refusal refusal);

#endif
