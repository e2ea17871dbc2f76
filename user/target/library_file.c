// SPDX-License-Identifier: GPL-2.0-or-later
/* From a file to the offsets of functions, by way of a worker. */
#include "target/library_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/elf.h"
#include "nytprof/malloc.h"
#include "nytprof/sql.h"
#include "sandbox/sandbox.h"
#include "target/file_request.h"
#include "target/maps.h"
#include "util/error.h"

#define LIMIT_MS   5000 /* libsqlite3 takes some milliseconds of a processor */
#define MEMORY_MAX (1u << 30) /* libelf holds the whole file, and makes copies of parts */
#define OFFSET_MAX (1ull << 40) /* of a function: no file is that long */

_Static_assert((int)SQL_FUNCTIONS <= LIBRARY_FUNCTIONS &&
		       (int)MALLOC_FUNCTIONS <= LIBRARY_FUNCTIONS,
	       "there is room");

static const char *const names[LIBRARY_KINDS][LIBRARY_FUNCTIONS] = {
	[LIBRARY_SQL] = {
	[SQL_PQ_EXEC] = "PQexec",
	[SQL_PQ_EXEC_PARAMS] = "PQexecParams",
	[SQL_PQ_PREPARE] = "PQprepare",
	[SQL_PQ_EXEC_PREPARED] = "PQexecPrepared",
	[SQL_MYSQL_QUERY] = "mysql_query",
	[SQL_MYSQL_REAL_QUERY] = "mysql_real_query",
	[SQL_MYSQL_STORE_RESULT] = "mysql_store_result",
	[SQL_MYSQL_STMT_PREPARE] = "mysql_stmt_prepare",
	[SQL_MYSQL_STMT_EXECUTE] = "mysql_stmt_execute",
	[SQL_MYSQL_STMT_STORE_RESULT] = "mysql_stmt_store_result",
	[SQL_SQLITE_PREPARE] = "sqlite3_prepare",
	[SQL_SQLITE_PREPARE_V2] = "sqlite3_prepare_v2",
	[SQL_SQLITE_PREPARE_V3] = "sqlite3_prepare_v3",
	[SQL_SQLITE_STEP] = "sqlite3_step",
	[SQL_SQLITE_RESET] = "sqlite3_reset",
	[SQL_SQLITE_FINALIZE] = "sqlite3_finalize",
	},
	[LIBRARY_MALLOC] = {
	[MALLOC_MALLOC] = "malloc",
	[MALLOC_CALLOC] = "calloc",
	[MALLOC_REALLOC] = "realloc",
	[MALLOC_MEMALIGN] = "memalign",
	[MALLOC_ALIGNED_ALLOC] = "aligned_alloc",
	[MALLOC_POSIX_MEMALIGN] = "posix_memalign",
	[MALLOC_FREE] = "free",
	[MALLOC_OF_PERL] = "Perl_get_mstats",
	},
};

struct request {
	struct file_request file;
	uint32_t kind; /* enum library_kind */
	uint32_t pad;
};

struct answer {
	uint64_t offsets[LIBRARY_FUNCTIONS];
};

/* ------------------------------------------------------------------------ the worker */

static int find_functions(int fd, const char *const wanted[LIBRARY_FUNCTIONS],
			  uint64_t offsets[LIBRARY_FUNCTIONS])
{
	struct elf *elf = elf_new(fd);
	uint64_t vaddr;
	int i, rc = -ENOEXEC;

	for (i = 0; elf && i < LIBRARY_FUNCTIONS; i++) {
		if (wanted[i] && !elf_symbol(elf, wanted[i], &vaddr, NULL) &&
		    !elf_code_offset(elf, vaddr, &offsets[i]))
			rc = 0;
	}
	elf_free(elf);
	return rc;
}

static int look(struct sandbox_worker *w)
{
	const struct request *r = w->request;
	struct answer a = {};
	struct stat st;
	int rc = file_request_check(w, &st);

	rc = rc ?: find_functions(w->fds[0], names[r->kind % LIBRARY_KINDS], a.offsets);
	return rc ?: sandbox_say(w, &a, sizeof(a)) ?: sandbox_give(w, w->fds[0]);
}

static const struct sandbox_task mapped_task = {
	.name = "nytprof-elf",
	.open = file_request_open,
	.work = look,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = sizeof(struct answer),
};

static const struct sandbox_task file_task = {
	.name = "nytprof-elf",
	.work = look,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = sizeof(struct answer),
};

/* ------------------------------------------------------------------------- the agent */

static int take(struct sandbox_answer *a, const char *path, struct library_file *file,
		struct error *err)
{
	struct answer said;
	size_t at = 0;
	struct stat st;
	int i;

	if (!a->fd_cnt || !sandbox_answer_copy(a, &at, &said, sizeof(said)) ||
	    fstat(a->fds[0], &st) || !S_ISREG(st.st_mode))
		return error_set(err, EPROTO, "%s: the worker's answer makes no sense", path);
	*file = (struct library_file){ .dev = st.st_dev, .ino = st.st_ino };
	for (i = 0; i < LIBRARY_FUNCTIONS; i++) {
		if (said.offsets[i] < OFFSET_MAX)
			file->offsets[i] = said.offsets[i];
	}
	file->fd = a->fds[0];
	a->fds[0] = -1;
	return 0;
}

static int finish(struct sandbox_answer *a, const char *path, struct library_file *file,
		  struct error *err)
{
	int rc = a->rc ? error_set(err, -a->rc, "can't read %s: %s", path, strerror(-a->rc)) :
			 take(a, path, file, err);

	sandbox_answer_release(a);
	return rc;
}

static int run(const struct sandbox_task *task, uid_t owner, const struct request *r, const int *fd,
	       struct library_file *file, struct error *err)
{
	struct sandbox_answer a;

	sandbox_run(task, owner, r, sizeof(*r), fd, fd != NULL, &a);
	return finish(&a, r->file.path, file, err);
}

int library_file_look(enum library_kind kind, int fd, const char *path, struct library_file *file,
		      struct error *err)
{
	struct request r = { .kind = kind };

	file_request_given(&r.file, path);
	return run(&file_task, geteuid(), &r, &fd, file, err);
}

int library_file_look_mapped(enum library_kind kind, const struct mapped_file *m,
			     struct library_file *file, struct error *err)
{
	struct request r = { .kind = kind };

	file_request_mapped(&r.file, m);
	return run(&mapped_task, proc_owner(m->pid), &r, NULL, file, err);
}

struct sandbox_job *library_file_start(enum library_kind kind, const struct mapped_file *m)
{
	struct request r = { .kind = kind };

	file_request_mapped(&r.file, m);
	return sandbox_start(&mapped_task, proc_owner(m->pid), &r, sizeof(r), NULL, 0);
}

int library_file_take(struct sandbox_job *job, const char *path, struct library_file *file,
		      struct error *err)
{
	struct sandbox_answer a;

	return sandbox_take(job, &a) ? finish(&a, path, file, err) : 1;
}
