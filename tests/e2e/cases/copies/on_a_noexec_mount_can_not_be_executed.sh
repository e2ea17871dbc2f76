# Copies of what is on a noexec mount can't be executed.

mount_perl noexec true
expect_same 126 sh -c 'm/perl -e 1 2>/dev/null; echo $?; /usr/bin/perl -e 1'
