// SPDX-License-Identifier: GPL-2.0-or-later
/* Who has a place, and who loses it. */
#include "metrics/client_slots.h"

#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

#define NETWORK_SZ 8 /* bytes of an IPv6 address that its owner does not choose */

static struct in6_addr key_of(const struct sockaddr *from)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)from;
	const struct sockaddr_in *in = (const struct sockaddr_in *)from;
	struct in6_addr key = {};

	if (from->sa_family == AF_INET) {
		key.s6_addr[10] = key.s6_addr[11] = 0xff;
		memcpy(key.s6_addr + 12, &in->sin_addr, sizeof(in->sin_addr));
	} else if (from->sa_family == AF_INET6) {
		memcpy(&key, &in6->sin6_addr,
		       IN6_IS_ADDR_V4MAPPED(&in6->sin6_addr) ? sizeof(key) : NETWORK_SZ);
	}
	return key;
}

static bool is_same(const struct in6_addr *a, const struct in6_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static unsigned count_of(const struct client_slots *p, const struct in6_addr *from)
{
	unsigned cnt = 0, i;

	for (i = 0; i < p->cnt; i++)
		cnt += is_same(&p->all[i].from, from);
	return cnt;
}

/* The one that is to go when another one comes from that address. */
static struct place *worst(struct client_slots *p, const struct in6_addr *from)
{
	struct place *found = NULL;
	unsigned most = 0, i;

	for (i = 0; i < p->cnt; i++) {
		struct place *place = &p->all[i];
		unsigned cnt = count_of(p, &place->from) + is_same(&place->from, from);

		if (!found || cnt > most || (cnt == most && place->nr < found->nr)) {
			found = place;
			most = cnt;
		}
	}
	return found;
}

int client_slots_take(struct client_slots *p, int fd, const struct sockaddr *from)
{
	struct place new = { .fd = fd, .from = key_of(from), .nr = ++p->nr }, *place;
	int lost = -1;

	if (p->cnt < PLACES_MAX) {
		place = &p->all[p->cnt++];
	} else {
		place = worst(p, &new.from);
		lost = place->fd;
	}
	*place = new;
	return lost;
}

void client_slots_leave(struct client_slots *p, int fd)
{
	unsigned i;

	for (i = 0; i < p->cnt; i++) {
		if (p->all[i].fd == fd) {
			p->all[i] = p->all[--p->cnt];
			return;
		}
	}
}
