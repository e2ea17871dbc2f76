// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The walk over the stashes, from PL_defstash on.  Which sub a CV is, is told as
 * bpf/names/sub.bpf.h tells it of one that is called, so that both come to the same name, file and
 * lines.
 *
 * The process runs on, and may lie: each read can fail and each pointer lead anywhere.  Nothing is
 * visited twice, and there are limits for all that is counted, and for the time.
 */
#include "inspect/stash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uthash.h>

#include "evals/evals.h"
#include "inspect/memory.h"
#include "inspect/memory_subs.h"
#include "inspect/perl_memory.h"
#include "nytprof/caches.h"
#include "nytprof/names.h"
#include "nytprof/perl_layout.h"
#include "perl/utf8.h"
#include "util/cleanup.h"

#define STASHES_MAX (1u << 16)
#define ENTRIES_MAX (1u << 22) /* of all stashes */
#define CVS_MAX	    (1u << 19)
#define BUCKETS_MAX (1u << 22) /* of one stash */
#define CHAIN_MAX   4096u /* entries of one bucket: perl splits long before (hv.c, DO_HSPLIT, 5.36) */
#define OPS_MAX	    (1u << 16) /* of a sub, as in bpf/names/sub_lines.bpf.h */
#define LOOK_EVERY  16u /* steps between two looks at the clock: each may wait for a disk */

/* Why a walk ends early. */
enum cut {
	CUT_TIME,
	CUT_MANY,
	CUT_MEMORY,
	CUT_ENTRIES,
	CUT_CHANGED,
	CUT_LARGE,
	CUT_UNREAD,
	CUT_NONE,
	CUT_CNT
};

static const char *const cut_texts[CUT_CNT] = {
	[CUT_TIME] = "it took too long",
	[CUT_MANY] = "there are too many",
	[CUT_MEMORY] = "out of memory",
	[CUT_ENTRIES] = "the symbol tables have too many entries",
	[CUT_CHANGED] = "a symbol table changed meanwhile",
	[CUT_LARGE] = "a symbol table is too large",
	[CUT_UNREAD] = "the memory could not be read",
	[CUT_NONE] = "there is no symbol table",
};

/* The part of a CV's body that is the same in every version (cv.h, 5.14 to 5.44; layout_is_regular). */
struct cv {
	uint64_t magic;
	uint64_t unused[2];
	uint64_t stash;
	uint64_t start;
	uint64_t root;
	uint64_t gv; /* with CVf_NAMED a HEK */
	uint64_t file;
	uint64_t padlist;
	uint64_t outside;
	uint32_t outside_seq;
	uint32_t flags;
};

_Static_assert(sizeof(struct cv) == 88, "no hidden padding");

/* An address that was met. */
struct met {
	uint64_t addr;
	const char *name; /* of a stash in walk.names */
	UT_hash_handle hh;
};

struct walk {
	struct perl_memory perl;
	const struct stash_walk *how;
	const struct perl_layout *layout;
	struct memory_subs *memory_subs;
	struct stash_report *report;
	struct met *stashes; /* hash, in the order in which they were met, and are visited */
	struct met *cvs;
	struct met *names; /* of the packages of subs: those in no stash have one, too */
	uint64_t until_ns;
	uint64_t cop; /* the first one of the sub that is looked at, */
	uint32_t seq; /* and its number */
	unsigned steps;
	bool over;
	int rc;
};

const char *stash_why(const char *text)
{
	int i;

	for (i = 0; i < CUT_CNT; i++) {
		if (!strcmp(text, cut_texts[i]))
			return cut_texts[i];
	}
	return NULL;
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
}

/* Here is a limit, but the walk may go on elsewhere. */
static void walk_cut(struct walk *w, const char *why)
{
	w->report->cut = true;
	w->report->why = w->report->why ?: why;
}

static void walk_end(struct walk *w, int rc, const char *why)
{
	w->over = true;
	w->rc = w->rc ?: rc;
	walk_cut(w, why);
}

