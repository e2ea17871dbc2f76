# --event=malloc and report --leaks: what was allocated and is still there, by line and stack

# shellcheck source=tests/e2e/cases/event/common.sh
. "$TOP/tests/e2e/cases/event/common.sh"

# Bytes that are there, and in how many allocations: live EXPRESSION, lives EXPRESSION.
live() {
	total 6 "\$8 == \"malloc-live\" && $1"
}
lives() {
	total 4 "\$8 == \"malloc-live\" && $1"
}

# Makes ./mapper.so: preloaded, it maps the files $MAPPED, with a space between two, as code.
make_mapper() {
	cat >mapper.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((constructor)) static void map_all(void)
{
	char *files = strdup(getenv("MAPPED") ?: ""), *file;
	int fd;

	while ((file = strsep(&files, " "))) {
		fd = open(file, O_RDONLY | O_CLOEXEC);
		if (fd >= 0)
			mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
		close(fd);
	}
}
C
	expect cc -shared -fPIC -O1 -o mapper.so mapper.c || exit
}
