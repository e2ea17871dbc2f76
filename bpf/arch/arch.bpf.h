/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the programs know of the machine they run on: where a function's arguments are, and which
 * register has which number (user/machine/arch.h).
 */
#ifndef NYTPROF_ARCH_ARCH_BPF_H
#define NYTPROF_ARCH_ARCH_BPF_H

#if defined(__TARGET_ARCH_x86)
#include "arch/x86_64.bpf.h"
#elif defined(__TARGET_ARCH_arm64)
#include "arch/aarch64.bpf.h"
#else
#error "this machine needs a file in bpf/arch"
#endif

#endif