/* One step more; true: no more. */
static bool walk_is_over(struct walk *w)
{
	if (w->steps++ % LOOK_EVERY == 0 && now_ns() > w->until_ns)
		walk_end(w, 0, cut_texts[CUT_TIME]);
	return w->over;
}

/* -------------------------------------------------------------------- addresses */

static struct met *met_find(struct met *all, uint64_t addr)
{
	struct met *met;

	HASH_FIND(hh, all, &addr, sizeof(addr), met);
	return met;
}

/* NULL: it was met before, or there is no room for more than max. */
static struct met *met_add(struct walk *w, struct met **all, uint64_t addr, unsigned max)
{
	struct met *met;

	if (met_find(*all, addr))
		return NULL;
	if (HASH_COUNT(*all) >= max) {
		walk_cut(w, cut_texts[CUT_MANY]);
		return NULL;
	}
	met = calloc(1, sizeof(*met));
	if (!met) {
		walk_end(w, -ENOMEM, cut_texts[CUT_MEMORY]);
		return NULL;
	}
	met->addr = addr;
	HASH_ADD(hh, *all, addr, sizeof(met->addr), met);
	return met;
}

static void met_free(struct met *all)
{
	struct met *met, *next;

	HASH_ITER(hh, all, met, next) {
		HASH_DEL(all, met);
		free(met);
	}
}

/* ------------------------------------------------------------------------- names */

static const char *keep_text(struct walk *w, const char *text)
{
	const char *kept = text ? memory_subs_text(w->memory_subs, text) : NULL;

	if (!kept)
		walk_end(w, -ENOMEM, cut_texts[CUT_MEMORY]);
	return kept;
}

/* A name as UTF-8; NULL: there is none. */
static const char *hek_name(struct walk *w, uint64_t hek)
{
	char *made __cleanup(free_ptr) = NULL;
	bool utf8;

	if (!perl_hek(&w->perl, hek, &utf8) || !w->perl.text[0])
		return NULL;
	if (utf8 || utf8_is(w->perl.text))
		return keep_text(w, w->perl.text);
	made = utf8_from_latin1(w->perl.text);
	return keep_text(w, made);
}

static const char *stash_name(struct walk *w, uint64_t stash)
{
	struct met *met = met_find(w->names, stash);

	if (!met && (met = met_add(w, &w->names, stash, STASHES_MAX)))
		met->name = hek_name(w, perl_stash_name(&w->perl, stash));
	return met ? met->name : NULL;
}

/* "(eval 123)" -> FILE_EVAL | 123, also with what $^P & 0x100 puts behind it; 0 for any other name. */
static uint32_t eval_number(const char *name)
{
	uint32_t n = 0, i;

	if (strncmp(name, "(eval ", 6))
		return 0;
	for (i = 6; i < 16; i++) {
		if (name[i] == ')')
			return i > 6 && (!name[i + 1] || name[i + 1] == '[') ? FILE_EVAL | n : 0;
		if (name[i] < '0' || name[i] > '9')
			return 0;
		n = n * 10 + (uint32_t)(name[i] - '0');
	}
	return 0;
}

/* ------------------------------------------------------------------------- a sub */

static bool read_file(struct walk *w, uint64_t cop, struct found_sub *sub)
{
	const struct perl_layout *l = w->layout;
	uint64_t addr = perl_u64(&w->perl, cop + (l->ithreads ? l->cop_file : l->cop_filegv));
	const char *file = perl_file(&w->perl, addr);

	sub->eval = file ? eval_number(file) : 0;
	if (sub->eval)
		sub->interp = w->how->interp;
	else if (file)
		sub->file = keep_text(w, file);
	return sub->eval || sub->file;
}

static uint32_t last_line(struct walk *w, uint64_t root, uint32_t first)
{
	struct op_walk ops = { .root = root, .op = root, .last = first };
	unsigned i;

	for (i = 0; i < OPS_MAX && !walk_is_over(w) && perl_op_step(&w->perl, &ops); i++)
		;
	return ops.last;
}

