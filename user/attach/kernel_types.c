// SPDX-License-Identifier: GPL-2.0-or-later
/* Copies types from one BTF to another.  The format: Documentation/bpf/btf.rst of Linux. */
#include "kernel_types.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uthash.h>

#include "util/cleanup.h"

struct named {
	char *name;
	UT_hash_handle hh;
};

/* The chosen types, in the order of their new ids, which begin with 1. */
struct choice {
	const struct btf *from;
	struct named *names;
	uint32_t *new_ids; /* by old id; 0: not chosen */
	uint32_t *old_ids;
	uint32_t cnt;
};

/* A type that programs may name. */
static bool is_nameable(const struct btf_type *t)
{
	return btf_is_composite(t) || btf_is_any_enum(t) || btf_is_typedef(t);
}

/* ------------------------------------------------------------------------ names */

/*
 * What makes a local version of a type, such as "___call" (as libbpf's
 * bpf_core_essential_name_len). NULL: none.
 */
static const char *flavor_of(const char *name)
{
	const char *flavor = strstr(name, "___");

	return flavor && flavor > name ? flavor : NULL;
}

static int add_name(struct choice *c, const char *name)
{
	const char *flavor = flavor_of(name);
	size_t len = flavor ? (size_t)(flavor - name) : strlen(name);
	struct named *n;

	HASH_FIND(hh, c->names, name, len, n);
	if (n || !len)
		return 0;
	n = calloc(1, sizeof(*n));
	if (!n)
		return -ENOMEM;
	n->name = strndup(name, len);
	if (!n->name) {
		free(n);
		return -ENOMEM;
	}
	HASH_ADD_KEYPTR(hh, c->names, n->name, len, n);
	return 0;
}

static int add_names(struct choice *c, const struct btf *names)
{
	const uint32_t cnt = btf__type_cnt(names);
	uint32_t id;
	int rc = 0;

	for (id = 1; id < cnt && !rc; id++) {
		const struct btf_type *t = btf__type_by_id(names, id);

		if (is_nameable(t))
			rc = add_name(c, btf__name_by_offset(names, t->name_off));
	}
	return rc;
}

static bool is_named(const struct choice *c, const struct btf_type *t)
{
	const char *name;
	struct named *n;

	if (!is_nameable(t) || !t->name_off)
		return false;
	name = btf__name_by_offset(c->from, t->name_off);
	HASH_FIND(hh, c->names, name, strlen(name), n);
	return n;
}

static void choice_release(struct choice *c)
{
	struct named *n, *next;

	HASH_ITER(hh, c->names, n, next) {
		HASH_DEL(c->names, n);
		free(n->name);
		free(n);
	}
	free(c->new_ids);
	free(c->old_ids);
}

/* ----------------------------------------------------------------------- choosing */

static void choose(struct choice *c, uint32_t id)
{
	if (!id || c->new_ids[id])
		return;
	c->old_ids[c->cnt++] = id;
	c->new_ids[id] = c->cnt;
}

/* Calls visit for the id of each type that t consists of. */
static void visit_ids(struct btf_type *t, void (*visit)(struct choice *c, uint32_t *id),
		      struct choice *c)
{
	struct btf_member *m = btf_members(t);
	uint16_t i;

	switch (btf_kind(t)) {
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		visit(c, &t->type);
		break;
	case BTF_KIND_ARRAY:
		visit(c, &btf_array(t)->type);
		visit(c, &btf_array(t)->index_type);
		break;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		for (i = 0; i < btf_vlen(t); i++)
			visit(c, &m[i].type);
		break;
	default:
		break; /* it has no parts, or (a function) is only pointed to */
	}
}

static void choose_part(struct choice *c, uint32_t *id)
{
	choose(c, *id);
}

static void choose_all(struct choice *c)
{
	const uint32_t cnt = btf__type_cnt(c->from);
	uint32_t id, i;

	for (id = 1; id < cnt; id++) {
		if (is_named(c, btf__type_by_id(c->from, id)))
			choose(c, id);
	}
	for (i = 0; i < c->cnt; i++) /* it grows meanwhile */
		visit_ids((struct btf_type *)btf__type_by_id(c->from, c->old_ids[i]), choose_part,
			  c);
}

/* ------------------------------------------------------------------------ copying */

static void renumber(struct choice *c, uint32_t *id)
{
	*id = c->new_ids[*id];
}

static int copy_all(struct choice *c, struct btf *to)
{
	struct btf_type *t;
	uint32_t i;
	int id;

	for (i = 0; i < c->cnt; i++) {
		id = btf__add_type(to, c->from, btf__type_by_id(c->from, c->old_ids[i]));
		if (id < 0)
			return id;
	}
	for (i = 1; i <= c->cnt; i++) {
		t = (struct btf_type *)btf__type_by_id(to, i);
		if (btf_is_ptr(t))
			t->type = 0;
		visit_ids(t, renumber, c);
	}
	return 0;
}

struct btf *kernel_types_choose(const struct btf *kernel, const struct btf *const names[],
				size_t name_cnt)
{
	const uint32_t cnt = btf__type_cnt(kernel);
	struct choice c = { .from = kernel };
	struct btf *to = btf__new_empty();
	int rc = to ? 0 : -errno;
	size_t i;

	c.new_ids = calloc(cnt, sizeof(*c.new_ids));
	c.old_ids = calloc(cnt, sizeof(*c.old_ids));
	rc = rc ?: c.new_ids && c.old_ids ? 0 : -ENOMEM;
	for (i = 0; i < name_cnt && !rc; i++)
		rc = add_names(&c, names[i]);
	if (!rc) {
		choose_all(&c);
		rc = copy_all(&c, to);
	}
	choice_release(&c);
	if (!rc)
		return to;
	btf__free(to);
	errno = -rc;
	return NULL;
}

bool kernel_types_have(const struct btf *kernel, const struct btf *names)
{
	const uint32_t cnt = btf__type_cnt(names);
	uint32_t id;

	for (id = 1; id < cnt; id++) {
		const struct btf_type *t = btf__type_by_id(names, id);
		const char *name = btf__name_by_offset(names, t->name_off);
		const char *flavor = btf_is_composite(t) ? flavor_of(name) : NULL;
		char wanted[128];

		if (!flavor)
			continue;
		snprintf(wanted, sizeof(wanted), "%.*s", (int)(flavor - name), name);
		if (btf__find_by_name_kind(kernel, wanted, btf_kind(t)) <= 0)
			return false;
	}
	return true;
}

static int write_all(int fd, const char *data, size_t size)
{
	ssize_t written;

	for (; size; data += written, size -= (size_t)written) {
		written = write(fd, data, size);
		if (written < 0)
			return -errno;
	}
	return 0;
}

int kernel_types_write(const struct btf *types)
{
	int fd __cleanup(close_fd) = memfd_create("kernel-types", MFD_CLOEXEC);
	uint32_t size;
	const void *data = btf__raw_data(types, &size);
	int rc = fd < 0 ? -errno : data ? write_all(fd, data, size) : -ENOMEM;

	return rc ?: take_fd(&fd);
}
