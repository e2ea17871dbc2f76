// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/auth.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"

static int check_file(int fd, const char *path, struct error *err)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return error_set(err, errno, "--push-auth=%s: can't read it: %s", path,
				 strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, EINVAL, "--push-auth=%s: not a regular file", path);
	if ((st.st_uid && st.st_uid != geteuid()) || st.st_mode & 077)
		return error_set(err, EPERM,
				 "--push-auth=%s: others can read it or own it: run chmod 0600 and "
				 "chown root on it",
				 path);
	return 0;
}

/* Of a header: no control characters. */
static bool is_clean(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			return false;
	}
	return true;
}

static int parse(struct auth *auth, const char *path, char *line, size_t len, struct error *err)
{
	size_t word;

	while (len && strchr(" \t\r\n", line[len - 1]))
		len--;
	line[len] = '\0';
	word = strcspn(line, " \t");
	auth->basic = word == strlen("basic") && !strncasecmp(line, "basic", word);
	if ((!auth->basic &&
	     (word != strlen("bearer") || strncasecmp(line, "bearer", word) != 0)) ||
	    !line[word] || strlen(line) != len || !is_clean(line))
		return error_set(err, EINVAL,
				 "--push-auth=%s: must have one line, \"bearer TOKEN\" or \"basic "
				 "USER:PASSWORD\"",
				 path);
	line += word + strspn(line + word, " \t");
	if (auth->basic && (!strchr(line, ':') || *line == ':'))
		return error_set(err, EINVAL,
				 "--push-auth=%s: behind \"basic\" must stand USER:PASSWORD", path);
	strcpy(auth->secret, line);
	return 0;
}

int auth_read(struct auth *auth, const char *path, struct error *err)
{
	int fd __cleanup(close_fd) = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char line[AUTH_MAX];
	ssize_t len;
	int rc = check_file(fd, path, err);

	if (rc)
		return rc;
	len = read(fd, line, sizeof(line));
	if (len < 0 || len == sizeof(line))
		return error_set(err, EINVAL, "--push-auth=%s: %s", path,
				 len < 0 ? strerror(errno) : "too long");
	rc = parse(auth, path, line, (size_t)len, err);
	explicit_bzero(line, sizeof(line));
	return rc;
}

void auth_forget(struct auth *auth)
{
	explicit_bzero(auth, sizeof(*auth));
}
