// SPDX-License-Identifier: GPL-2.0-or-later
/* LD_PRELOAD: a disk that takes 100 ms for each file. */
#include <unistd.h>

int fsync(int fd)
{
	(void)fd;
	return usleep(100000);
}
