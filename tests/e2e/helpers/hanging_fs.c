// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A file system whose files nobody can read to their end.  "hanging_fs DIR" mounts it, and prints the
 * pid of its server; "hanging_fs DIR PID" ends it.
 */
#include "../../hanging_fs.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
	pid_t server;

	if (argc == 3) {
		hanging_fs_stop(atoi(argv[2]), argv[1]);
		return 0;
	}
	server = argc == 2 ? hanging_fs_start(argv[1]) : -1;
	if (server < 0)
		return 1;
	printf("%d\n", server);
	return 0;
}
