// SPDX-License-Identifier: GPL-2.0-or-later
/* Looks for perls where a command may find them; executes nothing. */
#include "target/find.h"

#include <ctype.h>
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"
#include "perl/perl_image.h"
#include "target/look.h"
#include "util/cleanup.h"
#include "util/error.h"

#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

/* Where distributions keep libperl.so: Debian; Fedora and openSUSE; Arch and Alpine. */
static const char *const libperl_globs[] = {
	"/usr/lib/*-linux-gnu/libperl.so*",
	"/lib/*-linux-gnu/libperl.so*",
	"/usr/lib64/libperl.so*",
	"/usr/lib/libperl.so*",
	"/usr/lib64/perl5/CORE/libperl.so",
	"/usr/lib/perl5/core_perl/CORE/libperl.so",
	"/usr/lib/perl5/*/core_perl/CORE/libperl.so",
	"/usr/lib/perl5/*/*/CORE/libperl.so",
	"/usr/local/lib/perl5/*/*/CORE/libperl.so",
};

char *find_command(const char *name, const char *path)
{
	const char *dir = path && *path ? path : DEFAULT_PATH;
	int error = ENOENT;
	struct stat st;

	if (strchr(name, '/')) {
		if (stat(name, &st))
			return NULL;
		errno = EACCES;
		return S_ISREG(st.st_mode) && !access(name, X_OK) ? strdup(name) : NULL;
	}
	while (dir) {
		const char *end = strchrnul(dir, ':');
		char *file;

		if (asprintf(&file, "%.*s/%s", end > dir ? (int)(end - dir) : 1,
			     end > dir ? dir : ".", name) < 0)
			return NULL;
		if (!stat(file, &st) && S_ISREG(st.st_mode)) {
			if (!access(file, X_OK))
				return file;
			error = EACCES;
		}
		free(file);
		dir = *end ? end + 1 : NULL;
	}
	errno = error;
	return NULL;
}

/* ---------------------------------------------------------------------- the files */

/* A file that may be a perl, by one of its names. All are looked at at once, by workers. */
struct candidate {
	char *path; /* real path */
	int fd;
	struct file_id file;
	size_t first; /* number of the first candidate that is the same file; of that one: its own */
	struct file_look look; /* of the first */
	size_t image; /* of the first, when it has been looked at; NO_IMAGE: it is none */
};

#define NO_IMAGE SIZE_MAX

struct finding {
	struct candidate *candidates;
	size_t cnt;
	bool has_command; /* the first one is the command's own file */
};

static bool is_known(const struct finding *f, const char *path)
{
	size_t i;

	for (i = 0; i < f->cnt; i++) {
		if (!strcmp(f->candidates[i].path, path))
			return true;
	}
	return false;
}

/* The number of the first candidate that is this file, or of the one that comes next. */
static size_t first_of_file(const struct finding *f, const struct stat *st)
{
	size_t i;

	for (i = 0; i < f->cnt; i++) {
		if (f->candidates[i].file.dev == st->st_dev &&
		    f->candidates[i].file.ino == st->st_ino)
			break;
	}
	return i;
}

static int add_candidate(struct finding *f, char *path, int fd, const struct stat *st)
{
	struct candidate *more = reallocarray(f->candidates, f->cnt + 1, sizeof(*more));
	struct candidate *c;

	if (!more)
		return -ENOMEM;
	f->candidates = more;
	c = &more[f->cnt];
	*c = (struct candidate){ .path = path,
				 .fd = fd,
				 .file = { st->st_dev, st->st_ino },
				 .first = first_of_file(f, st),
				 .image = NO_IMAGE };
	if (c->first == f->cnt)
		file_look_begin(&c->look, fd, path);
	f->cnt++;
	return 0;
}

static void add_file(struct finding *f, const char *name)
{
	char *path __cleanup(free_ptr) = realpath(name, NULL);
	int fd __cleanup(close_fd) = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || is_known(f, path) ||
	    add_candidate(f, path, fd, &st))
		return;
	take_ptr(path);
	take_fd(&fd);
}

