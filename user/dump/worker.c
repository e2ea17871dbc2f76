// SPDX-License-Identifier: GPL-2.0-or-later
/* From mapped files to perls, from threads to interpreters, and from those to stacks. */
#include "dump/answer.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "dump/code.h"
#include "dump/frames.h"
#include "dump/locals.h"
#include "dump/say.h"
#include "dump/stack.h"
#include "dump/threads.h"
#include "elf/elf.h"
#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "perl/perl_image.h"
#include "target/mapped_open.h"
#include "target/maps.h"
#include "target/perl.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define TRIES_MAX 40u /* to read a stack that does not move meanwhile */
#define TRY_NS	  20000000ull /* and how long all of them may take */

/* What was opened. */
struct opened {
	struct memory *mem;
	int files[DUMP_FILES_MAX];
	uint64_t robust_lists[DUMP_THREADS_MAX];
};

struct dumped_interp {
	uint64_t base;
	pid_t tid; /* 0: no thread runs it */
};

struct dumping {
	const struct dump_request *r;
	const struct opened *opened;
	struct saying s;
	const struct perl_image *image;
	uint64_t bias;
	struct perl_memory p;
	struct dumped_interp interps[DUMP_INTERPS_MAX];
	size_t cnt;
};

/* -------------------------------------------------------------------- with rights */

static int open_file(const struct dump_request *r, const struct dump_request_file *f)
{
	const struct mapped_file m = { .pid = r->pid,
				       .dev = f->dev,
				       .ino = f->ino,
				       .start = f->start,
				       .end = f->end,
				       .path = f->path };

	return mapped_file_open(&m);
}

int dump_open(struct sandbox_worker *w)
{
	const struct dump_request *r = w->request;
	struct opened *o = calloc(1, sizeof(*o));
	uint32_t i;

	if (!o || w->len != sizeof(*r) || r->thread_cnt > DUMP_THREADS_MAX ||
	    r->file_cnt > DUMP_FILES_MAX)
		return -EINVAL;
	w->state = o;
	o->mem = memory_open(r->pid);
	if (!o->mem)
		return -errno;
	for (i = 0; i < r->thread_cnt; i++)
		o->robust_lists[i] = thread_robust_list(r->threads[i].tid);
	for (i = 0; i < r->file_cnt; i++)
		o->files[i] = open_file(r, &r->files[i]);
	return 0;
}

/* ------------------------------------------------------------------- interpreters */

static uint64_t symbol(const struct dumping *d, const char *name)
{
	uint64_t vaddr;

	return elf_symbol(d->image->elf, name, &vaddr, NULL) ? 0 : d->bias + vaddr;
}

static void add_interp(struct dumping *d, uint64_t base, pid_t tid)
{
	size_t i;

	for (i = 0; i < d->cnt; i++) {
		if (d->interps[i].base == base)
			return;
	}
	if (base && d->cnt < DUMP_INTERPS_MAX)
		d->interps[d->cnt++] = (struct dumped_interp){ base, tid };
}

/* Those that threads say are theirs, and the first one that was made. */
static void find_interps(struct dumping *d)
{
	uint64_t key_addr = symbol(d, "PL_thr_key"), first = symbol(d, "PL_curinterp");
	uint32_t key = key_addr ? perl_u32(&d->p, key_addr) : 0, i;
	uint64_t base = 0;

	d->cnt = 0;
	if (!d->image->build.multiplicity) {
		add_interp(d, d->bias, d->r->pid);
		return;
	}
	for (i = 0; key_addr && i < d->r->thread_cnt; i++) {
		base = thread_specific(&d->p, d->opened->robust_lists[i], key);
		add_interp(d, base, d->r->threads[i].tid);
	}
	base = first ? perl_u64(&d->p, first) : 0;
	add_interp(d, base, d->r->thread_cnt == 1 ? d->r->pid : 0);
}

/* ------------------------------------------------------------------------- stacks */

struct reading {
	struct dump_stack stack;
	enum stack_motion motion;
	uint32_t tries;
	int rc;
};

/* Reads it twice, until both are the same; a perl that runs is at another op each time. */
static void read_still(struct dumping *d, uint64_t base, struct reading *r)
{
	uint64_t until = clock_ns(CLOCK_MONOTONIC) + TRY_NS;
	struct dump_stack again;

	do {
		stack_release(&r->stack);
		r->tries++;
		r->rc = stack_read(&d->p, base, &r->stack);
		if (r->rc)
			return;
		r->rc = stack_read(&d->p, base, &again);
		r->motion = r->rc ? STACK_MOVED : stack_compare(&r->stack, &again);
		stack_release(&again);
	} while (r->motion != STACK_STOOD && r->tries < TRIES_MAX &&
		 clock_ns(CLOCK_MONOTONIC) < until);
	r->rc = 0;
}

