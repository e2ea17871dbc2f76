// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/idle.h"

#include <stddef.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

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

	for (i = 0; i < COUNT(loops); i++) {
		if (is_in(package, len, loops[i]))
			return true;
	}
	return false;
}

static bool is_one_of(const char *text, const char *const *list, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (!strcmp(text, list[i]))
			return true;
	}
	return false;
}

bool sub_is_idle(const char *name)
{
	const char *builtin = strstr(name, "::CORE:");

	if (builtin && !strcmp(builtin + 7, "accept"))
		return true;
	if (builtin)
		return is_one_of(builtin + 7, waits, COUNT(waits)) &&
		       is_loop(name, (size_t)(builtin - name));
	return is_one_of(name, waiters, COUNT(waiters));
}

/* System calls. */
static const char *const sleeps[] = {
	"accept",    "accept4", "clock_nanosleep", "epoll_pwait",   "epoll_pwait2",    "epoll_wait",
	"nanosleep", "pause",	"restart_syscall", "rt_sigsuspend", "rt_sigtimedwait",
};

/* Without an object they wait for time to pass, or for several descriptors, as event loops do. */
static const char *const selects[] = { "poll", "ppoll", "pselect6", "select" };

#define CLIENTS "clients of port "

bool wait_is_idle(const char *reason, const char *object)
{
	if (is_one_of(reason, sleeps, COUNT(sleeps)))
		return true;
	if (!*object)
		return is_one_of(reason, selects, COUNT(selects));
	return !strcmp(object, "a child") || !strncmp(object, CLIENTS, strlen(CLIENTS));
}
