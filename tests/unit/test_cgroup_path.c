// SPDX-License-Identifier: GPL-2.0-or-later
#include "inspect/cgroup_path.h"

#include <criterion/criterion.h>
#include <string.h>

#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void expect(bool (*find)(const char *, struct cgroup_name *), const char *path,
		   const char *name)
{
	struct cgroup_name found;
	bool any = find(path, &found);

	cr_expect_eq(any, name != NULL, "%s", path);
	if (any && name)
		cr_expect(found.len == strlen(name) && !strncmp(found.text, name, found.len),
			  "%s: %.*s, not %s", path, (int)found.len, found.text, name);
}

Test(cgroup_path, units)
{
	expect(cgroup_unit, "/system.slice/nginx.service", "nginx.service");
	expect(cgroup_unit, "/system.slice/a\\x2db.service/worker/1", "a\\x2db.service");
	expect(cgroup_unit, "/user.slice/user-7.slice/user@7.service/app.slice/x.service",
	       "x.service");
	expect(cgroup_unit, "/user.slice/user-7.slice/session-3.scope", "session-3.scope");
	expect(cgroup_unit, "/", NULL);
	expect(cgroup_unit, "/system.slice/.service/scope", NULL);
	expect(cgroup_unit, "", NULL);
}

Test(cgroup_path, containers)
{
	expect(cgroup_container, "/system.slice/docker-" ID ".scope", ID);
	expect(cgroup_container, "/docker/" ID, ID);
	expect(cgroup_container, "/machine.slice/libpod-" ID ".scope/container", ID);
	expect(cgroup_container, "/kubepods/burstable/pod1/" ID, ID);
	expect(cgroup_container, "/kubepods.slice/cri-containerd-" ID ".scope", ID);
	expect(cgroup_container, "/lxc.payload.web1/system.slice/a.service", "web1");
	expect(cgroup_container, "/machine.slice/machine-web.scope", "web");
	expect(cgroup_container, "/system.slice/nginx.service", NULL);
	expect(cgroup_container, "/system.slice/abc-12.scope", NULL);
	expect(cgroup_container, "/", NULL);
}

Test(cgroup_path, a_container_by_its_id)
{
	static const struct {
		const char *name, *id;
		bool is;
	} cases[] = {
		{ ID, ID, true },
		{ ID, "0123", true },
		{ ID, "012", false },
		{ ID, "1234", false },
		{ "docker-" ID ".scope", ID, true },
		{ "docker-" ID ".scope", "0123456", true },
		{ "machine-web.scope", "web", true },
		{ "machine-web.scope", "we", false },
		{ "machine-a-b.scope", "a-b", true },
		{ "lxc.payload.web", "web", true },
		{ "web", "web", true },
		{ "web.scope", "web", true },
		{ "x-web.scope", "web", true },
		{ "webber", "webb", false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		cr_expect_eq(cgroup_is_container(cases[i].name, strlen(cases[i].name), cases[i].id),
			     cases[i].is, "%s %s", cases[i].name, cases[i].id);
}

Test(cgroup_path, of_who_has_gone)
{
	char path[CGROUP_PATH_MAX];

	cr_expect_not(cgroup_of_process(1 << 22, path));
}

Test(cgroup_path, units_of_users)
{
	cr_expect(cgroup_is_of_user("/user.slice/user-1000.slice/user@1000.service/shop.service"));
	cr_expect(!cgroup_is_of_user("/system.slice/shop.service"));
	cr_expect(!cgroup_is_of_user("/user.slices/shop.service"));
}

static void expect_pod(const char *path, const char *pod)
{
	char found[CGROUP_POD_LEN + 1] = "";

	cr_expect_eq(cgroup_pod(path, found), *pod != 0, "%s", path);
	cr_expect_str_eq(found, pod, "%s", path);
}

Test(cgroup_path, pods)
{
	expect_pod("/kubepods.slice/kubepods-burstable.slice/"
		   "kubepods-burstable-podc3f1e2d4_0a1b_4c5d_8e9f_0123456789ab.slice/"
		   "cri-containerd-" ID ".scope",
		   "c3f1e2d4-0a1b-4c5d-8e9f-0123456789ab");
	expect_pod("/kubepods/besteffort/podc3f1e2d4-0a1b-4c5d-8e9f-0123456789ab/" ID,
		   "c3f1e2d4-0a1b-4c5d-8e9f-0123456789ab");
	expect_pod("/kubepods.slice/kubepods-pod0123456789abcdef0123456789abcdef.slice",
		   "0123456789abcdef0123456789abcdef");
	expect_pod("/kubepods/burstable/pod1/" ID, "");
	expect_pod("/system.slice/podman.service", "");
	expect_pod("/tripodc3f1e2d4-0a1b-4c5d-8e9f-0123456789ab", "");
	expect_pod("", "");
}
