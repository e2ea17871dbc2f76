// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that loads perl when it has long been running, as a web server's module does: late LIBPERL SCRIPT; it
 * says "up" by a file of that name and goes on when there is one with the name "go".
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *library;

static void *function(const char *name)
{
	void *f = dlsym(library, name);

	if (!f)
		exit(2);
	return f;
}

int main(int argc, char **argv)
{
	void *(*alloc)(void);
	void (*construct)(void *perl);
	int (*parse)(void *perl, void *xs_init, int argc, char **argv, char **env);
	int (*run)(void *perl);
	char *args[] = { argv[0], argv[argc - 1], NULL };
	void *perl;

	fclose(fopen("up", "w"));
	while (access("go", F_OK))
		usleep(10000);
	library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
	if (!library)
		return 1;
	alloc = function("perl_alloc");
	construct = function("perl_construct");
	parse = function("perl_parse");
	run = function("perl_run");
	perl = alloc();
	construct(perl);
	return parse(perl, NULL, 2, args, NULL) ?: run(perl);
}