/* A library by its name, in the directories of a RUNPATH, in which $ORIGIN is the program's own. */
static void add_from_runpath(struct finding *f, const char *runpath, const char *path,
			     const char *library)
{
	int origin = (int)(strrchr(path, '/') - path);
	const char *dir = runpath, *end;
	char *name;

	for (; dir; dir = *end ? end + 1 : NULL) {
		int rc;

		end = strchrnul(dir, ':');
		if (!strncmp(dir, "$ORIGIN", 7))
			rc = asprintf(&name, "%.*s%.*s/%s", origin, path, (int)(end - dir - 7),
				      dir + 7, library);
		else
			rc = asprintf(&name, "%.*s/%s", (int)(end - dir), dir, library);
		if (rc < 0)
			return;
		add_file(f, name);
		free(name);
	}
}

static void add_libraries_of(struct finding *f, const struct look *look, const char *path)
{
	size_t i;

	for (i = 0; look->runpath && i < NEEDED_LIBS_MAX && look->libperls[i]; i++)
		add_from_runpath(f, look->runpath, path, look->libperls[i]);
}

/* ------------------------------------------------------------------ where to look */

/* "#!/usr/bin/perl -w", "#!/usr/bin/env perl" */
static void add_interpreter(struct finding *f, const char *script, const char *path)
{
	FILE *in __cleanup(close_file) = fopen(script, "re");
	char line[256], *word, *save, *file;

	if (!in || !fgets(line, sizeof(line), in) || strncmp(line, "#!", 2) != 0)
		return;
	word = strtok_r(line + 2, " \t\n", &save);
	if (word && strlen(word) >= 4 && !strcmp(word + strlen(word) - 4, "/env")) {
		do
			word = strtok_r(NULL, " \t\n", &save);
		while (word && (word[0] == '-' || strchr(word, '=')));
	}
	file = word ? find_command(word, path) : NULL;
	if (file)
		add_file(f, file);
	free(file);
}

bool may_be_perl_script(const char *file)
{
	int fd __cleanup(close_fd) = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char line[256] = "";
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    read(fd, line, sizeof(line) - 1) < 1)
		return false;
	line[strcspn(line, "\n")] = '\0';
	if (!strncmp(line, "#!", 2))
		return strstr(line, "perl");
	return memcmp(line, ELFMAG, SELFMAG) != 0;
}

/* perl, perl5.36.0, perl5.36-x86_64-linux-gnu, debugperl; not perldoc */
static bool is_perl_name(const char *name)
{
	if (!strcmp(name, "debugperl"))
		return true;
	if (strncmp(name, "perl", 4) != 0)
		return false;
	return !name[4] || isdigit((unsigned char)name[4]);
}

static void add_directory(struct finding *f, const char *name)
{
	DIR *dir __cleanup(close_dir) = opendir(name);
	struct dirent *entry;
	char *file;

	while (dir && (entry = readdir(dir))) {
		if (!is_perl_name(entry->d_name) ||
		    asprintf(&file, "%s/%s", name, entry->d_name) < 0)
			continue;
		add_file(f, file);
		free(file);
	}
}

/* root: "", or the directory that the command will have as its root. */
static void add_path(struct finding *f, const char *root, const char *path)
{
	char *copy __cleanup(free_ptr) = strdup(path && *path ? path : DEFAULT_PATH);
	char *dir, *save, *full;

	for (dir = copy ? strtok_r(copy, ":", &save) : NULL; dir;
	     dir = strtok_r(NULL, ":", &save)) {
		if (asprintf(&full, "%s%s", root, dir) < 0)
			return;
		add_directory(f, full);
		free(full);
	}
}

static void add_glob(struct finding *f, const char *pattern)
{
	size_t i;
	glob_t g;

	if (glob(pattern, 0, NULL, &g))
		return;
	for (i = 0; i < g.gl_pathc; i++)
		add_file(f, g.gl_pathv[i]);
	globfree(&g);
}

static void add_globs(struct finding *f, const char *root)
{
	char pattern[4400];
	size_t i;

	for (i = 0; i < sizeof(libperl_globs) / sizeof(libperl_globs[0]); i++) {
		if (snprintf(pattern, sizeof(pattern), "%s%s", root, libperl_globs[i]) <
		    (int)sizeof(pattern))
			add_glob(f, pattern);
	}
}

