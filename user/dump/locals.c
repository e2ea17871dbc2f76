// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pads (pad.h, 5.22 to 5.44): a list of names for each CV, and for each depth of its calls an array
 * of SVs.
 */
#include "dump/locals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/code.h"
#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "perl/utf8.h"
#include "util/cleanup.h"

#define NAME_MAX_LEN   255u /* pad.h, struct padname: its length is a byte */
#define PADNAMEf_OUTER 1u /* pad.h, PADNAMEt_OUTER; the flags follow the length */
#define PADSEQ_INTRO \
	UINT32_MAX /* pad.c, PERL_PADSEQ_INTRO: not declared yet, or in scope until now */
#define TYPE_TEXT  320u
#define VALUE_TEXT (2 * LOCAL_VALUE + 16u)

/* sv.h: an SV of each type, 5.14 to 5.44, as far as it is named here. */
#define TYPE_REGEXP 8u

bool locals_are_known(const struct perl_memory *p)
{
	return p->layout->xpadn_low && p->layout->xpadl_alloc;
}

/* ------------------------------------------------------------------------- types */

static const char *type_word(const struct perl_memory *p, const struct sv *sv)
{
	const struct perl_layout *l = p->layout;
	uint32_t type = sv->flags & l->SVTYPEMASK;

	if (type == l->SVt_PVAV)
		return "array";
	if (type == l->SVt_PVHV)
		return "hash";
	if (type == l->SVt_PVCV)
		return "code";
	if (type == l->SVt_PVGV)
		return "glob";
	if (type == TYPE_REGEXP)
		return "regex";
	return type > l->SVt_PVCV ? "handle or format" : "scalar";
}

static bool read_sv(struct perl_memory *p, uint64_t addr, struct sv *sv)
{
	return addr && !memory_read(p->mem, addr, sv, sizeof(*sv));
}

static void put_reference(struct perl_memory *p, uint64_t to, char *type)
{
	char *class __cleanup(free_ptr) = NULL;
	struct sv sv;

	if (!read_sv(p, to, &sv)) {
		snprintf(type, TYPE_TEXT, "reference");
		return;
	}
	if (sv.flags & p->layout->SVs_OBJECT)
		class = stash_text(p, perl_u64(p, sv.any + p->layout->xmg_stash));
	if (class)
		snprintf(type, TYPE_TEXT, "%.240s object (%s)", class, type_word(p, &sv));
	else
		snprintf(type, TYPE_TEXT, "reference to %s", type_word(p, &sv));
}

static void put_scalar(struct perl_memory *p, const struct sv *sv, char *type)
{
	const struct perl_layout *l = p->layout;

	if (sv->flags & l->SVf_ROK)
		put_reference(p, sv->u, type);
	else if (sv->flags & l->SVf_POK)
		snprintf(type, TYPE_TEXT, "string of %" PRIu64 " bytes",
			 perl_u64(p, sv->any + l->xpv_cur));
	else if (sv->flags & l->SVf_IOK)
		snprintf(type, TYPE_TEXT, "integer");
	else
		snprintf(type, TYPE_TEXT, sv->flags & l->SVf_NOK ? "number" : "undef");
}

static void put_type(struct perl_memory *p, const struct sv *sv, char *type)
{
	const struct perl_layout *l = p->layout;
	const char *word = type_word(p, sv);

	if (!strcmp(word, "array"))
		snprintf(type, TYPE_TEXT, "array of %" PRIi64,
			 (int64_t)perl_u64(p, sv->any + l->xav_fill) + 1);
	else if (!strcmp(word, "hash"))
		snprintf(type, TYPE_TEXT, "hash of %" PRIu64, perl_u64(p, sv->any + l->xhv_keys));
	else if (!strcmp(word, "scalar"))
		put_scalar(p, sv, type);
	else
		snprintf(type, TYPE_TEXT, "%s", word);
}

/* ------------------------------------------------------------------------ values */

static const char *put_string(struct perl_memory *p, const struct sv *sv, char *value)
{
	uint64_t len = perl_u64(p, sv->any + p->layout->xpv_cur);
	char text[LOCAL_VALUE + 1] = {}, *made __cleanup(free_ptr) = NULL;
	bool cut = len > LOCAL_VALUE;

	if (cut)
		len = LOCAL_VALUE;
	if (len && memory_read(p->mem, sv->u, text, len))
		return NULL;
	if (!utf8_is(text))
		made = utf8_from_latin1(text);
	snprintf(value, VALUE_TEXT, "\"%s\"%s", made ?: text, cut ? "..." : "");
	return value;
}

