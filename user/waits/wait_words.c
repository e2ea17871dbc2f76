// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits/wait_words.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "waits/wait.h"

static void put_call(uint32_t call, const char *disk, char text[WAIT_WORDS])
{
	const char *name = call_name((int)call);

	if (name)
		snprintf(text, WAIT_WORDS, "%s%s", name, disk);
	else
		snprintf(text, WAIT_WORDS, "system call %u%s", call, disk);
}

void wait_reason_words(uint32_t reason, char text[WAIT_WORDS])
{
	static const char *const words[] = {
		[WAIT_FAULT] = "page fault",	[WAIT_FAULT_DISK] = "page fault (disk)",
		[WAIT_RUN_QUEUE] = "run queue", [WAIT_STOPPED] = "stopped",
		[WAIT_TRACED] = "traced",
	};
	const uint32_t kind = reason >> 16;

	if (kind == WAIT_CALL || kind == WAIT_CALL_DISK)
		put_call(reason & 0xffff, kind == WAIT_CALL ? "" : " (disk)", text);
	else
		snprintf(text, WAIT_WORDS, "%s",
			 kind < sizeof(words) / sizeof(words[0]) ? words[kind] : "unknown");
}

static void put_peer(const struct wait_object *object, const char *protocol, int family,
		     char text[WAIT_WORDS])
{
	char address[INET6_ADDRSTRLEN] = "?";

	inet_ntop(family, object->addr, address, sizeof(address));
	snprintf(text, WAIT_WORDS, family == AF_INET6 ? "%s [%s]:%u" : "%s %s:%u", protocol,
		 address, object->port);
}

/* What no name is known of is still told apart. */
static void put_file(const struct wait_object *object, const struct wait_name *name,
		     char text[WAIT_WORDS])
{
	if (name && name->text[0])
		snprintf(text, WAIT_WORDS, "%.*s", (int)WAIT_NAME_MAX - 1, name->text);
	else
		snprintf(text, WAIT_WORDS, "file %" PRIu64 " of device %u:%u", (uint64_t)object->id,
			 object->nr >> 20, object->nr & 0xfffff);
}

static void put_path(const struct wait_name *name, char text[WAIT_WORDS])
{
	if (name && name->text[0])
		snprintf(text, WAIT_WORDS, "%.*s", (int)WAIT_NAME_MAX - 1, name->text);
	else
		snprintf(text, WAIT_WORDS, "(a path that was forgotten)");
}

static void put_unix(const struct wait_name *name, char text[WAIT_WORDS])
{
	if (name && name->text[0])
		snprintf(text, WAIT_WORDS, "unix socket %.*s", (int)WAIT_NAME_MAX - 1, name->text);
	else
		snprintf(text, WAIT_WORDS, "unix socket");
}

static void put_child(uint32_t child, char text[WAIT_WORDS])
{
	if (child)
		snprintf(text, WAIT_WORDS, "child %u", child);
	else
		snprintf(text, WAIT_WORDS, "a child");
}

void wait_object_words(const struct wait_object *object, const struct wait_name *name,
		       char text[WAIT_WORDS])
{
	text[0] = '\0';
	switch (object->kind) {
	case WAIT_OBJECT_FILE:
		put_file(object, name, text);
		break;
	case WAIT_OBJECT_UNIX:
		put_unix(name, text);
		break;
	case WAIT_OBJECT_PIPE:
		snprintf(text, WAIT_WORDS, "pipe");
		break;
	case WAIT_OBJECT_TCP:
		put_peer(object, "TCP", AF_INET, text);
		break;
	case WAIT_OBJECT_UDP:
		put_peer(object, "UDP", AF_INET, text);
		break;
	case WAIT_OBJECT_TCP6:
		put_peer(object, "TCP", AF_INET6, text);
		break;
	case WAIT_OBJECT_UDP6:
		put_peer(object, "UDP", AF_INET6, text);
		break;
	case WAIT_OBJECT_CLIENTS:
		snprintf(text, WAIT_WORDS, "clients of port %u", object->port);
		break;
	case WAIT_OBJECT_CHILD:
		put_child(object->nr, text);
		break;
	case WAIT_OBJECT_PATH:
		put_path(name, text);
		break;
	case WAIT_OBJECT_LOCK:
		snprintf(text, WAIT_WORDS, "the lock at 0x%" PRIx64, (uint64_t)object->id);
		break;
	}
}
