// SPDX-License-Identifier: GPL-2.0-or-later
/* The records of files: their numbers and names, and their source. */
#include <stdlib.h>
#include <string.h>

#include "nytp/loader.h"
#include "profile/profile.h"
#include "util/cleanup.h"

/* ---------------------------------------------------------------------- numbers */

struct loaded_file *loader_find_fid(const struct loader *l, uint32_t fid)
{
	struct loaded_file *known;

	if (fid < l->fids.direct_cnt)
		return l->fids.direct[fid];
	if (fid < FIDS_DIRECT)
		return NULL;
	HASH_FIND(hh, l->fids.all, &fid, sizeof(fid), known);
	return known;
}

/* Room for the number among those without a hash. False: out of memory. */
static bool grow_direct(struct fids *fids, uint32_t fid)
{
	uint32_t cnt = fids->direct_cnt ?: 64;
	struct loaded_file **more;

	while (cnt <= fid)
		cnt *= 2;
	if (cnt == fids->direct_cnt)
		return true;
	more = reallocarray(fids->direct, cnt, sizeof(struct loaded_file *));
	if (!more)
		return false;
	memset(more + fids->direct_cnt, 0, (cnt - fids->direct_cnt) * sizeof(*more));
	fids->direct = more;
	fids->direct_cnt = cnt;
	return true;
}

static struct loaded_file *add_fid(struct loader *l, uint32_t fid)
{
	struct loaded_file *added = calloc(1, sizeof(*added));

	if (!added || (fid < FIDS_DIRECT && !grow_direct(&l->fids, fid))) {
		free(added);
		input_no_memory(&l->s);
		return NULL;
	}
	added->fid = fid;
	HASH_ADD(hh, l->fids.all, fid, sizeof(added->fid), added);
	if (fid < FIDS_DIRECT)
		l->fids.direct[fid] = added;
	l->seen.fids++;
	if (fid > l->seen.fid_max)
		l->seen.fid_max = fid;
	return added;
}

static void drop_pages(struct loaded_file *known)
{
	free(known->pages);
	known->pages = NULL;
	known->page_cnt = 0;
}

static void note_fid(struct loader *l, uint32_t fid, struct profile_file *file)
{
	struct loaded_file *known = loader_find_fid(l, fid);

	if (known) {
		input_note(&l->s, "this file number is declared before");
		drop_pages(known);
	}
	known = known ?: add_fid(l, fid);
	if (known)
		known->file = file;
}

void loader_free_fids(struct loader *l)
{
	struct loaded_file *known, *next;

	HASH_ITER(hh, l->fids.all, known, next) {
		HASH_DEL(l->fids.all, known);
		drop_pages(known);
		free(known);
	}
	free(l->fids.direct);
}

struct profile_file *loader_file(struct loader *l, uint32_t fid)
{
	const struct loaded_file *known = loader_find_fid(l, fid);

	if (!known)
		input_fail(&l->s, "a file number that was not declared");
	return known ? known->file : NULL;
}

/* ---------------------------------------------------------------------- records */

void load_new_fid(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), eval_fid = input_u32(&l->s), eval_line = input_u32(&l->s);
	uint32_t flags = input_u32(&l->s);
	const struct loaded_file *outer;
	char *name __cleanup(free_ptr) = NULL;
	struct profile_file *file;

	input_u32(&l->s); /* size, mtime */
	input_u32(&l->s);
	name = input_string(&l->s, NULL);
	if (!name)
		return;
	if (!fid) {
		input_fail(&l->s, "an impossible file number");
		return;
	}
	input_charge(&l->s, sizeof(*file) + sizeof(*outer) + strlen(name));
	file = profile_file(l->p, name, 0, eval_line, flags);
	if (!file) {
		input_no_memory(&l->s);
		return;
	}
	note_fid(l, fid, file);
	outer = loader_find_fid(l, eval_fid);
	if (outer && outer->file == file)
		input_note(&l->s, "an eval is said to be in itself");
	else if (outer)
		file->eval_fid = outer->file->fid;
	else if (eval_fid)
		input_note(&l->s, "the file of an eval is declared after it, or not at all");
}

/* Room for so many more bytes of source, and a NUL; false: it is to be left out. */
static bool grow_source(struct loader *l, struct profile_file *file, size_t len)
{
	size_t want = file->source_len + len + 1, room = 2 * want;
	char *more;

	if (want <= file->source_room)
		return true;
	if (!input_has_room(&l->s, room - file->source_room)) {
		l->p->source_cut = true;
		return false;
	}
	more = realloc(file->source, room);
	if (!more) {
		input_no_memory(&l->s);
		return false;
	}
	l->s.memory += room - file->source_room;
	file->source = more;
	file->source_room = room;
	return true;
}

void load_src_line(struct loader *l)
{
	uint32_t fid = input_u32(&l->s);
	char *text __cleanup(free_ptr) = NULL;
	struct profile_file *file;
	size_t len;

	input_u32(&l->s); /* line: they come in order */
	text = input_string(&l->s, &len);
	file = text ? loader_file(l, fid) : NULL;
	if (!file || !grow_source(l, file, len))
		return;
	memcpy(file->source + file->source_len, text, len + 1);
	file->source_len += len;
}
