// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The probes of an object's programs, in perls and libraries: where they are set, and which of them
 * go.
 */
#include <errno.h>
#include <stdlib.h>

#include "attach/calibrate.h"
#include "attach/links.h"
#include "attach/malloc_links.h"
#include "attach/object_parts.h"
#include "attach/places.h"
#include "log/log.h"
#include "perl/perl_image.h"
#include "util/error.h"

static int add_link(struct object *object, const struct program *program,
		    const struct link_spec *spec, struct error *err)
{
	struct link **more = reallocarray(object->links, object->link_cnt + 1, sizeof(*more));
	struct link *link;

	if (!more)
		return error_set(err, ENOMEM, "out of memory");
	object->links = more;
	link = link_new(program, object->kernel->links, spec, err);
	if (!link)
		return -errno;
	object->links[object->link_cnt++] = link;
	return 0;
}

static int attach_places(struct object *object, const struct perl_image *image,
			 enum place_group group, pid_t pid, int file, struct error *err)
{
	struct places places;
	struct link_spec spec = { .file = file, .owner = image, .pid = pid };

	if (places_collect(&places, &object->programs, image, object->kernel, group))
		return error_set(err, ENOTSUP, "%s has addresses above %llu GB: not supported",
				 image->path, (1ull << COOKIE_VADDR_BITS) >> 30);
	if (!places.cnt)
		return 0;
	places_specify(&places, group, &spec);
	return add_link(object, places.program, &spec, err);
}

static bool is_in(enum place_group group, enum attach_part part)
{
	return part == ATTACH_ALL || (part == ATTACH_RETURNS) == (group == PLACES_RETURNS);
}

int object_attach_parts(struct object *object, const struct perl_image *image, pid_t pid, int file,
			enum attach_part part, struct error *err)
{
	enum place_group group;
	int rc = 0;

	if (file < 0)
		file = image->fd;
	for (group = 0; group < PLACE_GROUPS && !rc; group++) {
		if (is_in(group, part) && (group != PLACES_RETURNS || !object->no_returns))
			rc = attach_places(object, image, group, pid, file, err);
	}
	return rc;
}

int object_attach(struct object *object, const struct perl_image *image, pid_t pid, int file,
		  struct error *err)
{
	return object_attach_parts(object, image, pid, file, ATTACH_ALL, err);
}

int object_attach_lesser(struct object *object, const struct perl_image *image, pid_t pid, int file,
			 struct error *err)
{
	return object_attach(object->lesser, image, pid, file, err);
}

/* The ends first: what is entered is never missed when it returns. */
int object_attach_sql(struct object *object, int file, const uint64_t offsets[SQL_FUNCTIONS],
		      struct error *err)
{
	uint64_t places[SQL_FUNCTIONS], enter[SQL_FUNCTIONS], leave[SQL_FUNCTIONS];
	struct link_spec spec = { .name = "the functions of a database library",
				  .file = file,
				  .offsets = places,
				  .cookies = leave,
				  .at_return = true };
	uint64_t i, returns = 0, cnt = 0;
	int rc;

	if (object->no_returns && !object->programs.sql_sessions)
		return error_set(err, ENOTSUP,
				 "--sql: return probes would end programs here, so that no "
				 "statements are recorded");
	/* Those whose end is not asked for are the last ones. */
	for (i = 0; i < SQL_FUNCTIONS; i++) {
		if (!offsets[i])
			continue;
		places[cnt] = offsets[i];
		enter[cnt] = i | (uint64_t)object->kernel->trap_ns[PRICE_TRAP] << SQL_COOKIE_SHIFT;
		leave[cnt++] = i | (uint64_t)object->kernel->trap_ns[PRICE_RETURN]
					   << SQL_COOKIE_SHIFT;
		returns += i < SQL_SQLITE_RESET;
	}
	spec.cnt = returns;
	rc = returns && !object->programs.sql_sessions ?
		     add_link(object, &object->programs.sql[SQL_LEAVE], &spec, err) :
		     0;
	spec.cnt = cnt;
	spec.cookies = enter;
	spec.at_return = false;
	spec.session = object->programs.sql_sessions;
	return rc || !cnt ? rc : add_link(object, &object->programs.sql[SQL_ENTER], &spec, err);
}

int object_attach_malloc(struct object *object, int file, pid_t pid,
			 const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err)
{
	if (object->no_returns)
		return error_set(
			err, ENOTSUP,
			"--event=malloc: return probes would end programs here, so that no "
			"allocations are followed");
	return malloc_links_add(&object->mallocs, object->programs.parts[object->programs.special],
				object->kernel, file, pid, offsets, err);
}

