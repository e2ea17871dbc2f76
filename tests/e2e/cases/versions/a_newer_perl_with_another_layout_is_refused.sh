# A newer perl is refused if its structures differ from those of the newest known one, as Debian 12's do.

make_newer /usr/bin/perl perl5.99
run 1 $AGENT -o one.out -- ./perl5.99 a.pl
expect_one_line 'perl 5.99.0 is newer than any known perl'
expect [ ! -e one.out ]
