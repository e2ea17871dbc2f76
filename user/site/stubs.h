/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses the stubs (perl/stub.h) of a perl: which probes can have one, and where. x86-64 only.
 *
 * A stub must not change what the program does, so all of this is proved from the file:
 *
 * - The displaced instructions follow each other, in one function. None of them is a branch or a
 *   call, and none is relative to where it is.
 * - Nothing in the file can lead into them but by their beginning: no branch, no table of a switch,
 *   no address in code or data.
 * - No way leads to the probed place but by the nop.
 * - The registers at the nop are those at the place. Behind a call, the stack pointer is 8 less.
 * - Where the kernel's call writes below the stack pointer (a nop of 5 bytes), the function keeps
 *   nothing there.
 *
 * What can't be proved has no stub.
 */
#ifndef NYTPROF_STUBS_H
#define NYTPROF_STUBS_H

#include <stddef.h>

struct chooser;

/*
 * Fills in the stubs of the image's probes, the hottest places first, if sites_plan_stubs() asks for
 * that and nops are taken.
 */
void stubs_choose(struct chooser *c);

#endif