void object_detach_malloc(struct object *object, pid_t pid)
{
	malloc_links_drop(&object->mallocs, pid);
}

/* Those that are to go become the last ones; returns how many stay. */
static size_t sort_out(struct object *object,
		       bool (*is_to_go)(const struct link *link, const void *arg), const void *arg)
{
	size_t kept = 0, i;
	struct link *link;

	for (i = 0; i < object->link_cnt; i++) {
		link = object->links[i];
		if (is_to_go(link, arg))
			continue;
		object->links[i] = object->links[kept];
		object->links[kept++] = link;
	}
	return kept;
}

static void detach_some(struct object *object,
			bool (*is_to_go)(const struct link *link, const void *arg), const void *arg)
{
	size_t kept = sort_out(object, is_to_go, arg);

	if (object->lesser)
		detach_some(object->lesser, is_to_go, arg);
	links_free(object->links + kept, object->link_cnt - kept);
	object->link_cnt = kept;
}

static bool is_of_process(const struct link *link, const void *pid)
{
	return link_pid(link) == *(const pid_t *)pid;
}

void object_detach_process(struct object *object, pid_t pid)
{
	detach_some(object, is_of_process, &pid);
}

static bool is_of_image(const struct link *link, const void *image)
{
	return link_owner(link) == image;
}

void object_detach_image(struct object *object, const struct perl_image *image)
{
	detach_some(object, is_of_image, image);
}

static bool is_of_perl(const struct link *link, const void *arg)
{
	(void)arg;
	return link_owner(link);
}

void object_detach_perls(struct object *object)
{
	detach_some(object, is_of_perl, NULL);
}

static bool is_return(const struct link *link, const void *arg)
{
	(void)arg;
	return link_at_return(link);
}

static void detach_returns(struct object **objects, size_t cnt)
{
	struct link **all = NULL;
	size_t i, kept, sum = 0;

	for (i = 0; i < cnt; i++)
		sum += objects[i]->link_cnt;
	all = calloc(sum + 1, sizeof(*all));
	for (i = 0, sum = 0; i < cnt; i++) {
		struct object *object = objects[i];

		object->no_returns = true;
		malloc_links_drop(&object->mallocs, 0);
		kept = sort_out(object, is_return, NULL);
		if (!all)
			links_free(object->links + kept, object->link_cnt - kept);
		for (; all && object->link_cnt > kept; object->link_cnt--)
			all[sum++] = object->links[object->link_cnt - 1];
		object->link_cnt = kept;
	}
	links_free(all, sum);
	free(all);
}

void objects_detach_returns(struct object **objects, size_t cnt)
{
	size_t i;

	detach_returns(objects, cnt);
	for (i = 0; i < cnt; i++) {
		if (objects[i]->lesser)
			detach_returns(&objects[i]->lesser, 1);
	}
}

bool object_probes(const struct object *object, enum site_id site)
{
	return object->programs.used[site];
}

/* Of a builtin, of which there are a hundred.  False: of statements and calls. */
static bool is_of_builtin(const struct probe *p)
{
	return p->site == SITE_SLOWOP || p->site == SITE_SLOWOP_RET || p->site == SITE_ACCEPT ||
	       p->site == SITE_ACCEPT_RET;
}

typedef LOG_FORMAT void log_line(const char *fmt, ...);

static void describe_probe(const struct probe *p, log_line *say)
{
	say("  %-14s at %#9llx  %-34s %-12s %s, +%llu", p->function, (unsigned long long)p->offset,
	    p->insn, probe_price_text(p->price), p->how,
	    (unsigned long long)(p->vaddr - p->moved - p->function_vaddr));
}

void object_describe(const struct object *object, const struct perl_image *image)
{
	const struct perl_build *b = &image->build;
	unsigned of_builtins = 0;
	size_t i;

	if (perl_is_derived(image))
		log_warning("%s: perl %u.%u.%u is newer than any known perl; the agent derives "
			    "its layout from 5.%u, and its code agrees with that",
			    image->path, b->revision, b->version, b->subversion,
			    image->row->version);
	log_verbose("%s: perl %u.%u.%u, layout %s", image->path, b->revision, b->version,
		    b->subversion, image->row->name);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (!object_probes(object, p->site))
			continue;
		of_builtins += is_of_builtin(p);
		describe_probe(p, is_of_builtin(p) ? log_probe : log_verbose);
	}
	if (of_builtins && log_get_level() < LOG_LEVEL_PROBES)
		log_verbose("  and %u probes at the start and end of builtins; -vv lists them",
			    of_builtins);
}
