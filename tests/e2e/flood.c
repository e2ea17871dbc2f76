// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that has more interpreters than any honest one: runs a script, then calls perl's own nextstate
 * $FLOOD times, each time with another address for its interpreter.  Writes the file "flooded", and sleeps.
 */
#include <EXTERN.h>
#include <perl.h>
#include <fcntl.h>
#include <unistd.h>

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void xs_init(pTHX)
{
	newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

static void flood(pTHX_ int cnt)
{
	char *room = malloc(sizeof(*my_perl) + (size_t)cnt * 16);
	PerlInterpreter *other;
	int i;

	for (i = 0; i < cnt; i++) {
		other = (PerlInterpreter *)(room + i * 16);
		*other = *my_perl;
		other->Iop = (OP *)PL_curcop;
		PL_ppaddr[OP_NEXTSTATE](other);
	}
}

int main(int argc, char **argv, char **env)
{
	PerlInterpreter *my_perl;

	PERL_SYS_INIT3(&argc, &argv, &env);
	my_perl = perl_alloc();
	perl_construct(my_perl);
	if (!perl_parse(my_perl, xs_init, argc, argv, NULL))
		perl_run(my_perl);
	flood(aTHX_ atoi(getenv("FLOOD")));
	close(open("flooded", O_CREAT | O_WRONLY, 0644));
	for (;;)
		pause();
}
