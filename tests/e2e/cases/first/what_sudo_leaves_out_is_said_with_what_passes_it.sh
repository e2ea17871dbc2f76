# What sudo leaves out is said with what passes it.

cat >a.pl <<'PERL'
print $ENV{PERL5LIB} // 'none', qq(\n);
PERL

mkdir bin
printf '#!/bin/sh\nexec /usr/bin/perl "$@"\n' >bin/perl
chmod 755 bin/perl
PATH=$PWD/bin:$PATH PERL5LIB=/opt/secret run 0 as_sudo $AGENT -- perl a.pl || exit
expect_out $'none\n'
expect_err "warning: the command gets sudo's environment: perl is /usr/bin/perl, not /tmp/"
expect_err $'/bin/perl, without your PERL5LIB; to pass yours: sudo env PATH="$PATH" PERL5LIB="$PERL5LIB" nytprof-bpf ...\n'
expect_no_err /opt/secret

# What the line says works, and ends it.
(
	export PERL5LIB=/opt/own
	PATH=$PWD/bin:$PATH
	as_sudo env PATH="$PATH" PERL5LIB="$PERL5LIB" $AGENT -- perl a.pl
) >stdout 2>stderr
expect_status 0 || exit
expect_out $'/opt/own\n'
expect_no_err sudo

run 0 as_sudo $AGENT -- perl a.pl || exit
expect_no_err sudo
