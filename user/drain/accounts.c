// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/accounts.h"
#include "nytprof/budgets.h"

#include <bpf/bpf.h>
#include <stdlib.h>
#include <uthash.h>

struct user {
	uint32_t id;
	uint64_t source; /* that he had taken when the collection began */
	UT_hash_handle hh;
};

struct accounts {
	int map;
	struct user *users;
};

struct accounts *accounts_new(int map)
{
	struct accounts *a = calloc(1, sizeof(*a));

	if (a)
		a->map = map;
	return a;
}

void accounts_free(struct accounts *a)
{
	struct user *user, *next;

	if (!a)
		return;
	HASH_ITER(hh, a->users, user, next) {
		HASH_DEL(a->users, user);
		free(user);
	}
	free(a);
}

void accounts_note_user(struct accounts *a, uint32_t id)
{
	struct user *user;

	HASH_FIND(hh, a->users, &id, sizeof(id), user);
	if (user || !(user = calloc(1, sizeof(*user))))
		return;
	user->id = id;
	HASH_ADD(hh, a->users, id, sizeof(user->id), user);
}

/* Nobody has an account with nothing on it. */
static struct budget read_account(const struct accounts *a, struct budget_key *key, uint32_t which)
{
	struct budget budget = {};

	key->which = which;
	if (bpf_map_lookup_elem(a->map, key, &budget))
		budget = (struct budget){};
	return budget;
}

static void return_one(struct accounts *a, uint32_t of, uint32_t id)
{
	struct budget_key key = { .of = of, .id = id };
	struct budget removed = read_account(a, &key, USAGE_REMOVED);

	removed.cnt[BUDGET_INTERPS]++;
	bpf_map_update_elem(a->map, &key, &removed, BPF_ANY);
}

void accounts_return_interp(struct accounts *a, const struct interp *in, bool last)
{
	struct budget_key key = { .of = BUDGET_OF_PROCESS, .id = in->tgid };

	return_one(a, BUDGET_OF_USER, in->user);
	if (!last) {
		return_one(a, BUDGET_OF_PROCESS, in->tgid);
		return;
	}
	for (key.which = 0; key.which < USAGE_CNT; key.which++)
		bpf_map_delete_elem(a->map, &key);
}

bool accounts_are_worn(const struct accounts *a)
{
	const struct user *user;

	for (user = a->users; user; user = user->hh.next) {
		struct budget_key key = { .of = BUDGET_OF_USER, .id = user->id };
		struct budget added = read_account(a, &key, USAGE_ADDED);

		if (user->id && (added.cnt[BUDGET_NAMES] > USER_NAMES / 4 * 3 ||
				 added.cnt[BUDGET_SUBS] > USER_SUBS / 4 * 3))
			return true;
	}
	return false;
}

void accounts_begin(struct accounts *a)
{
	struct user *user;

	for (user = a->users; user; user = user->hh.next) {
		struct budget_key key = { .of = BUDGET_OF_USER, .id = user->id };

		user->source = read_account(a, &key, USAGE_ADDED).cnt[BUDGET_SOURCE];
	}
}

void accounts_return_source(struct accounts *a)
{
	struct user *user;

	for (user = a->users; user; user = user->hh.next) {
		struct budget_key key = { .of = BUDGET_OF_USER, .id = user->id };
		struct budget removed = read_account(a, &key, USAGE_REMOVED);

		if (removed.cnt[BUDGET_SOURCE] == user->source)
			continue;
		removed.cnt[BUDGET_SOURCE] = user->source;
		bpf_map_update_elem(a->map, &key, &removed, BPF_ANY);
	}
}
