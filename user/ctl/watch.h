/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nytprof-bpf top --service: finds the recorder to watch. */
#ifndef NYTPROF_CTL_WATCH_H
#define NYTPROF_CTL_WATCH_H

#include <sys/types.h>

/*
 * Asks the recorder that samples, or (pid not 0) the one that samples this process, to send what it
 * sees (top/feed.h). Sets *recorder to its process id. Returns the stream, which the caller closes; -1:
 * there is none, and the reason was said.
 */
int watch_open(pid_t pid, pid_t *recorder);

#endif
