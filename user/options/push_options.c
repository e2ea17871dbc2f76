// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the values of the options of --push. The address is looked at more closely by libcurl. */
#include "options/push_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options/duration.h"
#include "options/option_table.h"
#include "options/size.h"
#include "util/error.h"

#define QUEUE_DEFAULT	   "/var/lib/nytprof-bpf/queue"
#define QUEUE_SIZE_DEFAULT (64ull << 20)
#define QUEUE_SIZE_MIN	   (1ull << 20)
#define QUEUE_AGE_DEFAULT  86400
#define TENANT_MAX	   150 /* as Pyroscope, Mimir and Loki have it (dskit, tenant.go) */

void push_options_init(struct push_options *o)
{
	*o = (struct push_options){ .queue = QUEUE_DEFAULT,
				    .queue_size = QUEUE_SIZE_DEFAULT,
				    .queue_age = QUEUE_AGE_DEFAULT };
}

/* A password in an address would be seen in ps. */
static int parse_url(struct push_options *o, const char *arg, struct error *err)
{
	const char *host = strstr(arg, "://");
	size_t len;

	if (strncmp(arg, "http://", 7) != 0 && strncmp(arg, "https://", 8) != 0)
		return error_set(err, EINVAL, "--push=%s: must begin with http:// or https://",
				 arg);
	host += 3;
	len = strcspn(host, "/?#");
	if (memchr(host, '@', len))
		return error_set(err, EINVAL,
				 "--push: must not contain a user or a password, which ps would "
				 "show: write them into a file for --push-auth");
	if (!len || *host == ':')
		return error_set(err, EINVAL, "--push=%s: the address has no host", arg);
	if (host[len + strcspn(host + len, "?#")] || strpbrk(arg, " \t\\\""))
		return error_set(err, EINVAL,
				 "--push=%s: must be an address without \"?\", \"#\", spaces and "
				 "quotes",
				 arg);
	o->url = arg;
	return 0;
}

static int parse_format(struct push_options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, "pyroscope") != 0 && strcmp(arg, "otlp") != 0)
		return error_set(err, EINVAL, "--push-format=%s: must be pyroscope or otlp", arg);
	o->format = *arg == 'p' ? PUSH_PYROSCOPE : PUSH_OTLP;
	return 0;
}

/* Of a header: no control characters. */
static int parse_tenant(struct push_options *o, const char *arg, struct error *err)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789!-_.*'()|";

	if (!*arg || arg[strspn(arg, allowed)] || strlen(arg) > TENANT_MAX)
		return error_set(err, EINVAL,
				 "--push-tenant=%s: must be 1 to %d letters, digits or !-_.*'()|",
				 arg, TENANT_MAX);
	o->tenant = arg;
	return 0;
}

static int parse_size(struct push_options *o, const char *arg, struct error *err)
{
	if (size_parse(arg, &o->queue_size) || o->queue_size < QUEUE_SIZE_MIN)
		return error_set(err, EINVAL,
				 "--push-queue-size=%s: must be a number of bytes from 1M on, with "
				 "k, M, G or T",
				 arg);
	return 0;
}

static int parse_age(struct push_options *o, const char *arg, struct error *err)
{
	if (duration_parse(arg, &o->queue_age) || o->queue_age < 1)
		return error_set(
			err, EINVAL,
			"--push-queue-age=%s: must be a number of seconds from 1 on, or one "
			"with " DURATION_UNITS,
			arg);
	return 0;
}

static int parse_by(struct push_options *o, const char *arg, struct error *err)
{
	static const char *const names[] = { "pid", "user", "script" };
	const char *at = arg;
	unsigned by = 0, i;

	for (;;) {
		size_t len = strcspn(at, ",");

		for (i = 0; i < 3; i++) {
			if (strlen(names[i]) == len && !strncmp(names[i], at, len))
				break;
		}
		if (i == 3)
			return error_set(err, EINVAL,
					 "--push-by=%s: must be some of pid, user and script, with "
					 "commas between them",
					 arg);
		by |= 1u << i;
		if (!at[len])
			break;
		at += len + 1;
	}
	o->by = by;
	return 0;
}

/* ------------------------------------------------------------------------- labels */

