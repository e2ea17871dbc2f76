// SPDX-License-Identifier: GPL-2.0-or-later
/* Whose interpreters are recorded. */
#include "accounting.h"
#include "nytprof/filter.h"

static u32 zero, one = 1;

/* A perl under that filter; the process is 100, its user 1000, its groups 100, 101, 102. */
static void filtered(const struct row *row, struct filter f)
{
	fake_perl(generation(row->name));
	settings.filtered = 1;
	host_uid = 1000;
	bpf_map_update_elem(&filters, &zero, &f, BPF_ANY);
}

static bool is_recorded(void)
{
	struct shadow_key key = { .base = P.base, .tgid = host_pid_tgid >> 32 };

	statement(cop_new("/a.pl", 1));
	return bpf_map_lookup_elem(&shadows, &key);
}

EACH_GENERATION(by_user_from_when_it_becomes_that_one)
{
	filtered(row, (struct filter){ .by = FILTER_UID, .uid = 33 });
	cr_expect(!is_recorded());
	host_uid = 33;
	cr_expect(is_recorded());
}

EACH_GENERATION(by_name)
{
	filtered(row, (struct filter){ .by = FILTER_COMM, .comm = "perldoc" });
	cr_expect(!is_recorded());
	filtered(row, (struct filter){ .by = FILTER_COMM, .comm = "perl" });
	cr_expect(is_recorded());
}

EACH_GENERATION(by_control_group)
{
	u64 id = 101;

	filtered(row, (struct filter){ .by = FILTER_CGROUP, .cgroup_levels = 1 << 1 });
	cr_expect(!is_recorded());
	bpf_map_update_elem(&cgroups, &id, &one, BPF_ANY);
	cr_expect(is_recorded());
	filtered(row, (struct filter){ .by = FILTER_CGROUP, .cgroup_levels = 1 << 2 });
	bpf_map_update_elem(&cgroups, &id, &one, BPF_ANY);
	cr_expect(!is_recorded(), "that one is no group at that depth");
}

EACH_GENERATION(filters_add_up)
{
	filtered(row, (struct filter){ .by = FILTER_UID | FILTER_COMM, .uid = 1000, .comm = "x" });
	cr_expect(!is_recorded());
	filtered(row,
		 (struct filter){ .by = FILTER_UID | FILTER_COMM, .uid = 1000, .comm = "perl" });
	cr_expect(is_recorded());
}

EACH_GENERATION(one_that_was_refused_until_it_becomes_another_program)
{
	u32 tgid = 100, refused = TARGET_REFUSED;

	filtered(row, (struct filter){});
	bpf_map_update_elem(&targets, &tgid, &refused, BPF_ANY);
	cr_expect(!is_recorded());
	process_execed(tgid, tgid);
	cr_expect(is_recorded());
}
