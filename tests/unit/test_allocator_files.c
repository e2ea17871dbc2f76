// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>

#include "malloc/allocator_files.h"
#include "nytprof/malloc.h"
#include "target/maps.h"

static struct allocator_files *files;

static void set_up(void)
{
	files = allocator_files_new();
	cr_assert_not_null(files);
}

static void tear_down(void)
{
	allocator_files_free(files);
}

TestSuite(allocator_files, .init = set_up, .fini = tear_down);

static struct library_file made(ino_t ino)
{
	return (struct library_file){ .dev = 1,
				      .ino = ino,
				      .offsets = { [MALLOC_MALLOC] = 64, [MALLOC_FREE] = 128 },
				      .fd = open("/dev/null", O_RDONLY | O_CLOEXEC) };
}

static int add(ino_t ino)
{
	struct library_file file = made(ino);

	return allocator_files_add(files, "x", &file);
}

Test(allocator_files, one_of_another_mapping_is_the_same)
{
	const struct mapped_file a = { .dev = 7, .ino = 5 }, b = { .dev = 8, .ino = 5 };
	const int nr = add(5);

	cr_assert_eq(allocator_files_find(files, &a), ALLOCATOR_UNKNOWN);
	allocator_files_note(files, &a, nr);
	cr_assert_eq(allocator_files_find(files, &a), nr);
	cr_assert_eq(allocator_files_find(files, &b), ALLOCATOR_UNKNOWN);
	cr_assert_eq(add(5), nr);
	cr_assert_eq(allocator_files_get(files, nr)->ino, 5);
}

Test(allocator_files, what_has_no_malloc_is_none)
{
	struct library_file file = made(5);

	file.offsets[MALLOC_MALLOC] = 0;
	cr_assert_eq(allocator_files_add(files, "x", &file), ALLOCATOR_NONE);
	cr_assert_eq(fcntl(file.fd, F_GETFD), -1);
}

Test(allocator_files, what_nobody_uses_makes_room)
{
	const struct mapped_file third = { .dev = 7, .ino = 3 };
	int i;

	for (i = 0; i < ALLOCATOR_FILES_MAX; i++) {
		cr_assert_eq(add(1 + (ino_t)i), i);
		allocator_files_use(files, i);
	}
	allocator_files_note(files, &third, 2);
	cr_assert_eq(add(1000), -ENOSPC);
	cr_assert_eq(allocator_files_find(files, &third), 2);
	allocator_files_unuse(files, 2);
	cr_assert_eq(add(1000), 2);
	cr_assert_eq(allocator_files_get(files, 2)->ino, 1000);
	cr_assert_eq(allocator_files_find(files, &third), ALLOCATOR_UNKNOWN);
}

Test(allocator_files, the_oldest_one_that_was_seen_is_forgotten)
{
	struct mapped_file m = { .dev = 7 };

	for (m.ino = 1; m.ino <= 1025; m.ino++)
		allocator_files_note(files, &m, ALLOCATOR_NONE);
	m.ino = 1;
	cr_assert_eq(allocator_files_find(files, &m), ALLOCATOR_UNKNOWN);
	m.ino = 2;
	cr_assert_eq(allocator_files_find(files, &m), ALLOCATOR_NONE);
}
