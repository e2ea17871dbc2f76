// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Only what is asked for is looked at; it must have the types that k8s.io/api/core/v1/types.go
 * says. Unknown fields are none of ours.
 */
#include "push/pod_list.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

struct walk {
	int (*take)(void *arg, const struct pod_container *c);
	void *arg;
	struct pod_container c;
	size_t pod; /* number in the list */
	size_t cnt; /* that were taken */
	struct error *err;
};

static int wrong(struct walk *w, const char *where, const char *must)
{
	return error_set(w->err, EINVAL, "items[%zu]%s: must %s", w->pod, where, must);
}

static bool is_name(const char *text, size_t len)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789-._";

	return len && !text[len] && strspn(text, allowed) == len;
}

/* A NUL may be in a text; nothing behind it is looked at then. */
static bool take_text(const json_t *from, const char *key, char *to, size_t size)
{
	const json_t *value = json_object_get(from, key);
	const char *text = json_string_value(value);
	size_t len = text ? json_string_length(value) : 0;

	if (!text || len >= size || strlen(text) != len || !is_name(text, len))
		return false;
	memcpy(to, text, len + 1);
	return true;
}

static int take_one(struct walk *w)
{
	if (++w->cnt > POD_LIST_MAX)
		return error_set(w->err, EINVAL, "it has more than %d pods and containers",
				 POD_LIST_MAX);
	return w->take(w->arg, &w->c);
}

/* TYPE://ID; absent or "": it has not begun. */
static int take_container(struct walk *w, const json_t *status)
{
	const json_t *value = json_object_get(status, "containerID");
	const char *text = json_string_value(value), *id = text ? strstr(text, "://") : NULL;

	if (!json_is_object(status) || !take_text(status, "name", w->c.name, sizeof(w->c.name)))
		return wrong(w, ".status: containerStatuses", "be objects with a name");
	if (!value || json_is_null(value) || (text && !*text))
		return 0;
	if (!id || strlen(text) != json_string_length(value) || strlen(id + 3) >= sizeof(w->c.id) ||
	    !is_name(id + 3, strlen(id + 3)))
		return wrong(w, ".status: containerID", "be TYPE://ID");
	strcpy(w->c.id, id + 3);
	return take_one(w);
}

static int take_containers(struct walk *w, const json_t *status, const char *key)
{
	const json_t *list = json_object_get(status, key), *one;
	size_t i;
	int rc = 0;

	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list))
		return wrong(w, ".status: containerStatuses", "be an array");
	json_array_foreach(list, i, one)
	{
		rc = take_container(w, one);
		if (rc)
			break;
	}
	return rc;
}

static int take_status(struct walk *w, const json_t *status)
{
	if (!status || json_is_null(status))
		return 0;
	if (!json_is_object(status))
		return wrong(w, ".status", "be an object");
	return take_containers(w, status, "containerStatuses")		   ?:
		       take_containers(w, status, "initContainerStatuses") ?:
		       take_containers(w, status, "ephemeralContainerStatuses");
}

/* An item of a List has its kind, one of a PodList has none. */
static int take_pod(struct walk *w, const json_t *pod)
{
	const json_t *metadata = json_object_get(pod, "metadata");
	const json_t *kind = json_object_get(pod, "kind");

	w->c = (struct pod_container){ .uid = "" };
	if (!json_is_object(pod))
		return wrong(w, "", "be an object");
	if (kind && (!json_is_string(kind) || strcmp(json_string_value(kind), "Pod") != 0))
		return wrong(w, ".kind", "be Pod");
	if (!take_text(metadata, "uid", w->c.uid, sizeof(w->c.uid)) ||
	    !take_text(metadata, "name", w->c.pod, sizeof(w->c.pod)) ||
	    !take_text(metadata, "namespace", w->c.namespace, sizeof(w->c.namespace)))
		return wrong(w, ".metadata", "have uid, name and namespace");
	return take_one(w) ?: take_status(w, json_object_get(pod, "status"));
}

static int take_pods(struct walk *w, const json_t *list)
{
	const json_t *items = json_object_get(list, "items"), *pod;
	int rc = 0;

	if (!json_is_object(list) || !items || (!json_is_array(items) && !json_is_null(items)))
		return error_set(w->err, EINVAL,
				 "it is no list of pods: it must be an object with \"items\", as "
				 "\"kubectl get pods -o json\" prints it");
	json_array_foreach(items, w->pod, pod)
	{
		rc = take_pod(w, pod);
		if (rc)
			break;
	}
	return rc;
}

int pod_list_parse(const char *text, size_t len,
		   int (*take)(void *arg, const struct pod_container *c), void *arg,
		   struct error *err)
{
	struct walk w = { .take = take, .arg = arg, .err = err };
	json_error_t why;
	json_t *list;
	int rc;

	if (len > POD_LIST_SIZE_MAX)
		return error_set(err, EINVAL, "it is larger than %u MiB", POD_LIST_SIZE_MAX >> 20);
	/* A program's owner chooses annotations, and a NUL in one is nobody else's trouble. */
	list = json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
	if (!list)
		return json_error_code(&why) == json_error_out_of_memory ?
			       error_set(err, ENOMEM, "out of memory") :
			       error_set(err, EINVAL, "it is no JSON: line %d, column %d", why.line,
					 why.column);
	rc = take_pods(&w, list);
	json_decref(list);
	return rc;
}
