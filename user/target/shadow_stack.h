/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shadow stacks of programs (x86-64, Linux 6.6 and later). Before Linux 7.2 and its stable branches
 * ("x86/uprobes: Keep shadow stack in sync for emulated CALLs"), a probe on a call instruction
 * pushes the return address to the usual stack only. The processor then kills the program at the
 * return. Programs have no shadow stack by default: glibc enables it if GLIBC_TUNABLES says so.
 */
#ifndef NYTPROF_SHADOW_STACK_H
#define NYTPROF_SHADOW_STACK_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Can a probe on a call kill a program with a shadow stack? Decided by the processor's flags and
 * the kernel's version.
 */
bool shadow_stack_can_break(void);

/*
 * A process that has a shadow stack now. Our own pid if the programs that it executes may get one.
 * 0: none.
 */
pid_t shadow_stack_owner(void);

/* Will the programs that the agent executes get one, if the processor has them? */
bool shadow_stacks_are_wanted(void);

/*
 * For tests, parts of the above: they check lines of /proc/cpuinfo and /proc/PID/status, the
 * release of uname(2), and GLIBC_TUNABLES.
 */
bool cpuinfo_line_has_shstk(const char *line);
bool status_line_has_shstk(const char *line);
bool release_keeps_shstk(const char *release);
bool tunables_enable_shstk(const char *tunables);

#endif
