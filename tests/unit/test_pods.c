// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/pods.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"
#include "push/labels.h"
#include "sandbox/sandbox.h"
#include "tracee/tracee.h"
#include "util/error.h"

#define UID_TEXT "01234567-89ab-cdef-0123-456789abcdef"
#define SCOPE \
	"/cri-containerd-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope"
#define ID    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define SLICE "/kubepods.slice/kubepods-pod01234567_89ab_cdef_0123_456789abcdef.slice"

static char path[64];
static struct error err;
static struct pods *pods;

static void put(const char *text)
{
	char fresh[80];
	FILE *to;

	snprintf(fresh, sizeof(fresh), "%s.new", path);
	to = fopen(fresh, "w");
	fputs(text, to);
	fclose(to);
	rename(fresh, path);
}

static void put_pod(const char *name)
{
	char text[500];

	snprintf(text, sizeof(text),
		 "{\"items\":[{\"metadata\":{\"uid\":\"" UID_TEXT
		 "\",\"name\":\"%s\",\"namespace\":\"shop\"},"
		 "\"status\":{\"containerStatuses\":[{\"name\":\"app\",\"containerID\":"
		 "\"containerd://" ID "\"}]}}]}",
		 name);
	put(text);
}

static void begin(void)
{
	int fd;

	strcpy(path, "/tmp/nytprof-pods.XXXXXX");
	fd = mkstemp(path);
	close(fd);
	put_pod("web-1");
	log_set_level(LOG_LEVEL_QUIET);
}

static void end(void)
{
	pods_free(pods);
	unlink(path);
	sandbox_end();
}

TestSuite(pods, .init = begin, .fini = end, .timeout = 60);

static void read_pods(void)
{
	pods = pods_new(path, &err);
	cr_assert_not_null(pods, "%s", err.text);
}

static void expect_pod(const char *name)
{
	const struct pod_container *c = pods_find(pods, UID_TEXT, "");

	cr_assert_not_null(c);
	cr_expect_str_eq(c->pod, name);
}

Test(pods, by_container_and_by_pod)
{
	const struct pod_container *c;

	read_pods();
	c = pods_find(pods, "another", ID);
	cr_assert_not_null(c);
	cr_expect_str_eq(c->name, "app");
	cr_expect_str_eq(c->namespace, "shop");
	c = pods_find(pods, UID_TEXT, "another");
	cr_assert_not_null(c);
	cr_expect_str_eq(c->id, "");
	cr_expect_str_eq(c->pod, "web-1");
	cr_expect_null(pods_find(pods, "another", "another"));
	cr_expect_null(pods_find(NULL, UID_TEXT, ID));
}

static void expect_unread(const char *why)
{
	cr_expect_null(pods_new(path, &err));
	cr_expect(strstr(err.text, path), "%s", err.text);
	cr_expect(strstr(err.text, why), "%s", err.text);
}

Test(pods, what_cannot_be_read_is_said)
{
	put("{");
	expect_unread("it is no JSON: line 1");
	put("{}");
	expect_unread("it is no list of pods");
	put_pod("web-1");
	chmod(path, 0666);
	expect_unread("others can write to it");
	unlink(path);
	expect_unread("No such file");
	mkdir(path, 0700);
	expect_unread("no regular file");
	rmdir(path);
}

Test(pods, a_file_that_changes_is_read_again)
{
	read_pods();
	pods_refresh(pods);
	cr_expect(!pods_is_busy(pods), "nothing has changed");
	put_pod("web-2");
	pods_refresh(pods);
	pods_wait(pods);
	expect_pod("web-2");
}

Test(pods, what_is_broken_later_changes_nothing)
{
	read_pods();
	put("{\"items\":[7]}");
	pods_refresh(pods);
	pods_wait(pods);
	expect_pod("web-1");
	unlink(path);
	pods_refresh(pods);
	pods_wait(pods);
	expect_pod("web-1");
	put_pod("web-3");
	pods_refresh(pods);
	pods_wait(pods);
	expect_pod("web-3");
}

/* The labels of a process of that control group, each as NAME=TEXT and a space. */
static const char *labels_in(const char *cgroup, enum push_format format, const char *given)
{
	struct tracee t = { .cgroup = (char *)cgroup, .application = (char *)"a.pl" };
	struct push_options o = { .label_cnt = 1 };
	const char *name, *value;
	struct labels raw, named;
	static char text[1000];
	size_t at = 0;

	o.labels[0] = (struct push_label){ "host", given, 4, strlen(given) };
	*text = '\0';
	cr_assert(labels_of(&raw, &t, NULL, &o));
	cr_assert(labels_with_pods(&named, &raw, pods, format));
	while (labels_next(&named, &at, &name, &value))
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s=%s ", name, value);
	free(raw.text);
	free(named.text);
	return text;
}

Test(pods, labels_have_names)
{
	read_pods();
	cr_expect_str_eq(labels_in(SLICE SCOPE, PUSH_PYROSCOPE, "h"),
			 "container=app host=h namespace=shop pod=web-1 service_name=shop/app "
			 "unit=cri-containerd-" ID ".scope ");
	cr_expect_str_eq(labels_in(SLICE SCOPE, PUSH_OTLP, "h"),
			 "container=" ID " host=h k8s.container.name=app k8s.namespace.name=shop "
			 "k8s.pod.name=web-1 pod=" UID_TEXT " service_name=shop/app "
			 "unit=cri-containerd-" ID ".scope ");
	/* Its container is not in the list yet. */
	cr_expect_str_eq(labels_in(SLICE, PUSH_PYROSCOPE, "h"),
			 "host=h namespace=shop pod=web-1 service_name=a.pl ");
}

Test(pods, who_is_in_no_pod_keeps_the_labels)
{
	read_pods();
	cr_expect_str_eq(labels_in("/system.slice/x.service", PUSH_PYROSCOPE, "h"),
			 "host=h service_name=x.service unit=x.service ");
	/* A user has named a group like that of a container. */
	cr_expect_str_eq(labels_in("/user.slice" SLICE SCOPE, PUSH_PYROSCOPE, "h"),
			 "container=" ID " host=h service_name=a.pl ");
	cr_expect_str_eq(labels_in("/system.slice/docker-" ID ".scope", PUSH_PYROSCOPE, "h"),
			 "container=" ID " host=h service_name=" ID " unit=docker-" ID ".scope ");
}
