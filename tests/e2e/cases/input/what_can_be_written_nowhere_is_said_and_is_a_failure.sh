# What can be written nowhere is said and is a failure.

cat >a.pl <<'PERL'
sub DB::enable_profile {} mkdir 'x.out';
DB::enable_profile('/no/such/dir/x.out');
my $x = 1;
DB::enable_profile('y.out');
select undef, undef, undef, 0.5;
$x = 2;
PERL

cat >nowhere <<'END'
cp $TOP/build/nytprof-bpf agent; for d in /var/tmp /dev/shm; do mount -t tmpfs -o ro none $d; done
mount --bind . /mnt; mount -t tmpfs none /tmp; mkdir $PWD
mount --bind /mnt $PWD; mount -o remount,ro /tmp; cd $PWD
exec ./agent -o x.out -- perl a.pl
END

run 1 unshare -m sh nowhere
expect_err '/no/such/dir/x.out: its directory: No such file'
expect_err "can't write x.out: it is a directory"
expect_err $'calls of 1 profile that could not be written\n'
expect_err $'the command itself ran and ended with status 0\n'
expect_no_err 'nothing (0)'
expect [ "$(grep -o 'No such file' stderr | wc -l)" = 1 ]

read_profile y.out
expect_line /a.pl:6 1
