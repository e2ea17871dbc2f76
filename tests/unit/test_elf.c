// SPDX-License-Identifier: GPL-2.0-or-later
/* ELF files as they are, and as they should not be. */
#include "elf/elf.h"

#include <criterion/criterion.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/elf_parts.h"
#include "elf/extents.h"

#define PERL "/usr/bin/perl"

static struct elf *open_elf(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct elf *elf;

	cr_assert_geq(fd, 0, "%s", path);
	elf = elf_new(fd);
	close(fd);
	return elf;
}

Test(elf, finds_symbols_and_what_they_name)
{
	struct elf *elf = open_elf(PERL);
	uint64_t vaddr, offset;
	const uint8_t *version;

	cr_assert_not_null(elf);
	cr_expect(elf_defines(elf, "PL_op_name"));
	cr_expect(!elf_defines(elf, "PL_no_such_thing"));
	cr_assert_eq(elf_symbol(elf, "PL_revision", &vaddr, NULL), 0);
	version = elf_bytes(elf, vaddr, 1);
	cr_assert_not_null(version);
	cr_expect_eq(*version, 5);
	cr_expect_eq(elf_code_offset(elf, vaddr, &offset), -ENOENT, "data is no code");
	elf_free(elf);
}

Test(elf, resolves_relocated_pointers)
{
	struct elf *elf = open_elf(PERL);
	uint64_t table, name, code, offset;

	/* Both tables are only known together with the relocations. */
	cr_assert_eq(elf_symbol(elf, "PL_op_name", &table, NULL), 0);
	cr_assert_eq(elf_pointer(elf, table, &name), 0);
	cr_expect_str_eq(elf_string(elf, name), "null");
	cr_assert_eq(elf_pointer(elf, table + 8, &name), 0);
	cr_expect_str_eq(elf_string(elf, name), "stub");
	cr_assert_eq(elf_symbol(elf, "PL_ppaddr", &table, NULL), 0);
	cr_assert_eq(elf_pointer(elf, table, &code), 0);
	cr_expect_eq(elf_code_offset(elf, code, &offset), 0);
	elf_free(elf);
}

/* A library with a table of addresses like PL_ppaddr, linked with flags; then is done to it. */
static struct elf *link_table(const char *flags, const char *then)
{
	char dir[] = "/tmp/test_elf.XXXXXX", command[512], path[64];
	struct elf *elf;

	cr_assert_not_null(mkdtemp(dir));
	snprintf(
		command, sizeof(command),
		"cd %s && echo 'static int one(void) { return 1; } static int two(void) { return 2; }"
		"int (*const table[])(void) = { one, two, one, 0, two };"
		"const char *const names[] = { \"null\", \"stub\" };' >t.c && "
		"cc -w -shared -fPIC %s t.c -o t.so && %s",
		dir, flags, then);
	if (system(command))
		cr_skip_test("the linker does not know %s", flags);
	snprintf(path, sizeof(path), "%s/t.so", dir);
	elf = open_elf(path);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
	return elf;
}

static void expect_table(struct elf *elf)
{
	uint64_t table, names, name, code[5], offset;
	size_t i;

	cr_assert_not_null(elf);
	cr_assert_eq(elf_symbol(elf, "table", &table, NULL), 0);
	cr_assert_eq(elf_symbol(elf, "names", &names, NULL), 0);
	for (i = 0; i < 5; i++)
		cr_assert_eq(elf_pointer(elf, table + 8 * i, &code[i]), 0);
	cr_expect_eq(elf_code_offset(elf, code[0], &offset), 0);
	cr_expect_eq(elf_code_offset(elf, code[1], &offset), 0);
	cr_expect_neq(code[0], code[1]);
	cr_expect_eq(code[2], code[0]);
	cr_expect_eq(code[3], 0u);
	cr_expect_eq(code[4], code[1]);
	cr_assert_eq(elf_pointer(elf, names + 8, &name), 0);
	cr_expect_str_eq(elf_string(elf, name), "stub");
	elf_free(elf);
}

Test(elf, reads_tables_with_a_relocation_for_each_word)
{
	expect_table(link_table("", "true"));
}

Test(elf, reads_tables_with_packed_relocations)
{
	expect_table(link_table("-Wl,-z,pack-relative-relocs", "true"));
}

Test(elf, needs_no_section_headers)
{
	expect_table(link_table(
		"-s",
		"printf '\\0\\0\\0\\0\\0\\0\\0\\0' | "
		"dd of=t.so bs=1 seek=40 conv=notrunc status=none && "
		"printf '\\0\\0\\0\\0\\0\\0' | "
		"dd of=t.so bs=1 seek=58 conv=notrunc status=none && ! readelf -S t.so | grep -q table"));
}