/* As Prometheus has them; those with two underscores are for the receiver's own. */
static bool is_label_name(const char *name, size_t len)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
				      "0123456789";

	return len && len <= PUSH_LABEL_NAME_MAX && strspn(name, allowed) >= len &&
	       (*name < '0' || *name > '9') && strncmp(name, "__", 2) != 0;
}

static bool is_label_text(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len && (unsigned char)text[i] >= ' ' && text[i] != 0x7f; i++)
		;
	return len && len <= PUSH_LABEL_TEXT_MAX && i == len;
}

static bool has_label(const struct push_options *o, const struct push_label *l)
{
	unsigned i;

	for (i = 0; i < o->label_cnt; i++) {
		if (o->labels[i].name_len == l->name_len &&
		    !strncmp(o->labels[i].name, l->name, l->name_len))
			return true;
	}
	return false;
}

static int add_label(struct push_options *o, const char *at, size_t len, struct error *err)
{
	const char *equals = memchr(at, '=', len);
	struct push_label l = { .name = at };

	l.name_len = equals ? (size_t)(equals - at) : len;
	l.text = at + l.name_len + !!equals;
	l.text_len = (size_t)(at + len - l.text);
	if (!equals || !is_label_name(at, l.name_len))
		return error_set(err, EINVAL,
				 "--label=%.*s: must be NAME=TEXT, with a name of letters, digits "
				 "and underscores that begins with a letter or one underscore",
				 (int)len, at);
	if (!is_label_text(l.text, l.text_len))
		return error_set(err, EINVAL,
				 "--label=%.*s: its text must have 1 to %d bytes, and no control "
				 "characters",
				 (int)len, at, PUSH_LABEL_TEXT_MAX);
	if (has_label(o, &l))
		return error_set(err, EINVAL, "--label: two have the name %.*s", (int)l.name_len,
				 at);
	if (o->label_cnt == PUSH_LABELS_MAX)
		return error_set(err, EINVAL, "--label: more than %d", PUSH_LABELS_MAX);
	o->labels[o->label_cnt++] = l;
	return 0;
}

static int parse_labels(struct push_options *o, const char *arg, struct error *err)
{
	int rc = 0;

	o->label_cnt = 0;
	for (;;) {
		size_t len = strcspn(arg, ",");

		rc = rc ?: add_label(o, arg, len, err);
		if (rc || !arg[len])
			return rc;
		arg += len + 1;
	}
}

/* ---------------------------------------------------------------------------- all */

static int keep_path(const char **path, const char *name, const char *arg, struct error *err)
{
	if (*arg != '/')
		return error_set(err, EINVAL, "--%s=%s: must begin with a slash", name, arg);
	*path = arg;
	return 0;
}

int push_option_set(struct push_options *o, size_t nr, const char *arg, struct error *err)
{
	o->given |= nr == OPTION_LABEL || nr == OPTION_PUSH_BY || nr == OPTION_PUSH_AUTH ||
		    nr == OPTION_PUSH_TENANT || nr == OPTION_PUSH_CA || nr == OPTION_PODS;
	switch (nr) {
	case OPTION_PUSH:
		return parse_url(o, arg, err);
	case OPTION_PUSH_FORMAT:
		return parse_format(o, arg, err);
	case OPTION_PUSH_TENANT:
		return parse_tenant(o, arg, err);
	case OPTION_PUSH_QUEUE_SIZE:
		return parse_size(o, arg, err);
	case OPTION_PUSH_QUEUE_AGE:
		return parse_age(o, arg, err);
	case OPTION_PUSH_BY:
		return parse_by(o, arg, err);
	case OPTION_LABEL:
		return parse_labels(o, arg, err);
	case OPTION_PUSH_AUTH:
		return keep_path(&o->auth, option_name(nr), arg, err);
	case OPTION_PODS:
		return keep_path(&o->pods, option_name(nr), arg, err);
	case OPTION_PUSH_CA:
		return keep_path(&o->ca, option_name(nr), arg, err);
	default:
		return keep_path(&o->queue, option_name(nr), arg, err);
	}
}

int push_options_check(const struct push_options *o, struct error *err)
{
	if (o->given && !o->url)
		return error_set(err, EINVAL, "--label, --pods and --push-... need --push=URL");
	if (o->ca && o->url && strncmp(o->url, "https://", 8) != 0)
		return error_set(err, EINVAL, "--push-ca: --push=%s has no certificate; use https",
				 o->url);
	return 0;
}
