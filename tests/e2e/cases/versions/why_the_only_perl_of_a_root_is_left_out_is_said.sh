# In a root where the only perl is refused, the message says why.  Nothing else is in that root.

mkdir -p root/usr/bin
make_newer /usr/bin/perl root/usr/bin/perl
$AGENT -o one.out -- chroot root perl -e 1 >stdout 2>stderr
expect [ $? != 0 ]
expect_one_line 'perl 5.99.0 is newer than any known perl'
expect [ ! -e one.out ]