/* perl's numbers are in its body, behind each other (sv.h, _XPVNV; 5.14 to 5.44). */
static const char *put_value(struct perl_memory *p, const struct sv *sv, char *value)
{
	const struct perl_layout *l = p->layout;
	double number;

	if (sv->flags & l->SVf_ROK || strcmp(type_word(p, sv), "scalar") != 0)
		return NULL;
	if (sv->flags & l->SVf_POK)
		return put_string(p, sv, value);
	if (sv->flags & l->SVf_IOK)
		snprintf(value, VALUE_TEXT, "%" PRIi64, (int64_t)perl_u64(p, sv->any + l->xiv_iv));
	else if (!(sv->flags & l->SVf_NOK) ||
		 memory_read(p->mem, sv->any + l->xiv_iv + 8, &number, sizeof(number)))
		return NULL;
	else
		snprintf(value, VALUE_TEXT, "%.15g", number);
	return value;
}

/* ------------------------------------------------------------------------- names */

struct pad {
	uint64_t names; /* arrays of addresses */
	uint64_t values;
	uint64_t cnt;
};

/* pad.h: PADLIST, PADNAMELIST (its fill is before its array) and an AV. */
static bool find_pad(struct perl_memory *p, const struct locals_scope *scope, struct pad *pad)
{
	const struct perl_layout *l = p->layout;
	uint64_t list, pads, names;
	struct sv cv, av;

	if (!perl_sv(p, scope->code, l->SVt_PVCV, &cv) || !scope->depth)
		return false;
	list = perl_u64(p, cv.any + l->xcv_padlist);
	pads = perl_u64(p, list + l->xpadl_alloc);
	if (!list || !pads || scope->depth > perl_u64(p, list + l->xpadl_max))
		return false;
	names = perl_u64(p, pads);
	if (!names || !perl_sv(p, perl_u64(p, pads + 8ull * scope->depth), l->SVt_PVAV, &av))
		return false;
	pad->names = perl_u64(p, names + l->xpadnl_alloc);
	pad->cnt = perl_u64(p, names + l->xpadnl_alloc - 8) + 1;
	pad->values = av.u;
	if (pad->cnt > LOCALS_MAX)
		pad->cnt = LOCALS_MAX;
	return pad->names && pad->values;
}

/* pad.c, PadnameIN_SCOPE: numbers may have wrapped around. */
static bool is_between(uint32_t seq, uint32_t low, uint32_t high)
{
	if (low == PADSEQ_INTRO)
		return false;
	if (high == PADSEQ_INTRO)
		return seq > low ? seq - low < UINT32_MAX >> 1 : low - seq > UINT32_MAX >> 1;
	return low > high ? seq > low || seq <= high : seq > low && seq <= high;
}

static bool is_in_scope(struct perl_memory *p, const struct locals_scope *scope, uint64_t name)
{
	uint32_t low = perl_u32(p, name + p->layout->xpadn_low);
	uint32_t high = perl_u32(p, name + p->layout->xpadn_high);
	uint32_t flags = perl_u32(p, name + p->layout->xpadn_len) >> 8 & 0xff;

	if (flags & PADNAMEf_OUTER) /* of a closure: its numbers say other things */
		return !scope->outer_seq;
	return is_between(scope->seq, low, high) &&
	       !(scope->outer_seq && is_between(scope->outer_seq, low, high));
}

static bool read_name(struct perl_memory *p, uint64_t addr, char name[NAME_MAX_LEN + 1])
{
	uint32_t len = perl_u32(p, addr + p->layout->xpadn_len) & 0xff;

	if (len < 2 || memory_read(p->mem, perl_u64(p, addr + p->layout->xpadn_pv), name, len))
		return false;
	name[len] = '\0';
	return name[0] && strchr("$@%&", name[0]) && utf8_is(name);
}

static int visit_local(struct perl_memory *p, const struct locals_scope *scope,
		       const struct pad *pad, uint64_t i, locals_visit *visit, void *arg)
{
	uint64_t name_addr = perl_u64(p, pad->names + 8 * i);
	char name[NAME_MAX_LEN + 1], type[TYPE_TEXT] = "?", value[VALUE_TEXT];
	const char *shown = NULL;
	struct sv sv;

	if (!name_addr || !read_name(p, name_addr, name) || !is_in_scope(p, scope, name_addr))
		return 0;
	if (read_sv(p, perl_u64(p, pad->values + 8 * i), &sv)) {
		put_type(p, &sv, type);
		shown = scope->values ? put_value(p, &sv, value) : NULL;
	}
	return visit(arg, name, type, shown);
}

int locals_each(struct perl_memory *p, const struct locals_scope *scope, locals_visit *visit,
		void *arg)
{
	struct pad pad;
	uint64_t i;
	int rc = 0;

	if (!locals_are_known(p) || !find_pad(p, scope, &pad))
		return 0;
	for (i = 1; i < pad.cnt && !rc; i++)
		rc = visit_local(p, scope, &pad, i, visit, arg);
	return rc;
}
