// SPDX-License-Identifier: GPL-2.0-or-later
/* peak COMMAND: runs it, prints the most memory it had, in MB, and has its status. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage used;
	pid_t pid = fork();
	int status;

	if (!pid && argc > 1) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &used) < 0)
		return 1;
	printf("%ld\n", used.ru_maxrss / 1024);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
