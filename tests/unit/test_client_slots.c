// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/client_slots.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/socket.h>

static struct client_slots client_slots;

static int take(int fd, const char *from)
{
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in in = { .sin_family = AF_INET };

	if (inet_pton(AF_INET, from, &in.sin_addr) == 1)
		return client_slots_take(&client_slots, fd, (struct sockaddr *)&in);
	cr_assert_eq(inet_pton(AF_INET6, from, &in6.sin6_addr), 1, "%s", from);
	return client_slots_take(&client_slots, fd, (struct sockaddr *)&in6);
}

static void fill(int first, const char *from)
{
	int fd;

	for (fd = first; client_slots.cnt < PLACES_MAX; fd++)
		cr_expect_eq(take(fd, from), -1);
}

Test(client_slots, the_oldest_loses_its_own)
{
	fill(100, "10.0.0.1");
	cr_expect_eq(take(1, "10.0.0.1"), 100);
	cr_expect_eq(take(2, "10.0.0.1"), 101);
}

Test(client_slots, who_has_the_most_loses_one)
{
	cr_expect_eq(take(1, "10.0.0.2"), -1);
	cr_expect_eq(take(2, "10.0.0.3"), -1);
	fill(100, "10.0.0.1");
	cr_expect_eq(take(200, "10.0.0.1"), 100);
	cr_expect_eq(take(3, "10.0.0.4"), 101);
	cr_expect_eq(take(201, "10.0.0.1"), 102);
}

Test(client_slots, one_each_is_as_good_as_another)
{
	char from[32];
	int fd;

	for (fd = 0; fd < PLACES_MAX; fd++) {
		snprintf(from, sizeof(from), "10.0.0.%d", fd);
		cr_expect_eq(take(fd, from), -1);
	}
	cr_expect_eq(take(100, "10.0.1.1"), 0);
	cr_expect_eq(take(101, "10.0.1.2"), 1);
}

Test(client_slots, an_ipv6_network_is_one_address)
{
	char from[64];
	int fd;

	cr_expect_eq(take(1, "2001:db8:0:2::1"), -1);
	for (fd = 100; client_slots.cnt < PLACES_MAX; fd++) {
		snprintf(from, sizeof(from), "2001:db8:0:1::%x", fd);
		cr_expect_eq(take(fd, from), -1);
	}
	cr_expect_eq(take(2, "2001:db8:0:3::1"), 100);
	cr_expect_eq(take(3, "::ffff:10.0.0.1"), 101);
}

Test(client_slots, who_leaves_makes_room)
{
	fill(100, "10.0.0.1");
	client_slots_leave(&client_slots, 105);
	client_slots_leave(&client_slots, 99);
	cr_expect_eq(take(1, "10.0.0.1"), -1);
	cr_expect_eq(take(2, "10.0.0.1"), 100);
	client_slots_leave(&client_slots, 100); /* which has lost it */
	cr_expect_eq(take(3, "10.0.0.1"), 101);
}
