// SPDX-License-Identifier: GPL-2.0-or-later
/* From the map of interpreters, and what they say of their parts, to tracees; knows no counts. */
#include "drain/interps.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utlist.h>

#include "attach/object_maps.h"
#include "drain/accounts.h"
#include "drain/interps_parts.h"
#include "drain/processes.h"
#include "drain/unclosed.h"
#include "evals/evals.h"
#include "inspect/roots.h"
#include "nytprof/events.h"
#include "nytprof/interp.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/allowance.h"

struct interps *interps_new(const struct maps *maps, const struct naming *naming,
			    struct names *names)
{
	struct interps *all = calloc(1, sizeof(*all));

	if (!all)
		return NULL;
	all->maps = *maps;
	all->naming = *naming;
	all->names = names;
	all->stdin_from = lseek(STDIN_FILENO, 0, SEEK_CUR);
	all->roots = roots_new();
	all->accounts = accounts_new(maps->budgets);
	all->allowance = allowance_new(EVALS_OF_ALL, EVALS_OF_USER);
	all->sql_allowance = allowance_new(SQLS_OF_ALL, SQLS_OF_USER);
	if (!all->roots || !all->accounts || !all->allowance || !all->sql_allowance) {
		interps_free(all);
		return NULL;
	}
	return all;
}

static void drop_interp(struct interps *all, struct interp_entry *entry)
{
	struct process *p = processes_find(all->processes, entry->info.tgid);
	struct interp_part *part;

	LL_DELETE2(p->interps, entry, same);
	accounts_return_interp(all->accounts, &entry->info, !p->interps);
	processes_forget(&all->processes, p);
	while ((part = entry->parts)) {
		entry->parts = part->next;
		free(part);
	}
	HASH_DEL(all->interps, entry);
	free(entry);
}

void interps_free(struct interps *all)
{
	struct interp_entry *entry, *next;
	struct tracee *t;

	if (!all)
		return;
	HASH_ITER(hh, all->interps, entry, next)
		drop_interp(all, entry);
	while ((t = interps_take(all, true, NULL, NULL)))
		tracee_free(t);
	processes_release(&all->processes);
	roots_free(all->roots);
	accounts_free(all->accounts);
	allowance_free(all->allowance);
	allowance_free(all->sql_allowance);
	free(all);
}

void interps_when_met(struct interps *all,
		      void (*met)(uint32_t id, const struct interp *in,
				  struct memory_subs *memory_subs, void *arg),
		      void *arg)
{
	all->met = met;
	all->met_arg = arg;
}

void interps_when_asked(struct interps *all,
			bool (*wants)(uint32_t id, const struct interp *in, void *arg), void *arg)
{
	all->wants = wants;
	all->wants_arg = arg;
}

void interps_age(struct interps *all)
{
	roots_age(all->roots);
}

static struct interp_part *add_part(struct interp_entry *entry, struct tracee *t, uint32_t nr)
{
	struct interp_part *part = t ? calloc(1, sizeof(*part)) : NULL;

	if (!part)
		return NULL;
	part->nr = nr;
	part->tracee = t;
	part->next = entry->parts;
	entry->parts = part;
	t->interp_cnt++;
	t->live++;
	t->running++;
	return part;
}

/* What the program has said of it; not all parts have an entry. */
static void read_part(struct interps *all, const struct interp_entry *entry,
		      struct interp_part *part)
{
	struct part_key key = { .interp = entry->id, .part = part->nr };

	if (!bpf_map_lookup_elem(all->maps.parts, &key, &part->record))
		tracee_set_part(part->tracee, all->names, part->nr, &part->record);
	else if (part->nr)
		part->tracee->closed = true;
}

static void end_part(struct interps *all, const struct interp_entry *entry,
		     struct interp_part *part)
{
	read_part(all, entry, part);
	part->ended = true;
	part->tracee->running--;
}

