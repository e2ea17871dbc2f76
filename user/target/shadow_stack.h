/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shadow stacks of programs (x86-64, Linux 6.6).  Before 7.2 and its stable branches ("x86/uprobes: Keep shadow stack in
 * sync for emulated CALLs") a probe on a call instruction pushes the return address on the usual stack only, and the
 * processor kills the program at the return.  Programs have none by default: glibc enables it if GLIBC_TUNABLES says so.
 */
#ifndef NYTPROF_SHADOW_STACK_H
#define NYTPROF_SHADOW_STACK_H

#include <stdbool.h>
#include <sys/types.h>

/* Can a probe on a call kill a program that has one?  Found from the processor's flags and the kernel's version. */
bool shadow_stack_can_break(void);

/* A process that has one now; our own if what it executes may get one; 0: none. */
pid_t shadow_stack_owner(void);

/* Parts of these, for tests: lines of /proc/cpuinfo and /proc/PID/status, uname's release, GLIBC_TUNABLES. */
bool cpuinfo_line_has_shstk(const char *line);
bool status_line_has_shstk(const char *line);
bool release_keeps_shstk(const char *release);
bool tunables_enable_shstk(const char *tunables);

#endif