/* The root that "chroot [OPTION]... DIR ..." changes to; its perls are the ones that it can run. */
static const char *new_root(const char *command, char *const args[])
{
	const char *name = strrchr(command, '/');

	if (strcmp(name ? name + 1 : command, "chroot") != 0)
		return NULL;
	while (*args && !strncmp(*args, "--", 2))
		args++;
	return *args;
}

struct finding *find_perls_start(const char *command, char *const args[], const char *path)
{
	const char *root = new_root(command, args);
	struct finding *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	if (!root) {
		add_file(f, command);
		f->has_command = f->cnt;
		add_interpreter(f, command, path);
	}
	add_path(f, root ?: "", path);
	add_globs(f, root ?: "");
	return f;
}

/* ------------------------------------------------------------------- what they are */

static int add_image(struct found_perls *found, struct perl_image *image)
{
	struct perl_image **more = reallocarray(found->images, found->image_cnt + 1, sizeof(*more));

	if (!more) {
		perl_image_free(image);
		return -ENOMEM;
	}
	found->images = more;
	more[found->image_cnt++] = image;
	return 0;
}

static int add_name(struct found_perls *found, const char *path, size_t image)
{
	struct found_path *more = reallocarray(found->paths, found->path_cnt + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	found->paths = more;
	more[found->path_cnt].path = strdup(path);
	if (!more[found->path_cnt].path)
		return -ENOMEM;
	more[found->path_cnt++].image = image;
	return 0;
}

/*
 * The image of a file, if it is a supported perl. The libperl.so that it is linked with becomes another
 * candidate, if it is not a perl itself. -ENOTSUP with err set.
 */
static int take_look(struct finding *f, struct found_perls *found, size_t nr, struct error *err)
{
	struct look look __cleanup(look_release) = {};
	struct candidate *c = &f->candidates[nr];
	int rc;

	rc = file_look_end(&c->look, c->path, &look, err);
	if (rc || look.kind == LOOK_REFUSED)
		return -ENOTSUP;
	if (look.kind == LOOK_PLAIN)
		add_libraries_of(f, &look, c->path); /* c may lie elsewhere now */
	if (look.kind != LOOK_PERL)
		return 0;
	f->candidates[nr].image = found->image_cnt;
	return add_image(found, take_ptr(look.image));
}

static int take_candidate(struct finding *f, struct found_perls *found, size_t nr,
			  struct error *err)
{
	const size_t first = f->candidates[nr].first;
	int rc = first == nr ? take_look(f, found, nr, err) : 0;

	if (rc || f->candidates[first].image == NO_IMAGE)
		return rc;
	return add_name(found, f->candidates[nr].path, f->candidates[first].image);
}

static void leave_out(struct found_perls *found, const struct error *err)
{
	log_verbose("left out: %s", err->text);
	if (!found->refusal)
		found->refusal = strdup(err->text);
}

int find_perls_finish(struct finding *f, struct found_perls *found, struct error *err)
{
	size_t i;

	memset(found, 0, sizeof(*found));
	for (i = 0; i < f->cnt; i++) { /* there may be more of them meanwhile */
		int rc = take_candidate(f, found, i, err);

		if (rc == -ENOTSUP && !i && f->has_command)
			return rc;
		if (rc == -ENOTSUP)
			leave_out(found, err);
	}
	return 0;
}

void finding_free(struct finding *f)
{
	size_t i;

	for (i = 0; f && i < f->cnt; i++) {
		file_look_give_up(&f->candidates[i].look);
		close_fd(&f->candidates[i].fd);
		free(f->candidates[i].path);
	}
	if (f)
		free(f->candidates);
	free(f);
}

int find_perls(struct found_perls *found, const char *command, char *const args[], const char *path,
	       struct error *err)
{
	struct finding *f = find_perls_start(command, args, path);
	int rc;

	memset(found, 0, sizeof(*found));
	rc = f ? find_perls_finish(f, found, err) : error_set(err, ENOMEM, "out of memory");
	finding_free(f);
	return rc;
}

void found_perls_release(struct found_perls *found)
{
	size_t i;

	for (i = 0; i < found->image_cnt; i++)
		perl_image_free(found->images[i]);
	for (i = 0; i < found->path_cnt; i++)
		free(found->paths[i].path);
	free(found->images);
	free(found->paths);
	free(found->refusal);
	memset(found, 0, sizeof(*found));
}
