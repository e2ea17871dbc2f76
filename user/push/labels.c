// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/labels.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "export/text.h"
#include "inspect/cgroup_path.h"
#include "options/push_options.h"
#include "perl/layout.h"
#include "push/pods.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define AUTOMATIC_MAX	14
#define OTHERS		"(others)"
#define CONTAINER_SHOWN 12 /* characters of an id that tools show, at least */

struct one {
	char name[PUSH_LABEL_NAME_MAX + 1];
	char text[PUSH_LABEL_TEXT_MAX + 1];
};

struct list {
	struct one all[PUSH_LABELS_MAX + AUTOMATIC_MAX];
	size_t cnt;
};

/* One that is there already stays: those that the user has given come first. */
static void add(struct list *list, const char *name, size_t name_len, const char *text,
		size_t text_len)
{
	struct one *one = &list->all[list->cnt];
	size_t i;

	snprintf(one->name, sizeof(one->name), "%.*s", (int)name_len, name);
	snprintf(one->text, sizeof(one->text), "%.*s", (int)text_len, text);
	for (i = 0; i < list->cnt; i++) {
		if (!strcmp(list->all[i].name, one->name))
			return;
	}
	if (*one->text)
		list->cnt++;
}

static void add_text(struct list *list, const char *name, const char *text)
{
	add(list, name, strlen(name), text, strlen(text));
}

static void add_given(struct list *list, const struct push_options *o)
{
	struct utsname host;
	unsigned i;

	for (i = 0; i < o->label_cnt; i++)
		add(list, o->labels[i].name, o->labels[i].name_len, o->labels[i].text,
		    o->labels[i].text_len);
	if (!uname(&host))
		add_text(list, "host", host.nodename);
}

static void add_script(struct list *list, const char *label, const struct tracee *t)
{
	char *path __cleanup(free_ptr) = t->application ? strdup(t->application) : NULL;

	add_text(list, label, path ? basename(path) : "");
	add(list, label, strlen(label), t->comm, strnlen(t->comm, sizeof(t->comm)));
}

/* A scope is a login, or a container. */
static bool is_service(const struct cgroup_name *unit)
{
	static const char end[] = ".service";

	return unit->len > strlen(end) &&
	       !strncmp(unit->text + unit->len - strlen(end), end, strlen(end));
}

static void add_name(struct list *list, const char *label, const struct cgroup_name *name)
{
	add(list, label, strlen(label), name->text, name->len);
}

/*
 * The service is the unit, else the container, else the program. A user names control groups as he likes
 * below his own: his program is not to pass for a service of the host.
 */
static void add_cgroup(struct list *list, const char *path)
{
	struct cgroup_name name;
	char pod[CGROUP_POD_LEN + 1];

	if (cgroup_is_of_user(path)) {
		if (cgroup_container(path, &name))
			add_name(list, "container", &name);
		return;
	}
	if (cgroup_unit(path, &name)) {
		if (is_service(&name))
			add_name(list, LABEL_SERVICE, &name);
		add_name(list, "unit", &name);
	}
	if (cgroup_container(path, &name)) {
		add_name(list, LABEL_SERVICE, &name);
		add_name(list, "container", &name);
	}
	if (cgroup_pod(path, pod))
		add_text(list, "pod", pod);
}

/* As a service. Whoever names a program like a unit or a container is not to pass for it. */
static void add_program(struct list *list, const struct tracee *t)
{
	static const char hex[] = "0123456789abcdef";
	struct list own = {};
	struct cgroup_name name;
	char text[PUSH_LABEL_TEXT_MAX + 1];

	add_script(&own, LABEL_SERVICE, t);
	if (!own.cnt)
		return;
	name = (struct cgroup_name){ .text = own.all[0].text, .len = strlen(own.all[0].text) };
	snprintf(text, sizeof(text), "%.*s%s", PUSH_LABEL_TEXT_MAX - 20, name.text,
		 is_service(&name) || (name.len >= CONTAINER_SHOWN &&
				       strspn(name.text, hex) == name.len) ?
			 " (program)" :
			 "");
	add_text(list, LABEL_SERVICE, text);
}