/* The program has gone on to another profile: up to the one that it is in now. */
static int follow_parts(struct interps *all, struct interp_entry *entry)
{
	while (entry->parts->nr < entry->info.part) {
		struct interp_part *last = entry->parts;
		struct tracee *t = tracee_succeed(last->tracee, &entry->info);

		if (!add_part(entry, t, last->nr + 1)) {
			tracee_free(t);
			return -ENOMEM;
		}
		end_part(all, entry, last);
		entry->parts->before = last->record;
		last->tracee->next_ns = last->record.end_ns;
		DL_APPEND_ELEM(all->tracees, last->tracee, t);
		LL_APPEND2(processes_find(all->processes, t->tgid)->tracees, t, same);
	}
	if (!entry->parts->ended)
		read_part(all, entry, entry->parts);
	return 0;
}

/* Nothing of the other one is lost for want of memory but where its evals were. */
static void note_clone(const struct interp_entry *entry)
{
	if (entry->info.cloned_from && entry->info.eval_seq)
		evals_clone(entry->parts->tracee->evals, entry->id, entry->info.cloned_from,
			    entry->info.eval_seq);
}

static void refuse(struct interps *all, struct tracee *t)
{
	all->refused_cnt += !t->unwanted;
	t->unwanted = true;
}

static struct interp_entry *learn_interp(struct interps *all, uint32_t id)
{
	struct interp_entry *entry;
	struct tracee *from = NULL;
	struct process *p;

	HASH_FIND(hh, all->interps, &id, sizeof(id), entry);
	if (entry)
		return entry;
	entry = calloc(1, sizeof(*entry));
	if (!entry || bpf_map_lookup_elem(all->maps.interps, &id, &entry->info) ||
	    !entry->info.filled) {
		free(entry);
		return NULL;
	}
	/* Nobody says which is met first. */
	if (entry->info.forked_from)
		from = interps_latest(all, entry->info.forked_from);
	if (!add_part(entry, tracees_get(all, id, &entry->info, from), 0)) {
		free(entry);
		return NULL;
	}
	entry->id = id;
	entry->parts->before.end_ns = entry->info.start_ns;
	HASH_ADD(hh, all->interps, id, sizeof(entry->id), entry);
	accounts_note_user(all->accounts, entry->info.user);
	p = processes_find(all->processes, entry->info.tgid); /* its tracee is there */
	LL_PREPEND2(p->interps, entry, same);
	note_clone(entry);
	creds_lessen(&entry->parts->tracee->creds, &entry->info.creds);
	if (all->wants && !all->wants(id, &entry->info, all->wants_arg))
		refuse(all, entry->parts->tracee);
	else if (!from && all->met)
		all->met(id, &entry->info, entry->parts->tracee->memory_subs, all->met_arg);
	follow_parts(all, entry);
	return entry;
}

struct tracee *interps_tracee(struct interps *all, uint32_t id, uint32_t nr)
{
	struct interp_entry *entry = learn_interp(all, id);
	struct interp_part *part;

	if (entry && entry->parts->nr < nr &&
	    !bpf_map_lookup_elem(all->maps.interps, &id, &entry->info))
		follow_parts(all, entry);
	for (part = entry ? entry->parts : NULL; part; part = part->next) {
		if (part->nr == nr)
			return part->tracee;
	}
	return NULL;
}

struct tracee *interps_latest(struct interps *all, uint32_t id)
{
	struct interp_entry *entry = learn_interp(all, id);

	return entry ? entry->parts->tracee : NULL;
}

static bool has_ended(const struct interp_entry *entry)
{
	return entry->parts->ended;
}

/* What the BPF side says of it now. */
static void refresh_interp(struct interps *all, struct interp_entry *entry)
{
	struct interp_part *last;

	if (has_ended(entry) || bpf_map_lookup_elem(all->maps.interps, &entry->id, &entry->info))
		return;
	follow_parts(all, entry);
	if (entry->info.end == END_NONE)
		return;
	last = entry->parts;
	end_part(all, entry, last);
	last->tracee->freed = entry->info.end == END_FREE;
	last->record.events = entry->info.events;
	last->record.overhead_ns = entry->info.overhead_ns;
	last->record.waited_ns = entry->info.waited_ns;
	last->record.end_ns = entry->info.end_ns;
}

