# A file system that is somebody's own program holds nobody up who reads a file in it.

mkdir fs
"$HELPERS/hanging_fs" fs >server || skip 'needs FUSE'
cat >a.pl <<'PERL'
claim();
# line 1 "fs/x.pl"
sub claim { 1 }
PERL
sed -i "s,\"fs,\"$PWD/fs," a.pl
run 0 timeout 60 $AGENT -o w.out -- perl a.pl
"$HELPERS/hanging_fs" fs "$(<server)"
expect_err 'a file system did not answer in time'

read_profile w.out
expect_line fs/x.pl:1 1
