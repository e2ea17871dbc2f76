// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/pod_list.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

#define POD(rest) \
	"{\"metadata\":{\"uid\":\"u1\",\"name\":\"web-1\",\"namespace\":\"shop\"}" rest "}"
#define LIST(items) "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[" items "]}"

static struct error err;
static char taken[1000]; /* UID/NAMESPACE/POD/ID/NAME, with a space behind each */

static int note(void *arg, const struct pod_container *c)
{
	size_t len = strlen(taken);

	snprintf(taken + len, sizeof(taken) - len, "%s/%s/%s/%s/%s ", c->uid, c->namespace, c->pod,
		 c->id, c->name);
	return arg ? -ENOSPC : 0;
}

static int parse(const char *text)
{
	*taken = '\0';
	*err.text = '\0';
	return pod_list_parse(text, strlen(text), note, NULL, &err);
}

static void expect_taken(const char *text, const char *all)
{
	cr_expect_eq(parse(text), 0, "%s: %s", text, err.text);
	cr_expect_str_eq(taken, all);
}

static void expect_wrong(const char *text, const char *why)
{
	cr_expect_eq(parse(text), -EINVAL, "%s", text);
	cr_expect(strstr(err.text, why), "%s: %s, not %s", text, err.text, why);
	cr_expect_null(strchr(err.text, '\n'), "%s", text);
}

Test(pod_list, pods_and_their_containers)
{
	expect_taken(LIST(""), "");
	expect_taken("{\"items\":null}", "");
	expect_taken(LIST(POD("")), "u1/shop/web-1// ");
	expect_taken(LIST(POD(",\"status\":null")), "u1/shop/web-1// ");
	expect_taken(LIST(POD(",\"status\":{\"containerStatuses\":null}")), "u1/shop/web-1// ");
	expect_taken(
		LIST(POD(",\"status\":{\"containerStatuses\":[{\"name\":\"app\",\"containerID\":"
			 "\"containerd://abc\"},{\"name\":\"waits\",\"containerID\":\"\"},"
			 "{\"name\":\"too\"}],\"initContainerStatuses\":[{\"name\":\"init\","
			 "\"containerID\":\"docker://def\"}],\"ephemeralContainerStatuses\":"
			 "[{\"name\":\"debug\",\"containerID\":\"cri-o://0\"}]}")),
		"u1/shop/web-1// u1/shop/web-1/abc/app u1/shop/web-1/def/init "
		"u1/shop/web-1/0/debug ");
}

/* kubectl prints a List, whose items have their kind. */
Test(pod_list, a_list_of_kubectl)
{
	expect_taken("{\"kind\":\"List\",\"items\":[" POD(",\"kind\":\"Pod\"") "]}",
		     "u1/shop/web-1// ");
	expect_wrong("{\"kind\":\"List\",\"items\":[" POD(",\"kind\":\"Service\"") "]}",
		     "items[0].kind: must be Pod");
	expect_wrong(LIST(POD(",\"kind\":7")), "items[0].kind: must be Pod");
}

Test(pod_list, what_is_no_list_is_one_line)
{
	static const char *const texts[] = { "[]", "{}", "{\"items\":{}}", "{\"items\":7}" };
	static const char *const no_json[] = { "",  "{",    "{\"items\":[}",	 "nil",
					       "7", "{}{}", "{\"a\":1,\"a\":2}", "\xff\xfe" };
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect_wrong(texts[i], "no list of pods");
	for (i = 0; i < sizeof(no_json) / sizeof(no_json[0]); i++)
		expect_wrong(no_json[i], "it is no JSON: line ");
}

Test(pod_list, strange_types_are_errors)
{
	expect_wrong(LIST("7"), "items[0]: must be an object");
	expect_wrong(LIST("null"), "items[0]: must be an object");
	expect_wrong(LIST(POD("") ",{}"), "items[1].metadata: must have uid");
	expect_wrong(LIST("{\"metadata\":[]}"), "items[0].metadata");
	expect_wrong(LIST("{\"metadata\":{\"uid\":1,\"name\":\"a\",\"namespace\":\"b\"}}"),
		     "items[0].metadata");
	expect_wrong(LIST("{\"metadata\":{\"uid\":\"\",\"name\":\"a\",\"namespace\":\"b\"}}"),
		     "items[0].metadata");
	expect_wrong(
		LIST("{\"metadata\":{\"uid\":\"a\\u0000b\",\"name\":\"a\",\"namespace\":\"b\"}}"),
		"items[0].metadata");
	expect_wrong(LIST("{\"metadata\":{\"uid\":\"a\",\"name\":\"a\\nb\",\"namespace\":\"b\"}}"),
		     "items[0].metadata");
	expect_wrong(LIST(POD(",\"status\":[]")), "items[0].status: must be an object");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":7}")), "must be an array");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":[7]}")), "objects with a name");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":[{\"containerID\":\"a://b\"}]}")),
		     "objects with a name");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":[{\"name\":\"a\","
			      "\"containerID\":7}]}")),
		     "must be TYPE://ID");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":[{\"name\":\"a\","
			      "\"containerID\":\"docker://\"}]}")),
		     "must be TYPE://ID");
	expect_wrong(LIST(POD(",\"status\":{\"containerStatuses\":[{\"name\":\"a\","
			      "\"containerID\":\"a://b\\u0000c\"}]}")),
		     "must be TYPE://ID");
}

/* The owner of one pod must not make the list useless. */
Test(pod_list, a_nul_elsewhere_is_no_error)
{
	expect_taken(LIST(POD(",\"spec\":{\"x\":\"a\\u0000b\"}")), "u1/shop/web-1// ");
}

static void expect_too_long(size_t uid, size_t name)
{
	char text[1000];

	snprintf(text, sizeof(text),
		 "{\"items\":[{\"metadata\":{\"uid\":\"%0*d\",\"name\":\"%0*d\",\"namespace\":"
		 "\"a\"}}]}",
		 (int)uid, 0, (int)name, 0);
	expect_wrong(text, "items[0].metadata");
}

Test(pod_list, lengths_have_limits)
{
	char *text = malloc(POD_LIST_SIZE_MAX + 1);

	expect_too_long(64, 1);
	expect_too_long(1, 254);
	memset(text, ' ', POD_LIST_SIZE_MAX + 1);
	cr_expect_eq(pod_list_parse(text, POD_LIST_SIZE_MAX + 1, note, NULL, &err), -EINVAL);
	cr_expect_str_eq(err.text, "it is larger than 16 MiB");
	free(text);
}

Test(pod_list, very_many_are_too_many)
{
	size_t size = 0;
	char *text = NULL;
	FILE *to = open_memstream(&text, &size);
	int i;

	fputs("{\"items\":[", to);
	for (i = 0; i <= POD_LIST_MAX; i++)
		fprintf(to, "%s" POD(""), i ? "," : "");
	fputs("]}", to);
	fclose(to);
	expect_wrong(text, "more than 20000 pods and containers");
	free(text);
}

Test(pod_list, what_is_very_deep_is_no_json)
{
	char *text = malloc(200001);

	memset(text, '[', 200000);
	text[200000] = '\0';
	expect_wrong(text, "it is no JSON");
	free(text);
}

Test(pod_list, who_takes_can_end_it)
{
	char text[] = LIST(POD("") "," POD(""));

	*taken = '\0';
	cr_expect_eq(pod_list_parse(text, strlen(text), note, text, &err), -ENOSPC);
	cr_expect_str_eq(taken, "u1/shop/web-1// ");
}
