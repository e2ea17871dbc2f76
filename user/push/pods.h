/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --pods: the names of pods and containers, from a file that somebody else keeps up to date. */
#ifndef NYTPROF_PUSH_PODS_H
#define NYTPROF_PUSH_PODS_H

#include <stdbool.h>

#include "push/pod_list.h"

struct pods;

/* Reads the file, and waits for that. path must outlive it. NULL with err set. */
struct pods *pods_new(const char *path, struct error *err);
void pods_free(struct pods *p); /* NULL: nothing */

/*
 * Begins to read the file again if it is another one, or has changed. What can't be read is printed
 * once, and the names stay.
 */
void pods_refresh(struct pods *p);

/* True: it is still being read. Never waits. NULL: false. */
bool pods_is_busy(struct pods *p);
void pods_wait(struct pods *p);

/*
 * By the id of the container, else by the UID of the pod; .id is "" then. id: "": only by the pod. NULL:
 * it is unknown, or there is no file (p is NULL).
 */
const struct pod_container *pods_find(const struct pods *p, const char *uid, const char *id);

#endif
