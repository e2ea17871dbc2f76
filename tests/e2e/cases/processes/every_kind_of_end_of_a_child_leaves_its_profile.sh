# Every kind of end of a child leaves its profile.

# Its last statement, and how often line 6 runs.
ends_by() {
	cat >a.pl <<PERL
sub work { return 1 }
my \$pid = fork;
if (!\$pid) {
    open my \$f, '>', 'child'; print \$f \$\$; close \$f;
    work() for 1 .. 5;
    $1;
}
waitpid \$pid, 0;
work();
PERL
	run 0 $AGENT -q -- perl a.pl || exit
	mv "nytprof.out.$(<child)" child.out
	read_profile nytprof.out
	expect_out '/a.pl:9 main::RUNTIME main::work 1 '
	expect_no_out '/a.pl:5 main'
	read_profile child.out
	expect_out '/a.pl:5 main::RUNTIME main::work 5 '
	expect_line /a.pl:1 5
	expect_line /a.pl:6 "$2"
}
ends_by 'kill KILL => $$; sleep 5' 1
ends_by 'kill SEGV => $$; sleep 5' 1
ends_by 'kill ABRT => $$; sleep 5' 1
ends_by 'require POSIX; POSIX::_exit(1)' 2
ends_by 'exit 1' 1
ends_by "die 'on purpose'" 1
ends_by "exec '/bin/true'" 1
ends_by 'syscall(231, 1)' 1
