// SPDX-License-Identifier: GPL-2.0-or-later
/* give_nobody FILE PERM: the user 65534 may do what PERM says with it; all others may read and execute. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/xattr.h>

struct acl { /* include/uapi/linux/posix_acl.h and posix_acl_xattr.h */
	uint32_t version;
	struct {
		uint16_t tag, perm;
		uint32_t id;
	} entries[5];
};

int main(int argc, char **argv)
{
	struct acl list = { 2,
			    { { 0x01, 7, ~0u },
			      { 0x02, 0, 65534 },
			      { 0x04, 5, ~0u },
			      { 0x10, 5, ~0u },
			      { 0x20, 5, ~0u } } };

	if (argc != 3)
		return 2;
	list.entries[1].perm = (uint16_t)atoi(argv[2]);
	return setxattr(argv[1], "system.posix_acl_access", &list, sizeof(list), 0) ? 1 : 0;
}
