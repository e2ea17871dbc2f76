// SPDX-License-Identifier: GPL-2.0-or-later
/* From a file to what it is, by way of a worker. */
#include "target/look.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/elf.h"
#include "sandbox/sandbox.h"
#include "site/site.h"
#include "target/file_request.h"
#include "target/maps.h"
#include "target/perl.h"
#include "target/perl_answer.h"
#include "util/cleanup.h"
#include "util/error.h"

#define LIMIT_MS 20000 /* a perl takes 0.1 s of a processor, of which there may be little */
#define MEMORY_MAX \
	(1u << 30) /* libelf holds the whole file, at most 256 MB, and makes copies of parts */
#define ANSWER_MAX (1u << 20)

struct look_request {
	struct file_request file;
	uint32_t nops; /* see site.h, */
	uint32_t avoids_calls; /* likewise */
	uint32_t plans_stubs; /* likewise */
	uint32_t known_cnt;
	struct file_id known[KNOWN_FILES_MAX];
};

/* An answer begins with this. */
struct look_head {
	uint32_t kind;
	uint32_t text_len; /* LOOK_REFUSED: why; LOOK_PLAIN: its RUNPATH, each with a NUL */
	uint32_t lib_cnt; /* and names of libraries, each with a NUL and its length before it */
	uint32_t pad;
	struct file_id file;
};

_Static_assert(sizeof(struct look_request) <= SANDBOX_REQUEST, "a request fits");

/* --------------------------------------------------- the worker, without rights: looks */

static bool is_known(const struct look_request *r, const struct stat *st)
{
	uint32_t i;

	for (i = 0; i < r->known_cnt && i < KNOWN_FILES_MAX; i++) {
		if (r->known[i].dev == st->st_dev && r->known[i].ino == st->st_ino)
			return true;
	}
	return false;
}

static int say_text(struct sandbox_worker *w, const char *text)
{
	const uint32_t len = (uint32_t)strlen(text) + 1;

	return sandbox_say(w, &len, sizeof(len)) ?: sandbox_say(w, text, len);
}

/* A program that is no perl may be linked with one. */
static int say_plain(struct sandbox_worker *w, struct look_head *head)
{
	struct elf *elf = elf_may_name(w->fds[0], "libperl.so") ? elf_new(w->fds[0]) : NULL;
	const char *runpath = elf ? elf_runpath(elf) : NULL, *lib, *libs[NEEDED_LIBS_MAX];
	size_t i;
	int rc;

	for (i = 0; runpath && (lib = elf_needed(elf, i)); i++) {
		if (!strncmp(lib, "libperl.so", 10) && head->lib_cnt < NEEDED_LIBS_MAX)
			libs[head->lib_cnt++] = lib;
	}
	rc = sandbox_say(w, head, sizeof(*head)) ?: say_text(w, runpath ?: "");
	for (i = 0; !rc && i < head->lib_cnt; i++)
		rc = say_text(w, libs[i]);
	elf_free(elf);
	return rc;
}

static int look(struct sandbox_worker *w)
{
	const struct look_request *r = w->request;
	struct look_head head = { .kind = LOOK_PLAIN };
	struct perl_image *image;
	struct error err = {};
	struct stat st;
	int rc = file_request_check(w, &st);

	if (rc)
		return rc;
	head.file = (struct file_id){ st.st_dev, st.st_ino };
	if (is_known(r, &st)) {
		head.kind = LOOK_KNOWN;
		return sandbox_say(w, &head, sizeof(head));
	}
	if (!elf_may_name(w->fds[0], "PL_op_name"))
		return say_plain(w, &head);
	sites_take_nops(r->nops);
	sites_avoid_calls(r->avoids_calls);
	sites_plan_stubs(r->plans_stubs);
	image = perl_image_new(w->fds[0], r->file.path, &err);
	if (!image && errno != ENOTSUP)
		return say_plain(w, &head);
	head.kind = image ? LOOK_PERL : LOOK_REFUSED;
	rc = sandbox_say(w, &head, sizeof(head));
	if (!image)
		return rc ?: say_text(w, err.text);
	return rc ?: perl_image_say(w, image) ?: sandbox_give(w, w->fds[0]);
}

/* ------------------------------------------------------------------------ the agent */

