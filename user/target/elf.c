// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ELF, through libelf; knows nothing of perl.
 *
 * The file is read into memory (ELF_C_READ), not mapped: a mapped file that somebody
 * truncates would end us with SIGBUS.
 */
#include "elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target/arch.h"
#include "util/cleanup.h"

#define SEGMENTS_MAX  64
#define NEEDED_MAX    64
#define FILE_SIZE_MAX (512u << 20)

struct relocation {
	uint64_t vaddr;
	uint64_t value;
};

struct elf {
	int fd;
	Elf *elf;
	const char *raw;
	size_t raw_size;
	uint16_t machine;

	GElf_Phdr load[SEGMENTS_MAX];
	size_t load_cnt;
	GElf_Phdr eh_frame_hdr;

	Elf_Data *symbols;
	size_t symbol_cnt;
	const char *strings;
	uint64_t strings_size;

	struct relocation *relocations; /* sorted by vaddr */
	size_t relocation_cnt;

	const char *needed[NEEDED_MAX];
	size_t needed_cnt;
	const char *runpath;
};

/* What the dynamic segment says, as addresses and sizes. */
struct dynamic {
	uint64_t symtab, strtab, strsz, hash, gnu_hash;
	uint64_t rela, relasz, jmprel, pltrelsz;
	uint64_t needed[NEEDED_MAX];
	size_t needed_cnt;
	uint64_t runpath;
};

static int vaddr_to_offset(const struct elf *elf, uint64_t vaddr, size_t size, uint64_t *offset,
			   uint32_t *flags)
{
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		uint64_t in = vaddr - ph->p_vaddr;

		if (vaddr < ph->p_vaddr || in >= ph->p_filesz || size > ph->p_filesz - in)
			continue;
		if (ph->p_offset > elf->raw_size || in + size > elf->raw_size - ph->p_offset)
			return -ENOENT;
		*offset = ph->p_offset + in;
		if (flags)
			*flags = ph->p_flags;
		return 0;
	}
	return -ENOENT;
}

const void *elf_bytes(const struct elf *elf, uint64_t vaddr, size_t size)
{
	uint64_t offset;

	return vaddr_to_offset(elf, vaddr, size, &offset, NULL) ? NULL : elf->raw + offset;
}

const char *elf_string(const struct elf *elf, uint64_t vaddr)
{
	uint64_t offset;

	if (vaddr_to_offset(elf, vaddr, 1, &offset, NULL) ||
	    !memchr(elf->raw + offset, '\0', elf->raw_size - offset))
		return NULL;
	return elf->raw + offset;
}

int elf_code_offset(const struct elf *elf, uint64_t vaddr, uint64_t *offset)
{
	uint32_t flags;

	if (vaddr_to_offset(elf, vaddr, 1, offset, &flags) || !(flags & PF_X))
		return -ENOENT;
	return 0;
}

/* A part of the file as libelf's own representation of it; NULL if it is not in the file. */
static Elf_Data *chunk(const struct elf *elf, uint64_t vaddr, uint64_t size, Elf_Type type)
{
	uint64_t offset;

	if (!size || vaddr_to_offset(elf, vaddr, size, &offset, NULL))
		return NULL;
	return elf_getdata_rawchunk(elf->elf, (int64_t)offset, size, type);
}

/* ------------------------------------------------------------ dynamic segment */

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
		/* DT_RELR needs nothing: its addends are in place, so the file's words are the values. */
		break;
	}
}

static int read_dynamic(struct elf *elf, const GElf_Phdr *ph, struct dynamic *d)
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
	    !word_at(elf, vaddr + 8, &bloom) || buckets > elf->raw_size || bloom > elf->raw_size)
		return 0;
	at = vaddr + 16 + 8ull * bloom;
	for (i = 0; i < buckets && word_at(elf, at + 4ull * i, &bucket); i++)
		max = bucket > max ? bucket : max;
	if (max < first)
		return first;
	at += 4ull * buckets;
	for (; word_at(elf, at + 4ull * (max - first), &link); max++) {
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
	if (!elf->strings || offset >= elf->strings_size ||
	    !memchr(elf->strings + offset, '\0', elf->strings_size - offset))
		return NULL;
	return elf->strings + offset;
}

