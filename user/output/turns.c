// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/turns.h"

#include <stdlib.h>
#include <uthash.h>

struct turn {
	uint32_t user;
	uint64_t ns;
	int waiting;
	UT_hash_handle hh;
};

void turns_begin(struct turns *turns)
{
	struct turn *turn, *next;

	HASH_ITER(hh, turns->all, turn, next) {
		HASH_DEL(turns->all, turn);
		free(turn);
	}
}

void turns_release(struct turns *turns)
{
	turns_begin(turns);
}

static struct turn *find_turn(const struct turns *turns, uint32_t user)
{
	struct turn *turn;

	HASH_FIND(hh, turns->all, &user, sizeof(user), turn);
	return turn;
}

static struct turn *get_turn(struct turns *turns, uint32_t user)
{
	struct turn *turn = find_turn(turns, user);

	if (turn || !(turn = calloc(1, sizeof(*turn))))
		return turn;
	turn->user = user;
	HASH_ADD(hh, turns->all, user, sizeof(turn->user), turn);
	return turn;
}

void turns_spend(struct turns *turns, uint32_t user, uint64_t ns)
{
	struct turn *turn = get_turn(turns, user);

	if (turn)
		turn->ns += ns;
}

uint64_t turns_spent(const struct turns *turns, uint32_t user)
{
	const struct turn *turn = find_turn(turns, user);

	return turn ? turn->ns : 0;
}

void turns_wait(struct turns *turns, uint32_t user, int cnt)
{
	struct turn *turn = get_turn(turns, user);

	if (turn)
		turn->waiting += cnt;
}

int turns_waiting(const struct turns *turns, uint32_t user)
{
	const struct turn *turn = find_turn(turns, user);

	return turn ? turn->waiting : 0;
}
