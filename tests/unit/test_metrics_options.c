// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/metrics_options.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "options/option_table.h"
#include "util/error.h"

/* ADDR PORT, as the kernel would be told. */
static const char *listen_at(const char *arg)
{
	static char text[128];
	struct metrics_options o = {};
	struct error err;
	char host[INET6_ADDRSTRLEN];

	cr_assert_eq(metrics_option_set(&o, OPTION_LISTEN, arg, &err), 0, "%s", err.text);
	if (o.address.ss_family == AF_INET) {
		const struct sockaddr_in *in = (const struct sockaddr_in *)&o.address;

		cr_expect_eq(o.address_len, sizeof(*in));
		inet_ntop(AF_INET, &in->sin_addr, host, sizeof(host));
		snprintf(text, sizeof(text), "%s %u", host, ntohs(in->sin_port));
	} else {
		const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)&o.address;

		cr_expect_eq(o.address_len, sizeof(*in6));
		inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof(host));
		snprintf(text, sizeof(text), "%s %u", host, ntohs(in6->sin6_port));
	}
	return text;
}

Test(metrics_options, an_address_and_a_port)
{
	cr_expect_str_eq(listen_at("10.1.2.3:9811"), "10.1.2.3 9811");
	cr_expect_str_eq(listen_at("0.0.0.0:1"), "0.0.0.0 1");
	cr_expect_str_eq(listen_at("[::]:9811"), ":: 9811");
	cr_expect_str_eq(listen_at("[fe80::1]:65535"), "fe80::1 65535");
}

Test(metrics_options, without_an_address_it_is_this_machine_alone)
{
	cr_expect_str_eq(listen_at("9811"), "127.0.0.1 9811");
	cr_expect_str_eq(listen_at(":9811"), "127.0.0.1 9811");
	cr_expect_str_eq(listen_at("localhost:9811"), "127.0.0.1 9811");
	cr_expect_str_eq(listen_at("0"), "127.0.0.1 0");
}

Test(metrics_options, what_is_neither_is_refused_with_the_reason)
{
	static const struct {
		const char *arg;
		const char *why;
	} cases[] = { { "", "must end with a port" },
		      { ":", "must end with a port" },
		      { "1.2.3.4", "must end with a port" },
		      { "1.2.3.4:", "must end with a port" },
		      { "1.2.3.4:http", "must end with a port" },
		      { "1.2.3.4:65536", "must end with a port" },
		      { "1.2.3.4:000001", "must end with a port" },
		      { "1.2.3.4: 1", "must end with a port" },
		      { "-1", "must end with a port" },
		      { "1.2.3:1", "must be an IPv4 address" },
		      { "1.2.3.256:1", "must be an IPv4 address" },
		      { "example.org:1", "must be an IPv4 address" },
		      { "::1:1", "must be an IPv4 address" },
		      { "[::1:1", "must be an IPv4 address" },
		      { "[]:1", "must be an IPv4 address" },
		      { "[1.2.3.4]:1", "must be an IPv4 address" },
		      { "[fe80::1%lo]:1", "must be an IPv4 address" } };
	char long_one[300];
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct metrics_options o = {};

		cr_expect_eq(metrics_option_set(&o, OPTION_LISTEN, cases[i].arg, &err), -EINVAL,
			     "%s", cases[i].arg);
		cr_expect_not_null(strstr(err.text, cases[i].why), "%s: %s", cases[i].arg,
				   err.text);
	}
	memset(long_one, '1', sizeof(long_one));
	strcpy(long_one + sizeof(long_one) - 3, ":1");
	cr_expect_eq(metrics_option_set(&(struct metrics_options){}, OPTION_LISTEN, long_one, &err),
		     -EINVAL);
}

Test(metrics_options, a_file_has_a_name)
{
	struct metrics_options o = {};
	struct error err;

	cr_expect_eq(metrics_option_set(&o, OPTION_METRICS_FILE, "", &err), -EINVAL);
	cr_expect_eq(metrics_option_set(&o, OPTION_METRICS_FILE, "a.prom", &err), 0);
	cr_expect_str_eq(o.file, "a.prom");
}
