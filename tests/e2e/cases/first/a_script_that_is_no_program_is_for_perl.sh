# A script that is no program: the message says how perl runs it.

cat >a.pl <<'PERL'
my $x = 1;
PERL

run 126 $AGENT -- ./a.pl
expect_one_line 'Permission denied; if it is a perl script, use "perl ./a.pl"'

run 127 $AGENT -- a.pl
expect_one_line 'no such command; if it is a perl script, use "perl a.pl"'

chmod 755 a.pl
run 126 $AGENT -- ./a.pl
expect_one_line 'Exec format error; if it is a perl script, use "perl ./a.pl"'

cat >b.pl <<'PERL'
#!/usr/bin/perl
my $x = 1;
PERL

run 126 $AGENT -- ./b.pl
expect_one_line 'use "perl ./b.pl"'

cat >c.sh <<'END'
#!/bin/sh
true
END

run 126 $AGENT -- ./c.sh
expect_one_line 'Permission denied'
expect_no_err 'perl script'
