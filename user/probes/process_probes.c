// SPDX-License-Identifier: GPL-2.0-or-later
/* The perls that a process has mapped: those that are known, and new ones. */
#include "probes/probes_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "attach/object_maps.h"
#include "options/options.h"
#include "probes/expected_price.h"
#include "target/find.h"
#include "target/look.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"

/* Files that are probed, as process_perls wants them: those probed for everybody, then the images. */
struct probed {
	struct file_id ids[2 * IMAGES_MAX];
	bool met[2 * IMAGES_MAX];
	int images[2 * IMAGES_MAX]; /* -1: for everybody */
	uint64_t starts[2 * IMAGES_MAX]; /* where the process has their code */
	size_t cnt;
};

static void add_probed(struct probed *p, dev_t dev, ino_t ino, int image)
{
	p->ids[p->cnt] = (struct file_id){ dev, ino };
	p->images[p->cnt++] = image;
}

/* The image of a copy with stubs has the copy as its file, and that is probed for everybody. */
static bool is_whole(const struct probes *a, const struct perl_image *image)
{
	int i;

	for (i = 0; i < a->whole_cnt; i++) {
		if (a->whole[i].st_dev == image->dev && a->whole[i].st_ino == image->ino)
			return true;
	}
	return false;
}

static void list_probed(const struct probes *a, struct probed *p)
{
	int i;

	*p = (struct probed){};
	for (i = 0; i < a->whole_cnt; i++)
		add_probed(p, a->whole[i].st_dev, a->whole[i].st_ino, -1);
	for (i = 0; i < a->cnt; i++) {
		if (a->images[i] && !is_whole(a, a->images[i]))
			add_probed(p, a->images[i]->dev, a->images[i]->ino, i);
	}
}

/* To a process that has its code there. */
static int attach_at(struct probes *a, int image, pid_t pid, uint64_t start, struct error *err)
{
	const struct way_in way = probes_way_in(a, image);
	struct maps maps;

	if (!a->options->sampled)
		return probes_attach(a, image, pid, -1, err);
	probes_maps(a, &maps);
	return way_in_add_process(&way, maps.sampled, pid, start, err);
}

int probes_add_process(struct probes *a, pid_t pid, struct error *err)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct probed *probed __cleanup(free_ptr) = malloc(sizeof(*probed));
	const struct member *m = members_find(&a->members, pid);
	struct known_files known;
	bool switches, sql_spared = true;
	int cnt, i, rc = 0;
	size_t nr;

	if (!probed)
		return error_set(err, ENOMEM, "out of memory");
	if (m && m->detail == DETAIL_NONE)
		return error_set(err, ENOEXEC, "process %d has no probes any more", pid);
	list_probed(a, probed);
	known = (struct known_files){ probed->ids, probed->cnt, probed->met, probed->starts };
	cnt = process_perls(pid, &known, perls, err);
	if (cnt < 0)
		return cnt;
	if (!a->traced)
		expected_price_say(a->kernel, a->options);
	switches = process_has_coro(pid);
	if (switches) {
		probes_spare_returns(a, pid);
		sql_spared = probes_spare_sql(a, pid);
	}
	for (nr = 0; nr < probed->cnt && !rc; nr++) {
		if (probed->met[nr] && probed->images[nr] >= 0)
			rc = attach_at(a, probed->images[nr], pid, probed->starts[nr], err);
	}
	for (i = 0; i < cnt; i++) {
		const uint64_t start = perls[i]->code_start;

		if (rc < 0) {
			perl_image_free(perls[i]);
			continue;
		}
		rc = probes_add(a, perls[i], err);
		if (rc >= 0)
			rc = attach_at(a, rc, pid, start, err);
	}
	if (!sql_spared)
		probes_spare_sql(a, pid);
	return rc;
}

int probes_prepare(struct probes *a, pid_t pid, struct error *err)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	int cnt = process_perls(pid, NULL, perls, err), rc = cnt < 0 ? cnt : 0, i;

	for (i = 0; i < cnt; i++) {
		if (rc < 0)
			perl_image_free(perls[i]);
		else
			rc = probes_add(a, perls[i], err);
	}
	return rc < 0 ? rc : 0;
}

int probes_prepare_command(struct probes *a, const char *name, struct error *err)
{
	char *none[] = { NULL }, *file __cleanup(free_ptr) = find_command(name, getenv("PATH"));
	struct found_perls perls = {};
	int rc;

	if (!file)
		return error_set(err, errno, "there is no %s on the PATH", name);
	rc = find_perls(&perls, file, none, getenv("PATH"), err);
	if (!rc && !perls.image_cnt)
		rc = error_set(err, ENOENT, "%s is not a supported perl", file);
	rc = rc ?: probes_add(a, take_ptr(perls.images[0]), err);
	found_perls_release(&perls);
	return rc < 0 ? rc : 0;
}

int probes_add_child(struct probes *a, pid_t parent, pid_t child, struct error *err)
{
	const struct member *m = members_find(&a->members, parent);
	struct member like = { .pid = 0 }, *other;
	int image, rc = 0;

	if (!m)
		return probes_add_process(a, child, err);
	like = *m; /* the members move */
	other = like.detail ? members_get(&a->members, child) : NULL;
	if (other)
		other->detail = like.detail;
	if (like.detail == DETAIL_NONE)
		return error_set(err, ENOEXEC, "its parent has no probes any more");
	for (image = 0; image < a->cnt && !rc; image++) {
		if (like.images[image])
			rc = probes_attach(a, image, child, -1, err);
	}
	return rc;
}