Test(extents, agree_with_the_symbols_that_have_a_size)
{
	struct elf *elf = open_elf(PERL);
	struct extents *x = extents_new(elf);
	uint64_t vaddr, size, start, end;

	cr_assert_not_null(x);
	cr_assert_eq(elf_symbol(elf, "perl_run", &vaddr, &size), 0);
	cr_assert_eq(extents_find(x, vaddr + 1, &start, &end), 0);
	cr_expect_eq(start, vaddr);
	cr_expect_eq(end, vaddr + size);
	cr_expect_eq(extents_find(x, 0, &start, &end), -ENOENT);
	cr_expect_eq(extents_find(x, UINT64_MAX, &start, &end), -ENOENT);
	extents_free(x);
	elf_free(elf);
}

Test(elf, refuses_what_is_none)
{
	static const char *const none[] = { "/etc/passwd", "/dev/null", "/", "/proc/self/maps" };
	size_t i;

	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		cr_expect_null(open_elf(none[i]), "%s", none[i]);
		cr_expect_eq(errno, ENOEXEC, "%s", none[i]);
	}
}

/* A library of one segment, at address 0; what it has is put in by the tests. */
struct made {
	Elf64_Ehdr eh;
	Elf64_Phdr ph[8];
	Elf64_Dyn dyn[16];
	uint32_t hash[2]; /* no buckets; as many chains as symbols */
	Elf64_Sym sym[4];
	char strings[16];
	char behind[16];
};

static struct made make(void)
{
	struct made m = {
		.eh = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
				     EV_CURRENT },
			.e_type = ET_DYN,
			.e_machine = EM_X86_64,
			.e_version = EV_CURRENT,
			.e_phoff = offsetof(struct made, ph),
			.e_ehsize = sizeof(m.eh),
			.e_phentsize = sizeof(m.ph[0]),
			.e_phnum = 8 },
		.ph = { { .p_type = PT_LOAD,
			  .p_flags = PF_R,
			  .p_filesz = sizeof(m),
			  .p_memsz = sizeof(m) },
			{ .p_type = PT_DYNAMIC,
			  .p_offset = offsetof(struct made, dyn),
			  .p_vaddr = offsetof(struct made, dyn),
			  .p_filesz = sizeof(m.dyn),
			  .p_memsz = sizeof(m.dyn) } },
		.dyn = { { DT_HASH, { offsetof(struct made, hash) } },
			 { DT_SYMTAB, { offsetof(struct made, sym) } },
			 { DT_STRTAB, { offsetof(struct made, strings) } },
			 { DT_STRSZ, { sizeof(m.strings) } } },
		.hash = { 0, 4 },
		.sym = { {}, { .st_name = 1 }, { .st_name = 6 }, { .st_name = 17 } },
		.strings = "\0name",
	};
	int i;

	for (i = 1; i < 4; i++) {
		m.sym[i].st_shndx = 1;
		m.sym[i].st_value = 100u * (unsigned)i;
	}
	/* The NUL that ends the last one is not the table's. */
	memcpy(m.strings + 6, "no-end-yet", 10);
	memcpy(m.behind, "\0behind", 8);
	return m;
}

static struct elf *open_made(const struct made *m, uint64_t size)
{
	int fd = memfd_create("elf", MFD_CLOEXEC);
	struct elf *elf;

	cr_assert_eq(write(fd, m, sizeof(*m)), (ssize_t)sizeof(*m));
	cr_assert_eq(ftruncate(fd, (off_t)size), 0);
	elf = elf_new(fd);
	close(fd);
	return elf;
}

static bool made_may_name(const struct made *m, const char *part)
{
	int fd = memfd_create("elf", MFD_CLOEXEC);
	bool may;

	cr_assert_eq(write(fd, m, sizeof(*m)), (ssize_t)sizeof(*m));
	may = elf_may_name(fd, part);
	close(fd);
	return may;
}

