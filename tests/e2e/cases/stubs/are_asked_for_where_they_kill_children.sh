# Where a probe on a nop kills what a program forks, a copy is changed only with --unsafe-nops.

if kills; then
	copy_is same
	expect_no_err 'stub'
	run 0 $AGENT -o forks.out -- perl -e 'print qx(echo lives)'
	expect_lines lives
else
	copy_is changed
	run 0 $AGENT -o forks.out -- perl -e 'my $pid = fork // die; sub f { 1 } f(); waitpid $pid, 0 if $pid; print $? if $pid'
	expect_lines 0
fi
copy_is changed --unsafe-nops
expect_err 'the private copy has stubs for'
copy_is same --unsafe-nops --no-stubs
expect_no_err 'stub'
