// SPDX-License-Identifier: GPL-2.0-or-later
/* Perl builds to memory layouts; knows the table, not where builds come from. */
#include "perl/layout.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "util/error.h"

static const struct layout_row rows[] = {
#include "layouts.inc"
};

/* Build options that move fields and are not in the table (perl.h, sv.h, cop.h, 5.44). */
static const char *const voiding[] = { "DEBUG_LEAKING_SCALARS", "PERL_RC_STACK",
				       "PERL_IMPLICIT_SYS", "USE_LONG_DOUBLE", "USE_QUADMATH" };

const struct layout_row *layout_rows(size_t *cnt)
{
	if (cnt)
		*cnt = sizeof(rows) / sizeof(rows[0]);
	return rows;
}

/* Is the word in a blank-separated list? */
static bool has_option(const char *list, const char *word)
{
	size_t len = strlen(word);
	const char *p = list;

	while (p && (p = strstr(p, word))) {
		if ((p == list || p[-1] == ' ') && (!p[len] || p[len] == ' '))
			return true;
		p += len;
	}
	return false;
}

static bool row_matches(const struct layout_row *row, const struct perl_build *build)
{
	return row->machine == build->machine && row->version == build->version &&
	       row->layout.ithreads == build->ithreads &&
	       row->layout.multiplicity == build->multiplicity &&
	       row->debugging == build->debugging &&
	       (!build->interp_size || row->layout.sizeof_interpreter == build->interp_size);
}

/* Are there rows for that version and flavour at all, whatever their size? */
static unsigned flavour_size(const struct perl_build *build)
{
	struct perl_build any = *build;
	size_t i;

	any.interp_size = 0;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (row_matches(&rows[i], &any))
			return rows[i].layout.sizeof_interpreter;
	}
	return 0;
}

static unsigned newest_version(uint16_t machine)
{
	unsigned newest = 0;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].machine == machine && rows[i].version > newest)
			newest = rows[i].version;
	}
	return newest;
}

/* Of a version above all that are known. */
static const struct layout_row *layout_derive(const struct perl_build *build, struct error *err)
{
	struct perl_build newest = *build;
	size_t i;

	newest.version = newest_version(build->machine);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (row_matches(&rows[i], &newest))
			return &rows[i];
	}
	error_set(err, ENOTSUP,
		  "perl 5.%u.%u is newer than any known perl, and its interpreter structure "
		  "has %u bytes, while that of 5.%u has %u: not supported",
		  build->version, build->subversion, build->interp_size, newest.version,
		  flavour_size(&newest));
	return NULL;
}

const struct layout_row *layout_find(const struct perl_build *build, struct error *err)
{
	const char *kind = build->ithreads     ? "threaded" :
			   build->multiplicity ? "MULTIPLICITY without threads" :
						 "unthreaded";
	size_t i;

	for (i = 0; i < sizeof(voiding) / sizeof(voiding[0]); i++) {
		if (has_option(build->bincompat, voiding[i]) ||
		    has_option(build->options, voiding[i])) {
			error_set(
				err, ENOTSUP,
				"perl %u.%u.%u was built with %s, which changes its memory layout: "
				"not supported",
				build->revision, build->version, build->subversion, voiding[i]);
			return NULL;
		}
	}
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (build->revision == 5 && row_matches(&rows[i], build))
			return &rows[i];
	}
	if (build->revision == 5 && build->version > newest_version(build->machine))
		return layout_derive(build, err);
	if (build->revision == 5 && flavour_size(build))
		error_set(err, ENOTSUP,
			  "perl 5.%u.%u, %s%s: its interpreter structure has %u bytes, while "
			  "the known layouts have %u: an unusual build, not supported "
			  "(options:%s)",
			  build->version, build->subversion, kind,
			  build->debugging ? ", debugging" : "", build->interp_size,
			  flavour_size(build), build->bincompat);
	else
		error_set(err, ENOTSUP,
			  "perl %u.%u.%u, %s%s: this version and build is not supported; the "
			  "agent knows %s to 5.%u (options:%s)",
			  build->revision, build->version, build->subversion, kind,
			  build->debugging ? ", debugging" : "",
			  build->machine == EM_X86_64 ? "the stable releases 5.14" :
							"Debian's, 5.32",
			  newest_version(build->machine), build->bincompat);
	return NULL;
}

bool layout_is_regular(const struct perl_layout *l)
{
	uint32_t file = l->ithreads ? l->cop_file : l->cop_filegv;

	return l->sv_any == 0 && l->sv_flags == 12 && l->sv_u == 16 &&
	       /* bpf/state/state.bpf.h, struct si_head */
	       l->si_prev == l->si_cxstack + 8 && l->si_next == l->si_prev + 8 &&
	       l->si_cxix == l->si_next + 8 && l->si_cxmax == l->si_cxix + 4 &&
	       (!l->si_cxsubix || l->si_cxsubix == l->si_cxmax + 4) &&
	       /* struct cv_body */
	       l->xcv_stash == l->xmg_u + 24 && l->xcv_start == l->xcv_stash + 8 &&
	       l->xcv_root == l->xcv_start + 8 && l->xcv_gv_u == l->xcv_root + 8 &&
	       l->xcv_file == l->xcv_gv_u + 8 && l->xcv_outside_seq == l->xcv_file + 24 &&
	       l->xcv_flags == l->xcv_outside_seq + 4 && l->xcv_depth == l->xcv_flags + 4 &&
	       /* bpf/calls/callee_id.bpf.h, callee_names */
	       l->xgv_stash == l->xgv_namehek + 8 &&
	       /* COP_SPAN and CONTEXT_SPAN */
	       file >= l->cop_line && file + 8 <= l->cop_line + 32 && l->cop_seq >= l->cop_line &&
	       l->cop_seq + 4 <= l->cop_line + 32 && l->cx_type == 0 && l->blk_oldcop < 80 &&
	       l->blk_sub_cv < l->blk_sub_olddepth && l->blk_sub_olddepth + 4 <= 96;
}

static const struct {
	const char *name;
	size_t offset;
} interp_vars[] = {
#define X(name) { #name, offsetof(struct perl_layout, name) },
	LAYOUT_INTERP(X)
#undef X
};

const char *layout_interp_name(size_t i)
{
	return i < sizeof(interp_vars) / sizeof(interp_vars[0]) ? interp_vars[i].name + 1 : NULL;
}

uint64_t *layout_interp_field(struct perl_layout *layout, size_t i)
{
	return (uint64_t *)((char *)layout + interp_vars[i].offset);
}
