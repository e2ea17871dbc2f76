// SPDX-License-Identifier: GPL-2.0-or-later
/* What the dynamic segment leads to: symbols, relocations, and the libraries that are needed. */
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "elf/elf_parts.h"
#include "util/sort.h"

/* What the dynamic segment says, as addresses and sizes. */
struct dynamic {
	uint64_t symtab, strtab, strsz, hash, gnu_hash;
	uint64_t rela, relasz, jmprel, pltrelsz;
	uint64_t needed[NEEDED_MAX];
	size_t needed_cnt;
	uint64_t runpath;
};

/* A part of the file as libelf's own representation of it; NULL if it is not in the file. */
static Elf_Data *chunk(const struct elf *elf, uint64_t vaddr, uint64_t size, Elf_Type type)
{
	const char *p = size ? elf_bytes(elf, vaddr, size) : NULL;

	return p ? elf_getdata_rawchunk(elf->elf, p - elf->raw, size, type) : NULL;
}

static void dynamic_entry(struct dynamic *d, const GElf_Dyn *dyn)
{
	uint64_t val = dyn->d_un.d_val;

	switch (dyn->d_tag) {
	case DT_SYMTAB:
		d->symtab = val;
		break;
	case DT_STRTAB:
		d->strtab = val;
		break;
	case DT_STRSZ:
		d->strsz = val;
		break;
	case DT_HASH:
		d->hash = val;
		break;
	case DT_GNU_HASH:
		d->gnu_hash = val;
		break;
	case DT_RELA:
		d->rela = val;
		break;
	case DT_RELASZ:
		d->relasz = val;
		break;
	case DT_JMPREL:
		d->jmprel = val;
		break;
	case DT_PLTRELSZ:
		d->pltrelsz = val;
		break;
	case DT_NEEDED:
		if (d->needed_cnt < NEEDED_MAX)
			d->needed[d->needed_cnt++] = val;
		break;
	case DT_RUNPATH:
	case DT_RPATH:
		d->runpath = val;
		break;
	default:
		/*
		 * DT_RELR needs nothing: its addends are in place, so the file's words are the
		 * values.
		 */
		break;
	}
}

static int read_entries(struct elf *elf, const GElf_Phdr *ph, struct dynamic *d)
{
	Elf_Data *data =
		elf_getdata_rawchunk(elf->elf, (int64_t)ph->p_offset, ph->p_filesz, ELF_T_DYN);
	GElf_Dyn dyn;
	int i;

	if (!data)
		return -ENOEXEC;
	for (i = 0; gelf_getdyn(data, i, &dyn) && dyn.d_tag != DT_NULL; i++)
		dynamic_entry(d, &dyn);
	return 0;
}

/* A word at an address that a damaged file may have made an odd one. */
static bool word_at(const struct elf *elf, uint64_t vaddr, uint32_t *word)
{
	const void *p = elf_bytes(elf, vaddr, sizeof(*word));

	if (p)
		memcpy(word, p, sizeof(*word));
	return p != NULL;
}

/* The number of dynamic symbols is said nowhere; both kinds of hash table imply it. */
static size_t count_by_gnu_hash(const struct elf *elf, uint64_t vaddr)
{
	uint32_t buckets, first, bloom, i, bucket, link, max = 0;
	uint64_t at;

	if (!word_at(elf, vaddr, &buckets) || !word_at(elf, vaddr + 4, &first) ||
	    !word_at(elf, vaddr + 8, &bloom) || buckets > SYMBOLS_MAX || bloom > SYMBOLS_MAX)
		return 0;
	at = vaddr + 16 + 8ull * bloom;
	for (i = 0; i < buckets && word_at(elf, at + 4ull * i, &bucket); i++)
		max = bucket > max ? bucket : max;
	if (max < first)
		return first;
	at += 4ull * buckets;
	for (; max < SYMBOLS_MAX && word_at(elf, at + 4ull * (max - first), &link); max++) {
		if (link & 1)
			return max + 1ull;
	}
	return 0;
}

static size_t count_symbols(const struct elf *elf, const struct dynamic *d)
{
	uint32_t chains;

	if (d->hash && word_at(elf, d->hash + 4, &chains))
		return chains;
	return d->gnu_hash ? count_by_gnu_hash(elf, d->gnu_hash) : 0;
}

static const char *dynamic_string(const struct elf *elf, uint64_t offset)
{
	if (!elf->strings || offset >= elf->strings_size)
		return NULL;
	return string_in(elf->strings + offset, elf->strings_size - offset);
}

/*
 * len has the NUL.  Where the string ends is not looked for: each symbol's may be that of the whole
 * table.
 */
static bool string_is(const struct elf *elf, uint64_t offset, const char *text, size_t len)
{
	return elf->strings && offset < elf->strings_size && elf->strings_size - offset >= len &&
	       !memcmp(elf->strings + offset, text, len);
}

