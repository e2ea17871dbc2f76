/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_ARCH_AARCH64_H
#define NYTPROF_ARCH_AARCH64_H

/* x0 to x30 are 0 to 30. */
enum a64_gpr {
	A64_FP = 29,
	A64_LR = 30,
	A64_SP = 31, /* as the base of an address and in few other places; else 31 reads as zero */
};

#endif
