// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's types that are chosen are as the kernel has them. */
#include "attach/kernel_types.h"

#include <bpf/btf.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * struct task { int pid; struct times times[2]; struct other *other; task_t *next; }, of which names say
 * task, and task_t. Nobody names struct other.
 */
static struct btf *small_kernel(void)
{
	struct btf *btf = btf__new_empty();
	int number = btf__add_int(btf, "int", 4, BTF_INT_SIGNED), other, times, array, task, task_t;

	other = btf__add_struct(btf, "other", 4);
	btf__add_field(btf, "nobody", number, 0, 0);
	times = btf__add_struct(btf, "times", 8);
	btf__add_field(btf, "user", number, 0, 0);
	btf__add_field(btf, "sys", number, 32, 0);
	array = btf__add_array(btf, number, btf__add_const(btf, times), 2);
	task = (int)btf__type_cnt(btf) + 3;
	task_t = btf__add_typedef(btf, "task_t", task);
	btf__add_ptr(btf, other);
	btf__add_ptr(btf, task_t);
	cr_assert_eq(btf__add_struct(btf, "task", 40), task);
	btf__add_field(btf, "pid", number, 0, 0);
	btf__add_field(btf, "times", array, 32, 0);
	btf__add_field(btf, "other", task - 2, 192, 0);
	btf__add_field(btf, "next", task - 1, 256, 0);
	return btf;
}

static struct btf *names_of(const char *name)
{
	struct btf *btf = btf__new_empty();

	cr_assert_gt(btf__add_struct(btf, name, 0), 0);
	return btf;
}

static const struct btf_member *member_of(const struct btf *btf, const struct btf_type *t,
					  const char *name)
{
	unsigned i;

	for (i = 0; i < btf_vlen(t); i++) {
		if (!strcmp(btf__name_by_offset(btf, btf_members(t)[i].name_off), name))
			return &btf_members(t)[i];
	}
	return NULL;
}

static const struct btf_type *struct_of(const struct btf *btf, const char *name)
{
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_STRUCT);

	return id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
}

static void expect_task(const struct btf *chosen)
{
	const struct btf_type *task = struct_of(chosen, "task"), *t;

	cr_assert(task);
	cr_expect_eq(task->size, 40u);
	cr_expect_eq(btf_vlen(task), 4);
	cr_expect_eq(member_of(chosen, task, "times")->offset, 32u);
	t = btf__type_by_id(chosen, member_of(chosen, task, "times")->type);
	cr_assert(btf_is_array(t));
	cr_expect_eq(btf_array(t)->nelems, 2u);
	t = btf__type_by_id(chosen, btf_array(t)->type);
	cr_assert(btf_is_const(t));
	t = btf__type_by_id(chosen, t->type);
	cr_expect_str_eq(btf__name_by_offset(chosen, t->name_off), "times");
	cr_expect_eq(member_of(chosen, t, "sys")->offset, 32u);
	t = btf__type_by_id(chosen, member_of(chosen, task, "other")->type);
	cr_assert(btf_is_ptr(t));
	cr_expect_eq(t->type, 0u, "what it points to was not asked for");
}

static struct btf *choose(const struct btf *kernel, const struct btf *names)
{
	return kernel_types_choose(kernel, &names, 1);
}

static void expect_task_for(const char *name)
{
	struct btf *kernel = small_kernel(), *names = names_of(name);
	struct btf *chosen = choose(kernel, names);

	cr_assert(chosen, "%s", strerror(errno));
	expect_task(chosen);
	cr_expect_not(struct_of(chosen, "other"));
	btf__free(chosen);
	btf__free(names);
	btf__free(kernel);
}

Test(kernel_types, what_is_named_comes_with_what_it_consists_of)
{
	expect_task_for("task");
}

Test(kernel_types, a_local_version_of_a_type_names_the_type)
{
	expect_task_for("task___of_mine");
}

Test(kernel_types, without_such_a_type_there_is_none)
{
	struct btf *kernel = small_kernel(), *names = names_of("nothing_like_it");
	struct btf *chosen = choose(kernel, names);

	cr_assert(chosen, "%s", strerror(errno));
	cr_expect_eq(btf__type_cnt(chosen), 1u, "only void");
	btf__free(chosen);
	btf__free(names);
	btf__free(kernel);
}

/* All members of the kernel's task_struct, as libbpf reads them from the file. */
Test(kernel_types, the_file_has_what_this_kernel_has)
{
	struct btf *kernel = btf__load_vmlinux_btf(), *names = names_of("task_struct"), *some,
		   *chosen;
	const struct btf_type *ours, *theirs;
	char path[64];
	unsigned i;
	int fd;

	if (!kernel)
		cr_skip_test("no types of the kernel: %s", strerror(errno));
	some = choose(kernel, names);
	cr_assert(some, "%s", strerror(errno));
	fd = kernel_types_write(some);
	btf__free(some);
	cr_assert_geq(fd, 0, "%s", strerror(-fd));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	chosen = btf__parse(path, NULL);
	cr_assert(chosen, "%s", strerror(errno));
	ours = struct_of(chosen, "task_struct");
	theirs = struct_of(kernel, "task_struct");
	cr_assert(ours && theirs);
	cr_expect_eq(ours->size, theirs->size);
	cr_assert_eq(btf_vlen(ours), btf_vlen(theirs));
	for (i = 0; i < btf_vlen(ours); i++) {
		const struct btf_member *a = &btf_members(ours)[i], *b = &btf_members(theirs)[i];

		cr_expect_str_eq(btf__name_by_offset(chosen, a->name_off),
				 btf__name_by_offset(kernel, b->name_off));
		cr_expect_eq(a->offset, b->offset);
		cr_expect_eq(btf__resolve_size(chosen, a->type),
			     btf__resolve_size(kernel, b->type));
	}
	cr_expect_lt(btf__type_cnt(chosen), btf__type_cnt(kernel) / 10);
	btf__free(chosen);
	close(fd);
	btf__free(names);
	btf__free(kernel);
}

Test(kernel_types, what_the_kernel_itself_lacks_may_be_in_a_module)
{
	static const struct {
		const char *name;
		bool has;
	} all[] = { { "task___local", true },
		    { "task", true },
		    { "socket___local", false },
		    { "socket", true }, /* of the programs themselves */
		    { "task_t___local", false } /* a struct is no typedef */ };
	struct btf *kernel = small_kernel(), *names;
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		names = names_of(all[i].name);
		cr_expect_eq(kernel_types_have(kernel, names), all[i].has, "%s", all[i].name);
		btf__free(names);
	}
	btf__free(kernel);
}