/* File and lines; false: it has none. */
static bool read_place(struct walk *w, const struct cv *cv, struct found_sub *sub)
{
	const struct perl_layout *l = w->layout;
	uint64_t cop = perl_first_cop(&w->perl, cv->start);
	struct sub_lines lines;

	if (!cop || !read_file(w, cop, sub))
		return false;
	w->cop = cop;
	w->seq = perl_u32(&w->perl, cop + l->cop_seq);
	if (w->how->seen && w->how->seen(w->how->arg, cop, w->seq, &lines)) {
		sub->line = lines.first;
		sub->last = lines.last;
	} else {
		sub->line = perl_u32(&w->perl, cop + l->cop_line);
		sub->last = last_line(w, cv->root, sub->line);
	}
	return sub->line != 0;
}

/* As in bpf/names/sub.bpf.h. */
static bool is_anonymous(const struct perl_layout *l, const struct cv *cv, const char *name)
{
	return cv->flags & l->CVf_ANON ||
	       (cv->flags & l->CVf_CVGV_RC && !cv->magic && !strcmp(name, "__ANON__"));
}

/* By the name and package of its GV, or its own where it has none (cv.h, CvNAMED, since 5.18). */
static bool read_name(struct walk *w, const struct cv *cv, struct found_sub *sub)
{
	const struct perl_layout *l = w->layout;
	uint64_t stash = cv->stash;
	struct sv gv;

	if (l->CVf_NAMED && (cv->flags & l->CVf_NAMED)) {
		sub->name = hek_name(w, cv->gv);
		if (cv->flags & l->CVf_LEXICAL)
			sub->flags |= SUB_LEXICAL;
	} else if (perl_sv(&w->perl, cv->gv, l->SVt_PVGV, &gv)) {
		stash = perl_u64(&w->perl, gv.any + l->xgv_stash);
		sub->name = hek_name(w, perl_u64(&w->perl, gv.any + l->xgv_namehek));
	}
	if (!sub->name)
		return false;
	sub->pkg = stash_name(w, stash);
	if (is_anonymous(l, cv, sub->name))
		sub->flags |= SUB_ANON;
	return true;
}

static void visit_cv(struct walk *w, uint64_t addr)
{
	struct found_sub sub = { .eval_file = EVAL_NO_FILE };
	const struct perl_layout *l = w->layout;
	struct cv cv;
	struct sv sv;
	int rc;

	if (walk_is_over(w) || !perl_sv(&w->perl, addr, l->SVt_PVCV, &sv) ||
	    memory_read(w->how->mem, sv.any + l->xmg_u, &cv, sizeof(cv)))
		return;
	if (l->sizeof_cv_flags_t == 2)
		cv.flags &= 0xffff;
	/* Without a root it is only declared; an XSUB has its function there. */
	if (!cv.root || (cv.flags & l->CVf_ISXSUB) || !met_add(w, &w->cvs, addr, CVS_MAX))
		return;
	if (!read_name(w, &cv, &sub) || !read_place(w, &cv, &sub) || w->over)
		return;
	rc = w->how->add ? w->how->add(w->how->arg, &sub, w->cop, w->seq) :
			   memory_subs_add(w->memory_subs, &sub);
	if (rc)
		walk_end(w, rc == -ENOSPC ? 0 : rc, cut_texts[CUT_MANY]);
	else
		w->report->subs++;
}

/* ------------------------------------------------------------------------ stashes */

/*
 * Does it end with "::"?  Only such an entry's hash is a symbol table (gv.c, gv_fetchpvn_flags,
 * 5.36).
 */
static bool hek_names_stash(struct walk *w, uint64_t hek)
{
	bool utf8;
	uint32_t len = perl_hek(&w->perl, hek, &utf8);

	return len > 2 && !memcmp(w->perl.text + len - 2, "::", 2);
}