Test(elf, what_may_be_named_is_what_the_table_of_names_has)
{
	struct made m = make();

	cr_expect(made_may_name(&m, "name"));
	cr_expect(made_may_name(&m, "no-end"), "a part of a name is enough");
	cr_expect(!made_may_name(&m, "behind"));
	m.dyn[2].d_un.d_ptr = 1 << 30;
	cr_expect(made_may_name(&m, "behind"), "nobody knows where its names are");
	m = make();
	m.dyn[3].d_un.d_val = UINT64_MAX;
	cr_expect(made_may_name(&m, "behind"));
	m = make();
	m.ph[1].p_filesz = UINT64_MAX;
	cr_expect(made_may_name(&m, "behind"));
	m = make();
	m.ph[1].p_type = PT_NULL;
	cr_expect(!made_may_name(&m, "name"), "what has no dynamic segment names nothing");
	m = make();
	m.eh.e_ident[EI_CLASS] = ELFCLASS32;
	cr_expect(!made_may_name(&m, "name"));
}

/* Each perl must pass: what names it not is not looked at further. */
Test(elf, a_perl_names_its_tables_and_other_programs_do_not)
{
	int perl = open(PERL, O_RDONLY | O_CLOEXEC), other = open("/bin/sh", O_RDONLY | O_CLOEXEC);
	int text = open("/etc/passwd", O_RDONLY | O_CLOEXEC);

	cr_expect(elf_may_name(perl, "PL_op_name"));
	cr_expect(!elf_may_name(other, "PL_op_name"));
	cr_expect(elf_may_name(other, "libc.so."), "libraries that it needs are named, too");
	cr_expect(!elf_may_name(text, "root"));
	close(perl);
	close(other);
	close(text);
}

Test(elf, names_of_symbols_end_where_their_table_does)
{
	struct made m = make();
	struct elf *elf = open_made(&m, sizeof(m));
	uint64_t vaddr = 0;

	cr_assert_not_null(elf);
	cr_assert_eq(elf_symbol(elf, "name", &vaddr, NULL), 0);
	cr_expect_eq(vaddr, 100u);
	cr_expect(!elf_defines(elf, "nam"));
	cr_expect(!elf_defines(elf, "names"));
	cr_expect(!elf_defines(elf, "no-end"));
	cr_expect(!elf_defines(elf, "no-end-yet"), "its NUL is behind the table");
	cr_expect(!elf_defines(elf, "behind"));
	cr_expect(!elf_defines(elf, "a name that is longer than all of the table"));
	elf_free(elf);
	m.dyn[3].d_un.d_val++;
	elf = open_made(&m, sizeof(m));
	cr_assert_not_null(elf);
	cr_assert_eq(elf_symbol(elf, "no-end-yet", &vaddr, NULL), 0);
	cr_expect_eq(vaddr, 200u);
	elf_free(elf);
}

/* With so much behind it in its segment, all NULs. */
static struct elf *open_long(struct made *m, uint64_t size)
{
	m->ph[0].p_filesz = m->ph[0].p_memsz = size;
	return open_made(m, size);
}

Test(elf, of_symbols_and_relocations_there_is_an_end)
{
	const uint64_t relocations = RELOCATIONS_MAX * sizeof(Elf64_Rela);
	struct made m = make();
	struct elf *elf;

	m.hash[1] = SYMBOLS_MAX;
	elf = open_long(&m, 2 * relocations);
	cr_assert_not_null(elf);
	cr_expect(elf_defines(elf, "name"));
	cr_expect(!elf_defines(elf, "behind"));
	elf_free(elf);
	m.hash[1]++;
	cr_expect_null(open_long(&m, 2 * relocations));
	m.hash[1] = 4;
	m.dyn[4] = (Elf64_Dyn){ DT_RELA, { sizeof(m) } };
	m.dyn[5] = (Elf64_Dyn){ DT_RELASZ, { relocations } };
	elf = open_long(&m, 2 * relocations);
	cr_expect_not_null(elf);
	elf_free(elf);
	m.dyn[5].d_un.d_val += sizeof(Elf64_Rela);
	cr_expect_null(open_long(&m, 2 * relocations));
}

/* Each of the two tables is there and shorter than one relocation. */
Test(elf, tables_without_a_relocation_are_none)
{
	struct made m = make();
	struct elf *elf;

	m.dyn[4] = (Elf64_Dyn){ DT_RELA, { offsetof(struct made, sym) } };
	m.dyn[5] = (Elf64_Dyn){ DT_RELASZ, { sizeof(Elf64_Rela) - 1 } };
	m.dyn[6] = (Elf64_Dyn){ DT_JMPREL, { offsetof(struct made, sym) } };
	m.dyn[7] = (Elf64_Dyn){ DT_PLTRELSZ, { 1 } };
	elf = open_made(&m, sizeof(m));
	cr_assert_not_null(elf);
	cr_expect(elf_defines(elf, "name"));
	elf_free(elf);
}

