/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads an ELF file without running it: dynamic symbols, and pointers with their relocations. It
 * needs only the program headers and the dynamic segment, so it also reads files without section
 * headers.
 *
 * The file may be anything that a process has mapped: nothing in it is trusted.
 */
#ifndef NYTPROF_ELF_H
#define NYTPROF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf;

/*
 * Reads the whole file. NULL with errno set: it is not a 64-bit ELF file, or machine/arch.h does
 * not have its machine.
 */
struct elf *elf_new(int fd);
void elf_free(struct elf *elf);

/*
 * May a name that the dynamic segment leads to contain this text? Such names are those of symbols,
 * needed libraries and directories. Reads only these names, and is true if in doubt. False also for
 * a file for which elf_new() fails. fd must be of a regular file.
 */
bool elf_may_name(int fd, const char *part);

/* Does a dynamic segment define this symbol? Cheaper than elf_new() and elf_symbol(). */
bool elf_defines(const struct elf *elf, const char *name);

/* The address and size of a defined dynamic symbol; -ENOENT. */
int elf_symbol(const struct elf *elf, const char *name, uint64_t *vaddr, uint64_t *size);

/*
 * The pointer stored at vaddr as it is at run time, minus the load bias: from the relocation of
 * that word, else from the file. -ENOENT: it can't be known.
 */
int elf_pointer(const struct elf *elf, uint64_t vaddr, uint64_t *value);

/* The size bytes at vaddr, which belong to elf. NULL: the file does not have them. */
const void *elf_bytes(const struct elf *elf, uint64_t vaddr, size_t size);

/* The NUL-terminated string at vaddr. NULL: there is none, or it is longer than any of perl's. */
const char *elf_string(const struct elf *elf, uint64_t vaddr);

/* The offset of vaddr in the file; -ENOENT: vaddr is not code. */
int elf_code_offset(const struct elf *elf, uint64_t vaddr, uint64_t *offset);

/* The bytes from vaddr to the end of its segment. *size: their number. */
const void *elf_bytes_from(const struct elf *elf, uint64_t vaddr, size_t *size);

/* The address of the file's first page, minus the load bias. */
uint64_t elf_first_page(const struct elf *elf);

uint16_t elf_machine(const struct elf *elf); /* e_machine */

/* The segment PT_GNU_EH_FRAME, and e_ident: for elf/extents.c. */
const void *elf_eh_frame_hdr(const struct elf *elf, uint64_t *vaddr, size_t *size);
const unsigned char *elf_ident(const struct elf *elf);

/*
 * Calls visit for each executable segment. If it returns non-zero, stops and returns that. -EFBIG:
 * there is too much code.
 */
int elf_each_code(const struct elf *elf,
		  int (*visit)(const uint8_t *code, size_t size, uint64_t vaddr, void *arg),
		  void *arg);

/* The same for each segment, whatever is in it. */
int elf_each_segment(const struct elf *elf,
		     int (*visit)(const uint8_t *bytes, size_t size, uint64_t vaddr, void *arg),
		     void *arg);

/*
 * The cave: the bytes from the end of the code that has vaddr to the end of its last page. They are
 * mapped as code, and unused. Returns their number; 0: the file does not have all of them, or
 * something else uses them.
 */
size_t elf_cave(const struct elf *elf, uint64_t vaddr, uint64_t *offset);

/* Searches the read-only data for a text, which may contain NULs. NULL: not found. */
const char *elf_find_text(const struct elf *elf, const char *needle);

/*
 * The i-th shared library that the file needs (DT_NEEDED), and where to search for it (DT_RUNPATH
 * or DT_RPATH).
 */
const char *elf_needed(const struct elf *elf, size_t i);
const char *elf_runpath(const struct elf *elf);

#endif
