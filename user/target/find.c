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

/* ---------------------------------------------------------------------- the list */

static bool is_known(const struct found_perls *found, const char *path)
{
	size_t i;

	for (i = 0; i < found->path_cnt; i++) {
		if (!strcmp(found->paths[i].path, path))
			return true;
	}
	return false;
}

/* The number of the file's image, or of the one that comes next. */
static size_t image_number(const struct found_perls *found, const struct stat *st)
{
	size_t i;

	for (i = 0; i < found->image_cnt; i++) {
		if (found->images[i]->dev == st->st_dev && found->images[i]->ino == st->st_ino)
			break;
	}
	return i;
}

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

static void add_libraries_of(struct found_perls *found, const struct look *look, const char *path);

/*
 * The file, if it is a supported perl; the libperl.so that it is linked with, if it is not one
 * itself.  -ENOTSUP with err set.
 */
static int add_file(struct found_perls *found, const char *name, struct error *err)
{
	char *path __cleanup(free_ptr) = realpath(name, NULL);
	int fd __cleanup(close_fd) = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	struct look look __cleanup(look_release) = {};
	struct stat st;
	size_t number;
	int rc = 0;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || is_known(found, path))
		return 0;
	number = image_number(found, &st);
	if (number == found->image_cnt) {
		rc = look_at_file(fd, path, &look, err);
		if (rc || look.kind == LOOK_REFUSED)
			return -ENOTSUP;
		if (look.kind == LOOK_PLAIN)
			add_libraries_of(found, &look, path);
		if (look.kind != LOOK_PERL)
			return 0;
		rc = add_image(found, take_ptr(look.image));
	}
	return rc ?: add_name(found, path, number);
}

static void add_if_supported(struct found_perls *found, const char *name)
{
	struct error err;

	if (add_file(found, name, &err) != -ENOTSUP)
		return;
	log_verbose("left out: %s", err.text);
	if (!found->refusal)
		found->refusal = strdup(err.text);
}

/* A library by its name, in the directories of a RUNPATH, in which $ORIGIN is the program's own. */
static void add_from_runpath(struct found_perls *found, const char *runpath, const char *path,
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
		add_if_supported(found, name);
		free(name);
	}
}

static void add_libraries_of(struct found_perls *found, const struct look *look, const char *path)
{
	size_t i;

	for (i = 0; look->runpath && i < NEEDED_LIBS_MAX && look->libperls[i]; i++)
		add_from_runpath(found, look->runpath, path, look->libperls[i]);
}

/* ------------------------------------------------------------------ where to look */

/* "#!/usr/bin/perl -w", "#!/usr/bin/env perl" */
static void add_interpreter(struct found_perls *found, const char *script, const char *path)
{
	FILE *f __cleanup(close_file) = fopen(script, "re");
	char line[256], *word, *save, *file;

	if (!f || !fgets(line, sizeof(line), f) || strncmp(line, "#!", 2) != 0)
		return;
	word = strtok_r(line + 2, " \t\n", &save);
	if (word && strlen(word) >= 4 && !strcmp(word + strlen(word) - 4, "/env")) {
		do
			word = strtok_r(NULL, " \t\n", &save);
		while (word && (word[0] == '-' || strchr(word, '=')));
	}
	file = word ? find_command(word, path) : NULL;
	if (file)
		add_if_supported(found, file);
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

static void add_directory(struct found_perls *found, const char *name)
{
	DIR *dir __cleanup(close_dir) = opendir(name);
	struct dirent *entry;
	char *file;

	while (dir && (entry = readdir(dir))) {
		if (!is_perl_name(entry->d_name) ||
		    asprintf(&file, "%s/%s", name, entry->d_name) < 0)
			continue;
		add_if_supported(found, file);
		free(file);
	}
}

/* root: "", or the directory that the command will have as its root. */
static void add_path(struct found_perls *found, const char *root, const char *path)
{
	char *copy __cleanup(free_ptr) = strdup(path && *path ? path : DEFAULT_PATH);
	char *dir, *save, *full;

	for (dir = copy ? strtok_r(copy, ":", &save) : NULL; dir;
	     dir = strtok_r(NULL, ":", &save)) {
		if (asprintf(&full, "%s%s", root, dir) < 0)
			return;
		add_directory(found, full);
		free(full);
	}
}

static void add_glob(struct found_perls *found, const char *pattern)
{
	size_t i;
	glob_t g;

	if (glob(pattern, 0, NULL, &g))
		return;
	for (i = 0; i < g.gl_pathc; i++)
		add_if_supported(found, g.gl_pathv[i]);
	globfree(&g);
}

static void add_globs(struct found_perls *found, const char *root)
{
	char pattern[4400];
	size_t i;

	for (i = 0; i < sizeof(libperl_globs) / sizeof(libperl_globs[0]); i++) {
		if (snprintf(pattern, sizeof(pattern), "%s%s", root, libperl_globs[i]) <
		    (int)sizeof(pattern))
			add_glob(found, pattern);
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

int find_perls(struct found_perls *found, const char *command, char *const args[], const char *path,
	       struct error *err)
{
	const char *root = new_root(command, args);
	int rc = 0;

	memset(found, 0, sizeof(*found));
	if (!root) {
		rc = add_file(found, command, err);
		if (rc)
			return rc;
		add_interpreter(found, command, path);
	}
	add_path(found, root ?: "", path);
	add_globs(found, root ?: "");
	return 0;
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
