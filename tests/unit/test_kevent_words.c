// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "nytprof/tracepoints.h"
#include "waits/file_calls.h"
#include "waits/kevent_words.h"

static char event[KEVENT_WORDS], detail[KEVENT_DETAIL];

static void words(uint32_t kind, uint32_t more, const struct wait_object *object, const char *name)
{
	struct tracepoint points[TRACEPOINTS_MAX] = { { .name = "sched:sched_wakeup" } };
	struct kevent_key key = { .event = kind << 16 | more };
	struct wait_name named = {};

	if (object)
		key.object = *object;
	snprintf(named.text, sizeof(named.text), "%s", name ? name : "");
	kevent_words(&key, points, name ? &named : NULL, event, detail);
}

Test(kevent_words, what_has_one_name)
{
	words(KEVENT_MINOR_FAULT, 0, NULL, NULL);
	cr_expect_str_eq(event, "page-faults");
	cr_expect_str_eq(detail, "minor");
	words(KEVENT_CALL, SYS_openat, NULL, NULL);
	cr_expect_str_eq(event, "syscalls");
	cr_expect_str_eq(detail, "openat");
	words(KEVENT_SIGNAL, 10, NULL, NULL);
	cr_expect_str_eq(detail, "USR1");
	words(KEVENT_TRACEPOINT, 0, NULL, NULL);
	cr_expect_str_eq(event, "tracepoint:sched:sched_wakeup");
	cr_expect_str_eq(detail, "");
}

Test(kevent_words, disks_and_peers)
{
	const struct wait_object peer = { .kind = WAIT_OBJECT_TCP,
					  .port = 5432,
					  .addr = { 10, 0, 0, 7 } };
	const struct wait_object file = { .kind = WAIT_OBJECT_FILE, .id = 7 };

	words(KEVENT_BLOCK, KEVENT_BLOCK_WRITE, NULL, NULL);
	cr_expect_str_eq(event, "block-io");
	cr_expect_str_eq(detail, "write");
	words(KEVENT_BLOCK, KEVENT_BLOCK_OTHER, NULL, NULL);
	cr_expect_str_eq(detail, "other");
	words(KEVENT_CONNECT, 0, &peer, NULL);
	cr_expect_str_eq(event, "tcp");
	cr_expect_str_eq(detail, "connect TCP 10.0.0.7:5432");
	words(KEVENT_LOCK, SYS_flock, &file, "/var/lock/shop");
	cr_expect_str_eq(event, "locks");
	cr_expect_str_eq(detail, "flock /var/lock/shop");
}

Test(kevent_words, locks_of_the_kernel)
{
	words(KEVENT_CONTENTION, KEVENT_LOCK_MUTEX | KEVENT_LOCK_SPIN, NULL, NULL);
	cr_expect_str_eq(event, "contention");
	cr_expect_str_eq(detail, "mutex");
	words(KEVENT_CONTENTION, 0, NULL, NULL);
	cr_expect_str_eq(detail, "semaphore");
	words(KEVENT_CONTENTION, KEVENT_LOCK_WRITE | KEVENT_LOCK_MMAP, NULL, NULL);
	cr_expect_str_eq(detail, "rwsem:W mmap_lock");
	words(KEVENT_CONTENTION, KEVENT_LOCK_SPIN | KEVENT_LOCK_MMAP, NULL, NULL);
	cr_expect_str_eq(detail, "spinlock");
	words(KEVENT_CONTENTION, KEVENT_LOCK_FLAGS, NULL, NULL);
	cr_expect_str_eq(detail, "63");
}

Test(kevent_words, bytes_of_peers_and_what_is_sent_again)
{
	const struct wait_object peer = { .kind = WAIT_OBJECT_TCP,
					  .port = 5432,
					  .addr = { 10, 0, 0, 7 } };

	words(KEVENT_TCP_BYTES, KEVENT_SENDS, &peer, NULL);
	cr_expect_str_eq(event, "tcp-bytes");
	cr_expect_str_eq(detail, "send TCP 10.0.0.7:5432");
	words(KEVENT_TCP_BYTES, KEVENT_RECEIVES, NULL, NULL);
	cr_expect_str_eq(detail, "receive");
	words(KEVENT_RETRANSMIT, 0, &peer, NULL);
	cr_expect_str_eq(event, "tcp-retransmits");
	cr_expect_str_eq(detail, "TCP 10.0.0.7:5432");
	words(KEVENT_OOM_KILL, 0, NULL, NULL);
	cr_expect_str_eq(event, "oom-kills");
	cr_expect_str_eq(detail, "");
}

Test(kevent_words, a_number_without_a_name_is_shown)
{
	words(KEVENT_CALL, 9999, NULL, NULL);
	cr_expect_str_eq(detail, "9999");
	words(KEVENT_SIGNAL, 999, NULL, NULL);
	cr_expect_str_eq(detail, "999");
	words(KEVENT_CNT, 0, NULL, NULL);
	cr_expect_str_eq(event, "unknown");
}

Test(kevent_words, files_have_a_verb_and_a_path)
{
	const struct wait_object path = { .kind = WAIT_OBJECT_PATH, .id = 1 };
	const struct wait_object file = { .kind = WAIT_OBJECT_FILE, .id = 7, .nr = 8 << 20 | 1 };
	const struct wait_object pipe = { .kind = WAIT_OBJECT_PIPE };

	words(KEVENT_FILE, SYS_newfstatat, &path, "lib/Foo.pm");
	cr_expect_str_eq(event, "files");
	cr_expect_str_eq(detail, "stat lib/Foo.pm");
	words(KEVENT_FILE, SYS_newfstatat, &path, NULL);
	cr_expect_str_eq(detail, "stat (a path that was forgotten)");
	words(KEVENT_FILE, SYS_pread64, &file, "/etc/hosts");
	cr_expect_str_eq(detail, "read /etc/hosts");
	words(KEVENT_FILE, SYS_write, &file, NULL);
	cr_expect_str_eq(detail, "write file 7 of device 8:1");
	words(KEVENT_FILE, SYS_write, &pipe, NULL);
	cr_expect_str_eq(detail, "write pipe");
	words(KEVENT_FILE, SYS_openat, NULL, NULL);
	cr_expect_str_eq(detail, "open");
}

/* The longest name fits. */
Test(kevent_words, a_long_path_is_whole)
{
	const struct wait_object path = { .kind = WAIT_OBJECT_PATH, .id = 1 };
	char name[WAIT_NAME_MAX];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	words(KEVENT_FILE, SYS_readlinkat, &path, name);
	cr_expect_eq(strlen(detail), strlen("readlink ") + strlen(name));
}

Test(kevent_words, each_file_call_says_where_its_file_is)
{
	size_t cnt, i;
	const struct file_call *all = file_calls(&cnt);

	cr_assert_gt(cnt, 40);
	for (i = 0; i < cnt; i++) {
		unsigned how = all[i].how & KEVENT_CALL_FILE;

		cr_expect(how && !(how & (how - 1)), "%s: one way", all[i].verb);
		cr_expect_lt(all[i].nr, (int)WAIT_CALLS);
		cr_expect_str_eq(file_call_verb(all[i].nr), all[i].verb);
	}
	cr_expect_null(file_call_verb(SYS_getpid));
}
