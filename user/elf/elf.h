/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An ELF file as a static reader sees it: dynamic symbols, and pointers with their
 * relocations.  Works from the program headers and the dynamic
 * segment alone, so that files without section headers do.
 *
 * The file may be anything that some process has mapped: nothing in it is trusted.
 */
#ifndef NYTPROF_ELF_H
#define NYTPROF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf;

/* Reads the whole file; NULL with errno set if it is no 64-bit ELF file, or of a machine that
 * machine/arch.h does not have. */
struct elf *elf_new(int fd);
void elf_free(struct elf *elf);

/* Has a dynamic segment that defines this symbol?  Cheaper than elf_symbol on all of them. */
bool elf_defines(const struct elf *elf, const char *name);

/* A defined dynamic symbol's address and size; -ENOENT. */
int elf_symbol(const struct elf *elf, const char *name, uint64_t *vaddr, uint64_t *size);

/*
 * The pointer stored at vaddr as it will be at run time, less the load bias: from the
 * relocation for that word, else from the file.  -ENOENT if it is not to be known.
 */
int elf_pointer(const struct elf *elf, uint64_t vaddr, uint64_t *value);

/* size bytes at vaddr, or NULL if they are not in the file.  Valid as long as elf is. */
const void *elf_bytes(const struct elf *elf, uint64_t vaddr, size_t size);

/* The NUL-terminated string at vaddr, or NULL; also for one that is longer than any of perl's. */
const char *elf_string(const struct elf *elf, uint64_t vaddr);

/* Where vaddr is in the file; -ENOENT unless it is code. */
int elf_code_offset(const struct elf *elf, uint64_t vaddr, uint64_t *offset);

/* The bytes from vaddr to the end of its segment, and how many they are. */
const void *elf_bytes_from(const struct elf *elf, uint64_t vaddr, size_t *size);

/* The address that the file's first page is mapped at, less the load bias. */
uint64_t elf_first_page(const struct elf *elf);

uint16_t elf_machine(const struct elf *elf); /* e_machine */

/* The segment PT_GNU_EH_FRAME, and e_ident: for elf/extents.c. */
const void *elf_eh_frame_hdr(const struct elf *elf, uint64_t *vaddr, size_t *size);
const unsigned char *elf_ident(const struct elf *elf);

/* Calls visit for each executable segment until that returns non-zero, which is returned; -EFBIG: there is too much. */
int elf_each_code(const struct elf *elf,
		  int (*visit)(const uint8_t *code, size_t size, uint64_t vaddr, void *arg),
		  void *arg);

/* The bytes of all read-only data that hold text, NULs and all, to look for a needle. */
const char *elf_find_text(const struct elf *elf, const char *needle);

/* Shared libraries it needs (DT_NEEDED), and where it says to look (DT_RUNPATH, DT_RPATH). */
const char *elf_needed(const struct elf *elf, size_t i);
const char *elf_runpath(const struct elf *elf);

#endif
