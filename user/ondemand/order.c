// SPDX-License-Identifier: GPL-2.0-or-later
#include "ondemand/order.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "log/log.h"
#include "util/error.h"

int order_parse(const char *text, struct order *order, struct error *err)
{
	int at = 0;

	*order = (struct order){ .profile = -1, .messages = -1 };
	if (sscanf(text, "%9d %9u %20ld %9u %n", &order->pid, &order->ms, &order->owner,
		   &order->level, &at) < 4 ||
	    !at || !text[at] || strlen(text + at) >= ORDER_NAME || order->pid <= 0 || !order->ms ||
	    order->ms > ORDER_MS_MAX || order->owner < -1 || order->owner > UINT32_MAX ||
	    order->level > LOG_LEVEL_ALL)
		return error_set(err, EINVAL, "the request is not understood");
	strcpy(order->name, text + at);
	return 0;
}

int order_print(const struct order *order, char *text, size_t size)
{
	return snprintf(text, size, "%d %u %ld %u %s", order->pid, order->ms, order->owner,
			order->level, order->name);
}