Test(elf, of_a_string_there_is_an_end)
{
	struct made m = make();
	char *text = malloc(sizeof(m) + 2 * STRING_MAX);
	struct elf *elf;
	int fd = memfd_create("elf", MFD_CLOEXEC);

	m.ph[0].p_filesz = m.ph[0].p_memsz = sizeof(m) + 2 * STRING_MAX;
	memcpy(text, &m, sizeof(m));
	memset(text + sizeof(m), 'a', 2 * STRING_MAX);
	text[sizeof(m) + 2 * STRING_MAX - 1] = '\0';
	cr_assert_gt(write(fd, text, sizeof(m) + 2 * STRING_MAX), 0);
	elf = elf_new(fd);
	close(fd);
	cr_assert_not_null(elf);
	cr_expect_null(elf_string(elf, sizeof(m)));
	cr_expect_null(elf_string(elf, sizeof(m) + STRING_MAX - 1));
	cr_expect_not_null(elf_string(elf, sizeof(m) + STRING_MAX));
	elf_free(elf);
	free(text);
}

static int visit_code(const uint8_t *code, size_t size, uint64_t vaddr, void *arg)
{
	(void)code;
	(void)vaddr;
	*(size_t *)arg += size;
	return 0;
}

Test(elf, of_code_there_is_an_end)
{
	struct made m = make();
	size_t visited = 0;
	struct elf *elf;

	m.ph[0].p_flags |= PF_X;
	elf = open_long(&m, CODE_MAX);
	cr_expect_eq(elf_each_code(elf, visit_code, &visited), 0);
	cr_expect_eq(visited, CODE_MAX);
	elf_free(elf);
	elf = open_long(&m, CODE_MAX + 1);
	cr_expect_eq(elf_each_code(elf, visit_code, &visited), -EFBIG);
	elf_free(elf);
	m.ph[2] = m.ph[3] = m.ph[0]; /* three times the same */
	cr_expect_null(open_long(&m, CODE_MAX / 2));
}

Test(elf, of_a_file_there_is_an_end)
{
	struct made m = make();

	cr_expect_null(open_made(&m, FILE_SIZE_MAX + 1ul));
	cr_expect_eq(errno, ENOEXEC);
}

/* A small real library, whose every part gets damaged. */
static char *load(size_t *size)
{
	int fd = open("/lib/x86_64-linux-gnu/libdl.so.2", O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *data;

	if (fd < 0)
		fd = open("/lib64/ld-linux-x86-64.so.2", O_RDONLY | O_CLOEXEC);
	cr_assert_geq(fd, 0);
	fstat(fd, &st);
	*size = (size_t)st.st_size;
	data = malloc(*size);
	cr_assert_eq(read(fd, data, *size), (ssize_t)*size);
	close(fd);
	return data;
}

static void try_bytes(const char *data, size_t size)
{
	int fd = memfd_create("elf", MFD_CLOEXEC);
	struct elf *elf;
	struct extents *x;
	uint64_t vaddr, start, end;

	cr_assert_eq(write(fd, data, size), (ssize_t)size);
	elf = elf_new(fd);
	close(fd);
	if (!elf)
		return;
	elf_defines(elf, "dlopen");
	elf_symbol(elf, "PL_op_name", &vaddr, NULL);
	elf_pointer(elf, 0x1000, &vaddr);
	elf_string(elf, 0x400);
	elf_find_text(elf, "libc");
	elf_needed(elf, 0);
	x = extents_new(elf);
	if (x)
		extents_find(x, 0x1000, &start, &end);
	extents_free(x);
	elf_free(elf);
}

Test(elf, a_damaged_file_never_crashes_it)
{
	size_t size, i, cut;
	char *data = load(&size), *copy = malloc(size);
	unsigned seed = 1;

	/* The headers byte by byte; the rest at random. */
	for (i = 0; i < 1024 && i < size; i++) {
		memcpy(copy, data, size);
		copy[i] = (char)(copy[i] ^ 0x55);
		try_bytes(copy, size);
		copy[i] = (char)0xff;
		try_bytes(copy, size);
	}
	for (i = 0; i < 500; i++) {
		int n;

		memcpy(copy, data, size);
		for (n = 0; n < 50; n++)
			copy[(size_t)rand_r(&seed) % size] = (char)rand_r(&seed);
		try_bytes(copy, size);
	}
	for (cut = 0; cut < size; cut += size / 200 + 1)
		try_bytes(data, cut);
	cr_expect(true); /* it came to here */
	free(copy);
	free(data);
}
