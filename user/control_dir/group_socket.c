// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Access lists: connect(2) needs write permission for the socket's file (unix_find_bsd in
 * net/unix/af_unix.c of Linux 6.1), and a file has one group only.
 */
#include "control_dir/group_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "control_dir/sockets.h"
#include "util/cleanup.h"
#include "util/error.h"

#define ACCESS_LIST "system.posix_acl_access"
#define READ_WRITE  (ACL_READ | ACL_WRITE)
#define OTHERS_CNT  4 /* entries that are for no named group */
#define BACKLOG	    16

/* As the kernel has it, in little-endian order; so are the machines that the agent runs on. */
struct access_list {
	struct posix_acl_xattr_header head;
	struct posix_acl_xattr_entry entries[SOCKET_GROUPS_MAX + OTHERS_CNT];
};

static void put(struct access_list *list, size_t *cnt, unsigned tag, unsigned permissions,
		unsigned id)
{
	list->entries[(*cnt)++] = (struct posix_acl_xattr_entry){ .e_tag = (__le16)tag,
								  .e_perm = (__le16)permissions,
								  .e_id = (__le32)id };
}

static bool is_before(const gid_t *groups, size_t i)
{
	size_t k = 0;

	while (k < i && groups[k] != groups[i])
		k++;
	return k < i;
}

static int let_in(const char *path, const gid_t *groups, size_t group_cnt)
{
	struct access_list list = { .head.a_version = POSIX_ACL_XATTR_VERSION };
	size_t cnt = 0, i;

	put(&list, &cnt, ACL_USER_OBJ, READ_WRITE, (unsigned)ACL_UNDEFINED_ID);
	put(&list, &cnt, ACL_GROUP_OBJ, 0, (unsigned)ACL_UNDEFINED_ID);
	for (i = 0; i < group_cnt && i < SOCKET_GROUPS_MAX; i++) {
		if (!is_before(groups, i))
			put(&list, &cnt, ACL_GROUP, READ_WRITE, groups[i]);
	}
	put(&list, &cnt, ACL_MASK, READ_WRITE, (unsigned)ACL_UNDEFINED_ID);
	put(&list, &cnt, ACL_OTHER, 0, (unsigned)ACL_UNDEFINED_ID);
	return setxattr(path, ACCESS_LIST, &list, sizeof(list.head) + cnt * sizeof(list.entries[0]),
			0) ?
		       -errno :
		       0;
}

/* Others must not be able to put a socket of theirs there. */
static int make_dir(void)
{
	int dir __cleanup(close_fd) = -1;
	struct stat st;

	if (mkdir(GROUP_DIR, 0755) && errno != EEXIST)
		return -errno;
	dir = open(GROUP_DIR, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir < 0 || fstat(dir, &st))
		return -errno;
	if (st.st_uid != geteuid())
		return -EPERM;
	return (st.st_mode & 07777) == 0755 || !fchmod(dir, 0755) ? 0 : -errno;
}

static int listen_at(const struct sockaddr_un *address, const gid_t *groups, size_t cnt)
{
	int fd __cleanup(close_fd) =
		socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int rc;

	unlink(address->sun_path); /* of one that had this id and was killed */
	if (fd < 0 || fchmod(fd, 0600) ||
	    bind(fd, (const struct sockaddr *)address, sizeof(*address)))
		return -errno;
	rc = let_in(address->sun_path, groups, cnt);
	rc = rc ?: listen(fd, BACKLOG) ? -errno : 0;
	if (rc)
		unlink(address->sun_path);
	return rc ?: take_fd(&fd);
}

int group_socket_listen(const struct sockaddr_un *address, const gid_t *groups, size_t cnt,
			struct error *err)
{
	int rc = make_dir();

	if (rc)
		return error_set(err, -rc, "%s: %s", GROUP_DIR, strerror(-rc));
	sockets_remove_left(GROUP_DIR);
	rc = listen_at(address, groups, cnt);
	if (rc == -EOPNOTSUPP)
		return error_set(err, EOPNOTSUPP, "%s is on a file system without access lists",
				 GROUP_DIR);
	return rc < 0 ? error_set(err, -rc, "%s: %s", address->sun_path, strerror(-rc)) : rc;
}
