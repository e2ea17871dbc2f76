// SPDX-License-Identifier: GPL-2.0-or-later
/* Two hashes: one of the waits, and one of the texts, which the waits know by numbers. */
#include "profile/wait_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- texts */

static struct wait_text *new_text(struct profile_waits *w, const char *text)
{
	struct wait_text *entry = calloc(1, sizeof(*entry)), **more = w->by_nr;
	uint32_t cnt = w->text_cnt;

	if (entry && !(cnt & (cnt - 1))) /* 0 and the powers of 2 */
		more = reallocarray(more, cnt ? 2 * cnt : 1, sizeof(*more));
	if (!entry || !more || !(entry->text = strdup(text))) {
		if (entry && more)
			w->by_nr = more;
		free(entry);
		return NULL;
	}
	w->by_nr = more;
	more[w->text_cnt++] = entry;
	entry->nr = w->text_cnt;
	HASH_ADD_KEYPTR(hh, w->texts, entry->text, strlen(entry->text), entry);
	return entry;
}

/* 0: there is no text. -ENOMEM. */
int wait_text_nr(struct profile_waits *w, const char *text, uint32_t *nr)
{
	struct wait_text *entry;

	*nr = 0;
	if (!text || !*text)
		return 0;
	HASH_FIND_STR(w->texts, text, entry);
	if (!entry)
		entry = new_text(w, text);
	if (!entry)
		return -ENOMEM;
	*nr = entry->nr;
	return 0;
}

const char *wait_text(const struct profile_waits *w, uint32_t nr)
{
	return nr && nr <= w->text_cnt ? w->by_nr[nr - 1]->text : "";
}

/* -------------------------------------------------------------------------- sums */

void wait_sum_add(struct wait_sum *sum, const struct wait_sum *add)
{
	if (__builtin_add_overflow(sum->cnt, add->cnt, &sum->cnt))
		sum->cnt = UINT64_MAX;
	if (__builtin_add_overflow(sum->ns, add->ns, &sum->ns))
		sum->ns = UINT64_MAX;
	if (sum->max_ns < add->max_ns)
		sum->max_ns = add->max_ns;
}

static struct profile_wait *find_wait(struct profile_waits *w, const struct wait_id *id)
{
	struct profile_wait *wait;

	HASH_FIND(hh, w->waits, id, sizeof(*id), wait);
	return wait;
}

/* NULL: out of memory. */
static struct profile_wait *wait_of(struct profile_waits *w, struct wait_id id)
{
	struct profile_wait *wait = find_wait(w, &id);

	if (!wait && HASH_COUNT(w->waits) >= WAITS_MAX) {
		id.object = 0;
		wait = find_wait(w, &id);
	}
	if (wait || !(wait = calloc(1, sizeof(*wait))))
		return wait;
	wait->id = id;
	HASH_ADD(hh, w->waits, id, sizeof(wait->id), wait);
	return wait;
}

int waits_add(struct profile_waits *w, const struct wait_id *id, const struct wait_sum *add)
{
	struct profile_wait *wait = wait_of(w, *id);

	if (!wait)
		return -ENOMEM;
	wait_sum_add(&wait->sum, add);
	return 0;
}

void waits_drop(struct profile_waits *w,
		bool (*is_dropped)(const struct profile_wait *wait, void *arg), void *arg)
{
	struct profile_wait *wait, *next;

	HASH_ITER(hh, w->waits, wait, next) {
		if (is_dropped(wait, arg)) {
			HASH_DEL(w->waits, wait);
			free(wait);
		}
	}
}

/* -------------------------------------------------------------------------- subs */

/* Those that become one are added up. */
void waits_renumber(struct profile_waits *w, const uint32_t *subs)
{
	struct profile_wait *old = w->waits, *wait, *next, *same;

	w->waits = NULL;
	HASH_ITER(hh, old, wait, next) {
		HASH_DEL(old, wait);
		if (wait->id.fid)
			wait->id.sub = subs[wait->id.sub];
		same = find_wait(w, &wait->id);
		if (same) {
			wait_sum_add(&same->sum, &wait->sum);
			free(wait);
		} else {
			HASH_ADD(hh, w->waits, id, sizeof(wait->id), wait);
		}
	}
}

void waits_release(struct profile_waits *w)
{
	struct profile_wait *wait, *next;
	uint32_t i;

	HASH_ITER(hh, w->waits, wait, next) {
		HASH_DEL(w->waits, wait);
		free(wait);
	}
	HASH_CLEAR(hh, w->texts);
	for (i = 0; i < w->text_cnt; i++) {
		free(w->by_nr[i]->text);
		free(w->by_nr[i]);
	}
	free(w->by_nr);
	memset(w, 0, sizeof(*w));
}
