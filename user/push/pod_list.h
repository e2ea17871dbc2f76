/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON of a list of pods, as Kubernetes has it: version v1, the kind PodList or List. */
#ifndef NYTPROF_PUSH_POD_LIST_H
#define NYTPROF_PUSH_POD_LIST_H

#include <stddef.h>

struct error;

#define POD_LIST_SIZE_MAX (16u << 20) /* bytes */
#define POD_LIST_MAX	  20000 /* pods and containers in all */

/*
 * A container of a pod. The lengths are those of RFC 1123, to which Kubernetes holds names; with a NUL.
 */
struct pod_container {
	char uid[64]; /* of the pod */
	char namespace[64];
	char pod[254];
	char id[130]; /* as the runtime has it; "": this is about the pod alone */
	char name[64];
};

/*
 * Calls take for each pod, and for each container that has begun. take returns 0, or -errno that ends
 * it. -EINVAL with err set: it is no such list; what was taken before is not to be used. -ENOMEM.
 */
int pod_list_parse(const char *text, size_t len,
		   int (*take)(void *arg, const struct pod_container *c), void *arg,
		   struct error *err);

#endif
