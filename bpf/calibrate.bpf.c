// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Measures what a probe costs outside of its handler, on functions of the agent's own.  The
 * handler looks at the clock as the real ones do, and in between does about what they do with
 * a statement: what it drives out of the caches has a price too, after it has returned.  Before
 * that, as they do, it takes a register that its cookie names.
 */
#include "nytprof/calibration.h"
#include "nytprof/sites.h"
#include "kernel/kernel.bpf.h"
#include "kernel/pid.bpf.h"
#include "arch/arch.bpf.h"

/* Like a shadow, found by where the interpreter is. */
struct mock_key {
	u64 base;
	u32 tgid;
	u32 pad;
};

struct mock {
	u64 ip;
	char head[256];
	char op[32];
	char context[32];
	char cop[32];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct calibration);
} calibrations SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16);
	__type(key, struct mock_key);
	__type(value, struct mock);
} mocks SEC(".maps");

/* Like the statements; the key is a mock's ip. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(max_entries, 16);
	__type(key, u64);
	__type(value, u64);
} sums SEC(".maps");

const char no_mock[sizeof(struct mock)];

char LICENSE[] SEC("license") = "GPL";

static __always_inline void do_work(struct pt_regs *ctx, u64 wall_ns)
{
	struct mock_key key = { .tgid = bpf_get_current_pid_tgid() >> 32 };
	struct mock *mock = bpf_map_lookup_elem(&mocks, &key);
	u64 *sum, sp = arch_sp(ctx);

	if (!mock) {
		bpf_map_update_elem(&mocks, &key, &no_mock, BPF_ANY);
		return;
	}
	mock->ip = arch_ip(ctx);
	bpf_probe_read_user(mock->head, sizeof(mock->head), (void *)(sp & ~255ull));
	bpf_probe_read_user(mock->op, sizeof(mock->op), (void *)sp);
	bpf_probe_read_user(mock->context, sizeof(mock->context), (void *)sp);
	bpf_probe_read_user(mock->cop, sizeof(mock->cop), (void *)sp);
	sum = bpf_map_lookup_elem(&sums, &mock->ip);
	if (sum)
		*sum += wall_ns;
	else
		bpf_map_update_elem(&sums, &mock->ip, &wall_ns, BPF_ANY);
}

/* It is the agent itself that runs here. */
static __always_inline void note_namespace(struct calibration *c)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	c->pid_level = BPF_CORE_READ(task, thread_pid, level);
	pid_at(task, c->pid_level, &c->pid_ns);
}

/* One that took twice as long as others was interrupted. */
static __always_inline void note_return(struct calibration *c, u64 took)
{
	if (!c->return_least || took < c->return_least)
		c->return_least = took;
	if (took > 2 * c->return_least)
		return;
	c->returns_ns += took;
	c->return_cnt++;
}

SEC("uprobe")
int hit(struct pt_regs *ctx)
{
	u64 cookie = bpf_get_attach_cookie(ctx), base, wall_ns, now;
	struct calibration *c;
	u32 zero = 0;

	base = arch_base(ctx, cookie >> COOKIE_REG_SHIFT & COOKIE_REG_MASK,
			 cookie & ((1ull << COOKIE_VADDR_BITS) - 1));
	barrier_var(base);
	wall_ns = bpf_ktime_get_ns();
	c = bpf_map_lookup_elem(&calibrations, &zero);
	if (!c)
		return 0;
	c->base = base;
	if (cookie & CALIBRATION_RETURN)
		note_return(c, wall_ns - c->left_ns);
	do_work(ctx, wall_ns);
	c->hits++;
	c->tid = (u32)bpf_get_current_pid_tgid();
	if (!c->pid_ns)
		note_namespace(c);
	if (c->hits % PACE_EVERY == 0) {
		now = bpf_ktime_get_ns();
		c->clock_ns += bpf_ktime_get_ns() - now;
		c->clock_cnt++;
	}
	c->left_ns = bpf_ktime_get_ns();
	c->inside_ns += c->left_ns - wall_ns;
	return 0;
}

/* Tried, see kernel->sessions: the first return is wanted, later ones are not. */
SEC("uprobe")
int session(struct pt_regs *ctx)
{
	u32 zero = 0;
	struct calibration *c = bpf_map_lookup_elem(&calibrations, &zero);

	if (!c)
		return 1;
	if (arch_ip(ctx) != bpf_get_func_ip(ctx)) {
		c->returns++;
		return 0;
	}
	return c->entries++ ? 1 : 0;
}
