// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Function extents by way of libdw, which walks the entries; the pointers in them are
 * decoded here (LSB core specification 5.0, 10.5 and 10.6).
 */
#include "elf/extents.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "util/sort.h"

/* What is larger is none of perl's: all FDEs may refer to one CIE, and each op to one function. */
#define CIE_MAX	     4096u
#define FUNCTION_MAX (256u << 10)

struct extent {
	uint64_t start;
	uint64_t end;
};

struct extents {
	struct extent *list; /* sorted by start */
	size_t cnt;
	size_t room;
};

/* An encoded pointer at p, which is at vaddr; false for an encoding that is not used there. */
static bool read_pointer(const uint8_t *p, const uint8_t *end, uint64_t vaddr, unsigned enc,
			 uint64_t *value, size_t *size)
{
	int32_t s32;

	switch (enc & 0x0f) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		*size = 8;
		break;
	case DW_EH_PE_udata4:
	case DW_EH_PE_sdata4:
		*size = 4;
		break;
	default:
		return false;
	}
	if (end - p < (ptrdiff_t)*size)
		return false;
	if (*size == 8) {
		memcpy(value, p, 8);
	} else {
		memcpy(&s32, p, 4);
		*value = (enc & 0x0f) == DW_EH_PE_sdata4 ? (uint64_t)(int64_t)s32 : (uint32_t)s32;
	}
	if ((enc & 0x70) == DW_EH_PE_pcrel)
		*value += vaddr;
	return (enc & 0x70) == DW_EH_PE_pcrel || (enc & 0x70) == DW_EH_PE_absptr;
}

/* How the addresses in the entries of this CIE are encoded. */
static unsigned address_encoding(const Dwarf_CIE *cie)
{
	const uint8_t *p = cie->augmentation_data, *end = p + cie->augmentation_data_size;
	const char *letter = cie->augmentation;
	uint64_t value;
	size_t size;

	if (!letter || *letter != 'z' || !p)
		return DW_EH_PE_absptr;
	for (letter++; *letter && p < end; letter++) {
		switch (*letter) {
		case 'R':
			return *p;
		case 'L':
			p++;
			break;
		case 'P':
			if (!read_pointer(p + 1, end, 0, *p & 0x0f, &value, &size))
				return DW_EH_PE_absptr;
			p += 1 + size;
			break;
		default:
			break; /* S, B: no data */
		}
	}
	return DW_EH_PE_absptr;
}

static int add_extent(struct extents *x, uint64_t start, uint64_t len)
{
	struct extent *more;

	if (x->cnt == x->room) {
		x->room = x->room ? 2 * x->room : 1024;
		more = reallocarray(x->list, x->room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		x->list = more;
	}
	x->list[x->cnt].start = start;
	x->list[x->cnt++].end = start + len;
	return 0;
}

struct frames {
	const unsigned char *ident;
	Elf_Data data;
	uint64_t vaddr; /* of data */
};

static int add_fde(struct extents *x, struct frames *frames, const Dwarf_FDE *fde)
{
	const uint8_t *base = frames->data.d_buf;
	Elf_Data until = frames->data;
	Dwarf_CFI_Entry cie;
	uint64_t start, len;
	Dwarf_Off next;
	unsigned enc;
	size_t size;

	if (fde->CIE_pointer < until.d_size && until.d_size - fde->CIE_pointer > CIE_MAX)
		until.d_size = fde->CIE_pointer + CIE_MAX;
	if (dwarf_next_cfi(frames->ident, &until, true, fde->CIE_pointer, &next, &cie) ||
	    !dwarf_cfi_cie_p(&cie))
		return 0;
	enc = address_encoding(&cie.cie);
	if (!read_pointer(fde->start, fde->end, frames->vaddr + (uint64_t)(fde->start - base), enc,
			  &start, &size) ||
	    !read_pointer(fde->start + size, fde->end, 0, enc & 0x0f, &len, &size))
		return 0;
	return len > FUNCTION_MAX ? 0 : add_extent(x, start, len);
}

static int compare_extents(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* .eh_frame, by the pointer in .eh_frame_hdr: there may be no section headers. */
static int find_frames(const struct elf *elf, struct frames *frames)
{
	uint64_t hdr_vaddr;
	size_t hdr_size, size;
	const uint8_t *hdr = elf_eh_frame_hdr(elf, &hdr_vaddr, &hdr_size);

	if (!hdr || hdr_size < 12 || hdr[0] != 1 ||
	    !read_pointer(hdr + 4, hdr + hdr_size, hdr_vaddr + 4, hdr[1], &frames->vaddr, &size))
		return -ENOENT;
	frames->data.d_buf = (void *)elf_bytes_from(elf, frames->vaddr, &size);
	frames->data.d_size = size;
	frames->data.d_type = ELF_T_BYTE;
	frames->data.d_version = EV_CURRENT;
	frames->data.d_align = 1;
	frames->ident = elf_ident(elf);
	return frames->data.d_buf ? 0 : -ENOENT;
}

struct extents *extents_new(const struct elf *elf)
{
	struct extents *x = calloc(1, sizeof(*x));
	struct frames frames = {};
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry entry;
	int rc = x ? find_frames(elf, &frames) : -ENOMEM;

	for (; !rc; at = next) {
		int got = dwarf_next_cfi(frames.ident, &frames.data, true, at, &next, &entry);

		if (got > 0 || (got < 0 && next <= at))
			break;
		if (!got && !dwarf_cfi_cie_p(&entry))
			rc = add_fde(x, &frames, &entry.fde);
	}
	if (!rc && !x->cnt)
		rc = -ENOENT;
	if (rc) {
		extents_free(x);
		errno = -rc;
		return NULL;
	}
	sort(x->list, x->cnt, sizeof(*x->list), compare_extents);
	return x;
}

void extents_free(struct extents *x)
{
	if (!x)
		return;
	free(x->list);
	free(x);
}

int extents_find(const struct extents *x, uint64_t vaddr, uint64_t *start, uint64_t *end)
{
	size_t lo = 0, hi = x->cnt;

	while (lo < hi) { /* the first that starts above vaddr */
		size_t mid = lo + (hi - lo) / 2;

		if (x->list[mid].start <= vaddr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || vaddr >= x->list[lo - 1].end)
		return -ENOENT;
	*start = x->list[lo - 1].start;
	*end = x->list[lo - 1].end;
	return 0;
}