static void add_process(struct list *list, const struct tracee *t, const struct push_options *o)
{
	char number[16];

	if (t->cgroup)
		add_cgroup(list, t->cgroup);
	add_program(list, t);
	if (o->by & PUSH_BY_SCRIPT)
		add_script(list, "script", t);
	if (o->by & PUSH_BY_PID) {
		snprintf(number, sizeof(number), "%u", t->tgid);
		add_text(list, "pid", number);
	}
	if (o->by & PUSH_BY_USER) {
		snprintf(number, sizeof(number), "%u", t->user);
		add_text(list, "user", number);
	}
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct one *)a)->name, ((const struct one *)b)->name);
}

static bool put(struct labels *l, struct list *list)
{
	FILE *out = open_memstream(&l->text, &l->len);
	size_t i;

	if (!out)
		return false;
	sort(list->all, list->cnt, sizeof(list->all[0]), compare);
	for (i = 0; i < list->cnt; i++) {
		fwrite(list->all[i].name, strlen(list->all[i].name) + 1, 1, out);
		text_put_utf8(list->all[i].text, strlen(list->all[i].text), out);
		fputc('\0', out);
	}
	if (!fclose(out))
		return true;
	free(l->text);
	return false;
}

bool labels_of(struct labels *l, const struct tracee *t, const struct perl_build *build,
	       const struct push_options *o)
{
	struct list list = {};
	char version[32];

	add_given(&list, o);
	add_process(&list, t, o);
	if (build) {
		snprintf(version, sizeof(version), "%u.%u.%u", build->revision, build->version,
			 build->subversion);
		add_text(&list, "perl_version", version);
	}
	return put(l, &list);
}

bool labels_of_others(struct labels *l, const struct push_options *o)
{
	struct list list = {};

	add_given(&list, o);
	add_text(&list, LABEL_SERVICE, OTHERS);
	return put(l, &list);
}

/* ---------------------------------------------------------------------------- pods */

static const char *text_of(const struct labels *l, const char *label)
{
	const char *name, *text;
	size_t at = 0;

	while (labels_next(l, &at, &name, &text)) {
		if (!strcmp(name, label))
			return text;
	}
	return "";
}

/* Not a label that the user has given, nor a container that is in no pod. */
static bool is_pod_uid(const char *text)
{
	size_t len = strlen(text);

	return (len == CGROUP_POD_LEN || len == CGROUP_STATIC_POD_LEN) &&
	       strspn(text, "0123456789abcdef-") == len;
}

/*
 * A service has the namespace in its name, so that no namespace's program passes for that of
 * another one.
 */
static void add_named(struct list *list, const struct labels *of, const struct pod_container *c,
		      bool replace)
{
	const char *id = text_of(of, "container"), *name, *text;
	char service[PUSH_LABEL_TEXT_MAX + 1];
	size_t at = 0;

	snprintf(service, sizeof(service), "%s/%s", c->namespace, c->name);
	while (labels_next(of, &at, &name, &text)) {
		if (*c->id && !strcmp(name, LABEL_SERVICE) && !strcmp(text, id))
			text = service;
		else if (replace && *c->id && !strcmp(name, "container"))
			text = c->name;
		else if (replace && !strcmp(name, "pod"))
			text = c->pod;
		add_text(list, name, text);
	}
}

bool labels_with_pods(struct labels *l, const struct labels *of, const struct pods *pods,
		      enum push_format format)
{
	const char *uid = text_of(of, "pod");
	const struct pod_container *c =
		is_pod_uid(uid) ? pods_find(pods, uid, text_of(of, "container")) : NULL;
	struct list list = {};

	if (!c) {
		l->len = of->len;
		l->text = malloc(of->len + 1);
		if (l->text)
			memcpy(l->text, of->text, of->len);
		return l->text;
	}
	add_named(&list, of, c, format == PUSH_PYROSCOPE);
	if (format == PUSH_PYROSCOPE) {
		add_text(&list, "namespace", c->namespace);
		return put(l, &list);
	}
	/* OpenTelemetry's names (semantic conventions 1.37). */
	add_text(&list, "k8s.namespace.name", c->namespace);
	add_text(&list, "k8s.pod.name", c->pod);
	add_text(&list, "k8s.container.name", c->name);
	return put(l, &list);
}

bool labels_next(const struct labels *l, size_t *at, const char **name, const char **text)
{
	if (*at >= l->len)
		return false;
	*name = l->text + *at;
	*text = *name + strlen(*name) + 1;
	*at = (size_t)(*text - l->text) + strlen(*text) + 1;
	return true;
}

const char *labels_service(const struct labels *l)
{
	return text_of(l, LABEL_SERVICE);
}
