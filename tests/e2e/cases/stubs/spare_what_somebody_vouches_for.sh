# A perl whose content has an IMA signature has no stubs in its copy.

mkdir m
mount -t tmpfs none m
cp /usr/bin/perl m/perl
perl -e 'my @what = ("m/perl", "security.ima", "\4x"); exit(syscall(188, @what, 2, 0) ? 1 : 0)' || # setxattr
	skip 'this kernel does not let one write security.ima'
PATH=$PWD/m:$PATH
run 0 $AGENT -v --unsafe-nops -o x.out -- m/perl -e 1
expect_err "/m/perl has fs-verity or an IMA signature: its copy gets no stubs"
expect_no_err "/m/perl: the private copy has stubs"
