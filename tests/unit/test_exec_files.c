// SPDX-License-Identifier: GPL-2.0-or-later
/* How many perls of one user are probed. */
#include "host/exec_files.h"

#include <criterion/criterion.h>
#include <string.h>

#include "target/maps.h"
#include "util/error.h"

static struct exec_files files;
static struct error err;

/* One more perl, with an inode number of its own. */
static struct known_file *add(uid_t owner, enum file_state state)
{
	static uint64_t ino;
	const struct mapped_file file = { .dev = 1, .ino = ++ino };
	struct known_file *k = exec_files_know(&files, &file);

	k->st.st_uid = owner;
	k->state = state;
	return k;
}

static void attach(uid_t owner, unsigned cnt)
{
	while (cnt--)
		add(owner, FILE_ATTACHED);
}

static int has_room(uid_t owner)
{
	return !exec_files_have_room(&files, add(owner, FILE_WAITING), &err);
}

Test(files, a_user_has_so_many_perls_and_others_have_theirs)
{
	attach(1000, USER_PERLS - 1);
	cr_expect(has_room(1000));
	attach(1000, 1);
	cr_expect_not(has_room(1000));
	cr_expect_not_null(strstr(err.text, "user 1000 already has 32 profiled"), "%s", err.text);
	cr_expect(has_room(1001));
	cr_expect(has_room(0));
	exec_files_release(&files);
}

Test(files, whatever_users_have_there_is_room_for_root_s)
{
	uid_t owner;

	for (owner = 1000; owner < 1000 + PERLS_BUT_ROOT_S; owner++)
		attach(owner, 1);
	cr_expect_not(has_room(999));
	cr_expect(has_room(0));
	attach(0, 300);
	cr_expect(has_room(0));
	exec_files_release(&files);
}

/* Those that nobody maps any more are forgotten, and leave room. */
Test(files, what_is_forgotten_leaves_room)
{
	attach(1000, USER_PERLS);
	exec_files_forget(&files, files.all);
	cr_expect(has_room(1000));
	exec_files_release(&files);
}

/* What a user says of his own mounts is not believed of another one's. */
Test(files, the_same_file_in_two_overlays)
{
	struct known_file *first = add(0, FILE_ATTACHED), *second = add(0, FILE_WAITING);

	first->overlay = second->overlay = true;
	first->st.st_ino = second->st.st_ino = 42;
	cr_expect_eq(exec_files_same(&files, second), first);
	second->maker = 1000;
	cr_expect_null(exec_files_same(&files, second));
	first->maker = 1000;
	cr_expect_eq(exec_files_same(&files, second), first);
	first->st.st_ino = 43;
	cr_expect_null(exec_files_same(&files, second));
	exec_files_release(&files);
}