/* NULL: no op, or none of this perl. */
static const char *op_name(struct dumping *d, uint64_t op)
{
	const struct perl_layout *l = d->p.layout;
	uint32_t type = op ? perl_u32(&d->p, op + l->op_type_byte) & l->op_type_mask : 0;
	uint64_t text;

	if (!type || type >= d->image->op_cnt ||
	    elf_pointer(d->image->elf, d->image->op_name + 8ull * type, &text))
		return NULL;
	return elf_string(d->image->elf, text);
}

/* 0: none. */
static uint32_t say_xsub(struct dumping *d, uint64_t base, const char *op)
{
	const uint64_t sp = perl_u64(&d->p, base + d->p.layout->Istack_sp);
	const uint64_t cv = op && !strcmp(op, "entersub") ? called_xsub(&d->p, sp) : 0;
	char *name __cleanup(free_ptr) = cv ? code_name(&d->p, cv) : NULL;

	return say_text(&d->s, name);
}

static void say_interp(struct dumping *d, const struct dumped_interp *interp)
{
	const struct frames_wish wish = { d->r->locals, d->r->values };
	struct reading r = {};
	struct dump_record record = { .kind = RECORD_INTERP, .addr = interp->base };
	const char *op;

	read_still(d, interp->base, &r);
	if (!r.rc) {
		record.n[0] = (uint32_t)interp->tid;
		record.n[1] = r.motion;
		record.n[2] = r.tries;
		record.n[3] = (uint32_t)r.stack.contexts;
		record.n[4] = say_text(&d->s, r.stack.why);
		op = op_name(d, r.stack.op);
		record.n[5] = say_text(&d->s, op);
		record.n[6] = say_xsub(d, interp->base, op);
		say_record(&d->s, &record, NULL);
		frames_say(&d->p, &r.stack, &wish, &d->s);
	}
	stack_release(&r.stack);
}

/* -------------------------------------------------------------------------- perls */

static void say_perl(struct dumping *d, uint32_t file)
{
	const struct perl_build *b = &d->image->build;
	const struct dump_record record = { .kind = RECORD_PERL,
					    .n = { file, b->revision, b->version, b->subversion } };
	size_t i;

	say_record(&d->s, &record, NULL);
	d->bias = d->r->files[file].first - elf_first_page(d->image->elf);
	d->p.mem = d->opened->mem;
	d->p.layout = &d->image->layout;
	memory_forget(d->p.mem);
	find_interps(d);
	for (i = 0; i < d->cnt && !d->s.rc; i++)
		say_interp(d, &d->interps[i]);
}

/* Is it a perl, of whatever kind? */
static bool look_at_file(struct dumping *d, uint32_t file)
{
	struct error err = {};
	struct dump_record refused = { .kind = RECORD_REFUSED };
	struct perl_image *image;

	if (d->opened->files[file] < 0)
		return false;
	image = perl_image_unprobed(d->opened->files[file], d->r->files[file].path, &err);
	if (image) {
		d->image = image;
		say_perl(d, file);
		perl_image_free(image);
		return true;
	}
	if (errno != ENOTSUP)
		return false;
	refused.n[0] = say_text(&d->s, err.text);
	say_record(&d->s, &refused, NULL);
	return true;
}

/* Files that are not called perl are looked at only where none of that name is one. */
static void look_at_files(struct dumping *d)
{
	unsigned perls = 0;
	uint32_t i;

	for (i = 0; i < d->r->file_cnt && !d->s.rc && perls < DUMP_PERLS_MAX; i++) {
		if (d->r->files[i].likely || !perls)
			perls += look_at_file(d, i);
	}
}

static void say_peeks(struct dumping *d)
{
	struct memory *mem = d->opened->mem;
	char bytes[DUMP_PEEK_MAX];
	uint32_t i;

	memory_forget(mem);
	for (i = 0; i < d->r->thread_cnt; i++) {
		const struct dump_request_thread *t = &d->r->threads[i];
		const struct dump_record record = { .kind = RECORD_PEEK,
						    .len = t->peek_len,
						    .n = { i } };

		if (t->peek_len && t->peek_len <= DUMP_PEEK_MAX &&
		    !memory_read(mem, t->peek, bytes, t->peek_len))
			say_record(&d->s, &record, bytes);
	}
}

int dump_work(struct sandbox_worker *w)
{
	static const struct dump_record end = { .kind = RECORD_END };
	struct dumping *d = calloc(1, sizeof(*d));
	int rc;

	if (!d)
		return -ENOMEM;
	d->r = w->request;
	d->opened = w->state;
	d->s.w = w;
	say_peeks(d);
	look_at_files(d);
	say_record(&d->s, &end, NULL);
	rc = d->s.rc;
	saying_release(&d->s);
	free(d);
	return rc;
}
