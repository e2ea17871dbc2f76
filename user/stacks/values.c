// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks/values.h"

#include <stdbool.h>

#include "stacks/stacks.h"

int64_t count_value(uint64_t cnt)
{
	return cnt < INT64_MAX ? (int64_t)cnt : INT64_MAX;
}

struct stack_values stack_values(const struct profile *p, const struct stacks *s, size_t nr)
{
	const struct stack *stack = &s->all[nr];
	bool waits = stack_is_waiting(p, s, stack);

	return (struct stack_values){ .cnt = count_value(stack->cnt),
				      .ns = waits ? 0 : stack->ns,
				      .waited_ns = waits ? stack->ns : 0,
				      .nr = waits ? stack->up : nr };
}

int64_t seconds_to_ns(double seconds)
{
	return seconds > 0 && seconds < 9e9 ? (int64_t)(seconds * 1e9) : 0;
}