struct accounts *interps_accounts(struct interps *all)
{
	return all->accounts;
}

void interps_count(const struct interps *all, uint64_t *met, uint64_t *refused)
{
	*met = all->tracee_cnt;
	*refused = all->refused_cnt;
}

int interps_event(struct interps *all, const struct event *ev)
{
	struct interp_entry *entry;

	if (ev->type == EVENT_EXEC)
		adopt_execed(all, ev->tgid);
	if (ev->type != EVENT_START && ev->type != EVENT_END && ev->type != EVENT_PART)
		return 0;
	entry = learn_interp(all, ev->interp);
	if (entry && ev->type != EVENT_START)
		refresh_interp(all, entry);
	return entry || ev->type == EVENT_END ? 0 : -ENOMEM;
}

/* Have its last counts been made?  If not, as far as there is room. */
static bool is_complete(struct interps *all, struct interp_entry *entry)
{
	if (has_ended(entry) && entry->info.unclosed)
		entry->info.unclosed = unclosed_close(&all->maps, entry->id, &all->left_open);
	return !entry->info.unclosed;
}

/* Notices can be lost, so the map is what counts. */
bool interps_note_ends(struct interps *all)
{
	struct interp_entry *entry;
	struct interp_part *part;
	bool more, complete, all_complete = true;
	uint32_t id = 0, next;

	adopt_note_ends(all);
	for (entry = all->interps; entry; entry = entry->hh.next)
		refresh_interp(all, entry);
	for (more = !bpf_map_get_next_key(all->maps.interps, NULL, &next); more;
	     more = !bpf_map_get_next_key(all->maps.interps, &id, &next)) {
		id = next;
		entry = learn_interp(all, id);
		if (entry)
			refresh_interp(all, entry);
	}
	for (entry = all->interps; entry; entry = entry->hh.next) {
		complete = is_complete(all, entry);
		all_complete &= complete;
		for (part = entry->parts; part; part = part->next)
			part->settled = part->ended && complete;
	}
	return !all_complete;
}

uint64_t interps_left_open(const struct interps *all)
{
	return all->left_open;
}

/* Those that have ended and were collected; true: none is left. */
static bool retire_parts(struct interps *all, struct interp_entry *entry)
{
	struct interp_part **at = &entry->parts, *part;

	while ((part = *at)) {
		struct part_key key = { .interp = entry->id, .part = part->nr };

		if (!part->settled) {
			at = &part->next;
			continue;
		}
		tracee_add_part(part->tracee, &part->record, &part->before);
		if (part->nr == entry->info.part) {
			rotate_rest(part, &entry->info);
			tracee_add_interp(part->tracee, &entry->info);
			tracee_settle_found(part->tracee, entry->id);
			evals_drop(part->tracee->evals, entry->id);
		}
		part->tracee->live--;
		/* Where other threads are still in the part there will be no file soon. */
		if (part->nr != entry->info.part && !part->tracee->live)
			part->tracee->awaited = key;
		else
			bpf_map_delete_elem(all->maps.parts, &key);
		*at = part->next;
		free(part);
	}
	return !entry->parts;
}

void interps_retire(struct interps *all)
{
	struct interp_entry *entry, *next;

	HASH_ITER(hh, all->interps, entry, next) {
		if (!retire_parts(all, entry))
			continue;
		bpf_map_delete_elem(all->maps.interps, &entry->id);
		drop_interp(all, entry);
	}
}

void interps_each(struct interps *all,
		  void (*visit)(const struct interp *in, struct tracee *t, void *arg), void *arg)
{
	struct interp_entry *entry;

	interps_note_ends(all);
	for (entry = all->interps; entry; entry = entry->hh.next) {
		struct interp since = entry->info;

		if (has_ended(entry))
			continue;
		rotate_rest(entry->parts, &since);
		visit(&since, entry->parts->tracee, arg);
	}
}
