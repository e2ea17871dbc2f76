// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that has perl in it, as perlembed describes one: runs a script, then calls the script's
 * sub work $HOST_CALLS times, three tenths of a second apart.  Linked with libperl.so or libperl.a.
 */
#include <EXTERN.h>
#include <perl.h>
#include <unistd.h>

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void xs_init(pTHX)
{
	newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

int main(int argc, char **argv, char **env)
{
	const char *calls = getenv("HOST_CALLS");
	int status, left = calls ? atoi(calls) : 0;
	PerlInterpreter *my_perl;

	PERL_SYS_INIT3(&argc, &argv, &env);
	my_perl = perl_alloc();
	perl_construct(my_perl);
	PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
	status = perl_parse(my_perl, xs_init, argc, argv, NULL);
	/* As in perlembed, some programs only want the subs. */
	if (!status && !getenv("HOST_NO_RUN"))
		perl_run(my_perl);
	for (; !status && left; left--) {
		dSP;

		usleep(300000);
		PUSHMARK(SP);
		call_pv("work", G_VOID | G_DISCARD | G_NOARGS | (left % 2 ? G_EVAL : 0));
		if (left % 3 == 0)
			eval_pv("$evals++;", 1);
	}
	status = perl_destruct(my_perl);
	perl_free(my_perl);
	PERL_SYS_TERM();
	return status;
}
