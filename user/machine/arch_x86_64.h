/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_ARCH_X86_64_H
#define NYTPROF_ARCH_X86_64_H

enum gpr {
	GPR_AX,
	GPR_CX,
	GPR_DX,
	GPR_BX,
	GPR_SP,
	GPR_BP,
	GPR_SI,
	GPR_DI,
	GPR_R8,
	GPR_R9,
	GPR_R12 = 12,
	GPR_R13,
	GPR_R14,
	GPR_R15,
	GPR_CNT,
};

#endif
