// SPDX-License-Identifier: GPL-2.0-or-later
/* Sockets by their inode, in /proc/PID/net: those of the process's own network namespace. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/cleanup.h"
#include "waits/descriptor.h"

#define LINES_MAX 200000u /* of a table: some 30 MB */
#define LISTENS	  10u /* include/net/tcp_states.h, TCP_LISTEN */

struct end {
	uint32_t words[4]; /* of the address, as they are in memory */
	unsigned port;
};

static bool parse_end(const char *text, bool six, struct end *end)
{
	if (six)
		return sscanf(text, "%8" SCNx32 "%8" SCNx32 "%8" SCNx32 "%8" SCNx32 ":%x",
			      &end->words[0], &end->words[1], &end->words[2], &end->words[3],
			      &end->port) == 5;
	return sscanf(text, "%8" SCNx32 ":%x", &end->words[0], &end->port) == 2;
}

static void put_end(const struct end *end, bool six, char *text, size_t size)
{
	char address[INET6_ADDRSTRLEN] = "?";

	inet_ntop(six ? AF_INET6 : AF_INET, end->words, address, sizeof(address));
	snprintf(text, size, six ? "[%s]:%u" : "%s:%u", address, end->port);
}

static void put_socket(const char *table, const char *local, const char *peer, unsigned state,
		       char *text, size_t size)
{
	const bool six = strchr(table, '6') != NULL, udp = !strncmp(table, "udp", 3);
	struct end here, there;
	char ends[2][64];

	if (!parse_end(local, six, &here) || !parse_end(peer, six, &there))
		return;
	put_end(&here, six, ends[0], sizeof(ends[0]));
	put_end(&there, six, ends[1], sizeof(ends[1]));
	if (there.port && state != LISTENS)
		snprintf(text, size, "%s %s", udp ? "UDP" : "TCP", ends[1]);
	else
		snprintf(text, size, "%s %s, to which others connect", udp ? "UDP" : "TCP",
			 ends[0]);
}

static FILE *open_table(pid_t pid, const char *table)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/net/%s", pid, table);
	return fopen(path, "re");
}

/*
 * net/ipv4/tcp_ipv4.c, get_tcp4_sock: number, both ends, state, queues, timer, retransmits, user,
 * timeout, inode.
 */
static bool find_inet(pid_t pid, const char *table, unsigned long ino, char *text, size_t size)
{
	FILE *f __cleanup(close_file) = open_table(pid, table);
	char line[512], local[64], peer[64];
	unsigned state, lines = 0;
	unsigned long found;

	while (f && lines++ < LINES_MAX && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %63s %63s %x %*s %*s %*s %*s %*s %lu", local, peer, &state,
			   &found) != 4 ||
		    found != ino)
			continue;
		put_socket(table, local, peer, state, text, size);
		return true;
	}
	return false;
}

/* net/unix/af_unix.c, unix_seq_show: address, references, protocol, flags, type, state, inode, path. */
static bool find_unix(pid_t pid, unsigned long ino, char *text, size_t size)
{
	FILE *f __cleanup(close_file) = open_table(pid, "unix");
	char line[512], path[128];
	unsigned lines = 0;
	unsigned long found;
	int fields;

	while (f && lines++ < LINES_MAX && fgets(line, sizeof(line), f)) {
		path[0] = '\0';
		fields = sscanf(line, "%*s %*s %*s %*s %*s %*s %lu %127[^\n]", &found, path);
		if (fields < 1 || found != ino)
			continue;
		snprintf(text, size, "unix socket%s%s", path[0] ? " " : "", path);
		return true;
	}
	return false;
}

void socket_text(pid_t pid, unsigned long ino, char *text, size_t size)
{
	static const char *const tables[] = { "tcp", "tcp6", "udp", "udp6" };
	size_t i;

	snprintf(text, size, "socket");
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (find_inet(pid, tables[i], ino, text, size))
			return;
	}
	find_unix(pid, ino, text, size);
}
