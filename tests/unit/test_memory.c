// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads this process's own memory, as it reads another's. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inspect/memory.h"

static struct memory *mem;

static void set_up(void)
{
	mem = memory_open(getpid());
	cr_assert_not_null(mem);
}

static void tear_down(void)
{
	memory_free(mem);
}

TestSuite(memory, .init = set_up, .fini = tear_down);

Test(memory, is_read_over_pages_and_up_to_its_end)
{
	char *two = mmap(NULL, 2 * MEMORY_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
	uint64_t edge = (uint64_t)two + MEMORY_PAGE, val = 0x1122334455667788ull, got;

	memcpy(two + MEMORY_PAGE - 4, &val, sizeof(val));
	cr_expect_eq(memory_read(mem, edge - 4, &got, sizeof(got)), 0);
	cr_expect_eq(got, val);
	cr_assert_eq(munmap(two + MEMORY_PAGE, MEMORY_PAGE), 0);
	memory_free(mem);
	mem = memory_open(getpid());
	cr_expect_eq(memory_read(mem, edge - 4, &got, sizeof(got)), -EFAULT);
	cr_expect_eq(memory_read(mem, edge - 8, &got, sizeof(got)), 0);
	cr_expect_eq(memory_read(mem, UINT64_MAX - 3, &got, sizeof(got)), -EFAULT);
}

Test(memory, texts_end_with_a_nul_or_are_none)
{
	char *page =
		mmap(NULL, MEMORY_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t end = (uint64_t)page + MEMORY_PAGE;
	char text[16];

	memcpy(page + MEMORY_PAGE - 4, "abc", 4);
	cr_expect_eq(memory_read_text(mem, end - 4, text, sizeof(text)), 3);
	cr_expect_str_eq(text, "abc");
	cr_expect_eq(memory_read_text(mem, end - 4, text, 3), -E2BIG);
	cr_expect_eq(memory_read_text(mem, end - 4, text, 4), 3);
	cr_expect_eq(memory_read_text(mem, 0, text, 4), -EFAULT);
}

static ssize_t read_odd(void *arg, void *to, size_t size, uint64_t addr)
{
	(*(unsigned *)arg)++;
	memset(to, (int)addr / (int)MEMORY_PAGE, size);
	return addr == MEMORY_PAGE ? 100 : addr == 2 * MEMORY_PAGE ? -1 : (ssize_t)size;
}

Test(memory, a_page_is_read_once_and_part_of_one_is_a_part)
{
	unsigned reads = 0;
	struct memory *odd = memory_new(read_odd, &reads);
	char bytes[200];

	cr_expect_eq(memory_read(odd, 5, bytes, 200), 0);
	cr_expect_eq(memory_read(odd, 300, bytes, 200), 0);
	cr_expect_eq(reads, 1u);
	cr_expect_eq(memory_read(odd, MEMORY_PAGE, bytes, 100), 0);
	cr_expect_eq(bytes[99], 1);
	cr_expect_eq(memory_read(odd, MEMORY_PAGE, bytes, 101), -EFAULT);
	cr_expect_eq(memory_read(odd, 2 * MEMORY_PAGE, bytes, 1), -EFAULT);
	cr_expect_eq(memory_read(odd, 2 * MEMORY_PAGE, bytes, 1), -EFAULT);
	cr_expect_eq(reads, 3u);
	memory_free(odd);
}

Test(memory, of_a_process_that_is_not_there)
{
	cr_expect_null(memory_open(-1));
}
