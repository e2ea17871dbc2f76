/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of the accounting share: the generations of perl, and what they expect. */
#ifndef ACCOUNTING_H
#define ACCOUNTING_H

#include "fake_perl.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

/*
 * One row for each generation of contexts, COPs and stashes, threaded and not.  By value: the
 * test runs in a process in which pointers of this one mean nothing.
 */
struct row {
	char name[48];
};

#define BY_STMT ", by statement" /* behind the name: calls are noticed so */

static struct row generations[] __attribute__((unused)) = {
	{ "upstream-5.14.4-nothreads" },
	{ "upstream-5.16.3-ithreads" },
	{ "upstream-5.22.4-ithreads" },
	{ "upstream-5.26.3-nothreads" },
	{ "upstream-5.30.3-ithreads" },
	{ "debian-5.32.1-ithreads" },
	{ "debian-5.36.0-ithreads" },
	{ "upstream-5.36.3-nothreads" },
	{ "upstream-5.40.0-multiplicity-nothreads" },
	{ "debian-5.44.0-ithreads" },
	{ "debian-5.32.1-ithreads" BY_STMT },
	{ "debian-5.36.0-ithreads" BY_STMT },
	{ "upstream-5.36.3-nothreads" BY_STMT },
	{ "debian-5.44.0-ithreads" BY_STMT },
};

static const struct perl_layout *generation(const char *name)
{
	const struct layout_row *rows;
	size_t cnt, i, len = strcspn(name, ",");

	enter_by_stmt = name[len];
	rows = layout_rows(&cnt);
	for (i = 0; i < cnt; i++) {
		if (!strncmp(rows[i].name, name, len) && !rows[i].name[len])
			return &rows[i].layout;
	}
	cr_assert(false, "no layout row %s", name);
	return NULL;
}

#define EACH_GENERATION(test)                                                             \
	ParameterizedTestParameters(accounting, test)                                     \
	{                                                                                 \
		return cr_make_param_array(struct row, generations,                       \
					   sizeof(generations) / sizeof(generations[0])); \
	}                                                                                 \
	ParameterizedTest(struct row *row, accounting, test)

/* Of one statement each: main::f, in line 10 of /a.pl, and main::g, in line 20. */
static addr f __attribute__((unused)), g __attribute__((unused));

static inline void make_subs(void)
{
	f = sub_new("main", "f", "/a.pl", 10);
	g = sub_new("main", "g", "/a.pl", 20);
}

/* A program that has them, in its first statement, line 1 of /a.pl. */
static inline void program_with_subs(const char *generation_name)
{
	fake_perl(generation(generation_name));
	make_subs();
	program_begins(cop_new("/a.pl", 1));
}

static inline void set_phase(u32 phase)
{
	put32(P.base + layout.Iphase, phase);
}

/* The entry of the interpreter of a process that has one. */
static inline const struct interp *info_of(u32 tgid)
{
	const struct host_entry *entry;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		const struct interp *in = (const void *)entry->value;

		if (entry->id.map == &interps && in->tgid == tgid)
			return in;
	}
	cr_assert(false, "no interpreter of process %u", tgid);
	return NULL;
}

/* How often statements ran whose key fits; fits: an expression with key. */
#define stmts_counted(fits)                                                                      \
	({                                                                                       \
		const struct host_entry *entry_;                                                 \
		u64 cnt_ = 0;                                                                    \
		slots_collect();                                                                 \
		for (entry_ = host_entries; entry_; entry_ = entry_->hh.next) {                  \
			const struct stmt_key *key = (const void *)entry_->id.key;               \
			if (entry_->id.map == &stmts_first && (fits))                            \
				cnt_ += ((const struct stmt *)(const void *)entry_->value)->cnt; \
		}                                                                                \
		cnt_;                                                                            \
	})

#define expect_stmt(file, line, count, time)                                                   \
	do {                                                                                   \
		struct stmt got_ = stmt_sum(file, line);                                       \
		cr_expect_eq(got_.cnt, (u64)(count), "%s:%d count %llu, not %d", file, line,   \
			     (unsigned long long)got_.cnt, (int)(count));                      \
		cr_expect_eq(got_.ns, (s64)(time), "%s:%d took %lld ns, not %lld", file, line, \
			     (long long)got_.ns, (long long)(time));                           \
	} while (0)

#define expect_call(caller, callee, count, incl, excl)                                             \
	do {                                                                                       \
		struct call got_ = call_sum(caller, callee, 0);                                    \
		cr_expect_eq(got_.cnt, (u64)(count), "%s: %llu calls, not %d", callee,             \
			     (unsigned long long)got_.cnt, (int)(count));                          \
		cr_expect_eq(got_.incl_ns, (s64)(incl), "%s: inclusive %lld ns, not %lld", callee, \
			     (long long)got_.incl_ns, (long long)(incl));                          \
		cr_expect_eq(got_.excl_ns, (s64)(excl), "%s: exclusive %lld ns, not %lld", callee, \
			     (long long)got_.excl_ns, (long long)(excl));                          \
	} while (0)

#define expect_no_losses() cr_expect_eq(lost_sum(), 0u, "something was not recorded")

#endif