static int read_symbols(struct elf *elf, const struct dynamic *d)
{
	elf->symbol_cnt = count_symbols(elf, d);
	elf->strings = elf_bytes(elf, d->strtab, d->strsz);
	elf->strings_size = d->strsz;
	if (elf->symbol_cnt > SYMBOLS_MAX)
		return -ENOEXEC;
	elf->symbols = chunk(elf, d->symtab, elf->symbol_cnt * sizeof(Elf64_Sym), ELF_T_SYM);
	return elf->symbols && elf->strings ? 0 : -ENOEXEC;
}

/* ----------------------------------------------------------------- relocations */

static int compare_relocations(const void *a, const void *b)
{
	const struct relocation *x = a, *y = b;

	return (x->vaddr > y->vaddr) - (x->vaddr < y->vaddr);
}

/* Whether the type stores a pointer, and whether that is relative to the image. */
static bool relocation_kind(uint32_t type, bool *relative)
{
	switch (type) {
	case R_X86_64_RELATIVE:
	case R_AARCH64_RELATIVE:
		*relative = true;
		return true;
	case R_X86_64_64:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT:
	case R_AARCH64_ABS64:
	case R_AARCH64_GLOB_DAT:
	case R_AARCH64_JUMP_SLOT:
		*relative = false;
		return true;
	default:
		return false;
	}
}

/* Appends what a table of relocations stores; those against other files' symbols are left out. */
static int read_relocations(struct elf *elf, uint64_t vaddr, uint64_t size)
{
	Elf_Data *data = chunk(elf, vaddr, size, ELF_T_RELA);
	size_t cnt = size / sizeof(Elf64_Rela), i;
	struct relocation *more;
	GElf_Rela rela;
	GElf_Sym sym;
	bool relative;

	if (!data || !cnt) /* realloc to no bytes at all would free what there is */
		return 0;
	if (cnt > RELOCATIONS_MAX - elf->relocation_cnt)
		return -ENOEXEC;
	more = realloc(elf->relocations, (elf->relocation_cnt + cnt) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	elf->relocations = more;
	for (i = 0; i < cnt && gelf_getrela(data, (int)i, &rela); i++) {
		uint64_t value = (uint64_t)rela.r_addend;

		if (!relocation_kind(GELF_R_TYPE(rela.r_info), &relative))
			continue;
		if (!relative) {
			if (!gelf_getsym(elf->symbols, (int)GELF_R_SYM(rela.r_info), &sym) ||
			    sym.st_shndx == SHN_UNDEF)
				continue;
			value += sym.st_value;
		}
		elf->relocations[elf->relocation_cnt].vaddr = rela.r_offset;
		elf->relocations[elf->relocation_cnt++].value = value;
	}
	return 0;
}

int elf_pointer(const struct elf *elf, uint64_t vaddr, uint64_t *value)
{
	const struct relocation key = { .vaddr = vaddr }, *found;
	const void *word;

	found = find_sorted(&key, elf->relocations, elf->relocation_cnt, sizeof(key),
			    compare_relocations);
	if (found) {
		*value = found->value;
		return 0;
	}
	word = elf_bytes(elf, vaddr, 8);
	if (!word)
		return -ENOENT;
	memcpy(value, word, 8);
	return 0;
}

/* ------------------------------------------------------------------------- all of it */

int elf_read_dynamic(struct elf *elf, const GElf_Phdr *dynamic)
{
	struct dynamic d = {};
	int rc = read_entries(elf, dynamic, &d);
	size_t i;

	rc = rc ?: read_symbols(elf, &d);
	rc = rc ?: read_relocations(elf, d.rela, d.relasz);
	rc = rc ?: read_relocations(elf, d.jmprel, d.pltrelsz);
	if (rc)
		return rc;
	if (elf->relocation_cnt)
		sort(elf->relocations, elf->relocation_cnt, sizeof(*elf->relocations),
		     compare_relocations);
	for (i = 0; i < d.needed_cnt; i++) {
		elf->needed[elf->needed_cnt] = dynamic_string(elf, d.needed[i]);
		elf->needed_cnt += elf->needed[elf->needed_cnt] != NULL;
	}
	elf->runpath = d.runpath ? dynamic_string(elf, d.runpath) : NULL;
	return 0;
}

/* ------------------------------------------------------------------------ look up */

int elf_symbol(const struct elf *elf, const char *name, uint64_t *vaddr, uint64_t *size)
{
	const size_t len = strlen(name) + 1;
	GElf_Sym sym;
	size_t i;

	for (i = 1; elf->symbols && i < elf->symbol_cnt; i++) {
		if (!gelf_getsym(elf->symbols, (int)i, &sym) || sym.st_shndx == SHN_UNDEF ||
		    !string_is(elf, sym.st_name, name, len))
			continue;
		*vaddr = sym.st_value;
		if (size)
			*size = sym.st_size;
		return 0;
	}
	return -ENOENT;
}

bool elf_defines(const struct elf *elf, const char *name)
{
	uint64_t vaddr;

	return !elf_symbol(elf, name, &vaddr, NULL);
}

const char *elf_needed(const struct elf *elf, size_t i)
{
	return i < elf->needed_cnt ? elf->needed[i] : NULL;
}

const char *elf_runpath(const struct elf *elf)
{
	return elf->runpath;
}
