/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine code that probes are measured on: for each price an instruction that begins a
 * function; the function returns right after it.
 */
#ifndef NYTPROF_SUBJECTS_H
#define NYTPROF_SUBJECTS_H

#if defined(__x86_64__)
#define SUBJECT_TRAP  "jmp 1f; 1:"
#define SUBJECT_PUSH  "push %rbp; pop %rbp"
#define SUBJECT_NOP5  ".byte 0x0f, 0x1f, 0x44, 0x00, 0x00"
#define SUBJECT_NOP10 ".byte 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00"
#define SUBJECT_STEP  "mov %rdi, %rax"
#elif defined(__aarch64__)
#define SUBJECT_TRAP  "b 1f; 1: nop"
#define SUBJECT_PUSH  SUBJECT_TRAP /* no kernel emulates what writes to memory here */
#define SUBJECT_NOP5  SUBJECT_TRAP /* no kernel makes calls of nops here */
#define SUBJECT_NOP10 SUBJECT_TRAP
#define SUBJECT_STEP  "mov x0, x0"
#else
#error "this machine needs its instructions here"
#endif

#endif