static const struct sandbox_task mapped_task = {
	.name = "nytprof-elf",
	.open = file_request_open,
	.work = look,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

static const struct sandbox_task file_task = {
	.name = "nytprof-elf",
	.work = look,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

void look_release(struct look *look)
{
	size_t i;

	perl_image_free(look->image);
	free(look->runpath);
	for (i = 0; i < NEEDED_LIBS_MAX; i++)
		free(look->libperls[i]);
	*look = (struct look){};
}

/* A text of the answer, which the caller frees; NULL: there is none. */
static char *take_text(const struct sandbox_answer *a, size_t *at)
{
	uint32_t len = 0;
	bool size = sandbox_answer_copy(a, at, &len, sizeof(len));
	const char *text = size && len ? sandbox_answer_next(a, at, len) : NULL;

	return text && !text[len - 1] ? strdup(text) : NULL;
}

static int take_perl(struct sandbox_answer *a, size_t *at, const char *path, struct look *look,
		     struct error *err)
{
	if (!a->fd_cnt)
		return error_set(err, EPROTO, "%s: the worker lost the file", path);
	look->image = perl_image_take(a, at, a->fds[0], path, err);
	return look->image ? 0 : -EPROTO;
}

static int take_answer(struct sandbox_answer *a, const char *path, struct look *look,
		       struct error *err)
{
	size_t at = 0, i;
	struct look_head head;
	char *why __cleanup(free_ptr) = NULL;

	if (!sandbox_answer_copy(a, &at, &head, sizeof(head)))
		return error_set(err, EPROTO, "%s: the worker gave no answer", path);
	look->kind = head.kind;
	look->file = head.file;
	switch (look->kind) {
	case LOOK_KNOWN:
		return 0;
	case LOOK_PLAIN:
		look->runpath = take_text(a, &at);
		for (i = 0; i < head.lib_cnt && i < NEEDED_LIBS_MAX; i++)
			look->libperls[i] = take_text(a, &at);
		error_set(err, ENOEXEC, "%s is not a perl", path);
		return 0;
	case LOOK_PERL:
		return take_perl(a, &at, path, look, err);
	case LOOK_REFUSED:
		why = take_text(a, &at);
		error_set(err, ENOTSUP, "%s", why ?: path);
		return 0;
	}
	return error_set(err, EPROTO, "%s: the worker's answer makes no sense", path);
}

static int say_why(int rc, const char *path, struct error *err)
{
	if (rc == -ETIMEDOUT || rc == -EBUSY)
		return error_set(err, -rc, "%s: reading it blocks", path);
	if (rc == -EPIPE)
		return error_set(err, EPIPE,
				 "%s: reading it ended the worker; the agent does not try "
				 "again",
				 path);
	if (rc == -EREMOTE)
		return error_set(err, EREMOTE,
				 "%s is in a file system that a program serves (FUSE): its perls "
				 "are not profiled",
				 path);
	return error_set(err, -rc, "can't open %s: %s", path, strerror(-rc));
}

int look_take(struct sandbox_job *job, const char *path, struct look *look, struct error *err)
{
	struct sandbox_answer a;
	int rc;

	if (!sandbox_take(job, &a))
		return 1;
	*look = (struct look){};
	rc = a.rc ? say_why(a.rc, path, err) : take_answer(&a, path, look, err);
	sandbox_answer_release(&a);
	return rc;
}

static struct look_request *new_request(void)
{
	struct look_request *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->nops = sites_nops();
	r->avoids_calls = sites_avoids_calls();
	r->plans_stubs = sites_plans_stubs();
	return r;
}

struct sandbox_job *look_start(const struct mapped_file *m, const struct known_files *known)
{
	struct look_request *r __cleanup(free_ptr) = new_request();

	if (!r)
		return NULL;
	file_request_mapped(&r->file, m);
	r->known_cnt = known ? (uint32_t)known->cnt : 0;
	if (r->known_cnt > KNOWN_FILES_MAX)
		r->known_cnt = KNOWN_FILES_MAX;
	if (r->known_cnt)
		memcpy(r->known, known->ids, r->known_cnt * sizeof(*r->known));
	return sandbox_start(&mapped_task, proc_owner(m->pid), r, sizeof(*r), NULL, 0);
}

int look_wait(struct sandbox_job *job, const char *path, struct look *look, struct error *err)
{
	int rc;

	if (!job)
		return say_why(-errno, path, err);
	while ((rc = look_take(job, path, look, err)) > 0)
		sandbox_poll(job);
	return rc;
}

int look_at_mapping(const struct mapped_file *m, const struct known_files *known, struct look *look,
		    struct error *err)
{
	return look_wait(look_start(m, known), m->path, look, err);
}

struct sandbox_job *look_start_file(int fd, const char *path)
{
	struct look_request *r __cleanup(free_ptr) = new_request();

	if (!r)
		return NULL;
	file_request_given(&r->file, path);
	return sandbox_start(&file_task, geteuid(), r, sizeof(*r), &fd, 1);
}

/* ------------------------------------------------------------ looks that may be kept */

void file_look_begin(struct file_look *l, int fd, const char *path)
{
	struct sandbox_answer kept;

	*l = (struct file_look){ .fd = fd };
	l->tells_changes = looked_at_read(fd, &l->at);
	if (!l->tells_changes || !kept_look(&l->at, &kept))
		l->job = look_start_file(fd, path);
}

void file_look_give_up(struct file_look *l)
{
	sandbox_give_up(take_ptr(l->job));
}

/* Only what does not depend on the path. */
static bool can_be_kept(const struct look *look)
{
	return look->kind == LOOK_PERL || look->kind == LOOK_PLAIN;
}

/* What was kept is checked as a worker's answer is. */
static bool take_kept(const struct file_look *l, const char *path, struct look *look,
		      struct error *err)
{
	struct sandbox_answer a;

	if (l->job || !l->tells_changes || !kept_look(&l->at, &a))
		return false;
	a.fds[0] = l->fd;
	a.fd_cnt = 1;
	*look = (struct look){};
	if (!take_answer(&a, path, look, err) && can_be_kept(look))
		return true;
	look_release(look);
	return false;
}

int file_look_end(struct file_look *l, const char *path, struct look *look, struct error *err)
{
	struct sandbox_answer a;
	int rc;

	if (take_kept(l, path, look, err))
		return 0;
	if (!l->job)
		l->job = look_start_file(l->fd, path);
	if (!l->job)
		return say_why(-errno, path, err);
	*look = (struct look){};
	rc = sandbox_wait(take_ptr(l->job), &a) ? say_why(a.rc, path, err) :
						  take_answer(&a, path, look, err);
	if (!rc && l->tells_changes && can_be_kept(look))
		kept_look_add(&l->at, l->fd, &a);
	sandbox_answer_release(&a);
	return rc;
}
