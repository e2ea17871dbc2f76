// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/idle.h"

#include <stddef.h>
#include <string.h>

/* C functions that wait in an event loop; their callbacks are subs of their own. */
static const char *const waiters[] = {
	"AnyEvent::Loop::one_event",
	"EV::loop",
	"EV::run",
	"Epoll::epoll_wait",
	"Event::Lib::event_mainloop",
	"Event::loop",
	"Event::one_event",
	"IO::Epoll::epoll_wait",
	"IO::Poll::_poll",
	"IO::Ppoll::poll",
	"Linux::Epoll::wait",
	"Sys::Epoll::epoll_wait",
};

/* Packages whose select and sysread-like calls are those of an event loop, and packages below. */
static const char *const loops[] = {
	"AnyEvent", "Danga::Socket", "Event",	      "IO::Async",   "IO::Lambda",
	"IO::Poll", "IO::Select",    "Mojo::Reactor", "Net::Server", "POE",
};

static const char *const waits[] = { "sselect", "select", "epoll_wait", "poll" };

static bool is_in(const char *package, size_t len, const char *loop)
{
	size_t own = strlen(loop);

	return len >= own && !strncmp(package, loop, own) &&
	       (len == own || !strncmp(package + own, "::", 2));
}

static bool is_loop(const char *package, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
		if (is_in(package, len, loops[i]))
			return true;
	}
	return false;
}

static bool is_wait(const char *builtin)
{
	size_t i;

	for (i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		if (!strcmp(builtin, waits[i]))
			return true;
	}
	return false;
}

bool sub_is_idle(const char *name)
{
	const char *builtin = strstr(name, "::CORE:");
	size_t i;

	if (builtin && !strcmp(builtin + 7, "accept"))
		return true;
	if (builtin)
		return is_wait(builtin + 7) && is_loop(name, (size_t)(builtin - name));
	for (i = 0; i < sizeof(waiters) / sizeof(waiters[0]); i++) {
		if (!strcmp(name, waiters[i]))
			return true;
	}
	return false;
}