static void visit_glob(struct walk *w, uint64_t gp, uint64_t hek)
{
	const struct perl_layout *l = w->layout;
	uint64_t cv = perl_u64(&w->perl, gp + l->gp_cv), hv = perl_u64(&w->perl, gp + l->gp_hv);

	/* With a gp_cvgen it is a method cache's entry, not a definition. */
	if (cv && !perl_u32(&w->perl, gp + l->gp_cvgen))
		visit_cv(w, cv);
	if (hv && hek_names_stash(w, hek))
		met_add(w, &w->stashes, hv, STASHES_MAX);
}

/*
 * A glob, or a reference in the place of one: to a sub (since 5.22), or to a constant.  Anything else
 * is a declaration: a prototype, or -1 (gv.c, Perl_gv_init_pvn, 5.36).
 */
static void visit_value(struct walk *w, uint64_t addr, uint64_t hek)
{
	const struct perl_layout *l = w->layout;
	struct sv sv;

	if (memory_read(w->how->mem, addr, &sv, sizeof(sv)))
		return;
	if ((sv.flags & l->SVTYPEMASK) == l->SVt_PVGV) {
		if (sv.flags & l->SVpgv_GP)
			visit_glob(w, sv.u, hek);
	} else if (sv.flags & l->SVf_ROK) {
		visit_cv(w, sv.u);
	}
}

static void visit_bucket(struct walk *w, uint64_t he)
{
	const struct perl_layout *l = w->layout;
	unsigned i;

	for (i = 0; he && !walk_is_over(w); i++) {
		if (w->report->entries == ENTRIES_MAX)
			walk_end(w, 0, cut_texts[CUT_ENTRIES]);
		if (i == CHAIN_MAX || w->over) {
			walk_cut(w, cut_texts[CUT_CHANGED]);
			return;
		}
		w->report->entries++;
		visit_value(w, perl_u64(&w->perl, he + l->he_val),
			    perl_u64(&w->perl, he + l->he_hek));
		he = perl_u64(&w->perl, he + l->he_next);
	}
}

static void visit_stash(struct walk *w, uint64_t addr)
{
	const struct perl_layout *l = w->layout;
	uint64_t max, i, first;
	struct sv hv;

	if (!perl_sv(&w->perl, addr, l->SVt_PVHV, &hv) || !hv.u ||
	    memory_read(w->how->mem, hv.any + l->xhv_max, &max, sizeof(max)))
		return;
	w->report->stashes++;
	if (max >= BUCKETS_MAX) {
		walk_cut(w, cut_texts[CUT_LARGE]);
		return;
	}
	for (i = 0; i <= max && !walk_is_over(w); i++) {
		if (memory_read(w->how->mem, hv.u + 8 * i, &first, sizeof(first))) {
			walk_cut(w, cut_texts[CUT_UNREAD]);
			return;
		}
		visit_bucket(w, first);
	}
}

int stash_walk(const struct stash_walk *how, struct memory_subs *memory_subs,
	       struct stash_report *report)
{
	struct walk w = { .perl = { .mem = how->mem, .layout = how->layout },
			  .how = how,
			  .layout = how->layout,
			  .memory_subs = memory_subs,
			  .report = report };
	uint64_t begin_ns = now_ns(), root;
	struct met *stash;
	struct sv hv;

	memset(report, 0, sizeof(*report));
	w.until_ns = begin_ns + how->limit_ns;
	root = perl_u64(&w.perl, how->base + how->layout->Idefstash);
	if (perl_sv(&w.perl, root, w.layout->SVt_PVHV, &hv))
		met_add(&w, &w.stashes, root, STASHES_MAX);
	else
		walk_end(&w, -EFAULT, cut_texts[CUT_NONE]);
	/* Those that are met on the way are put behind the last one. */
	for (stash = w.stashes; stash && !walk_is_over(&w); stash = stash->hh.next)
		visit_stash(&w, stash->addr);
	met_free(w.stashes);
	met_free(w.cvs);
	met_free(w.names);
	report->ns = now_ns() - begin_ns;
	return w.rc;
}
