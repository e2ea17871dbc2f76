# Stubs in a command's private copy of perl.  Where a probe on a nop kills what a program forks, the
# programs of these cases do not fork, and --unsafe-nops is given.

$AGENT -v --unsafe-nops -o kernel.out -- perl -e 1 >/dev/null 2>kernel
grep -q 'a probe on a nop of' kernel || skip 'this kernel makes no calls of nops'
! grep -q 'costs no less than a trap' kernel || skip 'a probe on a nop costs no less than a trap here'

kills() {
	grep -q 'this kernel kills' kernel
}

# The copy of perl that a command sees is the file plain, or is not: copy_is same|changed OPTION...
copy_is() {
	cp /usr/bin/perl plain
	run 0 $AGENT -v -o copy.out "${@:2}" -- sh -c 'cmp -s /usr/bin/perl plain && echo same || echo changed; perl -e 1'
	expect_lines "$1"
}
