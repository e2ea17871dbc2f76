// SPDX-License-Identifier: GPL-2.0-or-later
/* Who has a shadow stack, and where a probe on a call breaks it. */
#include "target/shadow_stack.h"

#include <criterion/criterion.h>

Test(shadow_stack, what_the_processor_has)
{
	cr_expect(cpuinfo_line_has_shstk("flags\t\t: fpu vme user_shstk avx\n"));
	cr_expect(cpuinfo_line_has_shstk("flags\t\t: fpu user_shstk\n"));
	cr_expect_not(cpuinfo_line_has_shstk("flags\t\t: fpu vme ibt\n"));
	cr_expect_not(cpuinfo_line_has_shstk("flags\t\t: not_user_shstk user_shstk2\n"));
	cr_expect_not(cpuinfo_line_has_shstk("bugs\t\t: user_shstk\n"));
	cr_expect_not(cpuinfo_line_has_shstk("flags\n"));
}

Test(shadow_stack, what_a_process_has)
{
	cr_expect(status_line_has_shstk("x86_Thread_features:\tshstk wrss \n"));
	cr_expect_not(status_line_has_shstk("x86_Thread_features:\t\n"));
	cr_expect_not(status_line_has_shstk("x86_Thread_features_locked:\tshstk wrss \n"));
	cr_expect_not(status_line_has_shstk("Name:\tshstk\n"));
}

Test(shadow_stack, which_kernels_keep_it)
{
	cr_expect(release_keeps_shstk("7.2.0"));
	cr_expect(release_keeps_shstk("7.10.1-amd64"));
	cr_expect(release_keeps_shstk("8.0"));
	cr_expect_not(release_keeps_shstk("7.1.9"));
	cr_expect_not(release_keeps_shstk("6.18.44"));
	cr_expect_not(release_keeps_shstk("?"));
}

Test(shadow_stack, what_glibc_is_told)
{
	cr_expect(tunables_enable_shstk("glibc.malloc.check=1:glibc.cpu.x86_shstk=on"));
	cr_expect(tunables_enable_shstk("glibc.cpu.x86_shstk=permissive"));
	cr_expect_not(tunables_enable_shstk("glibc.cpu.x86_shstk=off"));
	cr_expect_not(tunables_enable_shstk("glibc.malloc.check=1"));
	cr_expect_not(tunables_enable_shstk(NULL));
}