static int read_symbols(struct elf *elf, const struct dynamic *d)
{
	elf->symbol_cnt = count_symbols(elf, d);
	elf->strings = elf_bytes(elf, d->strtab, d->strsz);
	elf->strings_size = d->strsz;
	if (elf->symbol_cnt > elf->raw_size / sizeof(Elf64_Sym))
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

	if (!data)
		return 0;
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
	const struct relocation key = { .vaddr = vaddr }, *found = NULL;
	const void *word;

	if (elf->relocation_cnt)
		found = bsearch(&key, elf->relocations, elf->relocation_cnt, sizeof(key),
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

/* ------------------------------------------------------------------- open, close */

static int read_segments(struct elf *elf)
{
	struct dynamic d = {};
	GElf_Phdr dynamic = {};
	size_t cnt, i;
	int rc;

	if (elf_getphdrnum(elf->elf, &cnt))
		return -ENOEXEC;
	for (i = 0; i < cnt; i++) {
		GElf_Phdr ph;

		if (!gelf_getphdr(elf->elf, (int)i, &ph))
			return -ENOEXEC;
		if (ph.p_type == PT_LOAD && elf->load_cnt < SEGMENTS_MAX)
			elf->load[elf->load_cnt++] = ph;
		else if (ph.p_type == PT_DYNAMIC)
			dynamic = ph;
		else if (ph.p_type == PT_GNU_EH_FRAME)
			elf->eh_frame_hdr = ph;
	}
	if (!dynamic.p_filesz)
		return 0; /* a static executable: has segments, but exports nothing */
	rc = read_dynamic(elf, &dynamic, &d);
	rc = rc ?: read_symbols(elf, &d);
	rc = rc ?: read_relocations(elf, d.rela, d.relasz);
	rc = rc ?: read_relocations(elf, d.jmprel, d.pltrelsz);
	if (rc)
		return rc;
	if (elf->relocation_cnt)
		qsort(elf->relocations, elf->relocation_cnt, sizeof(*elf->relocations),
		      compare_relocations);
	for (i = 0; i < d.needed_cnt; i++) {
		elf->needed[elf->needed_cnt] = dynamic_string(elf, d.needed[i]);
		elf->needed_cnt += elf->needed[elf->needed_cnt] != NULL;
	}
	elf->runpath = d.runpath ? dynamic_string(elf, d.runpath) : NULL;
	return 0;
}

static bool machine_is_known(Elf *elf, uint16_t *machine)
{
	GElf_Ehdr eh;

	if (elf_kind(elf) != ELF_K_ELF || gelf_getclass(elf) != ELFCLASS64 ||
	    !gelf_getehdr(elf, &eh) || eh.e_ident[EI_DATA] != ELFDATA2LSB)
		return false;
	*machine = eh.e_machine;
	return arch_of(*machine) != NULL;
}

struct elf *elf_new(int fd)
{
	struct elf *elf = calloc(1, sizeof(*elf));
	struct stat st;
	int rc = -ENOEXEC;

	if (!elf)
		return NULL;
	elf_version(EV_CURRENT);
	elf->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (elf->fd < 0) {
		rc = -errno;
		goto err;
	}
	if (fstat(elf->fd, &st) || !S_ISREG(st.st_mode) || st.st_size > FILE_SIZE_MAX)
		goto err;
	/* Not mapped: the kernel puts probes into whatever maps the file, and we would read them as its code. */
	elf->elf = elf_begin(elf->fd, ELF_C_READ, NULL);
	if (!elf->elf || !machine_is_known(elf->elf, &elf->machine))
		goto err;
	elf->raw = elf_rawfile(elf->elf, &elf->raw_size);
	if (!elf->raw)
		goto err;
	rc = read_segments(elf);
	if (!rc)
		return elf;
err:
	elf_free(elf);
	errno = -rc;
	return NULL;
}

void elf_free(struct elf *elf)
{
	if (!elf)
		return;
	elf_end(elf->elf);
	close_fd(&elf->fd);
	free(elf->relocations);
	free(elf);
}

/* ------------------------------------------------------------------------ look up */

int elf_symbol(const struct elf *elf, const char *name, uint64_t *vaddr, uint64_t *size)
{
	GElf_Sym sym;
	size_t i;

	for (i = 1; elf->symbols && i < elf->symbol_cnt; i++) {
		const char *found;

		if (!gelf_getsym(elf->symbols, (int)i, &sym) || sym.st_shndx == SHN_UNDEF)
			continue;
		found = dynamic_string(elf, sym.st_name);
		if (!found || strcmp(found, name) != 0)
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

const void *elf_bytes_from(const struct elf *elf, uint64_t vaddr, size_t *size)
{
	const char *p = elf_bytes(elf, vaddr, 1);
	size_t i;

	for (i = 0; p && i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		uint64_t in = vaddr - ph->p_vaddr;

		if (vaddr < ph->p_vaddr || in >= ph->p_filesz)
			continue;
		*size = ph->p_filesz - in;
		if (*size > elf->raw_size - (size_t)(p - elf->raw))
			*size = elf->raw_size - (size_t)(p - elf->raw);
		return p;
	}
	return NULL;
}

const void *elf_eh_frame_hdr(const struct elf *elf, uint64_t *vaddr, size_t *size)
{
	*vaddr = elf->eh_frame_hdr.p_vaddr;
	*size = elf->eh_frame_hdr.p_filesz;
	return *size ? elf_bytes(elf, *vaddr, *size) : NULL;
}

uint16_t elf_machine(const struct elf *elf)
{
	return elf->machine;
}

const unsigned char *elf_ident(const struct elf *elf)
{
	return (const unsigned char *)elf->raw;
}

int elf_each_code(const struct elf *elf,
		  int (*visit)(const uint8_t *code, size_t size, uint64_t vaddr, void *arg),
		  void *arg)
{
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		const void *code;
		int rc;

		if (!(ph->p_flags & PF_X))
			continue;
		code = elf_bytes(elf, ph->p_vaddr, ph->p_filesz);
		rc = code ? visit(code, ph->p_filesz, ph->p_vaddr, arg) : 0;
		if (rc)
			return rc;
	}
	return 0;
}

const char *elf_find_text(const struct elf *elf, const char *needle)
{
	size_t i;

	for (i = 0; i < elf->load_cnt; i++) {
		const GElf_Phdr *ph = &elf->load[i];
		const char *data = elf_bytes(elf, ph->p_vaddr, ph->p_filesz), *hit;

		if (!data || (ph->p_flags & (PF_W | PF_X)))
			continue;
		hit = memmem(data, ph->p_filesz, needle, strlen(needle));
		if (!hit || !memchr(hit, '\0', (size_t)(data + ph->p_filesz - hit)))
			continue;
		while (hit > data && hit[-1])
			hit--; /* to the start of the string that it is part of */
		return hit;
	}
	return NULL;
}

const char *elf_needed(const struct elf *elf, size_t i)
{
	return i < elf->needed_cnt ? elf->needed[i] : NULL;
}

const char *elf_runpath(const struct elf *elf)
{
	return elf->runpath;
}
