// SPDX-License-Identifier: GPL-2.0-or-later
/* A request of Pyroscope's push API: labels, and a pprof. */
#include "push/encode.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "export/export.h"
#include "push/labels.h"
#include "receivers.pb-c.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"

#define LABELS_MAX 64

/* Of the profile, by which a receiver knows one that it gets again. */
static void make_id(char id[33])
{
	unsigned char bytes[16];
	int i;

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		bytes[0] = 0;
	for (i = 0; i < 16; i++)
		snprintf(id + 2 * (ptrdiff_t)i, 3, "%02x", bytes[i]);
}

static int make_pprof(const struct profile *p, const struct stacks *s, ProtobufCBinaryData *pprof)
{
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, &pprof->len);
	int rc = out ? export_pprof(p, s, out) : -ENOMEM;

	if (out && fclose(out))
		rc = -ENOMEM;
	pprof->data = (uint8_t *)bytes;
	return rc;
}

static void put_request(const Receivers__PushRequest *request, FILE *out)
{
	size_t size = receivers__push_request__get_packed_size(request);
	uint8_t *bytes __cleanup(free_ptr) = malloc(size + 1);

	/* Without memory nothing is written, and the caller sees an empty body. */
	if (bytes)
		fwrite(bytes, receivers__push_request__pack(request, bytes), 1, out);
}

/* Its views know the types of profiles by these names. */
static const char *name_of(const struct stacks *s)
{
	return s->hz ? "process_cpu" : "wall";
}

int encode_pyroscope(const struct labels *l, const struct profile *p, const struct stacks *s,
		     FILE *out)
{
	Receivers__PushRequest request = RECEIVERS__PUSH_REQUEST__INIT;
	Receivers__Series series = RECEIVERS__SERIES__INIT, *all_series[] = { &series };
	Receivers__RawSample sample = RECEIVERS__RAW_SAMPLE__INIT, *samples[] = { &sample };
	Receivers__LabelPair pairs[LABELS_MAX], *all_pairs[LABELS_MAX];
	const char *name = "__name__", *text = name_of(s);
	size_t cnt = 0, at = 0;
	char id[33];
	int rc = make_pprof(p, s, &sample.raw_profile);

	do {
		pairs[cnt] = (Receivers__LabelPair)RECEIVERS__LABEL_PAIR__INIT;
		pairs[cnt].name = (char *)(uintptr_t)name;
		pairs[cnt].value = (char *)(uintptr_t)text;
		all_pairs[cnt] = &pairs[cnt];
		cnt++;
	} while (cnt < LABELS_MAX && labels_next(l, &at, &name, &text));
	make_id(id);
	sample.id = id;
	series.labels = all_pairs;
	series.n_labels = cnt;
	series.samples = samples;
	series.n_samples = 1;
	request.series = all_series;
	request.n_series = 1;
	if (!rc)
		put_request(&request, out);
	free(sample.raw_profile.data);
	return rc;
}
